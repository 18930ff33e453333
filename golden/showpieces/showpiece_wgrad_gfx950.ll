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
  %v152 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> zeroinitializer)
  ; main loop
  br label %loop0
loop0:
  %v153 = phi i32 [ 0, %entry ], [ %next0, %body0 ]
  %v154 = phi i32 [ %v14, %entry ], [ %v190, %body0 ]
  %v155 = phi i32 [ %v16, %entry ], [ %v191, %body0 ]
  %v156 = phi i32 [ %v56, %entry ], [ %v312, %body0 ]
  %v157 = phi i32 [ %v55, %entry ], [ %v157, %body0 ]
  %v158 = phi i32 [ %v53, %entry ], [ %v158, %body0 ]
  %v159 = phi i32 [ %v60, %entry ], [ %v313, %body0 ]
  %v160 = phi i32 [ %v59, %entry ], [ %v160, %body0 ]
  %v161 = phi i32 [ %v57, %entry ], [ %v161, %body0 ]
  %v162 = phi i32 [ %v64, %entry ], [ %v314, %body0 ]
  %v163 = phi i32 [ %v63, %entry ], [ %v163, %body0 ]
  %v164 = phi i32 [ %v61, %entry ], [ %v164, %body0 ]
  %v165 = phi i32 [ %v68, %entry ], [ %v315, %body0 ]
  %v166 = phi i32 [ %v67, %entry ], [ %v166, %body0 ]
  %v167 = phi i32 [ %v65, %entry ], [ %v167, %body0 ]
  %v168 = phi i32 [ %v72, %entry ], [ %v316, %body0 ]
  %v169 = phi i32 [ %v71, %entry ], [ %v169, %body0 ]
  %v170 = phi i32 [ %v69, %entry ], [ %v170, %body0 ]
  %v171 = phi i32 [ %v76, %entry ], [ %v317, %body0 ]
  %v172 = phi i32 [ %v75, %entry ], [ %v172, %body0 ]
  %v173 = phi i32 [ %v73, %entry ], [ %v173, %body0 ]
  %v174 = phi i32 [ %v80, %entry ], [ %v318, %body0 ]
  %v175 = phi i32 [ %v79, %entry ], [ %v175, %body0 ]
  %v176 = phi i32 [ %v77, %entry ], [ %v176, %body0 ]
  %v177 = phi i32 [ %v84, %entry ], [ %v319, %body0 ]
  %v178 = phi i32 [ %v83, %entry ], [ %v178, %body0 ]
  %v179 = phi i32 [ %v81, %entry ], [ %v179, %body0 ]
  %v180 = phi <16 x float> [ %v152, %entry ], [ %v384, %body0 ]
  %v181 = phi <16 x float> [ %v152, %entry ], [ %v385, %body0 ]
  %more0 = icmp ult i32 %v153, 2
  br i1 %more0, label %body0, label %done0
