target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [21760 x i8] poison, align 16

define amdgpu_kernel void @dgrad_gfx942_n2c32k32g1_i8x8_f3x3_s1x1_d1x1_p1x1_1x1_bf16_bf16_t128x32x64_w2x1_a32x32x8_mem_cshuffle_pad4_7bbd94f8db01(ptr addrspace(1) noalias readonly align 16 %dy, ptr addrspace(1) noalias readonly align 16 %w, ptr addrspace(1) noalias writeonly align 16 %dx) #0 {
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
  %v9 = getelementptr i8, ptr addrspace(3) @lds, i32 17408
  ; loader of dy
  %v10 = udiv i32 %v5, 8
  %v11 = urem i32 %v5, 8
  %v12 = add i32 %v10, 16
  %v13 = add i32 %v10, 32
  %v14 = add i32 %v10, 48
  %v15 = add i32 %v10, 64
  %v16 = add i32 %v10, 80
  %v17 = add i32 %v10, 96
  %v18 = add i32 %v10, 112
  %v19 = mul i32 %v11, 8
  %v20 = add i32 %v4, %v10
  %v21 = urem i32 %v20, 8
  %v22 = udiv i32 %v20, 8
  %v23 = urem i32 %v22, 8
  %v24 = udiv i32 %v22, 8
  %v25 = mul i32 %v24, 4096
  %v26 = add i32 576, %v25
  %v27 = mul i32 %v23, 512
  %v28 = add i32 %v26, %v27
  %v29 = add i32 1, %v23
  %v30 = mul i32 %v21, 64
  %v31 = add i32 %v28, %v30
  %v32 = add i32 1, %v21
  %v33 = add i32 %v4, %v12
  %v34 = urem i32 %v33, 8
  %v35 = udiv i32 %v33, 8
  %v36 = urem i32 %v35, 8
  %v37 = udiv i32 %v35, 8
  %v38 = mul i32 %v37, 4096
  %v39 = add i32 576, %v38
  %v40 = mul i32 %v36, 512
  %v41 = add i32 %v39, %v40
  %v42 = add i32 1, %v36
  %v43 = mul i32 %v34, 64
  %v44 = add i32 %v41, %v43
  %v45 = add i32 1, %v34
  %v46 = add i32 %v4, %v13
  %v47 = urem i32 %v46, 8
  %v48 = udiv i32 %v46, 8
  %v49 = urem i32 %v48, 8
  %v50 = udiv i32 %v48, 8
  %v51 = mul i32 %v50, 4096
  %v52 = add i32 576, %v51
  %v53 = mul i32 %v49, 512
  %v54 = add i32 %v52, %v53
  %v55 = add i32 1, %v49
  %v56 = mul i32 %v47, 64
  %v57 = add i32 %v54, %v56
  %v58 = add i32 1, %v47
  %v59 = add i32 %v4, %v14
  %v60 = urem i32 %v59, 8
  %v61 = udiv i32 %v59, 8
  %v62 = urem i32 %v61, 8
  %v63 = udiv i32 %v61, 8
  %v64 = mul i32 %v63, 4096
  %v65 = add i32 576, %v64
  %v66 = mul i32 %v62, 512
  %v67 = add i32 %v65, %v66
  %v68 = add i32 1, %v62
  %v69 = mul i32 %v60, 64
  %v70 = add i32 %v67, %v69
  %v71 = add i32 1, %v60
  %v72 = add i32 %v4, %v15
  %v73 = urem i32 %v72, 8
  %v74 = udiv i32 %v72, 8
  %v75 = urem i32 %v74, 8
  %v76 = udiv i32 %v74, 8
  %v77 = mul i32 %v76, 4096
  %v78 = add i32 576, %v77
  %v79 = mul i32 %v75, 512
  %v80 = add i32 %v78, %v79
  %v81 = add i32 1, %v75
  %v82 = mul i32 %v73, 64
  %v83 = add i32 %v80, %v82
  %v84 = add i32 1, %v73
  %v85 = add i32 %v4, %v16
  %v86 = urem i32 %v85, 8
  %v87 = udiv i32 %v85, 8
  %v88 = urem i32 %v87, 8
  %v89 = udiv i32 %v87, 8
  %v90 = mul i32 %v89, 4096
  %v91 = add i32 576, %v90
  %v92 = mul i32 %v88, 512
  %v93 = add i32 %v91, %v92
  %v94 = add i32 1, %v88
  %v95 = mul i32 %v86, 64
  %v96 = add i32 %v93, %v95
  %v97 = add i32 1, %v86
  %v98 = add i32 %v4, %v17
  %v99 = urem i32 %v98, 8
  %v100 = udiv i32 %v98, 8
  %v101 = urem i32 %v100, 8
  %v102 = udiv i32 %v100, 8
  %v103 = mul i32 %v102, 4096
  %v104 = add i32 576, %v103
  %v105 = mul i32 %v101, 512
  %v106 = add i32 %v104, %v105
  %v107 = add i32 1, %v101
  %v108 = mul i32 %v99, 64
  %v109 = add i32 %v106, %v108
  %v110 = add i32 1, %v99
  %v111 = add i32 %v4, %v18
  %v112 = urem i32 %v111, 8
  %v113 = udiv i32 %v111, 8
  %v114 = urem i32 %v113, 8
  %v115 = udiv i32 %v113, 8
  %v116 = mul i32 %v115, 4096
  %v117 = add i32 576, %v116
  %v118 = mul i32 %v114, 512
  %v119 = add i32 %v117, %v118
  %v120 = add i32 1, %v114
  %v121 = mul i32 %v112, 64
  %v122 = add i32 %v119, %v121
  %v123 = add i32 1, %v112
  %v124 = urem i32 %v19, 32
  %v125 = udiv i32 %v19, 32
  %v126 = urem i32 %v125, 3
  %v127 = udiv i32 %v125, 3
  %v128 = mul i32 %v10, 136
  %v129 = mul i32 %v12, 136
  %v130 = mul i32 %v13, 136
  %v131 = mul i32 %v14, 136
  %v132 = mul i32 %v15, 136
  %v133 = mul i32 %v16, 136
  %v134 = mul i32 %v17, 136
  %v135 = mul i32 %v18, 136
  %v136 = mul i32 %v19, 2
  %v137 = add i32 %v128, %v136
  %v138 = getelementptr i8, ptr addrspace(3) @lds, i32 %v137
  %v139 = add i32 %v129, %v136
  %v140 = getelementptr i8, ptr addrspace(3) @lds, i32 %v139
  %v141 = add i32 %v130, %v136
  %v142 = getelementptr i8, ptr addrspace(3) @lds, i32 %v141
  %v143 = add i32 %v131, %v136
  %v144 = getelementptr i8, ptr addrspace(3) @lds, i32 %v143
  %v145 = add i32 %v132, %v136
  %v146 = getelementptr i8, ptr addrspace(3) @lds, i32 %v145
  %v147 = add i32 %v133, %v136
  %v148 = getelementptr i8, ptr addrspace(3) @lds, i32 %v147
  %v149 = add i32 %v134, %v136
  %v150 = getelementptr i8, ptr addrspace(3) @lds, i32 %v149
  %v151 = add i32 %v135, %v136
  %v152 = getelementptr i8, ptr addrspace(3) @lds, i32 %v151
  ; loader of w
  %v153 = udiv i32 %v5, 4
  %v154 = urem i32 %v5, 4
  %v155 = add i32 %v153, 32
  %v156 = mul i32 %v154, 8
  %v157 = mul i32 %v156, 2
  %v158 = urem i32 %v153, 32
  %v159 = udiv i32 %v153, 32
  %v160 = urem i32 %v155, 32
  %v161 = udiv i32 %v155, 32
  %v162 = mul i32 %v156, 136
  %v163 = mul i32 %v153, 2
  %v164 = mul i32 %v155, 2
  %v165 = add i32 %v162, %v163
  %v166 = getelementptr i8, ptr addrspace(3) %v9, i32 %v165
  %v167 = add i32 %v162, %v164
  %v168 = getelementptr i8, ptr addrspace(3) %v9, i32 %v167
  ; fragments
  %v169 = mul i32 %v8, 64
  %v170 = urem i32 %v6, 32
  %v171 = add i32 %v169, %v170
  %v172 = mul i32 %v171, 136
  %v173 = udiv i32 %v6, 32
  %v174 = mul i32 %v173, 4
  %v175 = mul i32 %v174, 2
  %v176 = add i32 %v172, %v175
  %v177 = getelementptr i8, ptr addrspace(3) @lds, i32 %v176
  %v178 = urem i32 %v6, 32
  %v179 = mul i32 %v178, 136
  %v180 = udiv i32 %v6, 32
  %v181 = mul i32 %v180, 4
  %v182 = mul i32 %v181, 2
  %v183 = add i32 %v179, %v182
  %v184 = getelementptr i8, ptr addrspace(3) %v9, i32 %v183
  ; main loop
  br label %loop0
