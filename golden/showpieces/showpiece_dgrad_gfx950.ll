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
  ; main loop
  br label %loop0
loop0:
  %v177 = phi i32 [ 0, %entry ], [ %next0, %body0 ]
  %v178 = phi i32 [ %v106, %entry ], [ %v246, %body0 ]
  %v179 = phi i32 [ %v105, %entry ], [ %v243, %body0 ]
  %v180 = phi i32 [ %v103, %entry ], [ %v180, %body0 ]
  %v181 = phi i32 [ %v135, %entry ], [ %v273, %body0 ]
  %v182 = phi i32 [ %v134, %entry ], [ %v270, %body0 ]
  %v183 = phi i32 [ %v132, %entry ], [ %v183, %body0 ]
  %v184 = phi i32 [ %v139, %entry ], [ %v280, %body0 ]
  %v185 = phi i32 [ %v138, %entry ], [ %v277, %body0 ]
  %v186 = phi i32 [ %v136, %entry ], [ %v186, %body0 ]
  %v187 = phi <16 x float> [ zeroinitializer, %entry ], [ %v310, %body0 ]
  %more0 = icmp ult i32 %v177, %v176
  br i1 %more0, label %body0, label %done0
body0:
  ; fetch
  %v188 = mul i32 %v178, -256
  %v189 = mul i32 %v178, -1
  %v190 = mul i32 %v179, -64
  %v191 = add i32 %v188, %v190
  %v192 = mul i32 %v179, -1
  %v193 = mul i32 %v180, 2
  %v194 = add i32 %v191, %v193
  %v195 = icmp ult i32 %v178, %v23
  %v196 = add i32 %v61, %v194
  %v197 = and i1 %v63, %v195
  %v198 = add i32 %v59, %v189
  %v199 = icmp ult i32 %v198, 4
  %v200 = and i1 %v197, %v199
  %v201 = add i32 %v62, %v192
  %v202 = icmp ult i32 %v201, 4
  %v203 = and i1 %v200, %v202
  %v204 = add i32 %v74, %v194
  %v205 = and i1 %v76, %v195
  %v206 = add i32 %v72, %v189
  %v207 = icmp ult i32 %v206, 4
  %v208 = and i1 %v205, %v207
  %v209 = add i32 %v75, %v192
  %v210 = icmp ult i32 %v209, 4
  %v211 = and i1 %v208, %v210
  %v212 = add i32 %v87, %v194
  %v213 = and i1 %v89, %v195
  %v214 = add i32 %v85, %v189
  %v215 = icmp ult i32 %v214, 4
  %v216 = and i1 %v213, %v215
  %v217 = add i32 %v88, %v192
  %v218 = icmp ult i32 %v217, 4
  %v219 = and i1 %v216, %v218
  %v220 = add i32 %v100, %v194
  %v221 = and i1 %v102, %v195
  %v222 = add i32 %v98, %v189
  %v223 = icmp ult i32 %v222, 4
  %v224 = and i1 %v221, %v223
  %v225 = add i32 %v101, %v192
  %v226 = icmp ult i32 %v225, 4
  %v227 = and i1 %v224, %v226
  %v228 = select i1 %v203, i32 %v196, i32 -2147483648
  %v229 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v228, i32 0, i32 0)
  %v230 = bitcast <4 x i32> %v229 to <8 x half>
  %v231 = select i1 %v211, i32 %v204, i32 -2147483648
  %v232 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v231, i32 0, i32 0)
  %v233 = bitcast <4 x i32> %v232 to <8 x half>
  %v234 = select i1 %v219, i32 %v212, i32 -2147483648
  %v235 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v234, i32 0, i32 0)
  %v236 = bitcast <4 x i32> %v235 to <8 x half>
  %v237 = select i1 %v227, i32 %v220, i32 -2147483648
  %v238 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v237, i32 0, i32 0)
  %v239 = bitcast <4 x i32> %v238 to <8 x half>
  %v240 = add i32 %v179, %v107
  %v241 = icmp uge i32 %v240, %v31
  %v242 = sub i32 %v240, %v31
  %v243 = select i1 %v241, i32 %v242, i32 %v240
  %v244 = add i32 %v178, %v108
  %v245 = select i1 %v241, i32 1, i32 0
  %v246 = add i32 %v244, %v245
  %v247 = mul i32 %v181, 384
  %v248 = mul i32 %v182, 128
  %v249 = add i32 %v247, %v248
  %v250 = mul i32 %v183, 576
  %v251 = add i32 %v249, %v250
  %v252 = icmp ult i32 %v181, %v23
  %v253 = mul i32 %v184, 384
  %v254 = mul i32 %v185, 128
  %v255 = add i32 %v253, %v254
  %v256 = mul i32 %v186, 576
  %v257 = add i32 %v255, %v256
  %v258 = icmp ult i32 %v184, %v23
  %v259 = add i32 %v131, %v251
  %v260 = add i32 %v131, %v257
  %v261 = select i1 %v252, i32 %v259, i32 -2147483648
  %v262 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v261, i32 0, i32 0)
  %v263 = bitcast <4 x i32> %v262 to <8 x half>
  %v264 = select i1 %v258, i32 %v260, i32 -2147483648
  %v265 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v264, i32 0, i32 0)
  %v266 = bitcast <4 x i32> %v265 to <8 x half>
  %v267 = add i32 %v182, %v140
  %v268 = icmp uge i32 %v267, %v31
  %v269 = sub i32 %v267, %v31
  %v270 = select i1 %v268, i32 %v269, i32 %v267
  %v271 = add i32 %v181, %v141
  %v272 = select i1 %v268, i32 1, i32 0
  %v273 = add i32 %v271, %v272
  %v274 = add i32 %v185, %v140
  %v275 = icmp uge i32 %v274, %v31
  %v276 = sub i32 %v274, %v31
  %v277 = select i1 %v275, i32 %v276, i32 %v274
  %v278 = add i32 %v184, %v141
  %v279 = select i1 %v275, i32 1, i32 0
  %v280 = add i32 %v278, %v279
  ; commit
  store <8 x half> %v230, ptr addrspace(3) %v112, align 16
  store <8 x half> %v233, ptr addrspace(3) %v116, align 16
  store <8 x half> %v236, ptr addrspace(3) %v120, align 16
  store <8 x half> %v239, ptr addrspace(3) %v124, align 16
  store <8 x half> %v263, ptr addrspace(3) %v145, align 16
  store <8 x half> %v266, ptr addrspace(3) %v149, align 16
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; compute
  %v281 = load <8 x half>, ptr addrspace(3) %v158, align 16
  %v282 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v174)
  %v283 = getelementptr i8, ptr addrspace(3) %v174, i32 256
  %v284 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v283)
  %v285 = shufflevector <4 x half> %v282, <4 x half> %v284, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v286 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %v281, <8 x half> %v285, <16 x float> %v187, i32 0, i32 0, i32 0)
  %v287 = getelementptr i8, ptr addrspace(3) %v158, i32 32
  %v288 = load <8 x half>, ptr addrspace(3) %v287, align 16
  %v289 = getelementptr i8, ptr addrspace(3) %v174, i32 1024
  %v290 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v289)
  %v291 = getelementptr i8, ptr addrspace(3) %v174, i32 1280
  %v292 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v291)
  %v293 = shufflevector <4 x half> %v290, <4 x half> %v292, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v294 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %v288, <8 x half> %v293, <16 x float> %v286, i32 0, i32 0, i32 0)
  %v295 = getelementptr i8, ptr addrspace(3) %v158, i32 64
  %v296 = load <8 x half>, ptr addrspace(3) %v295, align 16
  %v297 = getelementptr i8, ptr addrspace(3) %v174, i32 2048
  %v298 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v297)
  %v299 = getelementptr i8, ptr addrspace(3) %v174, i32 2304
  %v300 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v299)
  %v301 = shufflevector <4 x half> %v298, <4 x half> %v300, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v302 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %v296, <8 x half> %v301, <16 x float> %v294, i32 0, i32 0, i32 0)
  %v303 = getelementptr i8, ptr addrspace(3) %v158, i32 96
  %v304 = load <8 x half>, ptr addrspace(3) %v303, align 16
  %v305 = getelementptr i8, ptr addrspace(3) %v174, i32 3072
  %v306 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v305)
  %v307 = getelementptr i8, ptr addrspace(3) %v174, i32 3328
  %v308 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v307)
  %v309 = shufflevector <4 x half> %v306, <4 x half> %v308, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v310 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %v304, <8 x half> %v309, <16 x float> %v302, i32 0, i32 0, i32 0)
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %next0 = add i32 %v177, 1
  br label %loop0
