"""What a text claims and is not so is found, where poison is put to use; the same claim where it holds is silent."""

from __future__ import annotations

import numpy as np
import pytest

from twinkern.judge import simulator as sim

RSRC = "call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1)"

# %n is 40 in the upper half of the wave and 3 in the lower; instructions end in %x, an i32 that is stored.
LARGE = "%l = shl i32 %n, 26\n  "  # 0xA0000000 in the upper half, 0x0C000000 in the lower
POISON = {
    "add nuw": (LARGE + "%x = add nuw i32 %l, 1610612736", "nuw of add"),
    "add nuw that holds": (LARGE + "%x = add nuw i32 %l, 1610612735", None),
    "add nsw": (LARGE + "%x = add nsw i32 %l, -1073741824", "nsw of add"),
    "add nsw that holds": (LARGE + "%x = add nsw i32 %l, 536870912", None),
    "sub nuw": ("%x = sub nuw i32 30, %n", "nuw of sub"),
    "sub nsw": ("%x = sub nsw i32 30, %n", None),
    "sub nsw of a large one": (LARGE + "%x = sub nsw i32 %l, 1073741824", "nsw of sub"),
    "mul nuw": ("%x = mul nuw i32 %n, 214748365", "nuw of mul"),
    "mul nuw that holds": ("%x = mul nuw i32 %n, 107374182", None),
    "mul nsw": ("%x = mul nsw i32 %n, 107374182", "nsw of mul"),
    "mul nsw that holds": ("%x = mul nsw i32 %n, -53687091", None),
    "mul nsw of i64": ("%w = zext i32 %n to i64\n  %v = mul nsw i64 %w, 461168601842738791\n  %x = trunc i64 %v to i32",
                       "nsw of mul"),
    "mul nuw of i64": ("%w = zext i32 %n to i64\n  %v = mul nuw i64 %w, 461168601842738791\n  %x = trunc i64 %v to i32",
                       "nuw of mul"),
    "mul nuw of i64 that holds": ("%w = zext i32 %n to i64\n  %v = mul nuw i64 %w, 461168601842738790\n  "
                                  "%x = trunc i64 %v to i32", None),
    "mul nsw of i64 that holds": ("%w = sext i32 %n to i64\n  %v = mul nsw i64 %w, -200000000000000000\n  "
                                  "%x = trunc i64 %v to i32", None),
    "shl nuw": ("%x = shl nuw i32 %n, 27", "nuw of shl"),
    "shl nuw that holds": ("%x = shl nuw i32 %n, 26", None),
    "shl nsw": ("%x = shl nsw i32 %n, 26", "nsw of shl"),
    "shl nsw that holds": ("%x = shl nsw i32 %n, 25", None),
    "shl of i8": ("%b = trunc i32 %n to i8\n  %v = shl nsw i8 %b, 2\n  %x = sext i8 %v to i32", "nsw of shl"),
    "trunc nuw": ("%w = mul i32 %n, 7\n  %v = trunc nuw i32 %w to i8\n  %x = zext i8 %v to i32", "nuw of trunc"),
    "trunc nuw that holds": ("%w = mul i32 %n, 6\n  %v = trunc nuw i32 %w to i8\n  %x = zext i8 %v to i32", None),
    "trunc nsw": ("%w = mul i32 %n, 6\n  %v = trunc nsw i32 %w to i8\n  %x = zext i8 %v to i32", "nsw of trunc"),
    "trunc nsw that holds": ("%w = mul i32 %n, -3\n  %v = trunc nsw i32 %w to i8\n  %x = zext i8 %v to i32", None),
    "udiv exact": ("%x = udiv exact i32 %n, 3", "exact of udiv"),
    "udiv exact that holds": ("%x = udiv exact i32 %n, 1", None),
    "sdiv exact": ("%x = sdiv exact i32 %n, -3", "exact of sdiv"),
    "lshr exact": ("%w = add i32 %n, 5\n  %x = lshr exact i32 %w, 3", "exact of lshr"),
    "lshr exact that holds": ("%w = mul i32 %n, 8\n  %x = lshr exact i32 %w, 3", None),
    "ashr exact": ("%w = add i32 %n, 5\n  %x = ashr exact i32 %w, 3", "exact of ashr"),
    "or disjoint": ("%x = or disjoint i32 %n, 32", "disjoint of or"),
    "or disjoint that holds": ("%x = or disjoint i32 %n, 16", None),
    "zext nneg": ("%w = sub i32 10, %n\n  %v = zext nneg i32 %w to i64\n  %x = trunc i64 %v to i32", "nneg of zext"),
    "zext nneg that holds": ("%v = zext nneg i32 %n to i64\n  %x = trunc i64 %v to i32", None),
    "uitofp nneg": ("%w = sub i32 10, %n\n  %v = uitofp nneg i32 %w to float\n  %x = bitcast float %v to i32",
                    "nneg of uitofp"),
    "icmp samesign": ("%w = sub i32 10, %n\n  %c = icmp samesign ult i32 %w, 20\n  %x = zext i1 %c to i32", "samesign of icmp"),
    "icmp samesign that holds": ("%c = icmp samesign ult i32 %n, 20\n  %x = zext i1 %c to i32", None),
    "i1": ("%c = icmp eq i32 %n, 40\n  %d = add nuw i1 %c, true\n  %x = zext i1 %d to i32", "nuw of add"),
    "a vector": ("%s = insertelement <2 x i32> zeroinitializer, i32 %n, i32 1\n  %v = sub nuw <2 x i32> splat (i32 30), %s\n"
                 "  %x = extractelement <2 x i32> %v, i32 1", "nuw of sub"),
    "the other element": ("%s = insertelement <2 x i32> zeroinitializer, i32 %n, i32 1\n"
                          "  %v = sub nuw <2 x i32> splat (i32 30), %s\n  %x = extractelement <2 x i32> %v, i32 0", None),
    "nnan": ("%f = select i1 %high, float 0x7FF8000000000000, float 1.0\n  %g = fadd nnan float %f, 1.0\n"
             "  %x = bitcast float %g to i32", "nnan of fadd"),
    "ninf of an operand": ("%f = select i1 %high, float 0x7FF0000000000000, float 1.0\n  %g = fmul ninf float %f, 0.0\n"
                           "  %x = bitcast float %g to i32", "ninf of fmul"),
    "ninf of a result": ("%f = select i1 %high, float 0x47EFFFFFE0000000, float 1.0\n  %g = fmul ninf float %f, 2.0\n"
                         "  %x = bitcast float %g to i32", "ninf of fmul"),
    "fast of a comparison": ("%f = select i1 %high, float 0x7FF8000000000000, float 1.0\n"
                             "  %c = fcmp fast olt float %f, 2.0\n  %x = zext i1 %c to i32", "fast of fcmp"),
    "fast of a half": ("%h = select i1 %high, half 0xH7C00, half 1.0\n  %g = fneg fast half %h\n"
                       "  %b = bitcast half %g to i16\n  %x = zext i16 %b to i32", "fast of fneg"),
    "fast of a call": ("%f = select i1 %high, float -1.0, float 1.0\n  %g = call nnan float @llvm.sqrt.f32(float %f)\n"
                       "  %x = bitcast float %g to i32", "nnan of llvm.sqrt"),
    "a NaN and flags that claim nothing": ("%f = select i1 %high, float 0x7FF8000000000000, float 1.0\n"
                                           "  %g = fadd nsz arcp contract afn reassoc float %f, 1.0\n"
                                           "  %x = bitcast float %g to i32", None),
    "range of a call": ("%x = call range(i32 0, 20) i32 @llvm.umax.i32(i32 %n, i32 1)", "range of llvm.umax"),
    "range of a call that holds": ("%x = call range(i32 3, 41) i32 @llvm.umax.i32(i32 %n, i32 1)", None),
    "range of a load": ("%q = getelementptr i8, ptr addrspace(1) %y, i32 0\n  store i32 %n, ptr addrspace(1) %y\n"
                        "  %x = load i32, ptr addrspace(1) %y, !range !0", "!range of load"),
    "range of a load that holds": ("store i32 3, ptr addrspace(1) %y\n  %x = load i32, ptr addrspace(1) %y, !range !0", None),
    "through readfirstlane": ("%v = sub nuw i32 2, %n\n  %x = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v)", "nuw of sub"),
    "not used": ("%v = sub nuw i32 30, %n\n  %x = add i32 %n, 1", None),
    "frozen": ("%v = sub nuw i32 30, %n\n  %x = freeze i32 %v", None),
    "guarded": ("%v = sub nuw i32 30, %n\n  %x = select i1 %high, i32 0, i32 %v", None),
    "in what follows": ("%v = sub nuw i32 30, %n\n  %w = mul i32 %v, 2\n  %x = xor i32 %w, 1", "nuw of sub"),
    "both flags": (LARGE + "%x = add nuw nsw i32 %l, 1610612736", "nuw of add"),
}  # fmt: skip
WHOLE = ("through readfirstlane", "range of a load", "udiv exact that holds")


