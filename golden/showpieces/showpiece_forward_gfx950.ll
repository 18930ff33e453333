target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [27648 x i8] poison, align 16

define amdgpu_kernel void @forward_gfx950_n2c64k64g1_i14x14_f3x3_s1x1_d1x1_p1x1_1x1_bf16_bf16_t128x64x64_w2x2_a32x32x16_mem_cshuffle_pad8x8_058681593d79(ptr addrspace(1) noalias readonly align 16 %x, ptr addrspace(1) noalias readonly align 16 %w, ptr addrspace(1) noalias writeonly align 16 %y) #0 {
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
  ; main loop
  br label %loop0
loop0:
  %v127 = phi i32 [ 0, %entry ], [ %next0, %body0 ]
  %v128 = phi i32 [ %v76, %entry ], [ %v184, %body0 ]
  %v129 = phi i32 [ %v75, %entry ], [ %v182, %body0 ]
  %v130 = phi i32 [ %v73, %entry ], [ %v130, %body0 ]
  %v131 = phi i32 [ %v97, %entry ], [ %v192, %body0 ]
  %v132 = phi <16 x float> [ zeroinitializer, %entry ], [ %v221, %body0 ]
  %v133 = phi <16 x float> [ zeroinitializer, %entry ], [ %v222, %body0 ]
  %more0 = icmp ult i32 %v127, 9
  br i1 %more0, label %body0, label %done0
