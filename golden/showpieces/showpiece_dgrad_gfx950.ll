target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [13312 x i8] poison, align 16

define amdgpu_kernel void @dgrad_gfx950_n2c32k32g1_i8x8_f3x3_s2x2_d1x1_p1x1_1x1_fp16_fp16_t64x32x64_w2x1_a32x32x16_mem_cshuffle_kouter_pad8x0_64cd8725db0a(ptr addrspace(1) noalias readonly align 16 %dy, ptr addrspace(1) noalias readonly align 16 %w, ptr addrspace(1) noalias writeonly align 16 %dx) #0 {
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
  %v24 = select i1 %v22, i32 0, i32 %v14
  %v25 = add i32 %v13, -1
  %v26 = mul i32 %v21, 256
  %v27 = mul i32 %v24, 192
  %v28 = mul i32 %v25, 512
  %v29 = mul i32 %v18, 32
  %v30 = icmp eq i32 %v9, 0
  %v31 = select i1 %v30, i32 1, i32 %v9
  %v32 = select i1 %v30, i32 0, i32 %v5
  %v33 = add i32 %v4, -1
  %v34 = mul i32 %v12, 64
  %v35 = add i32 %v26, %v34
  %v36 = mul i32 %v32, 64
  %v37 = add i32 %v27, %v36
  %v38 = mul i32 %v33, 64
  %v39 = add i32 %v28, %v38
  %v40 = mul i32 %v29, %v9
  ; thread, lane and warp
  %v41 = call i32 @llvm.amdgcn.workitem.id.x()
  %v42 = urem i32 %v41, 64
  %v43 = udiv i32 %v41, 64
  %v44 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v43)
  ; loader of dy
  %v45 = udiv i32 %v41, 8
  %v46 = urem i32 %v41, 8
  %v47 = add i32 %v45, 16
  %v48 = add i32 %v45, 32
  %v49 = add i32 %v45, 48
  %v50 = mul i32 %v46, 8
  %v51 = urem i32 %v45, 5
  %v52 = udiv i32 %v45, 5
  %v53 = urem i32 %v52, 5
  %v54 = udiv i32 %v52, 5
  %v55 = mul i32 %v54, 1024
  %v56 = add i32 %v35, %v55
  %v57 = mul i32 %v53, 256
  %v58 = add i32 %v56, %v57
  %v59 = add i32 %v21, %v53
  %v60 = mul i32 %v51, 64
  %v61 = add i32 %v58, %v60
  %v62 = add i32 %v12, %v51
  %v63 = icmp ult i32 %v54, 2
  %v64 = urem i32 %v47, 5
  %v65 = udiv i32 %v47, 5
  %v66 = urem i32 %v65, 5
  %v67 = udiv i32 %v65, 5
  %v68 = mul i32 %v67, 1024
  %v69 = add i32 %v35, %v68
  %v70 = mul i32 %v66, 256
  %v71 = add i32 %v69, %v70
  %v72 = add i32 %v21, %v66
  %v73 = mul i32 %v64, 64
  %v74 = add i32 %v71, %v73
  %v75 = add i32 %v12, %v64
  %v76 = icmp ult i32 %v67, 2
  %v77 = urem i32 %v48, 5
  %v78 = udiv i32 %v48, 5
  %v79 = urem i32 %v78, 5
  %v80 = udiv i32 %v78, 5
  %v81 = mul i32 %v80, 1024
  %v82 = add i32 %v35, %v81
  %v83 = mul i32 %v79, 256
  %v84 = add i32 %v82, %v83
  %v85 = add i32 %v21, %v79
  %v86 = mul i32 %v77, 64
  %v87 = add i32 %v84, %v86
  %v88 = add i32 %v12, %v77
  %v89 = icmp ult i32 %v80, 2
  %v90 = urem i32 %v49, 5
  %v91 = udiv i32 %v49, 5
  %v92 = urem i32 %v91, 5
  %v93 = udiv i32 %v91, 5
  %v94 = mul i32 %v93, 1024
  %v95 = add i32 %v35, %v94
  %v96 = mul i32 %v92, 256
  %v97 = add i32 %v95, %v96
  %v98 = add i32 %v21, %v92
  %v99 = mul i32 %v90, 64
  %v100 = add i32 %v97, %v99
  %v101 = add i32 %v12, %v90
  %v102 = icmp ult i32 %v93, 2
  %v103 = urem i32 %v50, 32
  %v104 = udiv i32 %v50, 32
  %v105 = urem i32 %v104, %v31
  %v106 = udiv i32 %v104, %v31
  %v107 = urem i32 2, %v31
  %v108 = udiv i32 2, %v31
  %v109 = mul i32 %v45, 144
  %v110 = mul i32 %v50, 2
  %v111 = add i32 %v109, %v110
  %v112 = getelementptr i8, ptr addrspace(3) @lds, i32 %v111
  %v113 = mul i32 %v47, 144
  %v114 = mul i32 %v50, 2
  %v115 = add i32 %v113, %v114
  %v116 = getelementptr i8, ptr addrspace(3) @lds, i32 %v115
  %v117 = mul i32 %v48, 144
  %v118 = mul i32 %v50, 2
  %v119 = add i32 %v117, %v118
  %v120 = getelementptr i8, ptr addrspace(3) @lds, i32 %v119
  %v121 = mul i32 %v49, 144
  %v122 = mul i32 %v50, 2
  %v123 = add i32 %v121, %v122
  %v124 = getelementptr i8, ptr addrspace(3) @lds, i32 %v123
  ; loader of w
  %v125 = getelementptr i8, ptr addrspace(3) @lds, i32 9216
  %v126 = udiv i32 %v41, 4
  %v127 = urem i32 %v41, 4
  %v128 = add i32 %v126, 32
  %v129 = mul i32 %v127, 8
  %v130 = mul i32 %v129, 2
  %v131 = add i32 %v37, %v130
  %v132 = urem i32 %v126, 32
  %v133 = udiv i32 %v126, 32
  %v134 = urem i32 %v133, %v31
  %v135 = udiv i32 %v133, %v31
  %v136 = urem i32 %v128, 32
  %v137 = udiv i32 %v128, 32
  %v138 = urem i32 %v137, %v31
  %v139 = udiv i32 %v137, %v31
  %v140 = urem i32 2, %v31
  %v141 = udiv i32 2, %v31
  %v142 = mul i32 %v126, 64
  %v143 = mul i32 %v129, 2
  %v144 = add i32 %v142, %v143
  %v145 = getelementptr i8, ptr addrspace(3) %v125, i32 %v144
  %v146 = mul i32 %v128, 64
  %v147 = mul i32 %v129, 2
  %v148 = add i32 %v146, %v147
  %v149 = getelementptr i8, ptr addrspace(3) %v125, i32 %v148
  ; fragments
  %v150 = mul i32 %v44, 32
  %v151 = urem i32 %v42, 32
  %v152 = add i32 %v150, %v151
  %v153 = udiv i32 %v42, 32
  %v154 = mul i32 %v153, 8
  %v155 = mul i32 %v152, 144
  %v156 = mul i32 %v154, 2
  %v157 = add i32 %v155, %v156
  %v158 = getelementptr i8, ptr addrspace(3) @lds, i32 %v157
  %v159 = getelementptr i8, ptr addrspace(3) @lds, i32 9216
  %v160 = udiv i32 %v42, 16
  %v161 = urem i32 %v160, 2
  %v162 = mul i32 %v161, 16
  %v163 = urem i32 %v42, 4
  %v164 = mul i32 %v163, 4
  %v165 = add i32 %v162, %v164
  %v166 = udiv i32 %v42, 32
  %v167 = mul i32 %v166, 8
  %v168 = udiv i32 %v42, 4
  %v169 = urem i32 %v168, 4
  %v170 = add i32 %v167, %v169
  %v171 = mul i32 %v170, 64
  %v172 = mul i32 %v165, 2
  %v173 = add i32 %v171, %v172
  %v174 = getelementptr i8, ptr addrspace(3) %v159, i32 %v173
  %v175 = add i32 %v40, 63
  %v176 = udiv i32 %v175, 64
  %v177 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> zeroinitializer)
  ; main loop
  br label %loop0