@pytest.mark.parametrize("name", POISON)
def test_flags_that_make_poison(run_body, name: str) -> None:
    text, claim = POISON[name]
    body = f"""  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %high = icmp uge i32 %tid, 32
  %n = select i1 %high, i32 40, i32 3
  {text}
  %p = getelementptr i32, ptr addrspace(1) %y, i32 %tid
  store i32 %x, ptr addrspace(1) %p
  ret void"""
    y, metadata = [np.zeros(64, np.uint32)], "!0 = !{i32 0, i32 20}"
    found = [f for f in run_body(body, "ptr addrspace(1) %y", y, metadata=metadata, outputs=()).findings if f.kind != "race"]
    if claim is None:
        assert found == []
        return
    assert found
    assert all(isinstance(finding, sim.ClaimFinding) for finding in found)
    assert claim in found[0].message
    assert "is poison, which is put to use at line" in found[0].message
    if "exact" not in name and name not in WHOLE:
        assert found[0].lane == 32
    others = sim.SANITIZERS - {"claims", "race"}
    assert run_body(body, "ptr addrspace(1) %y", y, metadata=metadata, outputs=(), sanitize=others).findings == []


# Where poison is put to use, and addresses.


@pytest.mark.parametrize("used", ["address", "branch", "resource", "assumption"])
def test_poison_of_a_flag_is_found_where_it_is_used(run_body, used: str) -> None:
    use = {
        "address": "  %p = getelementptr i8, ptr addrspace(1) %y, i32 %v\n  store i8 0, ptr addrspace(1) %p",
        "branch": "  %c = icmp eq i32 %v, 9\n  br i1 %c, label %a, label %a\na:",
        "resource": f"  %r = {RSRC} %y, i16 0, i64 64, i32 159744)\n"
        "  call void @llvm.amdgcn.raw.ptr.buffer.store.i8(i8 0, ptr addrspace(8) %r, i32 %v, i32 0, i32 0)",
        "assumption": "  %c = icmp ult i32 %v, 64\n  call void @llvm.assume(i1 %c)",
    }[used]
    for flag, found in (("nuw", 1), ("", 0)):
        body = "  %t = call i32 @llvm.amdgcn.workitem.id.x()\n  %u = add i32 %t, -1\n"
        body += f"  %v = add {flag} i32 %u, 1\n{use}\n  ret void"
        run = run_body(body, "ptr addrspace(1) %y", [np.zeros(64, np.uint8)], outputs=())
        assert [finding.kind for finding in run.findings] == ["claims"] * found
        assert all("nuw of add" in finding.message and finding.count == 1 for finding in run.findings)


