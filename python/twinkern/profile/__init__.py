"""What a kernel asks of the machine, counted in the simulator: `twinkern profile SPEC`.

    found = twinkern.profile.profile(program)
    print(found.kernels[0].per_matrix("lds_read"))
    twinkern.profile.page(found)        # a self-contained HTML page
"""

from twinkern.profile.page import page
from twinkern.profile.report import AccessRow, KernelProfile, Profile, profile

__all__ = ["AccessRow", "KernelProfile", "Profile", "page", "profile"]
