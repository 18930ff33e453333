target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [21760 x i8] poison, align 16

define amdgpu_kernel void @wgrad_gfx942_n2c32k32g1_i9x9_f3x3_s2x2_d1x1_p1x1_1x1_fp16_fp16_t32x128x64_w1x2_a32x32x8_mem_cshuffle_pad4_bac87872bc60(ptr addrspace(1) noalias readonly align 16 %dy, ptr addrspace(1) noalias readonly align 16 %x, ptr addrspace(1) noalias writeonly align 16 %dw) #0 {
entry:
  ; tensors
  %v0 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %dy, i16 0, i64 3200, i32 159744)
  %v1 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %x, i16 0, i64 10368, i32 159744)
  %v2 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %dw, i16 0, i64 18432, i32 159744)
  ; work item: group, phase, tile
  %v3 = call i32 @llvm.amdgcn.workgroup.id.x()
  %v4 = urem i32 %v3, 3
  %v5 = udiv i32 %v3, 3
  %v6 = mul i32 %v5, 32
  %v7 = mul i32 %v4, 128
  ; thread, lane and warp
  %v8 = call i32 @llvm.amdgcn.workitem.id.x()
  %v9 = urem i32 %v8, 64
  %v10 = udiv i32 %v8, 64
  %v11 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v10)
  %v12 = urem i32 %v11, 2
  %v13 = udiv i32 %v11, 2
  %v14 = getelementptr i8, ptr addrspace(3) @lds, i32 4352
  ; loader of dy
  %v15 = udiv i32 %v8, 4
  %v16 = urem i32 %v8, 4
  %v17 = add i32 %v15, 32
  %v18 = mul i32 %v16, 8
  %v19 = add i32 %v6, %v18
  %v20 = mul i32 %v19, 2
  %v21 = mul i32 %v18, 136
  %v22 = mul i32 %v15, 2
  %v23 = mul i32 %v17, 2
  %v24 = add i32 %v21, %v22
  %v25 = getelementptr i8, ptr addrspace(3) @lds, i32 %v24
  %v26 = add i32 %v21, %v23
  %v27 = getelementptr i8, ptr addrspace(3) @lds, i32 %v26
  ; loader of x
  %v28 = udiv i32 %v8, 16
  %v29 = urem i32 %v8, 16
  %v30 = add i32 %v28, 8
  %v31 = add i32 %v28, 16
  %v32 = add i32 %v28, 24
  %v33 = add i32 %v28, 32
  %v34 = add i32 %v28, 40
  %v35 = add i32 %v28, 48
  %v36 = add i32 %v28, 56
  %v37 = mul i32 %v29, 8
  %v38 = add i32 %v7, %v37
  %v39 = urem i32 %v38, 32
  %v40 = udiv i32 %v38, 32
  %v41 = urem i32 %v40, 3
  %v42 = udiv i32 %v40, 3
  %v43 = mul i32 %v42, 576
  %v44 = add i32 -640, %v43
  %v45 = add i32 -1, %v42
  %v46 = mul i32 %v41, 64
  %v47 = add i32 %v44, %v46
  %v48 = add i32 -1, %v41
  %v49 = mul i32 %v39, 2
  %v50 = add i32 %v47, %v49
  %v51 = icmp ult i32 %v42, 3
  %v52 = urem i32 %v28, 5
  %v53 = udiv i32 %v28, 5
  %v54 = urem i32 %v53, 5
  %v55 = udiv i32 %v53, 5
  %v56 = urem i32 %v30, 5
  %v57 = udiv i32 %v30, 5
  %v58 = urem i32 %v57, 5
  %v59 = udiv i32 %v57, 5
  %v60 = urem i32 %v31, 5
  %v61 = udiv i32 %v31, 5
  %v62 = urem i32 %v61, 5
  %v63 = udiv i32 %v61, 5
  %v64 = urem i32 %v32, 5
  %v65 = udiv i32 %v32, 5
  %v66 = urem i32 %v65, 5
  %v67 = udiv i32 %v65, 5
  %v68 = urem i32 %v33, 5
  %v69 = udiv i32 %v33, 5
  %v70 = urem i32 %v69, 5
  %v71 = udiv i32 %v69, 5
  %v72 = urem i32 %v34, 5
  %v73 = udiv i32 %v34, 5
  %v74 = urem i32 %v73, 5
  %v75 = udiv i32 %v73, 5
  %v76 = urem i32 %v35, 5
  %v77 = udiv i32 %v35, 5
  %v78 = urem i32 %v77, 5
  %v79 = udiv i32 %v77, 5
  %v80 = urem i32 %v36, 5
  %v81 = udiv i32 %v36, 5
  %v82 = urem i32 %v81, 5
  %v83 = udiv i32 %v81, 5
  %v84 = mul i32 %v37, 136
  %v85 = mul i32 %v28, 2
  %v86 = mul i32 %v30, 2
  %v87 = mul i32 %v31, 2
  %v88 = mul i32 %v32, 2
  %v89 = mul i32 %v33, 2
  %v90 = mul i32 %v34, 2
  %v91 = mul i32 %v35, 2
  %v92 = mul i32 %v36, 2
  %v93 = add i32 %v84, %v85
  %v94 = getelementptr i8, ptr addrspace(3) %v14, i32 %v93
  %v95 = add i32 %v84, %v86
  %v96 = getelementptr i8, ptr addrspace(3) %v14, i32 %v95
  %v97 = add i32 %v84, %v87
  %v98 = getelementptr i8, ptr addrspace(3) %v14, i32 %v97
  %v99 = add i32 %v84, %v88
  %v100 = getelementptr i8, ptr addrspace(3) %v14, i32 %v99
  %v101 = add i32 %v84, %v89
  %v102 = getelementptr i8, ptr addrspace(3) %v14, i32 %v101
  %v103 = add i32 %v84, %v90
  %v104 = getelementptr i8, ptr addrspace(3) %v14, i32 %v103
  %v105 = add i32 %v84, %v91
  %v106 = getelementptr i8, ptr addrspace(3) %v14, i32 %v105
  %v107 = add i32 %v84, %v92
  %v108 = getelementptr i8, ptr addrspace(3) %v14, i32 %v107
  ; fragments
  %v109 = mul i32 %v13, 32
  %v110 = urem i32 %v9, 32
  %v111 = add i32 %v109, %v110
  %v112 = mul i32 %v111, 136
  %v113 = udiv i32 %v9, 32
  %v114 = mul i32 %v113, 4
  %v115 = mul i32 %v114, 2
  %v116 = add i32 %v112, %v115
  %v117 = getelementptr i8, ptr addrspace(3) @lds, i32 %v116
  %v118 = mul i32 %v12, 64
  %v119 = urem i32 %v9, 32
  %v120 = add i32 %v118, %v119
  %v121 = mul i32 %v120, 136
  %v122 = udiv i32 %v9, 32
  %v123 = mul i32 %v122, 4
  %v124 = mul i32 %v123, 2
  %v125 = add i32 %v121, %v124
  %v126 = getelementptr i8, ptr addrspace(3) %v14, i32 %v125
  ; main loop
  br label %loop0
