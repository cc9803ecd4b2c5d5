"""What `metier check` does to a folder, in process and without a word printed."""

from __future__ import annotations

from metier import _core

WAIT_SECONDS = 60.0


def check_all(folder: str, *, jobs: int = 0) -> int:
    """Checks every skill below a folder, all files hashed; returns how many load.

    `jobs` is the number of threads, 0 one for each core.
    """
    checking = _core.SkillCheck(
        folder,
        profile="strict",
        follow_links=False,
        jobs=jobs,
        skill_json_limits=(None,) * 5,
        skill_md_limits=(None,) * 5,
        reject_hard_links=True,
    )
    loaded = 0
    while (skills := checking.take(WAIT_SECONDS)) is not None:
        loaded += sum(summary is not None for *_, summary in skills)
    return loaded
