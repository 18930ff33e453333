target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@lds = internal addrspace(3) global [26112 x i8] poison, align 16

define amdgpu_kernel void @forward_gfx942_n2c64k64g1_i14x14_f3x3_s1x1_d1x1_p1x1_1x1_fp16_fp16_t128x64x64_w2x2_a32x32x8_mem_cshuffle_pad4x4_5277e94873eb(ptr addrspace(1) noalias readonly align 16 %x, ptr addrspace(1) noalias readonly align 16 %w, ptr addrspace(1) noalias writeonly align 16 %y) #0 {
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
  %v127 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> zeroinitializer)
  ; main loop
  br label %loop0
loop0:
  %v128 = phi i32 [ 0, %entry ], [ %next0, %body0 ]
  %v129 = phi i32 [ %v76, %entry ], [ %v185, %body0 ]
  %v130 = phi i32 [ %v75, %entry ], [ %v183, %body0 ]
  %v131 = phi i32 [ %v73, %entry ], [ %v131, %body0 ]
  %v132 = phi i32 [ %v97, %entry ], [ %v193, %body0 ]
  %v133 = phi <16 x float> [ %v127, %entry ], [ %v254, %body0 ]
  %v134 = phi <16 x float> [ %v127, %entry ], [ %v255, %body0 ]
  %more0 = icmp ult i32 %v128, 9
  br i1 %more0, label %body0, label %done0
