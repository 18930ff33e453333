target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [21760 x i8] poison, align 16

define amdgpu_kernel void @wgrad_gfx942_n2c32k32g1_i9x9_f3x3_s2x2_d1x1_p1x1_1x1_fp16_fp16_t32x128x64_w1x2_a32x32x8_mem_cshuffle_pad4x4_5bff56330367(ptr addrspace(1) noalias readonly align 16 %dy, ptr addrspace(1) noalias readonly align 16 %x, ptr addrspace(1) noalias writeonly align 16 %dw) #0 {
entry:
  ; tensors
  %v0 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %dy, i16 0, i64 3200, i32 159744)
  %v1 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %x, i16 0, i64 10368, i32 159744)
  %v2 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %dw, i16 0, i64 18432, i32 159744)
  ; work item: group, phase, tile
  %v3 = call i32 @llvm.amdgcn.workgroup.id.x()
  %v4 = udiv i32 %v3, 3
  %v5 = urem i32 %v3, 3
  %v6 = mul i32 %v4, 32
  %v7 = mul i32 %v5, 128
  ; thread, lane and warp
  %v8 = call i32 @llvm.amdgcn.workitem.id.x()
  %v9 = urem i32 %v8, 64
  %v10 = udiv i32 %v8, 64
  %v11 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v10)
  %v12 = urem i32 %v11, 2
  %v13 = udiv i32 %v11, 2
  ; loader of dy
  %v14 = udiv i32 %v8, 4
  %v15 = urem i32 %v8, 4
  %v16 = add i32 %v14, 32
  %v17 = mul i32 %v15, 8
  %v18 = add i32 %v6, %v17
  %v19 = mul i32 %v18, 2
  %v20 = mul i32 %v17, 136
  %v21 = mul i32 %v14, 2
  %v22 = add i32 %v20, %v21
  %v23 = getelementptr i8, ptr addrspace(3) @lds, i32 %v22
  %v24 = mul i32 %v17, 136
  %v25 = mul i32 %v16, 2
  %v26 = add i32 %v24, %v25
  %v27 = getelementptr i8, ptr addrspace(3) @lds, i32 %v26
  ; loader of x
  %v28 = getelementptr i8, ptr addrspace(3) @lds, i32 4352
  %v29 = udiv i32 %v8, 16
  %v30 = urem i32 %v8, 16
  %v31 = add i32 %v29, 8
  %v32 = add i32 %v29, 16
  %v33 = add i32 %v29, 24
  %v34 = add i32 %v29, 32
  %v35 = add i32 %v29, 40
  %v36 = add i32 %v29, 48
  %v37 = add i32 %v29, 56
  %v38 = mul i32 %v30, 8
  %v39 = add i32 %v7, %v38
  %v40 = urem i32 %v39, 32
  %v41 = udiv i32 %v39, 32
  %v42 = urem i32 %v41, 3
  %v43 = udiv i32 %v41, 3
  %v44 = mul i32 %v43, 576
  %v45 = add i32 -640, %v44
  %v46 = add i32 -1, %v43
  %v47 = mul i32 %v42, 64
  %v48 = add i32 %v45, %v47
  %v49 = add i32 -1, %v42
  %v50 = mul i32 %v40, 2
  %v51 = add i32 %v48, %v50
  %v52 = icmp ult i32 %v43, 3
  %v53 = urem i32 %v29, 5
  %v54 = udiv i32 %v29, 5
  %v55 = urem i32 %v54, 5
  %v56 = udiv i32 %v54, 5
  %v57 = mul i32 %v38, 136
  %v58 = mul i32 %v29, 2
  %v59 = add i32 %v57, %v58
  %v60 = getelementptr i8, ptr addrspace(3) %v28, i32 %v59
  %v61 = mul i32 %v38, 136
  %v62 = mul i32 %v31, 2
  %v63 = add i32 %v61, %v62
  %v64 = getelementptr i8, ptr addrspace(3) %v28, i32 %v63
  %v65 = mul i32 %v38, 136
  %v66 = mul i32 %v32, 2
  %v67 = add i32 %v65, %v66
  %v68 = getelementptr i8, ptr addrspace(3) %v28, i32 %v67
  %v69 = mul i32 %v38, 136
  %v70 = mul i32 %v33, 2
  %v71 = add i32 %v69, %v70
  %v72 = getelementptr i8, ptr addrspace(3) %v28, i32 %v71
  %v73 = mul i32 %v38, 136
  %v74 = mul i32 %v34, 2
  %v75 = add i32 %v73, %v74
  %v76 = getelementptr i8, ptr addrspace(3) %v28, i32 %v75
  %v77 = mul i32 %v38, 136
  %v78 = mul i32 %v35, 2
  %v79 = add i32 %v77, %v78
  %v80 = getelementptr i8, ptr addrspace(3) %v28, i32 %v79
  %v81 = mul i32 %v38, 136
  %v82 = mul i32 %v36, 2
  %v83 = add i32 %v81, %v82
  %v84 = getelementptr i8, ptr addrspace(3) %v28, i32 %v83
  %v85 = mul i32 %v38, 136
  %v86 = mul i32 %v37, 2
  %v87 = add i32 %v85, %v86
  %v88 = getelementptr i8, ptr addrspace(3) %v28, i32 %v87
  ; fragments
  %v89 = mul i32 %v13, 32
  %v90 = urem i32 %v9, 32
  %v91 = add i32 %v89, %v90
  %v92 = udiv i32 %v9, 32
  %v93 = mul i32 %v92, 4
  %v94 = mul i32 %v91, 136
  %v95 = mul i32 %v93, 2
  %v96 = add i32 %v94, %v95
  %v97 = getelementptr i8, ptr addrspace(3) @lds, i32 %v96
  %v98 = getelementptr i8, ptr addrspace(3) @lds, i32 4352
  %v99 = mul i32 %v12, 64
  %v100 = urem i32 %v9, 32
  %v101 = add i32 %v99, %v100
  %v102 = udiv i32 %v9, 32
  %v103 = mul i32 %v102, 4
  %v104 = mul i32 %v101, 136
  %v105 = mul i32 %v103, 2
  %v106 = add i32 %v104, %v105
  %v107 = getelementptr i8, ptr addrspace(3) %v98, i32 %v106
  %v108 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> zeroinitializer)
  ; main loop
  br label %loop0
loop0:
  %v109 = phi i32 [ 0, %entry ], [ %next0, %body0 ]
  %v110 = phi i32 [ %v14, %entry ], [ %v129, %body0 ]
  %v111 = phi i32 [ %v56, %entry ], [ %v378, %body0 ]
  %v112 = phi i32 [ %v55, %entry ], [ %v375, %body0 ]
  %v113 = phi i32 [ %v53, %entry ], [ %v369, %body0 ]
  %v114 = phi <16 x float> [ %v108, %entry ], [ %v589, %body0 ]
  %v115 = phi <16 x float> [ %v108, %entry ], [ %v590, %body0 ]
  %more0 = icmp ult i32 %v109, 1
  br i1 %more0, label %body0, label %done0
