target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [24576 x i8] poison, align 16

define amdgpu_kernel void @wgrad_gfx950_n2c32k32g1_i8x8_f3x3_s1x1_d1x1_p1x1_1x1_bf16_bf16_t32x128x64_w1x2_a32x32x16_mem_cshuffle_kouter_pad0x32_85106f229cb9(ptr addrspace(1) noalias readonly align 16 %dy, ptr addrspace(1) noalias readonly align 16 %x, ptr addrspace(1) noalias writeonly align 16 %dw) #0 {
entry:
  ; tensors
  %v0 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %dy, i16 0, i64 8192, i32 159744)
  %v1 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %x, i16 0, i64 8192, i32 159744)
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
  %v20 = mul i32 %v14, 64
  %v21 = mul i32 %v17, 2
  %v22 = add i32 %v20, %v21
  %v23 = getelementptr i8, ptr addrspace(3) @lds, i32 %v22
  %v24 = mul i32 %v16, 64
  %v25 = mul i32 %v17, 2
  %v26 = add i32 %v24, %v25
  %v27 = getelementptr i8, ptr addrspace(3) @lds, i32 %v26
  ; loader of x
  %v28 = getelementptr i8, ptr addrspace(3) @lds, i32 4096
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
  %v44 = mul i32 %v43, 512
  %v45 = add i32 -576, %v44
  %v46 = add i32 -1, %v43
  %v47 = mul i32 %v42, 64
  %v48 = add i32 %v45, %v47
  %v49 = add i32 -1, %v42
  %v50 = mul i32 %v40, 2
  %v51 = add i32 %v48, %v50
  %v52 = icmp ult i32 %v43, 3
  %v53 = urem i32 %v29, 8
  %v54 = udiv i32 %v29, 8
  %v55 = urem i32 %v54, 8
  %v56 = udiv i32 %v54, 8
  %v57 = urem i32 %v31, 8
  %v58 = udiv i32 %v31, 8
  %v59 = urem i32 %v58, 8
  %v60 = udiv i32 %v58, 8
  %v61 = urem i32 %v32, 8
  %v62 = udiv i32 %v32, 8
  %v63 = urem i32 %v62, 8
  %v64 = udiv i32 %v62, 8
  %v65 = urem i32 %v33, 8
  %v66 = udiv i32 %v33, 8
  %v67 = urem i32 %v66, 8
  %v68 = udiv i32 %v66, 8
  %v69 = urem i32 %v34, 8
  %v70 = udiv i32 %v34, 8
  %v71 = urem i32 %v70, 8
  %v72 = udiv i32 %v70, 8
  %v73 = urem i32 %v35, 8
  %v74 = udiv i32 %v35, 8
  %v75 = urem i32 %v74, 8
  %v76 = udiv i32 %v74, 8
  %v77 = urem i32 %v36, 8
  %v78 = udiv i32 %v36, 8
  %v79 = urem i32 %v78, 8
  %v80 = udiv i32 %v78, 8
  %v81 = urem i32 %v37, 8
  %v82 = udiv i32 %v37, 8
  %v83 = urem i32 %v82, 8
  %v84 = udiv i32 %v82, 8
  %v85 = mul i32 %v29, 320
  %v86 = mul i32 %v38, 2
  %v87 = add i32 %v85, %v86
  %v88 = getelementptr i8, ptr addrspace(3) %v28, i32 %v87
  %v89 = mul i32 %v31, 320
  %v90 = mul i32 %v38, 2
  %v91 = add i32 %v89, %v90
  %v92 = getelementptr i8, ptr addrspace(3) %v28, i32 %v91
  %v93 = mul i32 %v32, 320
  %v94 = mul i32 %v38, 2
  %v95 = add i32 %v93, %v94
  %v96 = getelementptr i8, ptr addrspace(3) %v28, i32 %v95
  %v97 = mul i32 %v33, 320
  %v98 = mul i32 %v38, 2
  %v99 = add i32 %v97, %v98
  %v100 = getelementptr i8, ptr addrspace(3) %v28, i32 %v99
  %v101 = mul i32 %v34, 320
  %v102 = mul i32 %v38, 2
  %v103 = add i32 %v101, %v102
  %v104 = getelementptr i8, ptr addrspace(3) %v28, i32 %v103
  %v105 = mul i32 %v35, 320
  %v106 = mul i32 %v38, 2
  %v107 = add i32 %v105, %v106
  %v108 = getelementptr i8, ptr addrspace(3) %v28, i32 %v107
  %v109 = mul i32 %v36, 320
  %v110 = mul i32 %v38, 2
  %v111 = add i32 %v109, %v110
  %v112 = getelementptr i8, ptr addrspace(3) %v28, i32 %v111
  %v113 = mul i32 %v37, 320
  %v114 = mul i32 %v38, 2
  %v115 = add i32 %v113, %v114
  %v116 = getelementptr i8, ptr addrspace(3) %v28, i32 %v115
  ; fragments
  %v117 = mul i32 %v13, 32
  %v118 = udiv i32 %v9, 16
  %v119 = urem i32 %v118, 2
  %v120 = mul i32 %v119, 16
  %v121 = urem i32 %v9, 4
  %v122 = mul i32 %v121, 4
  %v123 = add i32 %v120, %v122
  %v124 = add i32 %v117, %v123
  %v125 = udiv i32 %v9, 32
  %v126 = mul i32 %v125, 8
  %v127 = udiv i32 %v9, 4
  %v128 = urem i32 %v127, 4
  %v129 = add i32 %v126, %v128
  %v130 = mul i32 %v129, 64
  %v131 = mul i32 %v124, 2
  %v132 = add i32 %v130, %v131
  %v133 = getelementptr i8, ptr addrspace(3) @lds, i32 %v132
  %v134 = getelementptr i8, ptr addrspace(3) @lds, i32 4096
  %v135 = mul i32 %v12, 64
  %v136 = udiv i32 %v9, 16
  %v137 = urem i32 %v136, 2
  %v138 = mul i32 %v137, 16
  %v139 = urem i32 %v9, 4
  %v140 = mul i32 %v139, 4
  %v141 = add i32 %v138, %v140
  %v142 = add i32 %v135, %v141
  %v143 = udiv i32 %v9, 32
  %v144 = mul i32 %v143, 8
  %v145 = udiv i32 %v9, 4
  %v146 = urem i32 %v145, 4
  %v147 = add i32 %v144, %v146
  %v148 = mul i32 %v147, 320
  %v149 = mul i32 %v142, 2
  %v150 = add i32 %v148, %v149
  %v151 = getelementptr i8, ptr addrspace(3) %v134, i32 %v150
  ; main loop
  br label %loop0
