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
  ; main loop
  br label %loop0
loop0:
  %v194 = phi i32 [ 0, %entry ], [ %next0, %body0 ]
  %v195 = phi i32 [ %v126, %entry ], [ %v297, %body0 ]
  %v196 = phi i32 [ %v125, %entry ], [ %v295, %body0 ]
  %v197 = phi i32 [ %v123, %entry ], [ %v197, %body0 ]
  %v198 = phi i32 [ %v166, %entry ], [ %v314, %body0 ]
  %v199 = phi i32 [ %v165, %entry ], [ %v199, %body0 ]
  %v200 = phi i32 [ %v168, %entry ], [ %v315, %body0 ]
  %v201 = phi i32 [ %v167, %entry ], [ %v201, %body0 ]
  %v202 = phi <16 x float> [ zeroinitializer, %entry ], [ %v436, %body0 ]
  %v203 = phi <16 x float> [ zeroinitializer, %entry ], [ %v439, %body0 ]
  %more0 = icmp ult i32 %v194, 5
  br i1 %more0, label %body0, label %done0
body0:
  ; fetch
  %v204 = mul i32 %v195, -512
  %v205 = mul i32 %v195, -1
  %v206 = mul i32 %v196, -64
  %v207 = add i32 %v204, %v206
  %v208 = mul i32 %v196, -1
  %v209 = mul i32 %v197, 2
  %v210 = add i32 %v207, %v209
  %v211 = icmp ult i32 %v195, 3
  %v212 = add i32 %v30, %v210
  %v213 = add i32 %v28, %v205
  %v214 = icmp ult i32 %v213, 8
  %v215 = and i1 %v211, %v214
  %v216 = add i32 %v31, %v208
  %v217 = icmp ult i32 %v216, 8
  %v218 = and i1 %v215, %v217
  %v219 = add i32 %v43, %v210
  %v220 = add i32 %v41, %v205
  %v221 = icmp ult i32 %v220, 8
  %v222 = and i1 %v211, %v221
  %v223 = add i32 %v44, %v208
  %v224 = icmp ult i32 %v223, 8
  %v225 = and i1 %v222, %v224
  %v226 = add i32 %v56, %v210
  %v227 = add i32 %v54, %v205
  %v228 = icmp ult i32 %v227, 8
  %v229 = and i1 %v211, %v228
  %v230 = add i32 %v57, %v208
  %v231 = icmp ult i32 %v230, 8
  %v232 = and i1 %v229, %v231
  %v233 = add i32 %v69, %v210
  %v234 = add i32 %v67, %v205
  %v235 = icmp ult i32 %v234, 8
  %v236 = and i1 %v211, %v235
  %v237 = add i32 %v70, %v208
  %v238 = icmp ult i32 %v237, 8
  %v239 = and i1 %v236, %v238
  %v240 = add i32 %v82, %v210
  %v241 = add i32 %v80, %v205
  %v242 = icmp ult i32 %v241, 8
  %v243 = and i1 %v211, %v242
  %v244 = add i32 %v83, %v208
  %v245 = icmp ult i32 %v244, 8
  %v246 = and i1 %v243, %v245
  %v247 = add i32 %v95, %v210
  %v248 = add i32 %v93, %v205
  %v249 = icmp ult i32 %v248, 8
  %v250 = and i1 %v211, %v249
  %v251 = add i32 %v96, %v208
  %v252 = icmp ult i32 %v251, 8
  %v253 = and i1 %v250, %v252
  %v254 = add i32 %v108, %v210
  %v255 = add i32 %v106, %v205
  %v256 = icmp ult i32 %v255, 8
  %v257 = and i1 %v211, %v256
  %v258 = add i32 %v109, %v208
  %v259 = icmp ult i32 %v258, 8
  %v260 = and i1 %v257, %v259
  %v261 = add i32 %v121, %v210
  %v262 = add i32 %v119, %v205
  %v263 = icmp ult i32 %v262, 8
  %v264 = and i1 %v211, %v263
  %v265 = add i32 %v122, %v208
  %v266 = icmp ult i32 %v265, 8
  %v267 = and i1 %v264, %v266
  %v268 = select i1 %v218, i32 %v212, i32 -2147483648
  %v269 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v268, i32 0, i32 0)
  %v270 = bitcast <4 x i32> %v269 to <8 x bfloat>
  %v271 = select i1 %v225, i32 %v219, i32 -2147483648
  %v272 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v271, i32 0, i32 0)
  %v273 = bitcast <4 x i32> %v272 to <8 x bfloat>
  %v274 = select i1 %v232, i32 %v226, i32 -2147483648
  %v275 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v274, i32 0, i32 0)
  %v276 = bitcast <4 x i32> %v275 to <8 x bfloat>
  %v277 = select i1 %v239, i32 %v233, i32 -2147483648
  %v278 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v277, i32 0, i32 0)
  %v279 = bitcast <4 x i32> %v278 to <8 x bfloat>
  %v280 = select i1 %v246, i32 %v240, i32 -2147483648
  %v281 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v280, i32 0, i32 0)
  %v282 = bitcast <4 x i32> %v281 to <8 x bfloat>
  %v283 = select i1 %v253, i32 %v247, i32 -2147483648
  %v284 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v283, i32 0, i32 0)
  %v285 = bitcast <4 x i32> %v284 to <8 x bfloat>
  %v286 = select i1 %v260, i32 %v254, i32 -2147483648
  %v287 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v286, i32 0, i32 0)
  %v288 = bitcast <4 x i32> %v287 to <8 x bfloat>
  %v289 = select i1 %v267, i32 %v261, i32 -2147483648
  %v290 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v289, i32 0, i32 0)
  %v291 = bitcast <4 x i32> %v290 to <8 x bfloat>
  %v292 = add i32 %v196, 2
  %v293 = icmp uge i32 %v292, 3
  %v294 = sub i32 %v292, 3
  %v295 = select i1 %v293, i32 %v294, i32 %v292
  %v296 = select i1 %v293, i32 1, i32 0
  %v297 = add i32 %v195, %v296
  %v298 = mul i32 %v198, 64
  %v299 = mul i32 %v199, 576
  %v300 = add i32 %v298, %v299
  %v301 = icmp ult i32 %v198, 9
  %v302 = mul i32 %v200, 64
  %v303 = mul i32 %v201, 576
  %v304 = add i32 %v302, %v303
  %v305 = icmp ult i32 %v200, 9
  %v306 = add i32 %v164, %v300
  %v307 = add i32 %v164, %v304
  %v308 = select i1 %v301, i32 %v306, i32 -2147483648
  %v309 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v308, i32 0, i32 0)
  %v310 = bitcast <4 x i32> %v309 to <8 x bfloat>
  %v311 = select i1 %v305, i32 %v307, i32 -2147483648
  %v312 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v311, i32 0, i32 0)
  %v313 = bitcast <4 x i32> %v312 to <8 x bfloat>
  %v314 = add i32 %v198, 2
  %v315 = add i32 %v200, 2
  ; commit
  store <8 x bfloat> %v270, ptr addrspace(3) %v130, align 8
  store <8 x bfloat> %v273, ptr addrspace(3) %v134, align 8
  store <8 x bfloat> %v276, ptr addrspace(3) %v138, align 8
  store <8 x bfloat> %v279, ptr addrspace(3) %v142, align 8
  store <8 x bfloat> %v282, ptr addrspace(3) %v146, align 8
  store <8 x bfloat> %v285, ptr addrspace(3) %v150, align 8
  store <8 x bfloat> %v288, ptr addrspace(3) %v154, align 8
  store <8 x bfloat> %v291, ptr addrspace(3) %v158, align 8
  %v316 = extractelement <8 x bfloat> %v310, i32 0
  store bfloat %v316, ptr addrspace(3) %v172, align 2
  %v317 = extractelement <8 x bfloat> %v310, i32 1
  %v318 = getelementptr i8, ptr addrspace(3) %v172, i32 136
  store bfloat %v317, ptr addrspace(3) %v318, align 2
  %v319 = extractelement <8 x bfloat> %v310, i32 2
  %v320 = getelementptr i8, ptr addrspace(3) %v172, i32 272
  store bfloat %v319, ptr addrspace(3) %v320, align 2
  %v321 = extractelement <8 x bfloat> %v310, i32 3
  %v322 = getelementptr i8, ptr addrspace(3) %v172, i32 408
  store bfloat %v321, ptr addrspace(3) %v322, align 2
  %v323 = extractelement <8 x bfloat> %v310, i32 4
  %v324 = getelementptr i8, ptr addrspace(3) %v172, i32 544
  store bfloat %v323, ptr addrspace(3) %v324, align 2
  %v325 = extractelement <8 x bfloat> %v310, i32 5
  %v326 = getelementptr i8, ptr addrspace(3) %v172, i32 680
  store bfloat %v325, ptr addrspace(3) %v326, align 2
  %v327 = extractelement <8 x bfloat> %v310, i32 6
  %v328 = getelementptr i8, ptr addrspace(3) %v172, i32 816
  store bfloat %v327, ptr addrspace(3) %v328, align 2
  %v329 = extractelement <8 x bfloat> %v310, i32 7
  %v330 = getelementptr i8, ptr addrspace(3) %v172, i32 952
  store bfloat %v329, ptr addrspace(3) %v330, align 2
  %v331 = extractelement <8 x bfloat> %v313, i32 0
  store bfloat %v331, ptr addrspace(3) %v176, align 2
  %v332 = extractelement <8 x bfloat> %v313, i32 1
  %v333 = getelementptr i8, ptr addrspace(3) %v176, i32 136
  store bfloat %v332, ptr addrspace(3) %v333, align 2
  %v334 = extractelement <8 x bfloat> %v313, i32 2
  %v335 = getelementptr i8, ptr addrspace(3) %v176, i32 272
  store bfloat %v334, ptr addrspace(3) %v335, align 2
  %v336 = extractelement <8 x bfloat> %v313, i32 3
  %v337 = getelementptr i8, ptr addrspace(3) %v176, i32 408
  store bfloat %v336, ptr addrspace(3) %v337, align 2
  %v338 = extractelement <8 x bfloat> %v313, i32 4
  %v339 = getelementptr i8, ptr addrspace(3) %v176, i32 544
  store bfloat %v338, ptr addrspace(3) %v339, align 2
  %v340 = extractelement <8 x bfloat> %v313, i32 5
  %v341 = getelementptr i8, ptr addrspace(3) %v176, i32 680
  store bfloat %v340, ptr addrspace(3) %v341, align 2
  %v342 = extractelement <8 x bfloat> %v313, i32 6
  %v343 = getelementptr i8, ptr addrspace(3) %v176, i32 816
  store bfloat %v342, ptr addrspace(3) %v343, align 2
  %v344 = extractelement <8 x bfloat> %v313, i32 7
  %v345 = getelementptr i8, ptr addrspace(3) %v176, i32 952
  store bfloat %v344, ptr addrspace(3) %v345, align 2
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; compute
  %v346 = load <4 x bfloat>, ptr addrspace(3) %v185, align 8
  %v347 = getelementptr i8, ptr addrspace(3) %v185, i32 4352
  %v348 = load <4 x bfloat>, ptr addrspace(3) %v347, align 8
  %v349 = load <4 x bfloat>, ptr addrspace(3) %v193, align 8
  %v350 = bitcast <4 x bfloat> %v346 to <4 x i16>
  %v351 = bitcast <4 x bfloat> %v349 to <4 x i16>
  %v352 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v350, <4 x i16> %v351, <16 x float> %v202, i32 0, i32 0, i32 0)
  %v353 = bitcast <4 x bfloat> %v348 to <4 x i16>
  %v354 = bitcast <4 x bfloat> %v349 to <4 x i16>
  %v355 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v353, <4 x i16> %v354, <16 x float> %v203, i32 0, i32 0, i32 0)
  %v356 = getelementptr i8, ptr addrspace(3) %v185, i32 16
  %v357 = load <4 x bfloat>, ptr addrspace(3) %v356, align 8
  %v358 = getelementptr i8, ptr addrspace(3) %v185, i32 4368
  %v359 = load <4 x bfloat>, ptr addrspace(3) %v358, align 8
  %v360 = getelementptr i8, ptr addrspace(3) %v193, i32 16
  %v361 = load <4 x bfloat>, ptr addrspace(3) %v360, align 8
  %v362 = bitcast <4 x bfloat> %v357 to <4 x i16>
  %v363 = bitcast <4 x bfloat> %v361 to <4 x i16>
  %v364 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v362, <4 x i16> %v363, <16 x float> %v352, i32 0, i32 0, i32 0)
  %v365 = bitcast <4 x bfloat> %v359 to <4 x i16>
  %v366 = bitcast <4 x bfloat> %v361 to <4 x i16>
  %v367 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v365, <4 x i16> %v366, <16 x float> %v355, i32 0, i32 0, i32 0)
  %v368 = getelementptr i8, ptr addrspace(3) %v185, i32 32
  %v369 = load <4 x bfloat>, ptr addrspace(3) %v368, align 8
  %v370 = getelementptr i8, ptr addrspace(3) %v185, i32 4384
  %v371 = load <4 x bfloat>, ptr addrspace(3) %v370, align 8
  %v372 = getelementptr i8, ptr addrspace(3) %v193, i32 32
  %v373 = load <4 x bfloat>, ptr addrspace(3) %v372, align 8
  %v374 = bitcast <4 x bfloat> %v369 to <4 x i16>
  %v375 = bitcast <4 x bfloat> %v373 to <4 x i16>
  %v376 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v374, <4 x i16> %v375, <16 x float> %v364, i32 0, i32 0, i32 0)
  %v377 = bitcast <4 x bfloat> %v371 to <4 x i16>
  %v378 = bitcast <4 x bfloat> %v373 to <4 x i16>
  %v379 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v377, <4 x i16> %v378, <16 x float> %v367, i32 0, i32 0, i32 0)
  %v380 = getelementptr i8, ptr addrspace(3) %v185, i32 48
  %v381 = load <4 x bfloat>, ptr addrspace(3) %v380, align 8
  %v382 = getelementptr i8, ptr addrspace(3) %v185, i32 4400
  %v383 = load <4 x bfloat>, ptr addrspace(3) %v382, align 8
  %v384 = getelementptr i8, ptr addrspace(3) %v193, i32 48
  %v385 = load <4 x bfloat>, ptr addrspace(3) %v384, align 8
  %v386 = bitcast <4 x bfloat> %v381 to <4 x i16>
  %v387 = bitcast <4 x bfloat> %v385 to <4 x i16>
  %v388 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v386, <4 x i16> %v387, <16 x float> %v376, i32 0, i32 0, i32 0)
  %v389 = bitcast <4 x bfloat> %v383 to <4 x i16>
  %v390 = bitcast <4 x bfloat> %v385 to <4 x i16>
  %v391 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v389, <4 x i16> %v390, <16 x float> %v379, i32 0, i32 0, i32 0)
  %v392 = getelementptr i8, ptr addrspace(3) %v185, i32 64
  %v393 = load <4 x bfloat>, ptr addrspace(3) %v392, align 8
  %v394 = getelementptr i8, ptr addrspace(3) %v185, i32 4416
  %v395 = load <4 x bfloat>, ptr addrspace(3) %v394, align 8
  %v396 = getelementptr i8, ptr addrspace(3) %v193, i32 64
  %v397 = load <4 x bfloat>, ptr addrspace(3) %v396, align 8
  %v398 = bitcast <4 x bfloat> %v393 to <4 x i16>
  %v399 = bitcast <4 x bfloat> %v397 to <4 x i16>
  %v400 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v398, <4 x i16> %v399, <16 x float> %v388, i32 0, i32 0, i32 0)
  %v401 = bitcast <4 x bfloat> %v395 to <4 x i16>
  %v402 = bitcast <4 x bfloat> %v397 to <4 x i16>
  %v403 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v401, <4 x i16> %v402, <16 x float> %v391, i32 0, i32 0, i32 0)
  %v404 = getelementptr i8, ptr addrspace(3) %v185, i32 80
  %v405 = load <4 x bfloat>, ptr addrspace(3) %v404, align 8
  %v406 = getelementptr i8, ptr addrspace(3) %v185, i32 4432
  %v407 = load <4 x bfloat>, ptr addrspace(3) %v406, align 8
  %v408 = getelementptr i8, ptr addrspace(3) %v193, i32 80
  %v409 = load <4 x bfloat>, ptr addrspace(3) %v408, align 8
  %v410 = bitcast <4 x bfloat> %v405 to <4 x i16>
  %v411 = bitcast <4 x bfloat> %v409 to <4 x i16>
  %v412 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v410, <4 x i16> %v411, <16 x float> %v400, i32 0, i32 0, i32 0)
  %v413 = bitcast <4 x bfloat> %v407 to <4 x i16>
  %v414 = bitcast <4 x bfloat> %v409 to <4 x i16>
  %v415 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v413, <4 x i16> %v414, <16 x float> %v403, i32 0, i32 0, i32 0)
  %v416 = getelementptr i8, ptr addrspace(3) %v185, i32 96
  %v417 = load <4 x bfloat>, ptr addrspace(3) %v416, align 8
  %v418 = getelementptr i8, ptr addrspace(3) %v185, i32 4448
  %v419 = load <4 x bfloat>, ptr addrspace(3) %v418, align 8
  %v420 = getelementptr i8, ptr addrspace(3) %v193, i32 96
  %v421 = load <4 x bfloat>, ptr addrspace(3) %v420, align 8
  %v422 = bitcast <4 x bfloat> %v417 to <4 x i16>
  %v423 = bitcast <4 x bfloat> %v421 to <4 x i16>
  %v424 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v422, <4 x i16> %v423, <16 x float> %v412, i32 0, i32 0, i32 0)
  %v425 = bitcast <4 x bfloat> %v419 to <4 x i16>
  %v426 = bitcast <4 x bfloat> %v421 to <4 x i16>
  %v427 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v425, <4 x i16> %v426, <16 x float> %v415, i32 0, i32 0, i32 0)
  %v428 = getelementptr i8, ptr addrspace(3) %v185, i32 112
  %v429 = load <4 x bfloat>, ptr addrspace(3) %v428, align 8
  %v430 = getelementptr i8, ptr addrspace(3) %v185, i32 4464
  %v431 = load <4 x bfloat>, ptr addrspace(3) %v430, align 8
  %v432 = getelementptr i8, ptr addrspace(3) %v193, i32 112
  %v433 = load <4 x bfloat>, ptr addrspace(3) %v432, align 8
  %v434 = bitcast <4 x bfloat> %v429 to <4 x i16>
  %v435 = bitcast <4 x bfloat> %v433 to <4 x i16>
  %v436 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v434, <4 x i16> %v435, <16 x float> %v424, i32 0, i32 0, i32 0)
  %v437 = bitcast <4 x bfloat> %v431 to <4 x i16>
  %v438 = bitcast <4 x bfloat> %v433 to <4 x i16>
  %v439 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8bf16.1k(<4 x i16> %v437, <4 x i16> %v438, <16 x float> %v427, i32 0, i32 0, i32 0)
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %next0 = add i32 %v194, 1
  br label %loop0