body0:
  ; fetch
  %v116 = mul i32 %v110, 64
  %v117 = icmp ult i32 %v110, 50
  %v118 = add i32 %v110, 32
  %v119 = mul i32 %v118, 64
  %v120 = icmp ult i32 %v118, 50
  %v121 = add i32 %v19, %v116
  %v122 = add i32 %v19, %v119
  %v123 = select i1 %v117, i32 %v121, i32 -2147483648
  %v124 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v123, i32 0, i32 0)
  %v125 = bitcast <4 x i32> %v124 to <8 x half>
  %v126 = select i1 %v120, i32 %v122, i32 -2147483648
  %v127 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v126, i32 0, i32 0)
  %v128 = bitcast <4 x i32> %v127 to <8 x half>
  %v129 = add i32 %v110, 64
  %v130 = mul i32 %v111, 5184
  %v131 = mul i32 %v112, 1152
  %v132 = add i32 %v130, %v131
  %v133 = mul i32 %v112, 2
  %v134 = mul i32 %v113, 128
  %v135 = add i32 %v132, %v134
  %v136 = mul i32 %v113, 2
  %v137 = icmp ult i32 %v111, 2
  %v138 = add i32 %v113, 3
  %v139 = icmp uge i32 %v138, 5
  %v140 = sub i32 %v138, 5
  %v141 = select i1 %v139, i32 %v140, i32 %v138
  %v142 = add i32 %v112, 1
  %v143 = select i1 %v139, i32 1, i32 0
  %v144 = add i32 %v142, %v143
  %v145 = icmp uge i32 %v144, 5
  %v146 = sub i32 %v144, 5
  %v147 = select i1 %v145, i32 %v146, i32 %v144
  %v148 = select i1 %v145, i32 1, i32 0
  %v149 = add i32 %v111, %v148
  %v150 = mul i32 %v149, 5184
  %v151 = mul i32 %v147, 1152
  %v152 = add i32 %v150, %v151
  %v153 = mul i32 %v147, 2
  %v154 = mul i32 %v141, 128
  %v155 = add i32 %v152, %v154
  %v156 = mul i32 %v141, 2
  %v157 = icmp ult i32 %v149, 2
  %v158 = add i32 %v141, 3
  %v159 = icmp uge i32 %v158, 5
  %v160 = sub i32 %v158, 5
  %v161 = select i1 %v159, i32 %v160, i32 %v158
  %v162 = add i32 %v147, 1
  %v163 = select i1 %v159, i32 1, i32 0
  %v164 = add i32 %v162, %v163
  %v165 = icmp uge i32 %v164, 5
  %v166 = sub i32 %v164, 5
  %v167 = select i1 %v165, i32 %v166, i32 %v164
  %v168 = select i1 %v165, i32 1, i32 0
  %v169 = add i32 %v149, %v168
  %v170 = mul i32 %v169, 5184
  %v171 = mul i32 %v167, 1152
  %v172 = add i32 %v170, %v171
  %v173 = mul i32 %v167, 2
  %v174 = mul i32 %v161, 128
  %v175 = add i32 %v172, %v174
  %v176 = mul i32 %v161, 2
  %v177 = icmp ult i32 %v169, 2
  %v178 = add i32 %v161, 3
  %v179 = icmp uge i32 %v178, 5
  %v180 = sub i32 %v178, 5
  %v181 = select i1 %v179, i32 %v180, i32 %v178
  %v182 = add i32 %v167, 1
  %v183 = select i1 %v179, i32 1, i32 0
  %v184 = add i32 %v182, %v183
  %v185 = icmp uge i32 %v184, 5
  %v186 = sub i32 %v184, 5
  %v187 = select i1 %v185, i32 %v186, i32 %v184
  %v188 = select i1 %v185, i32 1, i32 0
  %v189 = add i32 %v169, %v188
  %v190 = mul i32 %v189, 5184
  %v191 = mul i32 %v187, 1152
  %v192 = add i32 %v190, %v191
  %v193 = mul i32 %v187, 2
  %v194 = mul i32 %v181, 128
  %v195 = add i32 %v192, %v194
  %v196 = mul i32 %v181, 2
  %v197 = icmp ult i32 %v189, 2
  %v198 = add i32 %v181, 3
  %v199 = icmp uge i32 %v198, 5
  %v200 = sub i32 %v198, 5
  %v201 = select i1 %v199, i32 %v200, i32 %v198
  %v202 = add i32 %v187, 1
  %v203 = select i1 %v199, i32 1, i32 0
  %v204 = add i32 %v202, %v203
  %v205 = icmp uge i32 %v204, 5
  %v206 = sub i32 %v204, 5
  %v207 = select i1 %v205, i32 %v206, i32 %v204
  %v208 = select i1 %v205, i32 1, i32 0
  %v209 = add i32 %v189, %v208
  %v210 = mul i32 %v209, 5184
  %v211 = mul i32 %v207, 1152
  %v212 = add i32 %v210, %v211
  %v213 = mul i32 %v207, 2
  %v214 = mul i32 %v201, 128
  %v215 = add i32 %v212, %v214
  %v216 = mul i32 %v201, 2
  %v217 = icmp ult i32 %v209, 2
  %v218 = add i32 %v201, 3
  %v219 = icmp uge i32 %v218, 5
  %v220 = sub i32 %v218, 5
  %v221 = select i1 %v219, i32 %v220, i32 %v218
  %v222 = add i32 %v207, 1
  %v223 = select i1 %v219, i32 1, i32 0
  %v224 = add i32 %v222, %v223
  %v225 = icmp uge i32 %v224, 5
  %v226 = sub i32 %v224, 5
  %v227 = select i1 %v225, i32 %v226, i32 %v224
  %v228 = select i1 %v225, i32 1, i32 0
  %v229 = add i32 %v209, %v228
  %v230 = mul i32 %v229, 5184
  %v231 = mul i32 %v227, 1152
  %v232 = add i32 %v230, %v231
  %v233 = mul i32 %v227, 2
  %v234 = mul i32 %v221, 128
  %v235 = add i32 %v232, %v234
  %v236 = mul i32 %v221, 2
  %v237 = icmp ult i32 %v229, 2
  %v238 = add i32 %v221, 3
  %v239 = icmp uge i32 %v238, 5
  %v240 = sub i32 %v238, 5
  %v241 = select i1 %v239, i32 %v240, i32 %v238
  %v242 = add i32 %v227, 1
  %v243 = select i1 %v239, i32 1, i32 0
  %v244 = add i32 %v242, %v243
  %v245 = icmp uge i32 %v244, 5
  %v246 = sub i32 %v244, 5
  %v247 = select i1 %v245, i32 %v246, i32 %v244
  %v248 = select i1 %v245, i32 1, i32 0
  %v249 = add i32 %v229, %v248
  %v250 = mul i32 %v249, 5184
  %v251 = mul i32 %v247, 1152
  %v252 = add i32 %v250, %v251
  %v253 = mul i32 %v247, 2
  %v254 = mul i32 %v241, 128
  %v255 = add i32 %v252, %v254
  %v256 = mul i32 %v241, 2
  %v257 = icmp ult i32 %v249, 2
  %v258 = add i32 %v241, 3
  %v259 = icmp uge i32 %v258, 5
  %v260 = sub i32 %v258, 5
  %v261 = select i1 %v259, i32 %v260, i32 %v258
  %v262 = add i32 %v247, 1
  %v263 = select i1 %v259, i32 1, i32 0
  %v264 = add i32 %v262, %v263
  %v265 = icmp uge i32 %v264, 5
  %v266 = sub i32 %v264, 5
  %v267 = select i1 %v265, i32 %v266, i32 %v264
  %v268 = select i1 %v265, i32 1, i32 0
  %v269 = add i32 %v249, %v268
  %v270 = mul i32 %v269, 5184
  %v271 = mul i32 %v267, 1152
  %v272 = add i32 %v270, %v271
  %v273 = mul i32 %v267, 2
  %v274 = mul i32 %v261, 128
  %v275 = add i32 %v272, %v274
  %v276 = mul i32 %v261, 2
  %v277 = icmp ult i32 %v269, 2
  %v278 = add i32 %v51, %v135
  %v279 = and i1 %v52, %v137
  %v280 = add i32 %v46, %v133
  %v281 = icmp ult i32 %v280, 9
  %v282 = and i1 %v279, %v281
  %v283 = add i32 %v49, %v136
  %v284 = icmp ult i32 %v283, 9
  %v285 = and i1 %v282, %v284
  %v286 = add i32 %v51, %v155
  %v287 = and i1 %v52, %v157
  %v288 = add i32 %v46, %v153
  %v289 = icmp ult i32 %v288, 9
  %v290 = and i1 %v287, %v289
  %v291 = add i32 %v49, %v156
  %v292 = icmp ult i32 %v291, 9
  %v293 = and i1 %v290, %v292
  %v294 = add i32 %v51, %v175
  %v295 = and i1 %v52, %v177
  %v296 = add i32 %v46, %v173
  %v297 = icmp ult i32 %v296, 9
  %v298 = and i1 %v295, %v297
  %v299 = add i32 %v49, %v176
  %v300 = icmp ult i32 %v299, 9
  %v301 = and i1 %v298, %v300
  %v302 = add i32 %v51, %v195
  %v303 = and i1 %v52, %v197
  %v304 = add i32 %v46, %v193
  %v305 = icmp ult i32 %v304, 9
  %v306 = and i1 %v303, %v305
  %v307 = add i32 %v49, %v196
  %v308 = icmp ult i32 %v307, 9
  %v309 = and i1 %v306, %v308
  %v310 = add i32 %v51, %v215
  %v311 = and i1 %v52, %v217
  %v312 = add i32 %v46, %v213
  %v313 = icmp ult i32 %v312, 9
  %v314 = and i1 %v311, %v313
  %v315 = add i32 %v49, %v216
  %v316 = icmp ult i32 %v315, 9
  %v317 = and i1 %v314, %v316
  %v318 = add i32 %v51, %v235
  %v319 = and i1 %v52, %v237
  %v320 = add i32 %v46, %v233
  %v321 = icmp ult i32 %v320, 9
  %v322 = and i1 %v319, %v321
  %v323 = add i32 %v49, %v236
  %v324 = icmp ult i32 %v323, 9
  %v325 = and i1 %v322, %v324
  %v326 = add i32 %v51, %v255
  %v327 = and i1 %v52, %v257
  %v328 = add i32 %v46, %v253
  %v329 = icmp ult i32 %v328, 9
  %v330 = and i1 %v327, %v329
  %v331 = add i32 %v49, %v256
  %v332 = icmp ult i32 %v331, 9
  %v333 = and i1 %v330, %v332
  %v334 = add i32 %v51, %v275
  %v335 = and i1 %v52, %v277
  %v336 = add i32 %v46, %v273
  %v337 = icmp ult i32 %v336, 9
  %v338 = and i1 %v335, %v337
  %v339 = add i32 %v49, %v276
  %v340 = icmp ult i32 %v339, 9
  %v341 = and i1 %v338, %v340
  %v342 = select i1 %v285, i32 %v278, i32 -2147483648
  %v343 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v342, i32 0, i32 0)
  %v344 = bitcast <4 x i32> %v343 to <8 x half>
  %v345 = select i1 %v293, i32 %v286, i32 -2147483648
  %v346 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v345, i32 0, i32 0)
  %v347 = bitcast <4 x i32> %v346 to <8 x half>
  %v348 = select i1 %v301, i32 %v294, i32 -2147483648
  %v349 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v348, i32 0, i32 0)
  %v350 = bitcast <4 x i32> %v349 to <8 x half>
  %v351 = select i1 %v309, i32 %v302, i32 -2147483648
  %v352 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v351, i32 0, i32 0)
  %v353 = bitcast <4 x i32> %v352 to <8 x half>
  %v354 = select i1 %v317, i32 %v310, i32 -2147483648
  %v355 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v354, i32 0, i32 0)
  %v356 = bitcast <4 x i32> %v355 to <8 x half>
  %v357 = select i1 %v325, i32 %v318, i32 -2147483648
  %v358 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v357, i32 0, i32 0)
  %v359 = bitcast <4 x i32> %v358 to <8 x half>
  %v360 = select i1 %v333, i32 %v326, i32 -2147483648
  %v361 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v360, i32 0, i32 0)
  %v362 = bitcast <4 x i32> %v361 to <8 x half>
  %v363 = select i1 %v341, i32 %v334, i32 -2147483648
  %v364 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v363, i32 0, i32 0)
  %v365 = bitcast <4 x i32> %v364 to <8 x half>
  %v366 = add i32 %v113, 4
  %v367 = icmp uge i32 %v366, 5
  %v368 = sub i32 %v366, 5
  %v369 = select i1 %v367, i32 %v368, i32 %v366
  %v370 = add i32 %v112, 2
  %v371 = select i1 %v367, i32 1, i32 0
  %v372 = add i32 %v370, %v371
  %v373 = icmp uge i32 %v372, 5
  %v374 = sub i32 %v372, 5
  %v375 = select i1 %v373, i32 %v374, i32 %v372
  %v376 = add i32 %v111, 2
  %v377 = select i1 %v373, i32 1, i32 0
  %v378 = add i32 %v376, %v377
  ; commit
  %v379 = extractelement <8 x half> %v125, i32 0
  store half %v379, ptr addrspace(3) %v23, align 2
  %v380 = extractelement <8 x half> %v125, i32 1
  %v381 = getelementptr i8, ptr addrspace(3) %v23, i32 136
  store half %v380, ptr addrspace(3) %v381, align 2
  %v382 = extractelement <8 x half> %v125, i32 2
  %v383 = getelementptr i8, ptr addrspace(3) %v23, i32 272
  store half %v382, ptr addrspace(3) %v383, align 2
  %v384 = extractelement <8 x half> %v125, i32 3
  %v385 = getelementptr i8, ptr addrspace(3) %v23, i32 408
  store half %v384, ptr addrspace(3) %v385, align 2
  %v386 = extractelement <8 x half> %v125, i32 4
  %v387 = getelementptr i8, ptr addrspace(3) %v23, i32 544
  store half %v386, ptr addrspace(3) %v387, align 2
  %v388 = extractelement <8 x half> %v125, i32 5
  %v389 = getelementptr i8, ptr addrspace(3) %v23, i32 680
  store half %v388, ptr addrspace(3) %v389, align 2
  %v390 = extractelement <8 x half> %v125, i32 6
  %v391 = getelementptr i8, ptr addrspace(3) %v23, i32 816
  store half %v390, ptr addrspace(3) %v391, align 2
  %v392 = extractelement <8 x half> %v125, i32 7
  %v393 = getelementptr i8, ptr addrspace(3) %v23, i32 952
  store half %v392, ptr addrspace(3) %v393, align 2
  %v394 = extractelement <8 x half> %v128, i32 0
  store half %v394, ptr addrspace(3) %v27, align 2
  %v395 = extractelement <8 x half> %v128, i32 1
  %v396 = getelementptr i8, ptr addrspace(3) %v27, i32 136
  store half %v395, ptr addrspace(3) %v396, align 2
  %v397 = extractelement <8 x half> %v128, i32 2
  %v398 = getelementptr i8, ptr addrspace(3) %v27, i32 272
  store half %v397, ptr addrspace(3) %v398, align 2
  %v399 = extractelement <8 x half> %v128, i32 3
  %v400 = getelementptr i8, ptr addrspace(3) %v27, i32 408
  store half %v399, ptr addrspace(3) %v400, align 2
  %v401 = extractelement <8 x half> %v128, i32 4
  %v402 = getelementptr i8, ptr addrspace(3) %v27, i32 544
  store half %v401, ptr addrspace(3) %v402, align 2
  %v403 = extractelement <8 x half> %v128, i32 5
  %v404 = getelementptr i8, ptr addrspace(3) %v27, i32 680
  store half %v403, ptr addrspace(3) %v404, align 2
  %v405 = extractelement <8 x half> %v128, i32 6
  %v406 = getelementptr i8, ptr addrspace(3) %v27, i32 816
  store half %v405, ptr addrspace(3) %v406, align 2
  %v407 = extractelement <8 x half> %v128, i32 7
  %v408 = getelementptr i8, ptr addrspace(3) %v27, i32 952
  store half %v407, ptr addrspace(3) %v408, align 2
  %v409 = extractelement <8 x half> %v344, i32 0
  store half %v409, ptr addrspace(3) %v60, align 2
  %v410 = extractelement <8 x half> %v344, i32 1
  %v411 = getelementptr i8, ptr addrspace(3) %v60, i32 136
  store half %v410, ptr addrspace(3) %v411, align 2
  %v412 = extractelement <8 x half> %v344, i32 2
  %v413 = getelementptr i8, ptr addrspace(3) %v60, i32 272
  store half %v412, ptr addrspace(3) %v413, align 2
  %v414 = extractelement <8 x half> %v344, i32 3
  %v415 = getelementptr i8, ptr addrspace(3) %v60, i32 408
  store half %v414, ptr addrspace(3) %v415, align 2
  %v416 = extractelement <8 x half> %v344, i32 4
  %v417 = getelementptr i8, ptr addrspace(3) %v60, i32 544
  store half %v416, ptr addrspace(3) %v417, align 2
  %v418 = extractelement <8 x half> %v344, i32 5
  %v419 = getelementptr i8, ptr addrspace(3) %v60, i32 680
  store half %v418, ptr addrspace(3) %v419, align 2
  %v420 = extractelement <8 x half> %v344, i32 6
  %v421 = getelementptr i8, ptr addrspace(3) %v60, i32 816
  store half %v420, ptr addrspace(3) %v421, align 2
  %v422 = extractelement <8 x half> %v344, i32 7
  %v423 = getelementptr i8, ptr addrspace(3) %v60, i32 952
  store half %v422, ptr addrspace(3) %v423, align 2
  %v424 = extractelement <8 x half> %v347, i32 0
  store half %v424, ptr addrspace(3) %v64, align 2
  %v425 = extractelement <8 x half> %v347, i32 1
  %v426 = getelementptr i8, ptr addrspace(3) %v64, i32 136
  store half %v425, ptr addrspace(3) %v426, align 2
  %v427 = extractelement <8 x half> %v347, i32 2
  %v428 = getelementptr i8, ptr addrspace(3) %v64, i32 272
  store half %v427, ptr addrspace(3) %v428, align 2
  %v429 = extractelement <8 x half> %v347, i32 3
  %v430 = getelementptr i8, ptr addrspace(3) %v64, i32 408
  store half %v429, ptr addrspace(3) %v430, align 2
  %v431 = extractelement <8 x half> %v347, i32 4
  %v432 = getelementptr i8, ptr addrspace(3) %v64, i32 544
  store half %v431, ptr addrspace(3) %v432, align 2
  %v433 = extractelement <8 x half> %v347, i32 5
  %v434 = getelementptr i8, ptr addrspace(3) %v64, i32 680
  store half %v433, ptr addrspace(3) %v434, align 2
  %v435 = extractelement <8 x half> %v347, i32 6
  %v436 = getelementptr i8, ptr addrspace(3) %v64, i32 816
  store half %v435, ptr addrspace(3) %v436, align 2
  %v437 = extractelement <8 x half> %v347, i32 7
  %v438 = getelementptr i8, ptr addrspace(3) %v64, i32 952
  store half %v437, ptr addrspace(3) %v438, align 2
  %v439 = extractelement <8 x half> %v350, i32 0
  store half %v439, ptr addrspace(3) %v68, align 2
  %v440 = extractelement <8 x half> %v350, i32 1
  %v441 = getelementptr i8, ptr addrspace(3) %v68, i32 136
  store half %v440, ptr addrspace(3) %v441, align 2
  %v442 = extractelement <8 x half> %v350, i32 2
  %v443 = getelementptr i8, ptr addrspace(3) %v68, i32 272
  store half %v442, ptr addrspace(3) %v443, align 2
  %v444 = extractelement <8 x half> %v350, i32 3
  %v445 = getelementptr i8, ptr addrspace(3) %v68, i32 408
  store half %v444, ptr addrspace(3) %v445, align 2
  %v446 = extractelement <8 x half> %v350, i32 4
  %v447 = getelementptr i8, ptr addrspace(3) %v68, i32 544
  store half %v446, ptr addrspace(3) %v447, align 2
  %v448 = extractelement <8 x half> %v350, i32 5
  %v449 = getelementptr i8, ptr addrspace(3) %v68, i32 680
  store half %v448, ptr addrspace(3) %v449, align 2
  %v450 = extractelement <8 x half> %v350, i32 6
  %v451 = getelementptr i8, ptr addrspace(3) %v68, i32 816
  store half %v450, ptr addrspace(3) %v451, align 2
  %v452 = extractelement <8 x half> %v350, i32 7
  %v453 = getelementptr i8, ptr addrspace(3) %v68, i32 952
  store half %v452, ptr addrspace(3) %v453, align 2
  %v454 = extractelement <8 x half> %v353, i32 0
  store half %v454, ptr addrspace(3) %v72, align 2
  %v455 = extractelement <8 x half> %v353, i32 1
  %v456 = getelementptr i8, ptr addrspace(3) %v72, i32 136
  store half %v455, ptr addrspace(3) %v456, align 2
  %v457 = extractelement <8 x half> %v353, i32 2
  %v458 = getelementptr i8, ptr addrspace(3) %v72, i32 272
  store half %v457, ptr addrspace(3) %v458, align 2
  %v459 = extractelement <8 x half> %v353, i32 3
  %v460 = getelementptr i8, ptr addrspace(3) %v72, i32 408
  store half %v459, ptr addrspace(3) %v460, align 2
  %v461 = extractelement <8 x half> %v353, i32 4
  %v462 = getelementptr i8, ptr addrspace(3) %v72, i32 544
  store half %v461, ptr addrspace(3) %v462, align 2
  %v463 = extractelement <8 x half> %v353, i32 5
  %v464 = getelementptr i8, ptr addrspace(3) %v72, i32 680
  store half %v463, ptr addrspace(3) %v464, align 2
  %v465 = extractelement <8 x half> %v353, i32 6
  %v466 = getelementptr i8, ptr addrspace(3) %v72, i32 816
  store half %v465, ptr addrspace(3) %v466, align 2
  %v467 = extractelement <8 x half> %v353, i32 7
  %v468 = getelementptr i8, ptr addrspace(3) %v72, i32 952
  store half %v467, ptr addrspace(3) %v468, align 2
  %v469 = extractelement <8 x half> %v356, i32 0
  store half %v469, ptr addrspace(3) %v76, align 2
  %v470 = extractelement <8 x half> %v356, i32 1
  %v471 = getelementptr i8, ptr addrspace(3) %v76, i32 136
  store half %v470, ptr addrspace(3) %v471, align 2
  %v472 = extractelement <8 x half> %v356, i32 2
  %v473 = getelementptr i8, ptr addrspace(3) %v76, i32 272
  store half %v472, ptr addrspace(3) %v473, align 2
  %v474 = extractelement <8 x half> %v356, i32 3
  %v475 = getelementptr i8, ptr addrspace(3) %v76, i32 408
  store half %v474, ptr addrspace(3) %v475, align 2
  %v476 = extractelement <8 x half> %v356, i32 4
  %v477 = getelementptr i8, ptr addrspace(3) %v76, i32 544
  store half %v476, ptr addrspace(3) %v477, align 2
  %v478 = extractelement <8 x half> %v356, i32 5
  %v479 = getelementptr i8, ptr addrspace(3) %v76, i32 680
  store half %v478, ptr addrspace(3) %v479, align 2
  %v480 = extractelement <8 x half> %v356, i32 6
  %v481 = getelementptr i8, ptr addrspace(3) %v76, i32 816
  store half %v480, ptr addrspace(3) %v481, align 2
  %v482 = extractelement <8 x half> %v356, i32 7
  %v483 = getelementptr i8, ptr addrspace(3) %v76, i32 952
  store half %v482, ptr addrspace(3) %v483, align 2
  %v484 = extractelement <8 x half> %v359, i32 0
  store half %v484, ptr addrspace(3) %v80, align 2
  %v485 = extractelement <8 x half> %v359, i32 1
  %v486 = getelementptr i8, ptr addrspace(3) %v80, i32 136
  store half %v485, ptr addrspace(3) %v486, align 2
  %v487 = extractelement <8 x half> %v359, i32 2
  %v488 = getelementptr i8, ptr addrspace(3) %v80, i32 272
  store half %v487, ptr addrspace(3) %v488, align 2
  %v489 = extractelement <8 x half> %v359, i32 3
  %v490 = getelementptr i8, ptr addrspace(3) %v80, i32 408
  store half %v489, ptr addrspace(3) %v490, align 2
  %v491 = extractelement <8 x half> %v359, i32 4
  %v492 = getelementptr i8, ptr addrspace(3) %v80, i32 544
  store half %v491, ptr addrspace(3) %v492, align 2
  %v493 = extractelement <8 x half> %v359, i32 5
  %v494 = getelementptr i8, ptr addrspace(3) %v80, i32 680
  store half %v493, ptr addrspace(3) %v494, align 2
  %v495 = extractelement <8 x half> %v359, i32 6
  %v496 = getelementptr i8, ptr addrspace(3) %v80, i32 816
  store half %v495, ptr addrspace(3) %v496, align 2
  %v497 = extractelement <8 x half> %v359, i32 7
  %v498 = getelementptr i8, ptr addrspace(3) %v80, i32 952
  store half %v497, ptr addrspace(3) %v498, align 2
  %v499 = extractelement <8 x half> %v362, i32 0
  store half %v499, ptr addrspace(3) %v84, align 2
  %v500 = extractelement <8 x half> %v362, i32 1
  %v501 = getelementptr i8, ptr addrspace(3) %v84, i32 136
  store half %v500, ptr addrspace(3) %v501, align 2
  %v502 = extractelement <8 x half> %v362, i32 2
  %v503 = getelementptr i8, ptr addrspace(3) %v84, i32 272
  store half %v502, ptr addrspace(3) %v503, align 2
  %v504 = extractelement <8 x half> %v362, i32 3
  %v505 = getelementptr i8, ptr addrspace(3) %v84, i32 408
  store half %v504, ptr addrspace(3) %v505, align 2
  %v506 = extractelement <8 x half> %v362, i32 4
  %v507 = getelementptr i8, ptr addrspace(3) %v84, i32 544
  store half %v506, ptr addrspace(3) %v507, align 2
  %v508 = extractelement <8 x half> %v362, i32 5
  %v509 = getelementptr i8, ptr addrspace(3) %v84, i32 680
  store half %v508, ptr addrspace(3) %v509, align 2
  %v510 = extractelement <8 x half> %v362, i32 6
  %v511 = getelementptr i8, ptr addrspace(3) %v84, i32 816
  store half %v510, ptr addrspace(3) %v511, align 2
  %v512 = extractelement <8 x half> %v362, i32 7
  %v513 = getelementptr i8, ptr addrspace(3) %v84, i32 952
  store half %v512, ptr addrspace(3) %v513, align 2
  %v514 = extractelement <8 x half> %v365, i32 0
  store half %v514, ptr addrspace(3) %v88, align 2
  %v515 = extractelement <8 x half> %v365, i32 1
  %v516 = getelementptr i8, ptr addrspace(3) %v88, i32 136
  store half %v515, ptr addrspace(3) %v516, align 2
  %v517 = extractelement <8 x half> %v365, i32 2
  %v518 = getelementptr i8, ptr addrspace(3) %v88, i32 272
  store half %v517, ptr addrspace(3) %v518, align 2
  %v519 = extractelement <8 x half> %v365, i32 3
  %v520 = getelementptr i8, ptr addrspace(3) %v88, i32 408
  store half %v519, ptr addrspace(3) %v520, align 2
  %v521 = extractelement <8 x half> %v365, i32 4
  %v522 = getelementptr i8, ptr addrspace(3) %v88, i32 544
  store half %v521, ptr addrspace(3) %v522, align 2
  %v523 = extractelement <8 x half> %v365, i32 5
  %v524 = getelementptr i8, ptr addrspace(3) %v88, i32 680
  store half %v523, ptr addrspace(3) %v524, align 2
  %v525 = extractelement <8 x half> %v365, i32 6
  %v526 = getelementptr i8, ptr addrspace(3) %v88, i32 816
  store half %v525, ptr addrspace(3) %v526, align 2
  %v527 = extractelement <8 x half> %v365, i32 7
  %v528 = getelementptr i8, ptr addrspace(3) %v88, i32 952
  store half %v527, ptr addrspace(3) %v528, align 2
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; compute
  %v529 = load <4 x half>, ptr addrspace(3) %v97, align 8
  %v530 = load <4 x half>, ptr addrspace(3) %v107, align 8
  %v531 = getelementptr i8, ptr addrspace(3) %v107, i32 4352
  %v532 = load <4 x half>, ptr addrspace(3) %v531, align 8
  %v533 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v529, <4 x half> %v530, <16 x float> %v114, i32 0, i32 0, i32 0)
  %v534 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v529, <4 x half> %v532, <16 x float> %v115, i32 0, i32 0, i32 0)
  %v535 = getelementptr i8, ptr addrspace(3) %v97, i32 16
  %v536 = load <4 x half>, ptr addrspace(3) %v535, align 8
  %v537 = getelementptr i8, ptr addrspace(3) %v107, i32 16
  %v538 = load <4 x half>, ptr addrspace(3) %v537, align 8
  %v539 = getelementptr i8, ptr addrspace(3) %v107, i32 4368
  %v540 = load <4 x half>, ptr addrspace(3) %v539, align 8
  %v541 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v536, <4 x half> %v538, <16 x float> %v533, i32 0, i32 0, i32 0)
  %v542 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v536, <4 x half> %v540, <16 x float> %v534, i32 0, i32 0, i32 0)
  %v543 = getelementptr i8, ptr addrspace(3) %v97, i32 32
  %v544 = load <4 x half>, ptr addrspace(3) %v543, align 8
  %v545 = getelementptr i8, ptr addrspace(3) %v107, i32 32
  %v546 = load <4 x half>, ptr addrspace(3) %v545, align 8
  %v547 = getelementptr i8, ptr addrspace(3) %v107, i32 4384
  %v548 = load <4 x half>, ptr addrspace(3) %v547, align 8
  %v549 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v544, <4 x half> %v546, <16 x float> %v541, i32 0, i32 0, i32 0)
  %v550 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v544, <4 x half> %v548, <16 x float> %v542, i32 0, i32 0, i32 0)
  %v551 = getelementptr i8, ptr addrspace(3) %v97, i32 48
  %v552 = load <4 x half>, ptr addrspace(3) %v551, align 8
  %v553 = getelementptr i8, ptr addrspace(3) %v107, i32 48
  %v554 = load <4 x half>, ptr addrspace(3) %v553, align 8
  %v555 = getelementptr i8, ptr addrspace(3) %v107, i32 4400
  %v556 = load <4 x half>, ptr addrspace(3) %v555, align 8
  %v557 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v552, <4 x half> %v554, <16 x float> %v549, i32 0, i32 0, i32 0)
  %v558 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v552, <4 x half> %v556, <16 x float> %v550, i32 0, i32 0, i32 0)
  %v559 = getelementptr i8, ptr addrspace(3) %v97, i32 64
  %v560 = load <4 x half>, ptr addrspace(3) %v559, align 8
  %v561 = getelementptr i8, ptr addrspace(3) %v107, i32 64
  %v562 = load <4 x half>, ptr addrspace(3) %v561, align 8
  %v563 = getelementptr i8, ptr addrspace(3) %v107, i32 4416
  %v564 = load <4 x half>, ptr addrspace(3) %v563, align 8
  %v565 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v560, <4 x half> %v562, <16 x float> %v557, i32 0, i32 0, i32 0)
  %v566 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v560, <4 x half> %v564, <16 x float> %v558, i32 0, i32 0, i32 0)
  %v567 = getelementptr i8, ptr addrspace(3) %v97, i32 80
  %v568 = load <4 x half>, ptr addrspace(3) %v567, align 8
  %v569 = getelementptr i8, ptr addrspace(3) %v107, i32 80
  %v570 = load <4 x half>, ptr addrspace(3) %v569, align 8
  %v571 = getelementptr i8, ptr addrspace(3) %v107, i32 4432
  %v572 = load <4 x half>, ptr addrspace(3) %v571, align 8
  %v573 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v568, <4 x half> %v570, <16 x float> %v565, i32 0, i32 0, i32 0)
  %v574 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v568, <4 x half> %v572, <16 x float> %v566, i32 0, i32 0, i32 0)
  %v575 = getelementptr i8, ptr addrspace(3) %v97, i32 96
  %v576 = load <4 x half>, ptr addrspace(3) %v575, align 8
  %v577 = getelementptr i8, ptr addrspace(3) %v107, i32 96
  %v578 = load <4 x half>, ptr addrspace(3) %v577, align 8
  %v579 = getelementptr i8, ptr addrspace(3) %v107, i32 4448
  %v580 = load <4 x half>, ptr addrspace(3) %v579, align 8
  %v581 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v576, <4 x half> %v578, <16 x float> %v573, i32 0, i32 0, i32 0)
  %v582 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v576, <4 x half> %v580, <16 x float> %v574, i32 0, i32 0, i32 0)
  %v583 = getelementptr i8, ptr addrspace(3) %v97, i32 112
  %v584 = load <4 x half>, ptr addrspace(3) %v583, align 8
  %v585 = getelementptr i8, ptr addrspace(3) %v107, i32 112
  %v586 = load <4 x half>, ptr addrspace(3) %v585, align 8
  %v587 = getelementptr i8, ptr addrspace(3) %v107, i32 4464
  %v588 = load <4 x half>, ptr addrspace(3) %v587, align 8
  %v589 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v584, <4 x half> %v586, <16 x float> %v581, i32 0, i32 0, i32 0)
  %v590 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v584, <4 x half> %v588, <16 x float> %v582, i32 0, i32 0, i32 0)
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %next0 = add i32 %v109, 1
  br label %loop0
