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
  %v136 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> zeroinitializer)
  ; main loop
  br label %loop0
loop0:
  %v137 = phi i32 [ 0, %entry ], [ %next0, %body0 ]
  %v138 = phi i32 [ %v14, %entry ], [ %v178, %body0 ]
  %v139 = phi i32 [ %v16, %entry ], [ %v179, %body0 ]
  %v140 = phi i32 [ %v56, %entry ], [ %v344, %body0 ]
  %v141 = phi i32 [ %v55, %entry ], [ %v341, %body0 ]
  %v142 = phi i32 [ %v53, %entry ], [ %v335, %body0 ]
  %v143 = phi i32 [ %v60, %entry ], [ %v357, %body0 ]
  %v144 = phi i32 [ %v59, %entry ], [ %v354, %body0 ]
  %v145 = phi i32 [ %v57, %entry ], [ %v348, %body0 ]
  %v146 = phi i32 [ %v64, %entry ], [ %v370, %body0 ]
  %v147 = phi i32 [ %v63, %entry ], [ %v367, %body0 ]
  %v148 = phi i32 [ %v61, %entry ], [ %v361, %body0 ]
  %v149 = phi i32 [ %v68, %entry ], [ %v383, %body0 ]
  %v150 = phi i32 [ %v67, %entry ], [ %v380, %body0 ]
  %v151 = phi i32 [ %v65, %entry ], [ %v374, %body0 ]
  %v152 = phi i32 [ %v72, %entry ], [ %v396, %body0 ]
  %v153 = phi i32 [ %v71, %entry ], [ %v393, %body0 ]
  %v154 = phi i32 [ %v69, %entry ], [ %v387, %body0 ]
  %v155 = phi i32 [ %v76, %entry ], [ %v409, %body0 ]
  %v156 = phi i32 [ %v75, %entry ], [ %v406, %body0 ]
  %v157 = phi i32 [ %v73, %entry ], [ %v400, %body0 ]
  %v158 = phi i32 [ %v80, %entry ], [ %v422, %body0 ]
  %v159 = phi i32 [ %v79, %entry ], [ %v419, %body0 ]
  %v160 = phi i32 [ %v77, %entry ], [ %v413, %body0 ]
  %v161 = phi i32 [ %v84, %entry ], [ %v435, %body0 ]
  %v162 = phi i32 [ %v83, %entry ], [ %v432, %body0 ]
  %v163 = phi i32 [ %v81, %entry ], [ %v426, %body0 ]
  %v164 = phi <16 x float> [ %v136, %entry ], [ %v646, %body0 ]
  %v165 = phi <16 x float> [ %v136, %entry ], [ %v647, %body0 ]
  %more0 = icmp ult i32 %v137, 1
  br i1 %more0, label %body0, label %done0