loop0:
  %v178 = phi i32 [ 0, %entry ], [ %next0, %body0 ]
  %v179 = phi i32 [ %v106, %entry ], [ %v247, %body0 ]
  %v180 = phi i32 [ %v105, %entry ], [ %v244, %body0 ]
  %v181 = phi i32 [ %v103, %entry ], [ %v181, %body0 ]
  %v182 = phi i32 [ %v135, %entry ], [ %v274, %body0 ]
  %v183 = phi i32 [ %v134, %entry ], [ %v271, %body0 ]
  %v184 = phi i32 [ %v132, %entry ], [ %v184, %body0 ]
  %v185 = phi i32 [ %v139, %entry ], [ %v281, %body0 ]
  %v186 = phi i32 [ %v138, %entry ], [ %v278, %body0 ]
  %v187 = phi i32 [ %v136, %entry ], [ %v187, %body0 ]
  %v188 = phi <16 x float> [ %v177, %entry ], [ %v311, %body0 ]
  %more0 = icmp ult i32 %v178, %v176
  br i1 %more0, label %body0, label %done0
body0:
  ; fetch
  %v189 = mul i32 %v179, -256
  %v190 = mul i32 %v179, -1
  %v191 = mul i32 %v180, -64
  %v192 = add i32 %v189, %v191
  %v193 = mul i32 %v180, -1
  %v194 = mul i32 %v181, 2
  %v195 = add i32 %v192, %v194
  %v196 = icmp ult i32 %v179, %v23
  %v197 = add i32 %v61, %v195
  %v198 = and i1 %v63, %v196
  %v199 = add i32 %v59, %v190
  %v200 = icmp ult i32 %v199, 4
  %v201 = and i1 %v198, %v200
  %v202 = add i32 %v62, %v193
  %v203 = icmp ult i32 %v202, 4
  %v204 = and i1 %v201, %v203
  %v205 = add i32 %v74, %v195
  %v206 = and i1 %v76, %v196
  %v207 = add i32 %v72, %v190
  %v208 = icmp ult i32 %v207, 4
  %v209 = and i1 %v206, %v208
  %v210 = add i32 %v75, %v193
  %v211 = icmp ult i32 %v210, 4
  %v212 = and i1 %v209, %v211
  %v213 = add i32 %v87, %v195
  %v214 = and i1 %v89, %v196
  %v215 = add i32 %v85, %v190
  %v216 = icmp ult i32 %v215, 4
  %v217 = and i1 %v214, %v216
  %v218 = add i32 %v88, %v193
  %v219 = icmp ult i32 %v218, 4
  %v220 = and i1 %v217, %v219
  %v221 = add i32 %v100, %v195
  %v222 = and i1 %v102, %v196
  %v223 = add i32 %v98, %v190
  %v224 = icmp ult i32 %v223, 4
  %v225 = and i1 %v222, %v224
  %v226 = add i32 %v101, %v193
  %v227 = icmp ult i32 %v226, 4
  %v228 = and i1 %v225, %v227
  %v229 = select i1 %v204, i32 %v197, i32 -2147483648
  %v230 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v229, i32 0, i32 0)
  %v231 = bitcast <4 x i32> %v230 to <8 x half>
  %v232 = select i1 %v212, i32 %v205, i32 -2147483648
  %v233 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v232, i32 0, i32 0)
  %v234 = bitcast <4 x i32> %v233 to <8 x half>
  %v235 = select i1 %v220, i32 %v213, i32 -2147483648
  %v236 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v235, i32 0, i32 0)
  %v237 = bitcast <4 x i32> %v236 to <8 x half>
  %v238 = select i1 %v228, i32 %v221, i32 -2147483648
  %v239 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v238, i32 0, i32 0)
  %v240 = bitcast <4 x i32> %v239 to <8 x half>
  %v241 = add i32 %v180, %v107
  %v242 = icmp uge i32 %v241, %v31
  %v243 = sub i32 %v241, %v31
  %v244 = select i1 %v242, i32 %v243, i32 %v241
  %v245 = add i32 %v179, %v108
  %v246 = select i1 %v242, i32 1, i32 0
  %v247 = add i32 %v245, %v246
  %v248 = mul i32 %v182, 384
  %v249 = mul i32 %v183, 128
  %v250 = add i32 %v248, %v249
  %v251 = mul i32 %v184, 576
  %v252 = add i32 %v250, %v251
  %v253 = icmp ult i32 %v182, %v23
  %v254 = mul i32 %v185, 384
  %v255 = mul i32 %v186, 128
  %v256 = add i32 %v254, %v255
  %v257 = mul i32 %v187, 576
  %v258 = add i32 %v256, %v257
  %v259 = icmp ult i32 %v185, %v23
  %v260 = add i32 %v131, %v252
  %v261 = add i32 %v131, %v258
  %v262 = select i1 %v253, i32 %v260, i32 -2147483648
  %v263 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v262, i32 0, i32 0)
  %v264 = bitcast <4 x i32> %v263 to <8 x half>
  %v265 = select i1 %v259, i32 %v261, i32 -2147483648
  %v266 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v265, i32 0, i32 0)
  %v267 = bitcast <4 x i32> %v266 to <8 x half>
  %v268 = add i32 %v183, %v140
  %v269 = icmp uge i32 %v268, %v31
  %v270 = sub i32 %v268, %v31
  %v271 = select i1 %v269, i32 %v270, i32 %v268
  %v272 = add i32 %v182, %v141
  %v273 = select i1 %v269, i32 1, i32 0
  %v274 = add i32 %v272, %v273
  %v275 = add i32 %v186, %v140
  %v276 = icmp uge i32 %v275, %v31
  %v277 = sub i32 %v275, %v31
  %v278 = select i1 %v276, i32 %v277, i32 %v275
  %v279 = add i32 %v185, %v141
  %v280 = select i1 %v276, i32 1, i32 0
  %v281 = add i32 %v279, %v280
  ; commit
  store <8 x half> %v231, ptr addrspace(3) %v112, align 16
  store <8 x half> %v234, ptr addrspace(3) %v116, align 16
  store <8 x half> %v237, ptr addrspace(3) %v120, align 16
  store <8 x half> %v240, ptr addrspace(3) %v124, align 16
  store <8 x half> %v264, ptr addrspace(3) %v145, align 16
  store <8 x half> %v267, ptr addrspace(3) %v149, align 16
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; compute
  %v282 = load <8 x half>, ptr addrspace(3) %v158, align 16
  %v283 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v174)
  %v284 = getelementptr i8, ptr addrspace(3) %v174, i32 256
  %v285 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v284)
  %v286 = shufflevector <4 x half> %v283, <4 x half> %v285, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v287 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %v282, <8 x half> %v286, <16 x float> %v188, i32 0, i32 0, i32 0)
  %v288 = getelementptr i8, ptr addrspace(3) %v158, i32 32
  %v289 = load <8 x half>, ptr addrspace(3) %v288, align 16
  %v290 = getelementptr i8, ptr addrspace(3) %v174, i32 1024
  %v291 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v290)
  %v292 = getelementptr i8, ptr addrspace(3) %v174, i32 1280
  %v293 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v292)
  %v294 = shufflevector <4 x half> %v291, <4 x half> %v293, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v295 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %v289, <8 x half> %v294, <16 x float> %v287, i32 0, i32 0, i32 0)
  %v296 = getelementptr i8, ptr addrspace(3) %v158, i32 64
  %v297 = load <8 x half>, ptr addrspace(3) %v296, align 16
  %v298 = getelementptr i8, ptr addrspace(3) %v174, i32 2048
  %v299 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v298)
  %v300 = getelementptr i8, ptr addrspace(3) %v174, i32 2304
  %v301 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v300)
  %v302 = shufflevector <4 x half> %v299, <4 x half> %v301, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v303 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %v297, <8 x half> %v302, <16 x float> %v295, i32 0, i32 0, i32 0)
  %v304 = getelementptr i8, ptr addrspace(3) %v158, i32 96
  %v305 = load <8 x half>, ptr addrspace(3) %v304, align 16
  %v306 = getelementptr i8, ptr addrspace(3) %v174, i32 3072
  %v307 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v306)
  %v308 = getelementptr i8, ptr addrspace(3) %v174, i32 3328
  %v309 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v308)
  %v310 = shufflevector <4 x half> %v307, <4 x half> %v309, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v311 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %v305, <8 x half> %v310, <16 x float> %v303, i32 0, i32 0, i32 0)
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %next0 = add i32 %v178, 1
  br label %loop0
