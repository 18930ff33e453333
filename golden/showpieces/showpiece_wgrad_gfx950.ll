target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [24576 x i8] poison, align 16

define amdgpu_kernel void @wgrad_gfx950_n2c32k32g1_i8x8_f3x3_s1x1_d1x1_p1x1_1x1_bf16_bf16_t32x128x64_w1x2_a32x32x16_mem_cshuffle_kouter_pad0x32_e9410ff4ef27(ptr addrspace(1) noalias readonly align 16 %dy, ptr addrspace(1) noalias readonly align 16 %x, ptr addrspace(1) noalias writeonly align 16 %dw) #0 {
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
  %v57 = mul i32 %v29, 320
  %v58 = mul i32 %v38, 2
  %v59 = add i32 %v57, %v58
  %v60 = getelementptr i8, ptr addrspace(3) %v28, i32 %v59
  %v61 = mul i32 %v31, 320
  %v62 = mul i32 %v38, 2
  %v63 = add i32 %v61, %v62
  %v64 = getelementptr i8, ptr addrspace(3) %v28, i32 %v63
  %v65 = mul i32 %v32, 320
  %v66 = mul i32 %v38, 2
  %v67 = add i32 %v65, %v66
  %v68 = getelementptr i8, ptr addrspace(3) %v28, i32 %v67
  %v69 = mul i32 %v33, 320
  %v70 = mul i32 %v38, 2
  %v71 = add i32 %v69, %v70
  %v72 = getelementptr i8, ptr addrspace(3) %v28, i32 %v71
  %v73 = mul i32 %v34, 320
  %v74 = mul i32 %v38, 2
  %v75 = add i32 %v73, %v74
  %v76 = getelementptr i8, ptr addrspace(3) %v28, i32 %v75
  %v77 = mul i32 %v35, 320
  %v78 = mul i32 %v38, 2
  %v79 = add i32 %v77, %v78
  %v80 = getelementptr i8, ptr addrspace(3) %v28, i32 %v79
  %v81 = mul i32 %v36, 320
  %v82 = mul i32 %v38, 2
  %v83 = add i32 %v81, %v82
  %v84 = getelementptr i8, ptr addrspace(3) %v28, i32 %v83
  %v85 = mul i32 %v37, 320
  %v86 = mul i32 %v38, 2
  %v87 = add i32 %v85, %v86
  %v88 = getelementptr i8, ptr addrspace(3) %v28, i32 %v87
  ; fragments
  %v89 = mul i32 %v13, 32
  %v90 = udiv i32 %v9, 16
  %v91 = urem i32 %v90, 2
  %v92 = mul i32 %v91, 16
  %v93 = urem i32 %v9, 4
  %v94 = mul i32 %v93, 4
  %v95 = add i32 %v92, %v94
  %v96 = add i32 %v89, %v95
  %v97 = udiv i32 %v9, 32
  %v98 = mul i32 %v97, 8
  %v99 = udiv i32 %v9, 4
  %v100 = urem i32 %v99, 4
  %v101 = add i32 %v98, %v100
  %v102 = mul i32 %v101, 64
  %v103 = mul i32 %v96, 2
  %v104 = add i32 %v102, %v103
  %v105 = getelementptr i8, ptr addrspace(3) @lds, i32 %v104
  %v106 = getelementptr i8, ptr addrspace(3) @lds, i32 4096
  %v107 = mul i32 %v12, 64
  %v108 = udiv i32 %v9, 16
  %v109 = urem i32 %v108, 2
  %v110 = mul i32 %v109, 16
  %v111 = urem i32 %v9, 4
  %v112 = mul i32 %v111, 4
  %v113 = add i32 %v110, %v112
  %v114 = add i32 %v107, %v113
  %v115 = udiv i32 %v9, 32
  %v116 = mul i32 %v115, 8
  %v117 = udiv i32 %v9, 4
  %v118 = urem i32 %v117, 4
  %v119 = add i32 %v116, %v118
  %v120 = mul i32 %v119, 320
  %v121 = mul i32 %v114, 2
  %v122 = add i32 %v120, %v121
  %v123 = getelementptr i8, ptr addrspace(3) %v106, i32 %v122
  %v124 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> zeroinitializer)
  ; main loop
  br label %loop0
