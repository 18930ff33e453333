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
  ; loader of dy
  %v43 = udiv i32 %v39, 8
  %v44 = urem i32 %v39, 8
  %v45 = add i32 %v43, 16
  %v46 = add i32 %v43, 32
  %v47 = add i32 %v43, 48
  %v48 = mul i32 %v44, 8
  %v49 = urem i32 %v43, 5
  %v50 = udiv i32 %v43, 5
  %v51 = urem i32 %v50, 5
  %v52 = udiv i32 %v50, 5
  %v53 = mul i32 %v52, 1024
  %v54 = add i32 %v33, %v53
  %v55 = mul i32 %v51, 256
  %v56 = add i32 %v54, %v55
  %v57 = add i32 %v21, %v51
  %v58 = mul i32 %v49, 64
  %v59 = add i32 %v56, %v58
  %v60 = add i32 %v12, %v49
  %v61 = icmp ult i32 %v52, 2
  %v62 = urem i32 %v45, 5
  %v63 = udiv i32 %v45, 5
  %v64 = urem i32 %v63, 5
  %v65 = udiv i32 %v63, 5
  %v66 = mul i32 %v65, 1024
  %v67 = add i32 %v33, %v66
  %v68 = mul i32 %v64, 256
  %v69 = add i32 %v67, %v68
  %v70 = add i32 %v21, %v64
  %v71 = mul i32 %v62, 64
  %v72 = add i32 %v69, %v71
  %v73 = add i32 %v12, %v62
  %v74 = icmp ult i32 %v65, 2
  %v75 = urem i32 %v46, 5
  %v76 = udiv i32 %v46, 5
  %v77 = urem i32 %v76, 5
  %v78 = udiv i32 %v76, 5
  %v79 = mul i32 %v78, 1024
  %v80 = add i32 %v33, %v79
  %v81 = mul i32 %v77, 256
  %v82 = add i32 %v80, %v81
  %v83 = add i32 %v21, %v77
  %v84 = mul i32 %v75, 64
  %v85 = add i32 %v82, %v84
  %v86 = add i32 %v12, %v75
  %v87 = icmp ult i32 %v78, 2
  %v88 = urem i32 %v47, 5
  %v89 = udiv i32 %v47, 5
  %v90 = urem i32 %v89, 5
  %v91 = udiv i32 %v89, 5
  %v92 = mul i32 %v91, 1024
  %v93 = add i32 %v33, %v92
  %v94 = mul i32 %v90, 256
  %v95 = add i32 %v93, %v94
  %v96 = add i32 %v21, %v90
  %v97 = mul i32 %v88, 64
  %v98 = add i32 %v95, %v97
  %v99 = add i32 %v12, %v88
  %v100 = icmp ult i32 %v91, 2
  %v101 = urem i32 %v48, 32
  %v102 = udiv i32 %v48, 32
  %v103 = urem i32 %v102, %v30
  %v104 = udiv i32 %v102, %v30
  %v105 = urem i32 2, %v30
  %v106 = udiv i32 2, %v30
  %v107 = mul i32 %v43, 144
  %v108 = mul i32 %v48, 2
  %v109 = add i32 %v107, %v108
  %v110 = getelementptr i8, ptr addrspace(3) @lds, i32 %v109
  %v111 = mul i32 %v45, 144
  %v112 = mul i32 %v48, 2
  %v113 = add i32 %v111, %v112
  %v114 = getelementptr i8, ptr addrspace(3) @lds, i32 %v113
  %v115 = mul i32 %v46, 144
  %v116 = mul i32 %v48, 2
  %v117 = add i32 %v115, %v116
  %v118 = getelementptr i8, ptr addrspace(3) @lds, i32 %v117
  %v119 = mul i32 %v47, 144
  %v120 = mul i32 %v48, 2
  %v121 = add i32 %v119, %v120
  %v122 = getelementptr i8, ptr addrspace(3) @lds, i32 %v121
  ; loader of w
  %v123 = getelementptr i8, ptr addrspace(3) @lds, i32 9216
  %v124 = udiv i32 %v39, 4
  %v125 = urem i32 %v39, 4
  %v126 = add i32 %v124, 32
  %v127 = mul i32 %v125, 8
  %v128 = mul i32 %v127, 2
  %v129 = add i32 %v35, %v128
  %v130 = urem i32 %v124, 32
  %v131 = udiv i32 %v124, 32
  %v132 = urem i32 %v131, %v30
  %v133 = udiv i32 %v131, %v30
  %v134 = urem i32 %v126, 32
  %v135 = udiv i32 %v126, 32
  %v136 = urem i32 %v135, %v30
  %v137 = udiv i32 %v135, %v30
  %v138 = urem i32 2, %v30
  %v139 = udiv i32 2, %v30
  %v140 = mul i32 %v124, 64
  %v141 = mul i32 %v127, 2
  %v142 = add i32 %v140, %v141
  %v143 = getelementptr i8, ptr addrspace(3) %v123, i32 %v142
  %v144 = mul i32 %v126, 64
  %v145 = mul i32 %v127, 2
  %v146 = add i32 %v144, %v145
  %v147 = getelementptr i8, ptr addrspace(3) %v123, i32 %v146
  ; fragments
  %v148 = mul i32 %v42, 32
  %v149 = urem i32 %v40, 32
  %v150 = add i32 %v148, %v149
  %v151 = udiv i32 %v40, 32
  %v152 = mul i32 %v151, 8
  %v153 = mul i32 %v150, 144
  %v154 = mul i32 %v152, 2
  %v155 = add i32 %v153, %v154
  %v156 = getelementptr i8, ptr addrspace(3) @lds, i32 %v155
  %v157 = getelementptr i8, ptr addrspace(3) @lds, i32 9216
  %v158 = udiv i32 %v40, 16
  %v159 = urem i32 %v158, 2
  %v160 = mul i32 %v159, 16
  %v161 = urem i32 %v40, 4
  %v162 = mul i32 %v161, 4
  %v163 = add i32 %v160, %v162
  %v164 = udiv i32 %v40, 32
  %v165 = mul i32 %v164, 8
  %v166 = udiv i32 %v40, 4
  %v167 = urem i32 %v166, 4
  %v168 = add i32 %v165, %v167
  %v169 = mul i32 %v168, 64
  %v170 = mul i32 %v163, 2
  %v171 = add i32 %v169, %v170
  %v172 = getelementptr i8, ptr addrspace(3) %v157, i32 %v171
  %v173 = add i32 %v38, 63
  %v174 = udiv i32 %v173, 64
  ; main loop
  br label %loop0