done0:
  ; after the main loop
  ; epilogue
  %v312 = mul i32 %v44, 32
  %v313 = udiv i32 %v42, 32
  %v314 = mul i32 %v313, 4
  %v315 = add i32 %v312, %v314
  %v316 = urem i32 %v42, 32
  %v317 = mul i32 %v315, 64
  %v318 = mul i32 %v316, 2
  %v319 = add i32 %v317, %v318
  %v320 = getelementptr i8, ptr addrspace(3) @lds, i32 %v319
  %v321 = extractelement <16 x float> %v188, i32 0
  %v322 = fptrunc float %v321 to half
  store half %v322, ptr addrspace(3) %v320, align 2
  %v323 = extractelement <16 x float> %v188, i32 1
  %v324 = fptrunc float %v323 to half
  %v325 = getelementptr i8, ptr addrspace(3) %v320, i32 64
  store half %v324, ptr addrspace(3) %v325, align 2
  %v326 = extractelement <16 x float> %v188, i32 2
  %v327 = fptrunc float %v326 to half
  %v328 = getelementptr i8, ptr addrspace(3) %v320, i32 128
  store half %v327, ptr addrspace(3) %v328, align 2
  %v329 = extractelement <16 x float> %v188, i32 3
  %v330 = fptrunc float %v329 to half
  %v331 = getelementptr i8, ptr addrspace(3) %v320, i32 192
  store half %v330, ptr addrspace(3) %v331, align 2
  %v332 = extractelement <16 x float> %v188, i32 4
  %v333 = fptrunc float %v332 to half
  %v334 = getelementptr i8, ptr addrspace(3) %v320, i32 512
  store half %v333, ptr addrspace(3) %v334, align 2
  %v335 = extractelement <16 x float> %v188, i32 5
  %v336 = fptrunc float %v335 to half
  %v337 = getelementptr i8, ptr addrspace(3) %v320, i32 576
  store half %v336, ptr addrspace(3) %v337, align 2
  %v338 = extractelement <16 x float> %v188, i32 6
  %v339 = fptrunc float %v338 to half
  %v340 = getelementptr i8, ptr addrspace(3) %v320, i32 640
  store half %v339, ptr addrspace(3) %v340, align 2
  %v341 = extractelement <16 x float> %v188, i32 7
  %v342 = fptrunc float %v341 to half
  %v343 = getelementptr i8, ptr addrspace(3) %v320, i32 704
  store half %v342, ptr addrspace(3) %v343, align 2
  %v344 = extractelement <16 x float> %v188, i32 8
  %v345 = fptrunc float %v344 to half
  %v346 = getelementptr i8, ptr addrspace(3) %v320, i32 1024
  store half %v345, ptr addrspace(3) %v346, align 2
  %v347 = extractelement <16 x float> %v188, i32 9
  %v348 = fptrunc float %v347 to half
  %v349 = getelementptr i8, ptr addrspace(3) %v320, i32 1088
  store half %v348, ptr addrspace(3) %v349, align 2
  %v350 = extractelement <16 x float> %v188, i32 10
  %v351 = fptrunc float %v350 to half
  %v352 = getelementptr i8, ptr addrspace(3) %v320, i32 1152
  store half %v351, ptr addrspace(3) %v352, align 2
  %v353 = extractelement <16 x float> %v188, i32 11
  %v354 = fptrunc float %v353 to half
  %v355 = getelementptr i8, ptr addrspace(3) %v320, i32 1216
  store half %v354, ptr addrspace(3) %v355, align 2
  %v356 = extractelement <16 x float> %v188, i32 12
  %v357 = fptrunc float %v356 to half
  %v358 = getelementptr i8, ptr addrspace(3) %v320, i32 1536
  store half %v357, ptr addrspace(3) %v358, align 2
  %v359 = extractelement <16 x float> %v188, i32 13
  %v360 = fptrunc float %v359 to half
  %v361 = getelementptr i8, ptr addrspace(3) %v320, i32 1600
  store half %v360, ptr addrspace(3) %v361, align 2
  %v362 = extractelement <16 x float> %v188, i32 14
  %v363 = fptrunc float %v362 to half
  %v364 = getelementptr i8, ptr addrspace(3) %v320, i32 1664
  store half %v363, ptr addrspace(3) %v364, align 2
  %v365 = extractelement <16 x float> %v188, i32 15
  %v366 = fptrunc float %v365 to half
  %v367 = getelementptr i8, ptr addrspace(3) %v320, i32 1728
  store half %v366, ptr addrspace(3) %v367, align 2
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; epilogue: wide stores
  %v368 = udiv i32 %v41, 4
  %v369 = urem i32 %v41, 4
  %v370 = add i32 %v368, 32
  %v371 = mul i32 %v369, 8
  %v372 = urem i32 %v368, 5
  %v373 = udiv i32 %v368, 5
  %v374 = urem i32 %v373, 5
  %v375 = udiv i32 %v373, 5
  %v376 = mul i32 %v375, 4096
  %v377 = mul i32 %v374, 1024
  %v378 = add i32 %v376, %v377
  %v379 = mul i32 %v374, 2
  %v380 = mul i32 %v372, 128
  %v381 = add i32 %v378, %v380
  %v382 = mul i32 %v372, 2
  %v383 = icmp ult i32 %v375, 2
  %v384 = urem i32 %v370, 5
  %v385 = udiv i32 %v370, 5
  %v386 = urem i32 %v385, 5
  %v387 = udiv i32 %v385, 5
  %v388 = mul i32 %v387, 4096
  %v389 = mul i32 %v386, 1024
  %v390 = add i32 %v388, %v389
  %v391 = mul i32 %v386, 2
  %v392 = mul i32 %v384, 128
  %v393 = add i32 %v390, %v392
  %v394 = mul i32 %v384, 2
  %v395 = icmp ult i32 %v387, 2
  %v396 = mul i32 %v371, 2
  %v397 = add i32 %v39, %v396
  %v398 = mul i32 %v368, 64
  %v399 = mul i32 %v371, 2
  %v400 = add i32 %v398, %v399
  %v401 = getelementptr i8, ptr addrspace(3) @lds, i32 %v400
  %v402 = load <8 x half>, ptr addrspace(3) %v401, align 16
  %v403 = add i32 %v381, %v397
  %v404 = add i32 %v379, %v25
  %v405 = icmp ult i32 %v404, 8
  %v406 = and i1 %v383, %v405
  %v407 = add i32 %v382, %v33
  %v408 = icmp ult i32 %v407, 8
  %v409 = and i1 %v406, %v408
  %v410 = select i1 %v409, i32 %v403, i32 -2147483648
  %v411 = bitcast <8 x half> %v402 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v411, ptr addrspace(8) %v2, i32 %v410, i32 0, i32 0)
  %v412 = mul i32 %v370, 64
  %v413 = mul i32 %v371, 2
  %v414 = add i32 %v412, %v413
  %v415 = getelementptr i8, ptr addrspace(3) @lds, i32 %v414
  %v416 = load <8 x half>, ptr addrspace(3) %v415, align 16
  %v417 = add i32 %v393, %v397
  %v418 = add i32 %v391, %v25
  %v419 = icmp ult i32 %v418, 8
  %v420 = and i1 %v395, %v419
  %v421 = add i32 %v394, %v33
  %v422 = icmp ult i32 %v421, 8
  %v423 = and i1 %v420, %v422
  %v424 = select i1 %v423, i32 %v417, i32 -2147483648
  %v425 = bitcast <8 x half> %v416 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v425, ptr addrspace(8) %v2, i32 %v424, i32 0, i32 0)
  ret void
}

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1), i16, i64, i32)
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float>)
declare <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8), i32, i32, i32 immarg)
declare void @llvm.amdgcn.s.barrier()
declare <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3))
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half>, <8 x half>, <16 x float>, i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32>, ptr addrspace(8), i32, i32, i32 immarg)

attributes #0 = { nounwind "amdgpu-flat-work-group-size"="128,128" "target-cpu"="gfx950" "uniform-work-group-size"="true" }

!0 = !{!"amdgpu-synchronize-as", !"local"}
