"""Laws of sealing: round trip, repetition, and that no change goes unseen."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import assume, given, settings
from hypothesis import strategies as st

import metier

if TYPE_CHECKING:
    from collections.abc import Iterator

COMPONENTS = st.from_regex(r"[A-Za-z0-9_][A-Za-z0-9_. é日+]{0,10}[A-Za-z0-9_]", fullmatch=True)
FOLDERS = st.sampled_from(["", "references/", "scripts/", "templates/", "assets/", "deep/er/"])
FILES = st.dictionaries(
    st.builds("{}{}".format, FOLDERS, COMPONENTS),
    st.tuples(st.binary(max_size=40), st.booleans()),
    max_size=6,
)
TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=30
)


@contextmanager
def skill(files: dict[str, tuple[bytes, bool]], description: str) -> Iterator[Path | None]:
    """A folder with the files; `None` where their paths don't make a skill together."""
    quoted = description.replace("'", "''")
    text = f"---\nname: demo\ndescription: '{quoted}'\nmetadata:\n  version: 1.0.0\n---\n# Demo\n"
    root = Path(tempfile.mkdtemp())
    try:
        folder = root / "demo"
        folder.mkdir()
        (folder / "SKILL.md").write_text(text, encoding="utf-8", newline="")
        for path, (data, executable) in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
            (folder / path).chmod(0o755 if executable else 0o644)
        yield folder if metier.load_skill(folder, profile="strict") else None
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        yield None
    finally:
        shutil.rmtree(root)


def contents(package: metier.Package) -> dict[str, tuple[bytes, str, bool]]:
    return {
        resource.path: (resource.data, resource.kind, resource.executable)
        for resource in package.resources.values()
    }


@settings(max_examples=60)
@given(FILES, TEXTS)
def test_sealed_skill_loads_as_the_same_content(
    files: dict[str, tuple[bytes, bool]], description: str
) -> None:
    with skill(files, description) as folder:
        assume(folder is not None)
        assert folder is not None
        before = metier.load_skill(folder).unwrap()
        sealed = metier.seal(folder)
        assert sealed, sealed.diagnostics
        after = metier.DirectoryLoader(folder.parent).load("demo").unwrap()
        assert (after.id, after.version) == (before.id, before.version)
        assert (after.name, after.description) == (before.name, before.description)
        entries = [entry for entry in after.tree.entries if entry[0] != "skill.json"]
        assert entries == list(before.tree.entries)
        assert after.digest == sealed.digest
        changed = {d.path for d in sealed.diagnostics if d.code == "knowledge_not_text"}
        for path, (data, kind, executable) in contents(before).items():
            expected = "asset" if f"{folder}/{path}" in changed else kind
            assert contents(after)[path] == (data, expected, executable)
        assert set(contents(after)) == set(contents(before))
        assert sealed.unwrap() == after.manifest


@settings(max_examples=30)
@given(FILES, TEXTS)
def test_sealing_twice_gives_the_same_bytes(
    files: dict[str, tuple[bytes, bool]], description: str
) -> None:
    with skill(files, description) as folder:
        assume(folder is not None)
        assert folder is not None
        first = metier.seal(folder)
        written = (folder / "skill.json").read_bytes()
        assert first.text == written
        again = metier.seal(folder)
        assert again
        assert not again.written
        (folder / "skill.json").unlink()
        assert metier.seal(folder).text == written


@settings(max_examples=60)
@given(FILES.filter(bool), st.data())
def test_no_change_goes_unseen(files: dict[str, tuple[bytes, bool]], data: st.DataObject) -> None:
    with skill(files, "d") as folder:
        assume(folder is not None)
        assert folder is not None
        assert metier.seal(folder)
        every = sorted(path for path in folder.rglob("*") if path.is_file())
        file = data.draw(st.sampled_from(every))
        change = data.draw(st.sampled_from(["byte", "append", "mode", "remove", "add"]))
        if change == "mode" and file.name != "skill.json":
            file.chmod(file.stat().st_mode ^ 0o111)
        elif change == "remove" and file.name != "SKILL.md":
            file.unlink()
        elif change == "add":
            file.with_name("a-file-more").write_bytes(b"")
        elif change == "append" or not file.read_bytes():
            file.write_bytes(file.read_bytes() + b"x")
        else:
            content = bytearray(file.read_bytes())
            content[data.draw(st.integers(0, len(content) - 1))] ^= 1
            file.write_bytes(content)
        assert not metier.seal(folder, check=True)
        loaded = metier.DirectoryLoader(folder.parent).load("demo")
        assert not loaded or change == "mode" or file.name == "skill.json"