ADDRESSES = {
    "inbounds": ("%p = getelementptr inbounds i8, ptr addrspace(1) %y, i32 %off", True),
    "inbounds, one past the end": ("%e = getelementptr inbounds i8, ptr addrspace(1) %y, i32 256\n"
                                   "  %p = getelementptr inbounds i8, ptr addrspace(1) %e, i32 -4", False),
    "inbounds, two past the end": ("%e = getelementptr inbounds i8, ptr addrspace(1) %y, i32 257\n"
                                   "  %p = getelementptr i8, ptr addrspace(1) %e, i32 -5", True),
    "out of bounds and back": ("%e = getelementptr i8, ptr addrspace(1) %y, i32 %off\n  %m = sub i32 0, %off\n"
                               "  %p = getelementptr i8, ptr addrspace(1) %e, i32 %m", False),
    "inbounds from outside": ("%e = getelementptr i8, ptr addrspace(1) %y, i32 300\n"
                              "  %p = getelementptr inbounds i8, ptr addrspace(1) %e, i32 -300", True),
    "nuw of a negative index": ("%p = getelementptr nuw i8, ptr addrspace(1) %end, i32 -4", True),
    "nusw of a negative index": ("%p = getelementptr nusw i8, ptr addrspace(1) %end, i32 -4", False),
    "nusw that wraps": ("%w = shl i64 %wide, 62\n  %q = getelementptr nusw i32, ptr addrspace(1) %y, i64 %w\n"
                        "  %i = ptrtoint ptr addrspace(1) %q to i64\n  %m = and i64 %i, 0\n"
                        "  %p = getelementptr i8, ptr addrspace(1) %y, i64 %m", True),
    "a vector of pointers": ("%s = insertelement <2 x i32> zeroinitializer, i32 %off, i32 1\n"
                             "  %q = getelementptr inbounds i8, ptr addrspace(1) %y, <2 x i32> %s\n"
                             "  %p = extractelement <2 x ptr addrspace(1)> %q, i32 1", True),
    "the other pointer": ("%s = insertelement <2 x i32> zeroinitializer, i32 %off, i32 1\n"
                          "  %q = getelementptr inbounds i8, ptr addrspace(1) %y, <2 x i32> %s\n"
                          "  %p = extractelement <2 x ptr addrspace(1)> %q, i32 0", False),
}  # fmt: skip


