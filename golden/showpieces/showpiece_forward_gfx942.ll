target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [26112 x i8] poison, align 16

define amdgpu_kernel void @forward_gfx942_n2c64k64g1_i14x14_f3x3_s1x1_d1x1_p1x1_1x1_fp16_fp16_t128x64x64_w2x2_a32x32x8_mem_cshuffle_pad4x4_5afa6e2f97fc(ptr addrspace(1) noalias readonly align 16 %x, ptr addrspace(1) noalias readonly align 16 %w, ptr addrspace(1) noalias writeonly align 16 %y) #0 {
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
  ; loader of x
  %v11 = udiv i32 %v5, 8
  %v12 = urem i32 %v5, 8
  %v13 = add i32 %v11, 32
  %v14 = add i32 %v11, 64
  %v15 = add i32 %v11, 96
  %v16 = mul i32 %v12, 8
  %v17 = add i32 %v4, %v11
  %v18 = urem i32 %v17, 14
  %v19 = udiv i32 %v17, 14
  %v20 = urem i32 %v19, 14
  %v21 = udiv i32 %v19, 14
  %v22 = mul i32 %v21, 25088
  %v23 = add i32 -1920, %v22
  %v24 = mul i32 %v20, 1792
  %v25 = add i32 %v23, %v24
  %v26 = add i32 -1, %v20
  %v27 = mul i32 %v18, 128
  %v28 = add i32 %v25, %v27
  %v29 = add i32 -1, %v18
  %v30 = icmp ult i32 %v21, 2
  %v31 = add i32 %v4, %v13
  %v32 = urem i32 %v31, 14
  %v33 = udiv i32 %v31, 14
  %v34 = urem i32 %v33, 14
  %v35 = udiv i32 %v33, 14
  %v36 = mul i32 %v35, 25088
  %v37 = add i32 -1920, %v36
  %v38 = mul i32 %v34, 1792
  %v39 = add i32 %v37, %v38
  %v40 = add i32 -1, %v34
  %v41 = mul i32 %v32, 128
  %v42 = add i32 %v39, %v41
  %v43 = add i32 -1, %v32
  %v44 = icmp ult i32 %v35, 2
  %v45 = add i32 %v4, %v14
  %v46 = urem i32 %v45, 14
  %v47 = udiv i32 %v45, 14
  %v48 = urem i32 %v47, 14
  %v49 = udiv i32 %v47, 14
  %v50 = mul i32 %v49, 25088
  %v51 = add i32 -1920, %v50
  %v52 = mul i32 %v48, 1792
  %v53 = add i32 %v51, %v52
  %v54 = add i32 -1, %v48
  %v55 = mul i32 %v46, 128
  %v56 = add i32 %v53, %v55
  %v57 = add i32 -1, %v46
  %v58 = icmp ult i32 %v49, 2
  %v59 = add i32 %v4, %v15
  %v60 = urem i32 %v59, 14
  %v61 = udiv i32 %v59, 14
  %v62 = urem i32 %v61, 14
  %v63 = udiv i32 %v61, 14
  %v64 = mul i32 %v63, 25088
  %v65 = add i32 -1920, %v64
  %v66 = mul i32 %v62, 1792
  %v67 = add i32 %v65, %v66
  %v68 = add i32 -1, %v62
  %v69 = mul i32 %v60, 128
  %v70 = add i32 %v67, %v69
  %v71 = add i32 -1, %v60
  %v72 = icmp ult i32 %v63, 2
  %v73 = urem i32 %v16, 64
  %v74 = udiv i32 %v16, 64
  %v75 = urem i32 %v74, 3
  %v76 = udiv i32 %v74, 3
  %v77 = mul i32 %v11, 136
  %v78 = mul i32 %v16, 2
  %v79 = add i32 %v77, %v78
  %v80 = getelementptr i8, ptr addrspace(3) @lds, i32 %v79
  %v81 = mul i32 %v13, 136
  %v82 = mul i32 %v16, 2
  %v83 = add i32 %v81, %v82
  %v84 = getelementptr i8, ptr addrspace(3) @lds, i32 %v83
  %v85 = mul i32 %v14, 136
  %v86 = mul i32 %v16, 2
  %v87 = add i32 %v85, %v86
  %v88 = getelementptr i8, ptr addrspace(3) @lds, i32 %v87
  %v89 = mul i32 %v15, 136
  %v90 = mul i32 %v16, 2
  %v91 = add i32 %v89, %v90
  %v92 = getelementptr i8, ptr addrspace(3) @lds, i32 %v91
  ; loader of w
  %v93 = getelementptr i8, ptr addrspace(3) @lds, i32 17408
  %v94 = udiv i32 %v5, 8
  %v95 = urem i32 %v5, 8
  %v96 = add i32 %v94, 32
  %v97 = mul i32 %v95, 8
  %v98 = mul i32 %v94, 1152
  %v99 = mul i32 %v96, 1152
  %v100 = mul i32 %v94, 136
  %v101 = mul i32 %v97, 2
  %v102 = add i32 %v100, %v101
  %v103 = getelementptr i8, ptr addrspace(3) %v93, i32 %v102
  %v104 = mul i32 %v96, 136
  %v105 = mul i32 %v97, 2
  %v106 = add i32 %v104, %v105
  %v107 = getelementptr i8, ptr addrspace(3) %v93, i32 %v106
  ; fragments
  %v108 = mul i32 %v10, 64
  %v109 = urem i32 %v6, 32
  %v110 = add i32 %v108, %v109
  %v111 = udiv i32 %v6, 32
  %v112 = mul i32 %v111, 4
  %v113 = mul i32 %v110, 136
  %v114 = mul i32 %v112, 2
  %v115 = add i32 %v113, %v114
  %v116 = getelementptr i8, ptr addrspace(3) @lds, i32 %v115
  %v117 = getelementptr i8, ptr addrspace(3) @lds, i32 17408
  %v118 = mul i32 %v9, 32
  %v119 = urem i32 %v6, 32
  %v120 = add i32 %v118, %v119
  %v121 = udiv i32 %v6, 32
  %v122 = mul i32 %v121, 4
  %v123 = mul i32 %v120, 136
  %v124 = mul i32 %v122, 2
  %v125 = add i32 %v123, %v124
  %v126 = getelementptr i8, ptr addrspace(3) %v117, i32 %v125
  ; main loop
  br label %loop0
