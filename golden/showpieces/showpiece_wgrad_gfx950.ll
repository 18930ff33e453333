target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [23040 x i8] poison, align 16

define amdgpu_kernel void @wgrad_gfx950_n2c32k32g1_i8x8_f3x3_s1x1_d1x1_p1x1_1x1_bf16_bf16_t32x128x64_w1x2_a32x32x16_mem_cshuffle_pad8_3646a26c27cd(ptr addrspace(1) noalias readonly align 16 %dy, ptr addrspace(1) noalias readonly align 16 %x, ptr addrspace(1) noalias writeonly align 16 %dw) #0 {
entry:
  ; tensors
  %v0 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %dy, i16 0, i64 8192, i32 159744)
  %v1 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %x, i16 0, i64 8192, i32 159744)
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
  %v14 = getelementptr i8, ptr addrspace(3) @lds, i32 4608
  ; loader of dy
  %v15 = udiv i32 %v8, 4
  %v16 = urem i32 %v8, 4
  %v17 = add i32 %v15, 32
  %v18 = mul i32 %v16, 8
  %v19 = add i32 %v6, %v18
  %v20 = mul i32 %v19, 2
  %v21 = mul i32 %v18, 144
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
  %v43 = mul i32 %v42, 512
  %v44 = add i32 -576, %v43
  %v45 = add i32 -1, %v42
  %v46 = mul i32 %v41, 64
  %v47 = add i32 %v44, %v46
  %v48 = add i32 -1, %v41
  %v49 = mul i32 %v39, 2
  %v50 = add i32 %v47, %v49
  %v51 = icmp ult i32 %v42, 3
  %v52 = urem i32 %v28, 8
  %v53 = udiv i32 %v28, 8
  %v54 = urem i32 %v53, 8
  %v55 = udiv i32 %v53, 8
  %v56 = urem i32 %v30, 8
  %v57 = udiv i32 %v30, 8
  %v58 = urem i32 %v57, 8
  %v59 = udiv i32 %v57, 8
  %v60 = urem i32 %v31, 8
  %v61 = udiv i32 %v31, 8
  %v62 = urem i32 %v61, 8
  %v63 = udiv i32 %v61, 8
  %v64 = urem i32 %v32, 8
  %v65 = udiv i32 %v32, 8
  %v66 = urem i32 %v65, 8
  %v67 = udiv i32 %v65, 8
  %v68 = urem i32 %v33, 8
  %v69 = udiv i32 %v33, 8
  %v70 = urem i32 %v69, 8
  %v71 = udiv i32 %v69, 8
  %v72 = urem i32 %v34, 8
  %v73 = udiv i32 %v34, 8
  %v74 = urem i32 %v73, 8
  %v75 = udiv i32 %v73, 8
  %v76 = urem i32 %v35, 8
  %v77 = udiv i32 %v35, 8
  %v78 = urem i32 %v77, 8
  %v79 = udiv i32 %v77, 8
  %v80 = urem i32 %v36, 8
  %v81 = udiv i32 %v36, 8
  %v82 = urem i32 %v81, 8
  %v83 = udiv i32 %v81, 8
  %v84 = mul i32 %v37, 144
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
  %v112 = mul i32 %v111, 144
  %v113 = udiv i32 %v9, 32
  %v114 = mul i32 %v113, 8
  %v115 = mul i32 %v114, 2
  %v116 = add i32 %v112, %v115
  %v117 = getelementptr i8, ptr addrspace(3) @lds, i32 %v116
  %v118 = mul i32 %v12, 64
  %v119 = urem i32 %v9, 32
  %v120 = add i32 %v118, %v119
  %v121 = mul i32 %v120, 144
  %v122 = udiv i32 %v9, 32
  %v123 = mul i32 %v122, 8
  %v124 = mul i32 %v123, 2
  %v125 = add i32 %v121, %v124
  %v126 = getelementptr i8, ptr addrspace(3) %v14, i32 %v125
  ; main loop
  br label %loop0
loop0:
  %v127 = phi i32 [ 0, %entry ], [ %next0, %body0 ]
  %v128 = phi i32 [ %v15, %entry ], [ %v164, %body0 ]
  %v129 = phi i32 [ %v17, %entry ], [ %v165, %body0 ]
  %v130 = phi i32 [ %v55, %entry ], [ %v286, %body0 ]
  %v131 = phi i32 [ %v54, %entry ], [ %v131, %body0 ]
  %v132 = phi i32 [ %v52, %entry ], [ %v132, %body0 ]
  %v133 = phi i32 [ %v59, %entry ], [ %v287, %body0 ]
  %v134 = phi i32 [ %v58, %entry ], [ %v134, %body0 ]
  %v135 = phi i32 [ %v56, %entry ], [ %v135, %body0 ]
  %v136 = phi i32 [ %v63, %entry ], [ %v288, %body0 ]
  %v137 = phi i32 [ %v62, %entry ], [ %v137, %body0 ]
  %v138 = phi i32 [ %v60, %entry ], [ %v138, %body0 ]
  %v139 = phi i32 [ %v67, %entry ], [ %v289, %body0 ]
  %v140 = phi i32 [ %v66, %entry ], [ %v140, %body0 ]
  %v141 = phi i32 [ %v64, %entry ], [ %v141, %body0 ]
  %v142 = phi i32 [ %v71, %entry ], [ %v290, %body0 ]
  %v143 = phi i32 [ %v70, %entry ], [ %v143, %body0 ]
  %v144 = phi i32 [ %v68, %entry ], [ %v144, %body0 ]
  %v145 = phi i32 [ %v75, %entry ], [ %v291, %body0 ]
  %v146 = phi i32 [ %v74, %entry ], [ %v146, %body0 ]
  %v147 = phi i32 [ %v72, %entry ], [ %v147, %body0 ]
  %v148 = phi i32 [ %v79, %entry ], [ %v292, %body0 ]
  %v149 = phi i32 [ %v78, %entry ], [ %v149, %body0 ]
  %v150 = phi i32 [ %v76, %entry ], [ %v150, %body0 ]
  %v151 = phi i32 [ %v83, %entry ], [ %v293, %body0 ]
  %v152 = phi i32 [ %v82, %entry ], [ %v152, %body0 ]
  %v153 = phi i32 [ %v80, %entry ], [ %v153, %body0 ]
  %v154 = phi <16 x float> [ zeroinitializer, %entry ], [ %v472, %body0 ]
  %v155 = phi <16 x float> [ zeroinitializer, %entry ], [ %v473, %body0 ]
  %more0 = icmp ult i32 %v127, 2
  br i1 %more0, label %body0, label %done0