body0:
  ; fetch
  %v134 = mul i32 %v128, 1792
  %v135 = mul i32 %v129, 128
  %v136 = add i32 %v134, %v135
  %v137 = mul i32 %v130, 2
  %v138 = add i32 %v136, %v137
  %v139 = add i32 %v28, %v138
  %v140 = add i32 %v26, %v128
  %v141 = icmp ult i32 %v140, 14
  %v142 = and i1 %v30, %v141
  %v143 = add i32 %v29, %v129
  %v144 = icmp ult i32 %v143, 14
  %v145 = and i1 %v142, %v144
  %v146 = add i32 %v42, %v138
  %v147 = add i32 %v40, %v128
  %v148 = icmp ult i32 %v147, 14
  %v149 = and i1 %v44, %v148
  %v150 = add i32 %v43, %v129
  %v151 = icmp ult i32 %v150, 14
  %v152 = and i1 %v149, %v151
  %v153 = add i32 %v56, %v138
  %v154 = add i32 %v54, %v128
  %v155 = icmp ult i32 %v154, 14
  %v156 = and i1 %v58, %v155
  %v157 = add i32 %v57, %v129
  %v158 = icmp ult i32 %v157, 14
  %v159 = and i1 %v156, %v158
  %v160 = add i32 %v70, %v138
  %v161 = add i32 %v68, %v128
  %v162 = icmp ult i32 %v161, 14
  %v163 = and i1 %v72, %v162
  %v164 = add i32 %v71, %v129
  %v165 = icmp ult i32 %v164, 14
  %v166 = and i1 %v163, %v165
  %v167 = select i1 %v145, i32 %v139, i32 -2147483648
  %v168 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v167, i32 0, i32 0)
  %v169 = bitcast <4 x i32> %v168 to <8 x bfloat>
  %v170 = select i1 %v152, i32 %v146, i32 -2147483648
  %v171 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v170, i32 0, i32 0)
  %v172 = bitcast <4 x i32> %v171 to <8 x bfloat>
  %v173 = select i1 %v159, i32 %v153, i32 -2147483648
  %v174 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v173, i32 0, i32 0)
  %v175 = bitcast <4 x i32> %v174 to <8 x bfloat>
  %v176 = select i1 %v166, i32 %v160, i32 -2147483648
  %v177 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v176, i32 0, i32 0)
  %v178 = bitcast <4 x i32> %v177 to <8 x bfloat>
  %v179 = add i32 %v129, 1
  %v180 = icmp uge i32 %v179, 3
  %v181 = sub i32 %v179, 3
  %v182 = select i1 %v180, i32 %v181, i32 %v179
  %v183 = select i1 %v180, i32 1, i32 0
  %v184 = add i32 %v128, %v183
  %v185 = mul i32 %v131, 2
  %v186 = add i32 %v98, %v185
  %v187 = add i32 %v99, %v185
  %v188 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v186, i32 0, i32 0)
  %v189 = bitcast <4 x i32> %v188 to <8 x bfloat>
  %v190 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v187, i32 0, i32 0)
  %v191 = bitcast <4 x i32> %v190 to <8 x bfloat>
  %v192 = add i32 %v131, 64
  ; commit
  store <8 x bfloat> %v169, ptr addrspace(3) %v80, align 16
  store <8 x bfloat> %v172, ptr addrspace(3) %v84, align 16
  store <8 x bfloat> %v175, ptr addrspace(3) %v88, align 16
  store <8 x bfloat> %v178, ptr addrspace(3) %v92, align 16
  store <8 x bfloat> %v189, ptr addrspace(3) %v103, align 16
  store <8 x bfloat> %v191, ptr addrspace(3) %v107, align 16
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; compute
  %v193 = load <8 x bfloat>, ptr addrspace(3) %v116, align 16
  %v194 = getelementptr i8, ptr addrspace(3) %v116, i32 4608
  %v195 = load <8 x bfloat>, ptr addrspace(3) %v194, align 16
  %v196 = load <8 x bfloat>, ptr addrspace(3) %v126, align 16
  %v197 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v193, <8 x bfloat> %v196, <16 x float> %v132, i32 0, i32 0, i32 0)
  %v198 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v195, <8 x bfloat> %v196, <16 x float> %v133, i32 0, i32 0, i32 0)
  %v199 = getelementptr i8, ptr addrspace(3) %v116, i32 32
  %v200 = load <8 x bfloat>, ptr addrspace(3) %v199, align 16
  %v201 = getelementptr i8, ptr addrspace(3) %v116, i32 4640
  %v202 = load <8 x bfloat>, ptr addrspace(3) %v201, align 16
  %v203 = getelementptr i8, ptr addrspace(3) %v126, i32 32
  %v204 = load <8 x bfloat>, ptr addrspace(3) %v203, align 16
  %v205 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v200, <8 x bfloat> %v204, <16 x float> %v197, i32 0, i32 0, i32 0)
  %v206 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v202, <8 x bfloat> %v204, <16 x float> %v198, i32 0, i32 0, i32 0)
  %v207 = getelementptr i8, ptr addrspace(3) %v116, i32 64
  %v208 = load <8 x bfloat>, ptr addrspace(3) %v207, align 16
  %v209 = getelementptr i8, ptr addrspace(3) %v116, i32 4672
  %v210 = load <8 x bfloat>, ptr addrspace(3) %v209, align 16
  %v211 = getelementptr i8, ptr addrspace(3) %v126, i32 64
  %v212 = load <8 x bfloat>, ptr addrspace(3) %v211, align 16
  %v213 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v208, <8 x bfloat> %v212, <16 x float> %v205, i32 0, i32 0, i32 0)
  %v214 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v210, <8 x bfloat> %v212, <16 x float> %v206, i32 0, i32 0, i32 0)
  %v215 = getelementptr i8, ptr addrspace(3) %v116, i32 96
  %v216 = load <8 x bfloat>, ptr addrspace(3) %v215, align 16
  %v217 = getelementptr i8, ptr addrspace(3) %v116, i32 4704
  %v218 = load <8 x bfloat>, ptr addrspace(3) %v217, align 16
  %v219 = getelementptr i8, ptr addrspace(3) %v126, i32 96
  %v220 = load <8 x bfloat>, ptr addrspace(3) %v219, align 16
  %v221 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v216, <8 x bfloat> %v220, <16 x float> %v213, i32 0, i32 0, i32 0)
  %v222 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v218, <8 x bfloat> %v220, <16 x float> %v214, i32 0, i32 0, i32 0)
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %next0 = add i32 %v127, 1
  br label %loop0
