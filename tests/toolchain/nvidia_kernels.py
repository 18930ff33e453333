"""Small kernels for NVIDIA around one step, to be compiled and never run."""

from __future__ import annotations

from twinkern._contract import ARCHES

BOUND = {"llvm20": "", "llvm22": '"nvvm.reqntid"="{}"'}
"""How a kernel's attributes name the threads of its workgroup; LLVM 20 reads metadata alone."""
METADATA = '\n!nvvm.annotations = !{{!0}}\n!0 = !{{ptr @kernel, !"reqntidx", i32 {}}}\n'


def nvidia(body: str, declarations: str = "", flavor: str = "llvm22", threads: int = 128, attributes: str = "") -> str:
    """A kernel that keeps its lane in shared memory given at launch, does what a body says, and stores the lane; its workgroup
    has so many threads, 0 says none."""
    said = BOUND[flavor].format(threads) if threads else ""
    return f"""target datalayout = "{ARCHES['sm_90'].vendor.data_layout[flavor]}"
target triple = "nvptx64-nvidia-cuda"
@lds = external addrspace(3) global [0 x i8], align 16
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
{declarations}
define ptx_kernel void @kernel(ptr addrspace(1) %out, ptr addrspace(1) readonly %in) #0 {{
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store volatile i32 %lane, ptr addrspace(3) @lds
{body}
  %place = getelementptr i32, ptr addrspace(1) %out, i32 %lane
  store i32 %lane, ptr addrspace(1) %place
  ret void
}}
attributes #0 = {{ nounwind {said} {attributes} }}
{METADATA.format(threads) if threads and flavor == "llvm20" else ""}"""


def kept(call: str) -> str:
    """The body of a kernel that keeps what a call gives."""
    return f"  %kept = call {call}\n  store volatile {call.split(' @')[0]} %kept, ptr addrspace(1) %out"


def step(name: str, result: str, arguments: str, values: str) -> tuple[str, str]:
    """A body that calls an intrinsic, and its declaration."""
    call = f"{result} @llvm.nvvm.{name}({values})"
    return (f"  call {call}" if result == "void" else kept(call)), f"declare {result} @llvm.nvvm.{name}({arguments})"


def live(values: int) -> str:
    """So many sums that are all live at once."""
    lines = [f"  %v0.{n} = mul i32 %lane, {2 * n + 3}" for n in range(values)]
    for turn in range(1, 4):
        for n in range(values):
            lines += [
                f"  %x{turn}.{n} = xor i32 %v{turn - 1}.{n}, %v{turn - 1}.{(n * 7 + turn) % values}",
                f"  %v{turn}.{n} = mul i32 %x{turn}.{n}, %lane",
            ]
    for n in range(values):
        lines += [
            f"  %q{n} = getelementptr i32, ptr addrspace(1) %out, i32 {n * 1024}",
            f"  store volatile i32 %v3.{n}, ptr addrspace(1) %q{n}",
        ]
    return "\n".join(lines)