@pytest.mark.parametrize("name", ADDRESSES)
def test_flags_of_addresses(run_body, name: str) -> None:
    """%off is inside for one lane alone; what is stored to is masked to be inside."""
    text, wrong = ADDRESSES[name]
    body = f"""  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %off = mul i32 %t, 260
  %wide = zext i32 %t to i64
  %end = getelementptr i8, ptr addrspace(1) %y, i32 256
  {text}
  %first = icmp eq i32 %t, {0 if "wraps" in name or "past" in name or "from" in name or "nuw" in name else 1}
  %x = select i1 %first, ptr addrspace(1) %p, ptr addrspace(1) %p
  store i32 0, ptr addrspace(1) %x, align 1
  ret void"""
    run = run_body(body, "ptr addrspace(1) %y", [np.zeros(64, np.uint32)], outputs=(), sanitize={"claims"})
    assert bool(run.findings) == wrong
    assert all("of getelementptr does not hold" in finding.message for finding in run.findings)


def test_inbounds_of_an_lds_object(run_body) -> None:
    """From one object into the next is out of bounds, whatever lies there."""
    for offset, wrong in ((60, False), (64, False), (68, True), (4096 + 64, True)):
        body = f"""  %p = getelementptr inbounds i8, ptr addrspace(3) @a, i32 {offset}
  %q = getelementptr i8, ptr addrspace(3) %p, i32 {-offset}
  store i32 0, ptr addrspace(3) %q
  ret void"""
        shared = "".join(f"@{n} = internal addrspace(3) global [64 x i8] poison, align 16\n" for n in "ab")
        run = run_body(body, "", [], declarations=shared, sanitize={"claims"})
        assert bool(run.findings) == wrong, offset