done0:
  ; after the main loop
  ; epilogue
  %v223 = mul i32 %v10, 64
  %v224 = udiv i32 %v6, 32
  %v225 = mul i32 %v224, 4
  %v226 = add i32 %v223, %v225
  %v227 = mul i32 %v9, 32
  %v228 = urem i32 %v6, 32
  %v229 = add i32 %v227, %v228
  %v230 = mul i32 %v226, 128
  %v231 = mul i32 %v229, 2
  %v232 = add i32 %v230, %v231
  %v233 = getelementptr i8, ptr addrspace(3) @lds, i32 %v232
  %v234 = extractelement <16 x float> %v132, i32 0
  %v235 = fptrunc float %v234 to bfloat
  store bfloat %v235, ptr addrspace(3) %v233, align 2
  %v236 = extractelement <16 x float> %v132, i32 1
  %v237 = fptrunc float %v236 to bfloat
  %v238 = getelementptr i8, ptr addrspace(3) %v233, i32 128
  store bfloat %v237, ptr addrspace(3) %v238, align 2
  %v239 = extractelement <16 x float> %v132, i32 2
  %v240 = fptrunc float %v239 to bfloat
  %v241 = getelementptr i8, ptr addrspace(3) %v233, i32 256
  store bfloat %v240, ptr addrspace(3) %v241, align 2
  %v242 = extractelement <16 x float> %v132, i32 3
  %v243 = fptrunc float %v242 to bfloat
  %v244 = getelementptr i8, ptr addrspace(3) %v233, i32 384
  store bfloat %v243, ptr addrspace(3) %v244, align 2
  %v245 = extractelement <16 x float> %v132, i32 4
  %v246 = fptrunc float %v245 to bfloat
  %v247 = getelementptr i8, ptr addrspace(3) %v233, i32 1024
  store bfloat %v246, ptr addrspace(3) %v247, align 2
  %v248 = extractelement <16 x float> %v132, i32 5
  %v249 = fptrunc float %v248 to bfloat
  %v250 = getelementptr i8, ptr addrspace(3) %v233, i32 1152
  store bfloat %v249, ptr addrspace(3) %v250, align 2
  %v251 = extractelement <16 x float> %v132, i32 6
  %v252 = fptrunc float %v251 to bfloat
  %v253 = getelementptr i8, ptr addrspace(3) %v233, i32 1280
  store bfloat %v252, ptr addrspace(3) %v253, align 2
  %v254 = extractelement <16 x float> %v132, i32 7
  %v255 = fptrunc float %v254 to bfloat
  %v256 = getelementptr i8, ptr addrspace(3) %v233, i32 1408
  store bfloat %v255, ptr addrspace(3) %v256, align 2
  %v257 = extractelement <16 x float> %v132, i32 8
  %v258 = fptrunc float %v257 to bfloat
  %v259 = getelementptr i8, ptr addrspace(3) %v233, i32 2048
  store bfloat %v258, ptr addrspace(3) %v259, align 2
  %v260 = extractelement <16 x float> %v132, i32 9
  %v261 = fptrunc float %v260 to bfloat
  %v262 = getelementptr i8, ptr addrspace(3) %v233, i32 2176
  store bfloat %v261, ptr addrspace(3) %v262, align 2
  %v263 = extractelement <16 x float> %v132, i32 10
  %v264 = fptrunc float %v263 to bfloat
  %v265 = getelementptr i8, ptr addrspace(3) %v233, i32 2304
  store bfloat %v264, ptr addrspace(3) %v265, align 2
  %v266 = extractelement <16 x float> %v132, i32 11
  %v267 = fptrunc float %v266 to bfloat
  %v268 = getelementptr i8, ptr addrspace(3) %v233, i32 2432
  store bfloat %v267, ptr addrspace(3) %v268, align 2
  %v269 = extractelement <16 x float> %v132, i32 12
  %v270 = fptrunc float %v269 to bfloat
  %v271 = getelementptr i8, ptr addrspace(3) %v233, i32 3072
  store bfloat %v270, ptr addrspace(3) %v271, align 2
  %v272 = extractelement <16 x float> %v132, i32 13
  %v273 = fptrunc float %v272 to bfloat
  %v274 = getelementptr i8, ptr addrspace(3) %v233, i32 3200
  store bfloat %v273, ptr addrspace(3) %v274, align 2
  %v275 = extractelement <16 x float> %v132, i32 14
  %v276 = fptrunc float %v275 to bfloat
  %v277 = getelementptr i8, ptr addrspace(3) %v233, i32 3328
  store bfloat %v276, ptr addrspace(3) %v277, align 2
  %v278 = extractelement <16 x float> %v132, i32 15
  %v279 = fptrunc float %v278 to bfloat
  %v280 = getelementptr i8, ptr addrspace(3) %v233, i32 3456
  store bfloat %v279, ptr addrspace(3) %v280, align 2
  %v281 = extractelement <16 x float> %v133, i32 0
  %v282 = fptrunc float %v281 to bfloat
  %v283 = getelementptr i8, ptr addrspace(3) %v233, i32 4096
  store bfloat %v282, ptr addrspace(3) %v283, align 2
  %v284 = extractelement <16 x float> %v133, i32 1
  %v285 = fptrunc float %v284 to bfloat
  %v286 = getelementptr i8, ptr addrspace(3) %v233, i32 4224
  store bfloat %v285, ptr addrspace(3) %v286, align 2
  %v287 = extractelement <16 x float> %v133, i32 2
  %v288 = fptrunc float %v287 to bfloat
  %v289 = getelementptr i8, ptr addrspace(3) %v233, i32 4352
  store bfloat %v288, ptr addrspace(3) %v289, align 2
  %v290 = extractelement <16 x float> %v133, i32 3
  %v291 = fptrunc float %v290 to bfloat
  %v292 = getelementptr i8, ptr addrspace(3) %v233, i32 4480
  store bfloat %v291, ptr addrspace(3) %v292, align 2
  %v293 = extractelement <16 x float> %v133, i32 4
  %v294 = fptrunc float %v293 to bfloat
  %v295 = getelementptr i8, ptr addrspace(3) %v233, i32 5120
  store bfloat %v294, ptr addrspace(3) %v295, align 2
  %v296 = extractelement <16 x float> %v133, i32 5
  %v297 = fptrunc float %v296 to bfloat
  %v298 = getelementptr i8, ptr addrspace(3) %v233, i32 5248
  store bfloat %v297, ptr addrspace(3) %v298, align 2
  %v299 = extractelement <16 x float> %v133, i32 6
  %v300 = fptrunc float %v299 to bfloat
  %v301 = getelementptr i8, ptr addrspace(3) %v233, i32 5376
  store bfloat %v300, ptr addrspace(3) %v301, align 2
  %v302 = extractelement <16 x float> %v133, i32 7
  %v303 = fptrunc float %v302 to bfloat
  %v304 = getelementptr i8, ptr addrspace(3) %v233, i32 5504
  store bfloat %v303, ptr addrspace(3) %v304, align 2
  %v305 = extractelement <16 x float> %v133, i32 8
  %v306 = fptrunc float %v305 to bfloat
  %v307 = getelementptr i8, ptr addrspace(3) %v233, i32 6144
  store bfloat %v306, ptr addrspace(3) %v307, align 2
  %v308 = extractelement <16 x float> %v133, i32 9
  %v309 = fptrunc float %v308 to bfloat
  %v310 = getelementptr i8, ptr addrspace(3) %v233, i32 6272
  store bfloat %v309, ptr addrspace(3) %v310, align 2
  %v311 = extractelement <16 x float> %v133, i32 10
  %v312 = fptrunc float %v311 to bfloat
  %v313 = getelementptr i8, ptr addrspace(3) %v233, i32 6400
  store bfloat %v312, ptr addrspace(3) %v313, align 2
  %v314 = extractelement <16 x float> %v133, i32 11
  %v315 = fptrunc float %v314 to bfloat
  %v316 = getelementptr i8, ptr addrspace(3) %v233, i32 6528
  store bfloat %v315, ptr addrspace(3) %v316, align 2
  %v317 = extractelement <16 x float> %v133, i32 12
  %v318 = fptrunc float %v317 to bfloat
  %v319 = getelementptr i8, ptr addrspace(3) %v233, i32 7168
  store bfloat %v318, ptr addrspace(3) %v319, align 2
  %v320 = extractelement <16 x float> %v133, i32 13
  %v321 = fptrunc float %v320 to bfloat
  %v322 = getelementptr i8, ptr addrspace(3) %v233, i32 7296
  store bfloat %v321, ptr addrspace(3) %v322, align 2
  %v323 = extractelement <16 x float> %v133, i32 14
  %v324 = fptrunc float %v323 to bfloat
  %v325 = getelementptr i8, ptr addrspace(3) %v233, i32 7424
  store bfloat %v324, ptr addrspace(3) %v325, align 2
  %v326 = extractelement <16 x float> %v133, i32 15
  %v327 = fptrunc float %v326 to bfloat
  %v328 = getelementptr i8, ptr addrspace(3) %v233, i32 7552
  store bfloat %v327, ptr addrspace(3) %v328, align 2
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; epilogue: wide stores
  %v329 = udiv i32 %v5, 8
  %v330 = urem i32 %v5, 8
  %v331 = add i32 %v329, 32
  %v332 = add i32 %v329, 64
  %v333 = add i32 %v329, 96
  %v334 = mul i32 %v330, 8
  %v335 = add i32 %v4, %v329
  %v336 = mul i32 %v335, 128
  %v337 = icmp ult i32 %v335, 392
  %v338 = add i32 %v4, %v331
  %v339 = mul i32 %v338, 128
  %v340 = icmp ult i32 %v338, 392
  %v341 = add i32 %v4, %v332
  %v342 = mul i32 %v341, 128
  %v343 = icmp ult i32 %v341, 392
  %v344 = add i32 %v4, %v333
  %v345 = mul i32 %v344, 128
  %v346 = icmp ult i32 %v344, 392
  %v347 = mul i32 %v334, 2
  %v348 = mul i32 %v329, 128
  %v349 = mul i32 %v334, 2
  %v350 = add i32 %v348, %v349
  %v351 = getelementptr i8, ptr addrspace(3) @lds, i32 %v350
  %v352 = load <8 x bfloat>, ptr addrspace(3) %v351, align 16
  %v353 = add i32 %v336, %v347
  %v354 = select i1 %v337, i32 %v353, i32 -2147483648
  %v355 = bitcast <8 x bfloat> %v352 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v355, ptr addrspace(8) %v2, i32 %v354, i32 0, i32 0)
  %v356 = mul i32 %v331, 128
  %v357 = mul i32 %v334, 2
  %v358 = add i32 %v356, %v357
  %v359 = getelementptr i8, ptr addrspace(3) @lds, i32 %v358
  %v360 = load <8 x bfloat>, ptr addrspace(3) %v359, align 16
  %v361 = add i32 %v339, %v347
  %v362 = select i1 %v340, i32 %v361, i32 -2147483648
  %v363 = bitcast <8 x bfloat> %v360 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v363, ptr addrspace(8) %v2, i32 %v362, i32 0, i32 0)
  %v364 = mul i32 %v332, 128
  %v365 = mul i32 %v334, 2
  %v366 = add i32 %v364, %v365
  %v367 = getelementptr i8, ptr addrspace(3) @lds, i32 %v366
  %v368 = load <8 x bfloat>, ptr addrspace(3) %v367, align 16
  %v369 = add i32 %v342, %v347
  %v370 = select i1 %v343, i32 %v369, i32 -2147483648
  %v371 = bitcast <8 x bfloat> %v368 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v371, ptr addrspace(8) %v2, i32 %v370, i32 0, i32 0)
  %v372 = mul i32 %v333, 128
  %v373 = mul i32 %v334, 2
  %v374 = add i32 %v372, %v373
  %v375 = getelementptr i8, ptr addrspace(3) @lds, i32 %v374
  %v376 = load <8 x bfloat>, ptr addrspace(3) %v375, align 16
  %v377 = add i32 %v345, %v347
  %v378 = select i1 %v346, i32 %v377, i32 -2147483648
  %v379 = bitcast <8 x bfloat> %v376 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v379, ptr addrspace(8) %v2, i32 %v378, i32 0, i32 0)
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