done0:
  ; after the main loop
  ; epilogue
  %v591 = mul i32 %v13, 32
  %v592 = udiv i32 %v9, 32
  %v593 = mul i32 %v592, 4
  %v594 = add i32 %v591, %v593
  %v595 = mul i32 %v12, 64
  %v596 = urem i32 %v9, 32
  %v597 = add i32 %v595, %v596
  %v598 = mul i32 %v594, 256
  %v599 = mul i32 %v597, 2
  %v600 = add i32 %v598, %v599
  %v601 = getelementptr i8, ptr addrspace(3) @lds, i32 %v600
  %v602 = extractelement <16 x float> %v114, i32 0
  %v603 = fptrunc float %v602 to half
  store half %v603, ptr addrspace(3) %v601, align 2
  %v604 = extractelement <16 x float> %v114, i32 1
  %v605 = fptrunc float %v604 to half
  %v606 = getelementptr i8, ptr addrspace(3) %v601, i32 256
  store half %v605, ptr addrspace(3) %v606, align 2
  %v607 = extractelement <16 x float> %v114, i32 2
  %v608 = fptrunc float %v607 to half
  %v609 = getelementptr i8, ptr addrspace(3) %v601, i32 512
  store half %v608, ptr addrspace(3) %v609, align 2
  %v610 = extractelement <16 x float> %v114, i32 3
  %v611 = fptrunc float %v610 to half
  %v612 = getelementptr i8, ptr addrspace(3) %v601, i32 768
  store half %v611, ptr addrspace(3) %v612, align 2
  %v613 = extractelement <16 x float> %v114, i32 4
  %v614 = fptrunc float %v613 to half
  %v615 = getelementptr i8, ptr addrspace(3) %v601, i32 2048
  store half %v614, ptr addrspace(3) %v615, align 2
  %v616 = extractelement <16 x float> %v114, i32 5
  %v617 = fptrunc float %v616 to half
  %v618 = getelementptr i8, ptr addrspace(3) %v601, i32 2304
  store half %v617, ptr addrspace(3) %v618, align 2
  %v619 = extractelement <16 x float> %v114, i32 6
  %v620 = fptrunc float %v619 to half
  %v621 = getelementptr i8, ptr addrspace(3) %v601, i32 2560
  store half %v620, ptr addrspace(3) %v621, align 2
  %v622 = extractelement <16 x float> %v114, i32 7
  %v623 = fptrunc float %v622 to half
  %v624 = getelementptr i8, ptr addrspace(3) %v601, i32 2816
  store half %v623, ptr addrspace(3) %v624, align 2
  %v625 = extractelement <16 x float> %v114, i32 8
  %v626 = fptrunc float %v625 to half
  %v627 = getelementptr i8, ptr addrspace(3) %v601, i32 4096
  store half %v626, ptr addrspace(3) %v627, align 2
  %v628 = extractelement <16 x float> %v114, i32 9
  %v629 = fptrunc float %v628 to half
  %v630 = getelementptr i8, ptr addrspace(3) %v601, i32 4352
  store half %v629, ptr addrspace(3) %v630, align 2
  %v631 = extractelement <16 x float> %v114, i32 10
  %v632 = fptrunc float %v631 to half
  %v633 = getelementptr i8, ptr addrspace(3) %v601, i32 4608
  store half %v632, ptr addrspace(3) %v633, align 2
  %v634 = extractelement <16 x float> %v114, i32 11
  %v635 = fptrunc float %v634 to half
  %v636 = getelementptr i8, ptr addrspace(3) %v601, i32 4864
  store half %v635, ptr addrspace(3) %v636, align 2
  %v637 = extractelement <16 x float> %v114, i32 12
  %v638 = fptrunc float %v637 to half
  %v639 = getelementptr i8, ptr addrspace(3) %v601, i32 6144
  store half %v638, ptr addrspace(3) %v639, align 2
  %v640 = extractelement <16 x float> %v114, i32 13
  %v641 = fptrunc float %v640 to half
  %v642 = getelementptr i8, ptr addrspace(3) %v601, i32 6400
  store half %v641, ptr addrspace(3) %v642, align 2
  %v643 = extractelement <16 x float> %v114, i32 14
  %v644 = fptrunc float %v643 to half
  %v645 = getelementptr i8, ptr addrspace(3) %v601, i32 6656
  store half %v644, ptr addrspace(3) %v645, align 2
  %v646 = extractelement <16 x float> %v114, i32 15
  %v647 = fptrunc float %v646 to half
  %v648 = getelementptr i8, ptr addrspace(3) %v601, i32 6912
  store half %v647, ptr addrspace(3) %v648, align 2
  %v649 = extractelement <16 x float> %v115, i32 0
  %v650 = fptrunc float %v649 to half
  %v651 = getelementptr i8, ptr addrspace(3) %v601, i32 64
  store half %v650, ptr addrspace(3) %v651, align 2
  %v652 = extractelement <16 x float> %v115, i32 1
  %v653 = fptrunc float %v652 to half
  %v654 = getelementptr i8, ptr addrspace(3) %v601, i32 320
  store half %v653, ptr addrspace(3) %v654, align 2
  %v655 = extractelement <16 x float> %v115, i32 2
  %v656 = fptrunc float %v655 to half
  %v657 = getelementptr i8, ptr addrspace(3) %v601, i32 576
  store half %v656, ptr addrspace(3) %v657, align 2
  %v658 = extractelement <16 x float> %v115, i32 3
  %v659 = fptrunc float %v658 to half
  %v660 = getelementptr i8, ptr addrspace(3) %v601, i32 832
  store half %v659, ptr addrspace(3) %v660, align 2
  %v661 = extractelement <16 x float> %v115, i32 4
  %v662 = fptrunc float %v661 to half
  %v663 = getelementptr i8, ptr addrspace(3) %v601, i32 2112
  store half %v662, ptr addrspace(3) %v663, align 2
  %v664 = extractelement <16 x float> %v115, i32 5
  %v665 = fptrunc float %v664 to half
  %v666 = getelementptr i8, ptr addrspace(3) %v601, i32 2368
  store half %v665, ptr addrspace(3) %v666, align 2
  %v667 = extractelement <16 x float> %v115, i32 6
  %v668 = fptrunc float %v667 to half
  %v669 = getelementptr i8, ptr addrspace(3) %v601, i32 2624
  store half %v668, ptr addrspace(3) %v669, align 2
  %v670 = extractelement <16 x float> %v115, i32 7
  %v671 = fptrunc float %v670 to half
  %v672 = getelementptr i8, ptr addrspace(3) %v601, i32 2880
  store half %v671, ptr addrspace(3) %v672, align 2
  %v673 = extractelement <16 x float> %v115, i32 8
  %v674 = fptrunc float %v673 to half
  %v675 = getelementptr i8, ptr addrspace(3) %v601, i32 4160
  store half %v674, ptr addrspace(3) %v675, align 2
  %v676 = extractelement <16 x float> %v115, i32 9
  %v677 = fptrunc float %v676 to half
  %v678 = getelementptr i8, ptr addrspace(3) %v601, i32 4416
  store half %v677, ptr addrspace(3) %v678, align 2
  %v679 = extractelement <16 x float> %v115, i32 10
  %v680 = fptrunc float %v679 to half
  %v681 = getelementptr i8, ptr addrspace(3) %v601, i32 4672
  store half %v680, ptr addrspace(3) %v681, align 2
  %v682 = extractelement <16 x float> %v115, i32 11
  %v683 = fptrunc float %v682 to half
  %v684 = getelementptr i8, ptr addrspace(3) %v601, i32 4928
  store half %v683, ptr addrspace(3) %v684, align 2
  %v685 = extractelement <16 x float> %v115, i32 12
  %v686 = fptrunc float %v685 to half
  %v687 = getelementptr i8, ptr addrspace(3) %v601, i32 6208
  store half %v686, ptr addrspace(3) %v687, align 2
  %v688 = extractelement <16 x float> %v115, i32 13
  %v689 = fptrunc float %v688 to half
  %v690 = getelementptr i8, ptr addrspace(3) %v601, i32 6464
  store half %v689, ptr addrspace(3) %v690, align 2
  %v691 = extractelement <16 x float> %v115, i32 14
  %v692 = fptrunc float %v691 to half
  %v693 = getelementptr i8, ptr addrspace(3) %v601, i32 6720
  store half %v692, ptr addrspace(3) %v693, align 2
  %v694 = extractelement <16 x float> %v115, i32 15
  %v695 = fptrunc float %v694 to half
  %v696 = getelementptr i8, ptr addrspace(3) %v601, i32 6976
  store half %v695, ptr addrspace(3) %v696, align 2
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; epilogue: wide stores
  %v697 = udiv i32 %v8, 16
  %v698 = urem i32 %v8, 16
  %v699 = add i32 %v697, 8
  %v700 = add i32 %v697, 16
  %v701 = add i32 %v697, 24
  %v702 = mul i32 %v698, 8
  %v703 = add i32 %v6, %v697
  %v704 = mul i32 %v703, 576
  %v705 = add i32 %v6, %v699
  %v706 = mul i32 %v705, 576
  %v707 = add i32 %v6, %v700
  %v708 = mul i32 %v707, 576
  %v709 = add i32 %v6, %v701
  %v710 = mul i32 %v709, 576
  %v711 = add i32 %v7, %v702
  %v712 = mul i32 %v711, 2
  %v713 = icmp ult i32 %v711, 288
  %v714 = mul i32 %v697, 256
  %v715 = mul i32 %v702, 2
  %v716 = add i32 %v714, %v715
  %v717 = getelementptr i8, ptr addrspace(3) @lds, i32 %v716
  %v718 = load <8 x half>, ptr addrspace(3) %v717, align 16
  %v719 = add i32 %v704, %v712
  %v720 = select i1 %v713, i32 %v719, i32 -2147483648
  %v721 = bitcast <8 x half> %v718 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v721, ptr addrspace(8) %v2, i32 %v720, i32 0, i32 0)
  %v722 = mul i32 %v699, 256
  %v723 = mul i32 %v702, 2
  %v724 = add i32 %v722, %v723
  %v725 = getelementptr i8, ptr addrspace(3) @lds, i32 %v724
  %v726 = load <8 x half>, ptr addrspace(3) %v725, align 16
  %v727 = add i32 %v706, %v712
  %v728 = select i1 %v713, i32 %v727, i32 -2147483648
  %v729 = bitcast <8 x half> %v726 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v729, ptr addrspace(8) %v2, i32 %v728, i32 0, i32 0)
  %v730 = mul i32 %v700, 256
  %v731 = mul i32 %v702, 2
  %v732 = add i32 %v730, %v731
  %v733 = getelementptr i8, ptr addrspace(3) @lds, i32 %v732
  %v734 = load <8 x half>, ptr addrspace(3) %v733, align 16
  %v735 = add i32 %v708, %v712
  %v736 = select i1 %v713, i32 %v735, i32 -2147483648
  %v737 = bitcast <8 x half> %v734 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v737, ptr addrspace(8) %v2, i32 %v736, i32 0, i32 0)
  %v738 = mul i32 %v701, 256
  %v739 = mul i32 %v702, 2
  %v740 = add i32 %v738, %v739
  %v741 = getelementptr i8, ptr addrspace(3) @lds, i32 %v740
  %v742 = load <8 x half>, ptr addrspace(3) %v741, align 16
  %v743 = add i32 %v710, %v712
  %v744 = select i1 %v713, i32 %v743, i32 -2147483648
  %v745 = bitcast <8 x half> %v742 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v745, ptr addrspace(8) %v2, i32 %v744, i32 0, i32 0)
  ret void
}

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1), i16, i64, i32)
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float>)
declare <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8), i32, i32, i32 immarg)
declare void @llvm.amdgcn.s.barrier()
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half>, <4 x half>, <16 x float>, i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32>, ptr addrspace(8), i32, i32, i32 immarg)

attributes #0 = { nounwind "amdgpu-flat-work-group-size"="128,128" "target-cpu"="gfx942" "uniform-work-group-size"="true" }

!0 = !{!"amdgpu-synchronize-as", !"local"}