loop0:
  %v127 = phi i32 [ 0, %entry ], [ %next0, %body0 ]
  %v128 = phi i32 [ %v76, %entry ], [ %v184, %body0 ]
  %v129 = phi i32 [ %v75, %entry ], [ %v182, %body0 ]
  %v130 = phi i32 [ %v73, %entry ], [ %v130, %body0 ]
  %v131 = phi i32 [ %v97, %entry ], [ %v192, %body0 ]
  %v132 = phi <16 x float> [ zeroinitializer, %entry ], [ %v253, %body0 ]
  %v133 = phi <16 x float> [ zeroinitializer, %entry ], [ %v254, %body0 ]
  %more0 = icmp ult i32 %v127, 9
  br i1 %more0, label %body0, label %done0
body0:
  ; fetch
  %v134 = mul i32 %v128, 1792
  %v135 = mul i32 %v129, 128
  %v136 = add i32 %v134, %v135
  %v137 = mul i32 %v130, 2
  %v138 = add i32 %v136, %v137
  %v139 = add i32 %v28, %v138
  %v140 = add i32 %v26, %v128
  %v141 = icmp ult i32 %v140, 14
  %v142 = and i1 %v30, %v141
  %v143 = add i32 %v29, %v129
  %v144 = icmp ult i32 %v143, 14
  %v145 = and i1 %v142, %v144
  %v146 = add i32 %v42, %v138
  %v147 = add i32 %v40, %v128
  %v148 = icmp ult i32 %v147, 14
  %v149 = and i1 %v44, %v148
  %v150 = add i32 %v43, %v129
  %v151 = icmp ult i32 %v150, 14
  %v152 = and i1 %v149, %v151
  %v153 = add i32 %v56, %v138
  %v154 = add i32 %v54, %v128
  %v155 = icmp ult i32 %v154, 14
  %v156 = and i1 %v58, %v155
  %v157 = add i32 %v57, %v129
  %v158 = icmp ult i32 %v157, 14
  %v159 = and i1 %v156, %v158
  %v160 = add i32 %v70, %v138
  %v161 = add i32 %v68, %v128
  %v162 = icmp ult i32 %v161, 14
  %v163 = and i1 %v72, %v162
  %v164 = add i32 %v71, %v129
  %v165 = icmp ult i32 %v164, 14
  %v166 = and i1 %v163, %v165
  %v167 = select i1 %v145, i32 %v139, i32 -2147483648
  %v168 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v167, i32 0, i32 0)
  %v169 = bitcast <4 x i32> %v168 to <8 x half>
  %v170 = select i1 %v152, i32 %v146, i32 -2147483648
  %v171 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v170, i32 0, i32 0)
  %v172 = bitcast <4 x i32> %v171 to <8 x half>
  %v173 = select i1 %v159, i32 %v153, i32 -2147483648
  %v174 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v173, i32 0, i32 0)
  %v175 = bitcast <4 x i32> %v174 to <8 x half>
  %v176 = select i1 %v166, i32 %v160, i32 -2147483648
  %v177 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v176, i32 0, i32 0)
  %v178 = bitcast <4 x i32> %v177 to <8 x half>
  %v179 = add i32 %v129, 1
  %v180 = icmp uge i32 %v179, 3
  %v181 = sub i32 %v179, 3
  %v182 = select i1 %v180, i32 %v181, i32 %v179
  %v183 = select i1 %v180, i32 1, i32 0
  %v184 = add i32 %v128, %v183
  %v185 = mul i32 %v131, 2
  %v186 = add i32 %v98, %v185
  %v187 = add i32 %v99, %v185
  %v188 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v186, i32 0, i32 0)
  %v189 = bitcast <4 x i32> %v188 to <8 x half>
  %v190 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v187, i32 0, i32 0)
  %v191 = bitcast <4 x i32> %v190 to <8 x half>
  %v192 = add i32 %v131, 64
  ; commit
  store <8 x half> %v169, ptr addrspace(3) %v80, align 8
  store <8 x half> %v172, ptr addrspace(3) %v84, align 8
  store <8 x half> %v175, ptr addrspace(3) %v88, align 8
  store <8 x half> %v178, ptr addrspace(3) %v92, align 8
  store <8 x half> %v189, ptr addrspace(3) %v103, align 8
  store <8 x half> %v191, ptr addrspace(3) %v107, align 8
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; compute
  %v193 = load <4 x half>, ptr addrspace(3) %v116, align 8
  %v194 = getelementptr i8, ptr addrspace(3) %v116, i32 4352
  %v195 = load <4 x half>, ptr addrspace(3) %v194, align 8
  %v196 = load <4 x half>, ptr addrspace(3) %v126, align 8
  %v197 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v193, <4 x half> %v196, <16 x float> %v132, i32 0, i32 0, i32 0)
  %v198 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v195, <4 x half> %v196, <16 x float> %v133, i32 0, i32 0, i32 0)
  %v199 = getelementptr i8, ptr addrspace(3) %v116, i32 16
  %v200 = load <4 x half>, ptr addrspace(3) %v199, align 8
  %v201 = getelementptr i8, ptr addrspace(3) %v116, i32 4368
  %v202 = load <4 x half>, ptr addrspace(3) %v201, align 8
  %v203 = getelementptr i8, ptr addrspace(3) %v126, i32 16
  %v204 = load <4 x half>, ptr addrspace(3) %v203, align 8
  %v205 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v200, <4 x half> %v204, <16 x float> %v197, i32 0, i32 0, i32 0)
  %v206 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v202, <4 x half> %v204, <16 x float> %v198, i32 0, i32 0, i32 0)
  %v207 = getelementptr i8, ptr addrspace(3) %v116, i32 32
  %v208 = load <4 x half>, ptr addrspace(3) %v207, align 8
  %v209 = getelementptr i8, ptr addrspace(3) %v116, i32 4384
  %v210 = load <4 x half>, ptr addrspace(3) %v209, align 8
  %v211 = getelementptr i8, ptr addrspace(3) %v126, i32 32
  %v212 = load <4 x half>, ptr addrspace(3) %v211, align 8
  %v213 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v208, <4 x half> %v212, <16 x float> %v205, i32 0, i32 0, i32 0)
  %v214 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v210, <4 x half> %v212, <16 x float> %v206, i32 0, i32 0, i32 0)
  %v215 = getelementptr i8, ptr addrspace(3) %v116, i32 48
  %v216 = load <4 x half>, ptr addrspace(3) %v215, align 8
  %v217 = getelementptr i8, ptr addrspace(3) %v116, i32 4400
  %v218 = load <4 x half>, ptr addrspace(3) %v217, align 8
  %v219 = getelementptr i8, ptr addrspace(3) %v126, i32 48
  %v220 = load <4 x half>, ptr addrspace(3) %v219, align 8
  %v221 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v216, <4 x half> %v220, <16 x float> %v213, i32 0, i32 0, i32 0)
  %v222 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v218, <4 x half> %v220, <16 x float> %v214, i32 0, i32 0, i32 0)
  %v223 = getelementptr i8, ptr addrspace(3) %v116, i32 64
  %v224 = load <4 x half>, ptr addrspace(3) %v223, align 8
  %v225 = getelementptr i8, ptr addrspace(3) %v116, i32 4416
  %v226 = load <4 x half>, ptr addrspace(3) %v225, align 8
  %v227 = getelementptr i8, ptr addrspace(3) %v126, i32 64
  %v228 = load <4 x half>, ptr addrspace(3) %v227, align 8
  %v229 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v224, <4 x half> %v228, <16 x float> %v221, i32 0, i32 0, i32 0)
  %v230 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v226, <4 x half> %v228, <16 x float> %v222, i32 0, i32 0, i32 0)
  %v231 = getelementptr i8, ptr addrspace(3) %v116, i32 80
  %v232 = load <4 x half>, ptr addrspace(3) %v231, align 8
  %v233 = getelementptr i8, ptr addrspace(3) %v116, i32 4432
  %v234 = load <4 x half>, ptr addrspace(3) %v233, align 8
  %v235 = getelementptr i8, ptr addrspace(3) %v126, i32 80
  %v236 = load <4 x half>, ptr addrspace(3) %v235, align 8
  %v237 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v232, <4 x half> %v236, <16 x float> %v229, i32 0, i32 0, i32 0)
  %v238 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v234, <4 x half> %v236, <16 x float> %v230, i32 0, i32 0, i32 0)
  %v239 = getelementptr i8, ptr addrspace(3) %v116, i32 96
  %v240 = load <4 x half>, ptr addrspace(3) %v239, align 8
  %v241 = getelementptr i8, ptr addrspace(3) %v116, i32 4448
  %v242 = load <4 x half>, ptr addrspace(3) %v241, align 8
  %v243 = getelementptr i8, ptr addrspace(3) %v126, i32 96
  %v244 = load <4 x half>, ptr addrspace(3) %v243, align 8
  %v245 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v240, <4 x half> %v244, <16 x float> %v237, i32 0, i32 0, i32 0)
  %v246 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v242, <4 x half> %v244, <16 x float> %v238, i32 0, i32 0, i32 0)
  %v247 = getelementptr i8, ptr addrspace(3) %v116, i32 112
  %v248 = load <4 x half>, ptr addrspace(3) %v247, align 8
  %v249 = getelementptr i8, ptr addrspace(3) %v116, i32 4464
  %v250 = load <4 x half>, ptr addrspace(3) %v249, align 8
  %v251 = getelementptr i8, ptr addrspace(3) %v126, i32 112
  %v252 = load <4 x half>, ptr addrspace(3) %v251, align 8
  %v253 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v248, <4 x half> %v252, <16 x float> %v245, i32 0, i32 0, i32 0)
  %v254 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v250, <4 x half> %v252, <16 x float> %v246, i32 0, i32 0, i32 0)
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %next0 = add i32 %v127, 1
  br label %loop0