loop0:
  %v125 = phi i32 [ 0, %entry ], [ %next0, %body0 ]
  %v126 = phi i32 [ %v14, %entry ], [ %v141, %body0 ]
  %v127 = phi i32 [ %v56, %entry ], [ %v304, %body0 ]
  %v128 = phi i32 [ %v55, %entry ], [ %v128, %body0 ]
  %v129 = phi i32 [ %v53, %entry ], [ %v129, %body0 ]
  %v130 = phi <16 x float> [ %v124, %entry ], [ %v369, %body0 ]
  %v131 = phi <16 x float> [ %v124, %entry ], [ %v370, %body0 ]
  %more0 = icmp ult i32 %v125, 2
  br i1 %more0, label %body0, label %done0
body0:
  ; fetch
  %v132 = mul i32 %v126, 64
  %v133 = add i32 %v126, 32
  %v134 = mul i32 %v133, 64
  %v135 = add i32 %v19, %v132
  %v136 = add i32 %v19, %v134
  %v137 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v135, i32 0, i32 0)
  %v138 = bitcast <4 x i32> %v137 to <8 x bfloat>
  %v139 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v136, i32 0, i32 0)
  %v140 = bitcast <4 x i32> %v139 to <8 x bfloat>
  %v141 = add i32 %v126, 64
  %v142 = mul i32 %v127, 4096
  %v143 = mul i32 %v128, 512
  %v144 = add i32 %v142, %v143
  %v145 = mul i32 %v129, 64
  %v146 = add i32 %v144, %v145
  %v147 = add i32 %v128, 1
  %v148 = icmp uge i32 %v147, 8
  %v149 = sub i32 %v147, 8
  %v150 = select i1 %v148, i32 %v149, i32 %v147
  %v151 = select i1 %v148, i32 1, i32 0
  %v152 = add i32 %v127, %v151
  %v153 = mul i32 %v152, 4096
  %v154 = mul i32 %v150, 512
  %v155 = add i32 %v153, %v154
  %v156 = mul i32 %v129, 64
  %v157 = add i32 %v155, %v156
  %v158 = add i32 %v150, 1
  %v159 = icmp uge i32 %v158, 8
  %v160 = sub i32 %v158, 8
  %v161 = select i1 %v159, i32 %v160, i32 %v158
  %v162 = select i1 %v159, i32 1, i32 0
  %v163 = add i32 %v152, %v162
  %v164 = mul i32 %v163, 4096
  %v165 = mul i32 %v161, 512
  %v166 = add i32 %v164, %v165
  %v167 = mul i32 %v129, 64
  %v168 = add i32 %v166, %v167
  %v169 = add i32 %v161, 1
  %v170 = icmp uge i32 %v169, 8
  %v171 = sub i32 %v169, 8
  %v172 = select i1 %v170, i32 %v171, i32 %v169
  %v173 = select i1 %v170, i32 1, i32 0
  %v174 = add i32 %v163, %v173
  %v175 = mul i32 %v174, 4096
  %v176 = mul i32 %v172, 512
  %v177 = add i32 %v175, %v176
  %v178 = mul i32 %v129, 64
  %v179 = add i32 %v177, %v178
  %v180 = add i32 %v172, 1
  %v181 = icmp uge i32 %v180, 8
  %v182 = sub i32 %v180, 8
  %v183 = select i1 %v181, i32 %v182, i32 %v180
  %v184 = select i1 %v181, i32 1, i32 0
  %v185 = add i32 %v174, %v184
  %v186 = mul i32 %v185, 4096
  %v187 = mul i32 %v183, 512
  %v188 = add i32 %v186, %v187
  %v189 = mul i32 %v129, 64
  %v190 = add i32 %v188, %v189
  %v191 = add i32 %v183, 1
  %v192 = icmp uge i32 %v191, 8
  %v193 = sub i32 %v191, 8
  %v194 = select i1 %v192, i32 %v193, i32 %v191
  %v195 = select i1 %v192, i32 1, i32 0
  %v196 = add i32 %v185, %v195
  %v197 = mul i32 %v196, 4096
  %v198 = mul i32 %v194, 512
  %v199 = add i32 %v197, %v198
  %v200 = mul i32 %v129, 64
  %v201 = add i32 %v199, %v200
  %v202 = add i32 %v194, 1
  %v203 = icmp uge i32 %v202, 8
  %v204 = sub i32 %v202, 8
  %v205 = select i1 %v203, i32 %v204, i32 %v202
  %v206 = select i1 %v203, i32 1, i32 0
  %v207 = add i32 %v196, %v206
  %v208 = mul i32 %v207, 4096
  %v209 = mul i32 %v205, 512
  %v210 = add i32 %v208, %v209
  %v211 = mul i32 %v129, 64
  %v212 = add i32 %v210, %v211
  %v213 = add i32 %v205, 1
  %v214 = icmp uge i32 %v213, 8
  %v215 = sub i32 %v213, 8
  %v216 = select i1 %v214, i32 %v215, i32 %v213
  %v217 = select i1 %v214, i32 1, i32 0
  %v218 = add i32 %v207, %v217
  %v219 = mul i32 %v218, 4096
  %v220 = mul i32 %v216, 512
  %v221 = add i32 %v219, %v220
  %v222 = mul i32 %v129, 64
  %v223 = add i32 %v221, %v222
  %v224 = add i32 %v51, %v146
  %v225 = add i32 %v46, %v128
  %v226 = icmp ult i32 %v225, 8
  %v227 = and i1 %v52, %v226
  %v228 = add i32 %v49, %v129
  %v229 = icmp ult i32 %v228, 8
  %v230 = and i1 %v227, %v229
  %v231 = add i32 %v51, %v157
  %v232 = add i32 %v46, %v150
  %v233 = icmp ult i32 %v232, 8
  %v234 = and i1 %v52, %v233
  %v235 = add i32 %v49, %v129
  %v236 = icmp ult i32 %v235, 8
  %v237 = and i1 %v234, %v236
  %v238 = add i32 %v51, %v168
  %v239 = add i32 %v46, %v161
  %v240 = icmp ult i32 %v239, 8
  %v241 = and i1 %v52, %v240
  %v242 = add i32 %v49, %v129
  %v243 = icmp ult i32 %v242, 8
  %v244 = and i1 %v241, %v243
  %v245 = add i32 %v51, %v179
  %v246 = add i32 %v46, %v172
  %v247 = icmp ult i32 %v246, 8
  %v248 = and i1 %v52, %v247
  %v249 = add i32 %v49, %v129
  %v250 = icmp ult i32 %v249, 8
  %v251 = and i1 %v248, %v250
  %v252 = add i32 %v51, %v190
  %v253 = add i32 %v46, %v183
  %v254 = icmp ult i32 %v253, 8
  %v255 = and i1 %v52, %v254
  %v256 = add i32 %v49, %v129
  %v257 = icmp ult i32 %v256, 8
  %v258 = and i1 %v255, %v257
  %v259 = add i32 %v51, %v201
  %v260 = add i32 %v46, %v194
  %v261 = icmp ult i32 %v260, 8
  %v262 = and i1 %v52, %v261
  %v263 = add i32 %v49, %v129
  %v264 = icmp ult i32 %v263, 8
  %v265 = and i1 %v262, %v264
  %v266 = add i32 %v51, %v212
  %v267 = add i32 %v46, %v205
  %v268 = icmp ult i32 %v267, 8
  %v269 = and i1 %v52, %v268
  %v270 = add i32 %v49, %v129
  %v271 = icmp ult i32 %v270, 8
  %v272 = and i1 %v269, %v271
  %v273 = add i32 %v51, %v223
  %v274 = add i32 %v46, %v216
  %v275 = icmp ult i32 %v274, 8
  %v276 = and i1 %v52, %v275
  %v277 = add i32 %v49, %v129
  %v278 = icmp ult i32 %v277, 8
  %v279 = and i1 %v276, %v278
  %v280 = select i1 %v230, i32 %v224, i32 -2147483648
  %v281 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v280, i32 0, i32 0)
  %v282 = bitcast <4 x i32> %v281 to <8 x bfloat>
  %v283 = select i1 %v237, i32 %v231, i32 -2147483648
  %v284 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v283, i32 0, i32 0)
  %v285 = bitcast <4 x i32> %v284 to <8 x bfloat>
  %v286 = select i1 %v244, i32 %v238, i32 -2147483648
  %v287 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v286, i32 0, i32 0)
  %v288 = bitcast <4 x i32> %v287 to <8 x bfloat>
  %v289 = select i1 %v251, i32 %v245, i32 -2147483648
  %v290 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v289, i32 0, i32 0)
  %v291 = bitcast <4 x i32> %v290 to <8 x bfloat>
  %v292 = select i1 %v258, i32 %v252, i32 -2147483648
  %v293 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v292, i32 0, i32 0)
  %v294 = bitcast <4 x i32> %v293 to <8 x bfloat>
  %v295 = select i1 %v265, i32 %v259, i32 -2147483648
  %v296 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v295, i32 0, i32 0)
  %v297 = bitcast <4 x i32> %v296 to <8 x bfloat>
  %v298 = select i1 %v272, i32 %v266, i32 -2147483648
  %v299 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v298, i32 0, i32 0)
  %v300 = bitcast <4 x i32> %v299 to <8 x bfloat>
  %v301 = select i1 %v279, i32 %v273, i32 -2147483648
  %v302 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v301, i32 0, i32 0)
  %v303 = bitcast <4 x i32> %v302 to <8 x bfloat>
  %v304 = add i32 %v127, 1
  ; commit
  store <8 x bfloat> %v138, ptr addrspace(3) %v23, align 16
  store <8 x bfloat> %v140, ptr addrspace(3) %v27, align 16
  store <8 x bfloat> %v282, ptr addrspace(3) %v60, align 16
  store <8 x bfloat> %v285, ptr addrspace(3) %v64, align 16
  store <8 x bfloat> %v288, ptr addrspace(3) %v68, align 16
  store <8 x bfloat> %v291, ptr addrspace(3) %v72, align 16
  store <8 x bfloat> %v294, ptr addrspace(3) %v76, align 16
  store <8 x bfloat> %v297, ptr addrspace(3) %v80, align 16
  store <8 x bfloat> %v300, ptr addrspace(3) %v84, align 16
  store <8 x bfloat> %v303, ptr addrspace(3) %v88, align 16
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; compute
  %v305 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v105)
  %v306 = getelementptr i8, ptr addrspace(3) %v105, i32 256
  %v307 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v306)
  %v308 = shufflevector <4 x bfloat> %v305, <4 x bfloat> %v307, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v309 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v123)
  %v310 = getelementptr i8, ptr addrspace(3) %v123, i32 1280
  %v311 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v310)
  %v312 = shufflevector <4 x bfloat> %v309, <4 x bfloat> %v311, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v313 = getelementptr i8, ptr addrspace(3) %v123, i32 64
  %v314 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v313)
  %v315 = getelementptr i8, ptr addrspace(3) %v123, i32 1344
  %v316 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v315)
  %v317 = shufflevector <4 x bfloat> %v314, <4 x bfloat> %v316, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v318 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v308, <8 x bfloat> %v312, <16 x float> %v130, i32 0, i32 0, i32 0)
  %v319 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v308, <8 x bfloat> %v317, <16 x float> %v131, i32 0, i32 0, i32 0)
  %v320 = getelementptr i8, ptr addrspace(3) %v105, i32 1024
  %v321 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v320)
  %v322 = getelementptr i8, ptr addrspace(3) %v105, i32 1280
  %v323 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v322)
  %v324 = shufflevector <4 x bfloat> %v321, <4 x bfloat> %v323, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v325 = getelementptr i8, ptr addrspace(3) %v123, i32 5120
  %v326 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v325)
  %v327 = getelementptr i8, ptr addrspace(3) %v123, i32 6400
  %v328 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v327)
  %v329 = shufflevector <4 x bfloat> %v326, <4 x bfloat> %v328, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v330 = getelementptr i8, ptr addrspace(3) %v123, i32 5184
  %v331 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v330)
  %v332 = getelementptr i8, ptr addrspace(3) %v123, i32 6464
  %v333 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v332)
  %v334 = shufflevector <4 x bfloat> %v331, <4 x bfloat> %v333, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v335 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v324, <8 x bfloat> %v329, <16 x float> %v318, i32 0, i32 0, i32 0)
  %v336 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v324, <8 x bfloat> %v334, <16 x float> %v319, i32 0, i32 0, i32 0)
  %v337 = getelementptr i8, ptr addrspace(3) %v105, i32 2048
  %v338 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v337)
  %v339 = getelementptr i8, ptr addrspace(3) %v105, i32 2304
  %v340 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v339)
  %v341 = shufflevector <4 x bfloat> %v338, <4 x bfloat> %v340, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v342 = getelementptr i8, ptr addrspace(3) %v123, i32 10240
  %v343 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v342)
  %v344 = getelementptr i8, ptr addrspace(3) %v123, i32 11520
  %v345 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v344)
  %v346 = shufflevector <4 x bfloat> %v343, <4 x bfloat> %v345, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v347 = getelementptr i8, ptr addrspace(3) %v123, i32 10304
  %v348 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v347)
  %v349 = getelementptr i8, ptr addrspace(3) %v123, i32 11584
  %v350 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v349)
  %v351 = shufflevector <4 x bfloat> %v348, <4 x bfloat> %v350, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v352 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v341, <8 x bfloat> %v346, <16 x float> %v335, i32 0, i32 0, i32 0)
  %v353 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v341, <8 x bfloat> %v351, <16 x float> %v336, i32 0, i32 0, i32 0)
  %v354 = getelementptr i8, ptr addrspace(3) %v105, i32 3072
  %v355 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v354)
  %v356 = getelementptr i8, ptr addrspace(3) %v105, i32 3328
  %v357 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v356)
  %v358 = shufflevector <4 x bfloat> %v355, <4 x bfloat> %v357, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v359 = getelementptr i8, ptr addrspace(3) %v123, i32 15360
  %v360 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v359)
  %v361 = getelementptr i8, ptr addrspace(3) %v123, i32 16640
  %v362 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v361)
  %v363 = shufflevector <4 x bfloat> %v360, <4 x bfloat> %v362, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v364 = getelementptr i8, ptr addrspace(3) %v123, i32 15424
  %v365 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v364)
  %v366 = getelementptr i8, ptr addrspace(3) %v123, i32 16704
  %v367 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v366)
  %v368 = shufflevector <4 x bfloat> %v365, <4 x bfloat> %v367, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v369 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v358, <8 x bfloat> %v363, <16 x float> %v352, i32 0, i32 0, i32 0)
  %v370 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v358, <8 x bfloat> %v368, <16 x float> %v353, i32 0, i32 0, i32 0)
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %next0 = add i32 %v125, 1
  br label %loop0