loop0:
  %v152 = phi i32 [ 0, %entry ], [ %next0, %body0 ]
  %v153 = phi i32 [ %v14, %entry ], [ %v189, %body0 ]
  %v154 = phi i32 [ %v16, %entry ], [ %v190, %body0 ]
  %v155 = phi i32 [ %v56, %entry ], [ %v311, %body0 ]
  %v156 = phi i32 [ %v55, %entry ], [ %v156, %body0 ]
  %v157 = phi i32 [ %v53, %entry ], [ %v157, %body0 ]
  %v158 = phi i32 [ %v60, %entry ], [ %v312, %body0 ]
  %v159 = phi i32 [ %v59, %entry ], [ %v159, %body0 ]
  %v160 = phi i32 [ %v57, %entry ], [ %v160, %body0 ]
  %v161 = phi i32 [ %v64, %entry ], [ %v313, %body0 ]
  %v162 = phi i32 [ %v63, %entry ], [ %v162, %body0 ]
  %v163 = phi i32 [ %v61, %entry ], [ %v163, %body0 ]
  %v164 = phi i32 [ %v68, %entry ], [ %v314, %body0 ]
  %v165 = phi i32 [ %v67, %entry ], [ %v165, %body0 ]
  %v166 = phi i32 [ %v65, %entry ], [ %v166, %body0 ]
  %v167 = phi i32 [ %v72, %entry ], [ %v315, %body0 ]
  %v168 = phi i32 [ %v71, %entry ], [ %v168, %body0 ]
  %v169 = phi i32 [ %v69, %entry ], [ %v169, %body0 ]
  %v170 = phi i32 [ %v76, %entry ], [ %v316, %body0 ]
  %v171 = phi i32 [ %v75, %entry ], [ %v171, %body0 ]
  %v172 = phi i32 [ %v73, %entry ], [ %v172, %body0 ]
  %v173 = phi i32 [ %v80, %entry ], [ %v317, %body0 ]
  %v174 = phi i32 [ %v79, %entry ], [ %v174, %body0 ]
  %v175 = phi i32 [ %v77, %entry ], [ %v175, %body0 ]
  %v176 = phi i32 [ %v84, %entry ], [ %v318, %body0 ]
  %v177 = phi i32 [ %v83, %entry ], [ %v177, %body0 ]
  %v178 = phi i32 [ %v81, %entry ], [ %v178, %body0 ]
  %v179 = phi <16 x float> [ zeroinitializer, %entry ], [ %v383, %body0 ]
  %v180 = phi <16 x float> [ zeroinitializer, %entry ], [ %v384, %body0 ]
  %more0 = icmp ult i32 %v152, 2
  br i1 %more0, label %body0, label %done0