done0:
  ; after the main loop
  ; epilogue
  %v255 = mul i32 %v10, 64
  %v256 = udiv i32 %v6, 32
  %v257 = mul i32 %v256, 4
  %v258 = add i32 %v255, %v257
  %v259 = mul i32 %v9, 32
  %v260 = urem i32 %v6, 32
  %v261 = add i32 %v259, %v260
  %v262 = mul i32 %v258, 128
  %v263 = mul i32 %v261, 2
  %v264 = add i32 %v262, %v263
  %v265 = getelementptr i8, ptr addrspace(3) @lds, i32 %v264
  %v266 = extractelement <16 x float> %v132, i32 0
  %v267 = fptrunc float %v266 to half
  store half %v267, ptr addrspace(3) %v265, align 2
  %v268 = extractelement <16 x float> %v132, i32 1
  %v269 = fptrunc float %v268 to half
  %v270 = getelementptr i8, ptr addrspace(3) %v265, i32 128
  store half %v269, ptr addrspace(3) %v270, align 2
  %v271 = extractelement <16 x float> %v132, i32 2
  %v272 = fptrunc float %v271 to half
  %v273 = getelementptr i8, ptr addrspace(3) %v265, i32 256
  store half %v272, ptr addrspace(3) %v273, align 2
  %v274 = extractelement <16 x float> %v132, i32 3
  %v275 = fptrunc float %v274 to half
  %v276 = getelementptr i8, ptr addrspace(3) %v265, i32 384
  store half %v275, ptr addrspace(3) %v276, align 2
  %v277 = extractelement <16 x float> %v132, i32 4
  %v278 = fptrunc float %v277 to half
  %v279 = getelementptr i8, ptr addrspace(3) %v265, i32 1024
  store half %v278, ptr addrspace(3) %v279, align 2
  %v280 = extractelement <16 x float> %v132, i32 5
  %v281 = fptrunc float %v280 to half
  %v282 = getelementptr i8, ptr addrspace(3) %v265, i32 1152
  store half %v281, ptr addrspace(3) %v282, align 2
  %v283 = extractelement <16 x float> %v132, i32 6
  %v284 = fptrunc float %v283 to half
  %v285 = getelementptr i8, ptr addrspace(3) %v265, i32 1280
  store half %v284, ptr addrspace(3) %v285, align 2
  %v286 = extractelement <16 x float> %v132, i32 7
  %v287 = fptrunc float %v286 to half
  %v288 = getelementptr i8, ptr addrspace(3) %v265, i32 1408
  store half %v287, ptr addrspace(3) %v288, align 2
  %v289 = extractelement <16 x float> %v132, i32 8
  %v290 = fptrunc float %v289 to half
  %v291 = getelementptr i8, ptr addrspace(3) %v265, i32 2048
  store half %v290, ptr addrspace(3) %v291, align 2
  %v292 = extractelement <16 x float> %v132, i32 9
  %v293 = fptrunc float %v292 to half
  %v294 = getelementptr i8, ptr addrspace(3) %v265, i32 2176
  store half %v293, ptr addrspace(3) %v294, align 2
  %v295 = extractelement <16 x float> %v132, i32 10
  %v296 = fptrunc float %v295 to half
  %v297 = getelementptr i8, ptr addrspace(3) %v265, i32 2304
  store half %v296, ptr addrspace(3) %v297, align 2
  %v298 = extractelement <16 x float> %v132, i32 11
  %v299 = fptrunc float %v298 to half
  %v300 = getelementptr i8, ptr addrspace(3) %v265, i32 2432
  store half %v299, ptr addrspace(3) %v300, align 2
  %v301 = extractelement <16 x float> %v132, i32 12
  %v302 = fptrunc float %v301 to half
  %v303 = getelementptr i8, ptr addrspace(3) %v265, i32 3072
  store half %v302, ptr addrspace(3) %v303, align 2
  %v304 = extractelement <16 x float> %v132, i32 13
  %v305 = fptrunc float %v304 to half
  %v306 = getelementptr i8, ptr addrspace(3) %v265, i32 3200
  store half %v305, ptr addrspace(3) %v306, align 2
  %v307 = extractelement <16 x float> %v132, i32 14
  %v308 = fptrunc float %v307 to half
  %v309 = getelementptr i8, ptr addrspace(3) %v265, i32 3328
  store half %v308, ptr addrspace(3) %v309, align 2
  %v310 = extractelement <16 x float> %v132, i32 15
  %v311 = fptrunc float %v310 to half
  %v312 = getelementptr i8, ptr addrspace(3) %v265, i32 3456
  store half %v311, ptr addrspace(3) %v312, align 2
  %v313 = extractelement <16 x float> %v133, i32 0
  %v314 = fptrunc float %v313 to half
  %v315 = getelementptr i8, ptr addrspace(3) %v265, i32 4096
  store half %v314, ptr addrspace(3) %v315, align 2
  %v316 = extractelement <16 x float> %v133, i32 1
  %v317 = fptrunc float %v316 to half
  %v318 = getelementptr i8, ptr addrspace(3) %v265, i32 4224
  store half %v317, ptr addrspace(3) %v318, align 2
  %v319 = extractelement <16 x float> %v133, i32 2
  %v320 = fptrunc float %v319 to half
  %v321 = getelementptr i8, ptr addrspace(3) %v265, i32 4352
  store half %v320, ptr addrspace(3) %v321, align 2
  %v322 = extractelement <16 x float> %v133, i32 3
  %v323 = fptrunc float %v322 to half
  %v324 = getelementptr i8, ptr addrspace(3) %v265, i32 4480
  store half %v323, ptr addrspace(3) %v324, align 2
  %v325 = extractelement <16 x float> %v133, i32 4
  %v326 = fptrunc float %v325 to half
  %v327 = getelementptr i8, ptr addrspace(3) %v265, i32 5120
  store half %v326, ptr addrspace(3) %v327, align 2
  %v328 = extractelement <16 x float> %v133, i32 5
  %v329 = fptrunc float %v328 to half
  %v330 = getelementptr i8, ptr addrspace(3) %v265, i32 5248
  store half %v329, ptr addrspace(3) %v330, align 2
  %v331 = extractelement <16 x float> %v133, i32 6
  %v332 = fptrunc float %v331 to half
  %v333 = getelementptr i8, ptr addrspace(3) %v265, i32 5376
  store half %v332, ptr addrspace(3) %v333, align 2
  %v334 = extractelement <16 x float> %v133, i32 7
  %v335 = fptrunc float %v334 to half
  %v336 = getelementptr i8, ptr addrspace(3) %v265, i32 5504
  store half %v335, ptr addrspace(3) %v336, align 2
  %v337 = extractelement <16 x float> %v133, i32 8
  %v338 = fptrunc float %v337 to half
  %v339 = getelementptr i8, ptr addrspace(3) %v265, i32 6144
  store half %v338, ptr addrspace(3) %v339, align 2
  %v340 = extractelement <16 x float> %v133, i32 9
  %v341 = fptrunc float %v340 to half
  %v342 = getelementptr i8, ptr addrspace(3) %v265, i32 6272
  store half %v341, ptr addrspace(3) %v342, align 2
  %v343 = extractelement <16 x float> %v133, i32 10
  %v344 = fptrunc float %v343 to half
  %v345 = getelementptr i8, ptr addrspace(3) %v265, i32 6400
  store half %v344, ptr addrspace(3) %v345, align 2
  %v346 = extractelement <16 x float> %v133, i32 11
  %v347 = fptrunc float %v346 to half
  %v348 = getelementptr i8, ptr addrspace(3) %v265, i32 6528
  store half %v347, ptr addrspace(3) %v348, align 2
  %v349 = extractelement <16 x float> %v133, i32 12
  %v350 = fptrunc float %v349 to half
  %v351 = getelementptr i8, ptr addrspace(3) %v265, i32 7168
  store half %v350, ptr addrspace(3) %v351, align 2
  %v352 = extractelement <16 x float> %v133, i32 13
  %v353 = fptrunc float %v352 to half
  %v354 = getelementptr i8, ptr addrspace(3) %v265, i32 7296
  store half %v353, ptr addrspace(3) %v354, align 2
  %v355 = extractelement <16 x float> %v133, i32 14
  %v356 = fptrunc float %v355 to half
  %v357 = getelementptr i8, ptr addrspace(3) %v265, i32 7424
  store half %v356, ptr addrspace(3) %v357, align 2
  %v358 = extractelement <16 x float> %v133, i32 15
  %v359 = fptrunc float %v358 to half
  %v360 = getelementptr i8, ptr addrspace(3) %v265, i32 7552
  store half %v359, ptr addrspace(3) %v360, align 2
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; epilogue: wide stores
  %v361 = udiv i32 %v5, 8
  %v362 = urem i32 %v5, 8
  %v363 = add i32 %v361, 32
  %v364 = add i32 %v361, 64
  %v365 = add i32 %v361, 96
  %v366 = mul i32 %v362, 8
  %v367 = add i32 %v4, %v361
  %v368 = mul i32 %v367, 128
  %v369 = icmp ult i32 %v367, 392
  %v370 = add i32 %v4, %v363
  %v371 = mul i32 %v370, 128
  %v372 = icmp ult i32 %v370, 392
  %v373 = add i32 %v4, %v364
  %v374 = mul i32 %v373, 128
  %v375 = icmp ult i32 %v373, 392
  %v376 = add i32 %v4, %v365
  %v377 = mul i32 %v376, 128
  %v378 = icmp ult i32 %v376, 392
  %v379 = mul i32 %v366, 2
  %v380 = mul i32 %v361, 128
  %v381 = mul i32 %v366, 2
  %v382 = add i32 %v380, %v381
  %v383 = getelementptr i8, ptr addrspace(3) @lds, i32 %v382
  %v384 = load <8 x half>, ptr addrspace(3) %v383, align 16
  %v385 = add i32 %v368, %v379
  %v386 = select i1 %v369, i32 %v385, i32 -2147483648
  %v387 = bitcast <8 x half> %v384 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v387, ptr addrspace(8) %v2, i32 %v386, i32 0, i32 0)
  %v388 = mul i32 %v363, 128
  %v389 = mul i32 %v366, 2
  %v390 = add i32 %v388, %v389
  %v391 = getelementptr i8, ptr addrspace(3) @lds, i32 %v390
  %v392 = load <8 x half>, ptr addrspace(3) %v391, align 16
  %v393 = add i32 %v371, %v379
  %v394 = select i1 %v372, i32 %v393, i32 -2147483648
  %v395 = bitcast <8 x half> %v392 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v395, ptr addrspace(8) %v2, i32 %v394, i32 0, i32 0)
  %v396 = mul i32 %v364, 128
  %v397 = mul i32 %v366, 2
  %v398 = add i32 %v396, %v397
  %v399 = getelementptr i8, ptr addrspace(3) @lds, i32 %v398
  %v400 = load <8 x half>, ptr addrspace(3) %v399, align 16
  %v401 = add i32 %v374, %v379
  %v402 = select i1 %v375, i32 %v401, i32 -2147483648
  %v403 = bitcast <8 x half> %v400 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v403, ptr addrspace(8) %v2, i32 %v402, i32 0, i32 0)
  %v404 = mul i32 %v365, 128
  %v405 = mul i32 %v366, 2
  %v406 = add i32 %v404, %v405
  %v407 = getelementptr i8, ptr addrspace(3) @lds, i32 %v406
  %v408 = load <8 x half>, ptr addrspace(3) %v407, align 16
  %v409 = add i32 %v377, %v379
  %v410 = select i1 %v378, i32 %v409, i32 -2147483648
  %v411 = bitcast <8 x half> %v408 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v411, ptr addrspace(8) %v2, i32 %v410, i32 0, i32 0)
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