loop0:
  %v185 = phi i32 [ 0, %entry ], [ %next0, %body0 ]
  %v186 = phi i32 [ %v127, %entry ], [ %v288, %body0 ]
  %v187 = phi i32 [ %v126, %entry ], [ %v286, %body0 ]
  %v188 = phi i32 [ %v124, %entry ], [ %v188, %body0 ]
  %v189 = phi i32 [ %v159, %entry ], [ %v305, %body0 ]
  %v190 = phi i32 [ %v158, %entry ], [ %v190, %body0 ]
  %v191 = phi i32 [ %v161, %entry ], [ %v306, %body0 ]
  %v192 = phi i32 [ %v160, %entry ], [ %v192, %body0 ]
  %v193 = phi <16 x float> [ zeroinitializer, %entry ], [ %v427, %body0 ]
  %v194 = phi <16 x float> [ zeroinitializer, %entry ], [ %v430, %body0 ]
  %more0 = icmp ult i32 %v185, 5
  br i1 %more0, label %body0, label %done0
body0:
  ; fetch
  %v195 = mul i32 %v186, -512
  %v196 = mul i32 %v186, -1
  %v197 = mul i32 %v187, -64
  %v198 = add i32 %v195, %v197
  %v199 = mul i32 %v187, -1
  %v200 = mul i32 %v188, 2
  %v201 = add i32 %v198, %v200
  %v202 = icmp ult i32 %v186, 3
  %v203 = add i32 %v31, %v201
  %v204 = add i32 %v29, %v196
  %v205 = icmp ult i32 %v204, 8
  %v206 = and i1 %v202, %v205
  %v207 = add i32 %v32, %v199
  %v208 = icmp ult i32 %v207, 8
  %v209 = and i1 %v206, %v208
  %v210 = select i1 %v209, i32 %v203, i32 -2147483648
  %v211 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v210, i32 0, i32 0)
  %v212 = bitcast <4 x i32> %v211 to <8 x bfloat>
  %v213 = add i32 %v44, %v201
  %v214 = add i32 %v42, %v196
  %v215 = icmp ult i32 %v214, 8
  %v216 = and i1 %v202, %v215
  %v217 = add i32 %v45, %v199
  %v218 = icmp ult i32 %v217, 8
  %v219 = and i1 %v216, %v218
  %v220 = select i1 %v219, i32 %v213, i32 -2147483648
  %v221 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v220, i32 0, i32 0)
  %v222 = bitcast <4 x i32> %v221 to <8 x bfloat>
  %v223 = add i32 %v57, %v201
  %v224 = add i32 %v55, %v196
  %v225 = icmp ult i32 %v224, 8
  %v226 = and i1 %v202, %v225
  %v227 = add i32 %v58, %v199
  %v228 = icmp ult i32 %v227, 8
  %v229 = and i1 %v226, %v228
  %v230 = select i1 %v229, i32 %v223, i32 -2147483648
  %v231 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v230, i32 0, i32 0)
  %v232 = bitcast <4 x i32> %v231 to <8 x bfloat>
  %v233 = add i32 %v70, %v201
  %v234 = add i32 %v68, %v196
  %v235 = icmp ult i32 %v234, 8
  %v236 = and i1 %v202, %v235
  %v237 = add i32 %v71, %v199
  %v238 = icmp ult i32 %v237, 8
  %v239 = and i1 %v236, %v238
  %v240 = select i1 %v239, i32 %v233, i32 -2147483648
  %v241 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v240, i32 0, i32 0)
  %v242 = bitcast <4 x i32> %v241 to <8 x bfloat>
  %v243 = add i32 %v83, %v201
  %v244 = add i32 %v81, %v196
  %v245 = icmp ult i32 %v244, 8
  %v246 = and i1 %v202, %v245
  %v247 = add i32 %v84, %v199
  %v248 = icmp ult i32 %v247, 8
  %v249 = and i1 %v246, %v248
  %v250 = select i1 %v249, i32 %v243, i32 -2147483648
  %v251 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v250, i32 0, i32 0)
  %v252 = bitcast <4 x i32> %v251 to <8 x bfloat>
  %v253 = add i32 %v96, %v201
  %v254 = add i32 %v94, %v196
  %v255 = icmp ult i32 %v254, 8
  %v256 = and i1 %v202, %v255
  %v257 = add i32 %v97, %v199
  %v258 = icmp ult i32 %v257, 8
  %v259 = and i1 %v256, %v258
  %v260 = select i1 %v259, i32 %v253, i32 -2147483648
  %v261 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v260, i32 0, i32 0)
  %v262 = bitcast <4 x i32> %v261 to <8 x bfloat>
  %v263 = add i32 %v109, %v201
  %v264 = add i32 %v107, %v196
  %v265 = icmp ult i32 %v264, 8
  %v266 = and i1 %v202, %v265
  %v267 = add i32 %v110, %v199
  %v268 = icmp ult i32 %v267, 8
  %v269 = and i1 %v266, %v268
  %v270 = select i1 %v269, i32 %v263, i32 -2147483648
  %v271 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v270, i32 0, i32 0)
  %v272 = bitcast <4 x i32> %v271 to <8 x bfloat>
  %v273 = add i32 %v122, %v201
  %v274 = add i32 %v120, %v196
  %v275 = icmp ult i32 %v274, 8
  %v276 = and i1 %v202, %v275
  %v277 = add i32 %v123, %v199
  %v278 = icmp ult i32 %v277, 8
  %v279 = and i1 %v276, %v278
  %v280 = select i1 %v279, i32 %v273, i32 -2147483648
  %v281 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v280, i32 0, i32 0)
  %v282 = bitcast <4 x i32> %v281 to <8 x bfloat>
  %v283 = add i32 %v187, 2
  %v284 = icmp uge i32 %v283, 3
  %v285 = sub i32 %v283, 3
  %v286 = select i1 %v284, i32 %v285, i32 %v283
  %v287 = select i1 %v284, i32 1, i32 0
  %v288 = add i32 %v186, %v287
  %v289 = mul i32 %v189, 64
  %v290 = mul i32 %v190, 576
  %v291 = add i32 %v289, %v290
  %v292 = icmp ult i32 %v189, 9
  %v293 = mul i32 %v191, 64
  %v294 = mul i32 %v192, 576
  %v295 = add i32 %v293, %v294
  %v296 = icmp ult i32 %v191, 9
  %v297 = add i32 %v157, %v291
  %v298 = select i1 %v292, i32 %v297, i32 -2147483648
  %v299 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v298, i32 0, i32 0)
  %v300 = bitcast <4 x i32> %v299 to <8 x bfloat>
  %v301 = add i32 %v157, %v295
  %v302 = select i1 %v296, i32 %v301, i32 -2147483648
  %v303 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v302, i32 0, i32 0)
  %v304 = bitcast <4 x i32> %v303 to <8 x bfloat>
  %v305 = add i32 %v189, 2
  %v306 = add i32 %v191, 2
  ; commit
  store <8 x bfloat> %v212, ptr addrspace(3) %v138, align 8
  store <8 x bfloat> %v222, ptr addrspace(3) %v140, align 8
  store <8 x bfloat> %v232, ptr addrspace(3) %v142, align 8
  store <8 x bfloat> %v242, ptr addrspace(3) %v144, align 8
  store <8 x bfloat> %v252, ptr addrspace(3) %v146, align 8
  store <8 x bfloat> %v262, ptr addrspace(3) %v148, align 8
  store <8 x bfloat> %v272, ptr addrspace(3) %v150, align 8
  store <8 x bfloat> %v282, ptr addrspace(3) %v152, align 8
  %v307 = extractelement <8 x bfloat> %v300, i32 0
  store bfloat %v307, ptr addrspace(3) %v166, align 2
  %v308 = extractelement <8 x bfloat> %v300, i32 1
  %v309 = getelementptr i8, ptr addrspace(3) %v166, i32 136
  store bfloat %v308, ptr addrspace(3) %v309, align 2
  %v310 = extractelement <8 x bfloat> %v300, i32 2
  %v311 = getelementptr i8, ptr addrspace(3) %v166, i32 272
  store bfloat %v310, ptr addrspace(3) %v311, align 2
  %v312 = extractelement <8 x bfloat> %v300, i32 3
  %v313 = getelementptr i8, ptr addrspace(3) %v166, i32 408
  store bfloat %v312, ptr addrspace(3) %v313, align 2
  %v314 = extractelement <8 x bfloat> %v300, i32 4
  %v315 = getelementptr i8, ptr addrspace(3) %v166, i32 544
  store bfloat %v314, ptr addrspace(3) %v315, align 2
  %v316 = extractelement <8 x bfloat> %v300, i32 5
  %v317 = getelementptr i8, ptr addrspace(3) %v166, i32 680
  store bfloat %v316, ptr addrspace(3) %v317, align 2
  %v318 = extractelement <8 x bfloat> %v300, i32 6
  %v319 = getelementptr i8, ptr addrspace(3) %v166, i32 816
  store bfloat %v318, ptr addrspace(3) %v319, align 2
  %v320 = extractelement <8 x bfloat> %v300, i32 7
  %v321 = getelementptr i8, ptr addrspace(3) %v166, i32 952
  store bfloat %v320, ptr addrspace(3) %v321, align 2
  %v322 = extractelement <8 x bfloat> %v304, i32 0
  store bfloat %v322, ptr addrspace(3) %v168, align 2
  %v323 = extractelement <8 x bfloat> %v304, i32 1
  %v324 = getelementptr i8, ptr addrspace(3) %v168, i32 136
  store bfloat %v323, ptr addrspace(3) %v324, align 2
  %v325 = extractelement <8 x bfloat> %v304, i32 2
  %v326 = getelementptr i8, ptr addrspace(3) %v168, i32 272
  store bfloat %v325, ptr addrspace(3) %v326, align 2
  %v327 = extractelement <8 x bfloat> %v304, i32 3
  %v328 = getelementptr i8, ptr addrspace(3) %v168, i32 408
  store bfloat %v327, ptr addrspace(3) %v328, align 2
  %v329 = extractelement <8 x bfloat> %v304, i32 4
  %v330 = getelementptr i8, ptr addrspace(3) %v168, i32 544
  store bfloat %v329, ptr addrspace(3) %v330, align 2
  %v331 = extractelement <8 x bfloat> %v304, i32 5
  %v332 = getelementptr i8, ptr addrspace(3) %v168, i32 680
  store bfloat %v331, ptr addrspace(3) %v332, align 2
  %v333 = extractelement <8 x bfloat> %v304, i32 6
  %v334 = getelementptr i8, ptr addrspace(3) %v168, i32 816
  store bfloat %v333, ptr addrspace(3) %v334, align 2
  %v335 = extractelement <8 x bfloat> %v304, i32 7
  %v336 = getelementptr i8, ptr addrspace(3) %v168, i32 952
  store bfloat %v335, ptr addrspace(3) %v336, align 2
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; compute
  %v337 = load <4 x bfloat>, ptr addrspace(3) %v177, align 8
  %v338 = getelementptr i8, ptr addrspace(3) %v177, i32 4352
  %v339 = load <4 x bfloat>, ptr addrspace(3) %v338, align 8
  %v340 = load <4 x bfloat>, ptr addrspace(3) %v184, align 8
  %v341 = bitcast <4 x bfloat> %v337 to <4 x i16>
  %v342 = bitcast <4 x bfloat> %v340 to <4 x i16>
  %v343 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v341, <4 x i16> %v342, <16 x float> %v193, i32 0, i32 0, i32 0)
  %v344 = bitcast <4 x bfloat> %v339 to <4 x i16>
  %v345 = bitcast <4 x bfloat> %v340 to <4 x i16>
  %v346 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v344, <4 x i16> %v345, <16 x float> %v194, i32 0, i32 0, i32 0)
  %v347 = getelementptr i8, ptr addrspace(3) %v177, i32 16
  %v348 = load <4 x bfloat>, ptr addrspace(3) %v347, align 8
  %v349 = getelementptr i8, ptr addrspace(3) %v177, i32 4368
  %v350 = load <4 x bfloat>, ptr addrspace(3) %v349, align 8
  %v351 = getelementptr i8, ptr addrspace(3) %v184, i32 16
  %v352 = load <4 x bfloat>, ptr addrspace(3) %v351, align 8
  %v353 = bitcast <4 x bfloat> %v348 to <4 x i16>
  %v354 = bitcast <4 x bfloat> %v352 to <4 x i16>
  %v355 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v353, <4 x i16> %v354, <16 x float> %v343, i32 0, i32 0, i32 0)
  %v356 = bitcast <4 x bfloat> %v350 to <4 x i16>
  %v357 = bitcast <4 x bfloat> %v352 to <4 x i16>
  %v358 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v356, <4 x i16> %v357, <16 x float> %v346, i32 0, i32 0, i32 0)
  %v359 = getelementptr i8, ptr addrspace(3) %v177, i32 32
  %v360 = load <4 x bfloat>, ptr addrspace(3) %v359, align 8
  %v361 = getelementptr i8, ptr addrspace(3) %v177, i32 4384
  %v362 = load <4 x bfloat>, ptr addrspace(3) %v361, align 8
  %v363 = getelementptr i8, ptr addrspace(3) %v184, i32 32
  %v364 = load <4 x bfloat>, ptr addrspace(3) %v363, align 8
  %v365 = bitcast <4 x bfloat> %v360 to <4 x i16>
  %v366 = bitcast <4 x bfloat> %v364 to <4 x i16>
  %v367 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v365, <4 x i16> %v366, <16 x float> %v355, i32 0, i32 0, i32 0)
  %v368 = bitcast <4 x bfloat> %v362 to <4 x i16>
  %v369 = bitcast <4 x bfloat> %v364 to <4 x i16>
  %v370 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v368, <4 x i16> %v369, <16 x float> %v358, i32 0, i32 0, i32 0)
  %v371 = getelementptr i8, ptr addrspace(3) %v177, i32 48
  %v372 = load <4 x bfloat>, ptr addrspace(3) %v371, align 8
  %v373 = getelementptr i8, ptr addrspace(3) %v177, i32 4400
  %v374 = load <4 x bfloat>, ptr addrspace(3) %v373, align 8
  %v375 = getelementptr i8, ptr addrspace(3) %v184, i32 48
  %v376 = load <4 x bfloat>, ptr addrspace(3) %v375, align 8
  %v377 = bitcast <4 x bfloat> %v372 to <4 x i16>
  %v378 = bitcast <4 x bfloat> %v376 to <4 x i16>
  %v379 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v377, <4 x i16> %v378, <16 x float> %v367, i32 0, i32 0, i32 0)
  %v380 = bitcast <4 x bfloat> %v374 to <4 x i16>
  %v381 = bitcast <4 x bfloat> %v376 to <4 x i16>
  %v382 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v380, <4 x i16> %v381, <16 x float> %v370, i32 0, i32 0, i32 0)
  %v383 = getelementptr i8, ptr addrspace(3) %v177, i32 64
  %v384 = load <4 x bfloat>, ptr addrspace(3) %v383, align 8
  %v385 = getelementptr i8, ptr addrspace(3) %v177, i32 4416
  %v386 = load <4 x bfloat>, ptr addrspace(3) %v385, align 8
  %v387 = getelementptr i8, ptr addrspace(3) %v184, i32 64
  %v388 = load <4 x bfloat>, ptr addrspace(3) %v387, align 8
  %v389 = bitcast <4 x bfloat> %v384 to <4 x i16>
  %v390 = bitcast <4 x bfloat> %v388 to <4 x i16>
  %v391 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v389, <4 x i16> %v390, <16 x float> %v379, i32 0, i32 0, i32 0)
  %v392 = bitcast <4 x bfloat> %v386 to <4 x i16>
  %v393 = bitcast <4 x bfloat> %v388 to <4 x i16>
  %v394 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v392, <4 x i16> %v393, <16 x float> %v382, i32 0, i32 0, i32 0)
  %v395 = getelementptr i8, ptr addrspace(3) %v177, i32 80
  %v396 = load <4 x bfloat>, ptr addrspace(3) %v395, align 8
  %v397 = getelementptr i8, ptr addrspace(3) %v177, i32 4432
  %v398 = load <4 x bfloat>, ptr addrspace(3) %v397, align 8
  %v399 = getelementptr i8, ptr addrspace(3) %v184, i32 80
  %v400 = load <4 x bfloat>, ptr addrspace(3) %v399, align 8
  %v401 = bitcast <4 x bfloat> %v396 to <4 x i16>
  %v402 = bitcast <4 x bfloat> %v400 to <4 x i16>
  %v403 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v401, <4 x i16> %v402, <16 x float> %v391, i32 0, i32 0, i32 0)
  %v404 = bitcast <4 x bfloat> %v398 to <4 x i16>
  %v405 = bitcast <4 x bfloat> %v400 to <4 x i16>
  %v406 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v404, <4 x i16> %v405, <16 x float> %v394, i32 0, i32 0, i32 0)
  %v407 = getelementptr i8, ptr addrspace(3) %v177, i32 96
  %v408 = load <4 x bfloat>, ptr addrspace(3) %v407, align 8
  %v409 = getelementptr i8, ptr addrspace(3) %v177, i32 4448
  %v410 = load <4 x bfloat>, ptr addrspace(3) %v409, align 8
  %v411 = getelementptr i8, ptr addrspace(3) %v184, i32 96
  %v412 = load <4 x bfloat>, ptr addrspace(3) %v411, align 8
  %v413 = bitcast <4 x bfloat> %v408 to <4 x i16>
  %v414 = bitcast <4 x bfloat> %v412 to <4 x i16>
  %v415 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v413, <4 x i16> %v414, <16 x float> %v403, i32 0, i32 0, i32 0)
  %v416 = bitcast <4 x bfloat> %v410 to <4 x i16>
  %v417 = bitcast <4 x bfloat> %v412 to <4 x i16>
  %v418 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v416, <4 x i16> %v417, <16 x float> %v406, i32 0, i32 0, i32 0)
  %v419 = getelementptr i8, ptr addrspace(3) %v177, i32 112
  %v420 = load <4 x bfloat>, ptr addrspace(3) %v419, align 8
  %v421 = getelementptr i8, ptr addrspace(3) %v177, i32 4464
  %v422 = load <4 x bfloat>, ptr addrspace(3) %v421, align 8
  %v423 = getelementptr i8, ptr addrspace(3) %v184, i32 112
  %v424 = load <4 x bfloat>, ptr addrspace(3) %v423, align 8
  %v425 = bitcast <4 x bfloat> %v420 to <4 x i16>
  %v426 = bitcast <4 x bfloat> %v424 to <4 x i16>
  %v427 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v425, <4 x i16> %v426, <16 x float> %v415, i32 0, i32 0, i32 0)
  %v428 = bitcast <4 x bfloat> %v422 to <4 x i16>
  %v429 = bitcast <4 x bfloat> %v424 to <4 x i16>
  %v430 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v428, <4 x i16> %v429, <16 x float> %v418, i32 0, i32 0, i32 0)
  ; free
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %next0 = add i32 %v185, 1
  br label %loop0