body0:
  ; fetch
  %v156 = mul i32 %v128, 64
  %v157 = mul i32 %v129, 64
  %v158 = add i32 %v20, %v156
  %v159 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v158, i32 0, i32 0)
  %v160 = bitcast <4 x i32> %v159 to <8 x bfloat>
  %v161 = add i32 %v20, %v157
  %v162 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v161, i32 0, i32 0)
  %v163 = bitcast <4 x i32> %v162 to <8 x bfloat>
  %v164 = add i32 %v128, 64
  %v165 = add i32 %v129, 64
  %v166 = mul i32 %v130, 4096
  %v167 = mul i32 %v131, 512
  %v168 = add i32 %v166, %v167
  %v169 = mul i32 %v132, 64
  %v170 = add i32 %v168, %v169
  %v171 = mul i32 %v133, 4096
  %v172 = mul i32 %v134, 512
  %v173 = add i32 %v171, %v172
  %v174 = mul i32 %v135, 64
  %v175 = add i32 %v173, %v174
  %v176 = mul i32 %v136, 4096
  %v177 = mul i32 %v137, 512
  %v178 = add i32 %v176, %v177
  %v179 = mul i32 %v138, 64
  %v180 = add i32 %v178, %v179
  %v181 = mul i32 %v139, 4096
  %v182 = mul i32 %v140, 512
  %v183 = add i32 %v181, %v182
  %v184 = mul i32 %v141, 64
  %v185 = add i32 %v183, %v184
  %v186 = mul i32 %v142, 4096
  %v187 = mul i32 %v143, 512
  %v188 = add i32 %v186, %v187
  %v189 = mul i32 %v144, 64
  %v190 = add i32 %v188, %v189
  %v191 = mul i32 %v145, 4096
  %v192 = mul i32 %v146, 512
  %v193 = add i32 %v191, %v192
  %v194 = mul i32 %v147, 64
  %v195 = add i32 %v193, %v194
  %v196 = mul i32 %v148, 4096
  %v197 = mul i32 %v149, 512
  %v198 = add i32 %v196, %v197
  %v199 = mul i32 %v150, 64
  %v200 = add i32 %v198, %v199
  %v201 = mul i32 %v151, 4096
  %v202 = mul i32 %v152, 512
  %v203 = add i32 %v201, %v202
  %v204 = mul i32 %v153, 64
  %v205 = add i32 %v203, %v204
  %v206 = add i32 %v50, %v170
  %v207 = add i32 %v45, %v131
  %v208 = icmp ult i32 %v207, 8
  %v209 = and i1 %v51, %v208
  %v210 = add i32 %v48, %v132
  %v211 = icmp ult i32 %v210, 8
  %v212 = and i1 %v209, %v211
  %v213 = select i1 %v212, i32 %v206, i32 -2147483648
  %v214 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v213, i32 0, i32 0)
  %v215 = bitcast <4 x i32> %v214 to <8 x bfloat>
  %v216 = add i32 %v50, %v175
  %v217 = add i32 %v45, %v134
  %v218 = icmp ult i32 %v217, 8
  %v219 = and i1 %v51, %v218
  %v220 = add i32 %v48, %v135
  %v221 = icmp ult i32 %v220, 8
  %v222 = and i1 %v219, %v221
  %v223 = select i1 %v222, i32 %v216, i32 -2147483648
  %v224 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v223, i32 0, i32 0)
  %v225 = bitcast <4 x i32> %v224 to <8 x bfloat>
  %v226 = add i32 %v50, %v180
  %v227 = add i32 %v45, %v137
  %v228 = icmp ult i32 %v227, 8
  %v229 = and i1 %v51, %v228
  %v230 = add i32 %v48, %v138
  %v231 = icmp ult i32 %v230, 8
  %v232 = and i1 %v229, %v231
  %v233 = select i1 %v232, i32 %v226, i32 -2147483648
  %v234 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v233, i32 0, i32 0)
  %v235 = bitcast <4 x i32> %v234 to <8 x bfloat>
  %v236 = add i32 %v50, %v185
  %v237 = add i32 %v45, %v140
  %v238 = icmp ult i32 %v237, 8
  %v239 = and i1 %v51, %v238
  %v240 = add i32 %v48, %v141
  %v241 = icmp ult i32 %v240, 8
  %v242 = and i1 %v239, %v241
  %v243 = select i1 %v242, i32 %v236, i32 -2147483648
  %v244 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v243, i32 0, i32 0)
  %v245 = bitcast <4 x i32> %v244 to <8 x bfloat>
  %v246 = add i32 %v50, %v190
  %v247 = add i32 %v45, %v143
  %v248 = icmp ult i32 %v247, 8
  %v249 = and i1 %v51, %v248
  %v250 = add i32 %v48, %v144
  %v251 = icmp ult i32 %v250, 8
  %v252 = and i1 %v249, %v251
  %v253 = select i1 %v252, i32 %v246, i32 -2147483648
  %v254 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v253, i32 0, i32 0)
  %v255 = bitcast <4 x i32> %v254 to <8 x bfloat>
  %v256 = add i32 %v50, %v195
  %v257 = add i32 %v45, %v146
  %v258 = icmp ult i32 %v257, 8
  %v259 = and i1 %v51, %v258
  %v260 = add i32 %v48, %v147
  %v261 = icmp ult i32 %v260, 8
  %v262 = and i1 %v259, %v261
  %v263 = select i1 %v262, i32 %v256, i32 -2147483648
  %v264 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v263, i32 0, i32 0)
  %v265 = bitcast <4 x i32> %v264 to <8 x bfloat>
  %v266 = add i32 %v50, %v200
  %v267 = add i32 %v45, %v149
  %v268 = icmp ult i32 %v267, 8
  %v269 = and i1 %v51, %v268
  %v270 = add i32 %v48, %v150
  %v271 = icmp ult i32 %v270, 8
  %v272 = and i1 %v269, %v271
  %v273 = select i1 %v272, i32 %v266, i32 -2147483648
  %v274 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v273, i32 0, i32 0)
  %v275 = bitcast <4 x i32> %v274 to <8 x bfloat>
  %v276 = add i32 %v50, %v205
  %v277 = add i32 %v45, %v152
  %v278 = icmp ult i32 %v277, 8
  %v279 = and i1 %v51, %v278
  %v280 = add i32 %v48, %v153
  %v281 = icmp ult i32 %v280, 8
  %v282 = and i1 %v279, %v281
  %v283 = select i1 %v282, i32 %v276, i32 -2147483648
  %v284 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v283, i32 0, i32 0)
  %v285 = bitcast <4 x i32> %v284 to <8 x bfloat>
  %v286 = add i32 %v130, 1
  %v287 = add i32 %v133, 1
  %v288 = add i32 %v136, 1
  %v289 = add i32 %v139, 1
  %v290 = add i32 %v142, 1
  %v291 = add i32 %v145, 1
  %v292 = add i32 %v148, 1
  %v293 = add i32 %v151, 1
  ; commit
  %v294 = extractelement <8 x bfloat> %v160, i32 0
  store bfloat %v294, ptr addrspace(3) %v25, align 2
  %v295 = extractelement <8 x bfloat> %v160, i32 1
  %v296 = getelementptr i8, ptr addrspace(3) %v25, i32 144
  store bfloat %v295, ptr addrspace(3) %v296, align 2
  %v297 = extractelement <8 x bfloat> %v160, i32 2
  %v298 = getelementptr i8, ptr addrspace(3) %v25, i32 288
  store bfloat %v297, ptr addrspace(3) %v298, align 2
  %v299 = extractelement <8 x bfloat> %v160, i32 3
  %v300 = getelementptr i8, ptr addrspace(3) %v25, i32 432
  store bfloat %v299, ptr addrspace(3) %v300, align 2
  %v301 = extractelement <8 x bfloat> %v160, i32 4
  %v302 = getelementptr i8, ptr addrspace(3) %v25, i32 576
  store bfloat %v301, ptr addrspace(3) %v302, align 2
  %v303 = extractelement <8 x bfloat> %v160, i32 5
  %v304 = getelementptr i8, ptr addrspace(3) %v25, i32 720
  store bfloat %v303, ptr addrspace(3) %v304, align 2
  %v305 = extractelement <8 x bfloat> %v160, i32 6
  %v306 = getelementptr i8, ptr addrspace(3) %v25, i32 864
  store bfloat %v305, ptr addrspace(3) %v306, align 2
  %v307 = extractelement <8 x bfloat> %v160, i32 7
  %v308 = getelementptr i8, ptr addrspace(3) %v25, i32 1008
  store bfloat %v307, ptr addrspace(3) %v308, align 2
  %v309 = extractelement <8 x bfloat> %v163, i32 0
  store bfloat %v309, ptr addrspace(3) %v27, align 2
  %v310 = extractelement <8 x bfloat> %v163, i32 1
  %v311 = getelementptr i8, ptr addrspace(3) %v27, i32 144
  store bfloat %v310, ptr addrspace(3) %v311, align 2
  %v312 = extractelement <8 x bfloat> %v163, i32 2
  %v313 = getelementptr i8, ptr addrspace(3) %v27, i32 288
  store bfloat %v312, ptr addrspace(3) %v313, align 2
  %v314 = extractelement <8 x bfloat> %v163, i32 3
  %v315 = getelementptr i8, ptr addrspace(3) %v27, i32 432
  store bfloat %v314, ptr addrspace(3) %v315, align 2
  %v316 = extractelement <8 x bfloat> %v163, i32 4
  %v317 = getelementptr i8, ptr addrspace(3) %v27, i32 576
  store bfloat %v316, ptr addrspace(3) %v317, align 2
  %v318 = extractelement <8 x bfloat> %v163, i32 5
  %v319 = getelementptr i8, ptr addrspace(3) %v27, i32 720
  store bfloat %v318, ptr addrspace(3) %v319, align 2
  %v320 = extractelement <8 x bfloat> %v163, i32 6
  %v321 = getelementptr i8, ptr addrspace(3) %v27, i32 864
  store bfloat %v320, ptr addrspace(3) %v321, align 2
  %v322 = extractelement <8 x bfloat> %v163, i32 7
  %v323 = getelementptr i8, ptr addrspace(3) %v27, i32 1008
  store bfloat %v322, ptr addrspace(3) %v323, align 2
  %v324 = extractelement <8 x bfloat> %v215, i32 0
  store bfloat %v324, ptr addrspace(3) %v94, align 2
  %v325 = extractelement <8 x bfloat> %v215, i32 1
  %v326 = getelementptr i8, ptr addrspace(3) %v94, i32 144
  store bfloat %v325, ptr addrspace(3) %v326, align 2
  %v327 = extractelement <8 x bfloat> %v215, i32 2
  %v328 = getelementptr i8, ptr addrspace(3) %v94, i32 288
  store bfloat %v327, ptr addrspace(3) %v328, align 2
  %v329 = extractelement <8 x bfloat> %v215, i32 3
  %v330 = getelementptr i8, ptr addrspace(3) %v94, i32 432
  store bfloat %v329, ptr addrspace(3) %v330, align 2
  %v331 = extractelement <8 x bfloat> %v215, i32 4
  %v332 = getelementptr i8, ptr addrspace(3) %v94, i32 576
  store bfloat %v331, ptr addrspace(3) %v332, align 2
  %v333 = extractelement <8 x bfloat> %v215, i32 5
  %v334 = getelementptr i8, ptr addrspace(3) %v94, i32 720
  store bfloat %v333, ptr addrspace(3) %v334, align 2
  %v335 = extractelement <8 x bfloat> %v215, i32 6
  %v336 = getelementptr i8, ptr addrspace(3) %v94, i32 864
  store bfloat %v335, ptr addrspace(3) %v336, align 2
  %v337 = extractelement <8 x bfloat> %v215, i32 7
  %v338 = getelementptr i8, ptr addrspace(3) %v94, i32 1008
  store bfloat %v337, ptr addrspace(3) %v338, align 2
  %v339 = extractelement <8 x bfloat> %v225, i32 0
  store bfloat %v339, ptr addrspace(3) %v96, align 2
  %v340 = extractelement <8 x bfloat> %v225, i32 1
  %v341 = getelementptr i8, ptr addrspace(3) %v96, i32 144
  store bfloat %v340, ptr addrspace(3) %v341, align 2
  %v342 = extractelement <8 x bfloat> %v225, i32 2
  %v343 = getelementptr i8, ptr addrspace(3) %v96, i32 288
  store bfloat %v342, ptr addrspace(3) %v343, align 2
  %v344 = extractelement <8 x bfloat> %v225, i32 3
  %v345 = getelementptr i8, ptr addrspace(3) %v96, i32 432
  store bfloat %v344, ptr addrspace(3) %v345, align 2
  %v346 = extractelement <8 x bfloat> %v225, i32 4
  %v347 = getelementptr i8, ptr addrspace(3) %v96, i32 576
  store bfloat %v346, ptr addrspace(3) %v347, align 2
  %v348 = extractelement <8 x bfloat> %v225, i32 5
  %v349 = getelementptr i8, ptr addrspace(3) %v96, i32 720
  store bfloat %v348, ptr addrspace(3) %v349, align 2
  %v350 = extractelement <8 x bfloat> %v225, i32 6
  %v351 = getelementptr i8, ptr addrspace(3) %v96, i32 864
  store bfloat %v350, ptr addrspace(3) %v351, align 2
  %v352 = extractelement <8 x bfloat> %v225, i32 7
  %v353 = getelementptr i8, ptr addrspace(3) %v96, i32 1008
  store bfloat %v352, ptr addrspace(3) %v353, align 2
  %v354 = extractelement <8 x bfloat> %v235, i32 0
  store bfloat %v354, ptr addrspace(3) %v98, align 2
  %v355 = extractelement <8 x bfloat> %v235, i32 1
  %v356 = getelementptr i8, ptr addrspace(3) %v98, i32 144
  store bfloat %v355, ptr addrspace(3) %v356, align 2
  %v357 = extractelement <8 x bfloat> %v235, i32 2
  %v358 = getelementptr i8, ptr addrspace(3) %v98, i32 288
  store bfloat %v357, ptr addrspace(3) %v358, align 2
  %v359 = extractelement <8 x bfloat> %v235, i32 3
  %v360 = getelementptr i8, ptr addrspace(3) %v98, i32 432
  store bfloat %v359, ptr addrspace(3) %v360, align 2
  %v361 = extractelement <8 x bfloat> %v235, i32 4
  %v362 = getelementptr i8, ptr addrspace(3) %v98, i32 576
  store bfloat %v361, ptr addrspace(3) %v362, align 2
  %v363 = extractelement <8 x bfloat> %v235, i32 5
  %v364 = getelementptr i8, ptr addrspace(3) %v98, i32 720
  store bfloat %v363, ptr addrspace(3) %v364, align 2
  %v365 = extractelement <8 x bfloat> %v235, i32 6
  %v366 = getelementptr i8, ptr addrspace(3) %v98, i32 864
  store bfloat %v365, ptr addrspace(3) %v366, align 2
  %v367 = extractelement <8 x bfloat> %v235, i32 7
  %v368 = getelementptr i8, ptr addrspace(3) %v98, i32 1008
  store bfloat %v367, ptr addrspace(3) %v368, align 2
  %v369 = extractelement <8 x bfloat> %v245, i32 0
  store bfloat %v369, ptr addrspace(3) %v100, align 2
  %v370 = extractelement <8 x bfloat> %v245, i32 1
  %v371 = getelementptr i8, ptr addrspace(3) %v100, i32 144
  store bfloat %v370, ptr addrspace(3) %v371, align 2
  %v372 = extractelement <8 x bfloat> %v245, i32 2
  %v373 = getelementptr i8, ptr addrspace(3) %v100, i32 288
  store bfloat %v372, ptr addrspace(3) %v373, align 2
  %v374 = extractelement <8 x bfloat> %v245, i32 3
  %v375 = getelementptr i8, ptr addrspace(3) %v100, i32 432
  store bfloat %v374, ptr addrspace(3) %v375, align 2
  %v376 = extractelement <8 x bfloat> %v245, i32 4
  %v377 = getelementptr i8, ptr addrspace(3) %v100, i32 576
  store bfloat %v376, ptr addrspace(3) %v377, align 2
  %v378 = extractelement <8 x bfloat> %v245, i32 5
  %v379 = getelementptr i8, ptr addrspace(3) %v100, i32 720
  store bfloat %v378, ptr addrspace(3) %v379, align 2
  %v380 = extractelement <8 x bfloat> %v245, i32 6
  %v381 = getelementptr i8, ptr addrspace(3) %v100, i32 864
  store bfloat %v380, ptr addrspace(3) %v381, align 2
  %v382 = extractelement <8 x bfloat> %v245, i32 7
  %v383 = getelementptr i8, ptr addrspace(3) %v100, i32 1008
  store bfloat %v382, ptr addrspace(3) %v383, align 2
  %v384 = extractelement <8 x bfloat> %v255, i32 0
  store bfloat %v384, ptr addrspace(3) %v102, align 2
  %v385 = extractelement <8 x bfloat> %v255, i32 1
  %v386 = getelementptr i8, ptr addrspace(3) %v102, i32 144
  store bfloat %v385, ptr addrspace(3) %v386, align 2
  %v387 = extractelement <8 x bfloat> %v255, i32 2
  %v388 = getelementptr i8, ptr addrspace(3) %v102, i32 288
  store bfloat %v387, ptr addrspace(3) %v388, align 2
  %v389 = extractelement <8 x bfloat> %v255, i32 3
  %v390 = getelementptr i8, ptr addrspace(3) %v102, i32 432
  store bfloat %v389, ptr addrspace(3) %v390, align 2
  %v391 = extractelement <8 x bfloat> %v255, i32 4
  %v392 = getelementptr i8, ptr addrspace(3) %v102, i32 576
  store bfloat %v391, ptr addrspace(3) %v392, align 2
  %v393 = extractelement <8 x bfloat> %v255, i32 5
  %v394 = getelementptr i8, ptr addrspace(3) %v102, i32 720
  store bfloat %v393, ptr addrspace(3) %v394, align 2
  %v395 = extractelement <8 x bfloat> %v255, i32 6
  %v396 = getelementptr i8, ptr addrspace(3) %v102, i32 864
  store bfloat %v395, ptr addrspace(3) %v396, align 2
  %v397 = extractelement <8 x bfloat> %v255, i32 7
  %v398 = getelementptr i8, ptr addrspace(3) %v102, i32 1008
  store bfloat %v397, ptr addrspace(3) %v398, align 2
  %v399 = extractelement <8 x bfloat> %v265, i32 0
  store bfloat %v399, ptr addrspace(3) %v104, align 2
  %v400 = extractelement <8 x bfloat> %v265, i32 1
  %v401 = getelementptr i8, ptr addrspace(3) %v104, i32 144
  store bfloat %v400, ptr addrspace(3) %v401, align 2
  %v402 = extractelement <8 x bfloat> %v265, i32 2
  %v403 = getelementptr i8, ptr addrspace(3) %v104, i32 288
  store bfloat %v402, ptr addrspace(3) %v403, align 2
  %v404 = extractelement <8 x bfloat> %v265, i32 3
  %v405 = getelementptr i8, ptr addrspace(3) %v104, i32 432
  store bfloat %v404, ptr addrspace(3) %v405, align 2
  %v406 = extractelement <8 x bfloat> %v265, i32 4
  %v407 = getelementptr i8, ptr addrspace(3) %v104, i32 576
  store bfloat %v406, ptr addrspace(3) %v407, align 2
  %v408 = extractelement <8 x bfloat> %v265, i32 5
  %v409 = getelementptr i8, ptr addrspace(3) %v104, i32 720
  store bfloat %v408, ptr addrspace(3) %v409, align 2
  %v410 = extractelement <8 x bfloat> %v265, i32 6
  %v411 = getelementptr i8, ptr addrspace(3) %v104, i32 864
  store bfloat %v410, ptr addrspace(3) %v411, align 2
  %v412 = extractelement <8 x bfloat> %v265, i32 7
  %v413 = getelementptr i8, ptr addrspace(3) %v104, i32 1008
  store bfloat %v412, ptr addrspace(3) %v413, align 2
  %v414 = extractelement <8 x bfloat> %v275, i32 0
  store bfloat %v414, ptr addrspace(3) %v106, align 2
  %v415 = extractelement <8 x bfloat> %v275, i32 1
  %v416 = getelementptr i8, ptr addrspace(3) %v106, i32 144
  store bfloat %v415, ptr addrspace(3) %v416, align 2
  %v417 = extractelement <8 x bfloat> %v275, i32 2
  %v418 = getelementptr i8, ptr addrspace(3) %v106, i32 288
  store bfloat %v417, ptr addrspace(3) %v418, align 2
  %v419 = extractelement <8 x bfloat> %v275, i32 3
  %v420 = getelementptr i8, ptr addrspace(3) %v106, i32 432
  store bfloat %v419, ptr addrspace(3) %v420, align 2
  %v421 = extractelement <8 x bfloat> %v275, i32 4
  %v422 = getelementptr i8, ptr addrspace(3) %v106, i32 576
  store bfloat %v421, ptr addrspace(3) %v422, align 2
  %v423 = extractelement <8 x bfloat> %v275, i32 5
  %v424 = getelementptr i8, ptr addrspace(3) %v106, i32 720
  store bfloat %v423, ptr addrspace(3) %v424, align 2
  %v425 = extractelement <8 x bfloat> %v275, i32 6
  %v426 = getelementptr i8, ptr addrspace(3) %v106, i32 864
  store bfloat %v425, ptr addrspace(3) %v426, align 2
  %v427 = extractelement <8 x bfloat> %v275, i32 7
  %v428 = getelementptr i8, ptr addrspace(3) %v106, i32 1008
  store bfloat %v427, ptr addrspace(3) %v428, align 2
  %v429 = extractelement <8 x bfloat> %v285, i32 0
  store bfloat %v429, ptr addrspace(3) %v108, align 2
  %v430 = extractelement <8 x bfloat> %v285, i32 1
  %v431 = getelementptr i8, ptr addrspace(3) %v108, i32 144
  store bfloat %v430, ptr addrspace(3) %v431, align 2
  %v432 = extractelement <8 x bfloat> %v285, i32 2
  %v433 = getelementptr i8, ptr addrspace(3) %v108, i32 288
  store bfloat %v432, ptr addrspace(3) %v433, align 2
  %v434 = extractelement <8 x bfloat> %v285, i32 3
  %v435 = getelementptr i8, ptr addrspace(3) %v108, i32 432
  store bfloat %v434, ptr addrspace(3) %v435, align 2
  %v436 = extractelement <8 x bfloat> %v285, i32 4
  %v437 = getelementptr i8, ptr addrspace(3) %v108, i32 576
  store bfloat %v436, ptr addrspace(3) %v437, align 2
  %v438 = extractelement <8 x bfloat> %v285, i32 5
  %v439 = getelementptr i8, ptr addrspace(3) %v108, i32 720
  store bfloat %v438, ptr addrspace(3) %v439, align 2
  %v440 = extractelement <8 x bfloat> %v285, i32 6
  %v441 = getelementptr i8, ptr addrspace(3) %v108, i32 864
  store bfloat %v440, ptr addrspace(3) %v441, align 2
  %v442 = extractelement <8 x bfloat> %v285, i32 7
  %v443 = getelementptr i8, ptr addrspace(3) %v108, i32 1008
  store bfloat %v442, ptr addrspace(3) %v443, align 2
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; compute
  %v444 = load <8 x bfloat>, ptr addrspace(3) %v117, align 16
  %v445 = load <8 x bfloat>, ptr addrspace(3) %v126, align 16
  %v446 = getelementptr i8, ptr addrspace(3) %v126, i32 4608
  %v447 = load <8 x bfloat>, ptr addrspace(3) %v446, align 16
  %v448 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v444, <8 x bfloat> %v445, <16 x float> %v154, i32 0, i32 0, i32 0)
  %v449 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v444, <8 x bfloat> %v447, <16 x float> %v155, i32 0, i32 0, i32 0)
  %v450 = getelementptr i8, ptr addrspace(3) %v117, i32 32
  %v451 = load <8 x bfloat>, ptr addrspace(3) %v450, align 16
  %v452 = getelementptr i8, ptr addrspace(3) %v126, i32 32
  %v453 = load <8 x bfloat>, ptr addrspace(3) %v452, align 16
  %v454 = getelementptr i8, ptr addrspace(3) %v126, i32 4640
  %v455 = load <8 x bfloat>, ptr addrspace(3) %v454, align 16
  %v456 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v451, <8 x bfloat> %v453, <16 x float> %v448, i32 0, i32 0, i32 0)
  %v457 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v451, <8 x bfloat> %v455, <16 x float> %v449, i32 0, i32 0, i32 0)
  %v458 = getelementptr i8, ptr addrspace(3) %v117, i32 64
  %v459 = load <8 x bfloat>, ptr addrspace(3) %v458, align 16
  %v460 = getelementptr i8, ptr addrspace(3) %v126, i32 64
  %v461 = load <8 x bfloat>, ptr addrspace(3) %v460, align 16
  %v462 = getelementptr i8, ptr addrspace(3) %v126, i32 4672
  %v463 = load <8 x bfloat>, ptr addrspace(3) %v462, align 16
  %v464 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v459, <8 x bfloat> %v461, <16 x float> %v456, i32 0, i32 0, i32 0)
  %v465 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v459, <8 x bfloat> %v463, <16 x float> %v457, i32 0, i32 0, i32 0)
  %v466 = getelementptr i8, ptr addrspace(3) %v117, i32 96
  %v467 = load <8 x bfloat>, ptr addrspace(3) %v466, align 16
  %v468 = getelementptr i8, ptr addrspace(3) %v126, i32 96
  %v469 = load <8 x bfloat>, ptr addrspace(3) %v468, align 16
  %v470 = getelementptr i8, ptr addrspace(3) %v126, i32 4704
  %v471 = load <8 x bfloat>, ptr addrspace(3) %v470, align 16
  %v472 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v467, <8 x bfloat> %v469, <16 x float> %v464, i32 0, i32 0, i32 0)
  %v473 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v467, <8 x bfloat> %v471, <16 x float> %v465, i32 0, i32 0, i32 0)
  ; free
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %next0 = add i32 %v127, 1
  br label %loop0
