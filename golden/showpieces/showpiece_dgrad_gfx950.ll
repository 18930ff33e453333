target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [13824 x i8] poison, align 16

define amdgpu_kernel void @dgrad_gfx950_n2c32k32g1_i8x8_f3x3_s2x2_d1x1_p1x1_1x1_fp16_fp16_t64x32x64_w2x1_a32x32x16_mem_cshuffle_pad8_a327cb80b3c0(ptr addrspace(1) noalias readonly align 16 %dy, ptr addrspace(1) noalias readonly align 16 %w, ptr addrspace(1) noalias writeonly align 16 %dx) #0 {
entry:
  ; tensors
  %v0 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %dy, i16 0, i64 2048, i32 159744)
  %v1 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %w, i16 0, i64 18432, i32 159744)
  %v2 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %dx, i16 0, i64 8192, i32 159744)
  ; work item: group, phase, tile
  %v3 = call i32 @llvm.amdgcn.workgroup.id.x()
  %v4 = urem i32 %v3, 2
  %v5 = urem i32 %v4, 2
  %v6 = icmp ult i32 %v5, 3
  %v7 = sub i32 4, %v5
  %v8 = udiv i32 %v7, 2
  %v9 = select i1 %v6, i32 %v8, i32 0
  %v10 = sub i32 %v5, %v4
  %v11 = udiv i32 %v10, 2
  %v12 = sub i32 0, %v11
  %v13 = udiv i32 %v3, 2
  %v14 = urem i32 %v13, 2
  %v15 = icmp ult i32 %v14, 3
  %v16 = sub i32 4, %v14
  %v17 = udiv i32 %v16, 2
  %v18 = select i1 %v15, i32 %v17, i32 0
  %v19 = sub i32 %v14, %v13
  %v20 = udiv i32 %v19, 2
  %v21 = sub i32 0, %v20
  %v22 = icmp eq i32 %v18, 0
  %v23 = select i1 %v22, i32 1, i32 %v18
  %v24 = add i32 %v13, -1
  %v25 = mul i32 %v21, 256
  %v26 = mul i32 %v14, 192
  %v27 = mul i32 %v24, 512
  %v28 = mul i32 %v18, 32
  %v29 = icmp eq i32 %v9, 0
  %v30 = select i1 %v29, i32 1, i32 %v9
  %v31 = add i32 %v4, -1
  %v32 = mul i32 %v12, 64
  %v33 = add i32 %v25, %v32
  %v34 = mul i32 %v5, 64
  %v35 = add i32 %v26, %v34
  %v36 = mul i32 %v31, 64
  %v37 = add i32 %v27, %v36
  %v38 = mul i32 %v28, %v9
  ; thread, lane and warp
  %v39 = call i32 @llvm.amdgcn.workitem.id.x()
  %v40 = urem i32 %v39, 64
  %v41 = udiv i32 %v39, 64
  %v42 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v41)
  %v43 = getelementptr i8, ptr addrspace(3) @lds, i32 9216
  ; loader of dy
  %v44 = udiv i32 %v39, 8
  %v45 = urem i32 %v39, 8
  %v46 = add i32 %v44, 16
  %v47 = add i32 %v44, 32
  %v48 = add i32 %v44, 48
  %v49 = mul i32 %v45, 8
  %v50 = urem i32 %v44, 5
  %v51 = udiv i32 %v44, 5
  %v52 = urem i32 %v51, 5
  %v53 = udiv i32 %v51, 5
  %v54 = mul i32 %v53, 1024
  %v55 = add i32 %v33, %v54
  %v56 = mul i32 %v52, 256
  %v57 = add i32 %v55, %v56
  %v58 = add i32 %v21, %v52
  %v59 = mul i32 %v50, 64
  %v60 = add i32 %v57, %v59
  %v61 = add i32 %v12, %v50
  %v62 = icmp ult i32 %v53, 2
  %v63 = urem i32 %v46, 5
  %v64 = udiv i32 %v46, 5
  %v65 = urem i32 %v64, 5
  %v66 = udiv i32 %v64, 5
  %v67 = mul i32 %v66, 1024
  %v68 = add i32 %v33, %v67
  %v69 = mul i32 %v65, 256
  %v70 = add i32 %v68, %v69
  %v71 = add i32 %v21, %v65
  %v72 = mul i32 %v63, 64
  %v73 = add i32 %v70, %v72
  %v74 = add i32 %v12, %v63
  %v75 = icmp ult i32 %v66, 2
  %v76 = urem i32 %v47, 5
  %v77 = udiv i32 %v47, 5
  %v78 = urem i32 %v77, 5
  %v79 = udiv i32 %v77, 5
  %v80 = mul i32 %v79, 1024
  %v81 = add i32 %v33, %v80
  %v82 = mul i32 %v78, 256
  %v83 = add i32 %v81, %v82
  %v84 = add i32 %v21, %v78
  %v85 = mul i32 %v76, 64
  %v86 = add i32 %v83, %v85
  %v87 = add i32 %v12, %v76
  %v88 = icmp ult i32 %v79, 2
  %v89 = urem i32 %v48, 5
  %v90 = udiv i32 %v48, 5
  %v91 = urem i32 %v90, 5
  %v92 = udiv i32 %v90, 5
  %v93 = mul i32 %v92, 1024
  %v94 = add i32 %v33, %v93
  %v95 = mul i32 %v91, 256
  %v96 = add i32 %v94, %v95
  %v97 = add i32 %v21, %v91
  %v98 = mul i32 %v89, 64
  %v99 = add i32 %v96, %v98
  %v100 = add i32 %v12, %v89
  %v101 = icmp ult i32 %v92, 2
  %v102 = urem i32 %v49, 32
  %v103 = udiv i32 %v49, 32
  %v104 = urem i32 %v103, %v30
  %v105 = udiv i32 %v103, %v30
  %v106 = urem i32 2, %v30
  %v107 = udiv i32 2, %v30
  %v108 = mul i32 %v44, 144
  %v109 = mul i32 %v46, 144
  %v110 = mul i32 %v47, 144
  %v111 = mul i32 %v48, 144
  %v112 = mul i32 %v49, 2
  %v113 = add i32 %v108, %v112
  %v114 = getelementptr i8, ptr addrspace(3) @lds, i32 %v113
  %v115 = add i32 %v109, %v112
  %v116 = getelementptr i8, ptr addrspace(3) @lds, i32 %v115
  %v117 = add i32 %v110, %v112
  %v118 = getelementptr i8, ptr addrspace(3) @lds, i32 %v117
  %v119 = add i32 %v111, %v112
  %v120 = getelementptr i8, ptr addrspace(3) @lds, i32 %v119
  ; loader of w
  %v121 = udiv i32 %v39, 4
  %v122 = urem i32 %v39, 4
  %v123 = add i32 %v121, 32
  %v124 = mul i32 %v122, 8
  %v125 = mul i32 %v124, 2
  %v126 = add i32 %v35, %v125
  %v127 = urem i32 %v121, 32
  %v128 = udiv i32 %v121, 32
  %v129 = urem i32 %v128, %v30
  %v130 = udiv i32 %v128, %v30
  %v131 = urem i32 %v123, 32
  %v132 = udiv i32 %v123, 32
  %v133 = urem i32 %v132, %v30
  %v134 = udiv i32 %v132, %v30
  %v135 = urem i32 2, %v30
  %v136 = udiv i32 2, %v30
  %v137 = mul i32 %v124, 144
  %v138 = mul i32 %v121, 2
  %v139 = mul i32 %v123, 2
  %v140 = add i32 %v137, %v138
  %v141 = getelementptr i8, ptr addrspace(3) %v43, i32 %v140
  %v142 = add i32 %v137, %v139
  %v143 = getelementptr i8, ptr addrspace(3) %v43, i32 %v142
  ; fragments
  %v144 = mul i32 %v42, 32
  %v145 = urem i32 %v40, 32
  %v146 = add i32 %v144, %v145
  %v147 = mul i32 %v146, 144
  %v148 = udiv i32 %v40, 32
  %v149 = mul i32 %v148, 8
  %v150 = mul i32 %v149, 2
  %v151 = add i32 %v147, %v150
  %v152 = getelementptr i8, ptr addrspace(3) @lds, i32 %v151
  %v153 = urem i32 %v40, 32
  %v154 = mul i32 %v153, 144
  %v155 = udiv i32 %v40, 32
  %v156 = mul i32 %v155, 8
  %v157 = mul i32 %v156, 2
  %v158 = add i32 %v154, %v157
  %v159 = getelementptr i8, ptr addrspace(3) %v43, i32 %v158
  %v160 = add i32 %v38, 63
  %v161 = udiv i32 %v160, 64
  ; main loop
  br label %loop0
