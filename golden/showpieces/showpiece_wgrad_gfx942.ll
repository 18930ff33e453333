target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [21760 x i8] poison, align 16

define amdgpu_kernel void @wgrad_gfx942_n2c32k32g1_i9x9_f3x3_s2x2_d1x1_p1x1_1x1_fp16_fp16_t32x128x64_w1x2_a32x32x8_mem_cshuffle_pad4x4_94960a40bce2(ptr addrspace(1) noalias readonly align 16 %dy, ptr addrspace(1) noalias readonly align 16 %x, ptr addrspace(1) noalias writeonly align 16 %dw) #0 {
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
  %v57 = urem i32 %v31, 5
  %v58 = udiv i32 %v31, 5
  %v59 = urem i32 %v58, 5
  %v60 = udiv i32 %v58, 5
  %v61 = urem i32 %v32, 5
  %v62 = udiv i32 %v32, 5
  %v63 = urem i32 %v62, 5
  %v64 = udiv i32 %v62, 5
  %v65 = urem i32 %v33, 5
  %v66 = udiv i32 %v33, 5
  %v67 = urem i32 %v66, 5
  %v68 = udiv i32 %v66, 5
  %v69 = urem i32 %v34, 5
  %v70 = udiv i32 %v34, 5
  %v71 = urem i32 %v70, 5
  %v72 = udiv i32 %v70, 5
  %v73 = urem i32 %v35, 5
  %v74 = udiv i32 %v35, 5
  %v75 = urem i32 %v74, 5
  %v76 = udiv i32 %v74, 5
  %v77 = urem i32 %v36, 5
  %v78 = udiv i32 %v36, 5
  %v79 = urem i32 %v78, 5
  %v80 = udiv i32 %v78, 5
  %v81 = urem i32 %v37, 5
  %v82 = udiv i32 %v37, 5
  %v83 = urem i32 %v82, 5
  %v84 = udiv i32 %v82, 5
  %v85 = mul i32 %v38, 136
  %v86 = mul i32 %v29, 2
  %v87 = add i32 %v85, %v86
  %v88 = getelementptr i8, ptr addrspace(3) %v28, i32 %v87
  %v89 = mul i32 %v38, 136
  %v90 = mul i32 %v31, 2
  %v91 = add i32 %v89, %v90
  %v92 = getelementptr i8, ptr addrspace(3) %v28, i32 %v91
  %v93 = mul i32 %v38, 136
  %v94 = mul i32 %v32, 2
  %v95 = add i32 %v93, %v94
  %v96 = getelementptr i8, ptr addrspace(3) %v28, i32 %v95
  %v97 = mul i32 %v38, 136
  %v98 = mul i32 %v33, 2
  %v99 = add i32 %v97, %v98
  %v100 = getelementptr i8, ptr addrspace(3) %v28, i32 %v99
  %v101 = mul i32 %v38, 136
  %v102 = mul i32 %v34, 2
  %v103 = add i32 %v101, %v102
  %v104 = getelementptr i8, ptr addrspace(3) %v28, i32 %v103
  %v105 = mul i32 %v38, 136
  %v106 = mul i32 %v35, 2
  %v107 = add i32 %v105, %v106
  %v108 = getelementptr i8, ptr addrspace(3) %v28, i32 %v107
  %v109 = mul i32 %v38, 136
  %v110 = mul i32 %v36, 2
  %v111 = add i32 %v109, %v110
  %v112 = getelementptr i8, ptr addrspace(3) %v28, i32 %v111
  %v113 = mul i32 %v38, 136
  %v114 = mul i32 %v37, 2
  %v115 = add i32 %v113, %v114
  %v116 = getelementptr i8, ptr addrspace(3) %v28, i32 %v115
  ; fragments
  %v117 = mul i32 %v13, 32
  %v118 = urem i32 %v9, 32
  %v119 = add i32 %v117, %v118
  %v120 = udiv i32 %v9, 32
  %v121 = mul i32 %v120, 4
  %v122 = mul i32 %v119, 136
  %v123 = mul i32 %v121, 2
  %v124 = add i32 %v122, %v123
  %v125 = getelementptr i8, ptr addrspace(3) @lds, i32 %v124
  %v126 = getelementptr i8, ptr addrspace(3) @lds, i32 4352
  %v127 = mul i32 %v12, 64
  %v128 = urem i32 %v9, 32
  %v129 = add i32 %v127, %v128
  %v130 = udiv i32 %v9, 32
  %v131 = mul i32 %v130, 4
  %v132 = mul i32 %v129, 136
  %v133 = mul i32 %v131, 2
  %v134 = add i32 %v132, %v133
  %v135 = getelementptr i8, ptr addrspace(3) %v126, i32 %v134
  ; main loop
  br label %loop0
loop0:
  %v136 = phi i32 [ 0, %entry ], [ %next0, %body0 ]
  %v137 = phi i32 [ %v14, %entry ], [ %v177, %body0 ]
  %v138 = phi i32 [ %v16, %entry ], [ %v178, %body0 ]
  %v139 = phi i32 [ %v56, %entry ], [ %v343, %body0 ]
  %v140 = phi i32 [ %v55, %entry ], [ %v340, %body0 ]
  %v141 = phi i32 [ %v53, %entry ], [ %v334, %body0 ]
  %v142 = phi i32 [ %v60, %entry ], [ %v356, %body0 ]
  %v143 = phi i32 [ %v59, %entry ], [ %v353, %body0 ]
  %v144 = phi i32 [ %v57, %entry ], [ %v347, %body0 ]
  %v145 = phi i32 [ %v64, %entry ], [ %v369, %body0 ]
  %v146 = phi i32 [ %v63, %entry ], [ %v366, %body0 ]
  %v147 = phi i32 [ %v61, %entry ], [ %v360, %body0 ]
  %v148 = phi i32 [ %v68, %entry ], [ %v382, %body0 ]
  %v149 = phi i32 [ %v67, %entry ], [ %v379, %body0 ]
  %v150 = phi i32 [ %v65, %entry ], [ %v373, %body0 ]
  %v151 = phi i32 [ %v72, %entry ], [ %v395, %body0 ]
  %v152 = phi i32 [ %v71, %entry ], [ %v392, %body0 ]
  %v153 = phi i32 [ %v69, %entry ], [ %v386, %body0 ]
  %v154 = phi i32 [ %v76, %entry ], [ %v408, %body0 ]
  %v155 = phi i32 [ %v75, %entry ], [ %v405, %body0 ]
  %v156 = phi i32 [ %v73, %entry ], [ %v399, %body0 ]
  %v157 = phi i32 [ %v80, %entry ], [ %v421, %body0 ]
  %v158 = phi i32 [ %v79, %entry ], [ %v418, %body0 ]
  %v159 = phi i32 [ %v77, %entry ], [ %v412, %body0 ]
  %v160 = phi i32 [ %v84, %entry ], [ %v434, %body0 ]
  %v161 = phi i32 [ %v83, %entry ], [ %v431, %body0 ]
  %v162 = phi i32 [ %v81, %entry ], [ %v425, %body0 ]
  %v163 = phi <16 x float> [ zeroinitializer, %entry ], [ %v645, %body0 ]
  %v164 = phi <16 x float> [ zeroinitializer, %entry ], [ %v646, %body0 ]
  %more0 = icmp ult i32 %v136, 1
  br i1 %more0, label %body0, label %done0