loop0:
  %v175 = phi i32 [ 0, %entry ], [ %next0, %body0 ]
  %v176 = phi i32 [ %v104, %entry ], [ %v244, %body0 ]
  %v177 = phi i32 [ %v103, %entry ], [ %v241, %body0 ]
  %v178 = phi i32 [ %v101, %entry ], [ %v178, %body0 ]
  %v179 = phi i32 [ %v133, %entry ], [ %v271, %body0 ]
  %v180 = phi i32 [ %v132, %entry ], [ %v268, %body0 ]
  %v181 = phi i32 [ %v130, %entry ], [ %v181, %body0 ]
  %v182 = phi i32 [ %v137, %entry ], [ %v278, %body0 ]
  %v183 = phi i32 [ %v136, %entry ], [ %v275, %body0 ]
  %v184 = phi i32 [ %v134, %entry ], [ %v184, %body0 ]
  %v185 = phi <16 x float> [ zeroinitializer, %entry ], [ %v308, %body0 ]
  %more0 = icmp ult i32 %v175, %v174
  br i1 %more0, label %body0, label %done0
body0:
  ; fetch
  %v186 = mul i32 %v176, -256
  %v187 = mul i32 %v176, -1
  %v188 = mul i32 %v177, -64
  %v189 = add i32 %v186, %v188
  %v190 = mul i32 %v177, -1
  %v191 = mul i32 %v178, 2
  %v192 = add i32 %v189, %v191
  %v193 = icmp ult i32 %v176, %v23
  %v194 = add i32 %v59, %v192
  %v195 = and i1 %v61, %v193
  %v196 = add i32 %v57, %v187
  %v197 = icmp ult i32 %v196, 4
  %v198 = and i1 %v195, %v197
  %v199 = add i32 %v60, %v190
  %v200 = icmp ult i32 %v199, 4
  %v201 = and i1 %v198, %v200
  %v202 = add i32 %v72, %v192
  %v203 = and i1 %v74, %v193
  %v204 = add i32 %v70, %v187
  %v205 = icmp ult i32 %v204, 4
  %v206 = and i1 %v203, %v205
  %v207 = add i32 %v73, %v190
  %v208 = icmp ult i32 %v207, 4
  %v209 = and i1 %v206, %v208
  %v210 = add i32 %v85, %v192
  %v211 = and i1 %v87, %v193
  %v212 = add i32 %v83, %v187
  %v213 = icmp ult i32 %v212, 4
  %v214 = and i1 %v211, %v213
  %v215 = add i32 %v86, %v190
  %v216 = icmp ult i32 %v215, 4
  %v217 = and i1 %v214, %v216
  %v218 = add i32 %v98, %v192
  %v219 = and i1 %v100, %v193
  %v220 = add i32 %v96, %v187
  %v221 = icmp ult i32 %v220, 4
  %v222 = and i1 %v219, %v221
  %v223 = add i32 %v99, %v190
  %v224 = icmp ult i32 %v223, 4
  %v225 = and i1 %v222, %v224
  %v226 = select i1 %v201, i32 %v194, i32 -2147483648
  %v227 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v226, i32 0, i32 0)
  %v228 = bitcast <4 x i32> %v227 to <8 x half>
  %v229 = select i1 %v209, i32 %v202, i32 -2147483648
  %v230 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v229, i32 0, i32 0)
  %v231 = bitcast <4 x i32> %v230 to <8 x half>
  %v232 = select i1 %v217, i32 %v210, i32 -2147483648
  %v233 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v232, i32 0, i32 0)
  %v234 = bitcast <4 x i32> %v233 to <8 x half>
  %v235 = select i1 %v225, i32 %v218, i32 -2147483648
  %v236 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v235, i32 0, i32 0)
  %v237 = bitcast <4 x i32> %v236 to <8 x half>
  %v238 = add i32 %v177, %v105
  %v239 = icmp uge i32 %v238, %v30
  %v240 = sub i32 %v238, %v30
  %v241 = select i1 %v239, i32 %v240, i32 %v238
  %v242 = add i32 %v176, %v106
  %v243 = select i1 %v239, i32 1, i32 0
  %v244 = add i32 %v242, %v243
  %v245 = mul i32 %v179, 384
  %v246 = mul i32 %v180, 128
  %v247 = add i32 %v245, %v246
  %v248 = mul i32 %v181, 576
  %v249 = add i32 %v247, %v248
  %v250 = icmp ult i32 %v179, %v23
  %v251 = mul i32 %v182, 384
  %v252 = mul i32 %v183, 128
  %v253 = add i32 %v251, %v252
  %v254 = mul i32 %v184, 576
  %v255 = add i32 %v253, %v254
  %v256 = icmp ult i32 %v182, %v23
  %v257 = add i32 %v129, %v249
  %v258 = add i32 %v129, %v255
  %v259 = select i1 %v250, i32 %v257, i32 -2147483648
  %v260 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v259, i32 0, i32 0)
  %v261 = bitcast <4 x i32> %v260 to <8 x half>
  %v262 = select i1 %v256, i32 %v258, i32 -2147483648
  %v263 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v262, i32 0, i32 0)
  %v264 = bitcast <4 x i32> %v263 to <8 x half>
  %v265 = add i32 %v180, %v138
  %v266 = icmp uge i32 %v265, %v30
  %v267 = sub i32 %v265, %v30
  %v268 = select i1 %v266, i32 %v267, i32 %v265
  %v269 = add i32 %v179, %v139
  %v270 = select i1 %v266, i32 1, i32 0
  %v271 = add i32 %v269, %v270
  %v272 = add i32 %v183, %v138
  %v273 = icmp uge i32 %v272, %v30
  %v274 = sub i32 %v272, %v30
  %v275 = select i1 %v273, i32 %v274, i32 %v272
  %v276 = add i32 %v182, %v139
  %v277 = select i1 %v273, i32 1, i32 0
  %v278 = add i32 %v276, %v277
  ; commit
  store <8 x half> %v228, ptr addrspace(3) %v110, align 16
  store <8 x half> %v231, ptr addrspace(3) %v114, align 16
  store <8 x half> %v234, ptr addrspace(3) %v118, align 16
  store <8 x half> %v237, ptr addrspace(3) %v122, align 16
  store <8 x half> %v261, ptr addrspace(3) %v143, align 16
  store <8 x half> %v264, ptr addrspace(3) %v147, align 16
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; compute
  %v279 = load <8 x half>, ptr addrspace(3) %v156, align 16
  %v280 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v172)
  %v281 = getelementptr i8, ptr addrspace(3) %v172, i32 256
  %v282 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v281)
  %v283 = shufflevector <4 x half> %v280, <4 x half> %v282, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v284 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %v279, <8 x half> %v283, <16 x float> %v185, i32 0, i32 0, i32 0)
  %v285 = getelementptr i8, ptr addrspace(3) %v156, i32 32
  %v286 = load <8 x half>, ptr addrspace(3) %v285, align 16
  %v287 = getelementptr i8, ptr addrspace(3) %v172, i32 1024
  %v288 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v287)
  %v289 = getelementptr i8, ptr addrspace(3) %v172, i32 1280
  %v290 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v289)
  %v291 = shufflevector <4 x half> %v288, <4 x half> %v290, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v292 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %v286, <8 x half> %v291, <16 x float> %v284, i32 0, i32 0, i32 0)
  %v293 = getelementptr i8, ptr addrspace(3) %v156, i32 64
  %v294 = load <8 x half>, ptr addrspace(3) %v293, align 16
  %v295 = getelementptr i8, ptr addrspace(3) %v172, i32 2048
  %v296 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v295)
  %v297 = getelementptr i8, ptr addrspace(3) %v172, i32 2304
  %v298 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v297)
  %v299 = shufflevector <4 x half> %v296, <4 x half> %v298, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v300 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %v294, <8 x half> %v299, <16 x float> %v292, i32 0, i32 0, i32 0)
  %v301 = getelementptr i8, ptr addrspace(3) %v156, i32 96
  %v302 = load <8 x half>, ptr addrspace(3) %v301, align 16
  %v303 = getelementptr i8, ptr addrspace(3) %v172, i32 3072
  %v304 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v303)
  %v305 = getelementptr i8, ptr addrspace(3) %v172, i32 3328
  %v306 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v305)
  %v307 = shufflevector <4 x half> %v304, <4 x half> %v306, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v308 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %v302, <8 x half> %v307, <16 x float> %v300, i32 0, i32 0, i32 0)
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %next0 = add i32 %v175, 1
  br label %loop0
