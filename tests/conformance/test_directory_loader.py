"""The `skill.json` loader: spec 02 and the contract's statements 42 to 58 and probe table."""

from __future__ import annotations

import base64
import hashlib
import json
import logging
import os
import socket
from typing import TYPE_CHECKING, Any

import pytest

import metier

if TYPE_CHECKING:
    from pathlib import Path

KIND = {"SKILL.md": "instructions"}


def manifest_of(files: dict[str, bytes], **fields: Any) -> dict[str, Any]:
    resources = [
        {
            "id": f"r{index}",
            "path": path,
            "kind": KIND.get(path, "asset"),
            "size": len(data),
            "sha256": hashlib.sha256(data).hexdigest(),
        }
        for index, (path, data) in enumerate(files.items())
    ]
    return {
        "schema_version": 1,
        "id": "org.example.demo",
        "version": "1.0.0",
        "name": "Demo",
        "description": "A demonstration.",
        "resources": resources,
        **fields,
    }


def write(root: Path, files: dict[str, bytes], manifest: dict[str, Any] | None = None) -> Path:
    folder = root / "demo"
    for path, data in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    folder.mkdir(exist_ok=True)
    text = json.dumps(manifest if manifest is not None else manifest_of(files))
    (folder / "skill.json").write_text(text, encoding="utf-8")
    return folder


def code_of(root: Path, relative: str = "demo", **options: Any) -> str | None:
    result = metier.DirectoryLoader(root, **options).load(relative)
    assert bool(result) == (result.package is not None)
    if result.error is None:
        return None
    assert result.diagnostics
    return result.error.code


FILES = {"SKILL.md": b"# Demo\n", "data/a.bin": bytes(range(256))}


def test_valid_package_is_local_untrusted_and_keeps_its_bytes(tmp_path: Path) -> None:
    """43: origin local, trust retrieved_untrusted; overwriting the file changes nothing loaded."""
    folder = write(tmp_path, FILES)
    package = metier.DirectoryLoader(tmp_path).load("demo").unwrap()
    (folder / "SKILL.md").write_bytes(b"# Other\n")
    assert package.provenance.origin == "local"
    assert package.trust is metier.TrustLevel.RETRIEVED_UNTRUSTED
    assert package.resource("r0").data == b"# Demo\n"
    assert package.resource("r0").sha256 == metier.sha256(b"# Demo\n")
    assert len(package.digest) == len("sha256:") + 64


class Heard:
    """The events of the loggers, with their data and with every attribute of their records."""

    def __init__(self, caplog: pytest.LogCaptureFixture) -> None:
        self.records = [r for r in caplog.records if r.name == "metier.events"]

    @property
    def names(self) -> list[str]:
        return [record.getMessage() for record in self.records]

    @property
    def data(self) -> list[dict[str, Any]]:
        return [vars(record)["event_data"] for record in self.records]


