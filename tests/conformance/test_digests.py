"""The digests against golden values."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import TYPE_CHECKING, Any

import metier
from metier import _core

if TYPE_CHECKING:
    from pathlib import Path


def read(shared: Path, name: str) -> dict[str, Any]:
    return json.loads((shared / "vectors" / name).read_bytes())


def tree_of(files: dict[str, dict[str, Any]]) -> metier.TreeDigest:
    contents = {path: base64.b64decode(file["b64"]) for path, file in files.items()}
    return _core.tree_digest_of_entries(
        [
            (path, files[path]["executable"], len(content), metier.sha256(content))
            for path, content in contents.items()
        ]
    )


def package_digest(package: dict[str, Any]) -> str:
    """Digest of a package from its manifest and the bytes of its files alone."""
    manifest = base64.b64decode(package["manifest_b64"])
    contents = {path: base64.b64decode(b64) for path, b64 in package["files"].items()}
    declared = json.loads(manifest)["resources"]
    assert {resource["path"] for resource in declared} == contents.keys()
    return _core.directory_digest(
        manifest,
        [
            (
                resource["path"],
                resource["kind"],
                len(contents[resource["path"]]),
                metier.sha256(contents[resource["path"]]),
            )
            for resource in declared
        ],
    )


def test_trees_have_their_golden_digests(shared: Path):
    """Spec 01: "for each file by path bytes: F(path) u8(executable) u64(size) raw32(sha256)"."""
    for vector in read(shared, "tree_and_zip.json")["vectors"]:
        tree = tree_of(vector["files"])
        assert tree.digest == vector["tree_digest"], vector["name"]
        assert tree.files == len(vector["files"])
        paths = [path for path, *_ in tree.entries]
        assert paths == sorted(vector["files"], key=str.encode)


def test_folders_have_their_golden_package_digests(shared: Path):
    """Spec 00: "`wuwe.skill.package.v1` ... reproduced exactly"."""
    for package in read(shared, "wuwe_digests.json")["packages"]:
        assert package_digest(package) == f"sha256:{package['package_digest']}", package["name"]


def test_activations_have_their_golden_fingerprints(shared: Path):
    """Spec 00: "`wuwe.skill.activation.v1` ... reproduced exactly"."""
    vectors = read(shared, "wuwe_digests.json")
    packages = {package["name"]: package for package in vectors["packages"]}
    for activation in vectors["activations"]:
        active = [packages[name] for name in activation["packages"]]
        rows = [(p["id"], p["version"], package_digest(p)) for p in active]
        assert _core.activation_fingerprint(rows) == activation["fingerprint"]


CONTENT = b"a<b>&\"'\n"
EMBEDDED = {
    "deprecated": False,
    "description": "D",
    "examples": [],
    "id": "com.example.emb",
    "input_modes": [],
    "input_schema": {},
    "instructions": ["main"],
    "metadata": {},
    "name": "N",
    "output_modes": [],
    "output_schema": {},
    "requires": {
        "capabilities": [
            {"metadata": {}, "name": "c", "resources": ["r"], "risk": "high", "summary": "s"}
        ],
        "knowledge": [{"filters": {}, "max_context_chars": 0, "optional": False, "source": "k"}],
        "skills": [{"id": "x.y", "optional": True, "version": ">=1.0.0 , <2.0.0"}],
        "tools": [{"exact_version": "1", "name": "t", "optional": True}],
    },
    "resources": [
        {
            "id": "main",
            "kind": "instructions",
            "media_type": "text/markdown",
            "metadata": {},
            "path": "SKILL.md",
            "sha256": hashlib.sha256(CONTENT).hexdigest(),
            "size": 8,
        }
    ],
    "schema_version": 1,
    "tags": [],
    "version": "1.0.0-rc.1+b",
}


def test_embedded_package_has_its_golden_digest():
    """Spec 00: "`wuwe.skill.embedded.v1` ... reproduced exactly"."""
    manifest = json.dumps(EMBEDDED, sort_keys=True, separators=(",", ":")).encode()
    digest = _core.embedded_digest(manifest, [("main", "SKILL.md", CONTENT)])
    assert digest == "sha256:6897a7173140f993aa08fdaca0742fdb365b96704260a807c6ca037a6157a068"


def test_embedded_package_without_resources_has_its_golden_digest():
    """The smallest embedded manifest, whose canonical form has every default present."""
    manifest = {
        "deprecated": False,
        "description": "A test skill package",
        "examples": [],
        "id": "com.example.skill",
        "input_modes": [],
        "input_schema": {},
        "instructions": [],
        "metadata": {},
        "name": "Test skill",
        "output_modes": [],
        "output_schema": {},
        "requires": {"capabilities": [], "knowledge": [], "skills": [], "tools": []},
        "resources": [],
        "schema_version": 1,
        "tags": [],
        "version": "1.0.0",
    }
    text = json.dumps(manifest, sort_keys=True, separators=(",", ":")).encode()
    digest = _core.embedded_digest(text, [])
    assert digest == "sha256:410fe99c26357be0d2a002a7f95381b8df31db3866eb7dbbbbe5ae07ebc522e6"


def test_fingerprints_of_known_packages_are_the_golden_ones():
    """Spec 05 and 00: the fingerprint does not depend on the order of packages."""
    review = (
        "org.wuwe.examples.review",
        "1.0.0",
        "sha256:0209d67cf8c63e1c869cf0ce77beab18081ab2a09762613f6ec66d49936eacae",
    )
    embedded = (
        "com.example.emb",
        "1.0.0-rc.1+b",
        "sha256:6897a7173140f993aa08fdaca0742fdb365b96704260a807c6ca037a6157a068",
    )
    alone = "sha256:dd5ab21f44d52c93ff20f0e996484fc5ce2d8f2fc43ce2197190d076cf7d4ca4"
    both = "sha256:8d43754e303a6c1d10aa12bad9ae2de4aaae1327e16747ee28548206f7924870"
    assert _core.activation_fingerprint([review]) == alone
    assert _core.activation_fingerprint([review, embedded]) == both
    assert _core.activation_fingerprint([embedded, review]) == both
