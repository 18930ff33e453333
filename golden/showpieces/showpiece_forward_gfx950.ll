target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [27648 x i8] poison, align 16

define amdgpu_kernel void @forward_gfx950_n2c64k64g1_i14x14_f3x3_s1x1_d1x1_p1x1_1x1_bf16_bf16_t128x64x64_w2x2_a32x32x16_mem_cshuffle_pad8x8_05bb79b55536(ptr addrspace(1) noalias readonly align 16 %x, ptr addrspace(1) noalias readonly align 16 %w, ptr addrspace(1) noalias writeonly align 16 %y) #0 {
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
  ; loader of x
  %v11 = udiv i32 %v5, 8
  %v12 = urem i32 %v5, 8
  %v13 = add i32 %v11, 32
  %v14 = add i32 %v11, 64
  %v15 = add i32 %v11, 96
  %v16 = mul i32 %v12, 8
  %v17 = add i32 %v4, %v11
  %v18 = urem i32 %v17, 14
  %v19 = udiv i32 %v17, 14
  %v20 = urem i32 %v19, 14
  %v21 = udiv i32 %v19, 14
  %v22 = mul i32 %v21, 25088
  %v23 = add i32 -1920, %v22
  %v24 = mul i32 %v20, 1792
  %v25 = add i32 %v23, %v24
  %v26 = add i32 -1, %v20
  %v27 = mul i32 %v18, 128
  %v28 = add i32 %v25, %v27
  %v29 = add i32 -1, %v18
  %v30 = icmp ult i32 %v21, 2
  %v31 = add i32 %v4, %v13
  %v32 = urem i32 %v31, 14
  %v33 = udiv i32 %v31, 14
  %v34 = urem i32 %v33, 14
  %v35 = udiv i32 %v33, 14
  %v36 = mul i32 %v35, 25088
  %v37 = add i32 -1920, %v36
  %v38 = mul i32 %v34, 1792
  %v39 = add i32 %v37, %v38
  %v40 = add i32 -1, %v34
  %v41 = mul i32 %v32, 128
  %v42 = add i32 %v39, %v41
  %v43 = add i32 -1, %v32
  %v44 = icmp ult i32 %v35, 2
  %v45 = add i32 %v4, %v14
  %v46 = urem i32 %v45, 14
  %v47 = udiv i32 %v45, 14
  %v48 = urem i32 %v47, 14
  %v49 = udiv i32 %v47, 14
  %v50 = mul i32 %v49, 25088
  %v51 = add i32 -1920, %v50
  %v52 = mul i32 %v48, 1792
  %v53 = add i32 %v51, %v52
  %v54 = add i32 -1, %v48
  %v55 = mul i32 %v46, 128
  %v56 = add i32 %v53, %v55
  %v57 = add i32 -1, %v46
  %v58 = icmp ult i32 %v49, 2
  %v59 = add i32 %v4, %v15
  %v60 = urem i32 %v59, 14
  %v61 = udiv i32 %v59, 14
  %v62 = urem i32 %v61, 14
  %v63 = udiv i32 %v61, 14
  %v64 = mul i32 %v63, 25088
  %v65 = add i32 -1920, %v64
  %v66 = mul i32 %v62, 1792
  %v67 = add i32 %v65, %v66
  %v68 = add i32 -1, %v62
  %v69 = mul i32 %v60, 128
  %v70 = add i32 %v67, %v69
  %v71 = add i32 -1, %v60
  %v72 = icmp ult i32 %v63, 2
  %v73 = urem i32 %v16, 64
  %v74 = udiv i32 %v16, 64
  %v75 = urem i32 %v74, 3
  %v76 = udiv i32 %v74, 3
  %v77 = mul i32 %v11, 144
  %v78 = mul i32 %v16, 2
  %v79 = add i32 %v77, %v78
  %v80 = getelementptr i8, ptr addrspace(3) @lds, i32 %v79
  %v81 = mul i32 %v13, 144
  %v82 = mul i32 %v16, 2
  %v83 = add i32 %v81, %v82
  %v84 = getelementptr i8, ptr addrspace(3) @lds, i32 %v83
  %v85 = mul i32 %v14, 144
  %v86 = mul i32 %v16, 2
  %v87 = add i32 %v85, %v86
  %v88 = getelementptr i8, ptr addrspace(3) @lds, i32 %v87
  %v89 = mul i32 %v15, 144
  %v90 = mul i32 %v16, 2
  %v91 = add i32 %v89, %v90
  %v92 = getelementptr i8, ptr addrspace(3) @lds, i32 %v91
  ; loader of w
  %v93 = getelementptr i8, ptr addrspace(3) @lds, i32 18432
  %v94 = udiv i32 %v5, 8
  %v95 = urem i32 %v5, 8
  %v96 = add i32 %v94, 32
  %v97 = mul i32 %v95, 8
  %v98 = mul i32 %v94, 1152
  %v99 = mul i32 %v96, 1152
  %v100 = mul i32 %v94, 144
  %v101 = mul i32 %v97, 2
  %v102 = add i32 %v100, %v101
  %v103 = getelementptr i8, ptr addrspace(3) %v93, i32 %v102
  %v104 = mul i32 %v96, 144
  %v105 = mul i32 %v97, 2
  %v106 = add i32 %v104, %v105
  %v107 = getelementptr i8, ptr addrspace(3) %v93, i32 %v106
  ; fragments
  %v108 = mul i32 %v10, 64
  %v109 = urem i32 %v6, 32
  %v110 = add i32 %v108, %v109
  %v111 = udiv i32 %v6, 32
  %v112 = mul i32 %v111, 8
  %v113 = mul i32 %v110, 144
  %v114 = mul i32 %v112, 2
  %v115 = add i32 %v113, %v114
  %v116 = getelementptr i8, ptr addrspace(3) @lds, i32 %v115
  %v117 = getelementptr i8, ptr addrspace(3) @lds, i32 18432
  %v118 = mul i32 %v9, 32
  %v119 = urem i32 %v6, 32
  %v120 = add i32 %v118, %v119
  %v121 = udiv i32 %v6, 32
  %v122 = mul i32 %v121, 8
  %v123 = mul i32 %v120, 144
  %v124 = mul i32 %v122, 2
  %v125 = add i32 %v123, %v124
  %v126 = getelementptr i8, ptr addrspace(3) %v117, i32 %v125
  %v127 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> zeroinitializer)
  ; main loop
  br label %loop0
