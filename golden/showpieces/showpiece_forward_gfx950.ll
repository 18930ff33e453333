target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [27648 x i8] poison, align 16

define amdgpu_kernel void @forward_gfx950_n2c64k64g1_i14x14_f3x3_s1x1_d1x1_p1x1_1x1_bf16_bf16_t128x64x64_w2x2_a32x32x16_mem_cshuffle_pad8_417d80a576ff(ptr addrspace(1) noalias readonly align 16 %x, ptr addrspace(1) noalias readonly align 16 %w, ptr addrspace(1) noalias writeonly align 16 %y) #0 {
entry:
  ; tensors
  %v0 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %x, i16 0, i64 50176, i32 159744)
  %v1 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %w, i16 0, i64 73728, i32 159744)
  %v2 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %y, i16 0, i64 50176, i32 159744)
  ; work item: group, phase, tile
  %v3 = call i32 @llvm.amdgcn.workgroup.id.x()
  %v4 = mul i32 %v3, 128
  ; thread, lane and warp
  %v5 = call i32 @llvm.amdgcn.workitem.id.x()
  %v6 = urem i32 %v5, 64
  %v7 = udiv i32 %v5, 64
  %v8 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v7)
  %v9 = urem i32 %v8, 2
  %v10 = udiv i32 %v8, 2
  %v11 = getelementptr i8, ptr addrspace(3) @lds, i32 18432
  ; loader of x
  %v12 = udiv i32 %v5, 8
  %v13 = urem i32 %v5, 8
  %v14 = add i32 %v12, 32
  %v15 = add i32 %v12, 64
  %v16 = add i32 %v12, 96
  %v17 = mul i32 %v13, 8
  %v18 = add i32 %v4, %v12
  %v19 = urem i32 %v18, 14
  %v20 = udiv i32 %v18, 14
  %v21 = urem i32 %v20, 14
  %v22 = udiv i32 %v20, 14
  %v23 = mul i32 %v22, 25088
  %v24 = add i32 -1920, %v23
  %v25 = mul i32 %v21, 1792
  %v26 = add i32 %v24, %v25
  %v27 = add i32 -1, %v21
  %v28 = mul i32 %v19, 128
  %v29 = add i32 %v26, %v28
  %v30 = add i32 -1, %v19
  %v31 = icmp ult i32 %v22, 2
  %v32 = add i32 %v4, %v14
  %v33 = urem i32 %v32, 14
  %v34 = udiv i32 %v32, 14
  %v35 = urem i32 %v34, 14
  %v36 = udiv i32 %v34, 14
  %v37 = mul i32 %v36, 25088
  %v38 = add i32 -1920, %v37
  %v39 = mul i32 %v35, 1792
  %v40 = add i32 %v38, %v39
  %v41 = add i32 -1, %v35
  %v42 = mul i32 %v33, 128
  %v43 = add i32 %v40, %v42
  %v44 = add i32 -1, %v33
  %v45 = icmp ult i32 %v36, 2
  %v46 = add i32 %v4, %v15
  %v47 = urem i32 %v46, 14
  %v48 = udiv i32 %v46, 14
  %v49 = urem i32 %v48, 14
  %v50 = udiv i32 %v48, 14
  %v51 = mul i32 %v50, 25088
  %v52 = add i32 -1920, %v51
  %v53 = mul i32 %v49, 1792
  %v54 = add i32 %v52, %v53
  %v55 = add i32 -1, %v49
  %v56 = mul i32 %v47, 128
  %v57 = add i32 %v54, %v56
  %v58 = add i32 -1, %v47
  %v59 = icmp ult i32 %v50, 2
  %v60 = add i32 %v4, %v16
  %v61 = urem i32 %v60, 14
  %v62 = udiv i32 %v60, 14
  %v63 = urem i32 %v62, 14
  %v64 = udiv i32 %v62, 14
  %v65 = mul i32 %v64, 25088
  %v66 = add i32 -1920, %v65
  %v67 = mul i32 %v63, 1792
  %v68 = add i32 %v66, %v67
  %v69 = add i32 -1, %v63
  %v70 = mul i32 %v61, 128
  %v71 = add i32 %v68, %v70
  %v72 = add i32 -1, %v61
  %v73 = icmp ult i32 %v64, 2
  %v74 = urem i32 %v17, 64
  %v75 = udiv i32 %v17, 64
  %v76 = urem i32 %v75, 3
  %v77 = udiv i32 %v75, 3
  %v78 = mul i32 %v12, 144
  %v79 = mul i32 %v14, 144
  %v80 = mul i32 %v15, 144
  %v81 = mul i32 %v16, 144
  %v82 = mul i32 %v17, 2
  %v83 = add i32 %v78, %v82
  %v84 = getelementptr i8, ptr addrspace(3) @lds, i32 %v83
  %v85 = add i32 %v79, %v82
  %v86 = getelementptr i8, ptr addrspace(3) @lds, i32 %v85
  %v87 = add i32 %v80, %v82
  %v88 = getelementptr i8, ptr addrspace(3) @lds, i32 %v87
  %v89 = add i32 %v81, %v82
  %v90 = getelementptr i8, ptr addrspace(3) @lds, i32 %v89
  ; loader of w
  %v91 = udiv i32 %v5, 8
  %v92 = urem i32 %v5, 8
  %v93 = add i32 %v91, 32
  %v94 = mul i32 %v92, 8
  %v95 = mul i32 %v91, 1152
  %v96 = mul i32 %v93, 1152
  %v97 = mul i32 %v91, 144
  %v98 = mul i32 %v93, 144
  %v99 = mul i32 %v94, 2
  %v100 = add i32 %v97, %v99
  %v101 = getelementptr i8, ptr addrspace(3) %v11, i32 %v100
  %v102 = add i32 %v98, %v99
  %v103 = getelementptr i8, ptr addrspace(3) %v11, i32 %v102
  ; fragments
  %v104 = mul i32 %v10, 64
  %v105 = urem i32 %v6, 32
  %v106 = add i32 %v104, %v105
  %v107 = mul i32 %v106, 144
  %v108 = udiv i32 %v6, 32
  %v109 = mul i32 %v108, 8
  %v110 = mul i32 %v109, 2
  %v111 = add i32 %v107, %v110
  %v112 = getelementptr i8, ptr addrspace(3) @lds, i32 %v111
  %v113 = mul i32 %v9, 32
  %v114 = urem i32 %v6, 32
  %v115 = add i32 %v113, %v114
  %v116 = mul i32 %v115, 144
  %v117 = udiv i32 %v6, 32
  %v118 = mul i32 %v117, 8
  %v119 = mul i32 %v118, 2
  %v120 = add i32 %v116, %v119
  %v121 = getelementptr i8, ptr addrspace(3) %v11, i32 %v120
  ; main loop
  br label %loop0