body0:
  ; fetch
  %v181 = mul i32 %v153, 64
  %v182 = mul i32 %v154, 64
  %v183 = add i32 %v19, %v181
  %v184 = add i32 %v19, %v182
  %v185 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v183, i32 0, i32 0)
  %v186 = bitcast <4 x i32> %v185 to <8 x bfloat>
  %v187 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v184, i32 0, i32 0)
  %v188 = bitcast <4 x i32> %v187 to <8 x bfloat>
  %v189 = add i32 %v153, 64
  %v190 = add i32 %v154, 64
  %v191 = mul i32 %v155, 4096
  %v192 = mul i32 %v156, 512
  %v193 = add i32 %v191, %v192
  %v194 = mul i32 %v157, 64
  %v195 = add i32 %v193, %v194
  %v196 = mul i32 %v158, 4096
  %v197 = mul i32 %v159, 512
  %v198 = add i32 %v196, %v197
  %v199 = mul i32 %v160, 64
  %v200 = add i32 %v198, %v199
  %v201 = mul i32 %v161, 4096
  %v202 = mul i32 %v162, 512
  %v203 = add i32 %v201, %v202
  %v204 = mul i32 %v163, 64
  %v205 = add i32 %v203, %v204
  %v206 = mul i32 %v164, 4096
  %v207 = mul i32 %v165, 512
  %v208 = add i32 %v206, %v207
  %v209 = mul i32 %v166, 64
  %v210 = add i32 %v208, %v209
  %v211 = mul i32 %v167, 4096
  %v212 = mul i32 %v168, 512
  %v213 = add i32 %v211, %v212
  %v214 = mul i32 %v169, 64
  %v215 = add i32 %v213, %v214
  %v216 = mul i32 %v170, 4096
  %v217 = mul i32 %v171, 512
  %v218 = add i32 %v216, %v217
  %v219 = mul i32 %v172, 64
  %v220 = add i32 %v218, %v219
  %v221 = mul i32 %v173, 4096
  %v222 = mul i32 %v174, 512
  %v223 = add i32 %v221, %v222
  %v224 = mul i32 %v175, 64
  %v225 = add i32 %v223, %v224
  %v226 = mul i32 %v176, 4096
  %v227 = mul i32 %v177, 512
  %v228 = add i32 %v226, %v227
  %v229 = mul i32 %v178, 64
  %v230 = add i32 %v228, %v229
  %v231 = add i32 %v51, %v195
  %v232 = add i32 %v46, %v156
  %v233 = icmp ult i32 %v232, 8
  %v234 = and i1 %v52, %v233
  %v235 = add i32 %v49, %v157
  %v236 = icmp ult i32 %v235, 8
  %v237 = and i1 %v234, %v236
  %v238 = add i32 %v51, %v200
  %v239 = add i32 %v46, %v159
  %v240 = icmp ult i32 %v239, 8
  %v241 = and i1 %v52, %v240
  %v242 = add i32 %v49, %v160
  %v243 = icmp ult i32 %v242, 8
  %v244 = and i1 %v241, %v243
  %v245 = add i32 %v51, %v205
  %v246 = add i32 %v46, %v162
  %v247 = icmp ult i32 %v246, 8
  %v248 = and i1 %v52, %v247
  %v249 = add i32 %v49, %v163
  %v250 = icmp ult i32 %v249, 8
  %v251 = and i1 %v248, %v250
  %v252 = add i32 %v51, %v210
  %v253 = add i32 %v46, %v165
  %v254 = icmp ult i32 %v253, 8
  %v255 = and i1 %v52, %v254
  %v256 = add i32 %v49, %v166
  %v257 = icmp ult i32 %v256, 8
  %v258 = and i1 %v255, %v257
  %v259 = add i32 %v51, %v215
  %v260 = add i32 %v46, %v168
  %v261 = icmp ult i32 %v260, 8
  %v262 = and i1 %v52, %v261
  %v263 = add i32 %v49, %v169
  %v264 = icmp ult i32 %v263, 8
  %v265 = and i1 %v262, %v264
  %v266 = add i32 %v51, %v220
  %v267 = add i32 %v46, %v171
  %v268 = icmp ult i32 %v267, 8
  %v269 = and i1 %v52, %v268
  %v270 = add i32 %v49, %v172
  %v271 = icmp ult i32 %v270, 8
  %v272 = and i1 %v269, %v271
  %v273 = add i32 %v51, %v225
  %v274 = add i32 %v46, %v174
  %v275 = icmp ult i32 %v274, 8
  %v276 = and i1 %v52, %v275
  %v277 = add i32 %v49, %v175
  %v278 = icmp ult i32 %v277, 8
  %v279 = and i1 %v276, %v278
  %v280 = add i32 %v51, %v230
  %v281 = add i32 %v46, %v177
  %v282 = icmp ult i32 %v281, 8
  %v283 = and i1 %v52, %v282
  %v284 = add i32 %v49, %v178
  %v285 = icmp ult i32 %v284, 8
  %v286 = and i1 %v283, %v285
  %v287 = select i1 %v237, i32 %v231, i32 -2147483648
  %v288 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v287, i32 0, i32 0)
  %v289 = bitcast <4 x i32> %v288 to <8 x bfloat>
  %v290 = select i1 %v244, i32 %v238, i32 -2147483648
  %v291 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v290, i32 0, i32 0)
  %v292 = bitcast <4 x i32> %v291 to <8 x bfloat>
  %v293 = select i1 %v251, i32 %v245, i32 -2147483648
  %v294 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v293, i32 0, i32 0)
  %v295 = bitcast <4 x i32> %v294 to <8 x bfloat>
  %v296 = select i1 %v258, i32 %v252, i32 -2147483648
  %v297 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v296, i32 0, i32 0)
  %v298 = bitcast <4 x i32> %v297 to <8 x bfloat>
  %v299 = select i1 %v265, i32 %v259, i32 -2147483648
  %v300 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v299, i32 0, i32 0)
  %v301 = bitcast <4 x i32> %v300 to <8 x bfloat>
  %v302 = select i1 %v272, i32 %v266, i32 -2147483648
  %v303 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v302, i32 0, i32 0)
  %v304 = bitcast <4 x i32> %v303 to <8 x bfloat>
  %v305 = select i1 %v279, i32 %v273, i32 -2147483648
  %v306 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v305, i32 0, i32 0)
  %v307 = bitcast <4 x i32> %v306 to <8 x bfloat>
  %v308 = select i1 %v286, i32 %v280, i32 -2147483648
  %v309 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v308, i32 0, i32 0)
  %v310 = bitcast <4 x i32> %v309 to <8 x bfloat>
  %v311 = add i32 %v155, 1
  %v312 = add i32 %v158, 1
  %v313 = add i32 %v161, 1
  %v314 = add i32 %v164, 1
  %v315 = add i32 %v167, 1
  %v316 = add i32 %v170, 1
  %v317 = add i32 %v173, 1
  %v318 = add i32 %v176, 1
  ; commit
  store <8 x bfloat> %v186, ptr addrspace(3) %v23, align 16
  store <8 x bfloat> %v188, ptr addrspace(3) %v27, align 16
  store <8 x bfloat> %v289, ptr addrspace(3) %v88, align 16
  store <8 x bfloat> %v292, ptr addrspace(3) %v92, align 16
  store <8 x bfloat> %v295, ptr addrspace(3) %v96, align 16
  store <8 x bfloat> %v298, ptr addrspace(3) %v100, align 16
  store <8 x bfloat> %v301, ptr addrspace(3) %v104, align 16
  store <8 x bfloat> %v304, ptr addrspace(3) %v108, align 16
  store <8 x bfloat> %v307, ptr addrspace(3) %v112, align 16
  store <8 x bfloat> %v310, ptr addrspace(3) %v116, align 16
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; compute
  %v319 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v133)
  %v320 = getelementptr i8, ptr addrspace(3) %v133, i32 256
  %v321 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v320)
  %v322 = shufflevector <4 x bfloat> %v319, <4 x bfloat> %v321, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v323 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v151)
  %v324 = getelementptr i8, ptr addrspace(3) %v151, i32 1280
  %v325 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v324)
  %v326 = shufflevector <4 x bfloat> %v323, <4 x bfloat> %v325, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v327 = getelementptr i8, ptr addrspace(3) %v151, i32 64
  %v328 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v327)
  %v329 = getelementptr i8, ptr addrspace(3) %v151, i32 1344
  %v330 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v329)
  %v331 = shufflevector <4 x bfloat> %v328, <4 x bfloat> %v330, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v332 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v322, <8 x bfloat> %v326, <16 x float> %v179, i32 0, i32 0, i32 0)
  %v333 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v322, <8 x bfloat> %v331, <16 x float> %v180, i32 0, i32 0, i32 0)
  %v334 = getelementptr i8, ptr addrspace(3) %v133, i32 1024
  %v335 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v334)
  %v336 = getelementptr i8, ptr addrspace(3) %v133, i32 1280
  %v337 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v336)
  %v338 = shufflevector <4 x bfloat> %v335, <4 x bfloat> %v337, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v339 = getelementptr i8, ptr addrspace(3) %v151, i32 5120
  %v340 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v339)
  %v341 = getelementptr i8, ptr addrspace(3) %v151, i32 6400
  %v342 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v341)
  %v343 = shufflevector <4 x bfloat> %v340, <4 x bfloat> %v342, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v344 = getelementptr i8, ptr addrspace(3) %v151, i32 5184
  %v345 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v344)
  %v346 = getelementptr i8, ptr addrspace(3) %v151, i32 6464
  %v347 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v346)
  %v348 = shufflevector <4 x bfloat> %v345, <4 x bfloat> %v347, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v349 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v338, <8 x bfloat> %v343, <16 x float> %v332, i32 0, i32 0, i32 0)
  %v350 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v338, <8 x bfloat> %v348, <16 x float> %v333, i32 0, i32 0, i32 0)
  %v351 = getelementptr i8, ptr addrspace(3) %v133, i32 2048
  %v352 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v351)
  %v353 = getelementptr i8, ptr addrspace(3) %v133, i32 2304
  %v354 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v353)
  %v355 = shufflevector <4 x bfloat> %v352, <4 x bfloat> %v354, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v356 = getelementptr i8, ptr addrspace(3) %v151, i32 10240
  %v357 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v356)
  %v358 = getelementptr i8, ptr addrspace(3) %v151, i32 11520
  %v359 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v358)
  %v360 = shufflevector <4 x bfloat> %v357, <4 x bfloat> %v359, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v361 = getelementptr i8, ptr addrspace(3) %v151, i32 10304
  %v362 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v361)
  %v363 = getelementptr i8, ptr addrspace(3) %v151, i32 11584
  %v364 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v363)
  %v365 = shufflevector <4 x bfloat> %v362, <4 x bfloat> %v364, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v366 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v355, <8 x bfloat> %v360, <16 x float> %v349, i32 0, i32 0, i32 0)
  %v367 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v355, <8 x bfloat> %v365, <16 x float> %v350, i32 0, i32 0, i32 0)
  %v368 = getelementptr i8, ptr addrspace(3) %v133, i32 3072
  %v369 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v368)
  %v370 = getelementptr i8, ptr addrspace(3) %v133, i32 3328
  %v371 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v370)
  %v372 = shufflevector <4 x bfloat> %v369, <4 x bfloat> %v371, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v373 = getelementptr i8, ptr addrspace(3) %v151, i32 15360
  %v374 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v373)
  %v375 = getelementptr i8, ptr addrspace(3) %v151, i32 16640
  %v376 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v375)
  %v377 = shufflevector <4 x bfloat> %v374, <4 x bfloat> %v376, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v378 = getelementptr i8, ptr addrspace(3) %v151, i32 15424
  %v379 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v378)
  %v380 = getelementptr i8, ptr addrspace(3) %v151, i32 16704
  %v381 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v380)
  %v382 = shufflevector <4 x bfloat> %v379, <4 x bfloat> %v381, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v383 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v372, <8 x bfloat> %v377, <16 x float> %v366, i32 0, i32 0, i32 0)
  %v384 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v372, <8 x bfloat> %v382, <16 x float> %v367, i32 0, i32 0, i32 0)
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %next0 = add i32 %v152, 1
  br label %loop0
