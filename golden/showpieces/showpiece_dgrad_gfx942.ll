target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [21760 x i8] poison, align 16

define amdgpu_kernel void @dgrad_gfx942_n2c32k32g1_i8x8_f3x3_s1x1_d1x1_p1x1_1x1_bf16_bf16_t128x32x64_w2x1_a32x32x8_mem_cshuffle_pad4x4_5b4f1521867e(ptr addrspace(1) noalias readonly align 16 %dy, ptr addrspace(1) noalias readonly align 16 %w, ptr addrspace(1) noalias writeonly align 16 %dx) #0 {
entry:
  ; tensors
  %v0 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %dy, i16 0, i64 8192, i32 159744)
  %v1 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %w, i16 0, i64 18432, i32 159744)
  %v2 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %dx, i16 0, i64 8192, i32 159744)
  ; work item: group, phase, tile
  %v3 = call i32 @llvm.amdgcn.workgroup.id.x()
  %v4 = mul i32 %v3, 128
  ; thread, lane and warp
  %v5 = call i32 @llvm.amdgcn.workitem.id.x()
  %v6 = urem i32 %v5, 64
  %v7 = udiv i32 %v5, 64
  %v8 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v7)
  ; loader of dy
  %v9 = udiv i32 %v5, 8
  %v10 = urem i32 %v5, 8
  %v11 = add i32 %v9, 16
  %v12 = add i32 %v9, 32
  %v13 = add i32 %v9, 48
  %v14 = add i32 %v9, 64
  %v15 = add i32 %v9, 80
  %v16 = add i32 %v9, 96
  %v17 = add i32 %v9, 112
  %v18 = mul i32 %v10, 8
  %v19 = add i32 %v4, %v9
  %v20 = urem i32 %v19, 8
  %v21 = udiv i32 %v19, 8
  %v22 = urem i32 %v21, 8
  %v23 = udiv i32 %v21, 8
  %v24 = mul i32 %v23, 4096
  %v25 = add i32 576, %v24
  %v26 = mul i32 %v22, 512
  %v27 = add i32 %v25, %v26
  %v28 = add i32 1, %v22
  %v29 = mul i32 %v20, 64
  %v30 = add i32 %v27, %v29
  %v31 = add i32 1, %v20
  %v32 = add i32 %v4, %v11
  %v33 = urem i32 %v32, 8
  %v34 = udiv i32 %v32, 8
  %v35 = urem i32 %v34, 8
  %v36 = udiv i32 %v34, 8
  %v37 = mul i32 %v36, 4096
  %v38 = add i32 576, %v37
  %v39 = mul i32 %v35, 512
  %v40 = add i32 %v38, %v39
  %v41 = add i32 1, %v35
  %v42 = mul i32 %v33, 64
  %v43 = add i32 %v40, %v42
  %v44 = add i32 1, %v33
  %v45 = add i32 %v4, %v12
  %v46 = urem i32 %v45, 8
  %v47 = udiv i32 %v45, 8
  %v48 = urem i32 %v47, 8
  %v49 = udiv i32 %v47, 8
  %v50 = mul i32 %v49, 4096
  %v51 = add i32 576, %v50
  %v52 = mul i32 %v48, 512
  %v53 = add i32 %v51, %v52
  %v54 = add i32 1, %v48
  %v55 = mul i32 %v46, 64
  %v56 = add i32 %v53, %v55
  %v57 = add i32 1, %v46
  %v58 = add i32 %v4, %v13
  %v59 = urem i32 %v58, 8
  %v60 = udiv i32 %v58, 8
  %v61 = urem i32 %v60, 8
  %v62 = udiv i32 %v60, 8
  %v63 = mul i32 %v62, 4096
  %v64 = add i32 576, %v63
  %v65 = mul i32 %v61, 512
  %v66 = add i32 %v64, %v65
  %v67 = add i32 1, %v61
  %v68 = mul i32 %v59, 64
  %v69 = add i32 %v66, %v68
  %v70 = add i32 1, %v59
  %v71 = add i32 %v4, %v14
  %v72 = urem i32 %v71, 8
  %v73 = udiv i32 %v71, 8
  %v74 = urem i32 %v73, 8
  %v75 = udiv i32 %v73, 8
  %v76 = mul i32 %v75, 4096
  %v77 = add i32 576, %v76
  %v78 = mul i32 %v74, 512
  %v79 = add i32 %v77, %v78
  %v80 = add i32 1, %v74
  %v81 = mul i32 %v72, 64
  %v82 = add i32 %v79, %v81
  %v83 = add i32 1, %v72
  %v84 = add i32 %v4, %v15
  %v85 = urem i32 %v84, 8
  %v86 = udiv i32 %v84, 8
  %v87 = urem i32 %v86, 8
  %v88 = udiv i32 %v86, 8
  %v89 = mul i32 %v88, 4096
  %v90 = add i32 576, %v89
  %v91 = mul i32 %v87, 512
  %v92 = add i32 %v90, %v91
  %v93 = add i32 1, %v87
  %v94 = mul i32 %v85, 64
  %v95 = add i32 %v92, %v94
  %v96 = add i32 1, %v85
  %v97 = add i32 %v4, %v16
  %v98 = urem i32 %v97, 8
  %v99 = udiv i32 %v97, 8
  %v100 = urem i32 %v99, 8
  %v101 = udiv i32 %v99, 8
  %v102 = mul i32 %v101, 4096
  %v103 = add i32 576, %v102
  %v104 = mul i32 %v100, 512
  %v105 = add i32 %v103, %v104
  %v106 = add i32 1, %v100
  %v107 = mul i32 %v98, 64
  %v108 = add i32 %v105, %v107
  %v109 = add i32 1, %v98
  %v110 = add i32 %v4, %v17
  %v111 = urem i32 %v110, 8
  %v112 = udiv i32 %v110, 8
  %v113 = urem i32 %v112, 8
  %v114 = udiv i32 %v112, 8
  %v115 = mul i32 %v114, 4096
  %v116 = add i32 576, %v115
  %v117 = mul i32 %v113, 512
  %v118 = add i32 %v116, %v117
  %v119 = add i32 1, %v113
  %v120 = mul i32 %v111, 64
  %v121 = add i32 %v118, %v120
  %v122 = add i32 1, %v111
  %v123 = urem i32 %v18, 32
  %v124 = udiv i32 %v18, 32
  %v125 = urem i32 %v124, 3
  %v126 = udiv i32 %v124, 3
  %v127 = mul i32 %v9, 136
  %v128 = mul i32 %v18, 2
  %v129 = add i32 %v127, %v128
  %v130 = getelementptr i8, ptr addrspace(3) @lds, i32 %v129
  %v131 = mul i32 %v11, 136
  %v132 = mul i32 %v18, 2
  %v133 = add i32 %v131, %v132
  %v134 = getelementptr i8, ptr addrspace(3) @lds, i32 %v133
  %v135 = mul i32 %v12, 136
  %v136 = mul i32 %v18, 2
  %v137 = add i32 %v135, %v136
  %v138 = getelementptr i8, ptr addrspace(3) @lds, i32 %v137
  %v139 = mul i32 %v13, 136
  %v140 = mul i32 %v18, 2
  %v141 = add i32 %v139, %v140
  %v142 = getelementptr i8, ptr addrspace(3) @lds, i32 %v141
  %v143 = mul i32 %v14, 136
  %v144 = mul i32 %v18, 2
  %v145 = add i32 %v143, %v144
  %v146 = getelementptr i8, ptr addrspace(3) @lds, i32 %v145
  %v147 = mul i32 %v15, 136
  %v148 = mul i32 %v18, 2
  %v149 = add i32 %v147, %v148
  %v150 = getelementptr i8, ptr addrspace(3) @lds, i32 %v149
  %v151 = mul i32 %v16, 136
  %v152 = mul i32 %v18, 2
  %v153 = add i32 %v151, %v152
  %v154 = getelementptr i8, ptr addrspace(3) @lds, i32 %v153
  %v155 = mul i32 %v17, 136
  %v156 = mul i32 %v18, 2
  %v157 = add i32 %v155, %v156
  %v158 = getelementptr i8, ptr addrspace(3) @lds, i32 %v157
  ; loader of w
  %v159 = getelementptr i8, ptr addrspace(3) @lds, i32 17408
  %v160 = udiv i32 %v5, 4
  %v161 = urem i32 %v5, 4
  %v162 = add i32 %v160, 32
  %v163 = mul i32 %v161, 8
  %v164 = mul i32 %v163, 2
  %v165 = urem i32 %v160, 32
  %v166 = udiv i32 %v160, 32
  %v167 = urem i32 %v162, 32
  %v168 = udiv i32 %v162, 32
  %v169 = mul i32 %v163, 136
  %v170 = mul i32 %v160, 2
  %v171 = add i32 %v169, %v170
  %v172 = getelementptr i8, ptr addrspace(3) %v159, i32 %v171
  %v173 = mul i32 %v163, 136
  %v174 = mul i32 %v162, 2
  %v175 = add i32 %v173, %v174
  %v176 = getelementptr i8, ptr addrspace(3) %v159, i32 %v175
  ; fragments
  %v177 = mul i32 %v8, 64
  %v178 = urem i32 %v6, 32
  %v179 = add i32 %v177, %v178
  %v180 = udiv i32 %v6, 32
  %v181 = mul i32 %v180, 4
  %v182 = mul i32 %v179, 136
  %v183 = mul i32 %v181, 2
  %v184 = add i32 %v182, %v183
  %v185 = getelementptr i8, ptr addrspace(3) @lds, i32 %v184
  %v186 = getelementptr i8, ptr addrspace(3) @lds, i32 17408
  %v187 = urem i32 %v6, 32
  %v188 = udiv i32 %v6, 32
  %v189 = mul i32 %v188, 4
  %v190 = mul i32 %v187, 136
  %v191 = mul i32 %v189, 2
  %v192 = add i32 %v190, %v191
  %v193 = getelementptr i8, ptr addrspace(3) %v186, i32 %v192
  %v194 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> zeroinitializer)
  ; main loop
  br label %loop0