loop0:
  %v162 = phi i32 [ 0, %entry ], [ %next0, %body0 ]
  %v163 = phi i32 [ %v105, %entry ], [ %v231, %body0 ]
  %v164 = phi i32 [ %v104, %entry ], [ %v228, %body0 ]
  %v165 = phi i32 [ %v102, %entry ], [ %v165, %body0 ]
  %v166 = phi i32 [ %v130, %entry ], [ %v258, %body0 ]
  %v167 = phi i32 [ %v129, %entry ], [ %v255, %body0 ]
  %v168 = phi i32 [ %v127, %entry ], [ %v168, %body0 ]
  %v169 = phi i32 [ %v134, %entry ], [ %v265, %body0 ]
  %v170 = phi i32 [ %v133, %entry ], [ %v262, %body0 ]
  %v171 = phi i32 [ %v131, %entry ], [ %v171, %body0 ]
  %v172 = phi <16 x float> [ zeroinitializer, %entry ], [ %v313, %body0 ]
  %more0 = icmp ult i32 %v162, %v161
  br i1 %more0, label %body0, label %done0
body0:
  ; fetch
  %v173 = mul i32 %v163, -256
  %v174 = mul i32 %v163, -1
  %v175 = mul i32 %v164, -64
  %v176 = add i32 %v173, %v175
  %v177 = mul i32 %v164, -1
  %v178 = mul i32 %v165, 2
  %v179 = add i32 %v176, %v178
  %v180 = icmp ult i32 %v163, %v23
  %v181 = add i32 %v60, %v179
  %v182 = and i1 %v62, %v180
  %v183 = add i32 %v58, %v174
  %v184 = icmp ult i32 %v183, 4
  %v185 = and i1 %v182, %v184
  %v186 = add i32 %v61, %v177
  %v187 = icmp ult i32 %v186, 4
  %v188 = and i1 %v185, %v187
  %v189 = select i1 %v188, i32 %v181, i32 -2147483648
  %v190 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v189, i32 0, i32 0)
  %v191 = bitcast <4 x i32> %v190 to <8 x half>
  %v192 = add i32 %v73, %v179
  %v193 = and i1 %v75, %v180
  %v194 = add i32 %v71, %v174
  %v195 = icmp ult i32 %v194, 4
  %v196 = and i1 %v193, %v195
  %v197 = add i32 %v74, %v177
  %v198 = icmp ult i32 %v197, 4
  %v199 = and i1 %v196, %v198
  %v200 = select i1 %v199, i32 %v192, i32 -2147483648
  %v201 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v200, i32 0, i32 0)
  %v202 = bitcast <4 x i32> %v201 to <8 x half>
  %v203 = add i32 %v86, %v179
  %v204 = and i1 %v88, %v180
  %v205 = add i32 %v84, %v174
  %v206 = icmp ult i32 %v205, 4
  %v207 = and i1 %v204, %v206
  %v208 = add i32 %v87, %v177
  %v209 = icmp ult i32 %v208, 4
  %v210 = and i1 %v207, %v209
  %v211 = select i1 %v210, i32 %v203, i32 -2147483648
  %v212 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v211, i32 0, i32 0)
  %v213 = bitcast <4 x i32> %v212 to <8 x half>
  %v214 = add i32 %v99, %v179
  %v215 = and i1 %v101, %v180
  %v216 = add i32 %v97, %v174
  %v217 = icmp ult i32 %v216, 4
  %v218 = and i1 %v215, %v217
  %v219 = add i32 %v100, %v177
  %v220 = icmp ult i32 %v219, 4
  %v221 = and i1 %v218, %v220
  %v222 = select i1 %v221, i32 %v214, i32 -2147483648
  %v223 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v222, i32 0, i32 0)
  %v224 = bitcast <4 x i32> %v223 to <8 x half>
  %v225 = add i32 %v164, %v106
  %v226 = icmp uge i32 %v225, %v30
  %v227 = sub i32 %v225, %v30
  %v228 = select i1 %v226, i32 %v227, i32 %v225
  %v229 = add i32 %v163, %v107
  %v230 = select i1 %v226, i32 1, i32 0
  %v231 = add i32 %v229, %v230
  %v232 = mul i32 %v166, 384
  %v233 = mul i32 %v167, 128
  %v234 = add i32 %v232, %v233
  %v235 = mul i32 %v168, 576
  %v236 = add i32 %v234, %v235
  %v237 = icmp ult i32 %v166, %v23
  %v238 = mul i32 %v169, 384
  %v239 = mul i32 %v170, 128
  %v240 = add i32 %v238, %v239
  %v241 = mul i32 %v171, 576
  %v242 = add i32 %v240, %v241
  %v243 = icmp ult i32 %v169, %v23
  %v244 = add i32 %v126, %v236
  %v245 = select i1 %v237, i32 %v244, i32 -2147483648
  %v246 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v245, i32 0, i32 0)
  %v247 = bitcast <4 x i32> %v246 to <8 x half>
  %v248 = add i32 %v126, %v242
  %v249 = select i1 %v243, i32 %v248, i32 -2147483648
  %v250 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v249, i32 0, i32 0)
  %v251 = bitcast <4 x i32> %v250 to <8 x half>
  %v252 = add i32 %v167, %v135
  %v253 = icmp uge i32 %v252, %v30
  %v254 = sub i32 %v252, %v30
  %v255 = select i1 %v253, i32 %v254, i32 %v252
  %v256 = add i32 %v166, %v136
  %v257 = select i1 %v253, i32 1, i32 0
  %v258 = add i32 %v256, %v257
  %v259 = add i32 %v170, %v135
  %v260 = icmp uge i32 %v259, %v30
  %v261 = sub i32 %v259, %v30
  %v262 = select i1 %v260, i32 %v261, i32 %v259
  %v263 = add i32 %v169, %v136
  %v264 = select i1 %v260, i32 1, i32 0
  %v265 = add i32 %v263, %v264
  ; commit
  store <8 x half> %v191, ptr addrspace(3) %v114, align 16
  store <8 x half> %v202, ptr addrspace(3) %v116, align 16
  store <8 x half> %v213, ptr addrspace(3) %v118, align 16
  store <8 x half> %v224, ptr addrspace(3) %v120, align 16
  %v266 = extractelement <8 x half> %v247, i32 0
  store half %v266, ptr addrspace(3) %v141, align 2
  %v267 = extractelement <8 x half> %v247, i32 1
  %v268 = getelementptr i8, ptr addrspace(3) %v141, i32 144
  store half %v267, ptr addrspace(3) %v268, align 2
  %v269 = extractelement <8 x half> %v247, i32 2
  %v270 = getelementptr i8, ptr addrspace(3) %v141, i32 288
  store half %v269, ptr addrspace(3) %v270, align 2
  %v271 = extractelement <8 x half> %v247, i32 3
  %v272 = getelementptr i8, ptr addrspace(3) %v141, i32 432
  store half %v271, ptr addrspace(3) %v272, align 2
  %v273 = extractelement <8 x half> %v247, i32 4
  %v274 = getelementptr i8, ptr addrspace(3) %v141, i32 576
  store half %v273, ptr addrspace(3) %v274, align 2
  %v275 = extractelement <8 x half> %v247, i32 5
  %v276 = getelementptr i8, ptr addrspace(3) %v141, i32 720
  store half %v275, ptr addrspace(3) %v276, align 2
  %v277 = extractelement <8 x half> %v247, i32 6
  %v278 = getelementptr i8, ptr addrspace(3) %v141, i32 864
  store half %v277, ptr addrspace(3) %v278, align 2
  %v279 = extractelement <8 x half> %v247, i32 7
  %v280 = getelementptr i8, ptr addrspace(3) %v141, i32 1008
  store half %v279, ptr addrspace(3) %v280, align 2
  %v281 = extractelement <8 x half> %v251, i32 0
  store half %v281, ptr addrspace(3) %v143, align 2
  %v282 = extractelement <8 x half> %v251, i32 1
  %v283 = getelementptr i8, ptr addrspace(3) %v143, i32 144
  store half %v282, ptr addrspace(3) %v283, align 2
  %v284 = extractelement <8 x half> %v251, i32 2
  %v285 = getelementptr i8, ptr addrspace(3) %v143, i32 288
  store half %v284, ptr addrspace(3) %v285, align 2
  %v286 = extractelement <8 x half> %v251, i32 3
  %v287 = getelementptr i8, ptr addrspace(3) %v143, i32 432
  store half %v286, ptr addrspace(3) %v287, align 2
  %v288 = extractelement <8 x half> %v251, i32 4
  %v289 = getelementptr i8, ptr addrspace(3) %v143, i32 576
  store half %v288, ptr addrspace(3) %v289, align 2
  %v290 = extractelement <8 x half> %v251, i32 5
  %v291 = getelementptr i8, ptr addrspace(3) %v143, i32 720
  store half %v290, ptr addrspace(3) %v291, align 2
  %v292 = extractelement <8 x half> %v251, i32 6
  %v293 = getelementptr i8, ptr addrspace(3) %v143, i32 864
  store half %v292, ptr addrspace(3) %v293, align 2
  %v294 = extractelement <8 x half> %v251, i32 7
  %v295 = getelementptr i8, ptr addrspace(3) %v143, i32 1008
  store half %v294, ptr addrspace(3) %v295, align 2
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; compute
  %v296 = load <8 x half>, ptr addrspace(3) %v152, align 16
  %v297 = load <8 x half>, ptr addrspace(3) %v159, align 16
  %v298 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %v296, <8 x half> %v297, <16 x float> %v172, i32 0, i32 0, i32 0)
  %v299 = getelementptr i8, ptr addrspace(3) %v152, i32 32
  %v300 = load <8 x half>, ptr addrspace(3) %v299, align 16
  %v301 = getelementptr i8, ptr addrspace(3) %v159, i32 32
  %v302 = load <8 x half>, ptr addrspace(3) %v301, align 16
  %v303 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %v300, <8 x half> %v302, <16 x float> %v298, i32 0, i32 0, i32 0)
  %v304 = getelementptr i8, ptr addrspace(3) %v152, i32 64
  %v305 = load <8 x half>, ptr addrspace(3) %v304, align 16
  %v306 = getelementptr i8, ptr addrspace(3) %v159, i32 64
  %v307 = load <8 x half>, ptr addrspace(3) %v306, align 16
  %v308 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %v305, <8 x half> %v307, <16 x float> %v303, i32 0, i32 0, i32 0)
  %v309 = getelementptr i8, ptr addrspace(3) %v152, i32 96
  %v310 = load <8 x half>, ptr addrspace(3) %v309, align 16
  %v311 = getelementptr i8, ptr addrspace(3) %v159, i32 96
  %v312 = load <8 x half>, ptr addrspace(3) %v311, align 16
  %v313 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %v310, <8 x half> %v312, <16 x float> %v308, i32 0, i32 0, i32 0)
  ; free
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %next0 = add i32 %v162, 1
  br label %loop0