done0:
  ; after the main loop
  ; epilogue
  %v385 = mul i32 %v13, 32
  %v386 = udiv i32 %v9, 32
  %v387 = mul i32 %v386, 4
  %v388 = add i32 %v385, %v387
  %v389 = mul i32 %v12, 64
  %v390 = urem i32 %v9, 32
  %v391 = add i32 %v389, %v390
  %v392 = mul i32 %v388, 256
  %v393 = mul i32 %v391, 2
  %v394 = add i32 %v392, %v393
  %v395 = getelementptr i8, ptr addrspace(3) @lds, i32 %v394
  %v396 = extractelement <16 x float> %v179, i32 0
  %v397 = fptrunc float %v396 to bfloat
  store bfloat %v397, ptr addrspace(3) %v395, align 2
  %v398 = extractelement <16 x float> %v179, i32 1
  %v399 = fptrunc float %v398 to bfloat
  %v400 = getelementptr i8, ptr addrspace(3) %v395, i32 256
  store bfloat %v399, ptr addrspace(3) %v400, align 2
  %v401 = extractelement <16 x float> %v179, i32 2
  %v402 = fptrunc float %v401 to bfloat
  %v403 = getelementptr i8, ptr addrspace(3) %v395, i32 512
  store bfloat %v402, ptr addrspace(3) %v403, align 2
  %v404 = extractelement <16 x float> %v179, i32 3
  %v405 = fptrunc float %v404 to bfloat
  %v406 = getelementptr i8, ptr addrspace(3) %v395, i32 768
  store bfloat %v405, ptr addrspace(3) %v406, align 2
  %v407 = extractelement <16 x float> %v179, i32 4
  %v408 = fptrunc float %v407 to bfloat
  %v409 = getelementptr i8, ptr addrspace(3) %v395, i32 2048
  store bfloat %v408, ptr addrspace(3) %v409, align 2
  %v410 = extractelement <16 x float> %v179, i32 5
  %v411 = fptrunc float %v410 to bfloat
  %v412 = getelementptr i8, ptr addrspace(3) %v395, i32 2304
  store bfloat %v411, ptr addrspace(3) %v412, align 2
  %v413 = extractelement <16 x float> %v179, i32 6
  %v414 = fptrunc float %v413 to bfloat
  %v415 = getelementptr i8, ptr addrspace(3) %v395, i32 2560
  store bfloat %v414, ptr addrspace(3) %v415, align 2
  %v416 = extractelement <16 x float> %v179, i32 7
  %v417 = fptrunc float %v416 to bfloat
  %v418 = getelementptr i8, ptr addrspace(3) %v395, i32 2816
  store bfloat %v417, ptr addrspace(3) %v418, align 2
  %v419 = extractelement <16 x float> %v179, i32 8
  %v420 = fptrunc float %v419 to bfloat
  %v421 = getelementptr i8, ptr addrspace(3) %v395, i32 4096
  store bfloat %v420, ptr addrspace(3) %v421, align 2
  %v422 = extractelement <16 x float> %v179, i32 9
  %v423 = fptrunc float %v422 to bfloat
  %v424 = getelementptr i8, ptr addrspace(3) %v395, i32 4352
  store bfloat %v423, ptr addrspace(3) %v424, align 2
  %v425 = extractelement <16 x float> %v179, i32 10
  %v426 = fptrunc float %v425 to bfloat
  %v427 = getelementptr i8, ptr addrspace(3) %v395, i32 4608
  store bfloat %v426, ptr addrspace(3) %v427, align 2
  %v428 = extractelement <16 x float> %v179, i32 11
  %v429 = fptrunc float %v428 to bfloat
  %v430 = getelementptr i8, ptr addrspace(3) %v395, i32 4864
  store bfloat %v429, ptr addrspace(3) %v430, align 2
  %v431 = extractelement <16 x float> %v179, i32 12
  %v432 = fptrunc float %v431 to bfloat
  %v433 = getelementptr i8, ptr addrspace(3) %v395, i32 6144
  store bfloat %v432, ptr addrspace(3) %v433, align 2
  %v434 = extractelement <16 x float> %v179, i32 13
  %v435 = fptrunc float %v434 to bfloat
  %v436 = getelementptr i8, ptr addrspace(3) %v395, i32 6400
  store bfloat %v435, ptr addrspace(3) %v436, align 2
  %v437 = extractelement <16 x float> %v179, i32 14
  %v438 = fptrunc float %v437 to bfloat
  %v439 = getelementptr i8, ptr addrspace(3) %v395, i32 6656
  store bfloat %v438, ptr addrspace(3) %v439, align 2
  %v440 = extractelement <16 x float> %v179, i32 15
  %v441 = fptrunc float %v440 to bfloat
  %v442 = getelementptr i8, ptr addrspace(3) %v395, i32 6912
  store bfloat %v441, ptr addrspace(3) %v442, align 2
  %v443 = extractelement <16 x float> %v180, i32 0
  %v444 = fptrunc float %v443 to bfloat
  %v445 = getelementptr i8, ptr addrspace(3) %v395, i32 64
  store bfloat %v444, ptr addrspace(3) %v445, align 2
  %v446 = extractelement <16 x float> %v180, i32 1
  %v447 = fptrunc float %v446 to bfloat
  %v448 = getelementptr i8, ptr addrspace(3) %v395, i32 320
  store bfloat %v447, ptr addrspace(3) %v448, align 2
  %v449 = extractelement <16 x float> %v180, i32 2
  %v450 = fptrunc float %v449 to bfloat
  %v451 = getelementptr i8, ptr addrspace(3) %v395, i32 576
  store bfloat %v450, ptr addrspace(3) %v451, align 2
  %v452 = extractelement <16 x float> %v180, i32 3
  %v453 = fptrunc float %v452 to bfloat
  %v454 = getelementptr i8, ptr addrspace(3) %v395, i32 832
  store bfloat %v453, ptr addrspace(3) %v454, align 2
  %v455 = extractelement <16 x float> %v180, i32 4
  %v456 = fptrunc float %v455 to bfloat
  %v457 = getelementptr i8, ptr addrspace(3) %v395, i32 2112
  store bfloat %v456, ptr addrspace(3) %v457, align 2
  %v458 = extractelement <16 x float> %v180, i32 5
  %v459 = fptrunc float %v458 to bfloat
  %v460 = getelementptr i8, ptr addrspace(3) %v395, i32 2368
  store bfloat %v459, ptr addrspace(3) %v460, align 2
  %v461 = extractelement <16 x float> %v180, i32 6
  %v462 = fptrunc float %v461 to bfloat
  %v463 = getelementptr i8, ptr addrspace(3) %v395, i32 2624
  store bfloat %v462, ptr addrspace(3) %v463, align 2
  %v464 = extractelement <16 x float> %v180, i32 7
  %v465 = fptrunc float %v464 to bfloat
  %v466 = getelementptr i8, ptr addrspace(3) %v395, i32 2880
  store bfloat %v465, ptr addrspace(3) %v466, align 2
  %v467 = extractelement <16 x float> %v180, i32 8
  %v468 = fptrunc float %v467 to bfloat
  %v469 = getelementptr i8, ptr addrspace(3) %v395, i32 4160
  store bfloat %v468, ptr addrspace(3) %v469, align 2
  %v470 = extractelement <16 x float> %v180, i32 9
  %v471 = fptrunc float %v470 to bfloat
  %v472 = getelementptr i8, ptr addrspace(3) %v395, i32 4416
  store bfloat %v471, ptr addrspace(3) %v472, align 2
  %v473 = extractelement <16 x float> %v180, i32 10
  %v474 = fptrunc float %v473 to bfloat
  %v475 = getelementptr i8, ptr addrspace(3) %v395, i32 4672
  store bfloat %v474, ptr addrspace(3) %v475, align 2
  %v476 = extractelement <16 x float> %v180, i32 11
  %v477 = fptrunc float %v476 to bfloat
  %v478 = getelementptr i8, ptr addrspace(3) %v395, i32 4928
  store bfloat %v477, ptr addrspace(3) %v478, align 2
  %v479 = extractelement <16 x float> %v180, i32 12
  %v480 = fptrunc float %v479 to bfloat
  %v481 = getelementptr i8, ptr addrspace(3) %v395, i32 6208
  store bfloat %v480, ptr addrspace(3) %v481, align 2
  %v482 = extractelement <16 x float> %v180, i32 13
  %v483 = fptrunc float %v482 to bfloat
  %v484 = getelementptr i8, ptr addrspace(3) %v395, i32 6464
  store bfloat %v483, ptr addrspace(3) %v484, align 2
  %v485 = extractelement <16 x float> %v180, i32 14
  %v486 = fptrunc float %v485 to bfloat
  %v487 = getelementptr i8, ptr addrspace(3) %v395, i32 6720
  store bfloat %v486, ptr addrspace(3) %v487, align 2
  %v488 = extractelement <16 x float> %v180, i32 15
  %v489 = fptrunc float %v488 to bfloat
  %v490 = getelementptr i8, ptr addrspace(3) %v395, i32 6976
  store bfloat %v489, ptr addrspace(3) %v490, align 2
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; epilogue: wide stores
  %v491 = udiv i32 %v8, 16
  %v492 = urem i32 %v8, 16
  %v493 = add i32 %v491, 8
  %v494 = add i32 %v491, 16
  %v495 = add i32 %v491, 24
  %v496 = mul i32 %v492, 8
  %v497 = add i32 %v6, %v491
  %v498 = mul i32 %v497, 576
  %v499 = add i32 %v6, %v493
  %v500 = mul i32 %v499, 576
  %v501 = add i32 %v6, %v494
  %v502 = mul i32 %v501, 576
  %v503 = add i32 %v6, %v495
  %v504 = mul i32 %v503, 576
  %v505 = add i32 %v7, %v496
  %v506 = mul i32 %v505, 2
  %v507 = icmp ult i32 %v505, 288
  %v508 = mul i32 %v491, 256
  %v509 = mul i32 %v496, 2
  %v510 = add i32 %v508, %v509
  %v511 = getelementptr i8, ptr addrspace(3) @lds, i32 %v510
  %v512 = load <8 x bfloat>, ptr addrspace(3) %v511, align 16
  %v513 = add i32 %v498, %v506
  %v514 = select i1 %v507, i32 %v513, i32 -2147483648
  %v515 = bitcast <8 x bfloat> %v512 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v515, ptr addrspace(8) %v2, i32 %v514, i32 0, i32 0)
  %v516 = mul i32 %v493, 256
  %v517 = mul i32 %v496, 2
  %v518 = add i32 %v516, %v517
  %v519 = getelementptr i8, ptr addrspace(3) @lds, i32 %v518
  %v520 = load <8 x bfloat>, ptr addrspace(3) %v519, align 16
  %v521 = add i32 %v500, %v506
  %v522 = select i1 %v507, i32 %v521, i32 -2147483648
  %v523 = bitcast <8 x bfloat> %v520 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v523, ptr addrspace(8) %v2, i32 %v522, i32 0, i32 0)
  %v524 = mul i32 %v494, 256
  %v525 = mul i32 %v496, 2
  %v526 = add i32 %v524, %v525
  %v527 = getelementptr i8, ptr addrspace(3) @lds, i32 %v526
  %v528 = load <8 x bfloat>, ptr addrspace(3) %v527, align 16
  %v529 = add i32 %v502, %v506
  %v530 = select i1 %v507, i32 %v529, i32 -2147483648
  %v531 = bitcast <8 x bfloat> %v528 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v531, ptr addrspace(8) %v2, i32 %v530, i32 0, i32 0)
  %v532 = mul i32 %v495, 256
  %v533 = mul i32 %v496, 2
  %v534 = add i32 %v532, %v533
  %v535 = getelementptr i8, ptr addrspace(3) @lds, i32 %v534
  %v536 = load <8 x bfloat>, ptr addrspace(3) %v535, align 16
  %v537 = add i32 %v504, %v506
  %v538 = select i1 %v507, i32 %v537, i32 -2147483648
  %v539 = bitcast <8 x bfloat> %v536 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v539, ptr addrspace(8) %v2, i32 %v538, i32 0, i32 0)
  ret void
}

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1), i16, i64, i32)
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8), i32, i32, i32 immarg)
declare void @llvm.amdgcn.s.barrier()
declare <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3))
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat>, <8 x bfloat>, <16 x float>, i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32>, ptr addrspace(8), i32, i32, i32 immarg)

attributes #0 = { nounwind "amdgpu-flat-work-group-size"="128,128" "target-cpu"="gfx950" "uniform-work-group-size"="true" }

!0 = !{!"amdgpu-synchronize-as", !"local"}