body0:
  ; fetch
  %v182 = mul i32 %v154, 64
  %v183 = mul i32 %v155, 64
  %v184 = add i32 %v19, %v182
  %v185 = add i32 %v19, %v183
  %v186 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v184, i32 0, i32 0)
  %v187 = bitcast <4 x i32> %v186 to <8 x bfloat>
  %v188 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v185, i32 0, i32 0)
  %v189 = bitcast <4 x i32> %v188 to <8 x bfloat>
  %v190 = add i32 %v154, 64
  %v191 = add i32 %v155, 64
  %v192 = mul i32 %v156, 4096
  %v193 = mul i32 %v157, 512
  %v194 = add i32 %v192, %v193
  %v195 = mul i32 %v158, 64
  %v196 = add i32 %v194, %v195
  %v197 = mul i32 %v159, 4096
  %v198 = mul i32 %v160, 512
  %v199 = add i32 %v197, %v198
  %v200 = mul i32 %v161, 64
  %v201 = add i32 %v199, %v200
  %v202 = mul i32 %v162, 4096
  %v203 = mul i32 %v163, 512
  %v204 = add i32 %v202, %v203
  %v205 = mul i32 %v164, 64
  %v206 = add i32 %v204, %v205
  %v207 = mul i32 %v165, 4096
  %v208 = mul i32 %v166, 512
  %v209 = add i32 %v207, %v208
  %v210 = mul i32 %v167, 64
  %v211 = add i32 %v209, %v210
  %v212 = mul i32 %v168, 4096
  %v213 = mul i32 %v169, 512
  %v214 = add i32 %v212, %v213
  %v215 = mul i32 %v170, 64
  %v216 = add i32 %v214, %v215
  %v217 = mul i32 %v171, 4096
  %v218 = mul i32 %v172, 512
  %v219 = add i32 %v217, %v218
  %v220 = mul i32 %v173, 64
  %v221 = add i32 %v219, %v220
  %v222 = mul i32 %v174, 4096
  %v223 = mul i32 %v175, 512
  %v224 = add i32 %v222, %v223
  %v225 = mul i32 %v176, 64
  %v226 = add i32 %v224, %v225
  %v227 = mul i32 %v177, 4096
  %v228 = mul i32 %v178, 512
  %v229 = add i32 %v227, %v228
  %v230 = mul i32 %v179, 64
  %v231 = add i32 %v229, %v230
  %v232 = add i32 %v51, %v196
  %v233 = add i32 %v46, %v157
  %v234 = icmp ult i32 %v233, 8
  %v235 = and i1 %v52, %v234
  %v236 = add i32 %v49, %v158
  %v237 = icmp ult i32 %v236, 8
  %v238 = and i1 %v235, %v237
  %v239 = add i32 %v51, %v201
  %v240 = add i32 %v46, %v160
  %v241 = icmp ult i32 %v240, 8
  %v242 = and i1 %v52, %v241
  %v243 = add i32 %v49, %v161
  %v244 = icmp ult i32 %v243, 8
  %v245 = and i1 %v242, %v244
  %v246 = add i32 %v51, %v206
  %v247 = add i32 %v46, %v163
  %v248 = icmp ult i32 %v247, 8
  %v249 = and i1 %v52, %v248
  %v250 = add i32 %v49, %v164
  %v251 = icmp ult i32 %v250, 8
  %v252 = and i1 %v249, %v251
  %v253 = add i32 %v51, %v211
  %v254 = add i32 %v46, %v166
  %v255 = icmp ult i32 %v254, 8
  %v256 = and i1 %v52, %v255
  %v257 = add i32 %v49, %v167
  %v258 = icmp ult i32 %v257, 8
  %v259 = and i1 %v256, %v258
  %v260 = add i32 %v51, %v216
  %v261 = add i32 %v46, %v169
  %v262 = icmp ult i32 %v261, 8
  %v263 = and i1 %v52, %v262
  %v264 = add i32 %v49, %v170
  %v265 = icmp ult i32 %v264, 8
  %v266 = and i1 %v263, %v265
  %v267 = add i32 %v51, %v221
  %v268 = add i32 %v46, %v172
  %v269 = icmp ult i32 %v268, 8
  %v270 = and i1 %v52, %v269
  %v271 = add i32 %v49, %v173
  %v272 = icmp ult i32 %v271, 8
  %v273 = and i1 %v270, %v272
  %v274 = add i32 %v51, %v226
  %v275 = add i32 %v46, %v175
  %v276 = icmp ult i32 %v275, 8
  %v277 = and i1 %v52, %v276
  %v278 = add i32 %v49, %v176
  %v279 = icmp ult i32 %v278, 8
  %v280 = and i1 %v277, %v279
  %v281 = add i32 %v51, %v231
  %v282 = add i32 %v46, %v178
  %v283 = icmp ult i32 %v282, 8
  %v284 = and i1 %v52, %v283
  %v285 = add i32 %v49, %v179
  %v286 = icmp ult i32 %v285, 8
  %v287 = and i1 %v284, %v286
  %v288 = select i1 %v238, i32 %v232, i32 -2147483648
  %v289 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v288, i32 0, i32 0)
  %v290 = bitcast <4 x i32> %v289 to <8 x bfloat>
  %v291 = select i1 %v245, i32 %v239, i32 -2147483648
  %v292 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v291, i32 0, i32 0)
  %v293 = bitcast <4 x i32> %v292 to <8 x bfloat>
  %v294 = select i1 %v252, i32 %v246, i32 -2147483648
  %v295 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v294, i32 0, i32 0)
  %v296 = bitcast <4 x i32> %v295 to <8 x bfloat>
  %v297 = select i1 %v259, i32 %v253, i32 -2147483648
  %v298 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v297, i32 0, i32 0)
  %v299 = bitcast <4 x i32> %v298 to <8 x bfloat>
  %v300 = select i1 %v266, i32 %v260, i32 -2147483648
  %v301 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v300, i32 0, i32 0)
  %v302 = bitcast <4 x i32> %v301 to <8 x bfloat>
  %v303 = select i1 %v273, i32 %v267, i32 -2147483648
  %v304 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v303, i32 0, i32 0)
  %v305 = bitcast <4 x i32> %v304 to <8 x bfloat>
  %v306 = select i1 %v280, i32 %v274, i32 -2147483648
  %v307 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v306, i32 0, i32 0)
  %v308 = bitcast <4 x i32> %v307 to <8 x bfloat>
  %v309 = select i1 %v287, i32 %v281, i32 -2147483648
  %v310 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v309, i32 0, i32 0)
  %v311 = bitcast <4 x i32> %v310 to <8 x bfloat>
  %v312 = add i32 %v156, 1
  %v313 = add i32 %v159, 1
  %v314 = add i32 %v162, 1
  %v315 = add i32 %v165, 1
  %v316 = add i32 %v168, 1
  %v317 = add i32 %v171, 1
  %v318 = add i32 %v174, 1
  %v319 = add i32 %v177, 1
  ; commit
  store <8 x bfloat> %v187, ptr addrspace(3) %v23, align 16
  store <8 x bfloat> %v189, ptr addrspace(3) %v27, align 16
  store <8 x bfloat> %v290, ptr addrspace(3) %v88, align 16
  store <8 x bfloat> %v293, ptr addrspace(3) %v92, align 16
  store <8 x bfloat> %v296, ptr addrspace(3) %v96, align 16
  store <8 x bfloat> %v299, ptr addrspace(3) %v100, align 16
  store <8 x bfloat> %v302, ptr addrspace(3) %v104, align 16
  store <8 x bfloat> %v305, ptr addrspace(3) %v108, align 16
  store <8 x bfloat> %v308, ptr addrspace(3) %v112, align 16
  store <8 x bfloat> %v311, ptr addrspace(3) %v116, align 16
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; compute
  %v320 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v133)
  %v321 = getelementptr i8, ptr addrspace(3) %v133, i32 256
  %v322 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v321)
  %v323 = shufflevector <4 x bfloat> %v320, <4 x bfloat> %v322, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v324 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v151)
  %v325 = getelementptr i8, ptr addrspace(3) %v151, i32 1280
  %v326 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v325)
  %v327 = shufflevector <4 x bfloat> %v324, <4 x bfloat> %v326, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v328 = getelementptr i8, ptr addrspace(3) %v151, i32 64
  %v329 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v328)
  %v330 = getelementptr i8, ptr addrspace(3) %v151, i32 1344
  %v331 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v330)
  %v332 = shufflevector <4 x bfloat> %v329, <4 x bfloat> %v331, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v333 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v323, <8 x bfloat> %v327, <16 x float> %v180, i32 0, i32 0, i32 0)
  %v334 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v323, <8 x bfloat> %v332, <16 x float> %v181, i32 0, i32 0, i32 0)
  %v335 = getelementptr i8, ptr addrspace(3) %v133, i32 1024
  %v336 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v335)
  %v337 = getelementptr i8, ptr addrspace(3) %v133, i32 1280
  %v338 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v337)
  %v339 = shufflevector <4 x bfloat> %v336, <4 x bfloat> %v338, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v340 = getelementptr i8, ptr addrspace(3) %v151, i32 5120
  %v341 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v340)
  %v342 = getelementptr i8, ptr addrspace(3) %v151, i32 6400
  %v343 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v342)
  %v344 = shufflevector <4 x bfloat> %v341, <4 x bfloat> %v343, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v345 = getelementptr i8, ptr addrspace(3) %v151, i32 5184
  %v346 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v345)
  %v347 = getelementptr i8, ptr addrspace(3) %v151, i32 6464
  %v348 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v347)
  %v349 = shufflevector <4 x bfloat> %v346, <4 x bfloat> %v348, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v350 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v339, <8 x bfloat> %v344, <16 x float> %v333, i32 0, i32 0, i32 0)
  %v351 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v339, <8 x bfloat> %v349, <16 x float> %v334, i32 0, i32 0, i32 0)
  %v352 = getelementptr i8, ptr addrspace(3) %v133, i32 2048
  %v353 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v352)
  %v354 = getelementptr i8, ptr addrspace(3) %v133, i32 2304
  %v355 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v354)
  %v356 = shufflevector <4 x bfloat> %v353, <4 x bfloat> %v355, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v357 = getelementptr i8, ptr addrspace(3) %v151, i32 10240
  %v358 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v357)
  %v359 = getelementptr i8, ptr addrspace(3) %v151, i32 11520
  %v360 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v359)
  %v361 = shufflevector <4 x bfloat> %v358, <4 x bfloat> %v360, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v362 = getelementptr i8, ptr addrspace(3) %v151, i32 10304
  %v363 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v362)
  %v364 = getelementptr i8, ptr addrspace(3) %v151, i32 11584
  %v365 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v364)
  %v366 = shufflevector <4 x bfloat> %v363, <4 x bfloat> %v365, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v367 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v356, <8 x bfloat> %v361, <16 x float> %v350, i32 0, i32 0, i32 0)
  %v368 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v356, <8 x bfloat> %v366, <16 x float> %v351, i32 0, i32 0, i32 0)
  %v369 = getelementptr i8, ptr addrspace(3) %v133, i32 3072
  %v370 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v369)
  %v371 = getelementptr i8, ptr addrspace(3) %v133, i32 3328
  %v372 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v371)
  %v373 = shufflevector <4 x bfloat> %v370, <4 x bfloat> %v372, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v374 = getelementptr i8, ptr addrspace(3) %v151, i32 15360
  %v375 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v374)
  %v376 = getelementptr i8, ptr addrspace(3) %v151, i32 16640
  %v377 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v376)
  %v378 = shufflevector <4 x bfloat> %v375, <4 x bfloat> %v377, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v379 = getelementptr i8, ptr addrspace(3) %v151, i32 15424
  %v380 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v379)
  %v381 = getelementptr i8, ptr addrspace(3) %v151, i32 16704
  %v382 = call <4 x bfloat> @llvm.amdgcn.ds.read.tr16.b64.v4bf16(ptr addrspace(3) %v381)
  %v383 = shufflevector <4 x bfloat> %v380, <4 x bfloat> %v382, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v384 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v373, <8 x bfloat> %v378, <16 x float> %v367, i32 0, i32 0, i32 0)
  %v385 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.bf16(<8 x bfloat> %v373, <8 x bfloat> %v383, <16 x float> %v368, i32 0, i32 0, i32 0)
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %next0 = add i32 %v153, 1
  br label %loop0