done0:
  ; epilogue
  %v431 = mul i32 %v8, 64
  %v432 = udiv i32 %v6, 32
  %v433 = mul i32 %v432, 4
  %v434 = add i32 %v431, %v433
  %v435 = urem i32 %v6, 32
  %v436 = mul i32 %v434, 64
  %v437 = mul i32 %v435, 2
  %v438 = add i32 %v436, %v437
  %v439 = getelementptr i8, ptr addrspace(3) @lds, i32 %v438
  %v440 = extractelement <16 x float> %v193, i32 0
  %v441 = fptrunc float %v440 to bfloat
  store bfloat %v441, ptr addrspace(3) %v439, align 2
  %v442 = extractelement <16 x float> %v193, i32 1
  %v443 = fptrunc float %v442 to bfloat
  %v444 = getelementptr i8, ptr addrspace(3) %v439, i32 64
  store bfloat %v443, ptr addrspace(3) %v444, align 2
  %v445 = extractelement <16 x float> %v193, i32 2
  %v446 = fptrunc float %v445 to bfloat
  %v447 = getelementptr i8, ptr addrspace(3) %v439, i32 128
  store bfloat %v446, ptr addrspace(3) %v447, align 2
  %v448 = extractelement <16 x float> %v193, i32 3
  %v449 = fptrunc float %v448 to bfloat
  %v450 = getelementptr i8, ptr addrspace(3) %v439, i32 192
  store bfloat %v449, ptr addrspace(3) %v450, align 2
  %v451 = extractelement <16 x float> %v193, i32 4
  %v452 = fptrunc float %v451 to bfloat
  %v453 = getelementptr i8, ptr addrspace(3) %v439, i32 512
  store bfloat %v452, ptr addrspace(3) %v453, align 2
  %v454 = extractelement <16 x float> %v193, i32 5
  %v455 = fptrunc float %v454 to bfloat
  %v456 = getelementptr i8, ptr addrspace(3) %v439, i32 576
  store bfloat %v455, ptr addrspace(3) %v456, align 2
  %v457 = extractelement <16 x float> %v193, i32 6
  %v458 = fptrunc float %v457 to bfloat
  %v459 = getelementptr i8, ptr addrspace(3) %v439, i32 640
  store bfloat %v458, ptr addrspace(3) %v459, align 2
  %v460 = extractelement <16 x float> %v193, i32 7
  %v461 = fptrunc float %v460 to bfloat
  %v462 = getelementptr i8, ptr addrspace(3) %v439, i32 704
  store bfloat %v461, ptr addrspace(3) %v462, align 2
  %v463 = extractelement <16 x float> %v193, i32 8
  %v464 = fptrunc float %v463 to bfloat
  %v465 = getelementptr i8, ptr addrspace(3) %v439, i32 1024
  store bfloat %v464, ptr addrspace(3) %v465, align 2
  %v466 = extractelement <16 x float> %v193, i32 9
  %v467 = fptrunc float %v466 to bfloat
  %v468 = getelementptr i8, ptr addrspace(3) %v439, i32 1088
  store bfloat %v467, ptr addrspace(3) %v468, align 2
  %v469 = extractelement <16 x float> %v193, i32 10
  %v470 = fptrunc float %v469 to bfloat
  %v471 = getelementptr i8, ptr addrspace(3) %v439, i32 1152
  store bfloat %v470, ptr addrspace(3) %v471, align 2
  %v472 = extractelement <16 x float> %v193, i32 11
  %v473 = fptrunc float %v472 to bfloat
  %v474 = getelementptr i8, ptr addrspace(3) %v439, i32 1216
  store bfloat %v473, ptr addrspace(3) %v474, align 2
  %v475 = extractelement <16 x float> %v193, i32 12
  %v476 = fptrunc float %v475 to bfloat
  %v477 = getelementptr i8, ptr addrspace(3) %v439, i32 1536
  store bfloat %v476, ptr addrspace(3) %v477, align 2
  %v478 = extractelement <16 x float> %v193, i32 13
  %v479 = fptrunc float %v478 to bfloat
  %v480 = getelementptr i8, ptr addrspace(3) %v439, i32 1600
  store bfloat %v479, ptr addrspace(3) %v480, align 2
  %v481 = extractelement <16 x float> %v193, i32 14
  %v482 = fptrunc float %v481 to bfloat
  %v483 = getelementptr i8, ptr addrspace(3) %v439, i32 1664
  store bfloat %v482, ptr addrspace(3) %v483, align 2
  %v484 = extractelement <16 x float> %v193, i32 15
  %v485 = fptrunc float %v484 to bfloat
  %v486 = getelementptr i8, ptr addrspace(3) %v439, i32 1728
  store bfloat %v485, ptr addrspace(3) %v486, align 2
  %v487 = extractelement <16 x float> %v194, i32 0
  %v488 = fptrunc float %v487 to bfloat
  %v489 = getelementptr i8, ptr addrspace(3) %v439, i32 2048
  store bfloat %v488, ptr addrspace(3) %v489, align 2
  %v490 = extractelement <16 x float> %v194, i32 1
  %v491 = fptrunc float %v490 to bfloat
  %v492 = getelementptr i8, ptr addrspace(3) %v439, i32 2112
  store bfloat %v491, ptr addrspace(3) %v492, align 2
  %v493 = extractelement <16 x float> %v194, i32 2
  %v494 = fptrunc float %v493 to bfloat
  %v495 = getelementptr i8, ptr addrspace(3) %v439, i32 2176
  store bfloat %v494, ptr addrspace(3) %v495, align 2
  %v496 = extractelement <16 x float> %v194, i32 3
  %v497 = fptrunc float %v496 to bfloat
  %v498 = getelementptr i8, ptr addrspace(3) %v439, i32 2240
  store bfloat %v497, ptr addrspace(3) %v498, align 2
  %v499 = extractelement <16 x float> %v194, i32 4
  %v500 = fptrunc float %v499 to bfloat
  %v501 = getelementptr i8, ptr addrspace(3) %v439, i32 2560
  store bfloat %v500, ptr addrspace(3) %v501, align 2
  %v502 = extractelement <16 x float> %v194, i32 5
  %v503 = fptrunc float %v502 to bfloat
  %v504 = getelementptr i8, ptr addrspace(3) %v439, i32 2624
  store bfloat %v503, ptr addrspace(3) %v504, align 2
  %v505 = extractelement <16 x float> %v194, i32 6
  %v506 = fptrunc float %v505 to bfloat
  %v507 = getelementptr i8, ptr addrspace(3) %v439, i32 2688
  store bfloat %v506, ptr addrspace(3) %v507, align 2
  %v508 = extractelement <16 x float> %v194, i32 7
  %v509 = fptrunc float %v508 to bfloat
  %v510 = getelementptr i8, ptr addrspace(3) %v439, i32 2752
  store bfloat %v509, ptr addrspace(3) %v510, align 2
  %v511 = extractelement <16 x float> %v194, i32 8
  %v512 = fptrunc float %v511 to bfloat
  %v513 = getelementptr i8, ptr addrspace(3) %v439, i32 3072
  store bfloat %v512, ptr addrspace(3) %v513, align 2
  %v514 = extractelement <16 x float> %v194, i32 9
  %v515 = fptrunc float %v514 to bfloat
  %v516 = getelementptr i8, ptr addrspace(3) %v439, i32 3136
  store bfloat %v515, ptr addrspace(3) %v516, align 2
  %v517 = extractelement <16 x float> %v194, i32 10
  %v518 = fptrunc float %v517 to bfloat
  %v519 = getelementptr i8, ptr addrspace(3) %v439, i32 3200
  store bfloat %v518, ptr addrspace(3) %v519, align 2
  %v520 = extractelement <16 x float> %v194, i32 11
  %v521 = fptrunc float %v520 to bfloat
  %v522 = getelementptr i8, ptr addrspace(3) %v439, i32 3264
  store bfloat %v521, ptr addrspace(3) %v522, align 2
  %v523 = extractelement <16 x float> %v194, i32 12
  %v524 = fptrunc float %v523 to bfloat
  %v525 = getelementptr i8, ptr addrspace(3) %v439, i32 3584
  store bfloat %v524, ptr addrspace(3) %v525, align 2
  %v526 = extractelement <16 x float> %v194, i32 13
  %v527 = fptrunc float %v526 to bfloat
  %v528 = getelementptr i8, ptr addrspace(3) %v439, i32 3648
  store bfloat %v527, ptr addrspace(3) %v528, align 2
  %v529 = extractelement <16 x float> %v194, i32 14
  %v530 = fptrunc float %v529 to bfloat
  %v531 = getelementptr i8, ptr addrspace(3) %v439, i32 3712
  store bfloat %v530, ptr addrspace(3) %v531, align 2
  %v532 = extractelement <16 x float> %v194, i32 15
  %v533 = fptrunc float %v532 to bfloat
  %v534 = getelementptr i8, ptr addrspace(3) %v439, i32 3776
  store bfloat %v533, ptr addrspace(3) %v534, align 2
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; epilogue: wide stores
  %v535 = udiv i32 %v5, 4
  %v536 = urem i32 %v5, 4
  %v537 = add i32 %v535, 32
  %v538 = add i32 %v535, 64
  %v539 = add i32 %v535, 96
  %v540 = mul i32 %v536, 8
  %v541 = add i32 %v4, %v535
  %v542 = mul i32 %v541, 64
  %v543 = add i32 %v4, %v537
  %v544 = mul i32 %v543, 64
  %v545 = add i32 %v4, %v538
  %v546 = mul i32 %v545, 64
  %v547 = add i32 %v4, %v539
  %v548 = mul i32 %v547, 64
  %v549 = mul i32 %v540, 2
  %v550 = mul i32 %v535, 64
  %v551 = mul i32 %v540, 2
  %v552 = add i32 %v550, %v551
  %v553 = getelementptr i8, ptr addrspace(3) @lds, i32 %v552
  %v554 = load <8 x bfloat>, ptr addrspace(3) %v553, align 16
  %v555 = add i32 %v542, %v549
  %v556 = bitcast <8 x bfloat> %v554 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v556, ptr addrspace(8) %v2, i32 %v555, i32 0, i32 0)
  %v557 = mul i32 %v537, 64
  %v558 = mul i32 %v540, 2
  %v559 = add i32 %v557, %v558
  %v560 = getelementptr i8, ptr addrspace(3) @lds, i32 %v559
  %v561 = load <8 x bfloat>, ptr addrspace(3) %v560, align 16
  %v562 = add i32 %v544, %v549
  %v563 = bitcast <8 x bfloat> %v561 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v563, ptr addrspace(8) %v2, i32 %v562, i32 0, i32 0)
  %v564 = mul i32 %v538, 64
  %v565 = mul i32 %v540, 2
  %v566 = add i32 %v564, %v565
  %v567 = getelementptr i8, ptr addrspace(3) @lds, i32 %v566
  %v568 = load <8 x bfloat>, ptr addrspace(3) %v567, align 16
  %v569 = add i32 %v546, %v549
  %v570 = bitcast <8 x bfloat> %v568 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v570, ptr addrspace(8) %v2, i32 %v569, i32 0, i32 0)
  %v571 = mul i32 %v539, 64
  %v572 = mul i32 %v540, 2
  %v573 = add i32 %v571, %v572
  %v574 = getelementptr i8, ptr addrspace(3) @lds, i32 %v573
  %v575 = load <8 x bfloat>, ptr addrspace(3) %v574, align 16
  %v576 = add i32 %v548, %v549
  %v577 = bitcast <8 x bfloat> %v575 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v577, ptr addrspace(8) %v2, i32 %v576, i32 0, i32 0)
  ret void
}

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1), i16, i64, i32)
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8), i32, i32, i32 immarg)
declare void @llvm.amdgcn.s.barrier()
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16>, <4 x i16>, <16 x float>, i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32>, ptr addrspace(8), i32, i32, i32 immarg)

attributes #0 = { nounwind "amdgpu-flat-work-group-size"="128,128" "target-cpu"="gfx942" "uniform-work-group-size"="true" }

!0 = !{!"amdgpu-synchronize-as", !"local"}