def test_a_constant_expression_that_is_poison(run_body) -> None:
    for offset, wrong in ((48, False), (128, True)):
        body = f"  store i32 0, ptr addrspace(3) getelementptr inbounds (i8, ptr addrspace(3) @lds, i32 {offset})\n  ret void"
        run = run_body(body, "", [], lds=64, sanitize={"claims"})
        assert [finding.kind for finding in run.findings] == ["claims"] * wrong
        assert all("inbounds of a constant getelementptr" in finding.message for finding in run.findings)


def test_assumptions(run_body) -> None:
    for least, count in ((0, 0), (8, 8)):
        body = f"""  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp uge i32 %t, {least}
  call void @llvm.assume(i1 %c)
  ret void"""
        assert [(f.kind, f.count) for f in run_body(body, "", []).findings] == [("claims", 8)] * (count > 0)


@pytest.mark.parametrize("bundle", ['"align"(ptr addrspace(1) %y, i64 16)', '"nonnull"(ptr addrspace(1) %y)'])
def test_assumptions_by_operand_bundle(run_body, bundle: str) -> None:
    body = f"  call void @llvm.assume(i1 true) [{bundle}]\n  ret void"
    buffer = np.zeros(16, np.uint8)
    assert run_body(body, "ptr addrspace(1) %y", [buffer], alignments={0: 16}).findings == []
    wrong = [buffer] if "align" in bundle else [None]
    (found,) = run_body(body, "ptr addrspace(1) %y", wrong, alignments={0: 8} if "align" in bundle else None).findings
    assert isinstance(found, sim.ClaimFinding)
    assert "the assumption does not hold: %y is not" in found.message


def test_assumptions_of_other_kinds_are_refused(run_body) -> None:
    for bundle in ('"dereferenceable"(ptr addrspace(1) %y, i64 64)', '"align"(ptr addrspace(3) @lds, i64 16)'):
        with pytest.raises(sim.UnsupportedError, match="an assumption by operand bundle"):
            run_body(f"  call void @llvm.assume(i1 true) [{bundle}]\n  ret void", "ptr addrspace(1) %y", [np.zeros(4)], lds=16)


def test_a_phi_with_flags_is_refused(run_body) -> None:
    body = "  br label %a\na:\n  %f = phi nnan float [ 1.0, %0 ]\n  ret void"
    with pytest.raises(sim.UnsupportedError, match="a phi with nnan"):
        run_body(body, "", [])


# Parameters.

ROUTES = {
    "store": "  store i32 7, ptr addrspace(1) {to}",
    "load": "  %v = load i32, ptr addrspace(1) {to}",
    "buffer store": "  %r = " + RSRC + " {to}, i16 0, i64 4, i32 159744)\n"
    "  call void @llvm.amdgcn.raw.ptr.buffer.store.i32(i32 7, ptr addrspace(8) %r, i32 0, i32 0, i32 0)",
    "buffer load": "  %r = " + RSRC + " {to}, i16 0, i64 4, i32 159744)\n"
    "  %v = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %r, i32 0, i32 0, i32 0)",
    "load to LDS": "  %r = " + RSRC + " {to}, i16 0, i64 4, i32 159744)\n"
    "  call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %r, ptr addrspace(3) @lds,"
    " i32 4, i32 0, i32 0, i32 0, i32 0)",
    "atomic": "  %v = atomicrmw add ptr addrspace(1) {to}, i32 1 monotonic",
    "copy": "  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) {to}, ptr addrspace(1) %z, i64 4, i1 false)",
}