body0:
  ; fetch
  %v135 = mul i32 %v129, 1792
  %v136 = mul i32 %v130, 128
  %v137 = add i32 %v135, %v136
  %v138 = mul i32 %v131, 2
  %v139 = add i32 %v137, %v138
  %v140 = add i32 %v28, %v139
  %v141 = add i32 %v26, %v129
  %v142 = icmp ult i32 %v141, 14
  %v143 = and i1 %v30, %v142
  %v144 = add i32 %v29, %v130
  %v145 = icmp ult i32 %v144, 14
  %v146 = and i1 %v143, %v145
  %v147 = add i32 %v42, %v139
  %v148 = add i32 %v40, %v129
  %v149 = icmp ult i32 %v148, 14
  %v150 = and i1 %v44, %v149
  %v151 = add i32 %v43, %v130
  %v152 = icmp ult i32 %v151, 14
  %v153 = and i1 %v150, %v152
  %v154 = add i32 %v56, %v139
  %v155 = add i32 %v54, %v129
  %v156 = icmp ult i32 %v155, 14
  %v157 = and i1 %v58, %v156
  %v158 = add i32 %v57, %v130
  %v159 = icmp ult i32 %v158, 14
  %v160 = and i1 %v157, %v159
  %v161 = add i32 %v70, %v139
  %v162 = add i32 %v68, %v129
  %v163 = icmp ult i32 %v162, 14
  %v164 = and i1 %v72, %v163
  %v165 = add i32 %v71, %v130
  %v166 = icmp ult i32 %v165, 14
  %v167 = and i1 %v164, %v166
  %v168 = select i1 %v146, i32 %v140, i32 -2147483648
  %v169 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v168, i32 0, i32 0)
  %v170 = bitcast <4 x i32> %v169 to <8 x half>
  %v171 = select i1 %v153, i32 %v147, i32 -2147483648
  %v172 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v171, i32 0, i32 0)
  %v173 = bitcast <4 x i32> %v172 to <8 x half>
  %v174 = select i1 %v160, i32 %v154, i32 -2147483648
  %v175 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v174, i32 0, i32 0)
  %v176 = bitcast <4 x i32> %v175 to <8 x half>
  %v177 = select i1 %v167, i32 %v161, i32 -2147483648
  %v178 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v0, i32 %v177, i32 0, i32 0)
  %v179 = bitcast <4 x i32> %v178 to <8 x half>
  %v180 = add i32 %v130, 1
  %v181 = icmp uge i32 %v180, 3
  %v182 = sub i32 %v180, 3
  %v183 = select i1 %v181, i32 %v182, i32 %v180
  %v184 = select i1 %v181, i32 1, i32 0
  %v185 = add i32 %v129, %v184
  %v186 = mul i32 %v132, 2
  %v187 = add i32 %v98, %v186
  %v188 = add i32 %v99, %v186
  %v189 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v187, i32 0, i32 0)
  %v190 = bitcast <4 x i32> %v189 to <8 x half>
  %v191 = call <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8) %v1, i32 %v188, i32 0, i32 0)
  %v192 = bitcast <4 x i32> %v191 to <8 x half>
  %v193 = add i32 %v132, 64
  ; commit
  store <8 x half> %v170, ptr addrspace(3) %v80, align 8
  store <8 x half> %v173, ptr addrspace(3) %v84, align 8
  store <8 x half> %v176, ptr addrspace(3) %v88, align 8
  store <8 x half> %v179, ptr addrspace(3) %v92, align 8
  store <8 x half> %v190, ptr addrspace(3) %v103, align 8
  store <8 x half> %v192, ptr addrspace(3) %v107, align 8
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; compute
  %v194 = load <4 x half>, ptr addrspace(3) %v116, align 8
  %v195 = getelementptr i8, ptr addrspace(3) %v116, i32 4352
  %v196 = load <4 x half>, ptr addrspace(3) %v195, align 8
  %v197 = load <4 x half>, ptr addrspace(3) %v126, align 8
  %v198 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v194, <4 x half> %v197, <16 x float> %v133, i32 0, i32 0, i32 0)
  %v199 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v196, <4 x half> %v197, <16 x float> %v134, i32 0, i32 0, i32 0)
  %v200 = getelementptr i8, ptr addrspace(3) %v116, i32 16
  %v201 = load <4 x half>, ptr addrspace(3) %v200, align 8
  %v202 = getelementptr i8, ptr addrspace(3) %v116, i32 4368
  %v203 = load <4 x half>, ptr addrspace(3) %v202, align 8
  %v204 = getelementptr i8, ptr addrspace(3) %v126, i32 16
  %v205 = load <4 x half>, ptr addrspace(3) %v204, align 8
  %v206 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v201, <4 x half> %v205, <16 x float> %v198, i32 0, i32 0, i32 0)
  %v207 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v203, <4 x half> %v205, <16 x float> %v199, i32 0, i32 0, i32 0)
  %v208 = getelementptr i8, ptr addrspace(3) %v116, i32 32
  %v209 = load <4 x half>, ptr addrspace(3) %v208, align 8
  %v210 = getelementptr i8, ptr addrspace(3) %v116, i32 4384
  %v211 = load <4 x half>, ptr addrspace(3) %v210, align 8
  %v212 = getelementptr i8, ptr addrspace(3) %v126, i32 32
  %v213 = load <4 x half>, ptr addrspace(3) %v212, align 8
  %v214 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v209, <4 x half> %v213, <16 x float> %v206, i32 0, i32 0, i32 0)
  %v215 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v211, <4 x half> %v213, <16 x float> %v207, i32 0, i32 0, i32 0)
  %v216 = getelementptr i8, ptr addrspace(3) %v116, i32 48
  %v217 = load <4 x half>, ptr addrspace(3) %v216, align 8
  %v218 = getelementptr i8, ptr addrspace(3) %v116, i32 4400
  %v219 = load <4 x half>, ptr addrspace(3) %v218, align 8
  %v220 = getelementptr i8, ptr addrspace(3) %v126, i32 48
  %v221 = load <4 x half>, ptr addrspace(3) %v220, align 8
  %v222 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v217, <4 x half> %v221, <16 x float> %v214, i32 0, i32 0, i32 0)
  %v223 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v219, <4 x half> %v221, <16 x float> %v215, i32 0, i32 0, i32 0)
  %v224 = getelementptr i8, ptr addrspace(3) %v116, i32 64
  %v225 = load <4 x half>, ptr addrspace(3) %v224, align 8
  %v226 = getelementptr i8, ptr addrspace(3) %v116, i32 4416
  %v227 = load <4 x half>, ptr addrspace(3) %v226, align 8
  %v228 = getelementptr i8, ptr addrspace(3) %v126, i32 64
  %v229 = load <4 x half>, ptr addrspace(3) %v228, align 8
  %v230 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v225, <4 x half> %v229, <16 x float> %v222, i32 0, i32 0, i32 0)
  %v231 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v227, <4 x half> %v229, <16 x float> %v223, i32 0, i32 0, i32 0)
  %v232 = getelementptr i8, ptr addrspace(3) %v116, i32 80
  %v233 = load <4 x half>, ptr addrspace(3) %v232, align 8
  %v234 = getelementptr i8, ptr addrspace(3) %v116, i32 4432
  %v235 = load <4 x half>, ptr addrspace(3) %v234, align 8
  %v236 = getelementptr i8, ptr addrspace(3) %v126, i32 80
  %v237 = load <4 x half>, ptr addrspace(3) %v236, align 8
  %v238 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v233, <4 x half> %v237, <16 x float> %v230, i32 0, i32 0, i32 0)
  %v239 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v235, <4 x half> %v237, <16 x float> %v231, i32 0, i32 0, i32 0)
  %v240 = getelementptr i8, ptr addrspace(3) %v116, i32 96
  %v241 = load <4 x half>, ptr addrspace(3) %v240, align 8
  %v242 = getelementptr i8, ptr addrspace(3) %v116, i32 4448
  %v243 = load <4 x half>, ptr addrspace(3) %v242, align 8
  %v244 = getelementptr i8, ptr addrspace(3) %v126, i32 96
  %v245 = load <4 x half>, ptr addrspace(3) %v244, align 8
  %v246 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v241, <4 x half> %v245, <16 x float> %v238, i32 0, i32 0, i32 0)
  %v247 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v243, <4 x half> %v245, <16 x float> %v239, i32 0, i32 0, i32 0)
  %v248 = getelementptr i8, ptr addrspace(3) %v116, i32 112
  %v249 = load <4 x half>, ptr addrspace(3) %v248, align 8
  %v250 = getelementptr i8, ptr addrspace(3) %v116, i32 4464
  %v251 = load <4 x half>, ptr addrspace(3) %v250, align 8
  %v252 = getelementptr i8, ptr addrspace(3) %v126, i32 112
  %v253 = load <4 x half>, ptr addrspace(3) %v252, align 8
  %v254 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v249, <4 x half> %v253, <16 x float> %v246, i32 0, i32 0, i32 0)
  %v255 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half> %v251, <4 x half> %v253, <16 x float> %v247, i32 0, i32 0, i32 0)
  ; ready
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %next0 = add i32 %v128, 1
  br label %loop0