done0:
  ; after the main loop
  ; epilogue
  %v440 = mul i32 %v8, 64
  %v441 = udiv i32 %v6, 32
  %v442 = mul i32 %v441, 4
  %v443 = add i32 %v440, %v442
  %v444 = urem i32 %v6, 32
  %v445 = mul i32 %v443, 64
  %v446 = mul i32 %v444, 2
  %v447 = add i32 %v445, %v446
  %v448 = getelementptr i8, ptr addrspace(3) @lds, i32 %v447
  %v449 = extractelement <16 x float> %v202, i32 0
  %v450 = fptrunc float %v449 to bfloat
  store bfloat %v450, ptr addrspace(3) %v448, align 2
  %v451 = extractelement <16 x float> %v202, i32 1
  %v452 = fptrunc float %v451 to bfloat
  %v453 = getelementptr i8, ptr addrspace(3) %v448, i32 64
  store bfloat %v452, ptr addrspace(3) %v453, align 2
  %v454 = extractelement <16 x float> %v202, i32 2
  %v455 = fptrunc float %v454 to bfloat
  %v456 = getelementptr i8, ptr addrspace(3) %v448, i32 128
  store bfloat %v455, ptr addrspace(3) %v456, align 2
  %v457 = extractelement <16 x float> %v202, i32 3
  %v458 = fptrunc float %v457 to bfloat
  %v459 = getelementptr i8, ptr addrspace(3) %v448, i32 192
  store bfloat %v458, ptr addrspace(3) %v459, align 2
  %v460 = extractelement <16 x float> %v202, i32 4
  %v461 = fptrunc float %v460 to bfloat
  %v462 = getelementptr i8, ptr addrspace(3) %v448, i32 512
  store bfloat %v461, ptr addrspace(3) %v462, align 2
  %v463 = extractelement <16 x float> %v202, i32 5
  %v464 = fptrunc float %v463 to bfloat
  %v465 = getelementptr i8, ptr addrspace(3) %v448, i32 576
  store bfloat %v464, ptr addrspace(3) %v465, align 2
  %v466 = extractelement <16 x float> %v202, i32 6
  %v467 = fptrunc float %v466 to bfloat
  %v468 = getelementptr i8, ptr addrspace(3) %v448, i32 640
  store bfloat %v467, ptr addrspace(3) %v468, align 2
  %v469 = extractelement <16 x float> %v202, i32 7
  %v470 = fptrunc float %v469 to bfloat
  %v471 = getelementptr i8, ptr addrspace(3) %v448, i32 704
  store bfloat %v470, ptr addrspace(3) %v471, align 2
  %v472 = extractelement <16 x float> %v202, i32 8
  %v473 = fptrunc float %v472 to bfloat
  %v474 = getelementptr i8, ptr addrspace(3) %v448, i32 1024
  store bfloat %v473, ptr addrspace(3) %v474, align 2
  %v475 = extractelement <16 x float> %v202, i32 9
  %v476 = fptrunc float %v475 to bfloat
  %v477 = getelementptr i8, ptr addrspace(3) %v448, i32 1088
  store bfloat %v476, ptr addrspace(3) %v477, align 2
  %v478 = extractelement <16 x float> %v202, i32 10
  %v479 = fptrunc float %v478 to bfloat
  %v480 = getelementptr i8, ptr addrspace(3) %v448, i32 1152
  store bfloat %v479, ptr addrspace(3) %v480, align 2
  %v481 = extractelement <16 x float> %v202, i32 11
  %v482 = fptrunc float %v481 to bfloat
  %v483 = getelementptr i8, ptr addrspace(3) %v448, i32 1216
  store bfloat %v482, ptr addrspace(3) %v483, align 2
  %v484 = extractelement <16 x float> %v202, i32 12
  %v485 = fptrunc float %v484 to bfloat
  %v486 = getelementptr i8, ptr addrspace(3) %v448, i32 1536
  store bfloat %v485, ptr addrspace(3) %v486, align 2
  %v487 = extractelement <16 x float> %v202, i32 13
  %v488 = fptrunc float %v487 to bfloat
  %v489 = getelementptr i8, ptr addrspace(3) %v448, i32 1600
  store bfloat %v488, ptr addrspace(3) %v489, align 2
  %v490 = extractelement <16 x float> %v202, i32 14
  %v491 = fptrunc float %v490 to bfloat
  %v492 = getelementptr i8, ptr addrspace(3) %v448, i32 1664
  store bfloat %v491, ptr addrspace(3) %v492, align 2
  %v493 = extractelement <16 x float> %v202, i32 15
  %v494 = fptrunc float %v493 to bfloat
  %v495 = getelementptr i8, ptr addrspace(3) %v448, i32 1728
  store bfloat %v494, ptr addrspace(3) %v495, align 2
  %v496 = extractelement <16 x float> %v203, i32 0
  %v497 = fptrunc float %v496 to bfloat
  %v498 = getelementptr i8, ptr addrspace(3) %v448, i32 2048
  store bfloat %v497, ptr addrspace(3) %v498, align 2
  %v499 = extractelement <16 x float> %v203, i32 1
  %v500 = fptrunc float %v499 to bfloat
  %v501 = getelementptr i8, ptr addrspace(3) %v448, i32 2112
  store bfloat %v500, ptr addrspace(3) %v501, align 2
  %v502 = extractelement <16 x float> %v203, i32 2
  %v503 = fptrunc float %v502 to bfloat
  %v504 = getelementptr i8, ptr addrspace(3) %v448, i32 2176
  store bfloat %v503, ptr addrspace(3) %v504, align 2
  %v505 = extractelement <16 x float> %v203, i32 3
  %v506 = fptrunc float %v505 to bfloat
  %v507 = getelementptr i8, ptr addrspace(3) %v448, i32 2240
  store bfloat %v506, ptr addrspace(3) %v507, align 2
  %v508 = extractelement <16 x float> %v203, i32 4
  %v509 = fptrunc float %v508 to bfloat
  %v510 = getelementptr i8, ptr addrspace(3) %v448, i32 2560
  store bfloat %v509, ptr addrspace(3) %v510, align 2
  %v511 = extractelement <16 x float> %v203, i32 5
  %v512 = fptrunc float %v511 to bfloat
  %v513 = getelementptr i8, ptr addrspace(3) %v448, i32 2624
  store bfloat %v512, ptr addrspace(3) %v513, align 2
  %v514 = extractelement <16 x float> %v203, i32 6
  %v515 = fptrunc float %v514 to bfloat
  %v516 = getelementptr i8, ptr addrspace(3) %v448, i32 2688
  store bfloat %v515, ptr addrspace(3) %v516, align 2
  %v517 = extractelement <16 x float> %v203, i32 7
  %v518 = fptrunc float %v517 to bfloat
  %v519 = getelementptr i8, ptr addrspace(3) %v448, i32 2752
  store bfloat %v518, ptr addrspace(3) %v519, align 2
  %v520 = extractelement <16 x float> %v203, i32 8
  %v521 = fptrunc float %v520 to bfloat
  %v522 = getelementptr i8, ptr addrspace(3) %v448, i32 3072
  store bfloat %v521, ptr addrspace(3) %v522, align 2
  %v523 = extractelement <16 x float> %v203, i32 9
  %v524 = fptrunc float %v523 to bfloat
  %v525 = getelementptr i8, ptr addrspace(3) %v448, i32 3136
  store bfloat %v524, ptr addrspace(3) %v525, align 2
  %v526 = extractelement <16 x float> %v203, i32 10
  %v527 = fptrunc float %v526 to bfloat
  %v528 = getelementptr i8, ptr addrspace(3) %v448, i32 3200
  store bfloat %v527, ptr addrspace(3) %v528, align 2
  %v529 = extractelement <16 x float> %v203, i32 11
  %v530 = fptrunc float %v529 to bfloat
  %v531 = getelementptr i8, ptr addrspace(3) %v448, i32 3264
  store bfloat %v530, ptr addrspace(3) %v531, align 2
  %v532 = extractelement <16 x float> %v203, i32 12
  %v533 = fptrunc float %v532 to bfloat
  %v534 = getelementptr i8, ptr addrspace(3) %v448, i32 3584
  store bfloat %v533, ptr addrspace(3) %v534, align 2
  %v535 = extractelement <16 x float> %v203, i32 13
  %v536 = fptrunc float %v535 to bfloat
  %v537 = getelementptr i8, ptr addrspace(3) %v448, i32 3648
  store bfloat %v536, ptr addrspace(3) %v537, align 2
  %v538 = extractelement <16 x float> %v203, i32 14
  %v539 = fptrunc float %v538 to bfloat
  %v540 = getelementptr i8, ptr addrspace(3) %v448, i32 3712
  store bfloat %v539, ptr addrspace(3) %v540, align 2
  %v541 = extractelement <16 x float> %v203, i32 15
  %v542 = fptrunc float %v541 to bfloat
  %v543 = getelementptr i8, ptr addrspace(3) %v448, i32 3776
  store bfloat %v542, ptr addrspace(3) %v543, align 2
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; epilogue: wide stores
  %v544 = udiv i32 %v5, 4
  %v545 = urem i32 %v5, 4
  %v546 = add i32 %v544, 32
  %v547 = add i32 %v544, 64
  %v548 = add i32 %v544, 96
  %v549 = mul i32 %v545, 8
  %v550 = add i32 %v4, %v544
  %v551 = mul i32 %v550, 64
  %v552 = add i32 %v4, %v546
  %v553 = mul i32 %v552, 64
  %v554 = add i32 %v4, %v547
  %v555 = mul i32 %v554, 64
  %v556 = add i32 %v4, %v548
  %v557 = mul i32 %v556, 64
  %v558 = mul i32 %v549, 2
  %v559 = mul i32 %v544, 64
  %v560 = mul i32 %v549, 2
  %v561 = add i32 %v559, %v560
  %v562 = getelementptr i8, ptr addrspace(3) @lds, i32 %v561
  %v563 = load <8 x bfloat>, ptr addrspace(3) %v562, align 16
  %v564 = add i32 %v551, %v558
  %v565 = bitcast <8 x bfloat> %v563 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v565, ptr addrspace(8) %v2, i32 %v564, i32 0, i32 0)
  %v566 = mul i32 %v546, 64
  %v567 = mul i32 %v549, 2
  %v568 = add i32 %v566, %v567
  %v569 = getelementptr i8, ptr addrspace(3) @lds, i32 %v568
  %v570 = load <8 x bfloat>, ptr addrspace(3) %v569, align 16
  %v571 = add i32 %v553, %v558
  %v572 = bitcast <8 x bfloat> %v570 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v572, ptr addrspace(8) %v2, i32 %v571, i32 0, i32 0)
  %v573 = mul i32 %v547, 64
  %v574 = mul i32 %v549, 2
  %v575 = add i32 %v573, %v574
  %v576 = getelementptr i8, ptr addrspace(3) @lds, i32 %v575
  %v577 = load <8 x bfloat>, ptr addrspace(3) %v576, align 16
  %v578 = add i32 %v555, %v558
  %v579 = bitcast <8 x bfloat> %v577 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v579, ptr addrspace(8) %v2, i32 %v578, i32 0, i32 0)
  %v580 = mul i32 %v548, 64
  %v581 = mul i32 %v549, 2
  %v582 = add i32 %v580, %v581
  %v583 = getelementptr i8, ptr addrspace(3) @lds, i32 %v582
  %v584 = load <8 x bfloat>, ptr addrspace(3) %v583, align 16
  %v585 = add i32 %v557, %v558
  %v586 = bitcast <8 x bfloat> %v584 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v586, ptr addrspace(8) %v2, i32 %v585, i32 0, i32 0)
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