@pytest.mark.parametrize("way", ROUTES)
@pytest.mark.parametrize("claim", ["readonly", "writeonly", "readnone", "noundef"])
def test_parameters_that_are_not_read_or_not_written(run_body, claim: str, way: str) -> None:
    wrong = {
        "readonly": way in ("store", "buffer store", "atomic", "copy"),
        "writeonly": way in ("load", "buffer load", "load to LDS", "atomic"),
        "readnone": True,
        "noundef": False,
    }[claim]
    body = "  %p = getelementptr i32, ptr addrspace(1) %y, i32 1\n" + ROUTES[way].format(to="%p") + "\n  ret void"
    parameters = f"ptr addrspace(1) {claim} %y, ptr addrspace(1) %z"
    args = [np.zeros(2, np.uint32), np.zeros(1, np.uint32)]
    found = run_body(body, parameters, args, lds=256, block=1, outputs=()).findings
    assert {finding.kind for finding in found} == ({"claims"} if wrong else set())
    assert all(f"through %y, which is {claim}" in finding.message and finding.owner == "%y" for finding in found)


def test_a_choice_of_parameters_breaks_what_both_claim(run_body) -> None:
    body = """  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %odd = trunc i32 %t to i1
  %p = select i1 %odd, ptr addrspace(1) %y, ptr addrspace(1) %z
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %t
  store i32 1, ptr addrspace(1) %q
  ret void"""
    args = [np.zeros(64, np.uint32), np.zeros(64, np.uint32)]
    (found,) = run_body(body, "ptr addrspace(1) readonly %y, ptr addrspace(1) %z", args, outputs=()).findings
    assert (found.owner, found.lane, found.count) == ("%y", 1, 32)
    same = [args[0], args[0]]
    assert run_body(body, "ptr addrspace(1) readonly %y, ptr addrspace(1) %z", same, outputs=()).findings == []
    (found,) = run_body(body, "ptr addrspace(1) readonly %y, ptr addrspace(1) readonly %z", same, outputs=()).findings
    assert (found.kind, found.count) == ("claims", 64)


@pytest.mark.parametrize(("shift", "wrong"), [(0, True), (256, False)])
@pytest.mark.parametrize("claims", [("noalias", ""), ("", "noalias"), ("", "")])
def test_noalias_parameters(run_body, claims: tuple, shift: int, wrong: bool) -> None:
    """One array is passed for both; lanes read its lower half through %x and store `shift` bytes further on through %y."""
    body = f"""  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr i32, ptr addrspace(1) %x, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %w = add i32 %v, 1
  %q = getelementptr i32, ptr addrspace(1) %y, i32 %t
  %o = getelementptr i8, ptr addrspace(1) %q, i32 {shift}
  store i32 %w, ptr addrspace(1) %o
  ret void"""
    array = np.zeros(128, np.uint32)
    parameters = f"ptr addrspace(1) {claims[0]} %x, ptr addrspace(1) {claims[1]} %y"
    found = run_body(body, parameters, [array, array], outputs=()).findings
    assert [finding.kind for finding in found] == ["claims"] * (wrong and any(claims))
    assert all("which is noalias" in finding.message and "load i32" in finding.other_instruction for finding in found)
    other = run_body(body, parameters, [array, array.copy()], outputs=()).findings
    assert other == []


def test_noalias_of_what_is_only_read(run_body) -> None:
    body = "  %v = load i32, ptr addrspace(1) %x\n  %w = load i32, ptr addrspace(1) %y\n  ret void"
    array = np.zeros(4, np.uint32)
    assert run_body(body, "ptr addrspace(1) noalias %x, ptr addrspace(1) %y", [array, array]).findings == []


def test_arguments_that_do_not_fit_their_attributes(run_body) -> None:
    cases = {
        "nonnull": (None, "is nonnull by its attributes"),
        "dereferenceable(16)": (np.zeros(15, np.uint8), "is dereferenceable(16), and its buffer has 15 bytes"),
        "dereferenceable_or_null(16)": (np.zeros(15, np.uint8), "its buffer has 15 bytes"),
    }
    for claim, (wrong, message) in cases.items():
        right = np.zeros(16, np.uint8)
        assert run_body("  ret void", f"ptr addrspace(1) {claim} %x", [right]).findings == []
        (found,) = run_body("  ret void", f"ptr addrspace(1) {claim} %x", [wrong]).findings
        assert isinstance(found, sim.ClaimFinding)
        assert message in found.message
    assert run_body("  ret void", "ptr addrspace(1) dereferenceable_or_null(16) %x", [None]).findings == []