done0:
  ; after the main loop
  ; epilogue
  %v256 = mul i32 %v10, 64
  %v257 = udiv i32 %v6, 32
  %v258 = mul i32 %v257, 4
  %v259 = add i32 %v256, %v258
  %v260 = mul i32 %v9, 32
  %v261 = urem i32 %v6, 32
  %v262 = add i32 %v260, %v261
  %v263 = mul i32 %v259, 128
  %v264 = mul i32 %v262, 2
  %v265 = add i32 %v263, %v264
  %v266 = getelementptr i8, ptr addrspace(3) @lds, i32 %v265
  %v267 = extractelement <16 x float> %v133, i32 0
  %v268 = fptrunc float %v267 to half
  store half %v268, ptr addrspace(3) %v266, align 2
  %v269 = extractelement <16 x float> %v133, i32 1
  %v270 = fptrunc float %v269 to half
  %v271 = getelementptr i8, ptr addrspace(3) %v266, i32 128
  store half %v270, ptr addrspace(3) %v271, align 2
  %v272 = extractelement <16 x float> %v133, i32 2
  %v273 = fptrunc float %v272 to half
  %v274 = getelementptr i8, ptr addrspace(3) %v266, i32 256
  store half %v273, ptr addrspace(3) %v274, align 2
  %v275 = extractelement <16 x float> %v133, i32 3
  %v276 = fptrunc float %v275 to half
  %v277 = getelementptr i8, ptr addrspace(3) %v266, i32 384
  store half %v276, ptr addrspace(3) %v277, align 2
  %v278 = extractelement <16 x float> %v133, i32 4
  %v279 = fptrunc float %v278 to half
  %v280 = getelementptr i8, ptr addrspace(3) %v266, i32 1024
  store half %v279, ptr addrspace(3) %v280, align 2
  %v281 = extractelement <16 x float> %v133, i32 5
  %v282 = fptrunc float %v281 to half
  %v283 = getelementptr i8, ptr addrspace(3) %v266, i32 1152
  store half %v282, ptr addrspace(3) %v283, align 2
  %v284 = extractelement <16 x float> %v133, i32 6
  %v285 = fptrunc float %v284 to half
  %v286 = getelementptr i8, ptr addrspace(3) %v266, i32 1280
  store half %v285, ptr addrspace(3) %v286, align 2
  %v287 = extractelement <16 x float> %v133, i32 7
  %v288 = fptrunc float %v287 to half
  %v289 = getelementptr i8, ptr addrspace(3) %v266, i32 1408
  store half %v288, ptr addrspace(3) %v289, align 2
  %v290 = extractelement <16 x float> %v133, i32 8
  %v291 = fptrunc float %v290 to half
  %v292 = getelementptr i8, ptr addrspace(3) %v266, i32 2048
  store half %v291, ptr addrspace(3) %v292, align 2
  %v293 = extractelement <16 x float> %v133, i32 9
  %v294 = fptrunc float %v293 to half
  %v295 = getelementptr i8, ptr addrspace(3) %v266, i32 2176
  store half %v294, ptr addrspace(3) %v295, align 2
  %v296 = extractelement <16 x float> %v133, i32 10
  %v297 = fptrunc float %v296 to half
  %v298 = getelementptr i8, ptr addrspace(3) %v266, i32 2304
  store half %v297, ptr addrspace(3) %v298, align 2
  %v299 = extractelement <16 x float> %v133, i32 11
  %v300 = fptrunc float %v299 to half
  %v301 = getelementptr i8, ptr addrspace(3) %v266, i32 2432
  store half %v300, ptr addrspace(3) %v301, align 2
  %v302 = extractelement <16 x float> %v133, i32 12
  %v303 = fptrunc float %v302 to half
  %v304 = getelementptr i8, ptr addrspace(3) %v266, i32 3072
  store half %v303, ptr addrspace(3) %v304, align 2
  %v305 = extractelement <16 x float> %v133, i32 13
  %v306 = fptrunc float %v305 to half
  %v307 = getelementptr i8, ptr addrspace(3) %v266, i32 3200
  store half %v306, ptr addrspace(3) %v307, align 2
  %v308 = extractelement <16 x float> %v133, i32 14
  %v309 = fptrunc float %v308 to half
  %v310 = getelementptr i8, ptr addrspace(3) %v266, i32 3328
  store half %v309, ptr addrspace(3) %v310, align 2
  %v311 = extractelement <16 x float> %v133, i32 15
  %v312 = fptrunc float %v311 to half
  %v313 = getelementptr i8, ptr addrspace(3) %v266, i32 3456
  store half %v312, ptr addrspace(3) %v313, align 2
  %v314 = extractelement <16 x float> %v134, i32 0
  %v315 = fptrunc float %v314 to half
  %v316 = getelementptr i8, ptr addrspace(3) %v266, i32 4096
  store half %v315, ptr addrspace(3) %v316, align 2
  %v317 = extractelement <16 x float> %v134, i32 1
  %v318 = fptrunc float %v317 to half
  %v319 = getelementptr i8, ptr addrspace(3) %v266, i32 4224
  store half %v318, ptr addrspace(3) %v319, align 2
  %v320 = extractelement <16 x float> %v134, i32 2
  %v321 = fptrunc float %v320 to half
  %v322 = getelementptr i8, ptr addrspace(3) %v266, i32 4352
  store half %v321, ptr addrspace(3) %v322, align 2
  %v323 = extractelement <16 x float> %v134, i32 3
  %v324 = fptrunc float %v323 to half
  %v325 = getelementptr i8, ptr addrspace(3) %v266, i32 4480
  store half %v324, ptr addrspace(3) %v325, align 2
  %v326 = extractelement <16 x float> %v134, i32 4
  %v327 = fptrunc float %v326 to half
  %v328 = getelementptr i8, ptr addrspace(3) %v266, i32 5120
  store half %v327, ptr addrspace(3) %v328, align 2
  %v329 = extractelement <16 x float> %v134, i32 5
  %v330 = fptrunc float %v329 to half
  %v331 = getelementptr i8, ptr addrspace(3) %v266, i32 5248
  store half %v330, ptr addrspace(3) %v331, align 2
  %v332 = extractelement <16 x float> %v134, i32 6
  %v333 = fptrunc float %v332 to half
  %v334 = getelementptr i8, ptr addrspace(3) %v266, i32 5376
  store half %v333, ptr addrspace(3) %v334, align 2
  %v335 = extractelement <16 x float> %v134, i32 7
  %v336 = fptrunc float %v335 to half
  %v337 = getelementptr i8, ptr addrspace(3) %v266, i32 5504
  store half %v336, ptr addrspace(3) %v337, align 2
  %v338 = extractelement <16 x float> %v134, i32 8
  %v339 = fptrunc float %v338 to half
  %v340 = getelementptr i8, ptr addrspace(3) %v266, i32 6144
  store half %v339, ptr addrspace(3) %v340, align 2
  %v341 = extractelement <16 x float> %v134, i32 9
  %v342 = fptrunc float %v341 to half
  %v343 = getelementptr i8, ptr addrspace(3) %v266, i32 6272
  store half %v342, ptr addrspace(3) %v343, align 2
  %v344 = extractelement <16 x float> %v134, i32 10
  %v345 = fptrunc float %v344 to half
  %v346 = getelementptr i8, ptr addrspace(3) %v266, i32 6400
  store half %v345, ptr addrspace(3) %v346, align 2
  %v347 = extractelement <16 x float> %v134, i32 11
  %v348 = fptrunc float %v347 to half
  %v349 = getelementptr i8, ptr addrspace(3) %v266, i32 6528
  store half %v348, ptr addrspace(3) %v349, align 2
  %v350 = extractelement <16 x float> %v134, i32 12
  %v351 = fptrunc float %v350 to half
  %v352 = getelementptr i8, ptr addrspace(3) %v266, i32 7168
  store half %v351, ptr addrspace(3) %v352, align 2
  %v353 = extractelement <16 x float> %v134, i32 13
  %v354 = fptrunc float %v353 to half
  %v355 = getelementptr i8, ptr addrspace(3) %v266, i32 7296
  store half %v354, ptr addrspace(3) %v355, align 2
  %v356 = extractelement <16 x float> %v134, i32 14
  %v357 = fptrunc float %v356 to half
  %v358 = getelementptr i8, ptr addrspace(3) %v266, i32 7424
  store half %v357, ptr addrspace(3) %v358, align 2
  %v359 = extractelement <16 x float> %v134, i32 15
  %v360 = fptrunc float %v359 to half
  %v361 = getelementptr i8, ptr addrspace(3) %v266, i32 7552
  store half %v360, ptr addrspace(3) %v361, align 2
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  ; epilogue: wide stores
  %v362 = udiv i32 %v5, 8
  %v363 = urem i32 %v5, 8
  %v364 = add i32 %v362, 32
  %v365 = add i32 %v362, 64
  %v366 = add i32 %v362, 96
  %v367 = mul i32 %v363, 8
  %v368 = add i32 %v4, %v362
  %v369 = mul i32 %v368, 128
  %v370 = icmp ult i32 %v368, 392
  %v371 = add i32 %v4, %v364
  %v372 = mul i32 %v371, 128
  %v373 = icmp ult i32 %v371, 392
  %v374 = add i32 %v4, %v365
  %v375 = mul i32 %v374, 128
  %v376 = icmp ult i32 %v374, 392
  %v377 = add i32 %v4, %v366
  %v378 = mul i32 %v377, 128
  %v379 = icmp ult i32 %v377, 392
  %v380 = mul i32 %v367, 2
  %v381 = mul i32 %v362, 128
  %v382 = mul i32 %v367, 2
  %v383 = add i32 %v381, %v382
  %v384 = getelementptr i8, ptr addrspace(3) @lds, i32 %v383
  %v385 = load <8 x half>, ptr addrspace(3) %v384, align 16
  %v386 = add i32 %v369, %v380
  %v387 = select i1 %v370, i32 %v386, i32 -2147483648
  %v388 = bitcast <8 x half> %v385 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v388, ptr addrspace(8) %v2, i32 %v387, i32 0, i32 0)
  %v389 = mul i32 %v364, 128
  %v390 = mul i32 %v367, 2
  %v391 = add i32 %v389, %v390
  %v392 = getelementptr i8, ptr addrspace(3) @lds, i32 %v391
  %v393 = load <8 x half>, ptr addrspace(3) %v392, align 16
  %v394 = add i32 %v372, %v380
  %v395 = select i1 %v373, i32 %v394, i32 -2147483648
  %v396 = bitcast <8 x half> %v393 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v396, ptr addrspace(8) %v2, i32 %v395, i32 0, i32 0)
  %v397 = mul i32 %v365, 128
  %v398 = mul i32 %v367, 2
  %v399 = add i32 %v397, %v398
  %v400 = getelementptr i8, ptr addrspace(3) @lds, i32 %v399
  %v401 = load <8 x half>, ptr addrspace(3) %v400, align 16
  %v402 = add i32 %v375, %v380
  %v403 = select i1 %v376, i32 %v402, i32 -2147483648
  %v404 = bitcast <8 x half> %v401 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v404, ptr addrspace(8) %v2, i32 %v403, i32 0, i32 0)
  %v405 = mul i32 %v366, 128
  %v406 = mul i32 %v367, 2
  %v407 = add i32 %v405, %v406
  %v408 = getelementptr i8, ptr addrspace(3) @lds, i32 %v407
  %v409 = load <8 x half>, ptr addrspace(3) %v408, align 16
  %v410 = add i32 %v378, %v380
  %v411 = select i1 %v379, i32 %v410, i32 -2147483648
  %v412 = bitcast <8 x half> %v409 to <4 x i32>
  call void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32> %v412, ptr addrspace(8) %v2, i32 %v411, i32 0, i32 0)
  ret void
}

declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1), i16, i64, i32)
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float>)
declare <4 x i32> @llvm.amdgcn.raw.ptr.buffer.load.v4i32(ptr addrspace(8), i32, i32, i32 immarg)
declare void @llvm.amdgcn.s.barrier()
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x8f16(<4 x half>, <4 x half>, <16 x float>, i32 immarg, i32 immarg, i32 immarg)
declare void @llvm.amdgcn.raw.ptr.buffer.store.v4i32(<4 x i32>, ptr addrspace(8), i32, i32, i32 immarg)

attributes #0 = { nounwind "amdgpu-flat-work-group-size"="256,256" "target-cpu"="gfx942" "uniform-work-group-size"="true" }

!0 = !{!"amdgpu-synchronize-as", !"local"}
