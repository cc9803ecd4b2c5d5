"""Checks that every dependency, Rust and Python, has a licence on the list below.

Rust crates are those that `cargo metadata` resolves for the workspace, development and build
dependencies included; Python packages are the runtime dependencies of the installed `metier` and
what they need in turn. Exits 1 and names each package that does not pass.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

ALLOWED = frozenset(
    {
        "Apache-2.0",
        "Apache-2.0 WITH LLVM-exception",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "ISC",
        "MIT",
        "MIT-0",
        # Copyleft of single files: orjson has some, and is used as it is published.
        "MPL-2.0",
        "PSF-2.0",
        "Unicode-3.0",
        "Unlicense",
        "Zlib",
    }
)

# Packages that give their licence as a classifier or as prose, not as an SPDX expression.
SPDX_OF_TEXT = {
    "apache 2.0": "Apache-2.0",
    "apache software license": "Apache-2.0",
    "bsd license": "BSD-3-Clause",
    "isc license (iscl)": "ISC",
    "mit license": "MIT",
    "python software foundation license": "PSF-2.0",
}

TOKEN = re.compile(r"\(|\)|[^\s()]+")
Packages = dict[str, str | None]


def accepts(expression: str) -> bool:
    """Says whether an SPDX expression can be met with allowed licences alone.

    `OR` needs one side, `AND` both; `AND` binds tighter, as in the SPDX specification, annex D.
    """
    tokens = TOKEN.findall(expression.replace("/", " OR "))
    verdict, rest = _either(tokens)
    return verdict and not rest


def _either(tokens: list[str]) -> tuple[bool, list[str]]:
    verdict, tokens = _both(tokens)
    while tokens and tokens[0].upper() == "OR":
        other, tokens = _both(tokens[1:])
        verdict = verdict or other
    return verdict, tokens


def _both(tokens: list[str]) -> tuple[bool, list[str]]:
    verdict, tokens = _one(tokens)
    while tokens and tokens[0].upper() == "AND":
        other, tokens = _one(tokens[1:])
        verdict = verdict and other
    return verdict, tokens


def _one(tokens: list[str]) -> tuple[bool, list[str]]:
    if not tokens:
        return False, ["end"]  # never empty again, so an expression that breaks off is refused
    head, *tail = tokens
    if head == "(":
        verdict, tail = _either(tail)
        closed = bool(tail) and tail[0] == ")"
        return verdict and closed, tail[1:]
    if len(tail) > 1 and tail[0].upper() == "WITH":
        return f"{head} WITH {tail[1]}" in ALLOWED, tail[2:]
    return head in ALLOWED, tail


def rust_packages(root: Path) -> Packages:
    """Reads the licence expression of every crate the workspace resolves, by name and version."""
    cargo = shutil.which("cargo")
    if cargo is None:
        sys.exit("licences: cargo is not on PATH")
    answer = subprocess.run(  # noqa: S603 - cargo, found on PATH, with fixed arguments
        [cargo, "metadata", "--format-version=1", "--locked", "--all-features"],
        cwd=root,
        check=True,
        stdout=subprocess.PIPE,
    )
    return {
        f"crate {package['name']} {package['version']}": package["license"]
        for package in json.loads(answer.stdout)["packages"]
    }


def python_packages(root: str) -> Packages:
    """Reads the licence of each distribution that `root` needs at run time, `root` included."""
    found: Packages = {}
    waiting = [root]
    seen: set[str] = set()
    while waiting:
        name = _normal(waiting.pop())
        if name in seen:
            continue
        seen.add(name)
        distribution = metadata.distribution(name)
        found[f"package {name} {distribution.version}"] = _licence(distribution)
        for requirement in distribution.requires or ():
            target, _, marker = requirement.partition(";")
            if "extra ==" in marker or not _installed(target):
                continue
            waiting.append(_name(target))
    return found


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _name(requirement: str) -> str:
    return re.split(r"[^A-Za-z0-9._-]", requirement.strip(), maxsplit=1)[0]


def _installed(requirement: str) -> bool:
    """A dependency that a marker rules out on this platform is not installed."""
    try:
        metadata.distribution(_name(requirement))
    except metadata.PackageNotFoundError:
        return False
    return True


def _licence(distribution: metadata.Distribution) -> str | None:
    """The SPDX expression of a distribution, from the field, the classifiers or the old text."""
    fields = distribution.metadata
    if expression := fields.get("License-Expression"):
        return str(expression)
    classifiers = [
        value.rpartition(" :: ")[2].lower()
        for value in fields.get_all("Classifier") or ()
        if value.startswith("License :: OSI Approved :: ")
    ]
    if classifiers:
        return " AND ".join(f"({SPDX_OF_TEXT.get(text, text)})" for text in classifiers)
    text = fields.get("License")
    return SPDX_OF_TEXT.get(text.lower(), text) if text else None


def main() -> int:
    """Checks everything, prints one line a refusal and a count, and returns the exit code."""
    root = Path(__file__).resolve().parent.parent
    packages = rust_packages(root) | python_packages("metier")
    refused = {
        name: licence
        for name, licence in packages.items()
        if licence is None or not accepts(licence)
    }
    for name, licence in sorted(refused.items()):
        print(f"{name}: licence {licence or 'not stated'} is not on the list", file=sys.stderr)
    if refused:
        print(
            "Use another package, or add the licence to ALLOWED in tools/licences.py "
            "and say why in docs/decisions.",
            file=sys.stderr,
        )
        return 1
    print(f"{len(packages)} dependencies, every licence on the list")
    return 0


if __name__ == "__main__":
    sys.exit(main())