done0:
  ; after the main loop
  ; epilogue
  %v309 = mul i32 %v42, 32
  %v310 = udiv i32 %v40, 32
  %v311 = mul i32 %v310, 4
  %v312 = add i32 %v309, %v311
  %v313 = urem i32 %v40, 32
  %v314 = mul i32 %v312, 64
  %v315 = mul i32 %v313, 2
  %v316 = add i32 %v314, %v315
  %v317 = getelementptr i8, ptr addrspace(3) @lds, i32 %v316
  %v318 = extractelement <16 x float> %v185, i32 0
  %v319 = fptrunc float %v318 to half
  store half %v319, ptr addrspace(3) %v317, align 2
  %v320 = extractelement <16 x float> %v185, i32 1
  %v321 = fptrunc float %v320 to half
  %v322 = getelementptr i8, ptr addrspace(3) %v317, i32 64
  store half %v321, ptr addrspace(3) %v322, align 2
  %v323 = extractelement <16 x float> %v185, i32 2
  %v324 = fptrunc float %v323 to half
  %v325 = getelementptr i8, ptr addrspace(3) %v317, i32 128
  store half %v324, ptr addrspace(3) %v325, align 2
  %v326 = extractelement <16 x float> %v185, i32 3
  %v327 = fptrunc float %v326 to half
  %v328 = getelementptr i8, ptr addrspace(3) %v317, i32 192
  store half %v327, ptr addrspace(3) %v328, align 2
  %v329 = extractelement <16 x float> %v185, i32 4
  %v330 = fptrunc float %v329 to half
  %v331 = getelementptr i8, ptr addrspace(3) %v317, i32 512
  store half %v330, ptr addrspace(3) %v331, align 2
  %v332 = extractelement <16 x float> %v185, i32 5
  %v333 = fptrunc float %v332 to half
  %v334 = getelementptr i8, ptr addrspace(3) %v317, i32 576
  store half %v333, ptr addrspace(3) %v334, align 2
  %v335 = extractelement <16 x float> %v185, i32 6
  %v336 = fptrunc float %v335 to half
  %v337 = getelementptr i8, ptr addrspace(3) %v317, i32 640
  store half %v336, ptr addrspace(3) %v337, align 2
  %v338 = extractelement <16 x float> %v185, i32 7
  %v339 = fptrunc float %v338 to half
  %v340 = getelementptr i8, ptr addrspace(3) %v317, i32 704
  store half %v339, ptr addrspace(3) %v340, align 2
  %v341 = extractelement <16 x float> %v185, i32 8
  %v342 = fptrunc float %v341 to half
  %v343 = getelementptr i8, ptr addrspace(3) %v317, i32 1024
  store half %v342, ptr addrspace(3) %v343, align 2
  %v344 = extractelement <16 x float> %v185, i32 9
  %v345 = fptrunc float %v344 to half
  %v346 = getelementptr i8, ptr addrspace(3) %v317, i32 1088
  store half %v345, ptr addrspace(3) %v346, align 2
  %v347 = extractelement <16 x float> %v185, i32 10
  %v348 = fptrunc float %v347 to half
  %v349 = getelementptr i8, ptr addrspace(3) %v317, i32 1152
  store half %v348, ptr addrspace(3) %v349, align 2
  %v350 = extractelement <16 x float> %v185, i32 11
  %v351 = fptrunc float %v350 to half
  %v352 = getelementptr i8, ptr addrspace(3) %v317, i32 1216
  store half %v351, ptr addrspace(3) %v352, align 2
  %v353 = extractelement <16 x float> %v185, i32 12
  %v354 = fptrunc float %v353 to half
  %v355 = getelementptr i8, ptr addrspace(3) %v317, i32 1536
  store half %v354, ptr addrspace(3) %v355, align 2
  %v356 = extractelement <16 x float> %v185, i32 13
  %v357 = fptrunc float %v356 to half
  %v358 = getelementptr i8, ptr addrspace(3) %v317, i32 1600
  store half %v357, ptr addrspace(3) %v358, align 2
  %v359 = extractelement <16 x float> %v185, i32 14
  %v360 = fptrunc float %v359 to half
  %v361 = getelementptr i8, ptr addrspace(3) %v317, i32 1664
  store half %v360, ptr addrspace(3) %v361, align 2
  %v362 = extractelement <16 x float> %v185, i32 15
  %v363 = fptrunc float %v362 to half
  %v364 = getelementptr i8, ptr addrspace(3) %v317, i32 1728
  store half %v363, ptr addrspace(3) %v364, align 2
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; epilogue: wide stores
  %v365 = udiv i32 %v39, 4
  %v366 = urem i32 %v39, 4
  %v367 = add i32 %v365, 32
  %v368 = mul i32 %v366, 8
  %v369 = urem i32 %v365, 5
  %v370 = udiv i32 %v365, 5
  %v371 = urem i32 %v370, 5
  %v372 = udiv i32 %v370, 5
  %v373 = mul i32 %v372, 4096
  %v374 = mul i32 %v371, 1024
  %v375 = add i32 %v373, %v374
  %v376 = mul i32 %v371, 2
  %v377 = mul i32 %v369, 128
  %v378 = add i32 %v375, %v377
  %v379 = mul i32 %v369, 2
  %v380 = icmp ult i32 %v372, 2
  %v381 = urem i32 %v367, 5
  %v382 = udiv i32 %v367, 5
  %v383 = urem i32 %v382, 5
  %v384 = udiv i32 %v382, 5
  %v385 = mul i32 %v384, 4096
  %v386 = mul i32 %v383, 1024
  %v387 = add i32 %v385, %v386
  %v388 = mul i32 %v383, 2
  %v389 = mul i32 %v381, 128
  %v390 = add i32 %v387, %v389
  %v391 = mul i32 %v381, 2
  %v392 = icmp ult i32 %v384, 2
  %v393 = mul i32 %v368, 2
  %v394 = add i32 %v37, %v393
  %v395 = mul i32 %v365, 64
  %v396 = mul i32 %v368, 2
  %v397 = add i32 %v395, %v396
  %v398 = getelementptr i8, ptr addrspace(3) @lds, i32 %v397
  %v399 = load <8 x half>, ptr addrspace(3) %v398, align 16
  %v400 = add i32 %v378, %v394
  %v401 = add i32 %v376, %v24
  %v402 = icmp ult i32 %v401, 8
  %v403 = and i1 %v380, %v402
  %v404 = add i32 %v379, %v31
  %v405 = icmp ult i32 %v404, 8
  %v406 = and i1 %v403, %v405
  %v407 = select i1 %v406, i32 %v400, i32 -2147483648
  %v408 = bitcast <8 x half> %v399 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v408, ptr addrspace(8) %v2, i32 %v407, i32 0, i32 0)
  %v409 = mul i32 %v367, 64
  %v410 = mul i32 %v368, 2
  %v411 = add i32 %v409, %v410
  %v412 = getelementptr i8, ptr addrspace(3) @lds, i32 %v411
  %v413 = load <8 x half>, ptr addrspace(3) %v412, align 16
  %v414 = add i32 %v390, %v394
  %v415 = add i32 %v388, %v24
  %v416 = icmp ult i32 %v415, 8
  %v417 = and i1 %v392, %v416
  %v418 = add i32 %v391, %v31
  %v419 = icmp ult i32 %v418, 8
  %v420 = and i1 %v417, %v419
  %v421 = select i1 %v420, i32 %v414, i32 -2147483648
  %v422 = bitcast <8 x half> %v413 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v422, ptr addrspace(8) %v2, i32 %v421, i32 0, i32 0)
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