done0:
  ; epilogue
  %v314 = mul i32 %v42, 32
  %v315 = udiv i32 %v40, 32
  %v316 = mul i32 %v315, 4
  %v317 = add i32 %v314, %v316
  %v318 = urem i32 %v40, 32
  %v319 = mul i32 %v317, 64
  %v320 = mul i32 %v318, 2
  %v321 = add i32 %v319, %v320
  %v322 = getelementptr i8, ptr addrspace(3) @lds, i32 %v321
  %v323 = extractelement <16 x float> %v172, i32 0
  %v324 = fptrunc float %v323 to half
  store half %v324, ptr addrspace(3) %v322, align 2
  %v325 = extractelement <16 x float> %v172, i32 1
  %v326 = fptrunc float %v325 to half
  %v327 = getelementptr i8, ptr addrspace(3) %v322, i32 64
  store half %v326, ptr addrspace(3) %v327, align 2
  %v328 = extractelement <16 x float> %v172, i32 2
  %v329 = fptrunc float %v328 to half
  %v330 = getelementptr i8, ptr addrspace(3) %v322, i32 128
  store half %v329, ptr addrspace(3) %v330, align 2
  %v331 = extractelement <16 x float> %v172, i32 3
  %v332 = fptrunc float %v331 to half
  %v333 = getelementptr i8, ptr addrspace(3) %v322, i32 192
  store half %v332, ptr addrspace(3) %v333, align 2
  %v334 = extractelement <16 x float> %v172, i32 4
  %v335 = fptrunc float %v334 to half
  %v336 = getelementptr i8, ptr addrspace(3) %v322, i32 512
  store half %v335, ptr addrspace(3) %v336, align 2
  %v337 = extractelement <16 x float> %v172, i32 5
  %v338 = fptrunc float %v337 to half
  %v339 = getelementptr i8, ptr addrspace(3) %v322, i32 576
  store half %v338, ptr addrspace(3) %v339, align 2
  %v340 = extractelement <16 x float> %v172, i32 6
  %v341 = fptrunc float %v340 to half
  %v342 = getelementptr i8, ptr addrspace(3) %v322, i32 640
  store half %v341, ptr addrspace(3) %v342, align 2
  %v343 = extractelement <16 x float> %v172, i32 7
  %v344 = fptrunc float %v343 to half
  %v345 = getelementptr i8, ptr addrspace(3) %v322, i32 704
  store half %v344, ptr addrspace(3) %v345, align 2
  %v346 = extractelement <16 x float> %v172, i32 8
  %v347 = fptrunc float %v346 to half
  %v348 = getelementptr i8, ptr addrspace(3) %v322, i32 1024
  store half %v347, ptr addrspace(3) %v348, align 2
  %v349 = extractelement <16 x float> %v172, i32 9
  %v350 = fptrunc float %v349 to half
  %v351 = getelementptr i8, ptr addrspace(3) %v322, i32 1088
  store half %v350, ptr addrspace(3) %v351, align 2
  %v352 = extractelement <16 x float> %v172, i32 10
  %v353 = fptrunc float %v352 to half
  %v354 = getelementptr i8, ptr addrspace(3) %v322, i32 1152
  store half %v353, ptr addrspace(3) %v354, align 2
  %v355 = extractelement <16 x float> %v172, i32 11
  %v356 = fptrunc float %v355 to half
  %v357 = getelementptr i8, ptr addrspace(3) %v322, i32 1216
  store half %v356, ptr addrspace(3) %v357, align 2
  %v358 = extractelement <16 x float> %v172, i32 12
  %v359 = fptrunc float %v358 to half
  %v360 = getelementptr i8, ptr addrspace(3) %v322, i32 1536
  store half %v359, ptr addrspace(3) %v360, align 2
  %v361 = extractelement <16 x float> %v172, i32 13
  %v362 = fptrunc float %v361 to half
  %v363 = getelementptr i8, ptr addrspace(3) %v322, i32 1600
  store half %v362, ptr addrspace(3) %v363, align 2
  %v364 = extractelement <16 x float> %v172, i32 14
  %v365 = fptrunc float %v364 to half
  %v366 = getelementptr i8, ptr addrspace(3) %v322, i32 1664
  store half %v365, ptr addrspace(3) %v366, align 2
  %v367 = extractelement <16 x float> %v172, i32 15
  %v368 = fptrunc float %v367 to half
  %v369 = getelementptr i8, ptr addrspace(3) %v322, i32 1728
  store half %v368, ptr addrspace(3) %v369, align 2
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; epilogue: wide stores
  %v370 = udiv i32 %v39, 4
  %v371 = urem i32 %v39, 4
  %v372 = add i32 %v370, 32
  %v373 = mul i32 %v371, 8
  %v374 = urem i32 %v370, 5
  %v375 = udiv i32 %v370, 5
  %v376 = urem i32 %v375, 5
  %v377 = udiv i32 %v375, 5
  %v378 = mul i32 %v377, 4096
  %v379 = mul i32 %v376, 1024
  %v380 = add i32 %v378, %v379
  %v381 = mul i32 %v376, 2
  %v382 = mul i32 %v374, 128
  %v383 = add i32 %v380, %v382
  %v384 = mul i32 %v374, 2
  %v385 = icmp ult i32 %v377, 2
  %v386 = urem i32 %v372, 5
  %v387 = udiv i32 %v372, 5
  %v388 = urem i32 %v387, 5
  %v389 = udiv i32 %v387, 5
  %v390 = mul i32 %v389, 4096
  %v391 = mul i32 %v388, 1024
  %v392 = add i32 %v390, %v391
  %v393 = mul i32 %v388, 2
  %v394 = mul i32 %v386, 128
  %v395 = add i32 %v392, %v394
  %v396 = mul i32 %v386, 2
  %v397 = icmp ult i32 %v389, 2
  %v398 = mul i32 %v373, 2
  %v399 = add i32 %v37, %v398
  %v400 = mul i32 %v370, 64
  %v401 = mul i32 %v373, 2
  %v402 = add i32 %v400, %v401
  %v403 = getelementptr i8, ptr addrspace(3) @lds, i32 %v402
  %v404 = load <8 x half>, ptr addrspace(3) %v403, align 16
  %v405 = add i32 %v383, %v399
  %v406 = add i32 %v381, %v24
  %v407 = icmp ult i32 %v406, 8
  %v408 = and i1 %v385, %v407
  %v409 = add i32 %v384, %v31
  %v410 = icmp ult i32 %v409, 8
  %v411 = and i1 %v408, %v410
  %v412 = select i1 %v411, i32 %v405, i32 -2147483648
  %v413 = bitcast <8 x half> %v404 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v413, ptr addrspace(8) %v2, i32 %v412, i32 0, i32 0)
  %v414 = mul i32 %v372, 64
  %v415 = mul i32 %v373, 2
  %v416 = add i32 %v414, %v415
  %v417 = getelementptr i8, ptr addrspace(3) @lds, i32 %v416
  %v418 = load <8 x half>, ptr addrspace(3) %v417, align 16
  %v419 = add i32 %v395, %v399
  %v420 = add i32 %v393, %v24
  %v421 = icmp ult i32 %v420, 8
  %v422 = and i1 %v397, %v421
  %v423 = add i32 %v396, %v31
  %v424 = icmp ult i32 %v423, 8
  %v425 = and i1 %v422, %v424
  %v426 = select i1 %v425, i32 %v419, i32 -2147483648
  %v427 = bitcast <8 x half> %v418 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v427, ptr addrspace(8) %v2, i32 %v426, i32 0, i32 0)
  ret void
}

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1), i16, i64, i32)
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8), i32, i32, i32 immarg)
declare void @llvm.amdgcn.s.barrier()
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half>, <8 x half>, <16 x float>, i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32>, ptr addrspace(8), i32, i32, i32 immarg)

attributes #0 = { nounwind "amdgpu-flat-work-group-size"="128,128" "target-cpu"="gfx950" "uniform-work-group-size"="true" }

!0 = !{!"amdgpu-synchronize-as", !"local"}
