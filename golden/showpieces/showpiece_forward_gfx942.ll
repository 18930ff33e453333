target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [26112 x i8] poison, align 16

define amdgpu_kernel void @forward_gfx942_n2c64k64g1_i14x14_f3x3_s1x1_d1x1_p1x1_1x1_fp16_fp16_t128x64x64_w2x2_a32x32x8_mem_cshuffle_pad4_d60c36e66fd0(ptr addrspace(1) noalias readonly align 16 %x, ptr addrspace(1) noalias readonly align 16 %w, ptr addrspace(1) noalias writeonly align 16 %y) #0 {
entry:
  ; tensors
  %v0 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %x, i16 0, i64 50176, i32 159744)
  %v1 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %w, i16 0, i64 73728, i32 159744)
  %v2 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %y, i16 0, i64 50176, i32 159744)
  ; work item: group, phase, tile
  %v3 = call i32 @llvm.amdgcn.workgroup.id.x()
  %v4 = mul i32 %v3, 128
  ; thread, lane and warp
  %v5 = call i32 @llvm.amdgcn.workitem.id.x()
  %v6 = urem i32 %v5, 64
  %v7 = udiv i32 %v5, 64
  %v8 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v7)
  %v9 = urem i32 %v8, 2
  %v10 = udiv i32 %v8, 2
  %v11 = getelementptr i8, ptr addrspace(3) @lds, i32 17408
  ; loader of x
  %v12 = udiv i32 %v5, 8
  %v13 = urem i32 %v5, 8
  %v14 = add i32 %v12, 32
  %v15 = add i32 %v12, 64
  %v16 = add i32 %v12, 96
  %v17 = mul i32 %v13, 8
  %v18 = add i32 %v4, %v12
  %v19 = urem i32 %v18, 14
  %v20 = udiv i32 %v18, 14
  %v21 = urem i32 %v20, 14
  %v22 = udiv i32 %v20, 14
  %v23 = mul i32 %v22, 25088
  %v24 = add i32 -1920, %v23
  %v25 = mul i32 %v21, 1792
  %v26 = add i32 %v24, %v25
  %v27 = add i32 -1, %v21
  %v28 = mul i32 %v19, 128
  %v29 = add i32 %v26, %v28
  %v30 = add i32 -1, %v19
  %v31 = icmp ult i32 %v22, 2
  %v32 = add i32 %v4, %v14
  %v33 = urem i32 %v32, 14
  %v34 = udiv i32 %v32, 14
  %v35 = urem i32 %v34, 14
  %v36 = udiv i32 %v34, 14
  %v37 = mul i32 %v36, 25088
  %v38 = add i32 -1920, %v37
  %v39 = mul i32 %v35, 1792
  %v40 = add i32 %v38, %v39
  %v41 = add i32 -1, %v35
  %v42 = mul i32 %v33, 128
  %v43 = add i32 %v40, %v42
  %v44 = add i32 -1, %v33
  %v45 = icmp ult i32 %v36, 2
  %v46 = add i32 %v4, %v15
  %v47 = urem i32 %v46, 14
  %v48 = udiv i32 %v46, 14
  %v49 = urem i32 %v48, 14
  %v50 = udiv i32 %v48, 14
  %v51 = mul i32 %v50, 25088
  %v52 = add i32 -1920, %v51
  %v53 = mul i32 %v49, 1792
  %v54 = add i32 %v52, %v53
  %v55 = add i32 -1, %v49
  %v56 = mul i32 %v47, 128
  %v57 = add i32 %v54, %v56
  %v58 = add i32 -1, %v47
  %v59 = icmp ult i32 %v50, 2
  %v60 = add i32 %v4, %v16
  %v61 = urem i32 %v60, 14
  %v62 = udiv i32 %v60, 14
  %v63 = urem i32 %v62, 14
  %v64 = udiv i32 %v62, 14
  %v65 = mul i32 %v64, 25088
  %v66 = add i32 -1920, %v65
  %v67 = mul i32 %v63, 1792
  %v68 = add i32 %v66, %v67
  %v69 = add i32 -1, %v63
  %v70 = mul i32 %v61, 128
  %v71 = add i32 %v68, %v70
  %v72 = add i32 -1, %v61
  %v73 = icmp ult i32 %v64, 2
  %v74 = urem i32 %v17, 64
  %v75 = udiv i32 %v17, 64
  %v76 = urem i32 %v75, 3
  %v77 = udiv i32 %v75, 3
  %v78 = mul i32 %v12, 136
  %v79 = mul i32 %v14, 136
  %v80 = mul i32 %v15, 136
  %v81 = mul i32 %v16, 136
  %v82 = mul i32 %v17, 2
  %v83 = add i32 %v78, %v82
  %v84 = getelementptr i8, ptr addrspace(3) @lds, i32 %v83
  %v85 = add i32 %v79, %v82
  %v86 = getelementptr i8, ptr addrspace(3) @lds, i32 %v85
  %v87 = add i32 %v80, %v82
  %v88 = getelementptr i8, ptr addrspace(3) @lds, i32 %v87
  %v89 = add i32 %v81, %v82
  %v90 = getelementptr i8, ptr addrspace(3) @lds, i32 %v89
  ; loader of w
  %v91 = udiv i32 %v5, 8
  %v92 = urem i32 %v5, 8
  %v93 = add i32 %v91, 32
  %v94 = mul i32 %v92, 8
  %v95 = mul i32 %v91, 1152
  %v96 = mul i32 %v93, 1152
  %v97 = mul i32 %v91, 136
  %v98 = mul i32 %v93, 136
  %v99 = mul i32 %v94, 2
  %v100 = add i32 %v97, %v99
  %v101 = getelementptr i8, ptr addrspace(3) %v11, i32 %v100
  %v102 = add i32 %v98, %v99
  %v103 = getelementptr i8, ptr addrspace(3) %v11, i32 %v102
  ; fragments
  %v104 = mul i32 %v10, 64
  %v105 = urem i32 %v6, 32
  %v106 = add i32 %v104, %v105
  %v107 = mul i32 %v106, 136
  %v108 = udiv i32 %v6, 32
  %v109 = mul i32 %v108, 4
  %v110 = mul i32 %v109, 2
  %v111 = add i32 %v107, %v110
  %v112 = getelementptr i8, ptr addrspace(3) @lds, i32 %v111
  %v113 = mul i32 %v9, 32
  %v114 = urem i32 %v6, 32
  %v115 = add i32 %v113, %v114
  %v116 = mul i32 %v115, 136
  %v117 = udiv i32 %v6, 32
  %v118 = mul i32 %v117, 4
  %v119 = mul i32 %v118, 2
  %v120 = add i32 %v116, %v119
  %v121 = getelementptr i8, ptr addrspace(3) %v11, i32 %v120
  ; main loop
  br label %loop0
