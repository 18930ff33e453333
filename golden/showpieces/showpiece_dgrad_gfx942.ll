target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [21760 x i8] poison, align 16

define amdgpu_kernel void @dgrad_gfx942_n2c32k32g1_i8x8_f3x3_s1x1_d1x1_p1x1_1x1_bf16_bf16_t128x32x64_w2x1_a32x32x8_mem_cshuffle_pad4x4_31f95dd1085d(ptr addrspace(1) noalias readonly align 16 %dy, ptr addrspace(1) noalias readonly align 16 %w, ptr addrspace(1) noalias writeonly align 16 %dx) #0 {
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
  %v167 = mul i32 %v163, 136
  %v168 = mul i32 %v160, 2
  %v169 = add i32 %v167, %v168
  %v170 = getelementptr i8, ptr addrspace(3) %v159, i32 %v169
  %v171 = mul i32 %v163, 136
  %v172 = mul i32 %v162, 2
  %v173 = add i32 %v171, %v172
  %v174 = getelementptr i8, ptr addrspace(3) %v159, i32 %v173
  ; fragments
  %v175 = mul i32 %v8, 64
  %v176 = urem i32 %v6, 32
  %v177 = add i32 %v175, %v176
  %v178 = udiv i32 %v6, 32
  %v179 = mul i32 %v178, 4
  %v180 = mul i32 %v177, 136
  %v181 = mul i32 %v179, 2
  %v182 = add i32 %v180, %v181
  %v183 = getelementptr i8, ptr addrspace(3) @lds, i32 %v182
  %v184 = getelementptr i8, ptr addrspace(3) @lds, i32 17408
  %v185 = urem i32 %v6, 32
  %v186 = udiv i32 %v6, 32
  %v187 = mul i32 %v186, 4
  %v188 = mul i32 %v185, 136
  %v189 = mul i32 %v187, 2
  %v190 = add i32 %v188, %v189
  %v191 = getelementptr i8, ptr addrspace(3) %v184, i32 %v190
  %v192 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> zeroinitializer)
  ; main loop
  br label %loop0
loop0:
  %v193 = phi i32 [ 0, %entry ], [ %next0, %body0 ]
  %v194 = phi i32 [ %v126, %entry ], [ %v294, %body0 ]
  %v195 = phi i32 [ %v125, %entry ], [ %v292, %body0 ]
  %v196 = phi i32 [ %v123, %entry ], [ %v196, %body0 ]
  %v197 = phi i32 [ %v166, %entry ], [ %v312, %body0 ]
  %v198 = phi i32 [ %v165, %entry ], [ %v198, %body0 ]
  %v199 = phi <16 x float> [ %v192, %entry ], [ %v433, %body0 ]
  %v200 = phi <16 x float> [ %v192, %entry ], [ %v436, %body0 ]
  %more0 = icmp ult i32 %v193, 5
  br i1 %more0, label %body0, label %done0
