"""Upstream's fingerprints through the whole chain: load or build, register, resolve, activate.

Reference Wuwe, sections 3 and 8; `wuwe_digests.json`. Upstream's own example package is not part
of these tests: its digest stands in where a golden fingerprint needs it.
"""

from __future__ import annotations

import base64
import hashlib
import json
from typing import TYPE_CHECKING, Any

import metier

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

EMPTY = "sha256:4730e4a81fab57f17ac045ef897cfc69d7ae08488bedddaabff9b1ed3d89274b"

CONTENT = b"a<b>&\"'\n"
EMBEDDED = {
    "schema_version": 1,
    "id": "com.example.emb",
    "version": "1.0.0-rc.1+b",
    "name": "N",
    "description": "D",
    "instructions": ["main"],
    "resources": [
        {
            "id": "main",
            "path": "SKILL.md",
            "kind": "instructions",
            "media_type": "text/markdown",
            "size": len(CONTENT),
            "sha256": hashlib.sha256(CONTENT).hexdigest(),
        }
    ],
    "requires": {
        "skills": [{"id": "x.y", "version": ">=1.0.0 , <2.0.0", "optional": True}],
        "tools": [{"name": "t", "exact_version": "1", "optional": True}],
        "capabilities": [{"name": "c", "risk": "high", "summary": "s", "resources": ["r"]}],
        "knowledge": [{"source": "k"}],
    },
}


def write_packages(root: Path, vectors: dict[str, Any]) -> None:
    for vector in vectors["packages"]:
        folder = root / vector["name"]
        folder.mkdir()
        (folder / "skill.json").write_bytes(base64.b64decode(vector["manifest_b64"]))
        for path, content in vector["files"].items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(base64.b64decode(content))


def activated(packages: Sequence[metier.Package], runtime: metier.Runtime) -> metier.Activation:
    registry = metier.Registry()
    for result in registry.register_many(packages):
        assert result.status == "inserted"
    roots = [
        (package.id, metier.Requirement.parse(f"={package.version}", dialect="strict"))
        for package in packages
    ]
    resolution = metier.resolve(registry.snapshot(), roots).unwrap()
    assert {each.package for each in resolution} == set(packages)
    return metier.activate(resolution, runtime).unwrap()


def test_activations_of_loaded_packages_have_the_fingerprints_of_the_vectors(
    tmp_path: Path, shared: Path
):
    """Spec 05: "`fingerprint`: `wuwe.skill.activation.v1`, byte-compatible"."""
    vectors = json.loads((shared / "vectors" / "wuwe_digests.json").read_text("utf-8"))
    write_packages(tmp_path, vectors)
    loader = metier.DirectoryLoader(tmp_path)
    checked = 0
    for vector in vectors["activations"]:
        if not vector["packages"]:
            continue  # nothing to resolve; see the test of the empty resolution
        packages = [loader.load(name).unwrap() for name in vector["packages"]]
        activation = activated(packages, metier.Runtime())
        assert activation.fingerprint == vector["fingerprint"], vector["packages"]
        assert len(activation.packages) == len(packages)
        checked += 1
    assert checked == 3


def test_activation_of_nothing_has_the_golden_fingerprint():
    """Reference Wuwe, section 3: "fingerprint of the empty activation".

    Resolving no roots is a conflict (spec 04), so the empty resolution is given.
    """
    activation = metier.activate(metier.Resolution(packages=()), metier.Runtime())
    assert activation
    assert activation.fingerprint == EMPTY


def test_activation_of_the_golden_embedded_package_has_the_fingerprint_of_its_golden_digest():
    """Reference Wuwe, section 3, embedded, and section 8, fingerprint."""
    manifest = metier.Manifest.parse(json.dumps(EMBEDDED).encode())
    package = metier.Package.build(manifest, {"main": CONTENT})
    digest = "6897a7173140f993aa08fdaca0742fdb365b96704260a807c6ca037a6157a068"
    assert package.digest == f"sha256:{digest}"
    fields = [field.encode() for field in ("com.example.emb", "1.0.0-rc.1+b", digest)]
    framed = b"".join(len(field).to_bytes(8, "big") + field for field in fields)
    expected = hashlib.sha256(b"wuwe.skill.activation.v1\0" + framed).hexdigest()
    activation = activated([package], metier.Runtime(knowledge={"k"}))
    assert activation.fingerprint == f"sha256:{expected}"


def test_golden_embedded_package_and_upstreams_example_have_their_golden_fingerprint():
    """Reference Wuwe, section 3: "of {review, com.example.emb} above"."""
    manifest = metier.Manifest.parse(json.dumps(EMBEDDED).encode())
    package = metier.Package.build(manifest, {"main": CONTENT})
    review = "sha256:0209d67cf8c63e1c869cf0ce77beab18081ab2a09762613f6ec66d49936eacae"
    rows = [
        (package.id, str(package.version), package.digest),
        ("org.wuwe.examples.review", "1.0.0", review),
    ]
    golden = "sha256:8d43754e303a6c1d10aa12bad9ae2de4aaae1327e16747ee28548206f7924870"
    assert metier._core.activation_fingerprint(rows) == golden  # noqa: SLF001 - see the docstring