done0:
  ; after the main loop
  ; epilogue
  %v311 = mul i32 %v44, 32
  %v312 = udiv i32 %v42, 32
  %v313 = mul i32 %v312, 4
  %v314 = add i32 %v311, %v313
  %v315 = urem i32 %v42, 32
  %v316 = mul i32 %v314, 64
  %v317 = mul i32 %v315, 2
  %v318 = add i32 %v316, %v317
  %v319 = getelementptr i8, ptr addrspace(3) @lds, i32 %v318
  %v320 = extractelement <16 x float> %v187, i32 0
  %v321 = fptrunc float %v320 to half
  store half %v321, ptr addrspace(3) %v319, align 2
  %v322 = extractelement <16 x float> %v187, i32 1
  %v323 = fptrunc float %v322 to half
  %v324 = getelementptr i8, ptr addrspace(3) %v319, i32 64
  store half %v323, ptr addrspace(3) %v324, align 2
  %v325 = extractelement <16 x float> %v187, i32 2
  %v326 = fptrunc float %v325 to half
  %v327 = getelementptr i8, ptr addrspace(3) %v319, i32 128
  store half %v326, ptr addrspace(3) %v327, align 2
  %v328 = extractelement <16 x float> %v187, i32 3
  %v329 = fptrunc float %v328 to half
  %v330 = getelementptr i8, ptr addrspace(3) %v319, i32 192
  store half %v329, ptr addrspace(3) %v330, align 2
  %v331 = extractelement <16 x float> %v187, i32 4
  %v332 = fptrunc float %v331 to half
  %v333 = getelementptr i8, ptr addrspace(3) %v319, i32 512
  store half %v332, ptr addrspace(3) %v333, align 2
  %v334 = extractelement <16 x float> %v187, i32 5
  %v335 = fptrunc float %v334 to half
  %v336 = getelementptr i8, ptr addrspace(3) %v319, i32 576
  store half %v335, ptr addrspace(3) %v336, align 2
  %v337 = extractelement <16 x float> %v187, i32 6
  %v338 = fptrunc float %v337 to half
  %v339 = getelementptr i8, ptr addrspace(3) %v319, i32 640
  store half %v338, ptr addrspace(3) %v339, align 2
  %v340 = extractelement <16 x float> %v187, i32 7
  %v341 = fptrunc float %v340 to half
  %v342 = getelementptr i8, ptr addrspace(3) %v319, i32 704
  store half %v341, ptr addrspace(3) %v342, align 2
  %v343 = extractelement <16 x float> %v187, i32 8
  %v344 = fptrunc float %v343 to half
  %v345 = getelementptr i8, ptr addrspace(3) %v319, i32 1024
  store half %v344, ptr addrspace(3) %v345, align 2
  %v346 = extractelement <16 x float> %v187, i32 9
  %v347 = fptrunc float %v346 to half
  %v348 = getelementptr i8, ptr addrspace(3) %v319, i32 1088
  store half %v347, ptr addrspace(3) %v348, align 2
  %v349 = extractelement <16 x float> %v187, i32 10
  %v350 = fptrunc float %v349 to half
  %v351 = getelementptr i8, ptr addrspace(3) %v319, i32 1152
  store half %v350, ptr addrspace(3) %v351, align 2
  %v352 = extractelement <16 x float> %v187, i32 11
  %v353 = fptrunc float %v352 to half
  %v354 = getelementptr i8, ptr addrspace(3) %v319, i32 1216
  store half %v353, ptr addrspace(3) %v354, align 2
  %v355 = extractelement <16 x float> %v187, i32 12
  %v356 = fptrunc float %v355 to half
  %v357 = getelementptr i8, ptr addrspace(3) %v319, i32 1536
  store half %v356, ptr addrspace(3) %v357, align 2
  %v358 = extractelement <16 x float> %v187, i32 13
  %v359 = fptrunc float %v358 to half
  %v360 = getelementptr i8, ptr addrspace(3) %v319, i32 1600
  store half %v359, ptr addrspace(3) %v360, align 2
  %v361 = extractelement <16 x float> %v187, i32 14
  %v362 = fptrunc float %v361 to half
  %v363 = getelementptr i8, ptr addrspace(3) %v319, i32 1664
  store half %v362, ptr addrspace(3) %v363, align 2
  %v364 = extractelement <16 x float> %v187, i32 15
  %v365 = fptrunc float %v364 to half
  %v366 = getelementptr i8, ptr addrspace(3) %v319, i32 1728
  store half %v365, ptr addrspace(3) %v366, align 2
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; epilogue: wide stores
  %v367 = udiv i32 %v41, 4
  %v368 = urem i32 %v41, 4
  %v369 = add i32 %v367, 32
  %v370 = mul i32 %v368, 8
  %v371 = urem i32 %v367, 5
  %v372 = udiv i32 %v367, 5
  %v373 = urem i32 %v372, 5
  %v374 = udiv i32 %v372, 5
  %v375 = mul i32 %v374, 4096
  %v376 = mul i32 %v373, 1024
  %v377 = add i32 %v375, %v376
  %v378 = mul i32 %v373, 2
  %v379 = mul i32 %v371, 128
  %v380 = add i32 %v377, %v379
  %v381 = mul i32 %v371, 2
  %v382 = icmp ult i32 %v374, 2
  %v383 = urem i32 %v369, 5
  %v384 = udiv i32 %v369, 5
  %v385 = urem i32 %v384, 5
  %v386 = udiv i32 %v384, 5
  %v387 = mul i32 %v386, 4096
  %v388 = mul i32 %v385, 1024
  %v389 = add i32 %v387, %v388
  %v390 = mul i32 %v385, 2
  %v391 = mul i32 %v383, 128
  %v392 = add i32 %v389, %v391
  %v393 = mul i32 %v383, 2
  %v394 = icmp ult i32 %v386, 2
  %v395 = mul i32 %v370, 2
  %v396 = add i32 %v39, %v395
  %v397 = mul i32 %v367, 64
  %v398 = mul i32 %v370, 2
  %v399 = add i32 %v397, %v398
  %v400 = getelementptr i8, ptr addrspace(3) @lds, i32 %v399
  %v401 = load <8 x half>, ptr addrspace(3) %v400, align 16
  %v402 = add i32 %v380, %v396
  %v403 = add i32 %v378, %v25
  %v404 = icmp ult i32 %v403, 8
  %v405 = and i1 %v382, %v404
  %v406 = add i32 %v381, %v33
  %v407 = icmp ult i32 %v406, 8
  %v408 = and i1 %v405, %v407
  %v409 = select i1 %v408, i32 %v402, i32 -2147483648
  %v410 = bitcast <8 x half> %v401 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v410, ptr addrspace(8) %v2, i32 %v409, i32 0, i32 0)
  %v411 = mul i32 %v369, 64
  %v412 = mul i32 %v370, 2
  %v413 = add i32 %v411, %v412
  %v414 = getelementptr i8, ptr addrspace(3) @lds, i32 %v413
  %v415 = load <8 x half>, ptr addrspace(3) %v414, align 16
  %v416 = add i32 %v392, %v396
  %v417 = add i32 %v390, %v25
  %v418 = icmp ult i32 %v417, 8
  %v419 = and i1 %v394, %v418
  %v420 = add i32 %v393, %v33
  %v421 = icmp ult i32 %v420, 8
  %v422 = and i1 %v419, %v421
  %v423 = select i1 %v422, i32 %v416, i32 -2147483648
  %v424 = bitcast <8 x half> %v415 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v424, ptr addrspace(8) %v2, i32 %v423, i32 0, i32 0)
  ret void
}

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1), i16, i64, i32)
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8), i32, i32, i32 immarg)
declare void @llvm.amdgcn.s.barrier()
declare <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3))
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half>, <8 x half>, <16 x float>, i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32>, ptr addrspace(8), i32, i32, i32 immarg)

attributes #0 = { nounwind "amdgpu-flat-work-group-size"="128,128" "target-cpu"="gfx950" "uniform-work-group-size"="true" }

!0 = !{!"amdgpu-synchronize-as", !"local"}