def test_events_of_a_load_are_started_and_succeeded_and_hold_no_content(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """44: exactly skill.load.started and .succeeded; no attribute equals the resource content."""
    write(tmp_path, FILES)
    with caplog.at_level(logging.INFO, logger="metier.events"):
        package = metier.DirectoryLoader(tmp_path).load("demo").unwrap()
    heard = Heard(caplog)
    assert heard.names == ["skill.load.started", "skill.load.succeeded"]
    started, succeeded = heard.data
    assert started == {}
    assert succeeded == {
        "skill_id": package.id,
        "skill_version": str(package.version),
        "resource_count": 2,
        "package_bytes": package.tree.bytes,
        "package_sha256": package.digest,
        "trust": "retrieved_untrusted",
    }
    said = [value for record in heard.records for value in vars(record).values()]
    assert all(
        content not in (value, str(value).encode()) for value in said for content in FILES.values()
    )


def test_events_of_a_failed_load_are_started_and_failed_with_the_code(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = write(tmp_path, FILES)
    (folder / "SKILL.md").write_bytes(b"# Else\n")
    with caplog.at_level(logging.INFO, logger="metier.events"):
        result = metier.DirectoryLoader(tmp_path).load("demo")
    assert not result
    heard = Heard(caplog)
    assert heard.names == ["skill.load.started", "skill.load.failed"]
    assert heard.data == [{}, {"error_code": "resource_digest_mismatch"}]


def test_events_of_a_skill_md_load_are_those_of_any_load(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "demo"
    folder.mkdir()
    (folder / "SKILL.md").write_bytes(b"---\nname: demo\ndescription: Sorts words.\n---\n# Demo\n")
    with caplog.at_level(logging.INFO, logger="metier.events"):
        loaded, refused = metier.load_skill(folder), metier.load_skill(tmp_path)
    assert (bool(loaded), bool(refused)) == (True, False)
    heard = Heard(caplog)
    names = ["started", "succeeded", "started", "failed"]
    assert heard.names == [f"skill.load.{name}" for name in names]
    assert heard.data[1]["skill_id"] == "demo"
    assert heard.data[1]["resource_count"] == 1
    assert heard.data[3] == {"error_code": "skill_file_missing"}


def test_a_listener_that_fails_stops_no_load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, FILES)

    def fail(record: logging.LogRecord) -> bool:
        raise OSError(record.getMessage())

    logger = logging.getLogger("metier.events")
    monkeypatch.setattr(logger, "filters", [fail])
    monkeypatch.setattr(logger, "level", logging.INFO)
    assert metier.DirectoryLoader(tmp_path).load("demo")


def test_a_wrong_argument_is_no_load(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with (
        caplog.at_level(logging.INFO, logger="metier.events"),
        pytest.raises(metier.ConfigurationError),
    ):
        metier.load_skill(tmp_path, profile="loose")
    assert Heard(caplog).names == []


def test_directory_digests_of_the_vectors_are_byte_exact(tmp_path: Path, shared: Path) -> None:
    vectors = json.loads((shared / "vectors" / "wuwe_digests.json").read_text("utf-8"))
    assert vectors["packages"]
    for vector in vectors["packages"]:
        root = tmp_path / vector["name"]
        folder = root / "demo"
        folder.mkdir(parents=True)
        (folder / "skill.json").write_bytes(base64.b64decode(vector["manifest_b64"]))
        for path, data in vector["files"].items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(base64.b64decode(data))
        package = metier.DirectoryLoader(root).load("demo").unwrap()
        assert package.digest == "sha256:" + vector["package_digest"]
        assert (package.id, str(package.version)) == (vector["id"], vector["version"])


def test_right_size_and_wrong_hash_is_a_digest_mismatch(tmp_path: Path) -> None:
    """45."""
    folder = write(tmp_path, FILES)
    (folder / "SKILL.md").write_bytes(b"# demo\n")
    assert code_of(tmp_path) == "resource_digest_mismatch"


def test_upper_case_digest_is_an_invalid_manifest(tmp_path: Path) -> None:
    """46."""
    manifest = manifest_of(FILES)
    manifest["resources"][0]["sha256"] = manifest["resources"][0]["sha256"].upper()
    write(tmp_path, FILES, manifest)
    assert code_of(tmp_path) == "manifest_invalid"


def test_missing_size_is_an_invalid_manifest(tmp_path: Path) -> None:
    """47."""
    manifest = manifest_of(FILES)
    del manifest["resources"][0]["size"]
    write(tmp_path, FILES, manifest)
    assert code_of(tmp_path) == "manifest_invalid"


def test_package_limit_below_file_limit_is_invalid_options(tmp_path: Path) -> None:
    """48."""
    write(tmp_path, FILES)
    assert code_of(tmp_path, limits=metier.Limits(max_package_bytes=16)) == "invalid_options"


def test_resource_over_its_limit_is_too_large(tmp_path: Path) -> None:
    """49."""
    write(tmp_path, {"SKILL.md": b"123456"})
    limits = metier.Limits(max_resource_bytes=4)
    assert code_of(tmp_path, limits=limits) == "resource_too_large"


def test_resources_over_the_package_limit_are_too_large(tmp_path: Path) -> None:
    """50."""
    folder = write(tmp_path, {"SKILL.md": b"123456"})
    size = (folder / "skill.json").stat().st_size
    limits = metier.Limits(
        max_package_bytes=size + 5, max_manifest_bytes=size, max_resource_bytes=size
    )
    assert code_of(tmp_path, limits=limits) == "package_too_large"


def test_declared_size_off_by_one_is_a_size_mismatch(tmp_path: Path) -> None:
    """51."""
    manifest = manifest_of({"SKILL.md": b"123456"})
    manifest["resources"][0]["size"] = 5
    write(tmp_path, {"SKILL.md": b"123456"}, manifest)
    assert code_of(tmp_path) == "resource_size_mismatch"


@pytest.mark.parametrize(
    "relative", ["../demo", "demo\\nested", "/demo", "x" * 1025, "demo/", "./demo", ""]
)
def test_path_that_breaks_a_rule_is_invalid(tmp_path: Path, relative: str) -> None:
    """52 and the probe table: a trailing slash and `./x` are no portable paths."""
    write(tmp_path, FILES)
    assert code_of(tmp_path, relative) == "invalid_path"


def test_device_name_as_resource_is_an_invalid_manifest(tmp_path: Path) -> None:
    """53."""
    write(tmp_path, {"CON.md": b"x"})
    assert code_of(tmp_path) == "manifest_invalid"


def test_extra_file_is_undeclared(tmp_path: Path) -> None:
    """54."""
    folder = write(tmp_path, FILES)
    (folder / "hidden.txt").write_text("x")
    assert code_of(tmp_path) == "undeclared_resource"


def test_resources_equal_but_for_case_are_an_invalid_manifest(tmp_path: Path) -> None:
    """55."""
    write(tmp_path, {"Readme.md": b"x", "README.md": b"x"})
    assert code_of(tmp_path) == "manifest_invalid"


@pytest.mark.parametrize("name", ["SKILL.md", "skill.json"])
def test_hard_link_is_refused_unless_accepted(tmp_path: Path, name: str) -> None:
    """56 and decision 7: `reject_hard_links=False` is for stores that are made of them."""
    folder = write(tmp_path, FILES)
    os.link(folder / name, tmp_path / "second-name")
    assert code_of(tmp_path) == "hard_link"
    assert code_of(tmp_path, reject_hard_links=False) is None


@pytest.mark.parametrize("name", ["SKILL.md", "skill.json"])
def test_link_in_place_of_a_file_is_refused(tmp_path: Path, name: str) -> None:
    """57."""
    folder = write(tmp_path, FILES)
    (folder / name).rename(tmp_path / "moved")
    (folder / name).symlink_to("../moved")
    assert code_of(tmp_path) == "reparse_point"


def test_script_is_loaded_and_not_run(tmp_path: Path) -> None:
    """58."""
    marker = tmp_path / "marker"
    script = f"#!/bin/sh\ntouch {marker}\n".encode()
    folder = write(tmp_path, {"scripts/run.sh": script})
    (folder / "scripts" / "run.sh").chmod(0o755)
    package = metier.DirectoryLoader(tmp_path).load("demo").unwrap()
    assert package.resource("r0").data == script
    assert package.resource("r0").executable
    assert not marker.exists()


def test_empty_undeclared_folder_is_refused(tmp_path: Path) -> None:
    """Stricter than the probe table: an undeclared folder is refused (spec 02)."""
    folder = write(tmp_path, FILES)
    (folder / "empty").mkdir()
    assert code_of(tmp_path) == "undeclared_directory"


def test_linked_package_folder_is_refused(tmp_path: Path) -> None:
    write(tmp_path, FILES).rename(tmp_path / "real")
    (tmp_path / "demo").symlink_to("real")
    assert code_of(tmp_path) == "reparse_point"


def test_linked_parent_of_the_package_is_refused(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    write(tmp_path / "real", FILES)
    (tmp_path / "link").symlink_to("real")
    assert code_of(tmp_path, "link/demo") == "reparse_point"


def test_root_that_is_a_link_is_refused_but_not_one_beneath_a_link(tmp_path: Path) -> None:
    (tmp_path / "real" / "root").mkdir(parents=True)
    write(tmp_path / "real" / "root", FILES)
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "rootlink").symlink_to("real/root")
    assert code_of(tmp_path / "rootlink") == "reparse_point"
    assert code_of(tmp_path / "link" / "root") is None


@pytest.mark.parametrize("name", ["SKILL.md", "skill.json"])
def test_folder_in_place_of_a_file_is_not_regular(tmp_path: Path, name: str) -> None:
    folder = write(tmp_path, FILES)
    (folder / name).unlink()
    (folder / name).mkdir()
    assert code_of(tmp_path) == "resource_not_regular"


def test_socket_and_fifo_are_not_regular(tmp_path: Path) -> None:
    folder = write(tmp_path, FILES)
    os.mkfifo(folder / "pipe")
    assert code_of(tmp_path) == "resource_not_regular"
    (folder / "pipe").unlink()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(folder / "s"))
        assert code_of(tmp_path) == "resource_not_regular"


def test_one_resource_over_the_count_is_refused(tmp_path: Path) -> None:
    files = {f"f{index}.txt": b"x" for index in range(129)}
    write(tmp_path, files)
    assert code_of(tmp_path) == "resource_count_exceeded"


def test_resource_of_exactly_the_limit_loads(tmp_path: Path) -> None:
    write(tmp_path, {"big.bin": b"\0" * (1 << 20)})
    assert code_of(tmp_path) is None


def test_eight_full_resources_are_over_the_package_limit(tmp_path: Path) -> None:
    write(tmp_path, {f"big{index}.bin": b"\0" * (1 << 20) for index in range(8)})
    assert code_of(tmp_path) == "package_too_large"


def test_asset_that_is_no_text_loads_and_instructions_that_are_none_do_not(tmp_path: Path) -> None:
    """Spec 02: instruction, prompt and knowledge resources must be UTF-8."""
    write(tmp_path, {"data.bin": b"\xff\xfe"})
    assert code_of(tmp_path) is None
    write(tmp_path, {"SKILL.md": b"\xff\xfe"})
    (tmp_path / "demo" / "data.bin").unlink()
    assert code_of(tmp_path) == "resource_not_utf8"


def test_missing_root_and_missing_package_are_not_found(tmp_path: Path) -> None:
    assert code_of(tmp_path / "none") == "root_not_found"
    assert code_of(tmp_path) == "root_not_found"


def test_root_that_is_a_file_is_no_directory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert code_of(tmp_path / "file") == "root_not_directory"
    assert code_of(tmp_path, "file") == "root_not_directory"


def test_missing_manifest_and_oversized_manifest_have_their_codes(tmp_path: Path) -> None:
    (tmp_path / "demo").mkdir()
    assert code_of(tmp_path) == "manifest_missing"
    write(tmp_path, FILES)
    assert code_of(tmp_path, limits=metier.Limits(max_manifest_bytes=64)) == "manifest_too_large"


def test_missing_resource_is_missing_also_when_only_its_case_differs(tmp_path: Path) -> None:
    folder = write(tmp_path, FILES)
    (folder / "SKILL.md").rename(folder / "skill.md")
    assert code_of(tmp_path) == "undeclared_resource"
    (folder / "skill.md").unlink()
    assert code_of(tmp_path) == "resource_missing"


def test_more_entries_than_the_limit_are_refused(tmp_path: Path) -> None:
    folder = write(tmp_path, FILES)
    for index in range(1100):
        (folder / f"d{index}").mkdir()
    assert code_of(tmp_path) == "entry_count_exceeded"


def test_relative_root_is_made_absolute_at_construction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Spec 02: a relative root is made absolute at construction."""
    write(tmp_path, FILES)
    monkeypatch.chdir(tmp_path)
    loader = metier.DirectoryLoader(".")
    monkeypatch.chdir("/")
    assert loader.load("demo")