body0:
  ; fetch
  %v166 = mul i32 %v138, 64
  %v167 = icmp ult i32 %v138, 50
  %v168 = mul i32 %v139, 64
  %v169 = icmp ult i32 %v139, 50
  %v170 = add i32 %v19, %v166
  %v171 = add i32 %v19, %v168
  %v172 = select i1 %v167, i32 %v170, i32 -2147483648
  %v173 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v172, i32 0, i32 0)
  %v174 = bitcast <4 x i32> %v173 to <8 x half>
  %v175 = select i1 %v169, i32 %v171, i32 -2147483648
  %v176 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v175, i32 0, i32 0)
  %v177 = bitcast <4 x i32> %v176 to <8 x half>
  %v178 = add i32 %v138, 64
  %v179 = add i32 %v139, 64
  %v180 = mul i32 %v140, 5184
  %v181 = mul i32 %v141, 1152
  %v182 = add i32 %v180, %v181
  %v183 = mul i32 %v141, 2
  %v184 = mul i32 %v142, 128
  %v185 = add i32 %v182, %v184
  %v186 = mul i32 %v142, 2
  %v187 = icmp ult i32 %v140, 2
  %v188 = mul i32 %v143, 5184
  %v189 = mul i32 %v144, 1152
  %v190 = add i32 %v188, %v189
  %v191 = mul i32 %v144, 2
  %v192 = mul i32 %v145, 128
  %v193 = add i32 %v190, %v192
  %v194 = mul i32 %v145, 2
  %v195 = icmp ult i32 %v143, 2
  %v196 = mul i32 %v146, 5184
  %v197 = mul i32 %v147, 1152
  %v198 = add i32 %v196, %v197
  %v199 = mul i32 %v147, 2
  %v200 = mul i32 %v148, 128
  %v201 = add i32 %v198, %v200
  %v202 = mul i32 %v148, 2
  %v203 = icmp ult i32 %v146, 2
  %v204 = mul i32 %v149, 5184
  %v205 = mul i32 %v150, 1152
  %v206 = add i32 %v204, %v205
  %v207 = mul i32 %v150, 2
  %v208 = mul i32 %v151, 128
  %v209 = add i32 %v206, %v208
  %v210 = mul i32 %v151, 2
  %v211 = icmp ult i32 %v149, 2
  %v212 = mul i32 %v152, 5184
  %v213 = mul i32 %v153, 1152
  %v214 = add i32 %v212, %v213
  %v215 = mul i32 %v153, 2
  %v216 = mul i32 %v154, 128
  %v217 = add i32 %v214, %v216
  %v218 = mul i32 %v154, 2
  %v219 = icmp ult i32 %v152, 2
  %v220 = mul i32 %v155, 5184
  %v221 = mul i32 %v156, 1152
  %v222 = add i32 %v220, %v221
  %v223 = mul i32 %v156, 2
  %v224 = mul i32 %v157, 128
  %v225 = add i32 %v222, %v224
  %v226 = mul i32 %v157, 2
  %v227 = icmp ult i32 %v155, 2
  %v228 = mul i32 %v158, 5184
  %v229 = mul i32 %v159, 1152
  %v230 = add i32 %v228, %v229
  %v231 = mul i32 %v159, 2
  %v232 = mul i32 %v160, 128
  %v233 = add i32 %v230, %v232
  %v234 = mul i32 %v160, 2
  %v235 = icmp ult i32 %v158, 2
  %v236 = mul i32 %v161, 5184
  %v237 = mul i32 %v162, 1152
  %v238 = add i32 %v236, %v237
  %v239 = mul i32 %v162, 2
  %v240 = mul i32 %v163, 128
  %v241 = add i32 %v238, %v240
  %v242 = mul i32 %v163, 2
  %v243 = icmp ult i32 %v161, 2
  %v244 = add i32 %v51, %v185
  %v245 = and i1 %v52, %v187
  %v246 = add i32 %v46, %v183
  %v247 = icmp ult i32 %v246, 9
  %v248 = and i1 %v245, %v247
  %v249 = add i32 %v49, %v186
  %v250 = icmp ult i32 %v249, 9
  %v251 = and i1 %v248, %v250
  %v252 = add i32 %v51, %v193
  %v253 = and i1 %v52, %v195
  %v254 = add i32 %v46, %v191
  %v255 = icmp ult i32 %v254, 9
  %v256 = and i1 %v253, %v255
  %v257 = add i32 %v49, %v194
  %v258 = icmp ult i32 %v257, 9
  %v259 = and i1 %v256, %v258
  %v260 = add i32 %v51, %v201
  %v261 = and i1 %v52, %v203
  %v262 = add i32 %v46, %v199
  %v263 = icmp ult i32 %v262, 9
  %v264 = and i1 %v261, %v263
  %v265 = add i32 %v49, %v202
  %v266 = icmp ult i32 %v265, 9
  %v267 = and i1 %v264, %v266
  %v268 = add i32 %v51, %v209
  %v269 = and i1 %v52, %v211
  %v270 = add i32 %v46, %v207
  %v271 = icmp ult i32 %v270, 9
  %v272 = and i1 %v269, %v271
  %v273 = add i32 %v49, %v210
  %v274 = icmp ult i32 %v273, 9
  %v275 = and i1 %v272, %v274
  %v276 = add i32 %v51, %v217
  %v277 = and i1 %v52, %v219
  %v278 = add i32 %v46, %v215
  %v279 = icmp ult i32 %v278, 9
  %v280 = and i1 %v277, %v279
  %v281 = add i32 %v49, %v218
  %v282 = icmp ult i32 %v281, 9
  %v283 = and i1 %v280, %v282
  %v284 = add i32 %v51, %v225
  %v285 = and i1 %v52, %v227
  %v286 = add i32 %v46, %v223
  %v287 = icmp ult i32 %v286, 9
  %v288 = and i1 %v285, %v287
  %v289 = add i32 %v49, %v226
  %v290 = icmp ult i32 %v289, 9
  %v291 = and i1 %v288, %v290
  %v292 = add i32 %v51, %v233
  %v293 = and i1 %v52, %v235
  %v294 = add i32 %v46, %v231
  %v295 = icmp ult i32 %v294, 9
  %v296 = and i1 %v293, %v295
  %v297 = add i32 %v49, %v234
  %v298 = icmp ult i32 %v297, 9
  %v299 = and i1 %v296, %v298
  %v300 = add i32 %v51, %v241
  %v301 = and i1 %v52, %v243
  %v302 = add i32 %v46, %v239
  %v303 = icmp ult i32 %v302, 9
  %v304 = and i1 %v301, %v303
  %v305 = add i32 %v49, %v242
  %v306 = icmp ult i32 %v305, 9
  %v307 = and i1 %v304, %v306
  %v308 = select i1 %v251, i32 %v244, i32 -2147483648
  %v309 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v308, i32 0, i32 0)
  %v310 = bitcast <4 x i32> %v309 to <8 x half>
  %v311 = select i1 %v259, i32 %v252, i32 -2147483648
  %v312 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v311, i32 0, i32 0)
  %v313 = bitcast <4 x i32> %v312 to <8 x half>
  %v314 = select i1 %v267, i32 %v260, i32 -2147483648
  %v315 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v314, i32 0, i32 0)
  %v316 = bitcast <4 x i32> %v315 to <8 x half>
  %v317 = select i1 %v275, i32 %v268, i32 -2147483648
  %v318 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v317, i32 0, i32 0)
  %v319 = bitcast <4 x i32> %v318 to <8 x half>
  %v320 = select i1 %v283, i32 %v276, i32 -2147483648
  %v321 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v320, i32 0, i32 0)
  %v322 = bitcast <4 x i32> %v321 to <8 x half>
  %v323 = select i1 %v291, i32 %v284, i32 -2147483648
  %v324 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v323, i32 0, i32 0)
  %v325 = bitcast <4 x i32> %v324 to <8 x half>
  %v326 = select i1 %v299, i32 %v292, i32 -2147483648
  %v327 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v326, i32 0, i32 0)
  %v328 = bitcast <4 x i32> %v327 to <8 x half>
  %v329 = select i1 %v307, i32 %v300, i32 -2147483648
  %v330 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v329, i32 0, i32 0)
  %v331 = bitcast <4 x i32> %v330 to <8 x half>
  %v332 = add i32 %v142, 4
  %v333 = icmp uge i32 %v332, 5
  %v334 = sub i32 %v332, 5
  %v335 = select i1 %v333, i32 %v334, i32 %v332
  %v336 = add i32 %v141, 2
  %v337 = select i1 %v333, i32 1, i32 0
  %v338 = add i32 %v336, %v337
  %v339 = icmp uge i32 %v338, 5
  %v340 = sub i32 %v338, 5
  %v341 = select i1 %v339, i32 %v340, i32 %v338
  %v342 = add i32 %v140, 2
  %v343 = select i1 %v339, i32 1, i32 0
  %v344 = add i32 %v342, %v343
  %v345 = add i32 %v145, 4
  %v346 = icmp uge i32 %v345, 5
  %v347 = sub i32 %v345, 5
  %v348 = select i1 %v346, i32 %v347, i32 %v345
  %v349 = add i32 %v144, 2
  %v350 = select i1 %v346, i32 1, i32 0
  %v351 = add i32 %v349, %v350
  %v352 = icmp uge i32 %v351, 5
  %v353 = sub i32 %v351, 5
  %v354 = select i1 %v352, i32 %v353, i32 %v351
  %v355 = add i32 %v143, 2
  %v356 = select i1 %v352, i32 1, i32 0
  %v357 = add i32 %v355, %v356
  %v358 = add i32 %v148, 4
  %v359 = icmp uge i32 %v358, 5
  %v360 = sub i32 %v358, 5
  %v361 = select i1 %v359, i32 %v360, i32 %v358
  %v362 = add i32 %v147, 2
  %v363 = select i1 %v359, i32 1, i32 0
  %v364 = add i32 %v362, %v363
  %v365 = icmp uge i32 %v364, 5
  %v366 = sub i32 %v364, 5
  %v367 = select i1 %v365, i32 %v366, i32 %v364
  %v368 = add i32 %v146, 2
  %v369 = select i1 %v365, i32 1, i32 0
  %v370 = add i32 %v368, %v369
  %v371 = add i32 %v151, 4
  %v372 = icmp uge i32 %v371, 5
  %v373 = sub i32 %v371, 5
  %v374 = select i1 %v372, i32 %v373, i32 %v371
  %v375 = add i32 %v150, 2
  %v376 = select i1 %v372, i32 1, i32 0
  %v377 = add i32 %v375, %v376
  %v378 = icmp uge i32 %v377, 5
  %v379 = sub i32 %v377, 5
  %v380 = select i1 %v378, i32 %v379, i32 %v377
  %v381 = add i32 %v149, 2
  %v382 = select i1 %v378, i32 1, i32 0
  %v383 = add i32 %v381, %v382
  %v384 = add i32 %v154, 4
  %v385 = icmp uge i32 %v384, 5
  %v386 = sub i32 %v384, 5
  %v387 = select i1 %v385, i32 %v386, i32 %v384
  %v388 = add i32 %v153, 2
  %v389 = select i1 %v385, i32 1, i32 0
  %v390 = add i32 %v388, %v389
  %v391 = icmp uge i32 %v390, 5
  %v392 = sub i32 %v390, 5
  %v393 = select i1 %v391, i32 %v392, i32 %v390
  %v394 = add i32 %v152, 2
  %v395 = select i1 %v391, i32 1, i32 0
  %v396 = add i32 %v394, %v395
  %v397 = add i32 %v157, 4
  %v398 = icmp uge i32 %v397, 5
  %v399 = sub i32 %v397, 5
  %v400 = select i1 %v398, i32 %v399, i32 %v397
  %v401 = add i32 %v156, 2
  %v402 = select i1 %v398, i32 1, i32 0
  %v403 = add i32 %v401, %v402
  %v404 = icmp uge i32 %v403, 5
  %v405 = sub i32 %v403, 5
  %v406 = select i1 %v404, i32 %v405, i32 %v403
  %v407 = add i32 %v155, 2
  %v408 = select i1 %v404, i32 1, i32 0
  %v409 = add i32 %v407, %v408
  %v410 = add i32 %v160, 4
  %v411 = icmp uge i32 %v410, 5
  %v412 = sub i32 %v410, 5
  %v413 = select i1 %v411, i32 %v412, i32 %v410
  %v414 = add i32 %v159, 2
  %v415 = select i1 %v411, i32 1, i32 0
  %v416 = add i32 %v414, %v415
  %v417 = icmp uge i32 %v416, 5
  %v418 = sub i32 %v416, 5
  %v419 = select i1 %v417, i32 %v418, i32 %v416
  %v420 = add i32 %v158, 2
  %v421 = select i1 %v417, i32 1, i32 0
  %v422 = add i32 %v420, %v421
  %v423 = add i32 %v163, 4
  %v424 = icmp uge i32 %v423, 5
  %v425 = sub i32 %v423, 5
  %v426 = select i1 %v424, i32 %v425, i32 %v423
  %v427 = add i32 %v162, 2
  %v428 = select i1 %v424, i32 1, i32 0
  %v429 = add i32 %v427, %v428
  %v430 = icmp uge i32 %v429, 5
  %v431 = sub i32 %v429, 5
  %v432 = select i1 %v430, i32 %v431, i32 %v429
  %v433 = add i32 %v161, 2
  %v434 = select i1 %v430, i32 1, i32 0
  %v435 = add i32 %v433, %v434
  ; commit
  %v436 = extractelement <8 x half> %v174, i32 0
  store half %v436, ptr addrspace(3) %v23, align 2
  %v437 = extractelement <8 x half> %v174, i32 1
  %v438 = getelementptr i8, ptr addrspace(3) %v23, i32 136
  store half %v437, ptr addrspace(3) %v438, align 2
  %v439 = extractelement <8 x half> %v174, i32 2
  %v440 = getelementptr i8, ptr addrspace(3) %v23, i32 272
  store half %v439, ptr addrspace(3) %v440, align 2
  %v441 = extractelement <8 x half> %v174, i32 3
  %v442 = getelementptr i8, ptr addrspace(3) %v23, i32 408
  store half %v441, ptr addrspace(3) %v442, align 2
  %v443 = extractelement <8 x half> %v174, i32 4
  %v444 = getelementptr i8, ptr addrspace(3) %v23, i32 544
  store half %v443, ptr addrspace(3) %v444, align 2
  %v445 = extractelement <8 x half> %v174, i32 5
  %v446 = getelementptr i8, ptr addrspace(3) %v23, i32 680
  store half %v445, ptr addrspace(3) %v446, align 2
  %v447 = extractelement <8 x half> %v174, i32 6
  %v448 = getelementptr i8, ptr addrspace(3) %v23, i32 816
  store half %v447, ptr addrspace(3) %v448, align 2
  %v449 = extractelement <8 x half> %v174, i32 7
  %v450 = getelementptr i8, ptr addrspace(3) %v23, i32 952
  store half %v449, ptr addrspace(3) %v450, align 2
  %v451 = extractelement <8 x half> %v177, i32 0
  store half %v451, ptr addrspace(3) %v27, align 2
  %v452 = extractelement <8 x half> %v177, i32 1
  %v453 = getelementptr i8, ptr addrspace(3) %v27, i32 136
  store half %v452, ptr addrspace(3) %v453, align 2
  %v454 = extractelement <8 x half> %v177, i32 2
  %v455 = getelementptr i8, ptr addrspace(3) %v27, i32 272
  store half %v454, ptr addrspace(3) %v455, align 2
  %v456 = extractelement <8 x half> %v177, i32 3
  %v457 = getelementptr i8, ptr addrspace(3) %v27, i32 408
  store half %v456, ptr addrspace(3) %v457, align 2
  %v458 = extractelement <8 x half> %v177, i32 4
  %v459 = getelementptr i8, ptr addrspace(3) %v27, i32 544
  store half %v458, ptr addrspace(3) %v459, align 2
  %v460 = extractelement <8 x half> %v177, i32 5
  %v461 = getelementptr i8, ptr addrspace(3) %v27, i32 680
  store half %v460, ptr addrspace(3) %v461, align 2
  %v462 = extractelement <8 x half> %v177, i32 6
  %v463 = getelementptr i8, ptr addrspace(3) %v27, i32 816
  store half %v462, ptr addrspace(3) %v463, align 2
  %v464 = extractelement <8 x half> %v177, i32 7
  %v465 = getelementptr i8, ptr addrspace(3) %v27, i32 952
  store half %v464, ptr addrspace(3) %v465, align 2
  %v466 = extractelement <8 x half> %v310, i32 0
  store half %v466, ptr addrspace(3) %v88, align 2
  %v467 = extractelement <8 x half> %v310, i32 1
  %v468 = getelementptr i8, ptr addrspace(3) %v88, i32 136
  store half %v467, ptr addrspace(3) %v468, align 2
  %v469 = extractelement <8 x half> %v310, i32 2
  %v470 = getelementptr i8, ptr addrspace(3) %v88, i32 272
  store half %v469, ptr addrspace(3) %v470, align 2
  %v471 = extractelement <8 x half> %v310, i32 3
  %v472 = getelementptr i8, ptr addrspace(3) %v88, i32 408
  store half %v471, ptr addrspace(3) %v472, align 2
  %v473 = extractelement <8 x half> %v310, i32 4
  %v474 = getelementptr i8, ptr addrspace(3) %v88, i32 544
  store half %v473, ptr addrspace(3) %v474, align 2
  %v475 = extractelement <8 x half> %v310, i32 5
  %v476 = getelementptr i8, ptr addrspace(3) %v88, i32 680
  store half %v475, ptr addrspace(3) %v476, align 2
  %v477 = extractelement <8 x half> %v310, i32 6
  %v478 = getelementptr i8, ptr addrspace(3) %v88, i32 816
  store half %v477, ptr addrspace(3) %v478, align 2
  %v479 = extractelement <8 x half> %v310, i32 7
  %v480 = getelementptr i8, ptr addrspace(3) %v88, i32 952
  store half %v479, ptr addrspace(3) %v480, align 2
  %v481 = extractelement <8 x half> %v313, i32 0
  store half %v481, ptr addrspace(3) %v92, align 2
  %v482 = extractelement <8 x half> %v313, i32 1
  %v483 = getelementptr i8, ptr addrspace(3) %v92, i32 136
  store half %v482, ptr addrspace(3) %v483, align 2
  %v484 = extractelement <8 x half> %v313, i32 2
  %v485 = getelementptr i8, ptr addrspace(3) %v92, i32 272
  store half %v484, ptr addrspace(3) %v485, align 2
  %v486 = extractelement <8 x half> %v313, i32 3
  %v487 = getelementptr i8, ptr addrspace(3) %v92, i32 408
  store half %v486, ptr addrspace(3) %v487, align 2
  %v488 = extractelement <8 x half> %v313, i32 4
  %v489 = getelementptr i8, ptr addrspace(3) %v92, i32 544
  store half %v488, ptr addrspace(3) %v489, align 2
  %v490 = extractelement <8 x half> %v313, i32 5
  %v491 = getelementptr i8, ptr addrspace(3) %v92, i32 680
  store half %v490, ptr addrspace(3) %v491, align 2
  %v492 = extractelement <8 x half> %v313, i32 6
  %v493 = getelementptr i8, ptr addrspace(3) %v92, i32 816
  store half %v492, ptr addrspace(3) %v493, align 2
  %v494 = extractelement <8 x half> %v313, i32 7
  %v495 = getelementptr i8, ptr addrspace(3) %v92, i32 952
  store half %v494, ptr addrspace(3) %v495, align 2
  %v496 = extractelement <8 x half> %v316, i32 0
  store half %v496, ptr addrspace(3) %v96, align 2
  %v497 = extractelement <8 x half> %v316, i32 1
  %v498 = getelementptr i8, ptr addrspace(3) %v96, i32 136
  store half %v497, ptr addrspace(3) %v498, align 2
  %v499 = extractelement <8 x half> %v316, i32 2
  %v500 = getelementptr i8, ptr addrspace(3) %v96, i32 272
  store half %v499, ptr addrspace(3) %v500, align 2
  %v501 = extractelement <8 x half> %v316, i32 3
  %v502 = getelementptr i8, ptr addrspace(3) %v96, i32 408
  store half %v501, ptr addrspace(3) %v502, align 2
  %v503 = extractelement <8 x half> %v316, i32 4
  %v504 = getelementptr i8, ptr addrspace(3) %v96, i32 544
  store half %v503, ptr addrspace(3) %v504, align 2
  %v505 = extractelement <8 x half> %v316, i32 5
  %v506 = getelementptr i8, ptr addrspace(3) %v96, i32 680
  store half %v505, ptr addrspace(3) %v506, align 2
  %v507 = extractelement <8 x half> %v316, i32 6
  %v508 = getelementptr i8, ptr addrspace(3) %v96, i32 816
  store half %v507, ptr addrspace(3) %v508, align 2
  %v509 = extractelement <8 x half> %v316, i32 7
  %v510 = getelementptr i8, ptr addrspace(3) %v96, i32 952
  store half %v509, ptr addrspace(3) %v510, align 2
  %v511 = extractelement <8 x half> %v319, i32 0
  store half %v511, ptr addrspace(3) %v100, align 2
  %v512 = extractelement <8 x half> %v319, i32 1
  %v513 = getelementptr i8, ptr addrspace(3) %v100, i32 136
  store half %v512, ptr addrspace(3) %v513, align 2
  %v514 = extractelement <8 x half> %v319, i32 2
  %v515 = getelementptr i8, ptr addrspace(3) %v100, i32 272
  store half %v514, ptr addrspace(3) %v515, align 2
  %v516 = extractelement <8 x half> %v319, i32 3
  %v517 = getelementptr i8, ptr addrspace(3) %v100, i32 408
  store half %v516, ptr addrspace(3) %v517, align 2
  %v518 = extractelement <8 x half> %v319, i32 4
  %v519 = getelementptr i8, ptr addrspace(3) %v100, i32 544
  store half %v518, ptr addrspace(3) %v519, align 2
  %v520 = extractelement <8 x half> %v319, i32 5
  %v521 = getelementptr i8, ptr addrspace(3) %v100, i32 680
  store half %v520, ptr addrspace(3) %v521, align 2
  %v522 = extractelement <8 x half> %v319, i32 6
  %v523 = getelementptr i8, ptr addrspace(3) %v100, i32 816
  store half %v522, ptr addrspace(3) %v523, align 2
  %v524 = extractelement <8 x half> %v319, i32 7
  %v525 = getelementptr i8, ptr addrspace(3) %v100, i32 952
  store half %v524, ptr addrspace(3) %v525, align 2
  %v526 = extractelement <8 x half> %v322, i32 0
  store half %v526, ptr addrspace(3) %v104, align 2
  %v527 = extractelement <8 x half> %v322, i32 1
  %v528 = getelementptr i8, ptr addrspace(3) %v104, i32 136
  store half %v527, ptr addrspace(3) %v528, align 2
  %v529 = extractelement <8 x half> %v322, i32 2
  %v530 = getelementptr i8, ptr addrspace(3) %v104, i32 272
  store half %v529, ptr addrspace(3) %v530, align 2
  %v531 = extractelement <8 x half> %v322, i32 3
  %v532 = getelementptr i8, ptr addrspace(3) %v104, i32 408
  store half %v531, ptr addrspace(3) %v532, align 2
  %v533 = extractelement <8 x half> %v322, i32 4
  %v534 = getelementptr i8, ptr addrspace(3) %v104, i32 544
  store half %v533, ptr addrspace(3) %v534, align 2
  %v535 = extractelement <8 x half> %v322, i32 5
  %v536 = getelementptr i8, ptr addrspace(3) %v104, i32 680
  store half %v535, ptr addrspace(3) %v536, align 2
  %v537 = extractelement <8 x half> %v322, i32 6
  %v538 = getelementptr i8, ptr addrspace(3) %v104, i32 816
  store half %v537, ptr addrspace(3) %v538, align 2
  %v539 = extractelement <8 x half> %v322, i32 7
  %v540 = getelementptr i8, ptr addrspace(3) %v104, i32 952
  store half %v539, ptr addrspace(3) %v540, align 2
  %v541 = extractelement <8 x half> %v325, i32 0
  store half %v541, ptr addrspace(3) %v108, align 2
  %v542 = extractelement <8 x half> %v325, i32 1
  %v543 = getelementptr i8, ptr addrspace(3) %v108, i32 136
  store half %v542, ptr addrspace(3) %v543, align 2
  %v544 = extractelement <8 x half> %v325, i32 2
  %v545 = getelementptr i8, ptr addrspace(3) %v108, i32 272
  store half %v544, ptr addrspace(3) %v545, align 2
  %v546 = extractelement <8 x half> %v325, i32 3
  %v547 = getelementptr i8, ptr addrspace(3) %v108, i32 408
  store half %v546, ptr addrspace(3) %v547, align 2
  %v548 = extractelement <8 x half> %v325, i32 4
  %v549 = getelementptr i8, ptr addrspace(3) %v108, i32 544
  store half %v548, ptr addrspace(3) %v549, align 2
  %v550 = extractelement <8 x half> %v325, i32 5
  %v551 = getelementptr i8, ptr addrspace(3) %v108, i32 680
  store half %v550, ptr addrspace(3) %v551, align 2
  %v552 = extractelement <8 x half> %v325, i32 6
  %v553 = getelementptr i8, ptr addrspace(3) %v108, i32 816
  store half %v552, ptr addrspace(3) %v553, align 2
  %v554 = extractelement <8 x half> %v325, i32 7
  %v555 = getelementptr i8, ptr addrspace(3) %v108, i32 952
  store half %v554, ptr addrspace(3) %v555, align 2
  %v556 = extractelement <8 x half> %v328, i32 0
  store half %v556, ptr addrspace(3) %v112, align 2
  %v557 = extractelement <8 x half> %v328, i32 1
  %v558 = getelementptr i8, ptr addrspace(3) %v112, i32 136
  store half %v557, ptr addrspace(3) %v558, align 2
  %v559 = extractelement <8 x half> %v328, i32 2
  %v560 = getelementptr i8, ptr addrspace(3) %v112, i32 272
  store half %v559, ptr addrspace(3) %v560, align 2
  %v561 = extractelement <8 x half> %v328, i32 3
  %v562 = getelementptr i8, ptr addrspace(3) %v112, i32 408
  store half %v561, ptr addrspace(3) %v562, align 2
  %v563 = extractelement <8 x half> %v328, i32 4
  %v564 = getelementptr i8, ptr addrspace(3) %v112, i32 544
  store half %v563, ptr addrspace(3) %v564, align 2
  %v565 = extractelement <8 x half> %v328, i32 5
  %v566 = getelementptr i8, ptr addrspace(3) %v112, i32 680
  store half %v565, ptr addrspace(3) %v566, align 2
  %v567 = extractelement <8 x half> %v328, i32 6
  %v568 = getelementptr i8, ptr addrspace(3) %v112, i32 816
  store half %v567, ptr addrspace(3) %v568, align 2
  %v569 = extractelement <8 x half> %v328, i32 7
  %v570 = getelementptr i8, ptr addrspace(3) %v112, i32 952
  store half %v569, ptr addrspace(3) %v570, align 2
  %v571 = extractelement <8 x half> %v331, i32 0
  store half %v571, ptr addrspace(3) %v116, align 2
  %v572 = extractelement <8 x half> %v331, i32 1
  %v573 = getelementptr i8, ptr addrspace(3) %v116, i32 136
  store half %v572, ptr addrspace(3) %v573, align 2
  %v574 = extractelement <8 x half> %v331, i32 2
  %v575 = getelementptr i8, ptr addrspace(3) %v116, i32 272
  store half %v574, ptr addrspace(3) %v575, align 2
  %v576 = extractelement <8 x half> %v331, i32 3
  %v577 = getelementptr i8, ptr addrspace(3) %v116, i32 408
  store half %v576, ptr addrspace(3) %v577, align 2
  %v578 = extractelement <8 x half> %v331, i32 4
  %v579 = getelementptr i8, ptr addrspace(3) %v116, i32 544
  store half %v578, ptr addrspace(3) %v579, align 2
  %v580 = extractelement <8 x half> %v331, i32 5
  %v581 = getelementptr i8, ptr addrspace(3) %v116, i32 680
  store half %v580, ptr addrspace(3) %v581, align 2
  %v582 = extractelement <8 x half> %v331, i32 6
  %v583 = getelementptr i8, ptr addrspace(3) %v116, i32 816
  store half %v582, ptr addrspace(3) %v583, align 2
  %v584 = extractelement <8 x half> %v331, i32 7
  %v585 = getelementptr i8, ptr addrspace(3) %v116, i32 952
  store half %v584, ptr addrspace(3) %v585, align 2
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; compute
  %v586 = load <4 x half>, ptr addrspace(3) %v125, align 8
  %v587 = load <4 x half>, ptr addrspace(3) %v135, align 8
  %v588 = getelementptr i8, ptr addrspace(3) %v135, i32 4352
  %v589 = load <4 x half>, ptr addrspace(3) %v588, align 8
  %v590 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v586, <4 x half> %v587, <16 x float> %v164, i32 0, i32 0, i32 0)
  %v591 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v586, <4 x half> %v589, <16 x float> %v165, i32 0, i32 0, i32 0)
  %v592 = getelementptr i8, ptr addrspace(3) %v125, i32 16
  %v593 = load <4 x half>, ptr addrspace(3) %v592, align 8
  %v594 = getelementptr i8, ptr addrspace(3) %v135, i32 16
  %v595 = load <4 x half>, ptr addrspace(3) %v594, align 8
  %v596 = getelementptr i8, ptr addrspace(3) %v135, i32 4368
  %v597 = load <4 x half>, ptr addrspace(3) %v596, align 8
  %v598 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v593, <4 x half> %v595, <16 x float> %v590, i32 0, i32 0, i32 0)
  %v599 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v593, <4 x half> %v597, <16 x float> %v591, i32 0, i32 0, i32 0)
  %v600 = getelementptr i8, ptr addrspace(3) %v125, i32 32
  %v601 = load <4 x half>, ptr addrspace(3) %v600, align 8
  %v602 = getelementptr i8, ptr addrspace(3) %v135, i32 32
  %v603 = load <4 x half>, ptr addrspace(3) %v602, align 8
  %v604 = getelementptr i8, ptr addrspace(3) %v135, i32 4384
  %v605 = load <4 x half>, ptr addrspace(3) %v604, align 8
  %v606 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v601, <4 x half> %v603, <16 x float> %v598, i32 0, i32 0, i32 0)
  %v607 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v601, <4 x half> %v605, <16 x float> %v599, i32 0, i32 0, i32 0)
  %v608 = getelementptr i8, ptr addrspace(3) %v125, i32 48
  %v609 = load <4 x half>, ptr addrspace(3) %v608, align 8
  %v610 = getelementptr i8, ptr addrspace(3) %v135, i32 48
  %v611 = load <4 x half>, ptr addrspace(3) %v610, align 8
  %v612 = getelementptr i8, ptr addrspace(3) %v135, i32 4400
  %v613 = load <4 x half>, ptr addrspace(3) %v612, align 8
  %v614 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v609, <4 x half> %v611, <16 x float> %v606, i32 0, i32 0, i32 0)
  %v615 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v609, <4 x half> %v613, <16 x float> %v607, i32 0, i32 0, i32 0)
  %v616 = getelementptr i8, ptr addrspace(3) %v125, i32 64
  %v617 = load <4 x half>, ptr addrspace(3) %v616, align 8
  %v618 = getelementptr i8, ptr addrspace(3) %v135, i32 64
  %v619 = load <4 x half>, ptr addrspace(3) %v618, align 8
  %v620 = getelementptr i8, ptr addrspace(3) %v135, i32 4416
  %v621 = load <4 x half>, ptr addrspace(3) %v620, align 8
  %v622 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v617, <4 x half> %v619, <16 x float> %v614, i32 0, i32 0, i32 0)
  %v623 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v617, <4 x half> %v621, <16 x float> %v615, i32 0, i32 0, i32 0)
  %v624 = getelementptr i8, ptr addrspace(3) %v125, i32 80
  %v625 = load <4 x half>, ptr addrspace(3) %v624, align 8
  %v626 = getelementptr i8, ptr addrspace(3) %v135, i32 80
  %v627 = load <4 x half>, ptr addrspace(3) %v626, align 8
  %v628 = getelementptr i8, ptr addrspace(3) %v135, i32 4432
  %v629 = load <4 x half>, ptr addrspace(3) %v628, align 8
  %v630 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v625, <4 x half> %v627, <16 x float> %v622, i32 0, i32 0, i32 0)
  %v631 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v625, <4 x half> %v629, <16 x float> %v623, i32 0, i32 0, i32 0)
  %v632 = getelementptr i8, ptr addrspace(3) %v125, i32 96
  %v633 = load <4 x half>, ptr addrspace(3) %v632, align 8
  %v634 = getelementptr i8, ptr addrspace(3) %v135, i32 96
  %v635 = load <4 x half>, ptr addrspace(3) %v634, align 8
  %v636 = getelementptr i8, ptr addrspace(3) %v135, i32 4448
  %v637 = load <4 x half>, ptr addrspace(3) %v636, align 8
  %v638 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v633, <4 x half> %v635, <16 x float> %v630, i32 0, i32 0, i32 0)
  %v639 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v633, <4 x half> %v637, <16 x float> %v631, i32 0, i32 0, i32 0)
  %v640 = getelementptr i8, ptr addrspace(3) %v125, i32 112
  %v641 = load <4 x half>, ptr addrspace(3) %v640, align 8
  %v642 = getelementptr i8, ptr addrspace(3) %v135, i32 112
  %v643 = load <4 x half>, ptr addrspace(3) %v642, align 8
  %v644 = getelementptr i8, ptr addrspace(3) %v135, i32 4464
  %v645 = load <4 x half>, ptr addrspace(3) %v644, align 8
  %v646 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v641, <4 x half> %v643, <16 x float> %v638, i32 0, i32 0, i32 0)
  %v647 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v641, <4 x half> %v645, <16 x float> %v639, i32 0, i32 0, i32 0)
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %next0 = add i32 %v137, 1
  br label %loop0