loop0:
  %v127 = phi i32 [ 0, %entry ], [ %next0, %body0 ]
  %v128 = phi i32 [ %v15, %entry ], [ %v168, %body0 ]
  %v129 = phi i32 [ %v17, %entry ], [ %v169, %body0 ]
  %v130 = phi i32 [ %v55, %entry ], [ %v334, %body0 ]
  %v131 = phi i32 [ %v54, %entry ], [ %v331, %body0 ]
  %v132 = phi i32 [ %v52, %entry ], [ %v325, %body0 ]
  %v133 = phi i32 [ %v59, %entry ], [ %v347, %body0 ]
  %v134 = phi i32 [ %v58, %entry ], [ %v344, %body0 ]
  %v135 = phi i32 [ %v56, %entry ], [ %v338, %body0 ]
  %v136 = phi i32 [ %v63, %entry ], [ %v360, %body0 ]
  %v137 = phi i32 [ %v62, %entry ], [ %v357, %body0 ]
  %v138 = phi i32 [ %v60, %entry ], [ %v351, %body0 ]
  %v139 = phi i32 [ %v67, %entry ], [ %v373, %body0 ]
  %v140 = phi i32 [ %v66, %entry ], [ %v370, %body0 ]
  %v141 = phi i32 [ %v64, %entry ], [ %v364, %body0 ]
  %v142 = phi i32 [ %v71, %entry ], [ %v386, %body0 ]
  %v143 = phi i32 [ %v70, %entry ], [ %v383, %body0 ]
  %v144 = phi i32 [ %v68, %entry ], [ %v377, %body0 ]
  %v145 = phi i32 [ %v75, %entry ], [ %v399, %body0 ]
  %v146 = phi i32 [ %v74, %entry ], [ %v396, %body0 ]
  %v147 = phi i32 [ %v72, %entry ], [ %v390, %body0 ]
  %v148 = phi i32 [ %v79, %entry ], [ %v412, %body0 ]
  %v149 = phi i32 [ %v78, %entry ], [ %v409, %body0 ]
  %v150 = phi i32 [ %v76, %entry ], [ %v403, %body0 ]
  %v151 = phi i32 [ %v83, %entry ], [ %v425, %body0 ]
  %v152 = phi i32 [ %v82, %entry ], [ %v422, %body0 ]
  %v153 = phi i32 [ %v80, %entry ], [ %v416, %body0 ]
  %v154 = phi <16 x float> [ zeroinitializer, %entry ], [ %v636, %body0 ]
  %v155 = phi <16 x float> [ zeroinitializer, %entry ], [ %v637, %body0 ]
  %more0 = icmp ult i32 %v127, 1
  br i1 %more0, label %body0, label %done0