loop0:
  %v128 = phi i32 [ 0, %entry ], [ %next0, %body0 ]
  %v129 = phi i32 [ %v76, %entry ], [ %v185, %body0 ]
  %v130 = phi i32 [ %v75, %entry ], [ %v183, %body0 ]
  %v131 = phi i32 [ %v73, %entry ], [ %v131, %body0 ]
  %v132 = phi i32 [ %v97, %entry ], [ %v193, %body0 ]
  %v133 = phi <16 x float> [ %v127, %entry ], [ %v222, %body0 ]
  %v134 = phi <16 x float> [ %v127, %entry ], [ %v223, %body0 ]
  %more0 = icmp ult i32 %v128, 9
  br i1 %more0, label %body0, label %done0
body0:
  ; fetch
  %v135 = mul i32 %v129, 1792
  %v136 = mul i32 %v130, 128
  %v137 = add i32 %v135, %v136
  %v138 = mul i32 %v131, 2
  %v139 = add i32 %v137, %v138
  %v140 = add i32 %v28, %v139
  %v141 = add i32 %v26, %v129
  %v142 = icmp ult i32 %v141, 14
  %v143 = and i1 %v30, %v142
  %v144 = add i32 %v29, %v130
  %v145 = icmp ult i32 %v144, 14
  %v146 = and i1 %v143, %v145
  %v147 = add i32 %v42, %v139
  %v148 = add i32 %v40, %v129
  %v149 = icmp ult i32 %v148, 14
  %v150 = and i1 %v44, %v149
  %v151 = add i32 %v43, %v130
  %v152 = icmp ult i32 %v151, 14
  %v153 = and i1 %v150, %v152
  %v154 = add i32 %v56, %v139
  %v155 = add i32 %v54, %v129
  %v156 = icmp ult i32 %v155, 14
  %v157 = and i1 %v58, %v156
  %v158 = add i32 %v57, %v130
  %v159 = icmp ult i32 %v158, 14
  %v160 = and i1 %v157, %v159
  %v161 = add i32 %v70, %v139
  %v162 = add i32 %v68, %v129
  %v163 = icmp ult i32 %v162, 14
  %v164 = and i1 %v72, %v163
  %v165 = add i32 %v71, %v130
  %v166 = icmp ult i32 %v165, 14
  %v167 = and i1 %v164, %v166
  %v168 = select i1 %v146, i32 %v140, i32 -2147483648
  %v169 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v168, i32 0, i32 0)
  %v170 = bitcast <4 x i32> %v169 to <8 x bfloat>
  %v171 = select i1 %v153, i32 %v147, i32 -2147483648
  %v172 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v171, i32 0, i32 0)
  %v173 = bitcast <4 x i32> %v172 to <8 x bfloat>
  %v174 = select i1 %v160, i32 %v154, i32 -2147483648
  %v175 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v174, i32 0, i32 0)
  %v176 = bitcast <4 x i32> %v175 to <8 x bfloat>
  %v177 = select i1 %v167, i32 %v161, i32 -2147483648
  %v178 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v177, i32 0, i32 0)
  %v179 = bitcast <4 x i32> %v178 to <8 x bfloat>
  %v180 = add i32 %v130, 1
  %v181 = icmp uge i32 %v180, 3
  %v182 = sub i32 %v180, 3
  %v183 = select i1 %v181, i32 %v182, i32 %v180
  %v184 = select i1 %v181, i32 1, i32 0
  %v185 = add i32 %v129, %v184
  %v186 = mul i32 %v132, 2
  %v187 = add i32 %v98, %v186
  %v188 = add i32 %v99, %v186
  %v189 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v187, i32 0, i32 0)
  %v190 = bitcast <4 x i32> %v189 to <8 x bfloat>
  %v191 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v188, i32 0, i32 0)
  %v192 = bitcast <4 x i32> %v191 to <8 x bfloat>
  %v193 = add i32 %v132, 64
  ; commit
  store <8 x bfloat> %v170, ptr addrspace(3) %v80, align 16
  store <8 x bfloat> %v173, ptr addrspace(3) %v84, align 16
  store <8 x bfloat> %v176, ptr addrspace(3) %v88, align 16
  store <8 x bfloat> %v179, ptr addrspace(3) %v92, align 16
  store <8 x bfloat> %v190, ptr addrspace(3) %v103, align 16
  store <8 x bfloat> %v192, ptr addrspace(3) %v107, align 16
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; compute
  %v194 = load <8 x bfloat>, ptr addrspace(3) %v116, align 16
  %v195 = getelementptr i8, ptr addrspace(3) %v116, i32 4608
  %v196 = load <8 x bfloat>, ptr addrspace(3) %v195, align 16
  %v197 = load <8 x bfloat>, ptr addrspace(3) %v126, align 16
  %v198 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v194, <8 x bfloat> %v197, <16 x float> %v133, i32 0, i32 0, i32 0)
  %v199 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v196, <8 x bfloat> %v197, <16 x float> %v134, i32 0, i32 0, i32 0)
  %v200 = getelementptr i8, ptr addrspace(3) %v116, i32 32
  %v201 = load <8 x bfloat>, ptr addrspace(3) %v200, align 16
  %v202 = getelementptr i8, ptr addrspace(3) %v116, i32 4640
  %v203 = load <8 x bfloat>, ptr addrspace(3) %v202, align 16
  %v204 = getelementptr i8, ptr addrspace(3) %v126, i32 32
  %v205 = load <8 x bfloat>, ptr addrspace(3) %v204, align 16
  %v206 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v201, <8 x bfloat> %v205, <16 x float> %v198, i32 0, i32 0, i32 0)
  %v207 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v203, <8 x bfloat> %v205, <16 x float> %v199, i32 0, i32 0, i32 0)
  %v208 = getelementptr i8, ptr addrspace(3) %v116, i32 64
  %v209 = load <8 x bfloat>, ptr addrspace(3) %v208, align 16
  %v210 = getelementptr i8, ptr addrspace(3) %v116, i32 4672
  %v211 = load <8 x bfloat>, ptr addrspace(3) %v210, align 16
  %v212 = getelementptr i8, ptr addrspace(3) %v126, i32 64
  %v213 = load <8 x bfloat>, ptr addrspace(3) %v212, align 16
  %v214 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v209, <8 x bfloat> %v213, <16 x float> %v206, i32 0, i32 0, i32 0)
  %v215 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v211, <8 x bfloat> %v213, <16 x float> %v207, i32 0, i32 0, i32 0)
  %v216 = getelementptr i8, ptr addrspace(3) %v116, i32 96
  %v217 = load <8 x bfloat>, ptr addrspace(3) %v216, align 16
  %v218 = getelementptr i8, ptr addrspace(3) %v116, i32 4704
  %v219 = load <8 x bfloat>, ptr addrspace(3) %v218, align 16
  %v220 = getelementptr i8, ptr addrspace(3) %v126, i32 96
  %v221 = load <8 x bfloat>, ptr addrspace(3) %v220, align 16
  %v222 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v217, <8 x bfloat> %v221, <16 x float> %v214, i32 0, i32 0, i32 0)
  %v223 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v219, <8 x bfloat> %v221, <16 x float> %v215, i32 0, i32 0, i32 0)
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %next0 = add i32 %v128, 1
  br label %loop0