done0:
  ; after the main loop
  ; epilogue
  %v648 = mul i32 %v13, 32
  %v649 = udiv i32 %v9, 32
  %v650 = mul i32 %v649, 4
  %v651 = add i32 %v648, %v650
  %v652 = mul i32 %v12, 64
  %v653 = urem i32 %v9, 32
  %v654 = add i32 %v652, %v653
  %v655 = mul i32 %v651, 256
  %v656 = mul i32 %v654, 2
  %v657 = add i32 %v655, %v656
  %v658 = getelementptr i8, ptr addrspace(3) @lds, i32 %v657
  %v659 = extractelement <16 x float> %v164, i32 0
  %v660 = fptrunc float %v659 to half
  store half %v660, ptr addrspace(3) %v658, align 2
  %v661 = extractelement <16 x float> %v164, i32 1
  %v662 = fptrunc float %v661 to half
  %v663 = getelementptr i8, ptr addrspace(3) %v658, i32 256
  store half %v662, ptr addrspace(3) %v663, align 2
  %v664 = extractelement <16 x float> %v164, i32 2
  %v665 = fptrunc float %v664 to half
  %v666 = getelementptr i8, ptr addrspace(3) %v658, i32 512
  store half %v665, ptr addrspace(3) %v666, align 2
  %v667 = extractelement <16 x float> %v164, i32 3
  %v668 = fptrunc float %v667 to half
  %v669 = getelementptr i8, ptr addrspace(3) %v658, i32 768
  store half %v668, ptr addrspace(3) %v669, align 2
  %v670 = extractelement <16 x float> %v164, i32 4
  %v671 = fptrunc float %v670 to half
  %v672 = getelementptr i8, ptr addrspace(3) %v658, i32 2048
  store half %v671, ptr addrspace(3) %v672, align 2
  %v673 = extractelement <16 x float> %v164, i32 5
  %v674 = fptrunc float %v673 to half
  %v675 = getelementptr i8, ptr addrspace(3) %v658, i32 2304
  store half %v674, ptr addrspace(3) %v675, align 2
  %v676 = extractelement <16 x float> %v164, i32 6
  %v677 = fptrunc float %v676 to half
  %v678 = getelementptr i8, ptr addrspace(3) %v658, i32 2560
  store half %v677, ptr addrspace(3) %v678, align 2
  %v679 = extractelement <16 x float> %v164, i32 7
  %v680 = fptrunc float %v679 to half
  %v681 = getelementptr i8, ptr addrspace(3) %v658, i32 2816
  store half %v680, ptr addrspace(3) %v681, align 2
  %v682 = extractelement <16 x float> %v164, i32 8
  %v683 = fptrunc float %v682 to half
  %v684 = getelementptr i8, ptr addrspace(3) %v658, i32 4096
  store half %v683, ptr addrspace(3) %v684, align 2
  %v685 = extractelement <16 x float> %v164, i32 9
  %v686 = fptrunc float %v685 to half
  %v687 = getelementptr i8, ptr addrspace(3) %v658, i32 4352
  store half %v686, ptr addrspace(3) %v687, align 2
  %v688 = extractelement <16 x float> %v164, i32 10
  %v689 = fptrunc float %v688 to half
  %v690 = getelementptr i8, ptr addrspace(3) %v658, i32 4608
  store half %v689, ptr addrspace(3) %v690, align 2
  %v691 = extractelement <16 x float> %v164, i32 11
  %v692 = fptrunc float %v691 to half
  %v693 = getelementptr i8, ptr addrspace(3) %v658, i32 4864
  store half %v692, ptr addrspace(3) %v693, align 2
  %v694 = extractelement <16 x float> %v164, i32 12
  %v695 = fptrunc float %v694 to half
  %v696 = getelementptr i8, ptr addrspace(3) %v658, i32 6144
  store half %v695, ptr addrspace(3) %v696, align 2
  %v697 = extractelement <16 x float> %v164, i32 13
  %v698 = fptrunc float %v697 to half
  %v699 = getelementptr i8, ptr addrspace(3) %v658, i32 6400
  store half %v698, ptr addrspace(3) %v699, align 2
  %v700 = extractelement <16 x float> %v164, i32 14
  %v701 = fptrunc float %v700 to half
  %v702 = getelementptr i8, ptr addrspace(3) %v658, i32 6656
  store half %v701, ptr addrspace(3) %v702, align 2
  %v703 = extractelement <16 x float> %v164, i32 15
  %v704 = fptrunc float %v703 to half
  %v705 = getelementptr i8, ptr addrspace(3) %v658, i32 6912
  store half %v704, ptr addrspace(3) %v705, align 2
  %v706 = extractelement <16 x float> %v165, i32 0
  %v707 = fptrunc float %v706 to half
  %v708 = getelementptr i8, ptr addrspace(3) %v658, i32 64
  store half %v707, ptr addrspace(3) %v708, align 2
  %v709 = extractelement <16 x float> %v165, i32 1
  %v710 = fptrunc float %v709 to half
  %v711 = getelementptr i8, ptr addrspace(3) %v658, i32 320
  store half %v710, ptr addrspace(3) %v711, align 2
  %v712 = extractelement <16 x float> %v165, i32 2
  %v713 = fptrunc float %v712 to half
  %v714 = getelementptr i8, ptr addrspace(3) %v658, i32 576
  store half %v713, ptr addrspace(3) %v714, align 2
  %v715 = extractelement <16 x float> %v165, i32 3
  %v716 = fptrunc float %v715 to half
  %v717 = getelementptr i8, ptr addrspace(3) %v658, i32 832
  store half %v716, ptr addrspace(3) %v717, align 2
  %v718 = extractelement <16 x float> %v165, i32 4
  %v719 = fptrunc float %v718 to half
  %v720 = getelementptr i8, ptr addrspace(3) %v658, i32 2112
  store half %v719, ptr addrspace(3) %v720, align 2
  %v721 = extractelement <16 x float> %v165, i32 5
  %v722 = fptrunc float %v721 to half
  %v723 = getelementptr i8, ptr addrspace(3) %v658, i32 2368
  store half %v722, ptr addrspace(3) %v723, align 2
  %v724 = extractelement <16 x float> %v165, i32 6
  %v725 = fptrunc float %v724 to half
  %v726 = getelementptr i8, ptr addrspace(3) %v658, i32 2624
  store half %v725, ptr addrspace(3) %v726, align 2
  %v727 = extractelement <16 x float> %v165, i32 7
  %v728 = fptrunc float %v727 to half
  %v729 = getelementptr i8, ptr addrspace(3) %v658, i32 2880
  store half %v728, ptr addrspace(3) %v729, align 2
  %v730 = extractelement <16 x float> %v165, i32 8
  %v731 = fptrunc float %v730 to half
  %v732 = getelementptr i8, ptr addrspace(3) %v658, i32 4160
  store half %v731, ptr addrspace(3) %v732, align 2
  %v733 = extractelement <16 x float> %v165, i32 9
  %v734 = fptrunc float %v733 to half
  %v735 = getelementptr i8, ptr addrspace(3) %v658, i32 4416
  store half %v734, ptr addrspace(3) %v735, align 2
  %v736 = extractelement <16 x float> %v165, i32 10
  %v737 = fptrunc float %v736 to half
  %v738 = getelementptr i8, ptr addrspace(3) %v658, i32 4672
  store half %v737, ptr addrspace(3) %v738, align 2
  %v739 = extractelement <16 x float> %v165, i32 11
  %v740 = fptrunc float %v739 to half
  %v741 = getelementptr i8, ptr addrspace(3) %v658, i32 4928
  store half %v740, ptr addrspace(3) %v741, align 2
  %v742 = extractelement <16 x float> %v165, i32 12
  %v743 = fptrunc float %v742 to half
  %v744 = getelementptr i8, ptr addrspace(3) %v658, i32 6208
  store half %v743, ptr addrspace(3) %v744, align 2
  %v745 = extractelement <16 x float> %v165, i32 13
  %v746 = fptrunc float %v745 to half
  %v747 = getelementptr i8, ptr addrspace(3) %v658, i32 6464
  store half %v746, ptr addrspace(3) %v747, align 2
  %v748 = extractelement <16 x float> %v165, i32 14
  %v749 = fptrunc float %v748 to half
  %v750 = getelementptr i8, ptr addrspace(3) %v658, i32 6720
  store half %v749, ptr addrspace(3) %v750, align 2
  %v751 = extractelement <16 x float> %v165, i32 15
  %v752 = fptrunc float %v751 to half
  %v753 = getelementptr i8, ptr addrspace(3) %v658, i32 6976
  store half %v752, ptr addrspace(3) %v753, align 2
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; epilogue: wide stores
  %v754 = udiv i32 %v8, 16
  %v755 = urem i32 %v8, 16
  %v756 = add i32 %v754, 8
  %v757 = add i32 %v754, 16
  %v758 = add i32 %v754, 24
  %v759 = mul i32 %v755, 8
  %v760 = add i32 %v6, %v754
  %v761 = mul i32 %v760, 576
  %v762 = add i32 %v6, %v756
  %v763 = mul i32 %v762, 576
  %v764 = add i32 %v6, %v757
  %v765 = mul i32 %v764, 576
  %v766 = add i32 %v6, %v758
  %v767 = mul i32 %v766, 576
  %v768 = add i32 %v7, %v759
  %v769 = mul i32 %v768, 2
  %v770 = icmp ult i32 %v768, 288
  %v771 = mul i32 %v754, 256
  %v772 = mul i32 %v759, 2
  %v773 = add i32 %v771, %v772
  %v774 = getelementptr i8, ptr addrspace(3) @lds, i32 %v773
  %v775 = load <8 x half>, ptr addrspace(3) %v774, align 16
  %v776 = add i32 %v761, %v769
  %v777 = select i1 %v770, i32 %v776, i32 -2147483648
  %v778 = bitcast <8 x half> %v775 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v778, ptr addrspace(8) %v2, i32 %v777, i32 0, i32 0)
  %v779 = mul i32 %v756, 256
  %v780 = mul i32 %v759, 2
  %v781 = add i32 %v779, %v780
  %v782 = getelementptr i8, ptr addrspace(3) @lds, i32 %v781
  %v783 = load <8 x half>, ptr addrspace(3) %v782, align 16
  %v784 = add i32 %v763, %v769
  %v785 = select i1 %v770, i32 %v784, i32 -2147483648
  %v786 = bitcast <8 x half> %v783 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v786, ptr addrspace(8) %v2, i32 %v785, i32 0, i32 0)
  %v787 = mul i32 %v757, 256
  %v788 = mul i32 %v759, 2
  %v789 = add i32 %v787, %v788
  %v790 = getelementptr i8, ptr addrspace(3) @lds, i32 %v789
  %v791 = load <8 x half>, ptr addrspace(3) %v790, align 16
  %v792 = add i32 %v765, %v769
  %v793 = select i1 %v770, i32 %v792, i32 -2147483648
  %v794 = bitcast <8 x half> %v791 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v794, ptr addrspace(8) %v2, i32 %v793, i32 0, i32 0)
  %v795 = mul i32 %v758, 256
  %v796 = mul i32 %v759, 2
  %v797 = add i32 %v795, %v796
  %v798 = getelementptr i8, ptr addrspace(3) @lds, i32 %v797
  %v799 = load <8 x half>, ptr addrspace(3) %v798, align 16
  %v800 = add i32 %v767, %v769
  %v801 = select i1 %v770, i32 %v800, i32 -2147483648
  %v802 = bitcast <8 x half> %v799 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v802, ptr addrspace(8) %v2, i32 %v801, i32 0, i32 0)
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
