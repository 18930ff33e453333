target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [13312 x i8] poison, align 16

define amdgpu_kernel void @dgrad_gfx950_n2c32k32g1_i8x8_f3x3_s2x2_d1x1_p1x1_1x1_fp16_fp16_t64x32x64_w2x1_a32x32x16_mem_cshuffle_kouter_pad8x0_a483c87b504c(ptr addrspace(1) noalias readonly align 16 %dy, ptr addrspace(1) noalias readonly align 16 %w, ptr addrspace(1) noalias writeonly align 16 %dx) #0 {
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
  %v136 = urem i32 2, %v31
  %v137 = udiv i32 2, %v31
  %v138 = urem i32 1, %v31
  %v139 = udiv i32 1, %v31
  %v140 = mul i32 %v126, 64
  %v141 = mul i32 %v129, 2
  %v142 = add i32 %v140, %v141
  %v143 = getelementptr i8, ptr addrspace(3) %v125, i32 %v142
  %v144 = mul i32 %v128, 64
  %v145 = mul i32 %v129, 2
  %v146 = add i32 %v144, %v145
  %v147 = getelementptr i8, ptr addrspace(3) %v125, i32 %v146
  ; fragments
  %v148 = mul i32 %v44, 32
  %v149 = urem i32 %v42, 32
  %v150 = add i32 %v148, %v149
  %v151 = udiv i32 %v42, 32
  %v152 = mul i32 %v151, 8
  %v153 = mul i32 %v150, 144
  %v154 = mul i32 %v152, 2
  %v155 = add i32 %v153, %v154
  %v156 = getelementptr i8, ptr addrspace(3) @lds, i32 %v155
  %v157 = getelementptr i8, ptr addrspace(3) @lds, i32 9216
  %v158 = udiv i32 %v42, 16
  %v159 = urem i32 %v158, 2
  %v160 = mul i32 %v159, 16
  %v161 = urem i32 %v42, 4
  %v162 = mul i32 %v161, 4
  %v163 = add i32 %v160, %v162
  %v164 = udiv i32 %v42, 32
  %v165 = mul i32 %v164, 8
  %v166 = udiv i32 %v42, 4
  %v167 = urem i32 %v166, 4
  %v168 = add i32 %v165, %v167
  %v169 = mul i32 %v168, 64
  %v170 = mul i32 %v163, 2
  %v171 = add i32 %v169, %v170
  %v172 = getelementptr i8, ptr addrspace(3) %v157, i32 %v171
  %v173 = add i32 %v40, 63
  %v174 = udiv i32 %v173, 64
  %v175 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> zeroinitializer)
  ; main loop
  br label %loop0
loop0:
  %v176 = phi i32 [ 0, %entry ], [ %next0, %body0 ]
  %v177 = phi i32 [ %v106, %entry ], [ %v242, %body0 ]
  %v178 = phi i32 [ %v105, %entry ], [ %v239, %body0 ]
  %v179 = phi i32 [ %v103, %entry ], [ %v179, %body0 ]
  %v180 = phi i32 [ %v135, %entry ], [ %v276, %body0 ]
  %v181 = phi i32 [ %v134, %entry ], [ %v273, %body0 ]
  %v182 = phi i32 [ %v132, %entry ], [ %v182, %body0 ]
  %v183 = phi <16 x float> [ %v175, %entry ], [ %v306, %body0 ]
  %more0 = icmp ult i32 %v176, %v174
  br i1 %more0, label %body0, label %done0