loop0:
  %v122 = phi i32 [ 0, %entry ], [ %next0, %body0 ]
  %v123 = phi i32 [ %v77, %entry ], [ %v179, %body0 ]
  %v124 = phi i32 [ %v76, %entry ], [ %v177, %body0 ]
  %v125 = phi i32 [ %v74, %entry ], [ %v125, %body0 ]
  %v126 = phi i32 [ %v94, %entry ], [ %v187, %body0 ]
  %v127 = phi <16 x float> [ zeroinitializer, %entry ], [ %v248, %body0 ]
  %v128 = phi <16 x float> [ zeroinitializer, %entry ], [ %v249, %body0 ]
  %more0 = icmp ult i32 %v122, 9
  br i1 %more0, label %body0, label %done0
body0:
  ; fetch
  %v129 = mul i32 %v123, 1792
  %v130 = mul i32 %v124, 128
  %v131 = add i32 %v129, %v130
  %v132 = mul i32 %v125, 2
  %v133 = add i32 %v131, %v132
  %v134 = add i32 %v29, %v133
  %v135 = add i32 %v27, %v123
  %v136 = icmp ult i32 %v135, 14
  %v137 = and i1 %v31, %v136
  %v138 = add i32 %v30, %v124
  %v139 = icmp ult i32 %v138, 14
  %v140 = and i1 %v137, %v139
  %v141 = select i1 %v140, i32 %v134, i32 -2147483648
  %v142 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v141, i32 0, i32 0)
  %v143 = bitcast <4 x i32> %v142 to <8 x half>
  %v144 = add i32 %v43, %v133
  %v145 = add i32 %v41, %v123
  %v146 = icmp ult i32 %v145, 14
  %v147 = and i1 %v45, %v146
  %v148 = add i32 %v44, %v124
  %v149 = icmp ult i32 %v148, 14
  %v150 = and i1 %v147, %v149
  %v151 = select i1 %v150, i32 %v144, i32 -2147483648
  %v152 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v151, i32 0, i32 0)
  %v153 = bitcast <4 x i32> %v152 to <8 x half>
  %v154 = add i32 %v57, %v133
  %v155 = add i32 %v55, %v123
  %v156 = icmp ult i32 %v155, 14
  %v157 = and i1 %v59, %v156
  %v158 = add i32 %v58, %v124
  %v159 = icmp ult i32 %v158, 14
  %v160 = and i1 %v157, %v159
  %v161 = select i1 %v160, i32 %v154, i32 -2147483648
  %v162 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v161, i32 0, i32 0)
  %v163 = bitcast <4 x i32> %v162 to <8 x half>
  %v164 = add i32 %v71, %v133
  %v165 = add i32 %v69, %v123
  %v166 = icmp ult i32 %v165, 14
  %v167 = and i1 %v73, %v166
  %v168 = add i32 %v72, %v124
  %v169 = icmp ult i32 %v168, 14
  %v170 = and i1 %v167, %v169
  %v171 = select i1 %v170, i32 %v164, i32 -2147483648
  %v172 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v171, i32 0, i32 0)
  %v173 = bitcast <4 x i32> %v172 to <8 x half>
  %v174 = add i32 %v124, 1
  %v175 = icmp uge i32 %v174, 3
  %v176 = sub i32 %v174, 3
  %v177 = select i1 %v175, i32 %v176, i32 %v174
  %v178 = select i1 %v175, i32 1, i32 0
  %v179 = add i32 %v123, %v178
  %v180 = mul i32 %v126, 2
  %v181 = add i32 %v95, %v180
  %v182 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v181, i32 0, i32 0)
  %v183 = bitcast <4 x i32> %v182 to <8 x half>
  %v184 = add i32 %v96, %v180
  %v185 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v184, i32 0, i32 0)
  %v186 = bitcast <4 x i32> %v185 to <8 x half>
  %v187 = add i32 %v126, 64
  ; commit
  store <8 x half> %v143, ptr addrspace(3) %v84, align 8
  store <8 x half> %v153, ptr addrspace(3) %v86, align 8
  store <8 x half> %v163, ptr addrspace(3) %v88, align 8
  store <8 x half> %v173, ptr addrspace(3) %v90, align 8
  store <8 x half> %v183, ptr addrspace(3) %v101, align 8
  store <8 x half> %v186, ptr addrspace(3) %v103, align 8
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; compute
  %v188 = load <4 x half>, ptr addrspace(3) %v112, align 8
  %v189 = getelementptr i8, ptr addrspace(3) %v112, i32 4352
  %v190 = load <4 x half>, ptr addrspace(3) %v189, align 8
  %v191 = load <4 x half>, ptr addrspace(3) %v121, align 8
  %v192 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v188, <4 x half> %v191, <16 x float> %v127, i32 0, i32 0, i32 0)
  %v193 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v190, <4 x half> %v191, <16 x float> %v128, i32 0, i32 0, i32 0)
  %v194 = getelementptr i8, ptr addrspace(3) %v112, i32 16
  %v195 = load <4 x half>, ptr addrspace(3) %v194, align 8
  %v196 = getelementptr i8, ptr addrspace(3) %v112, i32 4368
  %v197 = load <4 x half>, ptr addrspace(3) %v196, align 8
  %v198 = getelementptr i8, ptr addrspace(3) %v121, i32 16
  %v199 = load <4 x half>, ptr addrspace(3) %v198, align 8
  %v200 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v195, <4 x half> %v199, <16 x float> %v192, i32 0, i32 0, i32 0)
  %v201 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v197, <4 x half> %v199, <16 x float> %v193, i32 0, i32 0, i32 0)
  %v202 = getelementptr i8, ptr addrspace(3) %v112, i32 32
  %v203 = load <4 x half>, ptr addrspace(3) %v202, align 8
  %v204 = getelementptr i8, ptr addrspace(3) %v112, i32 4384
  %v205 = load <4 x half>, ptr addrspace(3) %v204, align 8
  %v206 = getelementptr i8, ptr addrspace(3) %v121, i32 32
  %v207 = load <4 x half>, ptr addrspace(3) %v206, align 8
  %v208 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v203, <4 x half> %v207, <16 x float> %v200, i32 0, i32 0, i32 0)
  %v209 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v205, <4 x half> %v207, <16 x float> %v201, i32 0, i32 0, i32 0)
  %v210 = getelementptr i8, ptr addrspace(3) %v112, i32 48
  %v211 = load <4 x half>, ptr addrspace(3) %v210, align 8
  %v212 = getelementptr i8, ptr addrspace(3) %v112, i32 4400
  %v213 = load <4 x half>, ptr addrspace(3) %v212, align 8
  %v214 = getelementptr i8, ptr addrspace(3) %v121, i32 48
  %v215 = load <4 x half>, ptr addrspace(3) %v214, align 8
  %v216 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v211, <4 x half> %v215, <16 x float> %v208, i32 0, i32 0, i32 0)
  %v217 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v213, <4 x half> %v215, <16 x float> %v209, i32 0, i32 0, i32 0)
  %v218 = getelementptr i8, ptr addrspace(3) %v112, i32 64
  %v219 = load <4 x half>, ptr addrspace(3) %v218, align 8
  %v220 = getelementptr i8, ptr addrspace(3) %v112, i32 4416
  %v221 = load <4 x half>, ptr addrspace(3) %v220, align 8
  %v222 = getelementptr i8, ptr addrspace(3) %v121, i32 64
  %v223 = load <4 x half>, ptr addrspace(3) %v222, align 8
  %v224 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v219, <4 x half> %v223, <16 x float> %v216, i32 0, i32 0, i32 0)
  %v225 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v221, <4 x half> %v223, <16 x float> %v217, i32 0, i32 0, i32 0)
  %v226 = getelementptr i8, ptr addrspace(3) %v112, i32 80
  %v227 = load <4 x half>, ptr addrspace(3) %v226, align 8
  %v228 = getelementptr i8, ptr addrspace(3) %v112, i32 4432
  %v229 = load <4 x half>, ptr addrspace(3) %v228, align 8
  %v230 = getelementptr i8, ptr addrspace(3) %v121, i32 80
  %v231 = load <4 x half>, ptr addrspace(3) %v230, align 8
  %v232 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v227, <4 x half> %v231, <16 x float> %v224, i32 0, i32 0, i32 0)
  %v233 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v229, <4 x half> %v231, <16 x float> %v225, i32 0, i32 0, i32 0)
  %v234 = getelementptr i8, ptr addrspace(3) %v112, i32 96
  %v235 = load <4 x half>, ptr addrspace(3) %v234, align 8
  %v236 = getelementptr i8, ptr addrspace(3) %v112, i32 4448
  %v237 = load <4 x half>, ptr addrspace(3) %v236, align 8
  %v238 = getelementptr i8, ptr addrspace(3) %v121, i32 96
  %v239 = load <4 x half>, ptr addrspace(3) %v238, align 8
  %v240 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v235, <4 x half> %v239, <16 x float> %v232, i32 0, i32 0, i32 0)
  %v241 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v237, <4 x half> %v239, <16 x float> %v233, i32 0, i32 0, i32 0)
  %v242 = getelementptr i8, ptr addrspace(3) %v112, i32 112
  %v243 = load <4 x half>, ptr addrspace(3) %v242, align 8
  %v244 = getelementptr i8, ptr addrspace(3) %v112, i32 4464
  %v245 = load <4 x half>, ptr addrspace(3) %v244, align 8
  %v246 = getelementptr i8, ptr addrspace(3) %v121, i32 112
  %v247 = load <4 x half>, ptr addrspace(3) %v246, align 8
  %v248 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v243, <4 x half> %v247, <16 x float> %v240, i32 0, i32 0, i32 0)
  %v249 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v245, <4 x half> %v247, <16 x float> %v241, i32 0, i32 0, i32 0)
  ; free
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %next0 = add i32 %v122, 1
  br label %loop0