@pytest.mark.parametrize("order", ["before", "after", "beside", "same value"])
def test_invariant_loads(run_body, order: str) -> None:
    store = f"  store i32 {0 if order == 'same value' else 3}, ptr addrspace(1) %{'z' if order == 'beside' else 'y'}\n"
    load = "  %v = load i32, ptr addrspace(1) %y, !invariant.load !0\n"
    body = "  %z = getelementptr i32, ptr addrspace(1) %y, i32 1\n"
    body += (load + store if order == "after" else store + load) + "  ret void"
    found = run_body(body, "ptr addrspace(1) %y", [np.zeros(2, np.uint32)], block=1, metadata="!0 = !{}", outputs=()).findings
    assert bool(found) == (order in ("before", "after"))
    assert all(finding.kind == "claims" and "!invariant.load of byte 0" in finding.message for finding in found)


def test_invariant_load_of_lds(run_body) -> None:
    body = "  store i32 3, ptr addrspace(3) @lds\n  %v = load i32, ptr addrspace(3) @lds, !invariant.load !0\n  ret void"
    (found,) = run_body(body, "", [], lds=16, block=1, metadata="!0 = !{}").findings
    assert "!invariant.load of lds memory" in found.message


# Alias scopes.

SCOPES = """!0 = distinct !{!0, !"domain"}
!1 = distinct !{!1, !0, !"a"}
!2 = distinct !{!2, !0, !"b"}
!3 = !{!1}
!4 = !{!2}
!5 = !{!1, !2}
!6 = distinct !{!6, !"another domain"}
!7 = distinct !{!7, !6, !"c"}
!8 = !{!1, !7}"""


@pytest.mark.parametrize(("first", "second", "apart", "wrong"), [
    ("!alias.scope !3", "!noalias !3", 0, True),
    ("!alias.scope !3, !noalias !4", "!alias.scope !4, !noalias !3", 0, True),
    ("!noalias !5", "!alias.scope !5", 0, True),
    ("!noalias !3", "!alias.scope !5", 0, False),
    ("!noalias !3", "!alias.scope !8", 0, True),
    ("!alias.scope !3", "!alias.scope !4", 0, False),
    ("!alias.scope !3", "!noalias !4", 0, False),
    ("!alias.scope !3", "!noalias !3", 4, False),
])  # fmt: skip
@pytest.mark.parametrize("space", [1, 3])
def test_alias_scopes(run_body, space: int, first: str, second: str, apart: int, wrong: bool) -> None:
    """A lane stores and loads what lies `apart` bytes from it: whether the claim of the two is false."""
    base = "@lds" if space == 3 else "%y"
    body = f"""  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %at = mul i32 %t, 8
  %p = getelementptr i8, ptr addrspace({space}) {base}, i32 %at
  %q = getelementptr i8, ptr addrspace({space}) %p, i32 {apart}
  store i32 %t, ptr addrspace({space}) %p, {first}
  store i32 %t, ptr addrspace({space}) %q
  %v = load i32, ptr addrspace({space}) %q, {second}
  ret void"""
    args = [np.zeros(256, np.uint32)]
    found = run_body(body, "ptr addrspace(1) %y", args, lds=1024, metadata=SCOPES, outputs=()).findings
    assert [finding.kind for finding in found] == ["claims"] * wrong
    for finding in found:
        assert "read of byte 0 of" in finding.message
        assert "store i32 %t" in finding.other_instruction
        assert finding.count == 64