body0:
  ; fetch
  %v165 = mul i32 %v137, 64
  %v166 = icmp ult i32 %v137, 50
  %v167 = mul i32 %v138, 64
  %v168 = icmp ult i32 %v138, 50
  %v169 = add i32 %v19, %v165
  %v170 = add i32 %v19, %v167
  %v171 = select i1 %v166, i32 %v169, i32 -2147483648
  %v172 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v171, i32 0, i32 0)
  %v173 = bitcast <4 x i32> %v172 to <8 x half>
  %v174 = select i1 %v168, i32 %v170, i32 -2147483648
  %v175 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v174, i32 0, i32 0)
  %v176 = bitcast <4 x i32> %v175 to <8 x half>
  %v177 = add i32 %v137, 64
  %v178 = add i32 %v138, 64
  %v179 = mul i32 %v139, 5184
  %v180 = mul i32 %v140, 1152
  %v181 = add i32 %v179, %v180
  %v182 = mul i32 %v140, 2
  %v183 = mul i32 %v141, 128
  %v184 = add i32 %v181, %v183
  %v185 = mul i32 %v141, 2
  %v186 = icmp ult i32 %v139, 2
  %v187 = mul i32 %v142, 5184
  %v188 = mul i32 %v143, 1152
  %v189 = add i32 %v187, %v188
  %v190 = mul i32 %v143, 2
  %v191 = mul i32 %v144, 128
  %v192 = add i32 %v189, %v191
  %v193 = mul i32 %v144, 2
  %v194 = icmp ult i32 %v142, 2
  %v195 = mul i32 %v145, 5184
  %v196 = mul i32 %v146, 1152
  %v197 = add i32 %v195, %v196
  %v198 = mul i32 %v146, 2
  %v199 = mul i32 %v147, 128
  %v200 = add i32 %v197, %v199
  %v201 = mul i32 %v147, 2
  %v202 = icmp ult i32 %v145, 2
  %v203 = mul i32 %v148, 5184
  %v204 = mul i32 %v149, 1152
  %v205 = add i32 %v203, %v204
  %v206 = mul i32 %v149, 2
  %v207 = mul i32 %v150, 128
  %v208 = add i32 %v205, %v207
  %v209 = mul i32 %v150, 2
  %v210 = icmp ult i32 %v148, 2
  %v211 = mul i32 %v151, 5184
  %v212 = mul i32 %v152, 1152
  %v213 = add i32 %v211, %v212
  %v214 = mul i32 %v152, 2
  %v215 = mul i32 %v153, 128
  %v216 = add i32 %v213, %v215
  %v217 = mul i32 %v153, 2
  %v218 = icmp ult i32 %v151, 2
  %v219 = mul i32 %v154, 5184
  %v220 = mul i32 %v155, 1152
  %v221 = add i32 %v219, %v220
  %v222 = mul i32 %v155, 2
  %v223 = mul i32 %v156, 128
  %v224 = add i32 %v221, %v223
  %v225 = mul i32 %v156, 2
  %v226 = icmp ult i32 %v154, 2
  %v227 = mul i32 %v157, 5184
  %v228 = mul i32 %v158, 1152
  %v229 = add i32 %v227, %v228
  %v230 = mul i32 %v158, 2
  %v231 = mul i32 %v159, 128
  %v232 = add i32 %v229, %v231
  %v233 = mul i32 %v159, 2
  %v234 = icmp ult i32 %v157, 2
  %v235 = mul i32 %v160, 5184
  %v236 = mul i32 %v161, 1152
  %v237 = add i32 %v235, %v236
  %v238 = mul i32 %v161, 2
  %v239 = mul i32 %v162, 128
  %v240 = add i32 %v237, %v239
  %v241 = mul i32 %v162, 2
  %v242 = icmp ult i32 %v160, 2
  %v243 = add i32 %v51, %v184
  %v244 = and i1 %v52, %v186
  %v245 = add i32 %v46, %v182
  %v246 = icmp ult i32 %v245, 9
  %v247 = and i1 %v244, %v246
  %v248 = add i32 %v49, %v185
  %v249 = icmp ult i32 %v248, 9
  %v250 = and i1 %v247, %v249
  %v251 = add i32 %v51, %v192
  %v252 = and i1 %v52, %v194
  %v253 = add i32 %v46, %v190
  %v254 = icmp ult i32 %v253, 9
  %v255 = and i1 %v252, %v254
  %v256 = add i32 %v49, %v193
  %v257 = icmp ult i32 %v256, 9
  %v258 = and i1 %v255, %v257
  %v259 = add i32 %v51, %v200
  %v260 = and i1 %v52, %v202
  %v261 = add i32 %v46, %v198
  %v262 = icmp ult i32 %v261, 9
  %v263 = and i1 %v260, %v262
  %v264 = add i32 %v49, %v201
  %v265 = icmp ult i32 %v264, 9
  %v266 = and i1 %v263, %v265
  %v267 = add i32 %v51, %v208
  %v268 = and i1 %v52, %v210
  %v269 = add i32 %v46, %v206
  %v270 = icmp ult i32 %v269, 9
  %v271 = and i1 %v268, %v270
  %v272 = add i32 %v49, %v209
  %v273 = icmp ult i32 %v272, 9
  %v274 = and i1 %v271, %v273
  %v275 = add i32 %v51, %v216
  %v276 = and i1 %v52, %v218
  %v277 = add i32 %v46, %v214
  %v278 = icmp ult i32 %v277, 9
  %v279 = and i1 %v276, %v278
  %v280 = add i32 %v49, %v217
  %v281 = icmp ult i32 %v280, 9
  %v282 = and i1 %v279, %v281
  %v283 = add i32 %v51, %v224
  %v284 = and i1 %v52, %v226
  %v285 = add i32 %v46, %v222
  %v286 = icmp ult i32 %v285, 9
  %v287 = and i1 %v284, %v286
  %v288 = add i32 %v49, %v225
  %v289 = icmp ult i32 %v288, 9
  %v290 = and i1 %v287, %v289
  %v291 = add i32 %v51, %v232
  %v292 = and i1 %v52, %v234
  %v293 = add i32 %v46, %v230
  %v294 = icmp ult i32 %v293, 9
  %v295 = and i1 %v292, %v294
  %v296 = add i32 %v49, %v233
  %v297 = icmp ult i32 %v296, 9
  %v298 = and i1 %v295, %v297
  %v299 = add i32 %v51, %v240
  %v300 = and i1 %v52, %v242
  %v301 = add i32 %v46, %v238
  %v302 = icmp ult i32 %v301, 9
  %v303 = and i1 %v300, %v302
  %v304 = add i32 %v49, %v241
  %v305 = icmp ult i32 %v304, 9
  %v306 = and i1 %v303, %v305
  %v307 = select i1 %v250, i32 %v243, i32 -2147483648
  %v308 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v307, i32 0, i32 0)
  %v309 = bitcast <4 x i32> %v308 to <8 x half>
  %v310 = select i1 %v258, i32 %v251, i32 -2147483648
  %v311 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v310, i32 0, i32 0)
  %v312 = bitcast <4 x i32> %v311 to <8 x half>
  %v313 = select i1 %v266, i32 %v259, i32 -2147483648
  %v314 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v313, i32 0, i32 0)
  %v315 = bitcast <4 x i32> %v314 to <8 x half>
  %v316 = select i1 %v274, i32 %v267, i32 -2147483648
  %v317 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v316, i32 0, i32 0)
  %v318 = bitcast <4 x i32> %v317 to <8 x half>
  %v319 = select i1 %v282, i32 %v275, i32 -2147483648
  %v320 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v319, i32 0, i32 0)
  %v321 = bitcast <4 x i32> %v320 to <8 x half>
  %v322 = select i1 %v290, i32 %v283, i32 -2147483648
  %v323 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v322, i32 0, i32 0)
  %v324 = bitcast <4 x i32> %v323 to <8 x half>
  %v325 = select i1 %v298, i32 %v291, i32 -2147483648
  %v326 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v325, i32 0, i32 0)
  %v327 = bitcast <4 x i32> %v326 to <8 x half>
  %v328 = select i1 %v306, i32 %v299, i32 -2147483648
  %v329 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v328, i32 0, i32 0)
  %v330 = bitcast <4 x i32> %v329 to <8 x half>
  %v331 = add i32 %v141, 4
  %v332 = icmp uge i32 %v331, 5
  %v333 = sub i32 %v331, 5
  %v334 = select i1 %v332, i32 %v333, i32 %v331
  %v335 = add i32 %v140, 2
  %v336 = select i1 %v332, i32 1, i32 0
  %v337 = add i32 %v335, %v336
  %v338 = icmp uge i32 %v337, 5
  %v339 = sub i32 %v337, 5
  %v340 = select i1 %v338, i32 %v339, i32 %v337
  %v341 = add i32 %v139, 2
  %v342 = select i1 %v338, i32 1, i32 0
  %v343 = add i32 %v341, %v342
  %v344 = add i32 %v144, 4
  %v345 = icmp uge i32 %v344, 5
  %v346 = sub i32 %v344, 5
  %v347 = select i1 %v345, i32 %v346, i32 %v344
  %v348 = add i32 %v143, 2
  %v349 = select i1 %v345, i32 1, i32 0
  %v350 = add i32 %v348, %v349
  %v351 = icmp uge i32 %v350, 5
  %v352 = sub i32 %v350, 5
  %v353 = select i1 %v351, i32 %v352, i32 %v350
  %v354 = add i32 %v142, 2
  %v355 = select i1 %v351, i32 1, i32 0
  %v356 = add i32 %v354, %v355
  %v357 = add i32 %v147, 4
  %v358 = icmp uge i32 %v357, 5
  %v359 = sub i32 %v357, 5
  %v360 = select i1 %v358, i32 %v359, i32 %v357
  %v361 = add i32 %v146, 2
  %v362 = select i1 %v358, i32 1, i32 0
  %v363 = add i32 %v361, %v362
  %v364 = icmp uge i32 %v363, 5
  %v365 = sub i32 %v363, 5
  %v366 = select i1 %v364, i32 %v365, i32 %v363
  %v367 = add i32 %v145, 2
  %v368 = select i1 %v364, i32 1, i32 0
  %v369 = add i32 %v367, %v368
  %v370 = add i32 %v150, 4
  %v371 = icmp uge i32 %v370, 5
  %v372 = sub i32 %v370, 5
  %v373 = select i1 %v371, i32 %v372, i32 %v370
  %v374 = add i32 %v149, 2
  %v375 = select i1 %v371, i32 1, i32 0
  %v376 = add i32 %v374, %v375
  %v377 = icmp uge i32 %v376, 5
  %v378 = sub i32 %v376, 5
  %v379 = select i1 %v377, i32 %v378, i32 %v376
  %v380 = add i32 %v148, 2
  %v381 = select i1 %v377, i32 1, i32 0
  %v382 = add i32 %v380, %v381
  %v383 = add i32 %v153, 4
  %v384 = icmp uge i32 %v383, 5
  %v385 = sub i32 %v383, 5
  %v386 = select i1 %v384, i32 %v385, i32 %v383
  %v387 = add i32 %v152, 2
  %v388 = select i1 %v384, i32 1, i32 0
  %v389 = add i32 %v387, %v388
  %v390 = icmp uge i32 %v389, 5
  %v391 = sub i32 %v389, 5
  %v392 = select i1 %v390, i32 %v391, i32 %v389
  %v393 = add i32 %v151, 2
  %v394 = select i1 %v390, i32 1, i32 0
  %v395 = add i32 %v393, %v394
  %v396 = add i32 %v156, 4
  %v397 = icmp uge i32 %v396, 5
  %v398 = sub i32 %v396, 5
  %v399 = select i1 %v397, i32 %v398, i32 %v396
  %v400 = add i32 %v155, 2
  %v401 = select i1 %v397, i32 1, i32 0
  %v402 = add i32 %v400, %v401
  %v403 = icmp uge i32 %v402, 5
  %v404 = sub i32 %v402, 5
  %v405 = select i1 %v403, i32 %v404, i32 %v402
  %v406 = add i32 %v154, 2
  %v407 = select i1 %v403, i32 1, i32 0
  %v408 = add i32 %v406, %v407
  %v409 = add i32 %v159, 4
  %v410 = icmp uge i32 %v409, 5
  %v411 = sub i32 %v409, 5
  %v412 = select i1 %v410, i32 %v411, i32 %v409
  %v413 = add i32 %v158, 2
  %v414 = select i1 %v410, i32 1, i32 0
  %v415 = add i32 %v413, %v414
  %v416 = icmp uge i32 %v415, 5
  %v417 = sub i32 %v415, 5
  %v418 = select i1 %v416, i32 %v417, i32 %v415
  %v419 = add i32 %v157, 2
  %v420 = select i1 %v416, i32 1, i32 0
  %v421 = add i32 %v419, %v420
  %v422 = add i32 %v162, 4
  %v423 = icmp uge i32 %v422, 5
  %v424 = sub i32 %v422, 5
  %v425 = select i1 %v423, i32 %v424, i32 %v422
  %v426 = add i32 %v161, 2
  %v427 = select i1 %v423, i32 1, i32 0
  %v428 = add i32 %v426, %v427
  %v429 = icmp uge i32 %v428, 5
  %v430 = sub i32 %v428, 5
  %v431 = select i1 %v429, i32 %v430, i32 %v428
  %v432 = add i32 %v160, 2
  %v433 = select i1 %v429, i32 1, i32 0
  %v434 = add i32 %v432, %v433
  ; commit
  %v435 = extractelement <8 x half> %v173, i32 0
  store half %v435, ptr addrspace(3) %v23, align 2
  %v436 = extractelement <8 x half> %v173, i32 1
  %v437 = getelementptr i8, ptr addrspace(3) %v23, i32 136
  store half %v436, ptr addrspace(3) %v437, align 2
  %v438 = extractelement <8 x half> %v173, i32 2
  %v439 = getelementptr i8, ptr addrspace(3) %v23, i32 272
  store half %v438, ptr addrspace(3) %v439, align 2
  %v440 = extractelement <8 x half> %v173, i32 3
  %v441 = getelementptr i8, ptr addrspace(3) %v23, i32 408
  store half %v440, ptr addrspace(3) %v441, align 2
  %v442 = extractelement <8 x half> %v173, i32 4
  %v443 = getelementptr i8, ptr addrspace(3) %v23, i32 544
  store half %v442, ptr addrspace(3) %v443, align 2
  %v444 = extractelement <8 x half> %v173, i32 5
  %v445 = getelementptr i8, ptr addrspace(3) %v23, i32 680
  store half %v444, ptr addrspace(3) %v445, align 2
  %v446 = extractelement <8 x half> %v173, i32 6
  %v447 = getelementptr i8, ptr addrspace(3) %v23, i32 816
  store half %v446, ptr addrspace(3) %v447, align 2
  %v448 = extractelement <8 x half> %v173, i32 7
  %v449 = getelementptr i8, ptr addrspace(3) %v23, i32 952
  store half %v448, ptr addrspace(3) %v449, align 2
  %v450 = extractelement <8 x half> %v176, i32 0
  store half %v450, ptr addrspace(3) %v27, align 2
  %v451 = extractelement <8 x half> %v176, i32 1
  %v452 = getelementptr i8, ptr addrspace(3) %v27, i32 136
  store half %v451, ptr addrspace(3) %v452, align 2
  %v453 = extractelement <8 x half> %v176, i32 2
  %v454 = getelementptr i8, ptr addrspace(3) %v27, i32 272
  store half %v453, ptr addrspace(3) %v454, align 2
  %v455 = extractelement <8 x half> %v176, i32 3
  %v456 = getelementptr i8, ptr addrspace(3) %v27, i32 408
  store half %v455, ptr addrspace(3) %v456, align 2
  %v457 = extractelement <8 x half> %v176, i32 4
  %v458 = getelementptr i8, ptr addrspace(3) %v27, i32 544
  store half %v457, ptr addrspace(3) %v458, align 2
  %v459 = extractelement <8 x half> %v176, i32 5
  %v460 = getelementptr i8, ptr addrspace(3) %v27, i32 680
  store half %v459, ptr addrspace(3) %v460, align 2
  %v461 = extractelement <8 x half> %v176, i32 6
  %v462 = getelementptr i8, ptr addrspace(3) %v27, i32 816
  store half %v461, ptr addrspace(3) %v462, align 2
  %v463 = extractelement <8 x half> %v176, i32 7
  %v464 = getelementptr i8, ptr addrspace(3) %v27, i32 952
  store half %v463, ptr addrspace(3) %v464, align 2
  %v465 = extractelement <8 x half> %v309, i32 0
  store half %v465, ptr addrspace(3) %v88, align 2
  %v466 = extractelement <8 x half> %v309, i32 1
  %v467 = getelementptr i8, ptr addrspace(3) %v88, i32 136
  store half %v466, ptr addrspace(3) %v467, align 2
  %v468 = extractelement <8 x half> %v309, i32 2
  %v469 = getelementptr i8, ptr addrspace(3) %v88, i32 272
  store half %v468, ptr addrspace(3) %v469, align 2
  %v470 = extractelement <8 x half> %v309, i32 3
  %v471 = getelementptr i8, ptr addrspace(3) %v88, i32 408
  store half %v470, ptr addrspace(3) %v471, align 2
  %v472 = extractelement <8 x half> %v309, i32 4
  %v473 = getelementptr i8, ptr addrspace(3) %v88, i32 544
  store half %v472, ptr addrspace(3) %v473, align 2
  %v474 = extractelement <8 x half> %v309, i32 5
  %v475 = getelementptr i8, ptr addrspace(3) %v88, i32 680
  store half %v474, ptr addrspace(3) %v475, align 2
  %v476 = extractelement <8 x half> %v309, i32 6
  %v477 = getelementptr i8, ptr addrspace(3) %v88, i32 816
  store half %v476, ptr addrspace(3) %v477, align 2
  %v478 = extractelement <8 x half> %v309, i32 7
  %v479 = getelementptr i8, ptr addrspace(3) %v88, i32 952
  store half %v478, ptr addrspace(3) %v479, align 2
  %v480 = extractelement <8 x half> %v312, i32 0
  store half %v480, ptr addrspace(3) %v92, align 2
  %v481 = extractelement <8 x half> %v312, i32 1
  %v482 = getelementptr i8, ptr addrspace(3) %v92, i32 136
  store half %v481, ptr addrspace(3) %v482, align 2
  %v483 = extractelement <8 x half> %v312, i32 2
  %v484 = getelementptr i8, ptr addrspace(3) %v92, i32 272
  store half %v483, ptr addrspace(3) %v484, align 2
  %v485 = extractelement <8 x half> %v312, i32 3
  %v486 = getelementptr i8, ptr addrspace(3) %v92, i32 408
  store half %v485, ptr addrspace(3) %v486, align 2
  %v487 = extractelement <8 x half> %v312, i32 4
  %v488 = getelementptr i8, ptr addrspace(3) %v92, i32 544
  store half %v487, ptr addrspace(3) %v488, align 2
  %v489 = extractelement <8 x half> %v312, i32 5
  %v490 = getelementptr i8, ptr addrspace(3) %v92, i32 680
  store half %v489, ptr addrspace(3) %v490, align 2
  %v491 = extractelement <8 x half> %v312, i32 6
  %v492 = getelementptr i8, ptr addrspace(3) %v92, i32 816
  store half %v491, ptr addrspace(3) %v492, align 2
  %v493 = extractelement <8 x half> %v312, i32 7
  %v494 = getelementptr i8, ptr addrspace(3) %v92, i32 952
  store half %v493, ptr addrspace(3) %v494, align 2
  %v495 = extractelement <8 x half> %v315, i32 0
  store half %v495, ptr addrspace(3) %v96, align 2
  %v496 = extractelement <8 x half> %v315, i32 1
  %v497 = getelementptr i8, ptr addrspace(3) %v96, i32 136
  store half %v496, ptr addrspace(3) %v497, align 2
  %v498 = extractelement <8 x half> %v315, i32 2
  %v499 = getelementptr i8, ptr addrspace(3) %v96, i32 272
  store half %v498, ptr addrspace(3) %v499, align 2
  %v500 = extractelement <8 x half> %v315, i32 3
  %v501 = getelementptr i8, ptr addrspace(3) %v96, i32 408
  store half %v500, ptr addrspace(3) %v501, align 2
  %v502 = extractelement <8 x half> %v315, i32 4
  %v503 = getelementptr i8, ptr addrspace(3) %v96, i32 544
  store half %v502, ptr addrspace(3) %v503, align 2
  %v504 = extractelement <8 x half> %v315, i32 5
  %v505 = getelementptr i8, ptr addrspace(3) %v96, i32 680
  store half %v504, ptr addrspace(3) %v505, align 2
  %v506 = extractelement <8 x half> %v315, i32 6
  %v507 = getelementptr i8, ptr addrspace(3) %v96, i32 816
  store half %v506, ptr addrspace(3) %v507, align 2
  %v508 = extractelement <8 x half> %v315, i32 7
  %v509 = getelementptr i8, ptr addrspace(3) %v96, i32 952
  store half %v508, ptr addrspace(3) %v509, align 2
  %v510 = extractelement <8 x half> %v318, i32 0
  store half %v510, ptr addrspace(3) %v100, align 2
  %v511 = extractelement <8 x half> %v318, i32 1
  %v512 = getelementptr i8, ptr addrspace(3) %v100, i32 136
  store half %v511, ptr addrspace(3) %v512, align 2
  %v513 = extractelement <8 x half> %v318, i32 2
  %v514 = getelementptr i8, ptr addrspace(3) %v100, i32 272
  store half %v513, ptr addrspace(3) %v514, align 2
  %v515 = extractelement <8 x half> %v318, i32 3
  %v516 = getelementptr i8, ptr addrspace(3) %v100, i32 408
  store half %v515, ptr addrspace(3) %v516, align 2
  %v517 = extractelement <8 x half> %v318, i32 4
  %v518 = getelementptr i8, ptr addrspace(3) %v100, i32 544
  store half %v517, ptr addrspace(3) %v518, align 2
  %v519 = extractelement <8 x half> %v318, i32 5
  %v520 = getelementptr i8, ptr addrspace(3) %v100, i32 680
  store half %v519, ptr addrspace(3) %v520, align 2
  %v521 = extractelement <8 x half> %v318, i32 6
  %v522 = getelementptr i8, ptr addrspace(3) %v100, i32 816
  store half %v521, ptr addrspace(3) %v522, align 2
  %v523 = extractelement <8 x half> %v318, i32 7
  %v524 = getelementptr i8, ptr addrspace(3) %v100, i32 952
  store half %v523, ptr addrspace(3) %v524, align 2
  %v525 = extractelement <8 x half> %v321, i32 0
  store half %v525, ptr addrspace(3) %v104, align 2
  %v526 = extractelement <8 x half> %v321, i32 1
  %v527 = getelementptr i8, ptr addrspace(3) %v104, i32 136
  store half %v526, ptr addrspace(3) %v527, align 2
  %v528 = extractelement <8 x half> %v321, i32 2
  %v529 = getelementptr i8, ptr addrspace(3) %v104, i32 272
  store half %v528, ptr addrspace(3) %v529, align 2
  %v530 = extractelement <8 x half> %v321, i32 3
  %v531 = getelementptr i8, ptr addrspace(3) %v104, i32 408
  store half %v530, ptr addrspace(3) %v531, align 2
  %v532 = extractelement <8 x half> %v321, i32 4
  %v533 = getelementptr i8, ptr addrspace(3) %v104, i32 544
  store half %v532, ptr addrspace(3) %v533, align 2
  %v534 = extractelement <8 x half> %v321, i32 5
  %v535 = getelementptr i8, ptr addrspace(3) %v104, i32 680
  store half %v534, ptr addrspace(3) %v535, align 2
  %v536 = extractelement <8 x half> %v321, i32 6
  %v537 = getelementptr i8, ptr addrspace(3) %v104, i32 816
  store half %v536, ptr addrspace(3) %v537, align 2
  %v538 = extractelement <8 x half> %v321, i32 7
  %v539 = getelementptr i8, ptr addrspace(3) %v104, i32 952
  store half %v538, ptr addrspace(3) %v539, align 2
  %v540 = extractelement <8 x half> %v324, i32 0
  store half %v540, ptr addrspace(3) %v108, align 2
  %v541 = extractelement <8 x half> %v324, i32 1
  %v542 = getelementptr i8, ptr addrspace(3) %v108, i32 136
  store half %v541, ptr addrspace(3) %v542, align 2
  %v543 = extractelement <8 x half> %v324, i32 2
  %v544 = getelementptr i8, ptr addrspace(3) %v108, i32 272
  store half %v543, ptr addrspace(3) %v544, align 2
  %v545 = extractelement <8 x half> %v324, i32 3
  %v546 = getelementptr i8, ptr addrspace(3) %v108, i32 408
  store half %v545, ptr addrspace(3) %v546, align 2
  %v547 = extractelement <8 x half> %v324, i32 4
  %v548 = getelementptr i8, ptr addrspace(3) %v108, i32 544
  store half %v547, ptr addrspace(3) %v548, align 2
  %v549 = extractelement <8 x half> %v324, i32 5
  %v550 = getelementptr i8, ptr addrspace(3) %v108, i32 680
  store half %v549, ptr addrspace(3) %v550, align 2
  %v551 = extractelement <8 x half> %v324, i32 6
  %v552 = getelementptr i8, ptr addrspace(3) %v108, i32 816
  store half %v551, ptr addrspace(3) %v552, align 2
  %v553 = extractelement <8 x half> %v324, i32 7
  %v554 = getelementptr i8, ptr addrspace(3) %v108, i32 952
  store half %v553, ptr addrspace(3) %v554, align 2
  %v555 = extractelement <8 x half> %v327, i32 0
  store half %v555, ptr addrspace(3) %v112, align 2
  %v556 = extractelement <8 x half> %v327, i32 1
  %v557 = getelementptr i8, ptr addrspace(3) %v112, i32 136
  store half %v556, ptr addrspace(3) %v557, align 2
  %v558 = extractelement <8 x half> %v327, i32 2
  %v559 = getelementptr i8, ptr addrspace(3) %v112, i32 272
  store half %v558, ptr addrspace(3) %v559, align 2
  %v560 = extractelement <8 x half> %v327, i32 3
  %v561 = getelementptr i8, ptr addrspace(3) %v112, i32 408
  store half %v560, ptr addrspace(3) %v561, align 2
  %v562 = extractelement <8 x half> %v327, i32 4
  %v563 = getelementptr i8, ptr addrspace(3) %v112, i32 544
  store half %v562, ptr addrspace(3) %v563, align 2
  %v564 = extractelement <8 x half> %v327, i32 5
  %v565 = getelementptr i8, ptr addrspace(3) %v112, i32 680
  store half %v564, ptr addrspace(3) %v565, align 2
  %v566 = extractelement <8 x half> %v327, i32 6
  %v567 = getelementptr i8, ptr addrspace(3) %v112, i32 816
  store half %v566, ptr addrspace(3) %v567, align 2
  %v568 = extractelement <8 x half> %v327, i32 7
  %v569 = getelementptr i8, ptr addrspace(3) %v112, i32 952
  store half %v568, ptr addrspace(3) %v569, align 2
  %v570 = extractelement <8 x half> %v330, i32 0
  store half %v570, ptr addrspace(3) %v116, align 2
  %v571 = extractelement <8 x half> %v330, i32 1
  %v572 = getelementptr i8, ptr addrspace(3) %v116, i32 136
  store half %v571, ptr addrspace(3) %v572, align 2
  %v573 = extractelement <8 x half> %v330, i32 2
  %v574 = getelementptr i8, ptr addrspace(3) %v116, i32 272
  store half %v573, ptr addrspace(3) %v574, align 2
  %v575 = extractelement <8 x half> %v330, i32 3
  %v576 = getelementptr i8, ptr addrspace(3) %v116, i32 408
  store half %v575, ptr addrspace(3) %v576, align 2
  %v577 = extractelement <8 x half> %v330, i32 4
  %v578 = getelementptr i8, ptr addrspace(3) %v116, i32 544
  store half %v577, ptr addrspace(3) %v578, align 2
  %v579 = extractelement <8 x half> %v330, i32 5
  %v580 = getelementptr i8, ptr addrspace(3) %v116, i32 680
  store half %v579, ptr addrspace(3) %v580, align 2
  %v581 = extractelement <8 x half> %v330, i32 6
  %v582 = getelementptr i8, ptr addrspace(3) %v116, i32 816
  store half %v581, ptr addrspace(3) %v582, align 2
  %v583 = extractelement <8 x half> %v330, i32 7
  %v584 = getelementptr i8, ptr addrspace(3) %v116, i32 952
  store half %v583, ptr addrspace(3) %v584, align 2
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; compute
  %v585 = load <4 x half>, ptr addrspace(3) %v125, align 8
  %v586 = load <4 x half>, ptr addrspace(3) %v135, align 8
  %v587 = getelementptr i8, ptr addrspace(3) %v135, i32 4352
  %v588 = load <4 x half>, ptr addrspace(3) %v587, align 8
  %v589 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v585, <4 x half> %v586, <16 x float> %v163, i32 0, i32 0, i32 0)
  %v590 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v585, <4 x half> %v588, <16 x float> %v164, i32 0, i32 0, i32 0)
  %v591 = getelementptr i8, ptr addrspace(3) %v125, i32 16
  %v592 = load <4 x half>, ptr addrspace(3) %v591, align 8
  %v593 = getelementptr i8, ptr addrspace(3) %v135, i32 16
  %v594 = load <4 x half>, ptr addrspace(3) %v593, align 8
  %v595 = getelementptr i8, ptr addrspace(3) %v135, i32 4368
  %v596 = load <4 x half>, ptr addrspace(3) %v595, align 8
  %v597 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v592, <4 x half> %v594, <16 x float> %v589, i32 0, i32 0, i32 0)
  %v598 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v592, <4 x half> %v596, <16 x float> %v590, i32 0, i32 0, i32 0)
  %v599 = getelementptr i8, ptr addrspace(3) %v125, i32 32
  %v600 = load <4 x half>, ptr addrspace(3) %v599, align 8
  %v601 = getelementptr i8, ptr addrspace(3) %v135, i32 32
  %v602 = load <4 x half>, ptr addrspace(3) %v601, align 8
  %v603 = getelementptr i8, ptr addrspace(3) %v135, i32 4384
  %v604 = load <4 x half>, ptr addrspace(3) %v603, align 8
  %v605 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v600, <4 x half> %v602, <16 x float> %v597, i32 0, i32 0, i32 0)
  %v606 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v600, <4 x half> %v604, <16 x float> %v598, i32 0, i32 0, i32 0)
  %v607 = getelementptr i8, ptr addrspace(3) %v125, i32 48
  %v608 = load <4 x half>, ptr addrspace(3) %v607, align 8
  %v609 = getelementptr i8, ptr addrspace(3) %v135, i32 48
  %v610 = load <4 x half>, ptr addrspace(3) %v609, align 8
  %v611 = getelementptr i8, ptr addrspace(3) %v135, i32 4400
  %v612 = load <4 x half>, ptr addrspace(3) %v611, align 8
  %v613 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v608, <4 x half> %v610, <16 x float> %v605, i32 0, i32 0, i32 0)
  %v614 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v608, <4 x half> %v612, <16 x float> %v606, i32 0, i32 0, i32 0)
  %v615 = getelementptr i8, ptr addrspace(3) %v125, i32 64
  %v616 = load <4 x half>, ptr addrspace(3) %v615, align 8
  %v617 = getelementptr i8, ptr addrspace(3) %v135, i32 64
  %v618 = load <4 x half>, ptr addrspace(3) %v617, align 8
  %v619 = getelementptr i8, ptr addrspace(3) %v135, i32 4416
  %v620 = load <4 x half>, ptr addrspace(3) %v619, align 8
  %v621 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v616, <4 x half> %v618, <16 x float> %v613, i32 0, i32 0, i32 0)
  %v622 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v616, <4 x half> %v620, <16 x float> %v614, i32 0, i32 0, i32 0)
  %v623 = getelementptr i8, ptr addrspace(3) %v125, i32 80
  %v624 = load <4 x half>, ptr addrspace(3) %v623, align 8
  %v625 = getelementptr i8, ptr addrspace(3) %v135, i32 80
  %v626 = load <4 x half>, ptr addrspace(3) %v625, align 8
  %v627 = getelementptr i8, ptr addrspace(3) %v135, i32 4432
  %v628 = load <4 x half>, ptr addrspace(3) %v627, align 8
  %v629 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v624, <4 x half> %v626, <16 x float> %v621, i32 0, i32 0, i32 0)
  %v630 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v624, <4 x half> %v628, <16 x float> %v622, i32 0, i32 0, i32 0)
  %v631 = getelementptr i8, ptr addrspace(3) %v125, i32 96
  %v632 = load <4 x half>, ptr addrspace(3) %v631, align 8
  %v633 = getelementptr i8, ptr addrspace(3) %v135, i32 96
  %v634 = load <4 x half>, ptr addrspace(3) %v633, align 8
  %v635 = getelementptr i8, ptr addrspace(3) %v135, i32 4448
  %v636 = load <4 x half>, ptr addrspace(3) %v635, align 8
  %v637 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v632, <4 x half> %v634, <16 x float> %v629, i32 0, i32 0, i32 0)
  %v638 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v632, <4 x half> %v636, <16 x float> %v630, i32 0, i32 0, i32 0)
  %v639 = getelementptr i8, ptr addrspace(3) %v125, i32 112
  %v640 = load <4 x half>, ptr addrspace(3) %v639, align 8
  %v641 = getelementptr i8, ptr addrspace(3) %v135, i32 112
  %v642 = load <4 x half>, ptr addrspace(3) %v641, align 8
  %v643 = getelementptr i8, ptr addrspace(3) %v135, i32 4464
  %v644 = load <4 x half>, ptr addrspace(3) %v643, align 8
  %v645 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v640, <4 x half> %v642, <16 x float> %v637, i32 0, i32 0, i32 0)
  %v646 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v640, <4 x half> %v644, <16 x float> %v638, i32 0, i32 0, i32 0)
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %next0 = add i32 %v136, 1
  br label %loop0