loop0:
  %v122 = phi i32 [ 0, %entry ], [ %next0, %body0 ]
  %v123 = phi i32 [ %v77, %entry ], [ %v179, %body0 ]
  %v124 = phi i32 [ %v76, %entry ], [ %v177, %body0 ]
  %v125 = phi i32 [ %v74, %entry ], [ %v125, %body0 ]
  %v126 = phi i32 [ %v94, %entry ], [ %v187, %body0 ]
  %v127 = phi <16 x float> [ zeroinitializer, %entry ], [ %v216, %body0 ]
  %v128 = phi <16 x float> [ zeroinitializer, %entry ], [ %v217, %body0 ]
  %more0 = icmp ult i32 %v122, 9
  br i1 %more0, label %body0, label %done0
body0:
  ; fetch
  %v129 = mul i32 %v123, 1792
  %v130 = mul i32 %v124, 128
  %v131 = add i32 %v129, %v130
  %v132 = mul i32 %v125, 2
  %v133 = add i32 %v131, %v132
  %v134 = add i32 %v29, %v133
  %v135 = add i32 %v27, %v123
  %v136 = icmp ult i32 %v135, 14
  %v137 = and i1 %v31, %v136
  %v138 = add i32 %v30, %v124
  %v139 = icmp ult i32 %v138, 14
  %v140 = and i1 %v137, %v139
  %v141 = select i1 %v140, i32 %v134, i32 -2147483648
  %v142 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v141, i32 0, i32 0)
  %v143 = bitcast <4 x i32> %v142 to <8 x bfloat>
  %v144 = add i32 %v43, %v133
  %v145 = add i32 %v41, %v123
  %v146 = icmp ult i32 %v145, 14
  %v147 = and i1 %v45, %v146
  %v148 = add i32 %v44, %v124
  %v149 = icmp ult i32 %v148, 14
  %v150 = and i1 %v147, %v149
  %v151 = select i1 %v150, i32 %v144, i32 -2147483648
  %v152 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v151, i32 0, i32 0)
  %v153 = bitcast <4 x i32> %v152 to <8 x bfloat>
  %v154 = add i32 %v57, %v133
  %v155 = add i32 %v55, %v123
  %v156 = icmp ult i32 %v155, 14
  %v157 = and i1 %v59, %v156
  %v158 = add i32 %v58, %v124
  %v159 = icmp ult i32 %v158, 14
  %v160 = and i1 %v157, %v159
  %v161 = select i1 %v160, i32 %v154, i32 -2147483648
  %v162 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v161, i32 0, i32 0)
  %v163 = bitcast <4 x i32> %v162 to <8 x bfloat>
  %v164 = add i32 %v71, %v133
  %v165 = add i32 %v69, %v123
  %v166 = icmp ult i32 %v165, 14
  %v167 = and i1 %v73, %v166
  %v168 = add i32 %v72, %v124
  %v169 = icmp ult i32 %v168, 14
  %v170 = and i1 %v167, %v169
  %v171 = select i1 %v170, i32 %v164, i32 -2147483648
  %v172 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v171, i32 0, i32 0)
  %v173 = bitcast <4 x i32> %v172 to <8 x bfloat>
  %v174 = add i32 %v124, 1
  %v175 = icmp uge i32 %v174, 3
  %v176 = sub i32 %v174, 3
  %v177 = select i1 %v175, i32 %v176, i32 %v174
  %v178 = select i1 %v175, i32 1, i32 0
  %v179 = add i32 %v123, %v178
  %v180 = mul i32 %v126, 2
  %v181 = add i32 %v95, %v180
  %v182 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v181, i32 0, i32 0)
  %v183 = bitcast <4 x i32> %v182 to <8 x bfloat>
  %v184 = add i32 %v96, %v180
  %v185 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v184, i32 0, i32 0)
  %v186 = bitcast <4 x i32> %v185 to <8 x bfloat>
  %v187 = add i32 %v126, 64
  ; commit
  store <8 x bfloat> %v143, ptr addrspace(3) %v84, align 16
  store <8 x bfloat> %v153, ptr addrspace(3) %v86, align 16
  store <8 x bfloat> %v163, ptr addrspace(3) %v88, align 16
  store <8 x bfloat> %v173, ptr addrspace(3) %v90, align 16
  store <8 x bfloat> %v183, ptr addrspace(3) %v101, align 16
  store <8 x bfloat> %v186, ptr addrspace(3) %v103, align 16
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; compute
  %v188 = load <8 x bfloat>, ptr addrspace(3) %v112, align 16
  %v189 = getelementptr i8, ptr addrspace(3) %v112, i32 4608
  %v190 = load <8 x bfloat>, ptr addrspace(3) %v189, align 16
  %v191 = load <8 x bfloat>, ptr addrspace(3) %v121, align 16
  %v192 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v188, <8 x bfloat> %v191, <16 x float> %v127, i32 0, i32 0, i32 0)
  %v193 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v190, <8 x bfloat> %v191, <16 x float> %v128, i32 0, i32 0, i32 0)
  %v194 = getelementptr i8, ptr addrspace(3) %v112, i32 32
  %v195 = load <8 x bfloat>, ptr addrspace(3) %v194, align 16
  %v196 = getelementptr i8, ptr addrspace(3) %v112, i32 4640
  %v197 = load <8 x bfloat>, ptr addrspace(3) %v196, align 16
  %v198 = getelementptr i8, ptr addrspace(3) %v121, i32 32
  %v199 = load <8 x bfloat>, ptr addrspace(3) %v198, align 16
  %v200 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v195, <8 x bfloat> %v199, <16 x float> %v192, i32 0, i32 0, i32 0)
  %v201 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v197, <8 x bfloat> %v199, <16 x float> %v193, i32 0, i32 0, i32 0)
  %v202 = getelementptr i8, ptr addrspace(3) %v112, i32 64
  %v203 = load <8 x bfloat>, ptr addrspace(3) %v202, align 16
  %v204 = getelementptr i8, ptr addrspace(3) %v112, i32 4672
  %v205 = load <8 x bfloat>, ptr addrspace(3) %v204, align 16
  %v206 = getelementptr i8, ptr addrspace(3) %v121, i32 64
  %v207 = load <8 x bfloat>, ptr addrspace(3) %v206, align 16
  %v208 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v203, <8 x bfloat> %v207, <16 x float> %v200, i32 0, i32 0, i32 0)
  %v209 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v205, <8 x bfloat> %v207, <16 x float> %v201, i32 0, i32 0, i32 0)
  %v210 = getelementptr i8, ptr addrspace(3) %v112, i32 96
  %v211 = load <8 x bfloat>, ptr addrspace(3) %v210, align 16
  %v212 = getelementptr i8, ptr addrspace(3) %v112, i32 4704
  %v213 = load <8 x bfloat>, ptr addrspace(3) %v212, align 16
  %v214 = getelementptr i8, ptr addrspace(3) %v121, i32 96
  %v215 = load <8 x bfloat>, ptr addrspace(3) %v214, align 16
  %v216 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v211, <8 x bfloat> %v215, <16 x float> %v208, i32 0, i32 0, i32 0)
  %v217 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v213, <8 x bfloat> %v215, <16 x float> %v209, i32 0, i32 0, i32 0)
  ; free
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %next0 = add i32 %v122, 1
  br label %loop0
