"""The byte-level pages are complete: what they say, followed to the letter, gives our digests."""

from __future__ import annotations

import hashlib
import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from archive_class_codes import CODES
from archive_trees import built, trees
from handmade import make_package
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import metier

if TYPE_CHECKING:
    from collections.abc import Callable

    from attacks.variant import Files

FORMATS = Path(__file__).parents[2] / "docs" / "formats"
LEFT_OUT = [".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv"]
LEFT_OUT_FILES = [".DS_Store", "Thumbs.db", "desktop.ini", "._resource"]


def functions_of(page: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Callable[..., Any]]:
    """Runs the Python of a page, which imports nothing of ours, and gives what it defines."""
    text = (FORMATS / page).read_text(encoding="utf-8")
    source = "".join(re.findall(r"^```python\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE))
    assert "metier" not in "".join(re.findall(r"^(?:import|from) .*$", source, re.MULTILINE))
    monkeypatch.chdir(FORMATS.parents[1])
    namespace: dict[str, Any] = {}
    exec(compile(source, page, "exec"), namespace)  # noqa: S102 - a page of this repository
    return namespace


def files_of(folder: Path) -> dict[str, tuple[bytes, bool]]:
    """Gives the files that the page says belong to the tree, as the page's function takes them."""
    found: dict[str, tuple[bytes, bool]] = {}
    for root, folders, names in os.walk(folder):
        folders[:] = [each for each in folders if each not in LEFT_OUT]
        for name in names:
            path = Path(root, name)
            if name not in LEFT_OUT_FILES and not name.startswith("._"):
                executable = bool(path.stat().st_mode & 0o111)
                found[path.relative_to(folder).as_posix()] = (path.read_bytes(), executable)
    return found


def test_tree_digest_page_names_all_that_is_left_out():
    text = (FORMATS / "tree-digest.md").read_text(encoding="utf-8")
    assert all(f"`{each}`" in text for each in [*LEFT_OUT, *LEFT_OUT_FILES[:-1], "._"])


def test_tree_digest_of_a_folder_is_what_the_page_computes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """metier.tree.v1: paths by bytes, modes, contents; left-out names and empty folders."""
    contents = {"SKILL.md": b"# Demo\n", "a/b": b"", "a.b": b"\x00", "a/\u00e9.txt": b"x" * 70_000}
    for place in [*(f"{each}/x" for each in LEFT_OUT), *LEFT_OUT_FILES, "a/node_modules/x"]:
        contents[place] = b"never"
    for path, content in contents.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(content)
    (tmp_path / "a/b").chmod(0o611)
    (tmp_path / "empty").mkdir()
    files = files_of(tmp_path)
    assert sorted(files) == ["SKILL.md", "a.b", "a/b", "a/\u00e9.txt"]
    computed = functions_of("tree-digest.md", monkeypatch)["tree_digest"](files)
    assert metier.tree_digest(tmp_path).digest == computed


paths = st.text(st.sampled_from("ab\u00e9\u4e00\U0001f600"), min_size=1, max_size=6)
contents_of_files = st.tuples(st.binary(max_size=40), st.booleans())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(files=st.dictionaries(paths, contents_of_files, max_size=6))
def test_tree_digest_of_any_files_is_what_the_page_computes(
    files: dict[str, tuple[bytes, bool]], tmp_path_factory: pytest.TempPathFactory
):
    folder = tmp_path_factory.mktemp("tree")
    for path, (content, executable) in files.items():
        (folder / path).write_bytes(content)
        (folder / path).chmod(0o755 if executable else 0o644)
    with pytest.MonkeyPatch.context() as monkeypatch:
        computed = functions_of("tree-digest.md", monkeypatch)["tree_digest"](files)
    assert metier.tree_digest(folder).digest == computed


@pytest.mark.parametrize("name", ["base", "review"])
def test_package_digest_of_a_folder_is_what_the_page_computes(
    name: str, monkeypatch: pytest.MonkeyPatch
):
    """wuwe.skill.package.v1."""
    functions = functions_of("package-digests.md", monkeypatch)
    root = FORMATS.parents[1] / "examples" / "skills"
    package = metier.DirectoryLoader(root).load(name).unwrap()
    computed = functions["directory_digest"]((root / name / "skill.json").read_bytes())
    assert package.digest == f"sha256:{computed}"


def test_package_digest_of_many_resources_is_what_the_page_computes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Resources declared in another order than that of their paths' bytes; odd white space."""
    paths_of_files = ["b", "a/b", "a.b", "\u00e9", "Z"]
    resources = []
    for number, path in enumerate(paths_of_files):
        content = path.encode() * number
        (tmp_path / "demo" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "demo" / path).write_bytes(content)
        digest = hashlib.sha256(content).hexdigest()
        row = {"id": f"r{number}", "path": path, "kind": "asset", "size": len(content)}
        resources.append({**row, "sha256": digest})
    document = {
        "schema_version": 1,
        "id": "demo",
        "version": "1.0.0",
        "name": "Demo",
        "description": "A demonstration.",
        "resources": resources,
    }
    manifest = b"\n" + json.dumps(document, indent=3).encode() + b" \n"
    (tmp_path / "demo" / "skill.json").write_bytes(manifest)
    computed = functions_of("package-digests.md", monkeypatch)["directory_digest"](manifest)
    package = metier.DirectoryLoader(tmp_path).load("demo").unwrap()
    assert package.digest == f"sha256:{computed}"


def test_fingerprint_of_packages_is_what_the_page_computes(monkeypatch: pytest.MonkeyPatch):
    """wuwe.skill.activation.v1."""
    registry = metier.Registry()
    registry.register_many([make_package("b", requires={"a": "*"}), make_package("a", "1.0.0+x")])
    resolution = metier.resolve(registry.snapshot(), ["b"]).unwrap()
    activation = metier.activate(resolution, metier.Runtime()).unwrap()
    rows = [
        (each.id, str(each.version), each.digest.removeprefix("sha256:"))
        for each in activation.packages
    ]
    computed = functions_of("package-digests.md", monkeypatch)["fingerprint"](rows)
    assert activation.fingerprint == computed


def test_embedded_digest_follows_the_lines_of_the_page(monkeypatch: pytest.MonkeyPatch):
    """wuwe.skill.embedded.v1: the canonical manifest, then each resource by the bytes of its id."""
    field = functions_of("package-digests.md", monkeypatch)["field"]
    package = make_package("demo", instructions={"b": "Sort.", "a.b": "Search.", "C": ""})
    text = package.manifest.canonical_bytes()
    # No float is in it, so the page's rules on strings, keys and order are those of json.dumps.
    rewritten = json.dumps(
        json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    assert text == rewritten.encode()
    digest = hashlib.sha256(b"wuwe.skill.embedded.v1\0" + field(text))
    for resource in sorted(package.resources.values(), key=lambda each: each.id.encode()):
        content_digest = hashlib.sha256(resource.data).hexdigest()
        for part in (resource.id.encode(), resource.path.encode(), content_digest.encode()):
            digest.update(field(part))
        digest.update(field(resource.data))
    assert package.digest == f"sha256:{digest.hexdigest()}"


@settings(max_examples=60)
@given(tree=trees)
def test_archive_is_what_the_page_computes(tree: Files):
    """The canonical archive: order, headers, records, end."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        computed = functions_of("archive.md", monkeypatch)["archive"](tree)
    assert built(tree) == computed


def test_archive_page_shows_the_bytes_of_its_example():
    text = (FORMATS / "archive.md").read_text(encoding="utf-8")
    shown = bytes.fromhex(
        "".join(re.findall(r"^[0-9a-f]{8}  ((?:[0-9a-f]{2} ?)+)$", text, re.MULTILINE))
    )
    content = b"---\nname: a\ndescription: b\n---\n# A\n"
    assert len(content) == 35
    assert shown == metier.build_archive({"SKILL.md": content})
    assert f"`{hashlib.sha256(shown).hexdigest()}`" in text


def test_archive_page_names_the_code_of_every_class():
    text = (FORMATS / "archive.md").read_text(encoding="utf-8")
    assert {*CODES.values()} - {None} - set(re.findall(r"`(\w+)`", text)) == set()