done0:
  ; after the main loop
  ; epilogue
  %v647 = mul i32 %v13, 32
  %v648 = udiv i32 %v9, 32
  %v649 = mul i32 %v648, 4
  %v650 = add i32 %v647, %v649
  %v651 = mul i32 %v12, 64
  %v652 = urem i32 %v9, 32
  %v653 = add i32 %v651, %v652
  %v654 = mul i32 %v650, 256
  %v655 = mul i32 %v653, 2
  %v656 = add i32 %v654, %v655
  %v657 = getelementptr i8, ptr addrspace(3) @lds, i32 %v656
  %v658 = extractelement <16 x float> %v163, i32 0
  %v659 = fptrunc float %v658 to half
  store half %v659, ptr addrspace(3) %v657, align 2
  %v660 = extractelement <16 x float> %v163, i32 1
  %v661 = fptrunc float %v660 to half
  %v662 = getelementptr i8, ptr addrspace(3) %v657, i32 256
  store half %v661, ptr addrspace(3) %v662, align 2
  %v663 = extractelement <16 x float> %v163, i32 2
  %v664 = fptrunc float %v663 to half
  %v665 = getelementptr i8, ptr addrspace(3) %v657, i32 512
  store half %v664, ptr addrspace(3) %v665, align 2
  %v666 = extractelement <16 x float> %v163, i32 3
  %v667 = fptrunc float %v666 to half
  %v668 = getelementptr i8, ptr addrspace(3) %v657, i32 768
  store half %v667, ptr addrspace(3) %v668, align 2
  %v669 = extractelement <16 x float> %v163, i32 4
  %v670 = fptrunc float %v669 to half
  %v671 = getelementptr i8, ptr addrspace(3) %v657, i32 2048
  store half %v670, ptr addrspace(3) %v671, align 2
  %v672 = extractelement <16 x float> %v163, i32 5
  %v673 = fptrunc float %v672 to half
  %v674 = getelementptr i8, ptr addrspace(3) %v657, i32 2304
  store half %v673, ptr addrspace(3) %v674, align 2
  %v675 = extractelement <16 x float> %v163, i32 6
  %v676 = fptrunc float %v675 to half
  %v677 = getelementptr i8, ptr addrspace(3) %v657, i32 2560
  store half %v676, ptr addrspace(3) %v677, align 2
  %v678 = extractelement <16 x float> %v163, i32 7
  %v679 = fptrunc float %v678 to half
  %v680 = getelementptr i8, ptr addrspace(3) %v657, i32 2816
  store half %v679, ptr addrspace(3) %v680, align 2
  %v681 = extractelement <16 x float> %v163, i32 8
  %v682 = fptrunc float %v681 to half
  %v683 = getelementptr i8, ptr addrspace(3) %v657, i32 4096
  store half %v682, ptr addrspace(3) %v683, align 2
  %v684 = extractelement <16 x float> %v163, i32 9
  %v685 = fptrunc float %v684 to half
  %v686 = getelementptr i8, ptr addrspace(3) %v657, i32 4352
  store half %v685, ptr addrspace(3) %v686, align 2
  %v687 = extractelement <16 x float> %v163, i32 10
  %v688 = fptrunc float %v687 to half
  %v689 = getelementptr i8, ptr addrspace(3) %v657, i32 4608
  store half %v688, ptr addrspace(3) %v689, align 2
  %v690 = extractelement <16 x float> %v163, i32 11
  %v691 = fptrunc float %v690 to half
  %v692 = getelementptr i8, ptr addrspace(3) %v657, i32 4864
  store half %v691, ptr addrspace(3) %v692, align 2
  %v693 = extractelement <16 x float> %v163, i32 12
  %v694 = fptrunc float %v693 to half
  %v695 = getelementptr i8, ptr addrspace(3) %v657, i32 6144
  store half %v694, ptr addrspace(3) %v695, align 2
  %v696 = extractelement <16 x float> %v163, i32 13
  %v697 = fptrunc float %v696 to half
  %v698 = getelementptr i8, ptr addrspace(3) %v657, i32 6400
  store half %v697, ptr addrspace(3) %v698, align 2
  %v699 = extractelement <16 x float> %v163, i32 14
  %v700 = fptrunc float %v699 to half
  %v701 = getelementptr i8, ptr addrspace(3) %v657, i32 6656
  store half %v700, ptr addrspace(3) %v701, align 2
  %v702 = extractelement <16 x float> %v163, i32 15
  %v703 = fptrunc float %v702 to half
  %v704 = getelementptr i8, ptr addrspace(3) %v657, i32 6912
  store half %v703, ptr addrspace(3) %v704, align 2
  %v705 = extractelement <16 x float> %v164, i32 0
  %v706 = fptrunc float %v705 to half
  %v707 = getelementptr i8, ptr addrspace(3) %v657, i32 64
  store half %v706, ptr addrspace(3) %v707, align 2
  %v708 = extractelement <16 x float> %v164, i32 1
  %v709 = fptrunc float %v708 to half
  %v710 = getelementptr i8, ptr addrspace(3) %v657, i32 320
  store half %v709, ptr addrspace(3) %v710, align 2
  %v711 = extractelement <16 x float> %v164, i32 2
  %v712 = fptrunc float %v711 to half
  %v713 = getelementptr i8, ptr addrspace(3) %v657, i32 576
  store half %v712, ptr addrspace(3) %v713, align 2
  %v714 = extractelement <16 x float> %v164, i32 3
  %v715 = fptrunc float %v714 to half
  %v716 = getelementptr i8, ptr addrspace(3) %v657, i32 832
  store half %v715, ptr addrspace(3) %v716, align 2
  %v717 = extractelement <16 x float> %v164, i32 4
  %v718 = fptrunc float %v717 to half
  %v719 = getelementptr i8, ptr addrspace(3) %v657, i32 2112
  store half %v718, ptr addrspace(3) %v719, align 2
  %v720 = extractelement <16 x float> %v164, i32 5
  %v721 = fptrunc float %v720 to half
  %v722 = getelementptr i8, ptr addrspace(3) %v657, i32 2368
  store half %v721, ptr addrspace(3) %v722, align 2
  %v723 = extractelement <16 x float> %v164, i32 6
  %v724 = fptrunc float %v723 to half
  %v725 = getelementptr i8, ptr addrspace(3) %v657, i32 2624
  store half %v724, ptr addrspace(3) %v725, align 2
  %v726 = extractelement <16 x float> %v164, i32 7
  %v727 = fptrunc float %v726 to half
  %v728 = getelementptr i8, ptr addrspace(3) %v657, i32 2880
  store half %v727, ptr addrspace(3) %v728, align 2
  %v729 = extractelement <16 x float> %v164, i32 8
  %v730 = fptrunc float %v729 to half
  %v731 = getelementptr i8, ptr addrspace(3) %v657, i32 4160
  store half %v730, ptr addrspace(3) %v731, align 2
  %v732 = extractelement <16 x float> %v164, i32 9
  %v733 = fptrunc float %v732 to half
  %v734 = getelementptr i8, ptr addrspace(3) %v657, i32 4416
  store half %v733, ptr addrspace(3) %v734, align 2
  %v735 = extractelement <16 x float> %v164, i32 10
  %v736 = fptrunc float %v735 to half
  %v737 = getelementptr i8, ptr addrspace(3) %v657, i32 4672
  store half %v736, ptr addrspace(3) %v737, align 2
  %v738 = extractelement <16 x float> %v164, i32 11
  %v739 = fptrunc float %v738 to half
  %v740 = getelementptr i8, ptr addrspace(3) %v657, i32 4928
  store half %v739, ptr addrspace(3) %v740, align 2
  %v741 = extractelement <16 x float> %v164, i32 12
  %v742 = fptrunc float %v741 to half
  %v743 = getelementptr i8, ptr addrspace(3) %v657, i32 6208
  store half %v742, ptr addrspace(3) %v743, align 2
  %v744 = extractelement <16 x float> %v164, i32 13
  %v745 = fptrunc float %v744 to half
  %v746 = getelementptr i8, ptr addrspace(3) %v657, i32 6464
  store half %v745, ptr addrspace(3) %v746, align 2
  %v747 = extractelement <16 x float> %v164, i32 14
  %v748 = fptrunc float %v747 to half
  %v749 = getelementptr i8, ptr addrspace(3) %v657, i32 6720
  store half %v748, ptr addrspace(3) %v749, align 2
  %v750 = extractelement <16 x float> %v164, i32 15
  %v751 = fptrunc float %v750 to half
  %v752 = getelementptr i8, ptr addrspace(3) %v657, i32 6976
  store half %v751, ptr addrspace(3) %v752, align 2
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; epilogue: wide stores
  %v753 = udiv i32 %v8, 16
  %v754 = urem i32 %v8, 16
  %v755 = add i32 %v753, 8
  %v756 = add i32 %v753, 16
  %v757 = add i32 %v753, 24
  %v758 = mul i32 %v754, 8
  %v759 = add i32 %v6, %v753
  %v760 = mul i32 %v759, 576
  %v761 = add i32 %v6, %v755
  %v762 = mul i32 %v761, 576
  %v763 = add i32 %v6, %v756
  %v764 = mul i32 %v763, 576
  %v765 = add i32 %v6, %v757
  %v766 = mul i32 %v765, 576
  %v767 = add i32 %v7, %v758
  %v768 = mul i32 %v767, 2
  %v769 = icmp ult i32 %v767, 288
  %v770 = mul i32 %v753, 256
  %v771 = mul i32 %v758, 2
  %v772 = add i32 %v770, %v771
  %v773 = getelementptr i8, ptr addrspace(3) @lds, i32 %v772
  %v774 = load <8 x half>, ptr addrspace(3) %v773, align 16
  %v775 = add i32 %v760, %v768
  %v776 = select i1 %v769, i32 %v775, i32 -2147483648
  %v777 = bitcast <8 x half> %v774 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v777, ptr addrspace(8) %v2, i32 %v776, i32 0, i32 0)
  %v778 = mul i32 %v755, 256
  %v779 = mul i32 %v758, 2
  %v780 = add i32 %v778, %v779
  %v781 = getelementptr i8, ptr addrspace(3) @lds, i32 %v780
  %v782 = load <8 x half>, ptr addrspace(3) %v781, align 16
  %v783 = add i32 %v762, %v768
  %v784 = select i1 %v769, i32 %v783, i32 -2147483648
  %v785 = bitcast <8 x half> %v782 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v785, ptr addrspace(8) %v2, i32 %v784, i32 0, i32 0)
  %v786 = mul i32 %v756, 256
  %v787 = mul i32 %v758, 2
  %v788 = add i32 %v786, %v787
  %v789 = getelementptr i8, ptr addrspace(3) @lds, i32 %v788
  %v790 = load <8 x half>, ptr addrspace(3) %v789, align 16
  %v791 = add i32 %v764, %v768
  %v792 = select i1 %v769, i32 %v791, i32 -2147483648
  %v793 = bitcast <8 x half> %v790 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v793, ptr addrspace(8) %v2, i32 %v792, i32 0, i32 0)
  %v794 = mul i32 %v757, 256
  %v795 = mul i32 %v758, 2
  %v796 = add i32 %v794, %v795
  %v797 = getelementptr i8, ptr addrspace(3) @lds, i32 %v796
  %v798 = load <8 x half>, ptr addrspace(3) %v797, align 16
  %v799 = add i32 %v766, %v768
  %v800 = select i1 %v769, i32 %v799, i32 -2147483648
  %v801 = bitcast <8 x half> %v798 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v801, ptr addrspace(8) %v2, i32 %v800, i32 0, i32 0)
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