body0:
  ; fetch
  %v184 = mul i32 %v177, -256
  %v185 = mul i32 %v177, -1
  %v186 = mul i32 %v178, -64
  %v187 = add i32 %v184, %v186
  %v188 = mul i32 %v178, -1
  %v189 = mul i32 %v179, 2
  %v190 = add i32 %v187, %v189
  %v191 = icmp ult i32 %v177, %v23
  %v192 = add i32 %v61, %v190
  %v193 = and i1 %v63, %v191
  %v194 = add i32 %v59, %v185
  %v195 = icmp ult i32 %v194, 4
  %v196 = and i1 %v193, %v195
  %v197 = add i32 %v62, %v188
  %v198 = icmp ult i32 %v197, 4
  %v199 = and i1 %v196, %v198
  %v200 = add i32 %v74, %v190
  %v201 = and i1 %v76, %v191
  %v202 = add i32 %v72, %v185
  %v203 = icmp ult i32 %v202, 4
  %v204 = and i1 %v201, %v203
  %v205 = add i32 %v75, %v188
  %v206 = icmp ult i32 %v205, 4
  %v207 = and i1 %v204, %v206
  %v208 = add i32 %v87, %v190
  %v209 = and i1 %v89, %v191
  %v210 = add i32 %v85, %v185
  %v211 = icmp ult i32 %v210, 4
  %v212 = and i1 %v209, %v211
  %v213 = add i32 %v88, %v188
  %v214 = icmp ult i32 %v213, 4
  %v215 = and i1 %v212, %v214
  %v216 = add i32 %v100, %v190
  %v217 = and i1 %v102, %v191
  %v218 = add i32 %v98, %v185
  %v219 = icmp ult i32 %v218, 4
  %v220 = and i1 %v217, %v219
  %v221 = add i32 %v101, %v188
  %v222 = icmp ult i32 %v221, 4
  %v223 = and i1 %v220, %v222
  %v224 = select i1 %v199, i32 %v192, i32 -2147483648
  %v225 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v224, i32 0, i32 0)
  %v226 = bitcast <4 x i32> %v225 to <8 x half>
  %v227 = select i1 %v207, i32 %v200, i32 -2147483648
  %v228 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v227, i32 0, i32 0)
  %v229 = bitcast <4 x i32> %v228 to <8 x half>
  %v230 = select i1 %v215, i32 %v208, i32 -2147483648
  %v231 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v230, i32 0, i32 0)
  %v232 = bitcast <4 x i32> %v231 to <8 x half>
  %v233 = select i1 %v223, i32 %v216, i32 -2147483648
  %v234 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v233, i32 0, i32 0)
  %v235 = bitcast <4 x i32> %v234 to <8 x half>
  %v236 = add i32 %v178, %v107
  %v237 = icmp uge i32 %v236, %v31
  %v238 = sub i32 %v236, %v31
  %v239 = select i1 %v237, i32 %v238, i32 %v236
  %v240 = add i32 %v177, %v108
  %v241 = select i1 %v237, i32 1, i32 0
  %v242 = add i32 %v240, %v241
  %v243 = mul i32 %v180, 384
  %v244 = mul i32 %v181, 128
  %v245 = add i32 %v243, %v244
  %v246 = mul i32 %v182, 576
  %v247 = add i32 %v245, %v246
  %v248 = icmp ult i32 %v180, %v23
  %v249 = add i32 %v181, %v138
  %v250 = icmp uge i32 %v249, %v31
  %v251 = sub i32 %v249, %v31
  %v252 = select i1 %v250, i32 %v251, i32 %v249
  %v253 = add i32 %v180, %v139
  %v254 = select i1 %v250, i32 1, i32 0
  %v255 = add i32 %v253, %v254
  %v256 = mul i32 %v255, 384
  %v257 = mul i32 %v252, 128
  %v258 = add i32 %v256, %v257
  %v259 = mul i32 %v182, 576
  %v260 = add i32 %v258, %v259
  %v261 = icmp ult i32 %v255, %v23
  %v262 = add i32 %v131, %v247
  %v263 = add i32 %v131, %v260
  %v264 = select i1 %v248, i32 %v262, i32 -2147483648
  %v265 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v264, i32 0, i32 0)
  %v266 = bitcast <4 x i32> %v265 to <8 x half>
  %v267 = select i1 %v261, i32 %v263, i32 -2147483648
  %v268 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v267, i32 0, i32 0)
  %v269 = bitcast <4 x i32> %v268 to <8 x half>
  %v270 = add i32 %v181, %v136
  %v271 = icmp uge i32 %v270, %v31
  %v272 = sub i32 %v270, %v31
  %v273 = select i1 %v271, i32 %v272, i32 %v270
  %v274 = add i32 %v180, %v137
  %v275 = select i1 %v271, i32 1, i32 0
  %v276 = add i32 %v274, %v275
  ; commit
  store <8 x half> %v226, ptr addrspace(3) %v112, align 16
  store <8 x half> %v229, ptr addrspace(3) %v116, align 16
  store <8 x half> %v232, ptr addrspace(3) %v120, align 16
  store <8 x half> %v235, ptr addrspace(3) %v124, align 16
  store <8 x half> %v266, ptr addrspace(3) %v143, align 16
  store <8 x half> %v269, ptr addrspace(3) %v147, align 16
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; compute
  %v277 = load <8 x half>, ptr addrspace(3) %v156, align 16
  %v278 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v172)
  %v279 = getelementptr i8, ptr addrspace(3) %v172, i32 256
  %v280 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v279)
  %v281 = shufflevector <4 x half> %v278, <4 x half> %v280, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v282 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %v277, <8 x half> %v281, <16 x float> %v183, i32 0, i32 0, i32 0)
  %v283 = getelementptr i8, ptr addrspace(3) %v156, i32 32
  %v284 = load <8 x half>, ptr addrspace(3) %v283, align 16
  %v285 = getelementptr i8, ptr addrspace(3) %v172, i32 1024
  %v286 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v285)
  %v287 = getelementptr i8, ptr addrspace(3) %v172, i32 1280
  %v288 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v287)
  %v289 = shufflevector <4 x half> %v286, <4 x half> %v288, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v290 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %v284, <8 x half> %v289, <16 x float> %v282, i32 0, i32 0, i32 0)
  %v291 = getelementptr i8, ptr addrspace(3) %v156, i32 64
  %v292 = load <8 x half>, ptr addrspace(3) %v291, align 16
  %v293 = getelementptr i8, ptr addrspace(3) %v172, i32 2048
  %v294 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v293)
  %v295 = getelementptr i8, ptr addrspace(3) %v172, i32 2304
  %v296 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v295)
  %v297 = shufflevector <4 x half> %v294, <4 x half> %v296, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v298 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %v292, <8 x half> %v297, <16 x float> %v290, i32 0, i32 0, i32 0)
  %v299 = getelementptr i8, ptr addrspace(3) %v156, i32 96
  %v300 = load <8 x half>, ptr addrspace(3) %v299, align 16
  %v301 = getelementptr i8, ptr addrspace(3) %v172, i32 3072
  %v302 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v301)
  %v303 = getelementptr i8, ptr addrspace(3) %v172, i32 3328
  %v304 = call <4 x half> @llvm.amdgcn.ds.read.tr16.b64.v4f16(ptr addrspace(3) %v303)
  %v305 = shufflevector <4 x half> %v302, <4 x half> %v304, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v306 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %v300, <8 x half> %v305, <16 x float> %v298, i32 0, i32 0, i32 0)
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %next0 = add i32 %v176, 1
  br label %loop0