body0:
  ; fetch
  %v201 = mul i32 %v194, -512
  %v202 = mul i32 %v194, -1
  %v203 = mul i32 %v195, -64
  %v204 = add i32 %v201, %v203
  %v205 = mul i32 %v195, -1
  %v206 = mul i32 %v196, 2
  %v207 = add i32 %v204, %v206
  %v208 = icmp ult i32 %v194, 3
  %v209 = add i32 %v30, %v207
  %v210 = add i32 %v28, %v202
  %v211 = icmp ult i32 %v210, 8
  %v212 = and i1 %v208, %v211
  %v213 = add i32 %v31, %v205
  %v214 = icmp ult i32 %v213, 8
  %v215 = and i1 %v212, %v214
  %v216 = add i32 %v43, %v207
  %v217 = add i32 %v41, %v202
  %v218 = icmp ult i32 %v217, 8
  %v219 = and i1 %v208, %v218
  %v220 = add i32 %v44, %v205
  %v221 = icmp ult i32 %v220, 8
  %v222 = and i1 %v219, %v221
  %v223 = add i32 %v56, %v207
  %v224 = add i32 %v54, %v202
  %v225 = icmp ult i32 %v224, 8
  %v226 = and i1 %v208, %v225
  %v227 = add i32 %v57, %v205
  %v228 = icmp ult i32 %v227, 8
  %v229 = and i1 %v226, %v228
  %v230 = add i32 %v69, %v207
  %v231 = add i32 %v67, %v202
  %v232 = icmp ult i32 %v231, 8
  %v233 = and i1 %v208, %v232
  %v234 = add i32 %v70, %v205
  %v235 = icmp ult i32 %v234, 8
  %v236 = and i1 %v233, %v235
  %v237 = add i32 %v82, %v207
  %v238 = add i32 %v80, %v202
  %v239 = icmp ult i32 %v238, 8
  %v240 = and i1 %v208, %v239
  %v241 = add i32 %v83, %v205
  %v242 = icmp ult i32 %v241, 8
  %v243 = and i1 %v240, %v242
  %v244 = add i32 %v95, %v207
  %v245 = add i32 %v93, %v202
  %v246 = icmp ult i32 %v245, 8
  %v247 = and i1 %v208, %v246
  %v248 = add i32 %v96, %v205
  %v249 = icmp ult i32 %v248, 8
  %v250 = and i1 %v247, %v249
  %v251 = add i32 %v108, %v207
  %v252 = add i32 %v106, %v202
  %v253 = icmp ult i32 %v252, 8
  %v254 = and i1 %v208, %v253
  %v255 = add i32 %v109, %v205
  %v256 = icmp ult i32 %v255, 8
  %v257 = and i1 %v254, %v256
  %v258 = add i32 %v121, %v207
  %v259 = add i32 %v119, %v202
  %v260 = icmp ult i32 %v259, 8
  %v261 = and i1 %v208, %v260
  %v262 = add i32 %v122, %v205
  %v263 = icmp ult i32 %v262, 8
  %v264 = and i1 %v261, %v263
  %v265 = select i1 %v215, i32 %v209, i32 -2147483648
  %v266 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v265, i32 0, i32 0)
  %v267 = bitcast <4 x i32> %v266 to <8 x bfloat>
  %v268 = select i1 %v222, i32 %v216, i32 -2147483648
  %v269 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v268, i32 0, i32 0)
  %v270 = bitcast <4 x i32> %v269 to <8 x bfloat>
  %v271 = select i1 %v229, i32 %v223, i32 -2147483648
  %v272 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v271, i32 0, i32 0)
  %v273 = bitcast <4 x i32> %v272 to <8 x bfloat>
  %v274 = select i1 %v236, i32 %v230, i32 -2147483648
  %v275 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v274, i32 0, i32 0)
  %v276 = bitcast <4 x i32> %v275 to <8 x bfloat>
  %v277 = select i1 %v243, i32 %v237, i32 -2147483648
  %v278 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v277, i32 0, i32 0)
  %v279 = bitcast <4 x i32> %v278 to <8 x bfloat>
  %v280 = select i1 %v250, i32 %v244, i32 -2147483648
  %v281 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v280, i32 0, i32 0)
  %v282 = bitcast <4 x i32> %v281 to <8 x bfloat>
  %v283 = select i1 %v257, i32 %v251, i32 -2147483648
  %v284 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v283, i32 0, i32 0)
  %v285 = bitcast <4 x i32> %v284 to <8 x bfloat>
  %v286 = select i1 %v264, i32 %v258, i32 -2147483648
  %v287 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v286, i32 0, i32 0)
  %v288 = bitcast <4 x i32> %v287 to <8 x bfloat>
  %v289 = add i32 %v195, 2
  %v290 = icmp uge i32 %v289, 3
  %v291 = sub i32 %v289, 3
  %v292 = select i1 %v290, i32 %v291, i32 %v289
  %v293 = select i1 %v290, i32 1, i32 0
  %v294 = add i32 %v194, %v293
  %v295 = mul i32 %v197, 64
  %v296 = mul i32 %v198, 576
  %v297 = add i32 %v295, %v296
  %v298 = icmp ult i32 %v197, 9
  %v299 = add i32 %v197, 1
  %v300 = mul i32 %v299, 64
  %v301 = mul i32 %v198, 576
  %v302 = add i32 %v300, %v301
  %v303 = icmp ult i32 %v299, 9
  %v304 = add i32 %v164, %v297
  %v305 = add i32 %v164, %v302
  %v306 = select i1 %v298, i32 %v304, i32 -2147483648
  %v307 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v306, i32 0, i32 0)
  %v308 = bitcast <4 x i32> %v307 to <8 x bfloat>
  %v309 = select i1 %v303, i32 %v305, i32 -2147483648
  %v310 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v309, i32 0, i32 0)
  %v311 = bitcast <4 x i32> %v310 to <8 x bfloat>
  %v312 = add i32 %v197, 2
  ; commit
  store <8 x bfloat> %v267, ptr addrspace(3) %v130, align 8
  store <8 x bfloat> %v270, ptr addrspace(3) %v134, align 8
  store <8 x bfloat> %v273, ptr addrspace(3) %v138, align 8
  store <8 x bfloat> %v276, ptr addrspace(3) %v142, align 8
  store <8 x bfloat> %v279, ptr addrspace(3) %v146, align 8
  store <8 x bfloat> %v282, ptr addrspace(3) %v150, align 8
  store <8 x bfloat> %v285, ptr addrspace(3) %v154, align 8
  store <8 x bfloat> %v288, ptr addrspace(3) %v158, align 8
  %v313 = extractelement <8 x bfloat> %v308, i32 0
  store bfloat %v313, ptr addrspace(3) %v170, align 2
  %v314 = extractelement <8 x bfloat> %v308, i32 1
  %v315 = getelementptr i8, ptr addrspace(3) %v170, i32 136
  store bfloat %v314, ptr addrspace(3) %v315, align 2
  %v316 = extractelement <8 x bfloat> %v308, i32 2
  %v317 = getelementptr i8, ptr addrspace(3) %v170, i32 272
  store bfloat %v316, ptr addrspace(3) %v317, align 2
  %v318 = extractelement <8 x bfloat> %v308, i32 3
  %v319 = getelementptr i8, ptr addrspace(3) %v170, i32 408
  store bfloat %v318, ptr addrspace(3) %v319, align 2
  %v320 = extractelement <8 x bfloat> %v308, i32 4
  %v321 = getelementptr i8, ptr addrspace(3) %v170, i32 544
  store bfloat %v320, ptr addrspace(3) %v321, align 2
  %v322 = extractelement <8 x bfloat> %v308, i32 5
  %v323 = getelementptr i8, ptr addrspace(3) %v170, i32 680
  store bfloat %v322, ptr addrspace(3) %v323, align 2
  %v324 = extractelement <8 x bfloat> %v308, i32 6
  %v325 = getelementptr i8, ptr addrspace(3) %v170, i32 816
  store bfloat %v324, ptr addrspace(3) %v325, align 2
  %v326 = extractelement <8 x bfloat> %v308, i32 7
  %v327 = getelementptr i8, ptr addrspace(3) %v170, i32 952
  store bfloat %v326, ptr addrspace(3) %v327, align 2
  %v328 = extractelement <8 x bfloat> %v311, i32 0
  store bfloat %v328, ptr addrspace(3) %v174, align 2
  %v329 = extractelement <8 x bfloat> %v311, i32 1
  %v330 = getelementptr i8, ptr addrspace(3) %v174, i32 136
  store bfloat %v329, ptr addrspace(3) %v330, align 2
  %v331 = extractelement <8 x bfloat> %v311, i32 2
  %v332 = getelementptr i8, ptr addrspace(3) %v174, i32 272
  store bfloat %v331, ptr addrspace(3) %v332, align 2
  %v333 = extractelement <8 x bfloat> %v311, i32 3
  %v334 = getelementptr i8, ptr addrspace(3) %v174, i32 408
  store bfloat %v333, ptr addrspace(3) %v334, align 2
  %v335 = extractelement <8 x bfloat> %v311, i32 4
  %v336 = getelementptr i8, ptr addrspace(3) %v174, i32 544
  store bfloat %v335, ptr addrspace(3) %v336, align 2
  %v337 = extractelement <8 x bfloat> %v311, i32 5
  %v338 = getelementptr i8, ptr addrspace(3) %v174, i32 680
  store bfloat %v337, ptr addrspace(3) %v338, align 2
  %v339 = extractelement <8 x bfloat> %v311, i32 6
  %v340 = getelementptr i8, ptr addrspace(3) %v174, i32 816
  store bfloat %v339, ptr addrspace(3) %v340, align 2
  %v341 = extractelement <8 x bfloat> %v311, i32 7
  %v342 = getelementptr i8, ptr addrspace(3) %v174, i32 952
  store bfloat %v341, ptr addrspace(3) %v342, align 2
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; compute
  %v343 = load <4 x bfloat>, ptr addrspace(3) %v183, align 8
  %v344 = getelementptr i8, ptr addrspace(3) %v183, i32 4352
  %v345 = load <4 x bfloat>, ptr addrspace(3) %v344, align 8
  %v346 = load <4 x bfloat>, ptr addrspace(3) %v191, align 8
  %v347 = bitcast <4 x bfloat> %v343 to <4 x i16>
  %v348 = bitcast <4 x bfloat> %v346 to <4 x i16>
  %v349 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v347, <4 x i16> %v348, <16 x float> %v199, i32 0, i32 0, i32 0)
  %v350 = bitcast <4 x bfloat> %v345 to <4 x i16>
  %v351 = bitcast <4 x bfloat> %v346 to <4 x i16>
  %v352 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v350, <4 x i16> %v351, <16 x float> %v200, i32 0, i32 0, i32 0)
  %v353 = getelementptr i8, ptr addrspace(3) %v183, i32 16
  %v354 = load <4 x bfloat>, ptr addrspace(3) %v353, align 8
  %v355 = getelementptr i8, ptr addrspace(3) %v183, i32 4368
  %v356 = load <4 x bfloat>, ptr addrspace(3) %v355, align 8
  %v357 = getelementptr i8, ptr addrspace(3) %v191, i32 16
  %v358 = load <4 x bfloat>, ptr addrspace(3) %v357, align 8
  %v359 = bitcast <4 x bfloat> %v354 to <4 x i16>
  %v360 = bitcast <4 x bfloat> %v358 to <4 x i16>
  %v361 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v359, <4 x i16> %v360, <16 x float> %v349, i32 0, i32 0, i32 0)
  %v362 = bitcast <4 x bfloat> %v356 to <4 x i16>
  %v363 = bitcast <4 x bfloat> %v358 to <4 x i16>
  %v364 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v362, <4 x i16> %v363, <16 x float> %v352, i32 0, i32 0, i32 0)
  %v365 = getelementptr i8, ptr addrspace(3) %v183, i32 32
  %v366 = load <4 x bfloat>, ptr addrspace(3) %v365, align 8
  %v367 = getelementptr i8, ptr addrspace(3) %v183, i32 4384
  %v368 = load <4 x bfloat>, ptr addrspace(3) %v367, align 8
  %v369 = getelementptr i8, ptr addrspace(3) %v191, i32 32
  %v370 = load <4 x bfloat>, ptr addrspace(3) %v369, align 8
  %v371 = bitcast <4 x bfloat> %v366 to <4 x i16>
  %v372 = bitcast <4 x bfloat> %v370 to <4 x i16>
  %v373 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v371, <4 x i16> %v372, <16 x float> %v361, i32 0, i32 0, i32 0)
  %v374 = bitcast <4 x bfloat> %v368 to <4 x i16>
  %v375 = bitcast <4 x bfloat> %v370 to <4 x i16>
  %v376 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v374, <4 x i16> %v375, <16 x float> %v364, i32 0, i32 0, i32 0)
  %v377 = getelementptr i8, ptr addrspace(3) %v183, i32 48
  %v378 = load <4 x bfloat>, ptr addrspace(3) %v377, align 8
  %v379 = getelementptr i8, ptr addrspace(3) %v183, i32 4400
  %v380 = load <4 x bfloat>, ptr addrspace(3) %v379, align 8
  %v381 = getelementptr i8, ptr addrspace(3) %v191, i32 48
  %v382 = load <4 x bfloat>, ptr addrspace(3) %v381, align 8
  %v383 = bitcast <4 x bfloat> %v378 to <4 x i16>
  %v384 = bitcast <4 x bfloat> %v382 to <4 x i16>
  %v385 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v383, <4 x i16> %v384, <16 x float> %v373, i32 0, i32 0, i32 0)
  %v386 = bitcast <4 x bfloat> %v380 to <4 x i16>
  %v387 = bitcast <4 x bfloat> %v382 to <4 x i16>
  %v388 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v386, <4 x i16> %v387, <16 x float> %v376, i32 0, i32 0, i32 0)
  %v389 = getelementptr i8, ptr addrspace(3) %v183, i32 64
  %v390 = load <4 x bfloat>, ptr addrspace(3) %v389, align 8
  %v391 = getelementptr i8, ptr addrspace(3) %v183, i32 4416
  %v392 = load <4 x bfloat>, ptr addrspace(3) %v391, align 8
  %v393 = getelementptr i8, ptr addrspace(3) %v191, i32 64
  %v394 = load <4 x bfloat>, ptr addrspace(3) %v393, align 8
  %v395 = bitcast <4 x bfloat> %v390 to <4 x i16>
  %v396 = bitcast <4 x bfloat> %v394 to <4 x i16>
  %v397 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v395, <4 x i16> %v396, <16 x float> %v385, i32 0, i32 0, i32 0)
  %v398 = bitcast <4 x bfloat> %v392 to <4 x i16>
  %v399 = bitcast <4 x bfloat> %v394 to <4 x i16>
  %v400 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v398, <4 x i16> %v399, <16 x float> %v388, i32 0, i32 0, i32 0)
  %v401 = getelementptr i8, ptr addrspace(3) %v183, i32 80
  %v402 = load <4 x bfloat>, ptr addrspace(3) %v401, align 8
  %v403 = getelementptr i8, ptr addrspace(3) %v183, i32 4432
  %v404 = load <4 x bfloat>, ptr addrspace(3) %v403, align 8
  %v405 = getelementptr i8, ptr addrspace(3) %v191, i32 80
  %v406 = load <4 x bfloat>, ptr addrspace(3) %v405, align 8
  %v407 = bitcast <4 x bfloat> %v402 to <4 x i16>
  %v408 = bitcast <4 x bfloat> %v406 to <4 x i16>
  %v409 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v407, <4 x i16> %v408, <16 x float> %v397, i32 0, i32 0, i32 0)
  %v410 = bitcast <4 x bfloat> %v404 to <4 x i16>
  %v411 = bitcast <4 x bfloat> %v406 to <4 x i16>
  %v412 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v410, <4 x i16> %v411, <16 x float> %v400, i32 0, i32 0, i32 0)
  %v413 = getelementptr i8, ptr addrspace(3) %v183, i32 96
  %v414 = load <4 x bfloat>, ptr addrspace(3) %v413, align 8
  %v415 = getelementptr i8, ptr addrspace(3) %v183, i32 4448
  %v416 = load <4 x bfloat>, ptr addrspace(3) %v415, align 8
  %v417 = getelementptr i8, ptr addrspace(3) %v191, i32 96
  %v418 = load <4 x bfloat>, ptr addrspace(3) %v417, align 8
  %v419 = bitcast <4 x bfloat> %v414 to <4 x i16>
  %v420 = bitcast <4 x bfloat> %v418 to <4 x i16>
  %v421 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v419, <4 x i16> %v420, <16 x float> %v409, i32 0, i32 0, i32 0)
  %v422 = bitcast <4 x bfloat> %v416 to <4 x i16>
  %v423 = bitcast <4 x bfloat> %v418 to <4 x i16>
  %v424 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v422, <4 x i16> %v423, <16 x float> %v412, i32 0, i32 0, i32 0)
  %v425 = getelementptr i8, ptr addrspace(3) %v183, i32 112
  %v426 = load <4 x bfloat>, ptr addrspace(3) %v425, align 8
  %v427 = getelementptr i8, ptr addrspace(3) %v183, i32 4464
  %v428 = load <4 x bfloat>, ptr addrspace(3) %v427, align 8
  %v429 = getelementptr i8, ptr addrspace(3) %v191, i32 112
  %v430 = load <4 x bfloat>, ptr addrspace(3) %v429, align 8
  %v431 = bitcast <4 x bfloat> %v426 to <4 x i16>
  %v432 = bitcast <4 x bfloat> %v430 to <4 x i16>
  %v433 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v431, <4 x i16> %v432, <16 x float> %v421, i32 0, i32 0, i32 0)
  %v434 = bitcast <4 x bfloat> %v428 to <4 x i16>
  %v435 = bitcast <4 x bfloat> %v430 to <4 x i16>
  %v436 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v434, <4 x i16> %v435, <16 x float> %v424, i32 0, i32 0, i32 0)
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %next0 = add i32 %v193, 1
  br label %loop0