done0:
  ; after the main loop
  ; epilogue
  %v224 = mul i32 %v10, 64
  %v225 = udiv i32 %v6, 32
  %v226 = mul i32 %v225, 4
  %v227 = add i32 %v224, %v226
  %v228 = mul i32 %v9, 32
  %v229 = urem i32 %v6, 32
  %v230 = add i32 %v228, %v229
  %v231 = mul i32 %v227, 128
  %v232 = mul i32 %v230, 2
  %v233 = add i32 %v231, %v232
  %v234 = getelementptr i8, ptr addrspace(3) @lds, i32 %v233
  %v235 = extractelement <16 x float> %v133, i32 0
  %v236 = fptrunc float %v235 to bfloat
  store bfloat %v236, ptr addrspace(3) %v234, align 2
  %v237 = extractelement <16 x float> %v133, i32 1
  %v238 = fptrunc float %v237 to bfloat
  %v239 = getelementptr i8, ptr addrspace(3) %v234, i32 128
  store bfloat %v238, ptr addrspace(3) %v239, align 2
  %v240 = extractelement <16 x float> %v133, i32 2
  %v241 = fptrunc float %v240 to bfloat
  %v242 = getelementptr i8, ptr addrspace(3) %v234, i32 256
  store bfloat %v241, ptr addrspace(3) %v242, align 2
  %v243 = extractelement <16 x float> %v133, i32 3
  %v244 = fptrunc float %v243 to bfloat
  %v245 = getelementptr i8, ptr addrspace(3) %v234, i32 384
  store bfloat %v244, ptr addrspace(3) %v245, align 2
  %v246 = extractelement <16 x float> %v133, i32 4
  %v247 = fptrunc float %v246 to bfloat
  %v248 = getelementptr i8, ptr addrspace(3) %v234, i32 1024
  store bfloat %v247, ptr addrspace(3) %v248, align 2
  %v249 = extractelement <16 x float> %v133, i32 5
  %v250 = fptrunc float %v249 to bfloat
  %v251 = getelementptr i8, ptr addrspace(3) %v234, i32 1152
  store bfloat %v250, ptr addrspace(3) %v251, align 2
  %v252 = extractelement <16 x float> %v133, i32 6
  %v253 = fptrunc float %v252 to bfloat
  %v254 = getelementptr i8, ptr addrspace(3) %v234, i32 1280
  store bfloat %v253, ptr addrspace(3) %v254, align 2
  %v255 = extractelement <16 x float> %v133, i32 7
  %v256 = fptrunc float %v255 to bfloat
  %v257 = getelementptr i8, ptr addrspace(3) %v234, i32 1408
  store bfloat %v256, ptr addrspace(3) %v257, align 2
  %v258 = extractelement <16 x float> %v133, i32 8
  %v259 = fptrunc float %v258 to bfloat
  %v260 = getelementptr i8, ptr addrspace(3) %v234, i32 2048
  store bfloat %v259, ptr addrspace(3) %v260, align 2
  %v261 = extractelement <16 x float> %v133, i32 9
  %v262 = fptrunc float %v261 to bfloat
  %v263 = getelementptr i8, ptr addrspace(3) %v234, i32 2176
  store bfloat %v262, ptr addrspace(3) %v263, align 2
  %v264 = extractelement <16 x float> %v133, i32 10
  %v265 = fptrunc float %v264 to bfloat
  %v266 = getelementptr i8, ptr addrspace(3) %v234, i32 2304
  store bfloat %v265, ptr addrspace(3) %v266, align 2
  %v267 = extractelement <16 x float> %v133, i32 11
  %v268 = fptrunc float %v267 to bfloat
  %v269 = getelementptr i8, ptr addrspace(3) %v234, i32 2432
  store bfloat %v268, ptr addrspace(3) %v269, align 2
  %v270 = extractelement <16 x float> %v133, i32 12
  %v271 = fptrunc float %v270 to bfloat
  %v272 = getelementptr i8, ptr addrspace(3) %v234, i32 3072
  store bfloat %v271, ptr addrspace(3) %v272, align 2
  %v273 = extractelement <16 x float> %v133, i32 13
  %v274 = fptrunc float %v273 to bfloat
  %v275 = getelementptr i8, ptr addrspace(3) %v234, i32 3200
  store bfloat %v274, ptr addrspace(3) %v275, align 2
  %v276 = extractelement <16 x float> %v133, i32 14
  %v277 = fptrunc float %v276 to bfloat
  %v278 = getelementptr i8, ptr addrspace(3) %v234, i32 3328
  store bfloat %v277, ptr addrspace(3) %v278, align 2
  %v279 = extractelement <16 x float> %v133, i32 15
  %v280 = fptrunc float %v279 to bfloat
  %v281 = getelementptr i8, ptr addrspace(3) %v234, i32 3456
  store bfloat %v280, ptr addrspace(3) %v281, align 2
  %v282 = extractelement <16 x float> %v134, i32 0
  %v283 = fptrunc float %v282 to bfloat
  %v284 = getelementptr i8, ptr addrspace(3) %v234, i32 4096
  store bfloat %v283, ptr addrspace(3) %v284, align 2
  %v285 = extractelement <16 x float> %v134, i32 1
  %v286 = fptrunc float %v285 to bfloat
  %v287 = getelementptr i8, ptr addrspace(3) %v234, i32 4224
  store bfloat %v286, ptr addrspace(3) %v287, align 2
  %v288 = extractelement <16 x float> %v134, i32 2
  %v289 = fptrunc float %v288 to bfloat
  %v290 = getelementptr i8, ptr addrspace(3) %v234, i32 4352
  store bfloat %v289, ptr addrspace(3) %v290, align 2
  %v291 = extractelement <16 x float> %v134, i32 3
  %v292 = fptrunc float %v291 to bfloat
  %v293 = getelementptr i8, ptr addrspace(3) %v234, i32 4480
  store bfloat %v292, ptr addrspace(3) %v293, align 2
  %v294 = extractelement <16 x float> %v134, i32 4
  %v295 = fptrunc float %v294 to bfloat
  %v296 = getelementptr i8, ptr addrspace(3) %v234, i32 5120
  store bfloat %v295, ptr addrspace(3) %v296, align 2
  %v297 = extractelement <16 x float> %v134, i32 5
  %v298 = fptrunc float %v297 to bfloat
  %v299 = getelementptr i8, ptr addrspace(3) %v234, i32 5248
  store bfloat %v298, ptr addrspace(3) %v299, align 2
  %v300 = extractelement <16 x float> %v134, i32 6
  %v301 = fptrunc float %v300 to bfloat
  %v302 = getelementptr i8, ptr addrspace(3) %v234, i32 5376
  store bfloat %v301, ptr addrspace(3) %v302, align 2
  %v303 = extractelement <16 x float> %v134, i32 7
  %v304 = fptrunc float %v303 to bfloat
  %v305 = getelementptr i8, ptr addrspace(3) %v234, i32 5504
  store bfloat %v304, ptr addrspace(3) %v305, align 2
  %v306 = extractelement <16 x float> %v134, i32 8
  %v307 = fptrunc float %v306 to bfloat
  %v308 = getelementptr i8, ptr addrspace(3) %v234, i32 6144
  store bfloat %v307, ptr addrspace(3) %v308, align 2
  %v309 = extractelement <16 x float> %v134, i32 9
  %v310 = fptrunc float %v309 to bfloat
  %v311 = getelementptr i8, ptr addrspace(3) %v234, i32 6272
  store bfloat %v310, ptr addrspace(3) %v311, align 2
  %v312 = extractelement <16 x float> %v134, i32 10
  %v313 = fptrunc float %v312 to bfloat
  %v314 = getelementptr i8, ptr addrspace(3) %v234, i32 6400
  store bfloat %v313, ptr addrspace(3) %v314, align 2
  %v315 = extractelement <16 x float> %v134, i32 11
  %v316 = fptrunc float %v315 to bfloat
  %v317 = getelementptr i8, ptr addrspace(3) %v234, i32 6528
  store bfloat %v316, ptr addrspace(3) %v317, align 2
  %v318 = extractelement <16 x float> %v134, i32 12
  %v319 = fptrunc float %v318 to bfloat
  %v320 = getelementptr i8, ptr addrspace(3) %v234, i32 7168
  store bfloat %v319, ptr addrspace(3) %v320, align 2
  %v321 = extractelement <16 x float> %v134, i32 13
  %v322 = fptrunc float %v321 to bfloat
  %v323 = getelementptr i8, ptr addrspace(3) %v234, i32 7296
  store bfloat %v322, ptr addrspace(3) %v323, align 2
  %v324 = extractelement <16 x float> %v134, i32 14
  %v325 = fptrunc float %v324 to bfloat
  %v326 = getelementptr i8, ptr addrspace(3) %v234, i32 7424
  store bfloat %v325, ptr addrspace(3) %v326, align 2
  %v327 = extractelement <16 x float> %v134, i32 15
  %v328 = fptrunc float %v327 to bfloat
  %v329 = getelementptr i8, ptr addrspace(3) %v234, i32 7552
  store bfloat %v328, ptr addrspace(3) %v329, align 2
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; epilogue: wide stores
  %v330 = udiv i32 %v5, 8
  %v331 = urem i32 %v5, 8
  %v332 = add i32 %v330, 32
  %v333 = add i32 %v330, 64
  %v334 = add i32 %v330, 96
  %v335 = mul i32 %v331, 8
  %v336 = add i32 %v4, %v330
  %v337 = mul i32 %v336, 128
  %v338 = icmp ult i32 %v336, 392
  %v339 = add i32 %v4, %v332
  %v340 = mul i32 %v339, 128
  %v341 = icmp ult i32 %v339, 392
  %v342 = add i32 %v4, %v333
  %v343 = mul i32 %v342, 128
  %v344 = icmp ult i32 %v342, 392
  %v345 = add i32 %v4, %v334
  %v346 = mul i32 %v345, 128
  %v347 = icmp ult i32 %v345, 392
  %v348 = mul i32 %v335, 2
  %v349 = mul i32 %v330, 128
  %v350 = mul i32 %v335, 2
  %v351 = add i32 %v349, %v350
  %v352 = getelementptr i8, ptr addrspace(3) @lds, i32 %v351
  %v353 = load <8 x bfloat>, ptr addrspace(3) %v352, align 16
  %v354 = add i32 %v337, %v348
  %v355 = select i1 %v338, i32 %v354, i32 -2147483648
  %v356 = bitcast <8 x bfloat> %v353 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v356, ptr addrspace(8) %v2, i32 %v355, i32 0, i32 0)
  %v357 = mul i32 %v332, 128
  %v358 = mul i32 %v335, 2
  %v359 = add i32 %v357, %v358
  %v360 = getelementptr i8, ptr addrspace(3) @lds, i32 %v359
  %v361 = load <8 x bfloat>, ptr addrspace(3) %v360, align 16
  %v362 = add i32 %v340, %v348
  %v363 = select i1 %v341, i32 %v362, i32 -2147483648
  %v364 = bitcast <8 x bfloat> %v361 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v364, ptr addrspace(8) %v2, i32 %v363, i32 0, i32 0)
  %v365 = mul i32 %v333, 128
  %v366 = mul i32 %v335, 2
  %v367 = add i32 %v365, %v366
  %v368 = getelementptr i8, ptr addrspace(3) @lds, i32 %v367
  %v369 = load <8 x bfloat>, ptr addrspace(3) %v368, align 16
  %v370 = add i32 %v343, %v348
  %v371 = select i1 %v344, i32 %v370, i32 -2147483648
  %v372 = bitcast <8 x bfloat> %v369 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v372, ptr addrspace(8) %v2, i32 %v371, i32 0, i32 0)
  %v373 = mul i32 %v334, 128
  %v374 = mul i32 %v335, 2
  %v375 = add i32 %v373, %v374
  %v376 = getelementptr i8, ptr addrspace(3) @lds, i32 %v375
  %v377 = load <8 x bfloat>, ptr addrspace(3) %v376, align 16
  %v378 = add i32 %v346, %v348
  %v379 = select i1 %v347, i32 %v378, i32 -2147483648
  %v380 = bitcast <8 x bfloat> %v377 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v380, ptr addrspace(8) %v2, i32 %v379, i32 0, i32 0)
  ret void
}

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1), i16, i64, i32)
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float>)
declare <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8), i32, i32, i32 immarg)
declare void @llvm.amdgcn.s.barrier()
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat>, <8 x bfloat>, <16 x float>, i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32>, ptr addrspace(8), i32, i32, i32 immarg)

attributes #0 = { nounwind "amdgpu-flat-work-group-size"="256,256" "target-cpu"="gfx950" "uniform-work-group-size"="true" }

!0 = !{!"amdgpu-synchronize-as", !"local"}