done0:
  ; after the main loop
  ; epilogue
  %v307 = mul i32 %v44, 32
  %v308 = udiv i32 %v42, 32
  %v309 = mul i32 %v308, 4
  %v310 = add i32 %v307, %v309
  %v311 = urem i32 %v42, 32
  %v312 = mul i32 %v310, 64
  %v313 = mul i32 %v311, 2
  %v314 = add i32 %v312, %v313
  %v315 = getelementptr i8, ptr addrspace(3) @lds, i32 %v314
  %v316 = extractelement <16 x float> %v183, i32 0
  %v317 = fptrunc float %v316 to half
  store half %v317, ptr addrspace(3) %v315, align 2
  %v318 = extractelement <16 x float> %v183, i32 1
  %v319 = fptrunc float %v318 to half
  %v320 = getelementptr i8, ptr addrspace(3) %v315, i32 64
  store half %v319, ptr addrspace(3) %v320, align 2
  %v321 = extractelement <16 x float> %v183, i32 2
  %v322 = fptrunc float %v321 to half
  %v323 = getelementptr i8, ptr addrspace(3) %v315, i32 128
  store half %v322, ptr addrspace(3) %v323, align 2
  %v324 = extractelement <16 x float> %v183, i32 3
  %v325 = fptrunc float %v324 to half
  %v326 = getelementptr i8, ptr addrspace(3) %v315, i32 192
  store half %v325, ptr addrspace(3) %v326, align 2
  %v327 = extractelement <16 x float> %v183, i32 4
  %v328 = fptrunc float %v327 to half
  %v329 = getelementptr i8, ptr addrspace(3) %v315, i32 512
  store half %v328, ptr addrspace(3) %v329, align 2
  %v330 = extractelement <16 x float> %v183, i32 5
  %v331 = fptrunc float %v330 to half
  %v332 = getelementptr i8, ptr addrspace(3) %v315, i32 576
  store half %v331, ptr addrspace(3) %v332, align 2
  %v333 = extractelement <16 x float> %v183, i32 6
  %v334 = fptrunc float %v333 to half
  %v335 = getelementptr i8, ptr addrspace(3) %v315, i32 640
  store half %v334, ptr addrspace(3) %v335, align 2
  %v336 = extractelement <16 x float> %v183, i32 7
  %v337 = fptrunc float %v336 to half
  %v338 = getelementptr i8, ptr addrspace(3) %v315, i32 704
  store half %v337, ptr addrspace(3) %v338, align 2
  %v339 = extractelement <16 x float> %v183, i32 8
  %v340 = fptrunc float %v339 to half
  %v341 = getelementptr i8, ptr addrspace(3) %v315, i32 1024
  store half %v340, ptr addrspace(3) %v341, align 2
  %v342 = extractelement <16 x float> %v183, i32 9
  %v343 = fptrunc float %v342 to half
  %v344 = getelementptr i8, ptr addrspace(3) %v315, i32 1088
  store half %v343, ptr addrspace(3) %v344, align 2
  %v345 = extractelement <16 x float> %v183, i32 10
  %v346 = fptrunc float %v345 to half
  %v347 = getelementptr i8, ptr addrspace(3) %v315, i32 1152
  store half %v346, ptr addrspace(3) %v347, align 2
  %v348 = extractelement <16 x float> %v183, i32 11
  %v349 = fptrunc float %v348 to half
  %v350 = getelementptr i8, ptr addrspace(3) %v315, i32 1216
  store half %v349, ptr addrspace(3) %v350, align 2
  %v351 = extractelement <16 x float> %v183, i32 12
  %v352 = fptrunc float %v351 to half
  %v353 = getelementptr i8, ptr addrspace(3) %v315, i32 1536
  store half %v352, ptr addrspace(3) %v353, align 2
  %v354 = extractelement <16 x float> %v183, i32 13
  %v355 = fptrunc float %v354 to half
  %v356 = getelementptr i8, ptr addrspace(3) %v315, i32 1600
  store half %v355, ptr addrspace(3) %v356, align 2
  %v357 = extractelement <16 x float> %v183, i32 14
  %v358 = fptrunc float %v357 to half
  %v359 = getelementptr i8, ptr addrspace(3) %v315, i32 1664
  store half %v358, ptr addrspace(3) %v359, align 2
  %v360 = extractelement <16 x float> %v183, i32 15
  %v361 = fptrunc float %v360 to half
  %v362 = getelementptr i8, ptr addrspace(3) %v315, i32 1728
  store half %v361, ptr addrspace(3) %v362, align 2
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; epilogue: wide stores
  %v363 = udiv i32 %v41, 4
  %v364 = urem i32 %v41, 4
  %v365 = add i32 %v363, 32
  %v366 = mul i32 %v364, 8
  %v367 = urem i32 %v363, 5
  %v368 = udiv i32 %v363, 5
  %v369 = urem i32 %v368, 5
  %v370 = udiv i32 %v368, 5
  %v371 = mul i32 %v370, 4096
  %v372 = mul i32 %v369, 1024
  %v373 = add i32 %v371, %v372
  %v374 = mul i32 %v369, 2
  %v375 = mul i32 %v367, 128
  %v376 = add i32 %v373, %v375
  %v377 = mul i32 %v367, 2
  %v378 = icmp ult i32 %v370, 2
  %v379 = urem i32 %v365, 5
  %v380 = udiv i32 %v365, 5
  %v381 = urem i32 %v380, 5
  %v382 = udiv i32 %v380, 5
  %v383 = mul i32 %v382, 4096
  %v384 = mul i32 %v381, 1024
  %v385 = add i32 %v383, %v384
  %v386 = mul i32 %v381, 2
  %v387 = mul i32 %v379, 128
  %v388 = add i32 %v385, %v387
  %v389 = mul i32 %v379, 2
  %v390 = icmp ult i32 %v382, 2
  %v391 = mul i32 %v366, 2
  %v392 = add i32 %v39, %v391
  %v393 = mul i32 %v363, 64
  %v394 = mul i32 %v366, 2
  %v395 = add i32 %v393, %v394
  %v396 = getelementptr i8, ptr addrspace(3) @lds, i32 %v395
  %v397 = load <8 x half>, ptr addrspace(3) %v396, align 16
  %v398 = add i32 %v376, %v392
  %v399 = add i32 %v374, %v25
  %v400 = icmp ult i32 %v399, 8
  %v401 = and i1 %v378, %v400
  %v402 = add i32 %v377, %v33
  %v403 = icmp ult i32 %v402, 8
  %v404 = and i1 %v401, %v403
  %v405 = select i1 %v404, i32 %v398, i32 -2147483648
  %v406 = bitcast <8 x half> %v397 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v406, ptr addrspace(8) %v2, i32 %v405, i32 0, i32 0)
  %v407 = mul i32 %v365, 64
  %v408 = mul i32 %v366, 2
  %v409 = add i32 %v407, %v408
  %v410 = getelementptr i8, ptr addrspace(3) @lds, i32 %v409
  %v411 = load <8 x half>, ptr addrspace(3) %v410, align 16
  %v412 = add i32 %v388, %v392
  %v413 = add i32 %v386, %v25
  %v414 = icmp ult i32 %v413, 8
  %v415 = and i1 %v390, %v414
  %v416 = add i32 %v389, %v33
  %v417 = icmp ult i32 %v416, 8
  %v418 = and i1 %v415, %v417
  %v419 = select i1 %v418, i32 %v412, i32 -2147483648
  %v420 = bitcast <8 x half> %v411 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v420, ptr addrspace(8) %v2, i32 %v419, i32 0, i32 0)
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