done0:
  ; epilogue
  %v474 = mul i32 %v13, 32
  %v475 = udiv i32 %v9, 32
  %v476 = mul i32 %v475, 4
  %v477 = add i32 %v474, %v476
  %v478 = mul i32 %v12, 64
  %v479 = urem i32 %v9, 32
  %v480 = add i32 %v478, %v479
  %v481 = mul i32 %v477, 256
  %v482 = mul i32 %v480, 2
  %v483 = add i32 %v481, %v482
  %v484 = getelementptr i8, ptr addrspace(3) @lds, i32 %v483
  %v485 = extractelement <16 x float> %v154, i32 0
  %v486 = fptrunc float %v485 to bfloat
  store bfloat %v486, ptr addrspace(3) %v484, align 2
  %v487 = extractelement <16 x float> %v154, i32 1
  %v488 = fptrunc float %v487 to bfloat
  %v489 = getelementptr i8, ptr addrspace(3) %v484, i32 256
  store bfloat %v488, ptr addrspace(3) %v489, align 2
  %v490 = extractelement <16 x float> %v154, i32 2
  %v491 = fptrunc float %v490 to bfloat
  %v492 = getelementptr i8, ptr addrspace(3) %v484, i32 512
  store bfloat %v491, ptr addrspace(3) %v492, align 2
  %v493 = extractelement <16 x float> %v154, i32 3
  %v494 = fptrunc float %v493 to bfloat
  %v495 = getelementptr i8, ptr addrspace(3) %v484, i32 768
  store bfloat %v494, ptr addrspace(3) %v495, align 2
  %v496 = extractelement <16 x float> %v154, i32 4
  %v497 = fptrunc float %v496 to bfloat
  %v498 = getelementptr i8, ptr addrspace(3) %v484, i32 2048
  store bfloat %v497, ptr addrspace(3) %v498, align 2
  %v499 = extractelement <16 x float> %v154, i32 5
  %v500 = fptrunc float %v499 to bfloat
  %v501 = getelementptr i8, ptr addrspace(3) %v484, i32 2304
  store bfloat %v500, ptr addrspace(3) %v501, align 2
  %v502 = extractelement <16 x float> %v154, i32 6
  %v503 = fptrunc float %v502 to bfloat
  %v504 = getelementptr i8, ptr addrspace(3) %v484, i32 2560
  store bfloat %v503, ptr addrspace(3) %v504, align 2
  %v505 = extractelement <16 x float> %v154, i32 7
  %v506 = fptrunc float %v505 to bfloat
  %v507 = getelementptr i8, ptr addrspace(3) %v484, i32 2816
  store bfloat %v506, ptr addrspace(3) %v507, align 2
  %v508 = extractelement <16 x float> %v154, i32 8
  %v509 = fptrunc float %v508 to bfloat
  %v510 = getelementptr i8, ptr addrspace(3) %v484, i32 4096
  store bfloat %v509, ptr addrspace(3) %v510, align 2
  %v511 = extractelement <16 x float> %v154, i32 9
  %v512 = fptrunc float %v511 to bfloat
  %v513 = getelementptr i8, ptr addrspace(3) %v484, i32 4352
  store bfloat %v512, ptr addrspace(3) %v513, align 2
  %v514 = extractelement <16 x float> %v154, i32 10
  %v515 = fptrunc float %v514 to bfloat
  %v516 = getelementptr i8, ptr addrspace(3) %v484, i32 4608
  store bfloat %v515, ptr addrspace(3) %v516, align 2
  %v517 = extractelement <16 x float> %v154, i32 11
  %v518 = fptrunc float %v517 to bfloat
  %v519 = getelementptr i8, ptr addrspace(3) %v484, i32 4864
  store bfloat %v518, ptr addrspace(3) %v519, align 2
  %v520 = extractelement <16 x float> %v154, i32 12
  %v521 = fptrunc float %v520 to bfloat
  %v522 = getelementptr i8, ptr addrspace(3) %v484, i32 6144
  store bfloat %v521, ptr addrspace(3) %v522, align 2
  %v523 = extractelement <16 x float> %v154, i32 13
  %v524 = fptrunc float %v523 to bfloat
  %v525 = getelementptr i8, ptr addrspace(3) %v484, i32 6400
  store bfloat %v524, ptr addrspace(3) %v525, align 2
  %v526 = extractelement <16 x float> %v154, i32 14
  %v527 = fptrunc float %v526 to bfloat
  %v528 = getelementptr i8, ptr addrspace(3) %v484, i32 6656
  store bfloat %v527, ptr addrspace(3) %v528, align 2
  %v529 = extractelement <16 x float> %v154, i32 15
  %v530 = fptrunc float %v529 to bfloat
  %v531 = getelementptr i8, ptr addrspace(3) %v484, i32 6912
  store bfloat %v530, ptr addrspace(3) %v531, align 2
  %v532 = extractelement <16 x float> %v155, i32 0
  %v533 = fptrunc float %v532 to bfloat
  %v534 = getelementptr i8, ptr addrspace(3) %v484, i32 64
  store bfloat %v533, ptr addrspace(3) %v534, align 2
  %v535 = extractelement <16 x float> %v155, i32 1
  %v536 = fptrunc float %v535 to bfloat
  %v537 = getelementptr i8, ptr addrspace(3) %v484, i32 320
  store bfloat %v536, ptr addrspace(3) %v537, align 2
  %v538 = extractelement <16 x float> %v155, i32 2
  %v539 = fptrunc float %v538 to bfloat
  %v540 = getelementptr i8, ptr addrspace(3) %v484, i32 576
  store bfloat %v539, ptr addrspace(3) %v540, align 2
  %v541 = extractelement <16 x float> %v155, i32 3
  %v542 = fptrunc float %v541 to bfloat
  %v543 = getelementptr i8, ptr addrspace(3) %v484, i32 832
  store bfloat %v542, ptr addrspace(3) %v543, align 2
  %v544 = extractelement <16 x float> %v155, i32 4
  %v545 = fptrunc float %v544 to bfloat
  %v546 = getelementptr i8, ptr addrspace(3) %v484, i32 2112
  store bfloat %v545, ptr addrspace(3) %v546, align 2
  %v547 = extractelement <16 x float> %v155, i32 5
  %v548 = fptrunc float %v547 to bfloat
  %v549 = getelementptr i8, ptr addrspace(3) %v484, i32 2368
  store bfloat %v548, ptr addrspace(3) %v549, align 2
  %v550 = extractelement <16 x float> %v155, i32 6
  %v551 = fptrunc float %v550 to bfloat
  %v552 = getelementptr i8, ptr addrspace(3) %v484, i32 2624
  store bfloat %v551, ptr addrspace(3) %v552, align 2
  %v553 = extractelement <16 x float> %v155, i32 7
  %v554 = fptrunc float %v553 to bfloat
  %v555 = getelementptr i8, ptr addrspace(3) %v484, i32 2880
  store bfloat %v554, ptr addrspace(3) %v555, align 2
  %v556 = extractelement <16 x float> %v155, i32 8
  %v557 = fptrunc float %v556 to bfloat
  %v558 = getelementptr i8, ptr addrspace(3) %v484, i32 4160
  store bfloat %v557, ptr addrspace(3) %v558, align 2
  %v559 = extractelement <16 x float> %v155, i32 9
  %v560 = fptrunc float %v559 to bfloat
  %v561 = getelementptr i8, ptr addrspace(3) %v484, i32 4416
  store bfloat %v560, ptr addrspace(3) %v561, align 2
  %v562 = extractelement <16 x float> %v155, i32 10
  %v563 = fptrunc float %v562 to bfloat
  %v564 = getelementptr i8, ptr addrspace(3) %v484, i32 4672
  store bfloat %v563, ptr addrspace(3) %v564, align 2
  %v565 = extractelement <16 x float> %v155, i32 11
  %v566 = fptrunc float %v565 to bfloat
  %v567 = getelementptr i8, ptr addrspace(3) %v484, i32 4928
  store bfloat %v566, ptr addrspace(3) %v567, align 2
  %v568 = extractelement <16 x float> %v155, i32 12
  %v569 = fptrunc float %v568 to bfloat
  %v570 = getelementptr i8, ptr addrspace(3) %v484, i32 6208
  store bfloat %v569, ptr addrspace(3) %v570, align 2
  %v571 = extractelement <16 x float> %v155, i32 13
  %v572 = fptrunc float %v571 to bfloat
  %v573 = getelementptr i8, ptr addrspace(3) %v484, i32 6464
  store bfloat %v572, ptr addrspace(3) %v573, align 2
  %v574 = extractelement <16 x float> %v155, i32 14
  %v575 = fptrunc float %v574 to bfloat
  %v576 = getelementptr i8, ptr addrspace(3) %v484, i32 6720
  store bfloat %v575, ptr addrspace(3) %v576, align 2
  %v577 = extractelement <16 x float> %v155, i32 15
  %v578 = fptrunc float %v577 to bfloat
  %v579 = getelementptr i8, ptr addrspace(3) %v484, i32 6976
  store bfloat %v578, ptr addrspace(3) %v579, align 2
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; epilogue: wide stores
  %v580 = udiv i32 %v8, 16
  %v581 = urem i32 %v8, 16
  %v582 = add i32 %v580, 8
  %v583 = add i32 %v580, 16
  %v584 = add i32 %v580, 24
  %v585 = mul i32 %v581, 8
  %v586 = add i32 %v6, %v580
  %v587 = mul i32 %v586, 576
  %v588 = add i32 %v6, %v582
  %v589 = mul i32 %v588, 576
  %v590 = add i32 %v6, %v583
  %v591 = mul i32 %v590, 576
  %v592 = add i32 %v6, %v584
  %v593 = mul i32 %v592, 576
  %v594 = add i32 %v7, %v585
  %v595 = mul i32 %v594, 2
  %v596 = icmp ult i32 %v594, 288
  %v597 = mul i32 %v580, 256
  %v598 = mul i32 %v585, 2
  %v599 = add i32 %v597, %v598
  %v600 = getelementptr i8, ptr addrspace(3) @lds, i32 %v599
  %v601 = load <8 x bfloat>, ptr addrspace(3) %v600, align 16
  %v602 = add i32 %v587, %v595
  %v603 = select i1 %v596, i32 %v602, i32 -2147483648
  %v604 = bitcast <8 x bfloat> %v601 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v604, ptr addrspace(8) %v2, i32 %v603, i32 0, i32 0)
  %v605 = mul i32 %v582, 256
  %v606 = mul i32 %v585, 2
  %v607 = add i32 %v605, %v606
  %v608 = getelementptr i8, ptr addrspace(3) @lds, i32 %v607
  %v609 = load <8 x bfloat>, ptr addrspace(3) %v608, align 16
  %v610 = add i32 %v589, %v595
  %v611 = select i1 %v596, i32 %v610, i32 -2147483648
  %v612 = bitcast <8 x bfloat> %v609 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v612, ptr addrspace(8) %v2, i32 %v611, i32 0, i32 0)
  %v613 = mul i32 %v583, 256
  %v614 = mul i32 %v585, 2
  %v615 = add i32 %v613, %v614
  %v616 = getelementptr i8, ptr addrspace(3) @lds, i32 %v615
  %v617 = load <8 x bfloat>, ptr addrspace(3) %v616, align 16
  %v618 = add i32 %v591, %v595
  %v619 = select i1 %v596, i32 %v618, i32 -2147483648
  %v620 = bitcast <8 x bfloat> %v617 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v620, ptr addrspace(8) %v2, i32 %v619, i32 0, i32 0)
  %v621 = mul i32 %v584, 256
  %v622 = mul i32 %v585, 2
  %v623 = add i32 %v621, %v622
  %v624 = getelementptr i8, ptr addrspace(3) @lds, i32 %v623
  %v625 = load <8 x bfloat>, ptr addrspace(3) %v624, align 16
  %v626 = add i32 %v593, %v595
  %v627 = select i1 %v596, i32 %v626, i32 -2147483648
  %v628 = bitcast <8 x bfloat> %v625 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v628, ptr addrspace(8) %v2, i32 %v627, i32 0, i32 0)
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

attributes #0 = { nounwind "amdgpu-flat-work-group-size"="128,128" "target-cpu"="gfx950" "uniform-work-group-size"="true" }

!0 = !{!"amdgpu-synchronize-as", !"local"}