body0:
  ; fetch
  %v156 = mul i32 %v128, 64
  %v157 = icmp ult i32 %v128, 50
  %v158 = mul i32 %v129, 64
  %v159 = icmp ult i32 %v129, 50
  %v160 = add i32 %v20, %v156
  %v161 = select i1 %v157, i32 %v160, i32 -2147483648
  %v162 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v161, i32 0, i32 0)
  %v163 = bitcast <4 x i32> %v162 to <8 x half>
  %v164 = add i32 %v20, %v158
  %v165 = select i1 %v159, i32 %v164, i32 -2147483648
  %v166 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v165, i32 0, i32 0)
  %v167 = bitcast <4 x i32> %v166 to <8 x half>
  %v168 = add i32 %v128, 64
  %v169 = add i32 %v129, 64
  %v170 = mul i32 %v130, 5184
  %v171 = mul i32 %v131, 1152
  %v172 = add i32 %v170, %v171
  %v173 = mul i32 %v131, 2
  %v174 = mul i32 %v132, 128
  %v175 = add i32 %v172, %v174
  %v176 = mul i32 %v132, 2
  %v177 = icmp ult i32 %v130, 2
  %v178 = mul i32 %v133, 5184
  %v179 = mul i32 %v134, 1152
  %v180 = add i32 %v178, %v179
  %v181 = mul i32 %v134, 2
  %v182 = mul i32 %v135, 128
  %v183 = add i32 %v180, %v182
  %v184 = mul i32 %v135, 2
  %v185 = icmp ult i32 %v133, 2
  %v186 = mul i32 %v136, 5184
  %v187 = mul i32 %v137, 1152
  %v188 = add i32 %v186, %v187
  %v189 = mul i32 %v137, 2
  %v190 = mul i32 %v138, 128
  %v191 = add i32 %v188, %v190
  %v192 = mul i32 %v138, 2
  %v193 = icmp ult i32 %v136, 2
  %v194 = mul i32 %v139, 5184
  %v195 = mul i32 %v140, 1152
  %v196 = add i32 %v194, %v195
  %v197 = mul i32 %v140, 2
  %v198 = mul i32 %v141, 128
  %v199 = add i32 %v196, %v198
  %v200 = mul i32 %v141, 2
  %v201 = icmp ult i32 %v139, 2
  %v202 = mul i32 %v142, 5184
  %v203 = mul i32 %v143, 1152
  %v204 = add i32 %v202, %v203
  %v205 = mul i32 %v143, 2
  %v206 = mul i32 %v144, 128
  %v207 = add i32 %v204, %v206
  %v208 = mul i32 %v144, 2
  %v209 = icmp ult i32 %v142, 2
  %v210 = mul i32 %v145, 5184
  %v211 = mul i32 %v146, 1152
  %v212 = add i32 %v210, %v211
  %v213 = mul i32 %v146, 2
  %v214 = mul i32 %v147, 128
  %v215 = add i32 %v212, %v214
  %v216 = mul i32 %v147, 2
  %v217 = icmp ult i32 %v145, 2
  %v218 = mul i32 %v148, 5184
  %v219 = mul i32 %v149, 1152
  %v220 = add i32 %v218, %v219
  %v221 = mul i32 %v149, 2
  %v222 = mul i32 %v150, 128
  %v223 = add i32 %v220, %v222
  %v224 = mul i32 %v150, 2
  %v225 = icmp ult i32 %v148, 2
  %v226 = mul i32 %v151, 5184
  %v227 = mul i32 %v152, 1152
  %v228 = add i32 %v226, %v227
  %v229 = mul i32 %v152, 2
  %v230 = mul i32 %v153, 128
  %v231 = add i32 %v228, %v230
  %v232 = mul i32 %v153, 2
  %v233 = icmp ult i32 %v151, 2
  %v234 = add i32 %v50, %v175
  %v235 = and i1 %v51, %v177
  %v236 = add i32 %v45, %v173
  %v237 = icmp ult i32 %v236, 9
  %v238 = and i1 %v235, %v237
  %v239 = add i32 %v48, %v176
  %v240 = icmp ult i32 %v239, 9
  %v241 = and i1 %v238, %v240
  %v242 = select i1 %v241, i32 %v234, i32 -2147483648
  %v243 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v242, i32 0, i32 0)
  %v244 = bitcast <4 x i32> %v243 to <8 x half>
  %v245 = add i32 %v50, %v183
  %v246 = and i1 %v51, %v185
  %v247 = add i32 %v45, %v181
  %v248 = icmp ult i32 %v247, 9
  %v249 = and i1 %v246, %v248
  %v250 = add i32 %v48, %v184
  %v251 = icmp ult i32 %v250, 9
  %v252 = and i1 %v249, %v251
  %v253 = select i1 %v252, i32 %v245, i32 -2147483648
  %v254 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v253, i32 0, i32 0)
  %v255 = bitcast <4 x i32> %v254 to <8 x half>
  %v256 = add i32 %v50, %v191
  %v257 = and i1 %v51, %v193
  %v258 = add i32 %v45, %v189
  %v259 = icmp ult i32 %v258, 9
  %v260 = and i1 %v257, %v259
  %v261 = add i32 %v48, %v192
  %v262 = icmp ult i32 %v261, 9
  %v263 = and i1 %v260, %v262
  %v264 = select i1 %v263, i32 %v256, i32 -2147483648
  %v265 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v264, i32 0, i32 0)
  %v266 = bitcast <4 x i32> %v265 to <8 x half>
  %v267 = add i32 %v50, %v199
  %v268 = and i1 %v51, %v201
  %v269 = add i32 %v45, %v197
  %v270 = icmp ult i32 %v269, 9
  %v271 = and i1 %v268, %v270
  %v272 = add i32 %v48, %v200
  %v273 = icmp ult i32 %v272, 9
  %v274 = and i1 %v271, %v273
  %v275 = select i1 %v274, i32 %v267, i32 -2147483648
  %v276 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v275, i32 0, i32 0)
  %v277 = bitcast <4 x i32> %v276 to <8 x half>
  %v278 = add i32 %v50, %v207
  %v279 = and i1 %v51, %v209
  %v280 = add i32 %v45, %v205
  %v281 = icmp ult i32 %v280, 9
  %v282 = and i1 %v279, %v281
  %v283 = add i32 %v48, %v208
  %v284 = icmp ult i32 %v283, 9
  %v285 = and i1 %v282, %v284
  %v286 = select i1 %v285, i32 %v278, i32 -2147483648
  %v287 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v286, i32 0, i32 0)
  %v288 = bitcast <4 x i32> %v287 to <8 x half>
  %v289 = add i32 %v50, %v215
  %v290 = and i1 %v51, %v217
  %v291 = add i32 %v45, %v213
  %v292 = icmp ult i32 %v291, 9
  %v293 = and i1 %v290, %v292
  %v294 = add i32 %v48, %v216
  %v295 = icmp ult i32 %v294, 9
  %v296 = and i1 %v293, %v295
  %v297 = select i1 %v296, i32 %v289, i32 -2147483648
  %v298 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v297, i32 0, i32 0)
  %v299 = bitcast <4 x i32> %v298 to <8 x half>
  %v300 = add i32 %v50, %v223
  %v301 = and i1 %v51, %v225
  %v302 = add i32 %v45, %v221
  %v303 = icmp ult i32 %v302, 9
  %v304 = and i1 %v301, %v303
  %v305 = add i32 %v48, %v224
  %v306 = icmp ult i32 %v305, 9
  %v307 = and i1 %v304, %v306
  %v308 = select i1 %v307, i32 %v300, i32 -2147483648
  %v309 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v308, i32 0, i32 0)
  %v310 = bitcast <4 x i32> %v309 to <8 x half>
  %v311 = add i32 %v50, %v231
  %v312 = and i1 %v51, %v233
  %v313 = add i32 %v45, %v229
  %v314 = icmp ult i32 %v313, 9
  %v315 = and i1 %v312, %v314
  %v316 = add i32 %v48, %v232
  %v317 = icmp ult i32 %v316, 9
  %v318 = and i1 %v315, %v317
  %v319 = select i1 %v318, i32 %v311, i32 -2147483648
  %v320 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v319, i32 0, i32 0)
  %v321 = bitcast <4 x i32> %v320 to <8 x half>
  %v322 = add i32 %v132, 4
  %v323 = icmp uge i32 %v322, 5
  %v324 = sub i32 %v322, 5
  %v325 = select i1 %v323, i32 %v324, i32 %v322
  %v326 = add i32 %v131, 2
  %v327 = select i1 %v323, i32 1, i32 0
  %v328 = add i32 %v326, %v327
  %v329 = icmp uge i32 %v328, 5
  %v330 = sub i32 %v328, 5
  %v331 = select i1 %v329, i32 %v330, i32 %v328
  %v332 = add i32 %v130, 2
  %v333 = select i1 %v329, i32 1, i32 0
  %v334 = add i32 %v332, %v333
  %v335 = add i32 %v135, 4
  %v336 = icmp uge i32 %v335, 5
  %v337 = sub i32 %v335, 5
  %v338 = select i1 %v336, i32 %v337, i32 %v335
  %v339 = add i32 %v134, 2
  %v340 = select i1 %v336, i32 1, i32 0
  %v341 = add i32 %v339, %v340
  %v342 = icmp uge i32 %v341, 5
  %v343 = sub i32 %v341, 5
  %v344 = select i1 %v342, i32 %v343, i32 %v341
  %v345 = add i32 %v133, 2
  %v346 = select i1 %v342, i32 1, i32 0
  %v347 = add i32 %v345, %v346
  %v348 = add i32 %v138, 4
  %v349 = icmp uge i32 %v348, 5
  %v350 = sub i32 %v348, 5
  %v351 = select i1 %v349, i32 %v350, i32 %v348
  %v352 = add i32 %v137, 2
  %v353 = select i1 %v349, i32 1, i32 0
  %v354 = add i32 %v352, %v353
  %v355 = icmp uge i32 %v354, 5
  %v356 = sub i32 %v354, 5
  %v357 = select i1 %v355, i32 %v356, i32 %v354
  %v358 = add i32 %v136, 2
  %v359 = select i1 %v355, i32 1, i32 0
  %v360 = add i32 %v358, %v359
  %v361 = add i32 %v141, 4
  %v362 = icmp uge i32 %v361, 5
  %v363 = sub i32 %v361, 5
  %v364 = select i1 %v362, i32 %v363, i32 %v361
  %v365 = add i32 %v140, 2
  %v366 = select i1 %v362, i32 1, i32 0
  %v367 = add i32 %v365, %v366
  %v368 = icmp uge i32 %v367, 5
  %v369 = sub i32 %v367, 5
  %v370 = select i1 %v368, i32 %v369, i32 %v367
  %v371 = add i32 %v139, 2
  %v372 = select i1 %v368, i32 1, i32 0
  %v373 = add i32 %v371, %v372
  %v374 = add i32 %v144, 4
  %v375 = icmp uge i32 %v374, 5
  %v376 = sub i32 %v374, 5
  %v377 = select i1 %v375, i32 %v376, i32 %v374
  %v378 = add i32 %v143, 2
  %v379 = select i1 %v375, i32 1, i32 0
  %v380 = add i32 %v378, %v379
  %v381 = icmp uge i32 %v380, 5
  %v382 = sub i32 %v380, 5
  %v383 = select i1 %v381, i32 %v382, i32 %v380
  %v384 = add i32 %v142, 2
  %v385 = select i1 %v381, i32 1, i32 0
  %v386 = add i32 %v384, %v385
  %v387 = add i32 %v147, 4
  %v388 = icmp uge i32 %v387, 5
  %v389 = sub i32 %v387, 5
  %v390 = select i1 %v388, i32 %v389, i32 %v387
  %v391 = add i32 %v146, 2
  %v392 = select i1 %v388, i32 1, i32 0
  %v393 = add i32 %v391, %v392
  %v394 = icmp uge i32 %v393, 5
  %v395 = sub i32 %v393, 5
  %v396 = select i1 %v394, i32 %v395, i32 %v393
  %v397 = add i32 %v145, 2
  %v398 = select i1 %v394, i32 1, i32 0
  %v399 = add i32 %v397, %v398
  %v400 = add i32 %v150, 4
  %v401 = icmp uge i32 %v400, 5
  %v402 = sub i32 %v400, 5
  %v403 = select i1 %v401, i32 %v402, i32 %v400
  %v404 = add i32 %v149, 2
  %v405 = select i1 %v401, i32 1, i32 0
  %v406 = add i32 %v404, %v405
  %v407 = icmp uge i32 %v406, 5
  %v408 = sub i32 %v406, 5
  %v409 = select i1 %v407, i32 %v408, i32 %v406
  %v410 = add i32 %v148, 2
  %v411 = select i1 %v407, i32 1, i32 0
  %v412 = add i32 %v410, %v411
  %v413 = add i32 %v153, 4
  %v414 = icmp uge i32 %v413, 5
  %v415 = sub i32 %v413, 5
  %v416 = select i1 %v414, i32 %v415, i32 %v413
  %v417 = add i32 %v152, 2
  %v418 = select i1 %v414, i32 1, i32 0
  %v419 = add i32 %v417, %v418
  %v420 = icmp uge i32 %v419, 5
  %v421 = sub i32 %v419, 5
  %v422 = select i1 %v420, i32 %v421, i32 %v419
  %v423 = add i32 %v151, 2
  %v424 = select i1 %v420, i32 1, i32 0
  %v425 = add i32 %v423, %v424
  ; commit
  %v426 = extractelement <8 x half> %v163, i32 0
  store half %v426, ptr addrspace(3) %v25, align 2
  %v427 = extractelement <8 x half> %v163, i32 1
  %v428 = getelementptr i8, ptr addrspace(3) %v25, i32 136
  store half %v427, ptr addrspace(3) %v428, align 2
  %v429 = extractelement <8 x half> %v163, i32 2
  %v430 = getelementptr i8, ptr addrspace(3) %v25, i32 272
  store half %v429, ptr addrspace(3) %v430, align 2
  %v431 = extractelement <8 x half> %v163, i32 3
  %v432 = getelementptr i8, ptr addrspace(3) %v25, i32 408
  store half %v431, ptr addrspace(3) %v432, align 2
  %v433 = extractelement <8 x half> %v163, i32 4
  %v434 = getelementptr i8, ptr addrspace(3) %v25, i32 544
  store half %v433, ptr addrspace(3) %v434, align 2
  %v435 = extractelement <8 x half> %v163, i32 5
  %v436 = getelementptr i8, ptr addrspace(3) %v25, i32 680
  store half %v435, ptr addrspace(3) %v436, align 2
  %v437 = extractelement <8 x half> %v163, i32 6
  %v438 = getelementptr i8, ptr addrspace(3) %v25, i32 816
  store half %v437, ptr addrspace(3) %v438, align 2
  %v439 = extractelement <8 x half> %v163, i32 7
  %v440 = getelementptr i8, ptr addrspace(3) %v25, i32 952
  store half %v439, ptr addrspace(3) %v440, align 2
  %v441 = extractelement <8 x half> %v167, i32 0
  store half %v441, ptr addrspace(3) %v27, align 2
  %v442 = extractelement <8 x half> %v167, i32 1
  %v443 = getelementptr i8, ptr addrspace(3) %v27, i32 136
  store half %v442, ptr addrspace(3) %v443, align 2
  %v444 = extractelement <8 x half> %v167, i32 2
  %v445 = getelementptr i8, ptr addrspace(3) %v27, i32 272
  store half %v444, ptr addrspace(3) %v445, align 2
  %v446 = extractelement <8 x half> %v167, i32 3
  %v447 = getelementptr i8, ptr addrspace(3) %v27, i32 408
  store half %v446, ptr addrspace(3) %v447, align 2
  %v448 = extractelement <8 x half> %v167, i32 4
  %v449 = getelementptr i8, ptr addrspace(3) %v27, i32 544
  store half %v448, ptr addrspace(3) %v449, align 2
  %v450 = extractelement <8 x half> %v167, i32 5
  %v451 = getelementptr i8, ptr addrspace(3) %v27, i32 680
  store half %v450, ptr addrspace(3) %v451, align 2
  %v452 = extractelement <8 x half> %v167, i32 6
  %v453 = getelementptr i8, ptr addrspace(3) %v27, i32 816
  store half %v452, ptr addrspace(3) %v453, align 2
  %v454 = extractelement <8 x half> %v167, i32 7
  %v455 = getelementptr i8, ptr addrspace(3) %v27, i32 952
  store half %v454, ptr addrspace(3) %v455, align 2
  %v456 = extractelement <8 x half> %v244, i32 0
  store half %v456, ptr addrspace(3) %v94, align 2
  %v457 = extractelement <8 x half> %v244, i32 1
  %v458 = getelementptr i8, ptr addrspace(3) %v94, i32 136
  store half %v457, ptr addrspace(3) %v458, align 2
  %v459 = extractelement <8 x half> %v244, i32 2
  %v460 = getelementptr i8, ptr addrspace(3) %v94, i32 272
  store half %v459, ptr addrspace(3) %v460, align 2
  %v461 = extractelement <8 x half> %v244, i32 3
  %v462 = getelementptr i8, ptr addrspace(3) %v94, i32 408
  store half %v461, ptr addrspace(3) %v462, align 2
  %v463 = extractelement <8 x half> %v244, i32 4
  %v464 = getelementptr i8, ptr addrspace(3) %v94, i32 544
  store half %v463, ptr addrspace(3) %v464, align 2
  %v465 = extractelement <8 x half> %v244, i32 5
  %v466 = getelementptr i8, ptr addrspace(3) %v94, i32 680
  store half %v465, ptr addrspace(3) %v466, align 2
  %v467 = extractelement <8 x half> %v244, i32 6
  %v468 = getelementptr i8, ptr addrspace(3) %v94, i32 816
  store half %v467, ptr addrspace(3) %v468, align 2
  %v469 = extractelement <8 x half> %v244, i32 7
  %v470 = getelementptr i8, ptr addrspace(3) %v94, i32 952
  store half %v469, ptr addrspace(3) %v470, align 2
  %v471 = extractelement <8 x half> %v255, i32 0
  store half %v471, ptr addrspace(3) %v96, align 2
  %v472 = extractelement <8 x half> %v255, i32 1
  %v473 = getelementptr i8, ptr addrspace(3) %v96, i32 136
  store half %v472, ptr addrspace(3) %v473, align 2
  %v474 = extractelement <8 x half> %v255, i32 2
  %v475 = getelementptr i8, ptr addrspace(3) %v96, i32 272
  store half %v474, ptr addrspace(3) %v475, align 2
  %v476 = extractelement <8 x half> %v255, i32 3
  %v477 = getelementptr i8, ptr addrspace(3) %v96, i32 408
  store half %v476, ptr addrspace(3) %v477, align 2
  %v478 = extractelement <8 x half> %v255, i32 4
  %v479 = getelementptr i8, ptr addrspace(3) %v96, i32 544
  store half %v478, ptr addrspace(3) %v479, align 2
  %v480 = extractelement <8 x half> %v255, i32 5
  %v481 = getelementptr i8, ptr addrspace(3) %v96, i32 680
  store half %v480, ptr addrspace(3) %v481, align 2
  %v482 = extractelement <8 x half> %v255, i32 6
  %v483 = getelementptr i8, ptr addrspace(3) %v96, i32 816
  store half %v482, ptr addrspace(3) %v483, align 2
  %v484 = extractelement <8 x half> %v255, i32 7
  %v485 = getelementptr i8, ptr addrspace(3) %v96, i32 952
  store half %v484, ptr addrspace(3) %v485, align 2
  %v486 = extractelement <8 x half> %v266, i32 0
  store half %v486, ptr addrspace(3) %v98, align 2
  %v487 = extractelement <8 x half> %v266, i32 1
  %v488 = getelementptr i8, ptr addrspace(3) %v98, i32 136
  store half %v487, ptr addrspace(3) %v488, align 2
  %v489 = extractelement <8 x half> %v266, i32 2
  %v490 = getelementptr i8, ptr addrspace(3) %v98, i32 272
  store half %v489, ptr addrspace(3) %v490, align 2
  %v491 = extractelement <8 x half> %v266, i32 3
  %v492 = getelementptr i8, ptr addrspace(3) %v98, i32 408
  store half %v491, ptr addrspace(3) %v492, align 2
  %v493 = extractelement <8 x half> %v266, i32 4
  %v494 = getelementptr i8, ptr addrspace(3) %v98, i32 544
  store half %v493, ptr addrspace(3) %v494, align 2
  %v495 = extractelement <8 x half> %v266, i32 5
  %v496 = getelementptr i8, ptr addrspace(3) %v98, i32 680
  store half %v495, ptr addrspace(3) %v496, align 2
  %v497 = extractelement <8 x half> %v266, i32 6
  %v498 = getelementptr i8, ptr addrspace(3) %v98, i32 816
  store half %v497, ptr addrspace(3) %v498, align 2
  %v499 = extractelement <8 x half> %v266, i32 7
  %v500 = getelementptr i8, ptr addrspace(3) %v98, i32 952
  store half %v499, ptr addrspace(3) %v500, align 2
  %v501 = extractelement <8 x half> %v277, i32 0
  store half %v501, ptr addrspace(3) %v100, align 2
  %v502 = extractelement <8 x half> %v277, i32 1
  %v503 = getelementptr i8, ptr addrspace(3) %v100, i32 136
  store half %v502, ptr addrspace(3) %v503, align 2
  %v504 = extractelement <8 x half> %v277, i32 2
  %v505 = getelementptr i8, ptr addrspace(3) %v100, i32 272
  store half %v504, ptr addrspace(3) %v505, align 2
  %v506 = extractelement <8 x half> %v277, i32 3
  %v507 = getelementptr i8, ptr addrspace(3) %v100, i32 408
  store half %v506, ptr addrspace(3) %v507, align 2
  %v508 = extractelement <8 x half> %v277, i32 4
  %v509 = getelementptr i8, ptr addrspace(3) %v100, i32 544
  store half %v508, ptr addrspace(3) %v509, align 2
  %v510 = extractelement <8 x half> %v277, i32 5
  %v511 = getelementptr i8, ptr addrspace(3) %v100, i32 680
  store half %v510, ptr addrspace(3) %v511, align 2
  %v512 = extractelement <8 x half> %v277, i32 6
  %v513 = getelementptr i8, ptr addrspace(3) %v100, i32 816
  store half %v512, ptr addrspace(3) %v513, align 2
  %v514 = extractelement <8 x half> %v277, i32 7
  %v515 = getelementptr i8, ptr addrspace(3) %v100, i32 952
  store half %v514, ptr addrspace(3) %v515, align 2
  %v516 = extractelement <8 x half> %v288, i32 0
  store half %v516, ptr addrspace(3) %v102, align 2
  %v517 = extractelement <8 x half> %v288, i32 1
  %v518 = getelementptr i8, ptr addrspace(3) %v102, i32 136
  store half %v517, ptr addrspace(3) %v518, align 2
  %v519 = extractelement <8 x half> %v288, i32 2
  %v520 = getelementptr i8, ptr addrspace(3) %v102, i32 272
  store half %v519, ptr addrspace(3) %v520, align 2
  %v521 = extractelement <8 x half> %v288, i32 3
  %v522 = getelementptr i8, ptr addrspace(3) %v102, i32 408
  store half %v521, ptr addrspace(3) %v522, align 2
  %v523 = extractelement <8 x half> %v288, i32 4
  %v524 = getelementptr i8, ptr addrspace(3) %v102, i32 544
  store half %v523, ptr addrspace(3) %v524, align 2
  %v525 = extractelement <8 x half> %v288, i32 5
  %v526 = getelementptr i8, ptr addrspace(3) %v102, i32 680
  store half %v525, ptr addrspace(3) %v526, align 2
  %v527 = extractelement <8 x half> %v288, i32 6
  %v528 = getelementptr i8, ptr addrspace(3) %v102, i32 816
  store half %v527, ptr addrspace(3) %v528, align 2
  %v529 = extractelement <8 x half> %v288, i32 7
  %v530 = getelementptr i8, ptr addrspace(3) %v102, i32 952
  store half %v529, ptr addrspace(3) %v530, align 2
  %v531 = extractelement <8 x half> %v299, i32 0
  store half %v531, ptr addrspace(3) %v104, align 2
  %v532 = extractelement <8 x half> %v299, i32 1
  %v533 = getelementptr i8, ptr addrspace(3) %v104, i32 136
  store half %v532, ptr addrspace(3) %v533, align 2
  %v534 = extractelement <8 x half> %v299, i32 2
  %v535 = getelementptr i8, ptr addrspace(3) %v104, i32 272
  store half %v534, ptr addrspace(3) %v535, align 2
  %v536 = extractelement <8 x half> %v299, i32 3
  %v537 = getelementptr i8, ptr addrspace(3) %v104, i32 408
  store half %v536, ptr addrspace(3) %v537, align 2
  %v538 = extractelement <8 x half> %v299, i32 4
  %v539 = getelementptr i8, ptr addrspace(3) %v104, i32 544
  store half %v538, ptr addrspace(3) %v539, align 2
  %v540 = extractelement <8 x half> %v299, i32 5
  %v541 = getelementptr i8, ptr addrspace(3) %v104, i32 680
  store half %v540, ptr addrspace(3) %v541, align 2
  %v542 = extractelement <8 x half> %v299, i32 6
  %v543 = getelementptr i8, ptr addrspace(3) %v104, i32 816
  store half %v542, ptr addrspace(3) %v543, align 2
  %v544 = extractelement <8 x half> %v299, i32 7
  %v545 = getelementptr i8, ptr addrspace(3) %v104, i32 952
  store half %v544, ptr addrspace(3) %v545, align 2
  %v546 = extractelement <8 x half> %v310, i32 0
  store half %v546, ptr addrspace(3) %v106, align 2
  %v547 = extractelement <8 x half> %v310, i32 1
  %v548 = getelementptr i8, ptr addrspace(3) %v106, i32 136
  store half %v547, ptr addrspace(3) %v548, align 2
  %v549 = extractelement <8 x half> %v310, i32 2
  %v550 = getelementptr i8, ptr addrspace(3) %v106, i32 272
  store half %v549, ptr addrspace(3) %v550, align 2
  %v551 = extractelement <8 x half> %v310, i32 3
  %v552 = getelementptr i8, ptr addrspace(3) %v106, i32 408
  store half %v551, ptr addrspace(3) %v552, align 2
  %v553 = extractelement <8 x half> %v310, i32 4
  %v554 = getelementptr i8, ptr addrspace(3) %v106, i32 544
  store half %v553, ptr addrspace(3) %v554, align 2
  %v555 = extractelement <8 x half> %v310, i32 5
  %v556 = getelementptr i8, ptr addrspace(3) %v106, i32 680
  store half %v555, ptr addrspace(3) %v556, align 2
  %v557 = extractelement <8 x half> %v310, i32 6
  %v558 = getelementptr i8, ptr addrspace(3) %v106, i32 816
  store half %v557, ptr addrspace(3) %v558, align 2
  %v559 = extractelement <8 x half> %v310, i32 7
  %v560 = getelementptr i8, ptr addrspace(3) %v106, i32 952
  store half %v559, ptr addrspace(3) %v560, align 2
  %v561 = extractelement <8 x half> %v321, i32 0
  store half %v561, ptr addrspace(3) %v108, align 2
  %v562 = extractelement <8 x half> %v321, i32 1
  %v563 = getelementptr i8, ptr addrspace(3) %v108, i32 136
  store half %v562, ptr addrspace(3) %v563, align 2
  %v564 = extractelement <8 x half> %v321, i32 2
  %v565 = getelementptr i8, ptr addrspace(3) %v108, i32 272
  store half %v564, ptr addrspace(3) %v565, align 2
  %v566 = extractelement <8 x half> %v321, i32 3
  %v567 = getelementptr i8, ptr addrspace(3) %v108, i32 408
  store half %v566, ptr addrspace(3) %v567, align 2
  %v568 = extractelement <8 x half> %v321, i32 4
  %v569 = getelementptr i8, ptr addrspace(3) %v108, i32 544
  store half %v568, ptr addrspace(3) %v569, align 2
  %v570 = extractelement <8 x half> %v321, i32 5
  %v571 = getelementptr i8, ptr addrspace(3) %v108, i32 680
  store half %v570, ptr addrspace(3) %v571, align 2
  %v572 = extractelement <8 x half> %v321, i32 6
  %v573 = getelementptr i8, ptr addrspace(3) %v108, i32 816
  store half %v572, ptr addrspace(3) %v573, align 2
  %v574 = extractelement <8 x half> %v321, i32 7
  %v575 = getelementptr i8, ptr addrspace(3) %v108, i32 952
  store half %v574, ptr addrspace(3) %v575, align 2
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; compute
  %v576 = load <4 x half>, ptr addrspace(3) %v117, align 8
  %v577 = load <4 x half>, ptr addrspace(3) %v126, align 8
  %v578 = getelementptr i8, ptr addrspace(3) %v126, i32 4352
  %v579 = load <4 x half>, ptr addrspace(3) %v578, align 8
  %v580 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v576, <4 x half> %v577, <16 x float> %v154, i32 0, i32 0, i32 0)
  %v581 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v576, <4 x half> %v579, <16 x float> %v155, i32 0, i32 0, i32 0)
  %v582 = getelementptr i8, ptr addrspace(3) %v117, i32 16
  %v583 = load <4 x half>, ptr addrspace(3) %v582, align 8
  %v584 = getelementptr i8, ptr addrspace(3) %v126, i32 16
  %v585 = load <4 x half>, ptr addrspace(3) %v584, align 8
  %v586 = getelementptr i8, ptr addrspace(3) %v126, i32 4368
  %v587 = load <4 x half>, ptr addrspace(3) %v586, align 8
  %v588 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v583, <4 x half> %v585, <16 x float> %v580, i32 0, i32 0, i32 0)
  %v589 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v583, <4 x half> %v587, <16 x float> %v581, i32 0, i32 0, i32 0)
  %v590 = getelementptr i8, ptr addrspace(3) %v117, i32 32
  %v591 = load <4 x half>, ptr addrspace(3) %v590, align 8
  %v592 = getelementptr i8, ptr addrspace(3) %v126, i32 32
  %v593 = load <4 x half>, ptr addrspace(3) %v592, align 8
  %v594 = getelementptr i8, ptr addrspace(3) %v126, i32 4384
  %v595 = load <4 x half>, ptr addrspace(3) %v594, align 8
  %v596 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v591, <4 x half> %v593, <16 x float> %v588, i32 0, i32 0, i32 0)
  %v597 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v591, <4 x half> %v595, <16 x float> %v589, i32 0, i32 0, i32 0)
  %v598 = getelementptr i8, ptr addrspace(3) %v117, i32 48
  %v599 = load <4 x half>, ptr addrspace(3) %v598, align 8
  %v600 = getelementptr i8, ptr addrspace(3) %v126, i32 48
  %v601 = load <4 x half>, ptr addrspace(3) %v600, align 8
  %v602 = getelementptr i8, ptr addrspace(3) %v126, i32 4400
  %v603 = load <4 x half>, ptr addrspace(3) %v602, align 8
  %v604 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v599, <4 x half> %v601, <16 x float> %v596, i32 0, i32 0, i32 0)
  %v605 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v599, <4 x half> %v603, <16 x float> %v597, i32 0, i32 0, i32 0)
  %v606 = getelementptr i8, ptr addrspace(3) %v117, i32 64
  %v607 = load <4 x half>, ptr addrspace(3) %v606, align 8
  %v608 = getelementptr i8, ptr addrspace(3) %v126, i32 64
  %v609 = load <4 x half>, ptr addrspace(3) %v608, align 8
  %v610 = getelementptr i8, ptr addrspace(3) %v126, i32 4416
  %v611 = load <4 x half>, ptr addrspace(3) %v610, align 8
  %v612 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v607, <4 x half> %v609, <16 x float> %v604, i32 0, i32 0, i32 0)
  %v613 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v607, <4 x half> %v611, <16 x float> %v605, i32 0, i32 0, i32 0)
  %v614 = getelementptr i8, ptr addrspace(3) %v117, i32 80
  %v615 = load <4 x half>, ptr addrspace(3) %v614, align 8
  %v616 = getelementptr i8, ptr addrspace(3) %v126, i32 80
  %v617 = load <4 x half>, ptr addrspace(3) %v616, align 8
  %v618 = getelementptr i8, ptr addrspace(3) %v126, i32 4432
  %v619 = load <4 x half>, ptr addrspace(3) %v618, align 8
  %v620 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v615, <4 x half> %v617, <16 x float> %v612, i32 0, i32 0, i32 0)
  %v621 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v615, <4 x half> %v619, <16 x float> %v613, i32 0, i32 0, i32 0)
  %v622 = getelementptr i8, ptr addrspace(3) %v117, i32 96
  %v623 = load <4 x half>, ptr addrspace(3) %v622, align 8
  %v624 = getelementptr i8, ptr addrspace(3) %v126, i32 96
  %v625 = load <4 x half>, ptr addrspace(3) %v624, align 8
  %v626 = getelementptr i8, ptr addrspace(3) %v126, i32 4448
  %v627 = load <4 x half>, ptr addrspace(3) %v626, align 8
  %v628 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v623, <4 x half> %v625, <16 x float> %v620, i32 0, i32 0, i32 0)
  %v629 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v623, <4 x half> %v627, <16 x float> %v621, i32 0, i32 0, i32 0)
  %v630 = getelementptr i8, ptr addrspace(3) %v117, i32 112
  %v631 = load <4 x half>, ptr addrspace(3) %v630, align 8
  %v632 = getelementptr i8, ptr addrspace(3) %v126, i32 112
  %v633 = load <4 x half>, ptr addrspace(3) %v632, align 8
  %v634 = getelementptr i8, ptr addrspace(3) %v126, i32 4464
  %v635 = load <4 x half>, ptr addrspace(3) %v634, align 8
  %v636 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v631, <4 x half> %v633, <16 x float> %v628, i32 0, i32 0, i32 0)
  %v637 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v631, <4 x half> %v635, <16 x float> %v629, i32 0, i32 0, i32 0)
  ; free
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %next0 = add i32 %v127, 1
  br label %loop0
