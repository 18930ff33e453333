"""The child process that holds LLVM. Started by `pool.Worker` as a script, never imported.

    python -P _worker.py FD [DIRECTORY]

FD is the child's end of a `multiprocessing.Pipe`; DIRECTORY, where llvmlite was installed aside, goes first
on `sys.path`. It imports nothing of twinkern, so it starts fast and works from any installation. LLVM may
abort or exit the process: what it said is then in stderr, which the parent keeps in a file. It also runs ptxas, which so has
its limits, and ends with it.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from multiprocessing.connection import Connection
from typing import Any

MEMORY_LIMIT = 8 << 30
"""Bytes of address space: a runaway unrolling ends this process, not the machine."""

ALARM_GRACE = 5
"""Seconds past the parent's time-out after which the process ends itself, for a parent that is gone."""


def limit_resources() -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    soft = MEMORY_LIMIT if hard == resource.RLIM_INFINITY else min(MEMORY_LIMIT, hard)
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def load_llvm() -> tuple[Any, Any]:
    import llvmlite
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvmlite, llvm


def target_machine(llvm: Any, triple: str, request: dict[str, Any]) -> Any:
    target = llvm.Target.from_triple(triple)
    return target.create_target_machine(
        cpu=request["cpu"], features=request["features"], opt=request["optimize"], codemodel="default"
    )


def differs(stated: str, actual: str) -> bool:
    """Whether two data layouts differ in more than name mangling (`m:e`), which some LLVM builds leave
    out."""
    return set(stated.split("-")) - {"m:e"} != set(actual.split("-")) - {"m:e"}


def data_layout(llvm: Any, request: dict[str, Any]) -> dict[str, Any]:
    return {"data_layout": str(target_machine(llvm, request["triple"], request).target_data)}


def compile_text(llvm: Any, request: dict[str, Any]) -> dict[str, Any]:
    context = llvm.create_context()
    try:
        module = llvm.parse_assembly(request["text"], context)
        module.verify()
    except RuntimeError as refusal:
        return {"error": f"LLVM refused the text: {str(refusal).strip()}"}
    if not module.triple:
        return {"error": "the text has no target triple"}
    machine = target_machine(llvm, module.triple, request)
    layout = str(machine.target_data)
    if module.data_layout and differs(module.data_layout, layout):
        return {"error": f"the text's data layout is {module.data_layout}, this LLVM's is {layout}"}
    module.data_layout = layout
    if request["optimize"]:
        builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(request["optimize"]))
        builder.getModulePassManager().run(module, builder)
    result = {}
    # Code generation rewrites the module, so each output starts from its own copy.
    outputs = request["outputs"]
    optimized = module.as_bitcode() if len(outputs) > 1 else None
    for number, output in enumerate(outputs):
        if number:
            module = llvm.parse_bitcode(optimized, context)
        emit = machine.emit_object if output == "object" else machine.emit_assembly
        machine.set_asm_verbosity(output == "assembly")
        result[output] = emit(module)
    return result


def end_with_parent() -> None:
    """Have the kernel end this process with its parent, where it can (Linux, prctl, PR_SET_PDEATHSIG)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def assemble(_: Any, request: dict[str, Any]) -> dict[str, Any]:
    """Run a command in a directory: its exit status and all that it said, or an error after `limit` seconds."""
    directory = request["directory"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # A file: what the program itself has started may outlive it, and would hold a pipe open.
    with tempfile.TemporaryFile() as said:
        try:
            process = subprocess.Popen(
                request["command"],
                cwd=directory,
                env={**os.environ, "TMPDIR": directory},
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                start_new_session=True,
                preexec_fn=end_with_parent,
            )
        except OSError as failure:
            return {"error": f"ptxas does not run: {failure}"}
        try:
            code = process.wait(request["limit"])
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return {"error": f"ptxas did not finish within {request['limit']:g} s and was stopped"}
        said.seek(0)
        text = said.read().decode(errors="replace")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"code": code, "said": text, "seconds": seconds}


def main() -> None:
    connection = Connection(int(sys.argv[1]))
    sys.path[:0] = sys.argv[2:]
    limit_resources()
    try:
        llvmlite, llvm = load_llvm()
    except (ImportError, OSError, RuntimeError) as failure:
        connection.send({"error": str(failure)})
        return
    connection.send({"llvmlite": llvmlite.__version__, "llvm": llvm.llvm_version_info})
    actions = {"compile": compile_text, "data_layout": data_layout, "assemble": assemble}
    while True:
        try:
            request = connection.recv()
        except EOFError:
            return
        signal.alarm(int(request["timeout"]) + ALARM_GRACE)
        started = time.process_time()
        try:
            reply = actions[request["action"]](llvm, request)
        except (RuntimeError, ValueError, MemoryError) as failure:
            reply = {"error": str(failure).strip() or type(failure).__name__}
        signal.alarm(0)
        reply["seconds"] = reply.get("seconds", 0.0) + time.process_time() - started
        connection.send(reply)


if __name__ == "__main__":
    main()