done0:
  ; after the main loop
  ; epilogue
  %v437 = mul i32 %v8, 64
  %v438 = udiv i32 %v6, 32
  %v439 = mul i32 %v438, 4
  %v440 = add i32 %v437, %v439
  %v441 = urem i32 %v6, 32
  %v442 = mul i32 %v440, 64
  %v443 = mul i32 %v441, 2
  %v444 = add i32 %v442, %v443
  %v445 = getelementptr i8, ptr addrspace(3) @lds, i32 %v444
  %v446 = extractelement <16 x float> %v199, i32 0
  %v447 = fptrunc float %v446 to bfloat
  store bfloat %v447, ptr addrspace(3) %v445, align 2
  %v448 = extractelement <16 x float> %v199, i32 1
  %v449 = fptrunc float %v448 to bfloat
  %v450 = getelementptr i8, ptr addrspace(3) %v445, i32 64
  store bfloat %v449, ptr addrspace(3) %v450, align 2
  %v451 = extractelement <16 x float> %v199, i32 2
  %v452 = fptrunc float %v451 to bfloat
  %v453 = getelementptr i8, ptr addrspace(3) %v445, i32 128
  store bfloat %v452, ptr addrspace(3) %v453, align 2
  %v454 = extractelement <16 x float> %v199, i32 3
  %v455 = fptrunc float %v454 to bfloat
  %v456 = getelementptr i8, ptr addrspace(3) %v445, i32 192
  store bfloat %v455, ptr addrspace(3) %v456, align 2
  %v457 = extractelement <16 x float> %v199, i32 4
  %v458 = fptrunc float %v457 to bfloat
  %v459 = getelementptr i8, ptr addrspace(3) %v445, i32 512
  store bfloat %v458, ptr addrspace(3) %v459, align 2
  %v460 = extractelement <16 x float> %v199, i32 5
  %v461 = fptrunc float %v460 to bfloat
  %v462 = getelementptr i8, ptr addrspace(3) %v445, i32 576
  store bfloat %v461, ptr addrspace(3) %v462, align 2
  %v463 = extractelement <16 x float> %v199, i32 6
  %v464 = fptrunc float %v463 to bfloat
  %v465 = getelementptr i8, ptr addrspace(3) %v445, i32 640
  store bfloat %v464, ptr addrspace(3) %v465, align 2
  %v466 = extractelement <16 x float> %v199, i32 7
  %v467 = fptrunc float %v466 to bfloat
  %v468 = getelementptr i8, ptr addrspace(3) %v445, i32 704
  store bfloat %v467, ptr addrspace(3) %v468, align 2
  %v469 = extractelement <16 x float> %v199, i32 8
  %v470 = fptrunc float %v469 to bfloat
  %v471 = getelementptr i8, ptr addrspace(3) %v445, i32 1024
  store bfloat %v470, ptr addrspace(3) %v471, align 2
  %v472 = extractelement <16 x float> %v199, i32 9
  %v473 = fptrunc float %v472 to bfloat
  %v474 = getelementptr i8, ptr addrspace(3) %v445, i32 1088
  store bfloat %v473, ptr addrspace(3) %v474, align 2
  %v475 = extractelement <16 x float> %v199, i32 10
  %v476 = fptrunc float %v475 to bfloat
  %v477 = getelementptr i8, ptr addrspace(3) %v445, i32 1152
  store bfloat %v476, ptr addrspace(3) %v477, align 2
  %v478 = extractelement <16 x float> %v199, i32 11
  %v479 = fptrunc float %v478 to bfloat
  %v480 = getelementptr i8, ptr addrspace(3) %v445, i32 1216
  store bfloat %v479, ptr addrspace(3) %v480, align 2
  %v481 = extractelement <16 x float> %v199, i32 12
  %v482 = fptrunc float %v481 to bfloat
  %v483 = getelementptr i8, ptr addrspace(3) %v445, i32 1536
  store bfloat %v482, ptr addrspace(3) %v483, align 2
  %v484 = extractelement <16 x float> %v199, i32 13
  %v485 = fptrunc float %v484 to bfloat
  %v486 = getelementptr i8, ptr addrspace(3) %v445, i32 1600
  store bfloat %v485, ptr addrspace(3) %v486, align 2
  %v487 = extractelement <16 x float> %v199, i32 14
  %v488 = fptrunc float %v487 to bfloat
  %v489 = getelementptr i8, ptr addrspace(3) %v445, i32 1664
  store bfloat %v488, ptr addrspace(3) %v489, align 2
  %v490 = extractelement <16 x float> %v199, i32 15
  %v491 = fptrunc float %v490 to bfloat
  %v492 = getelementptr i8, ptr addrspace(3) %v445, i32 1728
  store bfloat %v491, ptr addrspace(3) %v492, align 2
  %v493 = extractelement <16 x float> %v200, i32 0
  %v494 = fptrunc float %v493 to bfloat
  %v495 = getelementptr i8, ptr addrspace(3) %v445, i32 2048
  store bfloat %v494, ptr addrspace(3) %v495, align 2
  %v496 = extractelement <16 x float> %v200, i32 1
  %v497 = fptrunc float %v496 to bfloat
  %v498 = getelementptr i8, ptr addrspace(3) %v445, i32 2112
  store bfloat %v497, ptr addrspace(3) %v498, align 2
  %v499 = extractelement <16 x float> %v200, i32 2
  %v500 = fptrunc float %v499 to bfloat
  %v501 = getelementptr i8, ptr addrspace(3) %v445, i32 2176
  store bfloat %v500, ptr addrspace(3) %v501, align 2
  %v502 = extractelement <16 x float> %v200, i32 3
  %v503 = fptrunc float %v502 to bfloat
  %v504 = getelementptr i8, ptr addrspace(3) %v445, i32 2240
  store bfloat %v503, ptr addrspace(3) %v504, align 2
  %v505 = extractelement <16 x float> %v200, i32 4
  %v506 = fptrunc float %v505 to bfloat
  %v507 = getelementptr i8, ptr addrspace(3) %v445, i32 2560
  store bfloat %v506, ptr addrspace(3) %v507, align 2
  %v508 = extractelement <16 x float> %v200, i32 5
  %v509 = fptrunc float %v508 to bfloat
  %v510 = getelementptr i8, ptr addrspace(3) %v445, i32 2624
  store bfloat %v509, ptr addrspace(3) %v510, align 2
  %v511 = extractelement <16 x float> %v200, i32 6
  %v512 = fptrunc float %v511 to bfloat
  %v513 = getelementptr i8, ptr addrspace(3) %v445, i32 2688
  store bfloat %v512, ptr addrspace(3) %v513, align 2
  %v514 = extractelement <16 x float> %v200, i32 7
  %v515 = fptrunc float %v514 to bfloat
  %v516 = getelementptr i8, ptr addrspace(3) %v445, i32 2752
  store bfloat %v515, ptr addrspace(3) %v516, align 2
  %v517 = extractelement <16 x float> %v200, i32 8
  %v518 = fptrunc float %v517 to bfloat
  %v519 = getelementptr i8, ptr addrspace(3) %v445, i32 3072
  store bfloat %v518, ptr addrspace(3) %v519, align 2
  %v520 = extractelement <16 x float> %v200, i32 9
  %v521 = fptrunc float %v520 to bfloat
  %v522 = getelementptr i8, ptr addrspace(3) %v445, i32 3136
  store bfloat %v521, ptr addrspace(3) %v522, align 2
  %v523 = extractelement <16 x float> %v200, i32 10
  %v524 = fptrunc float %v523 to bfloat
  %v525 = getelementptr i8, ptr addrspace(3) %v445, i32 3200
  store bfloat %v524, ptr addrspace(3) %v525, align 2
  %v526 = extractelement <16 x float> %v200, i32 11
  %v527 = fptrunc float %v526 to bfloat
  %v528 = getelementptr i8, ptr addrspace(3) %v445, i32 3264
  store bfloat %v527, ptr addrspace(3) %v528, align 2
  %v529 = extractelement <16 x float> %v200, i32 12
  %v530 = fptrunc float %v529 to bfloat
  %v531 = getelementptr i8, ptr addrspace(3) %v445, i32 3584
  store bfloat %v530, ptr addrspace(3) %v531, align 2
  %v532 = extractelement <16 x float> %v200, i32 13
  %v533 = fptrunc float %v532 to bfloat
  %v534 = getelementptr i8, ptr addrspace(3) %v445, i32 3648
  store bfloat %v533, ptr addrspace(3) %v534, align 2
  %v535 = extractelement <16 x float> %v200, i32 14
  %v536 = fptrunc float %v535 to bfloat
  %v537 = getelementptr i8, ptr addrspace(3) %v445, i32 3712
  store bfloat %v536, ptr addrspace(3) %v537, align 2
  %v538 = extractelement <16 x float> %v200, i32 15
  %v539 = fptrunc float %v538 to bfloat
  %v540 = getelementptr i8, ptr addrspace(3) %v445, i32 3776
  store bfloat %v539, ptr addrspace(3) %v540, align 2
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; epilogue: wide stores
  %v541 = udiv i32 %v5, 4
  %v542 = urem i32 %v5, 4
  %v543 = add i32 %v541, 32
  %v544 = add i32 %v541, 64
  %v545 = add i32 %v541, 96
  %v546 = mul i32 %v542, 8
  %v547 = add i32 %v4, %v541
  %v548 = mul i32 %v547, 64
  %v549 = add i32 %v4, %v543
  %v550 = mul i32 %v549, 64
  %v551 = add i32 %v4, %v544
  %v552 = mul i32 %v551, 64
  %v553 = add i32 %v4, %v545
  %v554 = mul i32 %v553, 64
  %v555 = mul i32 %v546, 2
  %v556 = mul i32 %v541, 64
  %v557 = mul i32 %v546, 2
  %v558 = add i32 %v556, %v557
  %v559 = getelementptr i8, ptr addrspace(3) @lds, i32 %v558
  %v560 = load <8 x bfloat>, ptr addrspace(3) %v559, align 16
  %v561 = add i32 %v548, %v555
  %v562 = bitcast <8 x bfloat> %v560 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v562, ptr addrspace(8) %v2, i32 %v561, i32 0, i32 0)
  %v563 = mul i32 %v543, 64
  %v564 = mul i32 %v546, 2
  %v565 = add i32 %v563, %v564
  %v566 = getelementptr i8, ptr addrspace(3) @lds, i32 %v565
  %v567 = load <8 x bfloat>, ptr addrspace(3) %v566, align 16
  %v568 = add i32 %v550, %v555
  %v569 = bitcast <8 x bfloat> %v567 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v569, ptr addrspace(8) %v2, i32 %v568, i32 0, i32 0)
  %v570 = mul i32 %v544, 64
  %v571 = mul i32 %v546, 2
  %v572 = add i32 %v570, %v571
  %v573 = getelementptr i8, ptr addrspace(3) @lds, i32 %v572
  %v574 = load <8 x bfloat>, ptr addrspace(3) %v573, align 16
  %v575 = add i32 %v552, %v555
  %v576 = bitcast <8 x bfloat> %v574 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v576, ptr addrspace(8) %v2, i32 %v575, i32 0, i32 0)
  %v577 = mul i32 %v545, 64
  %v578 = mul i32 %v546, 2
  %v579 = add i32 %v577, %v578
  %v580 = getelementptr i8, ptr addrspace(3) @lds, i32 %v579
  %v581 = load <8 x bfloat>, ptr addrspace(3) %v580, align 16
  %v582 = add i32 %v554, %v555
  %v583 = bitcast <8 x bfloat> %v581 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v583, ptr addrspace(8) %v2, i32 %v582, i32 0, i32 0)
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