loop0:
  %v195 = phi i32 [ 0, %entry ], [ %next0, %body0 ]
  %v196 = phi i32 [ %v126, %entry ], [ %v298, %body0 ]
  %v197 = phi i32 [ %v125, %entry ], [ %v296, %body0 ]
  %v198 = phi i32 [ %v123, %entry ], [ %v198, %body0 ]
  %v199 = phi i32 [ %v166, %entry ], [ %v315, %body0 ]
  %v200 = phi i32 [ %v165, %entry ], [ %v200, %body0 ]
  %v201 = phi i32 [ %v168, %entry ], [ %v316, %body0 ]
  %v202 = phi i32 [ %v167, %entry ], [ %v202, %body0 ]
  %v203 = phi <16 x float> [ %v194, %entry ], [ %v437, %body0 ]
  %v204 = phi <16 x float> [ %v194, %entry ], [ %v440, %body0 ]
  %more0 = icmp ult i32 %v195, 5
  br i1 %more0, label %body0, label %done0
body0:
  ; fetch
  %v205 = mul i32 %v196, -512
  %v206 = mul i32 %v196, -1
  %v207 = mul i32 %v197, -64
  %v208 = add i32 %v205, %v207
  %v209 = mul i32 %v197, -1
  %v210 = mul i32 %v198, 2
  %v211 = add i32 %v208, %v210
  %v212 = icmp ult i32 %v196, 3
  %v213 = add i32 %v30, %v211
  %v214 = add i32 %v28, %v206
  %v215 = icmp ult i32 %v214, 8
  %v216 = and i1 %v212, %v215
  %v217 = add i32 %v31, %v209
  %v218 = icmp ult i32 %v217, 8
  %v219 = and i1 %v216, %v218
  %v220 = add i32 %v43, %v211
  %v221 = add i32 %v41, %v206
  %v222 = icmp ult i32 %v221, 8
  %v223 = and i1 %v212, %v222
  %v224 = add i32 %v44, %v209
  %v225 = icmp ult i32 %v224, 8
  %v226 = and i1 %v223, %v225
  %v227 = add i32 %v56, %v211
  %v228 = add i32 %v54, %v206
  %v229 = icmp ult i32 %v228, 8
  %v230 = and i1 %v212, %v229
  %v231 = add i32 %v57, %v209
  %v232 = icmp ult i32 %v231, 8
  %v233 = and i1 %v230, %v232
  %v234 = add i32 %v69, %v211
  %v235 = add i32 %v67, %v206
  %v236 = icmp ult i32 %v235, 8
  %v237 = and i1 %v212, %v236
  %v238 = add i32 %v70, %v209
  %v239 = icmp ult i32 %v238, 8
  %v240 = and i1 %v237, %v239
  %v241 = add i32 %v82, %v211
  %v242 = add i32 %v80, %v206
  %v243 = icmp ult i32 %v242, 8
  %v244 = and i1 %v212, %v243
  %v245 = add i32 %v83, %v209
  %v246 = icmp ult i32 %v245, 8
  %v247 = and i1 %v244, %v246
  %v248 = add i32 %v95, %v211
  %v249 = add i32 %v93, %v206
  %v250 = icmp ult i32 %v249, 8
  %v251 = and i1 %v212, %v250
  %v252 = add i32 %v96, %v209
  %v253 = icmp ult i32 %v252, 8
  %v254 = and i1 %v251, %v253
  %v255 = add i32 %v108, %v211
  %v256 = add i32 %v106, %v206
  %v257 = icmp ult i32 %v256, 8
  %v258 = and i1 %v212, %v257
  %v259 = add i32 %v109, %v209
  %v260 = icmp ult i32 %v259, 8
  %v261 = and i1 %v258, %v260
  %v262 = add i32 %v121, %v211
  %v263 = add i32 %v119, %v206
  %v264 = icmp ult i32 %v263, 8
  %v265 = and i1 %v212, %v264
  %v266 = add i32 %v122, %v209
  %v267 = icmp ult i32 %v266, 8
  %v268 = and i1 %v265, %v267
  %v269 = select i1 %v219, i32 %v213, i32 -2147483648
  %v270 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v269, i32 0, i32 0)
  %v271 = bitcast <4 x i32> %v270 to <8 x bfloat>
  %v272 = select i1 %v226, i32 %v220, i32 -2147483648
  %v273 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v272, i32 0, i32 0)
  %v274 = bitcast <4 x i32> %v273 to <8 x bfloat>
  %v275 = select i1 %v233, i32 %v227, i32 -2147483648
  %v276 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v275, i32 0, i32 0)
  %v277 = bitcast <4 x i32> %v276 to <8 x bfloat>
  %v278 = select i1 %v240, i32 %v234, i32 -2147483648
  %v279 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v278, i32 0, i32 0)
  %v280 = bitcast <4 x i32> %v279 to <8 x bfloat>
  %v281 = select i1 %v247, i32 %v241, i32 -2147483648
  %v282 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v281, i32 0, i32 0)
  %v283 = bitcast <4 x i32> %v282 to <8 x bfloat>
  %v284 = select i1 %v254, i32 %v248, i32 -2147483648
  %v285 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v284, i32 0, i32 0)
  %v286 = bitcast <4 x i32> %v285 to <8 x bfloat>
  %v287 = select i1 %v261, i32 %v255, i32 -2147483648
  %v288 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v287, i32 0, i32 0)
  %v289 = bitcast <4 x i32> %v288 to <8 x bfloat>
  %v290 = select i1 %v268, i32 %v262, i32 -2147483648
  %v291 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v290, i32 0, i32 0)
  %v292 = bitcast <4 x i32> %v291 to <8 x bfloat>
  %v293 = add i32 %v197, 2
  %v294 = icmp uge i32 %v293, 3
  %v295 = sub i32 %v293, 3
  %v296 = select i1 %v294, i32 %v295, i32 %v293
  %v297 = select i1 %v294, i32 1, i32 0
  %v298 = add i32 %v196, %v297
  %v299 = mul i32 %v199, 64
  %v300 = mul i32 %v200, 576
  %v301 = add i32 %v299, %v300
  %v302 = icmp ult i32 %v199, 9
  %v303 = mul i32 %v201, 64
  %v304 = mul i32 %v202, 576
  %v305 = add i32 %v303, %v304
  %v306 = icmp ult i32 %v201, 9
  %v307 = add i32 %v164, %v301
  %v308 = add i32 %v164, %v305
  %v309 = select i1 %v302, i32 %v307, i32 -2147483648
  %v310 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v309, i32 0, i32 0)
  %v311 = bitcast <4 x i32> %v310 to <8 x bfloat>
  %v312 = select i1 %v306, i32 %v308, i32 -2147483648
  %v313 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v312, i32 0, i32 0)
  %v314 = bitcast <4 x i32> %v313 to <8 x bfloat>
  %v315 = add i32 %v199, 2
  %v316 = add i32 %v201, 2
  ; commit
  store <8 x bfloat> %v271, ptr addrspace(3) %v130, align 8
  store <8 x bfloat> %v274, ptr addrspace(3) %v134, align 8
  store <8 x bfloat> %v277, ptr addrspace(3) %v138, align 8
  store <8 x bfloat> %v280, ptr addrspace(3) %v142, align 8
  store <8 x bfloat> %v283, ptr addrspace(3) %v146, align 8
  store <8 x bfloat> %v286, ptr addrspace(3) %v150, align 8
  store <8 x bfloat> %v289, ptr addrspace(3) %v154, align 8
  store <8 x bfloat> %v292, ptr addrspace(3) %v158, align 8
  %v317 = extractelement <8 x bfloat> %v311, i32 0
  store bfloat %v317, ptr addrspace(3) %v172, align 2
  %v318 = extractelement <8 x bfloat> %v311, i32 1
  %v319 = getelementptr i8, ptr addrspace(3) %v172, i32 136
  store bfloat %v318, ptr addrspace(3) %v319, align 2
  %v320 = extractelement <8 x bfloat> %v311, i32 2
  %v321 = getelementptr i8, ptr addrspace(3) %v172, i32 272
  store bfloat %v320, ptr addrspace(3) %v321, align 2
  %v322 = extractelement <8 x bfloat> %v311, i32 3
  %v323 = getelementptr i8, ptr addrspace(3) %v172, i32 408
  store bfloat %v322, ptr addrspace(3) %v323, align 2
  %v324 = extractelement <8 x bfloat> %v311, i32 4
  %v325 = getelementptr i8, ptr addrspace(3) %v172, i32 544
  store bfloat %v324, ptr addrspace(3) %v325, align 2
  %v326 = extractelement <8 x bfloat> %v311, i32 5
  %v327 = getelementptr i8, ptr addrspace(3) %v172, i32 680
  store bfloat %v326, ptr addrspace(3) %v327, align 2
  %v328 = extractelement <8 x bfloat> %v311, i32 6
  %v329 = getelementptr i8, ptr addrspace(3) %v172, i32 816
  store bfloat %v328, ptr addrspace(3) %v329, align 2
  %v330 = extractelement <8 x bfloat> %v311, i32 7
  %v331 = getelementptr i8, ptr addrspace(3) %v172, i32 952
  store bfloat %v330, ptr addrspace(3) %v331, align 2
  %v332 = extractelement <8 x bfloat> %v314, i32 0
  store bfloat %v332, ptr addrspace(3) %v176, align 2
  %v333 = extractelement <8 x bfloat> %v314, i32 1
  %v334 = getelementptr i8, ptr addrspace(3) %v176, i32 136
  store bfloat %v333, ptr addrspace(3) %v334, align 2
  %v335 = extractelement <8 x bfloat> %v314, i32 2
  %v336 = getelementptr i8, ptr addrspace(3) %v176, i32 272
  store bfloat %v335, ptr addrspace(3) %v336, align 2
  %v337 = extractelement <8 x bfloat> %v314, i32 3
  %v338 = getelementptr i8, ptr addrspace(3) %v176, i32 408
  store bfloat %v337, ptr addrspace(3) %v338, align 2
  %v339 = extractelement <8 x bfloat> %v314, i32 4
  %v340 = getelementptr i8, ptr addrspace(3) %v176, i32 544
  store bfloat %v339, ptr addrspace(3) %v340, align 2
  %v341 = extractelement <8 x bfloat> %v314, i32 5
  %v342 = getelementptr i8, ptr addrspace(3) %v176, i32 680
  store bfloat %v341, ptr addrspace(3) %v342, align 2
  %v343 = extractelement <8 x bfloat> %v314, i32 6
  %v344 = getelementptr i8, ptr addrspace(3) %v176, i32 816
  store bfloat %v343, ptr addrspace(3) %v344, align 2
  %v345 = extractelement <8 x bfloat> %v314, i32 7
  %v346 = getelementptr i8, ptr addrspace(3) %v176, i32 952
  store bfloat %v345, ptr addrspace(3) %v346, align 2
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; compute
  %v347 = load <4 x bfloat>, ptr addrspace(3) %v185, align 8
  %v348 = getelementptr i8, ptr addrspace(3) %v185, i32 4352
  %v349 = load <4 x bfloat>, ptr addrspace(3) %v348, align 8
  %v350 = load <4 x bfloat>, ptr addrspace(3) %v193, align 8
  %v351 = bitcast <4 x bfloat> %v347 to <4 x i16>
  %v352 = bitcast <4 x bfloat> %v350 to <4 x i16>
  %v353 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v351, <4 x i16> %v352, <16 x float> %v203, i32 0, i32 0, i32 0)
  %v354 = bitcast <4 x bfloat> %v349 to <4 x i16>
  %v355 = bitcast <4 x bfloat> %v350 to <4 x i16>
  %v356 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v354, <4 x i16> %v355, <16 x float> %v204, i32 0, i32 0, i32 0)
  %v357 = getelementptr i8, ptr addrspace(3) %v185, i32 16
  %v358 = load <4 x bfloat>, ptr addrspace(3) %v357, align 8
  %v359 = getelementptr i8, ptr addrspace(3) %v185, i32 4368
  %v360 = load <4 x bfloat>, ptr addrspace(3) %v359, align 8
  %v361 = getelementptr i8, ptr addrspace(3) %v193, i32 16
  %v362 = load <4 x bfloat>, ptr addrspace(3) %v361, align 8
  %v363 = bitcast <4 x bfloat> %v358 to <4 x i16>
  %v364 = bitcast <4 x bfloat> %v362 to <4 x i16>
  %v365 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v363, <4 x i16> %v364, <16 x float> %v353, i32 0, i32 0, i32 0)
  %v366 = bitcast <4 x bfloat> %v360 to <4 x i16>
  %v367 = bitcast <4 x bfloat> %v362 to <4 x i16>
  %v368 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v366, <4 x i16> %v367, <16 x float> %v356, i32 0, i32 0, i32 0)
  %v369 = getelementptr i8, ptr addrspace(3) %v185, i32 32
  %v370 = load <4 x bfloat>, ptr addrspace(3) %v369, align 8
  %v371 = getelementptr i8, ptr addrspace(3) %v185, i32 4384
  %v372 = load <4 x bfloat>, ptr addrspace(3) %v371, align 8
  %v373 = getelementptr i8, ptr addrspace(3) %v193, i32 32
  %v374 = load <4 x bfloat>, ptr addrspace(3) %v373, align 8
  %v375 = bitcast <4 x bfloat> %v370 to <4 x i16>
  %v376 = bitcast <4 x bfloat> %v374 to <4 x i16>
  %v377 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v375, <4 x i16> %v376, <16 x float> %v365, i32 0, i32 0, i32 0)
  %v378 = bitcast <4 x bfloat> %v372 to <4 x i16>
  %v379 = bitcast <4 x bfloat> %v374 to <4 x i16>
  %v380 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v378, <4 x i16> %v379, <16 x float> %v368, i32 0, i32 0, i32 0)
  %v381 = getelementptr i8, ptr addrspace(3) %v185, i32 48
  %v382 = load <4 x bfloat>, ptr addrspace(3) %v381, align 8
  %v383 = getelementptr i8, ptr addrspace(3) %v185, i32 4400
  %v384 = load <4 x bfloat>, ptr addrspace(3) %v383, align 8
  %v385 = getelementptr i8, ptr addrspace(3) %v193, i32 48
  %v386 = load <4 x bfloat>, ptr addrspace(3) %v385, align 8
  %v387 = bitcast <4 x bfloat> %v382 to <4 x i16>
  %v388 = bitcast <4 x bfloat> %v386 to <4 x i16>
  %v389 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v387, <4 x i16> %v388, <16 x float> %v377, i32 0, i32 0, i32 0)
  %v390 = bitcast <4 x bfloat> %v384 to <4 x i16>
  %v391 = bitcast <4 x bfloat> %v386 to <4 x i16>
  %v392 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v390, <4 x i16> %v391, <16 x float> %v380, i32 0, i32 0, i32 0)
  %v393 = getelementptr i8, ptr addrspace(3) %v185, i32 64
  %v394 = load <4 x bfloat>, ptr addrspace(3) %v393, align 8
  %v395 = getelementptr i8, ptr addrspace(3) %v185, i32 4416
  %v396 = load <4 x bfloat>, ptr addrspace(3) %v395, align 8
  %v397 = getelementptr i8, ptr addrspace(3) %v193, i32 64
  %v398 = load <4 x bfloat>, ptr addrspace(3) %v397, align 8
  %v399 = bitcast <4 x bfloat> %v394 to <4 x i16>
  %v400 = bitcast <4 x bfloat> %v398 to <4 x i16>
  %v401 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v399, <4 x i16> %v400, <16 x float> %v389, i32 0, i32 0, i32 0)
  %v402 = bitcast <4 x bfloat> %v396 to <4 x i16>
  %v403 = bitcast <4 x bfloat> %v398 to <4 x i16>
  %v404 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v402, <4 x i16> %v403, <16 x float> %v392, i32 0, i32 0, i32 0)
  %v405 = getelementptr i8, ptr addrspace(3) %v185, i32 80
  %v406 = load <4 x bfloat>, ptr addrspace(3) %v405, align 8
  %v407 = getelementptr i8, ptr addrspace(3) %v185, i32 4432
  %v408 = load <4 x bfloat>, ptr addrspace(3) %v407, align 8
  %v409 = getelementptr i8, ptr addrspace(3) %v193, i32 80
  %v410 = load <4 x bfloat>, ptr addrspace(3) %v409, align 8
  %v411 = bitcast <4 x bfloat> %v406 to <4 x i16>
  %v412 = bitcast <4 x bfloat> %v410 to <4 x i16>
  %v413 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v411, <4 x i16> %v412, <16 x float> %v401, i32 0, i32 0, i32 0)
  %v414 = bitcast <4 x bfloat> %v408 to <4 x i16>
  %v415 = bitcast <4 x bfloat> %v410 to <4 x i16>
  %v416 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v414, <4 x i16> %v415, <16 x float> %v404, i32 0, i32 0, i32 0)
  %v417 = getelementptr i8, ptr addrspace(3) %v185, i32 96
  %v418 = load <4 x bfloat>, ptr addrspace(3) %v417, align 8
  %v419 = getelementptr i8, ptr addrspace(3) %v185, i32 4448
  %v420 = load <4 x bfloat>, ptr addrspace(3) %v419, align 8
  %v421 = getelementptr i8, ptr addrspace(3) %v193, i32 96
  %v422 = load <4 x bfloat>, ptr addrspace(3) %v421, align 8
  %v423 = bitcast <4 x bfloat> %v418 to <4 x i16>
  %v424 = bitcast <4 x bfloat> %v422 to <4 x i16>
  %v425 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v423, <4 x i16> %v424, <16 x float> %v413, i32 0, i32 0, i32 0)
  %v426 = bitcast <4 x bfloat> %v420 to <4 x i16>
  %v427 = bitcast <4 x bfloat> %v422 to <4 x i16>
  %v428 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v426, <4 x i16> %v427, <16 x float> %v416, i32 0, i32 0, i32 0)
  %v429 = getelementptr i8, ptr addrspace(3) %v185, i32 112
  %v430 = load <4 x bfloat>, ptr addrspace(3) %v429, align 8
  %v431 = getelementptr i8, ptr addrspace(3) %v185, i32 4464
  %v432 = load <4 x bfloat>, ptr addrspace(3) %v431, align 8
  %v433 = getelementptr i8, ptr addrspace(3) %v193, i32 112
  %v434 = load <4 x bfloat>, ptr addrspace(3) %v433, align 8
  %v435 = bitcast <4 x bfloat> %v430 to <4 x i16>
  %v436 = bitcast <4 x bfloat> %v434 to <4 x i16>
  %v437 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v435, <4 x i16> %v436, <16 x float> %v425, i32 0, i32 0, i32 0)
  %v438 = bitcast <4 x bfloat> %v432 to <4 x i16>
  %v439 = bitcast <4 x bfloat> %v434 to <4 x i16>
  %v440 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v438, <4 x i16> %v439, <16 x float> %v428, i32 0, i32 0, i32 0)
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %next0 = add i32 %v195, 1
  br label %loop0