done0:
  ; after the main loop
  ; epilogue
  %v386 = mul i32 %v13, 32
  %v387 = udiv i32 %v9, 32
  %v388 = mul i32 %v387, 4
  %v389 = add i32 %v386, %v388
  %v390 = mul i32 %v12, 64
  %v391 = urem i32 %v9, 32
  %v392 = add i32 %v390, %v391
  %v393 = mul i32 %v389, 256
  %v394 = mul i32 %v392, 2
  %v395 = add i32 %v393, %v394
  %v396 = getelementptr i8, ptr addrspace(3) @lds, i32 %v395
  %v397 = extractelement <16 x float> %v180, i32 0
  %v398 = fptrunc float %v397 to bfloat
  store bfloat %v398, ptr addrspace(3) %v396, align 2
  %v399 = extractelement <16 x float> %v180, i32 1
  %v400 = fptrunc float %v399 to bfloat
  %v401 = getelementptr i8, ptr addrspace(3) %v396, i32 256
  store bfloat %v400, ptr addrspace(3) %v401, align 2
  %v402 = extractelement <16 x float> %v180, i32 2
  %v403 = fptrunc float %v402 to bfloat
  %v404 = getelementptr i8, ptr addrspace(3) %v396, i32 512
  store bfloat %v403, ptr addrspace(3) %v404, align 2
  %v405 = extractelement <16 x float> %v180, i32 3
  %v406 = fptrunc float %v405 to bfloat
  %v407 = getelementptr i8, ptr addrspace(3) %v396, i32 768
  store bfloat %v406, ptr addrspace(3) %v407, align 2
  %v408 = extractelement <16 x float> %v180, i32 4
  %v409 = fptrunc float %v408 to bfloat
  %v410 = getelementptr i8, ptr addrspace(3) %v396, i32 2048
  store bfloat %v409, ptr addrspace(3) %v410, align 2
  %v411 = extractelement <16 x float> %v180, i32 5
  %v412 = fptrunc float %v411 to bfloat
  %v413 = getelementptr i8, ptr addrspace(3) %v396, i32 2304
  store bfloat %v412, ptr addrspace(3) %v413, align 2
  %v414 = extractelement <16 x float> %v180, i32 6
  %v415 = fptrunc float %v414 to bfloat
  %v416 = getelementptr i8, ptr addrspace(3) %v396, i32 2560
  store bfloat %v415, ptr addrspace(3) %v416, align 2
  %v417 = extractelement <16 x float> %v180, i32 7
  %v418 = fptrunc float %v417 to bfloat
  %v419 = getelementptr i8, ptr addrspace(3) %v396, i32 2816
  store bfloat %v418, ptr addrspace(3) %v419, align 2
  %v420 = extractelement <16 x float> %v180, i32 8
  %v421 = fptrunc float %v420 to bfloat
  %v422 = getelementptr i8, ptr addrspace(3) %v396, i32 4096
  store bfloat %v421, ptr addrspace(3) %v422, align 2
  %v423 = extractelement <16 x float> %v180, i32 9
  %v424 = fptrunc float %v423 to bfloat
  %v425 = getelementptr i8, ptr addrspace(3) %v396, i32 4352
  store bfloat %v424, ptr addrspace(3) %v425, align 2
  %v426 = extractelement <16 x float> %v180, i32 10
  %v427 = fptrunc float %v426 to bfloat
  %v428 = getelementptr i8, ptr addrspace(3) %v396, i32 4608
  store bfloat %v427, ptr addrspace(3) %v428, align 2
  %v429 = extractelement <16 x float> %v180, i32 11
  %v430 = fptrunc float %v429 to bfloat
  %v431 = getelementptr i8, ptr addrspace(3) %v396, i32 4864
  store bfloat %v430, ptr addrspace(3) %v431, align 2
  %v432 = extractelement <16 x float> %v180, i32 12
  %v433 = fptrunc float %v432 to bfloat
  %v434 = getelementptr i8, ptr addrspace(3) %v396, i32 6144
  store bfloat %v433, ptr addrspace(3) %v434, align 2
  %v435 = extractelement <16 x float> %v180, i32 13
  %v436 = fptrunc float %v435 to bfloat
  %v437 = getelementptr i8, ptr addrspace(3) %v396, i32 6400
  store bfloat %v436, ptr addrspace(3) %v437, align 2
  %v438 = extractelement <16 x float> %v180, i32 14
  %v439 = fptrunc float %v438 to bfloat
  %v440 = getelementptr i8, ptr addrspace(3) %v396, i32 6656
  store bfloat %v439, ptr addrspace(3) %v440, align 2
  %v441 = extractelement <16 x float> %v180, i32 15
  %v442 = fptrunc float %v441 to bfloat
  %v443 = getelementptr i8, ptr addrspace(3) %v396, i32 6912
  store bfloat %v442, ptr addrspace(3) %v443, align 2
  %v444 = extractelement <16 x float> %v181, i32 0
  %v445 = fptrunc float %v444 to bfloat
  %v446 = getelementptr i8, ptr addrspace(3) %v396, i32 64
  store bfloat %v445, ptr addrspace(3) %v446, align 2
  %v447 = extractelement <16 x float> %v181, i32 1
  %v448 = fptrunc float %v447 to bfloat
  %v449 = getelementptr i8, ptr addrspace(3) %v396, i32 320
  store bfloat %v448, ptr addrspace(3) %v449, align 2
  %v450 = extractelement <16 x float> %v181, i32 2
  %v451 = fptrunc float %v450 to bfloat
  %v452 = getelementptr i8, ptr addrspace(3) %v396, i32 576
  store bfloat %v451, ptr addrspace(3) %v452, align 2
  %v453 = extractelement <16 x float> %v181, i32 3
  %v454 = fptrunc float %v453 to bfloat
  %v455 = getelementptr i8, ptr addrspace(3) %v396, i32 832
  store bfloat %v454, ptr addrspace(3) %v455, align 2
  %v456 = extractelement <16 x float> %v181, i32 4
  %v457 = fptrunc float %v456 to bfloat
  %v458 = getelementptr i8, ptr addrspace(3) %v396, i32 2112
  store bfloat %v457, ptr addrspace(3) %v458, align 2
  %v459 = extractelement <16 x float> %v181, i32 5
  %v460 = fptrunc float %v459 to bfloat
  %v461 = getelementptr i8, ptr addrspace(3) %v396, i32 2368
  store bfloat %v460, ptr addrspace(3) %v461, align 2
  %v462 = extractelement <16 x float> %v181, i32 6
  %v463 = fptrunc float %v462 to bfloat
  %v464 = getelementptr i8, ptr addrspace(3) %v396, i32 2624
  store bfloat %v463, ptr addrspace(3) %v464, align 2
  %v465 = extractelement <16 x float> %v181, i32 7
  %v466 = fptrunc float %v465 to bfloat
  %v467 = getelementptr i8, ptr addrspace(3) %v396, i32 2880
  store bfloat %v466, ptr addrspace(3) %v467, align 2
  %v468 = extractelement <16 x float> %v181, i32 8
  %v469 = fptrunc float %v468 to bfloat
  %v470 = getelementptr i8, ptr addrspace(3) %v396, i32 4160
  store bfloat %v469, ptr addrspace(3) %v470, align 2
  %v471 = extractelement <16 x float> %v181, i32 9
  %v472 = fptrunc float %v471 to bfloat
  %v473 = getelementptr i8, ptr addrspace(3) %v396, i32 4416
  store bfloat %v472, ptr addrspace(3) %v473, align 2
  %v474 = extractelement <16 x float> %v181, i32 10
  %v475 = fptrunc float %v474 to bfloat
  %v476 = getelementptr i8, ptr addrspace(3) %v396, i32 4672
  store bfloat %v475, ptr addrspace(3) %v476, align 2
  %v477 = extractelement <16 x float> %v181, i32 11
  %v478 = fptrunc float %v477 to bfloat
  %v479 = getelementptr i8, ptr addrspace(3) %v396, i32 4928
  store bfloat %v478, ptr addrspace(3) %v479, align 2
  %v480 = extractelement <16 x float> %v181, i32 12
  %v481 = fptrunc float %v480 to bfloat
  %v482 = getelementptr i8, ptr addrspace(3) %v396, i32 6208
  store bfloat %v481, ptr addrspace(3) %v482, align 2
  %v483 = extractelement <16 x float> %v181, i32 13
  %v484 = fptrunc float %v483 to bfloat
  %v485 = getelementptr i8, ptr addrspace(3) %v396, i32 6464
  store bfloat %v484, ptr addrspace(3) %v485, align 2
  %v486 = extractelement <16 x float> %v181, i32 14
  %v487 = fptrunc float %v486 to bfloat
  %v488 = getelementptr i8, ptr addrspace(3) %v396, i32 6720
  store bfloat %v487, ptr addrspace(3) %v488, align 2
  %v489 = extractelement <16 x float> %v181, i32 15
  %v490 = fptrunc float %v489 to bfloat
  %v491 = getelementptr i8, ptr addrspace(3) %v396, i32 6976
  store bfloat %v490, ptr addrspace(3) %v491, align 2
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; epilogue: wide stores
  %v492 = udiv i32 %v8, 16
  %v493 = urem i32 %v8, 16
  %v494 = add i32 %v492, 8
  %v495 = add i32 %v492, 16
  %v496 = add i32 %v492, 24
  %v497 = mul i32 %v493, 8
  %v498 = add i32 %v6, %v492
  %v499 = mul i32 %v498, 576
  %v500 = add i32 %v6, %v494
  %v501 = mul i32 %v500, 576
  %v502 = add i32 %v6, %v495
  %v503 = mul i32 %v502, 576
  %v504 = add i32 %v6, %v496
  %v505 = mul i32 %v504, 576
  %v506 = add i32 %v7, %v497
  %v507 = mul i32 %v506, 2
  %v508 = icmp ult i32 %v506, 288
  %v509 = mul i32 %v492, 256
  %v510 = mul i32 %v497, 2
  %v511 = add i32 %v509, %v510
  %v512 = getelementptr i8, ptr addrspace(3) @lds, i32 %v511
  %v513 = load <8 x bfloat>, ptr addrspace(3) %v512, align 16
  %v514 = add i32 %v499, %v507
  %v515 = select i1 %v508, i32 %v514, i32 -2147483648
  %v516 = bitcast <8 x bfloat> %v513 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v516, ptr addrspace(8) %v2, i32 %v515, i32 0, i32 0)
  %v517 = mul i32 %v494, 256
  %v518 = mul i32 %v497, 2
  %v519 = add i32 %v517, %v518
  %v520 = getelementptr i8, ptr addrspace(3) @lds, i32 %v519
  %v521 = load <8 x bfloat>, ptr addrspace(3) %v520, align 16
  %v522 = add i32 %v501, %v507
  %v523 = select i1 %v508, i32 %v522, i32 -2147483648
  %v524 = bitcast <8 x bfloat> %v521 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v524, ptr addrspace(8) %v2, i32 %v523, i32 0, i32 0)
  %v525 = mul i32 %v495, 256
  %v526 = mul i32 %v497, 2
  %v527 = add i32 %v525, %v526
  %v528 = getelementptr i8, ptr addrspace(3) @lds, i32 %v527
  %v529 = load <8 x bfloat>, ptr addrspace(3) %v528, align 16
  %v530 = add i32 %v503, %v507
  %v531 = select i1 %v508, i32 %v530, i32 -2147483648
  %v532 = bitcast <8 x bfloat> %v529 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v532, ptr addrspace(8) %v2, i32 %v531, i32 0, i32 0)
  %v533 = mul i32 %v496, 256
  %v534 = mul i32 %v497, 2
  %v535 = add i32 %v533, %v534
  %v536 = getelementptr i8, ptr addrspace(3) @lds, i32 %v535
  %v537 = load <8 x bfloat>, ptr addrspace(3) %v536, align 16
  %v538 = add i32 %v505, %v507
  %v539 = select i1 %v508, i32 %v538, i32 -2147483648
  %v540 = bitcast <8 x bfloat> %v537 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v540, ptr addrspace(8) %v2, i32 %v539, i32 0, i32 0)
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