done0:
  ; epilogue
  %v250 = mul i32 %v10, 64
  %v251 = udiv i32 %v6, 32
  %v252 = mul i32 %v251, 4
  %v253 = add i32 %v250, %v252
  %v254 = mul i32 %v9, 32
  %v255 = urem i32 %v6, 32
  %v256 = add i32 %v254, %v255
  %v257 = mul i32 %v253, 128
  %v258 = mul i32 %v256, 2
  %v259 = add i32 %v257, %v258
  %v260 = getelementptr i8, ptr addrspace(3) @lds, i32 %v259
  %v261 = extractelement <16 x float> %v127, i32 0
  %v262 = fptrunc float %v261 to half
  store half %v262, ptr addrspace(3) %v260, align 2
  %v263 = extractelement <16 x float> %v127, i32 1
  %v264 = fptrunc float %v263 to half
  %v265 = getelementptr i8, ptr addrspace(3) %v260, i32 128
  store half %v264, ptr addrspace(3) %v265, align 2
  %v266 = extractelement <16 x float> %v127, i32 2
  %v267 = fptrunc float %v266 to half
  %v268 = getelementptr i8, ptr addrspace(3) %v260, i32 256
  store half %v267, ptr addrspace(3) %v268, align 2
  %v269 = extractelement <16 x float> %v127, i32 3
  %v270 = fptrunc float %v269 to half
  %v271 = getelementptr i8, ptr addrspace(3) %v260, i32 384
  store half %v270, ptr addrspace(3) %v271, align 2
  %v272 = extractelement <16 x float> %v127, i32 4
  %v273 = fptrunc float %v272 to half
  %v274 = getelementptr i8, ptr addrspace(3) %v260, i32 1024
  store half %v273, ptr addrspace(3) %v274, align 2
  %v275 = extractelement <16 x float> %v127, i32 5
  %v276 = fptrunc float %v275 to half
  %v277 = getelementptr i8, ptr addrspace(3) %v260, i32 1152
  store half %v276, ptr addrspace(3) %v277, align 2
  %v278 = extractelement <16 x float> %v127, i32 6
  %v279 = fptrunc float %v278 to half
  %v280 = getelementptr i8, ptr addrspace(3) %v260, i32 1280
  store half %v279, ptr addrspace(3) %v280, align 2
  %v281 = extractelement <16 x float> %v127, i32 7
  %v282 = fptrunc float %v281 to half
  %v283 = getelementptr i8, ptr addrspace(3) %v260, i32 1408
  store half %v282, ptr addrspace(3) %v283, align 2
  %v284 = extractelement <16 x float> %v127, i32 8
  %v285 = fptrunc float %v284 to half
  %v286 = getelementptr i8, ptr addrspace(3) %v260, i32 2048
  store half %v285, ptr addrspace(3) %v286, align 2
  %v287 = extractelement <16 x float> %v127, i32 9
  %v288 = fptrunc float %v287 to half
  %v289 = getelementptr i8, ptr addrspace(3) %v260, i32 2176
  store half %v288, ptr addrspace(3) %v289, align 2
  %v290 = extractelement <16 x float> %v127, i32 10
  %v291 = fptrunc float %v290 to half
  %v292 = getelementptr i8, ptr addrspace(3) %v260, i32 2304
  store half %v291, ptr addrspace(3) %v292, align 2
  %v293 = extractelement <16 x float> %v127, i32 11
  %v294 = fptrunc float %v293 to half
  %v295 = getelementptr i8, ptr addrspace(3) %v260, i32 2432
  store half %v294, ptr addrspace(3) %v295, align 2
  %v296 = extractelement <16 x float> %v127, i32 12
  %v297 = fptrunc float %v296 to half
  %v298 = getelementptr i8, ptr addrspace(3) %v260, i32 3072
  store half %v297, ptr addrspace(3) %v298, align 2
  %v299 = extractelement <16 x float> %v127, i32 13
  %v300 = fptrunc float %v299 to half
  %v301 = getelementptr i8, ptr addrspace(3) %v260, i32 3200
  store half %v300, ptr addrspace(3) %v301, align 2
  %v302 = extractelement <16 x float> %v127, i32 14
  %v303 = fptrunc float %v302 to half
  %v304 = getelementptr i8, ptr addrspace(3) %v260, i32 3328
  store half %v303, ptr addrspace(3) %v304, align 2
  %v305 = extractelement <16 x float> %v127, i32 15
  %v306 = fptrunc float %v305 to half
  %v307 = getelementptr i8, ptr addrspace(3) %v260, i32 3456
  store half %v306, ptr addrspace(3) %v307, align 2
  %v308 = extractelement <16 x float> %v128, i32 0
  %v309 = fptrunc float %v308 to half
  %v310 = getelementptr i8, ptr addrspace(3) %v260, i32 4096
  store half %v309, ptr addrspace(3) %v310, align 2
  %v311 = extractelement <16 x float> %v128, i32 1
  %v312 = fptrunc float %v311 to half
  %v313 = getelementptr i8, ptr addrspace(3) %v260, i32 4224
  store half %v312, ptr addrspace(3) %v313, align 2
  %v314 = extractelement <16 x float> %v128, i32 2
  %v315 = fptrunc float %v314 to half
  %v316 = getelementptr i8, ptr addrspace(3) %v260, i32 4352
  store half %v315, ptr addrspace(3) %v316, align 2
  %v317 = extractelement <16 x float> %v128, i32 3
  %v318 = fptrunc float %v317 to half
  %v319 = getelementptr i8, ptr addrspace(3) %v260, i32 4480
  store half %v318, ptr addrspace(3) %v319, align 2
  %v320 = extractelement <16 x float> %v128, i32 4
  %v321 = fptrunc float %v320 to half
  %v322 = getelementptr i8, ptr addrspace(3) %v260, i32 5120
  store half %v321, ptr addrspace(3) %v322, align 2
  %v323 = extractelement <16 x float> %v128, i32 5
  %v324 = fptrunc float %v323 to half
  %v325 = getelementptr i8, ptr addrspace(3) %v260, i32 5248
  store half %v324, ptr addrspace(3) %v325, align 2
  %v326 = extractelement <16 x float> %v128, i32 6
  %v327 = fptrunc float %v326 to half
  %v328 = getelementptr i8, ptr addrspace(3) %v260, i32 5376
  store half %v327, ptr addrspace(3) %v328, align 2
  %v329 = extractelement <16 x float> %v128, i32 7
  %v330 = fptrunc float %v329 to half
  %v331 = getelementptr i8, ptr addrspace(3) %v260, i32 5504
  store half %v330, ptr addrspace(3) %v331, align 2
  %v332 = extractelement <16 x float> %v128, i32 8
  %v333 = fptrunc float %v332 to half
  %v334 = getelementptr i8, ptr addrspace(3) %v260, i32 6144
  store half %v333, ptr addrspace(3) %v334, align 2
  %v335 = extractelement <16 x float> %v128, i32 9
  %v336 = fptrunc float %v335 to half
  %v337 = getelementptr i8, ptr addrspace(3) %v260, i32 6272
  store half %v336, ptr addrspace(3) %v337, align 2
  %v338 = extractelement <16 x float> %v128, i32 10
  %v339 = fptrunc float %v338 to half
  %v340 = getelementptr i8, ptr addrspace(3) %v260, i32 6400
  store half %v339, ptr addrspace(3) %v340, align 2
  %v341 = extractelement <16 x float> %v128, i32 11
  %v342 = fptrunc float %v341 to half
  %v343 = getelementptr i8, ptr addrspace(3) %v260, i32 6528
  store half %v342, ptr addrspace(3) %v343, align 2
  %v344 = extractelement <16 x float> %v128, i32 12
  %v345 = fptrunc float %v344 to half
  %v346 = getelementptr i8, ptr addrspace(3) %v260, i32 7168
  store half %v345, ptr addrspace(3) %v346, align 2
  %v347 = extractelement <16 x float> %v128, i32 13
  %v348 = fptrunc float %v347 to half
  %v349 = getelementptr i8, ptr addrspace(3) %v260, i32 7296
  store half %v348, ptr addrspace(3) %v349, align 2
  %v350 = extractelement <16 x float> %v128, i32 14
  %v351 = fptrunc float %v350 to half
  %v352 = getelementptr i8, ptr addrspace(3) %v260, i32 7424
  store half %v351, ptr addrspace(3) %v352, align 2
  %v353 = extractelement <16 x float> %v128, i32 15
  %v354 = fptrunc float %v353 to half
  %v355 = getelementptr i8, ptr addrspace(3) %v260, i32 7552
  store half %v354, ptr addrspace(3) %v355, align 2
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; epilogue: wide stores
  %v356 = udiv i32 %v5, 8
  %v357 = urem i32 %v5, 8
  %v358 = add i32 %v356, 32
  %v359 = add i32 %v356, 64
  %v360 = add i32 %v356, 96
  %v361 = mul i32 %v357, 8
  %v362 = add i32 %v4, %v356
  %v363 = mul i32 %v362, 128
  %v364 = icmp ult i32 %v362, 392
  %v365 = add i32 %v4, %v358
  %v366 = mul i32 %v365, 128
  %v367 = icmp ult i32 %v365, 392
  %v368 = add i32 %v4, %v359
  %v369 = mul i32 %v368, 128
  %v370 = icmp ult i32 %v368, 392
  %v371 = add i32 %v4, %v360
  %v372 = mul i32 %v371, 128
  %v373 = icmp ult i32 %v371, 392
  %v374 = mul i32 %v361, 2
  %v375 = mul i32 %v356, 128
  %v376 = mul i32 %v361, 2
  %v377 = add i32 %v375, %v376
  %v378 = getelementptr i8, ptr addrspace(3) @lds, i32 %v377
  %v379 = load <8 x half>, ptr addrspace(3) %v378, align 16
  %v380 = add i32 %v363, %v374
  %v381 = select i1 %v364, i32 %v380, i32 -2147483648
  %v382 = bitcast <8 x half> %v379 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v382, ptr addrspace(8) %v2, i32 %v381, i32 0, i32 0)
  %v383 = mul i32 %v358, 128
  %v384 = mul i32 %v361, 2
  %v385 = add i32 %v383, %v384
  %v386 = getelementptr i8, ptr addrspace(3) @lds, i32 %v385
  %v387 = load <8 x half>, ptr addrspace(3) %v386, align 16
  %v388 = add i32 %v366, %v374
  %v389 = select i1 %v367, i32 %v388, i32 -2147483648
  %v390 = bitcast <8 x half> %v387 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v390, ptr addrspace(8) %v2, i32 %v389, i32 0, i32 0)
  %v391 = mul i32 %v359, 128
  %v392 = mul i32 %v361, 2
  %v393 = add i32 %v391, %v392
  %v394 = getelementptr i8, ptr addrspace(3) @lds, i32 %v393
  %v395 = load <8 x half>, ptr addrspace(3) %v394, align 16
  %v396 = add i32 %v369, %v374
  %v397 = select i1 %v370, i32 %v396, i32 -2147483648
  %v398 = bitcast <8 x half> %v395 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v398, ptr addrspace(8) %v2, i32 %v397, i32 0, i32 0)
  %v399 = mul i32 %v360, 128
  %v400 = mul i32 %v361, 2
  %v401 = add i32 %v399, %v400
  %v402 = getelementptr i8, ptr addrspace(3) @lds, i32 %v401
  %v403 = load <8 x half>, ptr addrspace(3) %v402, align 16
  %v404 = add i32 %v372, %v374
  %v405 = select i1 %v373, i32 %v404, i32 -2147483648
  %v406 = bitcast <8 x half> %v403 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v406, ptr addrspace(8) %v2, i32 %v405, i32 0, i32 0)
  ret void
}

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1), i16, i64, i32)
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8), i32, i32, i32 immarg)
declare void @llvm.amdgcn.s.barrier()
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half>, <4 x half>, <16 x float>, i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32>, ptr addrspace(8), i32, i32, i32 immarg)

attributes #0 = { nounwind "amdgpu-flat-work-group-size"="256,256" "target-cpu"="gfx942" "uniform-work-group-size"="true" }

!0 = !{!"amdgpu-synchronize-as", !"local"}