done0:
  ; epilogue
  %v218 = mul i32 %v10, 64
  %v219 = udiv i32 %v6, 32
  %v220 = mul i32 %v219, 4
  %v221 = add i32 %v218, %v220
  %v222 = mul i32 %v9, 32
  %v223 = urem i32 %v6, 32
  %v224 = add i32 %v222, %v223
  %v225 = mul i32 %v221, 128
  %v226 = mul i32 %v224, 2
  %v227 = add i32 %v225, %v226
  %v228 = getelementptr i8, ptr addrspace(3) @lds, i32 %v227
  %v229 = extractelement <16 x float> %v127, i32 0
  %v230 = fptrunc float %v229 to bfloat
  store bfloat %v230, ptr addrspace(3) %v228, align 2
  %v231 = extractelement <16 x float> %v127, i32 1
  %v232 = fptrunc float %v231 to bfloat
  %v233 = getelementptr i8, ptr addrspace(3) %v228, i32 128
  store bfloat %v232, ptr addrspace(3) %v233, align 2
  %v234 = extractelement <16 x float> %v127, i32 2
  %v235 = fptrunc float %v234 to bfloat
  %v236 = getelementptr i8, ptr addrspace(3) %v228, i32 256
  store bfloat %v235, ptr addrspace(3) %v236, align 2
  %v237 = extractelement <16 x float> %v127, i32 3
  %v238 = fptrunc float %v237 to bfloat
  %v239 = getelementptr i8, ptr addrspace(3) %v228, i32 384
  store bfloat %v238, ptr addrspace(3) %v239, align 2
  %v240 = extractelement <16 x float> %v127, i32 4
  %v241 = fptrunc float %v240 to bfloat
  %v242 = getelementptr i8, ptr addrspace(3) %v228, i32 1024
  store bfloat %v241, ptr addrspace(3) %v242, align 2
  %v243 = extractelement <16 x float> %v127, i32 5
  %v244 = fptrunc float %v243 to bfloat
  %v245 = getelementptr i8, ptr addrspace(3) %v228, i32 1152
  store bfloat %v244, ptr addrspace(3) %v245, align 2
  %v246 = extractelement <16 x float> %v127, i32 6
  %v247 = fptrunc float %v246 to bfloat
  %v248 = getelementptr i8, ptr addrspace(3) %v228, i32 1280
  store bfloat %v247, ptr addrspace(3) %v248, align 2
  %v249 = extractelement <16 x float> %v127, i32 7
  %v250 = fptrunc float %v249 to bfloat
  %v251 = getelementptr i8, ptr addrspace(3) %v228, i32 1408
  store bfloat %v250, ptr addrspace(3) %v251, align 2
  %v252 = extractelement <16 x float> %v127, i32 8
  %v253 = fptrunc float %v252 to bfloat
  %v254 = getelementptr i8, ptr addrspace(3) %v228, i32 2048
  store bfloat %v253, ptr addrspace(3) %v254, align 2
  %v255 = extractelement <16 x float> %v127, i32 9
  %v256 = fptrunc float %v255 to bfloat
  %v257 = getelementptr i8, ptr addrspace(3) %v228, i32 2176
  store bfloat %v256, ptr addrspace(3) %v257, align 2
  %v258 = extractelement <16 x float> %v127, i32 10
  %v259 = fptrunc float %v258 to bfloat
  %v260 = getelementptr i8, ptr addrspace(3) %v228, i32 2304
  store bfloat %v259, ptr addrspace(3) %v260, align 2
  %v261 = extractelement <16 x float> %v127, i32 11
  %v262 = fptrunc float %v261 to bfloat
  %v263 = getelementptr i8, ptr addrspace(3) %v228, i32 2432
  store bfloat %v262, ptr addrspace(3) %v263, align 2
  %v264 = extractelement <16 x float> %v127, i32 12
  %v265 = fptrunc float %v264 to bfloat
  %v266 = getelementptr i8, ptr addrspace(3) %v228, i32 3072
  store bfloat %v265, ptr addrspace(3) %v266, align 2
  %v267 = extractelement <16 x float> %v127, i32 13
  %v268 = fptrunc float %v267 to bfloat
  %v269 = getelementptr i8, ptr addrspace(3) %v228, i32 3200
  store bfloat %v268, ptr addrspace(3) %v269, align 2
  %v270 = extractelement <16 x float> %v127, i32 14
  %v271 = fptrunc float %v270 to bfloat
  %v272 = getelementptr i8, ptr addrspace(3) %v228, i32 3328
  store bfloat %v271, ptr addrspace(3) %v272, align 2
  %v273 = extractelement <16 x float> %v127, i32 15
  %v274 = fptrunc float %v273 to bfloat
  %v275 = getelementptr i8, ptr addrspace(3) %v228, i32 3456
  store bfloat %v274, ptr addrspace(3) %v275, align 2
  %v276 = extractelement <16 x float> %v128, i32 0
  %v277 = fptrunc float %v276 to bfloat
  %v278 = getelementptr i8, ptr addrspace(3) %v228, i32 4096
  store bfloat %v277, ptr addrspace(3) %v278, align 2
  %v279 = extractelement <16 x float> %v128, i32 1
  %v280 = fptrunc float %v279 to bfloat
  %v281 = getelementptr i8, ptr addrspace(3) %v228, i32 4224
  store bfloat %v280, ptr addrspace(3) %v281, align 2
  %v282 = extractelement <16 x float> %v128, i32 2
  %v283 = fptrunc float %v282 to bfloat
  %v284 = getelementptr i8, ptr addrspace(3) %v228, i32 4352
  store bfloat %v283, ptr addrspace(3) %v284, align 2
  %v285 = extractelement <16 x float> %v128, i32 3
  %v286 = fptrunc float %v285 to bfloat
  %v287 = getelementptr i8, ptr addrspace(3) %v228, i32 4480
  store bfloat %v286, ptr addrspace(3) %v287, align 2
  %v288 = extractelement <16 x float> %v128, i32 4
  %v289 = fptrunc float %v288 to bfloat
  %v290 = getelementptr i8, ptr addrspace(3) %v228, i32 5120
  store bfloat %v289, ptr addrspace(3) %v290, align 2
  %v291 = extractelement <16 x float> %v128, i32 5
  %v292 = fptrunc float %v291 to bfloat
  %v293 = getelementptr i8, ptr addrspace(3) %v228, i32 5248
  store bfloat %v292, ptr addrspace(3) %v293, align 2
  %v294 = extractelement <16 x float> %v128, i32 6
  %v295 = fptrunc float %v294 to bfloat
  %v296 = getelementptr i8, ptr addrspace(3) %v228, i32 5376
  store bfloat %v295, ptr addrspace(3) %v296, align 2
  %v297 = extractelement <16 x float> %v128, i32 7
  %v298 = fptrunc float %v297 to bfloat
  %v299 = getelementptr i8, ptr addrspace(3) %v228, i32 5504
  store bfloat %v298, ptr addrspace(3) %v299, align 2
  %v300 = extractelement <16 x float> %v128, i32 8
  %v301 = fptrunc float %v300 to bfloat
  %v302 = getelementptr i8, ptr addrspace(3) %v228, i32 6144
  store bfloat %v301, ptr addrspace(3) %v302, align 2
  %v303 = extractelement <16 x float> %v128, i32 9
  %v304 = fptrunc float %v303 to bfloat
  %v305 = getelementptr i8, ptr addrspace(3) %v228, i32 6272
  store bfloat %v304, ptr addrspace(3) %v305, align 2
  %v306 = extractelement <16 x float> %v128, i32 10
  %v307 = fptrunc float %v306 to bfloat
  %v308 = getelementptr i8, ptr addrspace(3) %v228, i32 6400
  store bfloat %v307, ptr addrspace(3) %v308, align 2
  %v309 = extractelement <16 x float> %v128, i32 11
  %v310 = fptrunc float %v309 to bfloat
  %v311 = getelementptr i8, ptr addrspace(3) %v228, i32 6528
  store bfloat %v310, ptr addrspace(3) %v311, align 2
  %v312 = extractelement <16 x float> %v128, i32 12
  %v313 = fptrunc float %v312 to bfloat
  %v314 = getelementptr i8, ptr addrspace(3) %v228, i32 7168
  store bfloat %v313, ptr addrspace(3) %v314, align 2
  %v315 = extractelement <16 x float> %v128, i32 13
  %v316 = fptrunc float %v315 to bfloat
  %v317 = getelementptr i8, ptr addrspace(3) %v228, i32 7296
  store bfloat %v316, ptr addrspace(3) %v317, align 2
  %v318 = extractelement <16 x float> %v128, i32 14
  %v319 = fptrunc float %v318 to bfloat
  %v320 = getelementptr i8, ptr addrspace(3) %v228, i32 7424
  store bfloat %v319, ptr addrspace(3) %v320, align 2
  %v321 = extractelement <16 x float> %v128, i32 15
  %v322 = fptrunc float %v321 to bfloat
  %v323 = getelementptr i8, ptr addrspace(3) %v228, i32 7552
  store bfloat %v322, ptr addrspace(3) %v323, align 2
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; epilogue: wide stores
  %v324 = udiv i32 %v5, 8
  %v325 = urem i32 %v5, 8
  %v326 = add i32 %v324, 32
  %v327 = add i32 %v324, 64
  %v328 = add i32 %v324, 96
  %v329 = mul i32 %v325, 8
  %v330 = add i32 %v4, %v324
  %v331 = mul i32 %v330, 128
  %v332 = icmp ult i32 %v330, 392
  %v333 = add i32 %v4, %v326
  %v334 = mul i32 %v333, 128
  %v335 = icmp ult i32 %v333, 392
  %v336 = add i32 %v4, %v327
  %v337 = mul i32 %v336, 128
  %v338 = icmp ult i32 %v336, 392
  %v339 = add i32 %v4, %v328
  %v340 = mul i32 %v339, 128
  %v341 = icmp ult i32 %v339, 392
  %v342 = mul i32 %v329, 2
  %v343 = mul i32 %v324, 128
  %v344 = mul i32 %v329, 2
  %v345 = add i32 %v343, %v344
  %v346 = getelementptr i8, ptr addrspace(3) @lds, i32 %v345
  %v347 = load <8 x bfloat>, ptr addrspace(3) %v346, align 16
  %v348 = add i32 %v331, %v342
  %v349 = select i1 %v332, i32 %v348, i32 -2147483648
  %v350 = bitcast <8 x bfloat> %v347 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v350, ptr addrspace(8) %v2, i32 %v349, i32 0, i32 0)
  %v351 = mul i32 %v326, 128
  %v352 = mul i32 %v329, 2
  %v353 = add i32 %v351, %v352
  %v354 = getelementptr i8, ptr addrspace(3) @lds, i32 %v353
  %v355 = load <8 x bfloat>, ptr addrspace(3) %v354, align 16
  %v356 = add i32 %v334, %v342
  %v357 = select i1 %v335, i32 %v356, i32 -2147483648
  %v358 = bitcast <8 x bfloat> %v355 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v358, ptr addrspace(8) %v2, i32 %v357, i32 0, i32 0)
  %v359 = mul i32 %v327, 128
  %v360 = mul i32 %v329, 2
  %v361 = add i32 %v359, %v360
  %v362 = getelementptr i8, ptr addrspace(3) @lds, i32 %v361
  %v363 = load <8 x bfloat>, ptr addrspace(3) %v362, align 16
  %v364 = add i32 %v337, %v342
  %v365 = select i1 %v338, i32 %v364, i32 -2147483648
  %v366 = bitcast <8 x bfloat> %v363 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v366, ptr addrspace(8) %v2, i32 %v365, i32 0, i32 0)
  %v367 = mul i32 %v328, 128
  %v368 = mul i32 %v329, 2
  %v369 = add i32 %v367, %v368
  %v370 = getelementptr i8, ptr addrspace(3) @lds, i32 %v369
  %v371 = load <8 x bfloat>, ptr addrspace(3) %v370, align 16
  %v372 = add i32 %v340, %v342
  %v373 = select i1 %v341, i32 %v372, i32 -2147483648
  %v374 = bitcast <8 x bfloat> %v371 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v374, ptr addrspace(8) %v2, i32 %v373, i32 0, i32 0)
  ret void
}

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1), i16, i64, i32)
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8), i32, i32, i32 immarg)
declare void @llvm.amdgcn.s.barrier()
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat>, <8 x bfloat>, <16 x float>, i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32>, ptr addrspace(8), i32, i32, i32 immarg)

attributes #0 = { nounwind "amdgpu-flat-work-group-size"="256,256" "target-cpu"="gfx950" "uniform-work-group-size"="true" }

!0 = !{!"amdgpu-synchronize-as", !"local"}