done0:
  ; epilogue
  %v638 = mul i32 %v13, 32
  %v639 = udiv i32 %v9, 32
  %v640 = mul i32 %v639, 4
  %v641 = add i32 %v638, %v640
  %v642 = mul i32 %v12, 64
  %v643 = urem i32 %v9, 32
  %v644 = add i32 %v642, %v643
  %v645 = mul i32 %v641, 256
  %v646 = mul i32 %v644, 2
  %v647 = add i32 %v645, %v646
  %v648 = getelementptr i8, ptr addrspace(3) @lds, i32 %v647
  %v649 = extractelement <16 x float> %v154, i32 0
  %v650 = fptrunc float %v649 to half
  store half %v650, ptr addrspace(3) %v648, align 2
  %v651 = extractelement <16 x float> %v154, i32 1
  %v652 = fptrunc float %v651 to half
  %v653 = getelementptr i8, ptr addrspace(3) %v648, i32 256
  store half %v652, ptr addrspace(3) %v653, align 2
  %v654 = extractelement <16 x float> %v154, i32 2
  %v655 = fptrunc float %v654 to half
  %v656 = getelementptr i8, ptr addrspace(3) %v648, i32 512
  store half %v655, ptr addrspace(3) %v656, align 2
  %v657 = extractelement <16 x float> %v154, i32 3
  %v658 = fptrunc float %v657 to half
  %v659 = getelementptr i8, ptr addrspace(3) %v648, i32 768
  store half %v658, ptr addrspace(3) %v659, align 2
  %v660 = extractelement <16 x float> %v154, i32 4
  %v661 = fptrunc float %v660 to half
  %v662 = getelementptr i8, ptr addrspace(3) %v648, i32 2048
  store half %v661, ptr addrspace(3) %v662, align 2
  %v663 = extractelement <16 x float> %v154, i32 5
  %v664 = fptrunc float %v663 to half
  %v665 = getelementptr i8, ptr addrspace(3) %v648, i32 2304
  store half %v664, ptr addrspace(3) %v665, align 2
  %v666 = extractelement <16 x float> %v154, i32 6
  %v667 = fptrunc float %v666 to half
  %v668 = getelementptr i8, ptr addrspace(3) %v648, i32 2560
  store half %v667, ptr addrspace(3) %v668, align 2
  %v669 = extractelement <16 x float> %v154, i32 7
  %v670 = fptrunc float %v669 to half
  %v671 = getelementptr i8, ptr addrspace(3) %v648, i32 2816
  store half %v670, ptr addrspace(3) %v671, align 2
  %v672 = extractelement <16 x float> %v154, i32 8
  %v673 = fptrunc float %v672 to half
  %v674 = getelementptr i8, ptr addrspace(3) %v648, i32 4096
  store half %v673, ptr addrspace(3) %v674, align 2
  %v675 = extractelement <16 x float> %v154, i32 9
  %v676 = fptrunc float %v675 to half
  %v677 = getelementptr i8, ptr addrspace(3) %v648, i32 4352
  store half %v676, ptr addrspace(3) %v677, align 2
  %v678 = extractelement <16 x float> %v154, i32 10
  %v679 = fptrunc float %v678 to half
  %v680 = getelementptr i8, ptr addrspace(3) %v648, i32 4608
  store half %v679, ptr addrspace(3) %v680, align 2
  %v681 = extractelement <16 x float> %v154, i32 11
  %v682 = fptrunc float %v681 to half
  %v683 = getelementptr i8, ptr addrspace(3) %v648, i32 4864
  store half %v682, ptr addrspace(3) %v683, align 2
  %v684 = extractelement <16 x float> %v154, i32 12
  %v685 = fptrunc float %v684 to half
  %v686 = getelementptr i8, ptr addrspace(3) %v648, i32 6144
  store half %v685, ptr addrspace(3) %v686, align 2
  %v687 = extractelement <16 x float> %v154, i32 13
  %v688 = fptrunc float %v687 to half
  %v689 = getelementptr i8, ptr addrspace(3) %v648, i32 6400
  store half %v688, ptr addrspace(3) %v689, align 2
  %v690 = extractelement <16 x float> %v154, i32 14
  %v691 = fptrunc float %v690 to half
  %v692 = getelementptr i8, ptr addrspace(3) %v648, i32 6656
  store half %v691, ptr addrspace(3) %v692, align 2
  %v693 = extractelement <16 x float> %v154, i32 15
  %v694 = fptrunc float %v693 to half
  %v695 = getelementptr i8, ptr addrspace(3) %v648, i32 6912
  store half %v694, ptr addrspace(3) %v695, align 2
  %v696 = extractelement <16 x float> %v155, i32 0
  %v697 = fptrunc float %v696 to half
  %v698 = getelementptr i8, ptr addrspace(3) %v648, i32 64
  store half %v697, ptr addrspace(3) %v698, align 2
  %v699 = extractelement <16 x float> %v155, i32 1
  %v700 = fptrunc float %v699 to half
  %v701 = getelementptr i8, ptr addrspace(3) %v648, i32 320
  store half %v700, ptr addrspace(3) %v701, align 2
  %v702 = extractelement <16 x float> %v155, i32 2
  %v703 = fptrunc float %v702 to half
  %v704 = getelementptr i8, ptr addrspace(3) %v648, i32 576
  store half %v703, ptr addrspace(3) %v704, align 2
  %v705 = extractelement <16 x float> %v155, i32 3
  %v706 = fptrunc float %v705 to half
  %v707 = getelementptr i8, ptr addrspace(3) %v648, i32 832
  store half %v706, ptr addrspace(3) %v707, align 2
  %v708 = extractelement <16 x float> %v155, i32 4
  %v709 = fptrunc float %v708 to half
  %v710 = getelementptr i8, ptr addrspace(3) %v648, i32 2112
  store half %v709, ptr addrspace(3) %v710, align 2
  %v711 = extractelement <16 x float> %v155, i32 5
  %v712 = fptrunc float %v711 to half
  %v713 = getelementptr i8, ptr addrspace(3) %v648, i32 2368
  store half %v712, ptr addrspace(3) %v713, align 2
  %v714 = extractelement <16 x float> %v155, i32 6
  %v715 = fptrunc float %v714 to half
  %v716 = getelementptr i8, ptr addrspace(3) %v648, i32 2624
  store half %v715, ptr addrspace(3) %v716, align 2
  %v717 = extractelement <16 x float> %v155, i32 7
  %v718 = fptrunc float %v717 to half
  %v719 = getelementptr i8, ptr addrspace(3) %v648, i32 2880
  store half %v718, ptr addrspace(3) %v719, align 2
  %v720 = extractelement <16 x float> %v155, i32 8
  %v721 = fptrunc float %v720 to half
  %v722 = getelementptr i8, ptr addrspace(3) %v648, i32 4160
  store half %v721, ptr addrspace(3) %v722, align 2
  %v723 = extractelement <16 x float> %v155, i32 9
  %v724 = fptrunc float %v723 to half
  %v725 = getelementptr i8, ptr addrspace(3) %v648, i32 4416
  store half %v724, ptr addrspace(3) %v725, align 2
  %v726 = extractelement <16 x float> %v155, i32 10
  %v727 = fptrunc float %v726 to half
  %v728 = getelementptr i8, ptr addrspace(3) %v648, i32 4672
  store half %v727, ptr addrspace(3) %v728, align 2
  %v729 = extractelement <16 x float> %v155, i32 11
  %v730 = fptrunc float %v729 to half
  %v731 = getelementptr i8, ptr addrspace(3) %v648, i32 4928
  store half %v730, ptr addrspace(3) %v731, align 2
  %v732 = extractelement <16 x float> %v155, i32 12
  %v733 = fptrunc float %v732 to half
  %v734 = getelementptr i8, ptr addrspace(3) %v648, i32 6208
  store half %v733, ptr addrspace(3) %v734, align 2
  %v735 = extractelement <16 x float> %v155, i32 13
  %v736 = fptrunc float %v735 to half
  %v737 = getelementptr i8, ptr addrspace(3) %v648, i32 6464
  store half %v736, ptr addrspace(3) %v737, align 2
  %v738 = extractelement <16 x float> %v155, i32 14
  %v739 = fptrunc float %v738 to half
  %v740 = getelementptr i8, ptr addrspace(3) %v648, i32 6720
  store half %v739, ptr addrspace(3) %v740, align 2
  %v741 = extractelement <16 x float> %v155, i32 15
  %v742 = fptrunc float %v741 to half
  %v743 = getelementptr i8, ptr addrspace(3) %v648, i32 6976
  store half %v742, ptr addrspace(3) %v743, align 2
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; epilogue: wide stores
  %v744 = udiv i32 %v8, 16
  %v745 = urem i32 %v8, 16
  %v746 = add i32 %v744, 8
  %v747 = add i32 %v744, 16
  %v748 = add i32 %v744, 24
  %v749 = mul i32 %v745, 8
  %v750 = add i32 %v6, %v744
  %v751 = mul i32 %v750, 576
  %v752 = add i32 %v6, %v746
  %v753 = mul i32 %v752, 576
  %v754 = add i32 %v6, %v747
  %v755 = mul i32 %v754, 576
  %v756 = add i32 %v6, %v748
  %v757 = mul i32 %v756, 576
  %v758 = add i32 %v7, %v749
  %v759 = mul i32 %v758, 2
  %v760 = icmp ult i32 %v758, 288
  %v761 = mul i32 %v744, 256
  %v762 = mul i32 %v749, 2
  %v763 = add i32 %v761, %v762
  %v764 = getelementptr i8, ptr addrspace(3) @lds, i32 %v763
  %v765 = load <8 x half>, ptr addrspace(3) %v764, align 16
  %v766 = add i32 %v751, %v759
  %v767 = select i1 %v760, i32 %v766, i32 -2147483648
  %v768 = bitcast <8 x half> %v765 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v768, ptr addrspace(8) %v2, i32 %v767, i32 0, i32 0)
  %v769 = mul i32 %v746, 256
  %v770 = mul i32 %v749, 2
  %v771 = add i32 %v769, %v770
  %v772 = getelementptr i8, ptr addrspace(3) @lds, i32 %v771
  %v773 = load <8 x half>, ptr addrspace(3) %v772, align 16
  %v774 = add i32 %v753, %v759
  %v775 = select i1 %v760, i32 %v774, i32 -2147483648
  %v776 = bitcast <8 x half> %v773 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v776, ptr addrspace(8) %v2, i32 %v775, i32 0, i32 0)
  %v777 = mul i32 %v747, 256
  %v778 = mul i32 %v749, 2
  %v779 = add i32 %v777, %v778
  %v780 = getelementptr i8, ptr addrspace(3) @lds, i32 %v779
  %v781 = load <8 x half>, ptr addrspace(3) %v780, align 16
  %v782 = add i32 %v755, %v759
  %v783 = select i1 %v760, i32 %v782, i32 -2147483648
  %v784 = bitcast <8 x half> %v781 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v784, ptr addrspace(8) %v2, i32 %v783, i32 0, i32 0)
  %v785 = mul i32 %v748, 256
  %v786 = mul i32 %v749, 2
  %v787 = add i32 %v785, %v786
  %v788 = getelementptr i8, ptr addrspace(3) @lds, i32 %v787
  %v789 = load <8 x half>, ptr addrspace(3) %v788, align 16
  %v790 = add i32 %v757, %v759
  %v791 = select i1 %v760, i32 %v790, i32 -2147483648
  %v792 = bitcast <8 x half> %v789 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v792, ptr addrspace(8) %v2, i32 %v791, i32 0, i32 0)
  ret void
}

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1), i16, i64, i32)
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8), i32, i32, i32 immarg)
declare void @llvm.amdgcn.s.barrier()
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half>, <4 x half>, <16 x float>, i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32>, ptr addrspace(8), i32, i32, i32 immarg)

attributes #0 = { nounwind "amdgpu-flat-work-group-size"="128,128" "target-cpu"="gfx942" "uniform-work-group-size"="true" }

!0 = !{!"amdgpu-synchronize-as", !"local"}