done0:
  ; after the main loop
  ; epilogue
  %v441 = mul i32 %v8, 64
  %v442 = udiv i32 %v6, 32
  %v443 = mul i32 %v442, 4
  %v444 = add i32 %v441, %v443
  %v445 = urem i32 %v6, 32
  %v446 = mul i32 %v444, 64
  %v447 = mul i32 %v445, 2
  %v448 = add i32 %v446, %v447
  %v449 = getelementptr i8, ptr addrspace(3) @lds, i32 %v448
  %v450 = extractelement <16 x float> %v203, i32 0
  %v451 = fptrunc float %v450 to bfloat
  store bfloat %v451, ptr addrspace(3) %v449, align 2
  %v452 = extractelement <16 x float> %v203, i32 1
  %v453 = fptrunc float %v452 to bfloat
  %v454 = getelementptr i8, ptr addrspace(3) %v449, i32 64
  store bfloat %v453, ptr addrspace(3) %v454, align 2
  %v455 = extractelement <16 x float> %v203, i32 2
  %v456 = fptrunc float %v455 to bfloat
  %v457 = getelementptr i8, ptr addrspace(3) %v449, i32 128
  store bfloat %v456, ptr addrspace(3) %v457, align 2
  %v458 = extractelement <16 x float> %v203, i32 3
  %v459 = fptrunc float %v458 to bfloat
  %v460 = getelementptr i8, ptr addrspace(3) %v449, i32 192
  store bfloat %v459, ptr addrspace(3) %v460, align 2
  %v461 = extractelement <16 x float> %v203, i32 4
  %v462 = fptrunc float %v461 to bfloat
  %v463 = getelementptr i8, ptr addrspace(3) %v449, i32 512
  store bfloat %v462, ptr addrspace(3) %v463, align 2
  %v464 = extractelement <16 x float> %v203, i32 5
  %v465 = fptrunc float %v464 to bfloat
  %v466 = getelementptr i8, ptr addrspace(3) %v449, i32 576
  store bfloat %v465, ptr addrspace(3) %v466, align 2
  %v467 = extractelement <16 x float> %v203, i32 6
  %v468 = fptrunc float %v467 to bfloat
  %v469 = getelementptr i8, ptr addrspace(3) %v449, i32 640
  store bfloat %v468, ptr addrspace(3) %v469, align 2
  %v470 = extractelement <16 x float> %v203, i32 7
  %v471 = fptrunc float %v470 to bfloat
  %v472 = getelementptr i8, ptr addrspace(3) %v449, i32 704
  store bfloat %v471, ptr addrspace(3) %v472, align 2
  %v473 = extractelement <16 x float> %v203, i32 8
  %v474 = fptrunc float %v473 to bfloat
  %v475 = getelementptr i8, ptr addrspace(3) %v449, i32 1024
  store bfloat %v474, ptr addrspace(3) %v475, align 2
  %v476 = extractelement <16 x float> %v203, i32 9
  %v477 = fptrunc float %v476 to bfloat
  %v478 = getelementptr i8, ptr addrspace(3) %v449, i32 1088
  store bfloat %v477, ptr addrspace(3) %v478, align 2
  %v479 = extractelement <16 x float> %v203, i32 10
  %v480 = fptrunc float %v479 to bfloat
  %v481 = getelementptr i8, ptr addrspace(3) %v449, i32 1152
  store bfloat %v480, ptr addrspace(3) %v481, align 2
  %v482 = extractelement <16 x float> %v203, i32 11
  %v483 = fptrunc float %v482 to bfloat
  %v484 = getelementptr i8, ptr addrspace(3) %v449, i32 1216
  store bfloat %v483, ptr addrspace(3) %v484, align 2
  %v485 = extractelement <16 x float> %v203, i32 12
  %v486 = fptrunc float %v485 to bfloat
  %v487 = getelementptr i8, ptr addrspace(3) %v449, i32 1536
  store bfloat %v486, ptr addrspace(3) %v487, align 2
  %v488 = extractelement <16 x float> %v203, i32 13
  %v489 = fptrunc float %v488 to bfloat
  %v490 = getelementptr i8, ptr addrspace(3) %v449, i32 1600
  store bfloat %v489, ptr addrspace(3) %v490, align 2
  %v491 = extractelement <16 x float> %v203, i32 14
  %v492 = fptrunc float %v491 to bfloat
  %v493 = getelementptr i8, ptr addrspace(3) %v449, i32 1664
  store bfloat %v492, ptr addrspace(3) %v493, align 2
  %v494 = extractelement <16 x float> %v203, i32 15
  %v495 = fptrunc float %v494 to bfloat
  %v496 = getelementptr i8, ptr addrspace(3) %v449, i32 1728
  store bfloat %v495, ptr addrspace(3) %v496, align 2
  %v497 = extractelement <16 x float> %v204, i32 0
  %v498 = fptrunc float %v497 to bfloat
  %v499 = getelementptr i8, ptr addrspace(3) %v449, i32 2048
  store bfloat %v498, ptr addrspace(3) %v499, align 2
  %v500 = extractelement <16 x float> %v204, i32 1
  %v501 = fptrunc float %v500 to bfloat
  %v502 = getelementptr i8, ptr addrspace(3) %v449, i32 2112
  store bfloat %v501, ptr addrspace(3) %v502, align 2
  %v503 = extractelement <16 x float> %v204, i32 2
  %v504 = fptrunc float %v503 to bfloat
  %v505 = getelementptr i8, ptr addrspace(3) %v449, i32 2176
  store bfloat %v504, ptr addrspace(3) %v505, align 2
  %v506 = extractelement <16 x float> %v204, i32 3
  %v507 = fptrunc float %v506 to bfloat
  %v508 = getelementptr i8, ptr addrspace(3) %v449, i32 2240
  store bfloat %v507, ptr addrspace(3) %v508, align 2
  %v509 = extractelement <16 x float> %v204, i32 4
  %v510 = fptrunc float %v509 to bfloat
  %v511 = getelementptr i8, ptr addrspace(3) %v449, i32 2560
  store bfloat %v510, ptr addrspace(3) %v511, align 2
  %v512 = extractelement <16 x float> %v204, i32 5
  %v513 = fptrunc float %v512 to bfloat
  %v514 = getelementptr i8, ptr addrspace(3) %v449, i32 2624
  store bfloat %v513, ptr addrspace(3) %v514, align 2
  %v515 = extractelement <16 x float> %v204, i32 6
  %v516 = fptrunc float %v515 to bfloat
  %v517 = getelementptr i8, ptr addrspace(3) %v449, i32 2688
  store bfloat %v516, ptr addrspace(3) %v517, align 2
  %v518 = extractelement <16 x float> %v204, i32 7
  %v519 = fptrunc float %v518 to bfloat
  %v520 = getelementptr i8, ptr addrspace(3) %v449, i32 2752
  store bfloat %v519, ptr addrspace(3) %v520, align 2
  %v521 = extractelement <16 x float> %v204, i32 8
  %v522 = fptrunc float %v521 to bfloat
  %v523 = getelementptr i8, ptr addrspace(3) %v449, i32 3072
  store bfloat %v522, ptr addrspace(3) %v523, align 2
  %v524 = extractelement <16 x float> %v204, i32 9
  %v525 = fptrunc float %v524 to bfloat
  %v526 = getelementptr i8, ptr addrspace(3) %v449, i32 3136
  store bfloat %v525, ptr addrspace(3) %v526, align 2
  %v527 = extractelement <16 x float> %v204, i32 10
  %v528 = fptrunc float %v527 to bfloat
  %v529 = getelementptr i8, ptr addrspace(3) %v449, i32 3200
  store bfloat %v528, ptr addrspace(3) %v529, align 2
  %v530 = extractelement <16 x float> %v204, i32 11
  %v531 = fptrunc float %v530 to bfloat
  %v532 = getelementptr i8, ptr addrspace(3) %v449, i32 3264
  store bfloat %v531, ptr addrspace(3) %v532, align 2
  %v533 = extractelement <16 x float> %v204, i32 12
  %v534 = fptrunc float %v533 to bfloat
  %v535 = getelementptr i8, ptr addrspace(3) %v449, i32 3584
  store bfloat %v534, ptr addrspace(3) %v535, align 2
  %v536 = extractelement <16 x float> %v204, i32 13
  %v537 = fptrunc float %v536 to bfloat
  %v538 = getelementptr i8, ptr addrspace(3) %v449, i32 3648
  store bfloat %v537, ptr addrspace(3) %v538, align 2
  %v539 = extractelement <16 x float> %v204, i32 14
  %v540 = fptrunc float %v539 to bfloat
  %v541 = getelementptr i8, ptr addrspace(3) %v449, i32 3712
  store bfloat %v540, ptr addrspace(3) %v541, align 2
  %v542 = extractelement <16 x float> %v204, i32 15
  %v543 = fptrunc float %v542 to bfloat
  %v544 = getelementptr i8, ptr addrspace(3) %v449, i32 3776
  store bfloat %v543, ptr addrspace(3) %v544, align 2
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; epilogue: wide stores
  %v545 = udiv i32 %v5, 4
  %v546 = urem i32 %v5, 4
  %v547 = add i32 %v545, 32
  %v548 = add i32 %v545, 64
  %v549 = add i32 %v545, 96
  %v550 = mul i32 %v546, 8
  %v551 = add i32 %v4, %v545
  %v552 = mul i32 %v551, 64
  %v553 = add i32 %v4, %v547
  %v554 = mul i32 %v553, 64
  %v555 = add i32 %v4, %v548
  %v556 = mul i32 %v555, 64
  %v557 = add i32 %v4, %v549
  %v558 = mul i32 %v557, 64
  %v559 = mul i32 %v550, 2
  %v560 = mul i32 %v545, 64
  %v561 = mul i32 %v550, 2
  %v562 = add i32 %v560, %v561
  %v563 = getelementptr i8, ptr addrspace(3) @lds, i32 %v562
  %v564 = load <8 x bfloat>, ptr addrspace(3) %v563, align 16
  %v565 = add i32 %v552, %v559
  %v566 = bitcast <8 x bfloat> %v564 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v566, ptr addrspace(8) %v2, i32 %v565, i32 0, i32 0)
  %v567 = mul i32 %v547, 64
  %v568 = mul i32 %v550, 2
  %v569 = add i32 %v567, %v568
  %v570 = getelementptr i8, ptr addrspace(3) @lds, i32 %v569
  %v571 = load <8 x bfloat>, ptr addrspace(3) %v570, align 16
  %v572 = add i32 %v554, %v559
  %v573 = bitcast <8 x bfloat> %v571 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v573, ptr addrspace(8) %v2, i32 %v572, i32 0, i32 0)
  %v574 = mul i32 %v548, 64
  %v575 = mul i32 %v550, 2
  %v576 = add i32 %v574, %v575
  %v577 = getelementptr i8, ptr addrspace(3) @lds, i32 %v576
  %v578 = load <8 x bfloat>, ptr addrspace(3) %v577, align 16
  %v579 = add i32 %v556, %v559
  %v580 = bitcast <8 x bfloat> %v578 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v580, ptr addrspace(8) %v2, i32 %v579, i32 0, i32 0)
  %v581 = mul i32 %v549, 64
  %v582 = mul i32 %v550, 2
  %v583 = add i32 %v581, %v582
  %v584 = getelementptr i8, ptr addrspace(3) @lds, i32 %v583
  %v585 = load <8 x bfloat>, ptr addrspace(3) %v584, align 16
  %v586 = add i32 %v558, %v559
  %v587 = bitcast <8 x bfloat> %v585 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v587, ptr addrspace(8) %v2, i32 %v586, i32 0, i32 0)
  ret void
}

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1), i16, i64, i32)
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float>)
declare <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8), i32, i32, i32 immarg)
declare void @llvm.amdgcn.s.barrier()
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16>, <4 x i16>, <16 x float>, i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32>, ptr addrspace(8), i32, i32, i32 immarg)

attributes #0 = { nounwind "amdgpu-flat-work-group-size"="128,128" "target-cpu"="gfx942" "uniform-work-group-size"="true" }

!0 = !{!"amdgpu-synchronize-as", !"local"}