def test_alias_scopes_say_nothing_of_other_lanes(run_body) -> None:
    """One wave; each lane reads what its neighbour has stored."""
    body = """  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %at = shl i32 %t, 2
  %next = xor i32 %at, 4
  %p = getelementptr i8, ptr addrspace(3) @lds, i32 %at
  %q = getelementptr i8, ptr addrspace(3) @lds, i32 %next
  store i32 %t, ptr addrspace(3) %p, !alias.scope !3
  %v = load i32, ptr addrspace(3) %q, !noalias !3
  ret void"""
    assert run_body(body, "", [], lds=256, metadata=SCOPES).findings == []


def test_a_declaration_begins_a_scope_anew(run_body) -> None:
    for declared, wrong in (("", 1), ("  call void @llvm.experimental.noalias.scope.decl(metadata !3)\n", 0)):
        body = f"""  store i32 1, ptr addrspace(1) %y, !alias.scope !3
{declared}  %v = load i32, ptr addrspace(1) %y, !noalias !3
  ret void"""
        found = run_body(body, "ptr addrspace(1) %y", [np.zeros(1, np.uint32)], block=1, metadata=SCOPES, outputs=()).findings
        assert len(found) == wrong


# Resources, machines, reuse.


@pytest.mark.parametrize(("arch", "flags", "message"), [
    ("gfx942", 0x00027000, ""),
    ("gfx942", 0x00020000, ""),
    ("gfx942", 0x00007000, "have no data format"),
    ("gfx90a", 0, "have no data format"),
    ("gfx942", 0x00827000, "add the lane's number"),
    ("gfx942", 0x40027000, "are not a buffer's"),
    ("gfx950", -0x7FFD9000, "are not a buffer's"),
    ("gfx1201", 0x31804000, "add the lane's number"),
    ("gfx1201", 0x71004000, "are not a buffer's"),
    ("gfx1250", 3, ""),
    ("gfx1250", 2, "leave out the range check"),
    ("gfx1250", 0x00027000, "leave out the range check"),
    ("gfx1201", 0x31004000, ""),
])  # fmt: skip
def test_flags_of_buffer_resources(run_body, arch: str, flags: int, message: str) -> None:
    body = f"  %r = {RSRC} %y, i16 0, i64 4, i32 {flags})\n"
    use = "  %v = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %r, i32 0, i32 0, i32 0)\n"
    y = [np.zeros(1, np.uint32)]
    assert run_body(body + "  ret void", "ptr addrspace(1) %y", y, arch=arch).findings == []
    found = run_body(body + use + "  ret void", "ptr addrspace(1) %y", y, arch=arch).findings
    assert [finding.kind for finding in found] == ["claims"] * bool(message)
    assert all(message in finding.message for finding in found)


def test_a_kernel_for_another_machine() -> None:
    text = """target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @k() "target-cpu"="gfx942" { ret void }"""
    assert sim.run(text, grid=1, block=64, args=[], arch="gfx942").findings == []
    (found,) = sim.run(text, grid=1, block=64, args=[], arch="gfx950").findings
    assert 'the kernel says "target-cpu"="gfx942" and runs on gfx950' in found.message


@pytest.mark.parametrize("flags", ["i1 true, i1 false", "i1 false, i1 true"])
def test_reuse_of_a_matrix_is_refused(run_body, flags: str) -> None:
    call = "@llvm.amdgcn.wmma.f32.16x16x32.f16.v8f32.v16f16(i1 false, <16 x half> zeroinitializer, i1 false, "
    call += "<16 x half> zeroinitializer, i16 0, <8 x float> zeroinitializer, "
    for given, match in ((flags, "that reuses an operand"), ("i1 false, i1 false", None)):
        body = f"  %d = call <8 x float> {call}{given})\n  ret void"
        if match is None:
            assert run_body(body, "", [], arch="gfx1250", block=32).findings == []
            continue
        with pytest.raises(sim.UnsupportedError, match=match):
            run_body(body, "", [], arch="gfx1250", block=32)
