"""Trees of files for archives: strategies, folders, and a second writer of the form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attacks.variant import SKILL, Files
from attacks.zip_layout import FILE, PROGRAM, Entry, deflated, stored, zip_of
from hypothesis import strategies as st

import metier

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

LETTERS = "abcXYZ019_.-+ '();,=@[]{}!#%&\u00e9\u00df\u4e2d\u65e5\u0431\u05d0\U0001f600"
parts = st.text(st.sampled_from(LETTERS), min_size=1, max_size=12)
paths = st.lists(parts, min_size=1, max_size=4).map("/".join)
contents = st.one_of(
    st.binary(max_size=200),
    st.binary(min_size=1, max_size=20).map(lambda part: part * 400),
)
files = st.dictionaries(paths, st.tuples(contents, st.booleans()), max_size=8)


def portable(tree: Files) -> Files:
    """The tree less every path that breaks a rule by itself or beside those before it.

    Files that no skill holds (spec 00, decision 21) are left out as well: strict keeps them,
    while import and every folder drop them.
    """
    kept: Files = {}
    for path, file in {"SKILL.md": (SKILL, False), **tree}.items():
        if path.rpartition("/")[2].startswith("._"):
            continue
        try:
            metier.check_paths([*kept, path])
        except metier.PathError:
            continue
        kept[path] = file
    return kept


trees = files.map(portable)


def ordered(names: Iterable[str]) -> list[str]:
    """The order of canonical archives: the entry file, then the rest by the bytes of the path."""
    names = list(names)
    entry = next((name for name in ("SKILL.md", "skill.json", "PACK.yaml") if name in names), None)
    return sorted(names, key=lambda name: (name != entry, name.encode()))


def written(tree: Files, make: Callable[..., Entry] = stored) -> bytes:
    """The canonical archive, or with `deflated` its twin, by the writer of the tests."""
    return zip_of(
        *(
            make(path, tree[path][0], attributes=PROGRAM if tree[path][1] else FILE)
            for path in ordered(tree)
        )
    )


def twin(tree: Files) -> bytes:
    return written(tree, deflated)


def built(tree: Files) -> bytes:
    return metier.build_archive(
        {path: metier.File(data, executable=program) for path, (data, program) in tree.items()}
    )


def read(data: bytes, mode: str = "strict") -> Files:
    archive = metier.read_archive(data, mode=mode)
    return {path: (file.data, file.executable) for path, file in archive.items()}


def write_folder(folder: Path, tree: Files) -> Path:
    for path, (data, executable) in tree.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        file.chmod(0o755 if executable else 0o644)
    return folder


def read_folder(folder: Path) -> Files:
    """Every file below a folder, whatever its mode."""
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes(), bool(path.stat().st_mode & 0o111))
        for path in folder.rglob("*")
        if path.is_file() and not path.is_symlink()
    }