done0:
  ; after the main loop
  ; epilogue
  %v371 = mul i32 %v13, 32
  %v372 = udiv i32 %v9, 32
  %v373 = mul i32 %v372, 4
  %v374 = add i32 %v371, %v373
  %v375 = mul i32 %v12, 64
  %v376 = urem i32 %v9, 32
  %v377 = add i32 %v375, %v376
  %v378 = mul i32 %v374, 256
  %v379 = mul i32 %v377, 2
  %v380 = add i32 %v378, %v379
  %v381 = getelementptr i8, ptr addrspace(3) @lds, i32 %v380
  %v382 = extractelement <16 x float> %v130, i32 0
  %v383 = fptrunc float %v382 to bfloat
  store bfloat %v383, ptr addrspace(3) %v381, align 2
  %v384 = extractelement <16 x float> %v130, i32 1
  %v385 = fptrunc float %v384 to bfloat
  %v386 = getelementptr i8, ptr addrspace(3) %v381, i32 256
  store bfloat %v385, ptr addrspace(3) %v386, align 2
  %v387 = extractelement <16 x float> %v130, i32 2
  %v388 = fptrunc float %v387 to bfloat
  %v389 = getelementptr i8, ptr addrspace(3) %v381, i32 512
  store bfloat %v388, ptr addrspace(3) %v389, align 2
  %v390 = extractelement <16 x float> %v130, i32 3
  %v391 = fptrunc float %v390 to bfloat
  %v392 = getelementptr i8, ptr addrspace(3) %v381, i32 768
  store bfloat %v391, ptr addrspace(3) %v392, align 2
  %v393 = extractelement <16 x float> %v130, i32 4
  %v394 = fptrunc float %v393 to bfloat
  %v395 = getelementptr i8, ptr addrspace(3) %v381, i32 2048
  store bfloat %v394, ptr addrspace(3) %v395, align 2
  %v396 = extractelement <16 x float> %v130, i32 5
  %v397 = fptrunc float %v396 to bfloat
  %v398 = getelementptr i8, ptr addrspace(3) %v381, i32 2304
  store bfloat %v397, ptr addrspace(3) %v398, align 2
  %v399 = extractelement <16 x float> %v130, i32 6
  %v400 = fptrunc float %v399 to bfloat
  %v401 = getelementptr i8, ptr addrspace(3) %v381, i32 2560
  store bfloat %v400, ptr addrspace(3) %v401, align 2
  %v402 = extractelement <16 x float> %v130, i32 7
  %v403 = fptrunc float %v402 to bfloat
  %v404 = getelementptr i8, ptr addrspace(3) %v381, i32 2816
  store bfloat %v403, ptr addrspace(3) %v404, align 2
  %v405 = extractelement <16 x float> %v130, i32 8
  %v406 = fptrunc float %v405 to bfloat
  %v407 = getelementptr i8, ptr addrspace(3) %v381, i32 4096
  store bfloat %v406, ptr addrspace(3) %v407, align 2
  %v408 = extractelement <16 x float> %v130, i32 9
  %v409 = fptrunc float %v408 to bfloat
  %v410 = getelementptr i8, ptr addrspace(3) %v381, i32 4352
  store bfloat %v409, ptr addrspace(3) %v410, align 2
  %v411 = extractelement <16 x float> %v130, i32 10
  %v412 = fptrunc float %v411 to bfloat
  %v413 = getelementptr i8, ptr addrspace(3) %v381, i32 4608
  store bfloat %v412, ptr addrspace(3) %v413, align 2
  %v414 = extractelement <16 x float> %v130, i32 11
  %v415 = fptrunc float %v414 to bfloat
  %v416 = getelementptr i8, ptr addrspace(3) %v381, i32 4864
  store bfloat %v415, ptr addrspace(3) %v416, align 2
  %v417 = extractelement <16 x float> %v130, i32 12
  %v418 = fptrunc float %v417 to bfloat
  %v419 = getelementptr i8, ptr addrspace(3) %v381, i32 6144
  store bfloat %v418, ptr addrspace(3) %v419, align 2
  %v420 = extractelement <16 x float> %v130, i32 13
  %v421 = fptrunc float %v420 to bfloat
  %v422 = getelementptr i8, ptr addrspace(3) %v381, i32 6400
  store bfloat %v421, ptr addrspace(3) %v422, align 2
  %v423 = extractelement <16 x float> %v130, i32 14
  %v424 = fptrunc float %v423 to bfloat
  %v425 = getelementptr i8, ptr addrspace(3) %v381, i32 6656
  store bfloat %v424, ptr addrspace(3) %v425, align 2
  %v426 = extractelement <16 x float> %v130, i32 15
  %v427 = fptrunc float %v426 to bfloat
  %v428 = getelementptr i8, ptr addrspace(3) %v381, i32 6912
  store bfloat %v427, ptr addrspace(3) %v428, align 2
  %v429 = extractelement <16 x float> %v131, i32 0
  %v430 = fptrunc float %v429 to bfloat
  %v431 = getelementptr i8, ptr addrspace(3) %v381, i32 64
  store bfloat %v430, ptr addrspace(3) %v431, align 2
  %v432 = extractelement <16 x float> %v131, i32 1
  %v433 = fptrunc float %v432 to bfloat
  %v434 = getelementptr i8, ptr addrspace(3) %v381, i32 320
  store bfloat %v433, ptr addrspace(3) %v434, align 2
  %v435 = extractelement <16 x float> %v131, i32 2
  %v436 = fptrunc float %v435 to bfloat
  %v437 = getelementptr i8, ptr addrspace(3) %v381, i32 576
  store bfloat %v436, ptr addrspace(3) %v437, align 2
  %v438 = extractelement <16 x float> %v131, i32 3
  %v439 = fptrunc float %v438 to bfloat
  %v440 = getelementptr i8, ptr addrspace(3) %v381, i32 832
  store bfloat %v439, ptr addrspace(3) %v440, align 2
  %v441 = extractelement <16 x float> %v131, i32 4
  %v442 = fptrunc float %v441 to bfloat
  %v443 = getelementptr i8, ptr addrspace(3) %v381, i32 2112
  store bfloat %v442, ptr addrspace(3) %v443, align 2
  %v444 = extractelement <16 x float> %v131, i32 5
  %v445 = fptrunc float %v444 to bfloat
  %v446 = getelementptr i8, ptr addrspace(3) %v381, i32 2368
  store bfloat %v445, ptr addrspace(3) %v446, align 2
  %v447 = extractelement <16 x float> %v131, i32 6
  %v448 = fptrunc float %v447 to bfloat
  %v449 = getelementptr i8, ptr addrspace(3) %v381, i32 2624
  store bfloat %v448, ptr addrspace(3) %v449, align 2
  %v450 = extractelement <16 x float> %v131, i32 7
  %v451 = fptrunc float %v450 to bfloat
  %v452 = getelementptr i8, ptr addrspace(3) %v381, i32 2880
  store bfloat %v451, ptr addrspace(3) %v452, align 2
  %v453 = extractelement <16 x float> %v131, i32 8
  %v454 = fptrunc float %v453 to bfloat
  %v455 = getelementptr i8, ptr addrspace(3) %v381, i32 4160
  store bfloat %v454, ptr addrspace(3) %v455, align 2
  %v456 = extractelement <16 x float> %v131, i32 9
  %v457 = fptrunc float %v456 to bfloat
  %v458 = getelementptr i8, ptr addrspace(3) %v381, i32 4416
  store bfloat %v457, ptr addrspace(3) %v458, align 2
  %v459 = extractelement <16 x float> %v131, i32 10
  %v460 = fptrunc float %v459 to bfloat
  %v461 = getelementptr i8, ptr addrspace(3) %v381, i32 4672
  store bfloat %v460, ptr addrspace(3) %v461, align 2
  %v462 = extractelement <16 x float> %v131, i32 11
  %v463 = fptrunc float %v462 to bfloat
  %v464 = getelementptr i8, ptr addrspace(3) %v381, i32 4928
  store bfloat %v463, ptr addrspace(3) %v464, align 2
  %v465 = extractelement <16 x float> %v131, i32 12
  %v466 = fptrunc float %v465 to bfloat
  %v467 = getelementptr i8, ptr addrspace(3) %v381, i32 6208
  store bfloat %v466, ptr addrspace(3) %v467, align 2
  %v468 = extractelement <16 x float> %v131, i32 13
  %v469 = fptrunc float %v468 to bfloat
  %v470 = getelementptr i8, ptr addrspace(3) %v381, i32 6464
  store bfloat %v469, ptr addrspace(3) %v470, align 2
  %v471 = extractelement <16 x float> %v131, i32 14
  %v472 = fptrunc float %v471 to bfloat
  %v473 = getelementptr i8, ptr addrspace(3) %v381, i32 6720
  store bfloat %v472, ptr addrspace(3) %v473, align 2
  %v474 = extractelement <16 x float> %v131, i32 15
  %v475 = fptrunc float %v474 to bfloat
  %v476 = getelementptr i8, ptr addrspace(3) %v381, i32 6976
  store bfloat %v475, ptr addrspace(3) %v476, align 2
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; epilogue: wide stores
  %v477 = udiv i32 %v8, 16
  %v478 = urem i32 %v8, 16
  %v479 = add i32 %v477, 8
  %v480 = add i32 %v477, 16
  %v481 = add i32 %v477, 24
  %v482 = mul i32 %v478, 8
  %v483 = add i32 %v6, %v477
  %v484 = mul i32 %v483, 576
  %v485 = add i32 %v6, %v479
  %v486 = mul i32 %v485, 576
  %v487 = add i32 %v6, %v480
  %v488 = mul i32 %v487, 576
  %v489 = add i32 %v6, %v481
  %v490 = mul i32 %v489, 576
  %v491 = add i32 %v7, %v482
  %v492 = mul i32 %v491, 2
  %v493 = icmp ult i32 %v491, 288
  %v494 = mul i32 %v477, 256
  %v495 = mul i32 %v482, 2
  %v496 = add i32 %v494, %v495
  %v497 = getelementptr i8, ptr addrspace(3) @lds, i32 %v496
  %v498 = load <8 x bfloat>, ptr addrspace(3) %v497, align 16
  %v499 = add i32 %v484, %v492
  %v500 = select i1 %v493, i32 %v499, i32 -2147483648
  %v501 = bitcast <8 x bfloat> %v498 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v501, ptr addrspace(8) %v2, i32 %v500, i32 0, i32 0)
  %v502 = mul i32 %v479, 256
  %v503 = mul i32 %v482, 2
  %v504 = add i32 %v502, %v503
  %v505 = getelementptr i8, ptr addrspace(3) @lds, i32 %v504
  %v506 = load <8 x bfloat>, ptr addrspace(3) %v505, align 16
  %v507 = add i32 %v486, %v492
  %v508 = select i1 %v493, i32 %v507, i32 -2147483648
  %v509 = bitcast <8 x bfloat> %v506 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v509, ptr addrspace(8) %v2, i32 %v508, i32 0, i32 0)
  %v510 = mul i32 %v480, 256
  %v511 = mul i32 %v482, 2
  %v512 = add i32 %v510, %v511
  %v513 = getelementptr i8, ptr addrspace(3) @lds, i32 %v512
  %v514 = load <8 x bfloat>, ptr addrspace(3) %v513, align 16
  %v515 = add i32 %v488, %v492
  %v516 = select i1 %v493, i32 %v515, i32 -2147483648
  %v517 = bitcast <8 x bfloat> %v514 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v517, ptr addrspace(8) %v2, i32 %v516, i32 0, i32 0)
  %v518 = mul i32 %v481, 256
  %v519 = mul i32 %v482, 2
  %v520 = add i32 %v518, %v519
  %v521 = getelementptr i8, ptr addrspace(3) @lds, i32 %v520
  %v522 = load <8 x bfloat>, ptr addrspace(3) %v521, align 16
  %v523 = add i32 %v490, %v492
  %v524 = select i1 %v493, i32 %v523, i32 -2147483648
  %v525 = bitcast <8 x bfloat> %v522 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v525, ptr addrspace(8) %v2, i32 %v524, i32 0, i32 0)
  ret void
}

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1), i16, i64, i32)
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float>)
declare <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8), i32, i32, i32 immarg)
declare void @llvm.amdgcn.s.barrier()
declare <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3))
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat>, <8 x bfloat>, <16 x float>, i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32>, ptr addrspace(8), i32, i32, i32 immarg)

attributes #0 = { nounwind "amdgpu-flat-work-group-size"="128,128" "target-cpu"="gfx950" "uniform-work-group-size"="true" }

!0 = !{!"amdgpu-synchronize-as", !"local"}
