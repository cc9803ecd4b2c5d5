"""Findings as SARIF 2.1.0, the form that code hosts and editors read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from metier._core import Diagnostic

__all__ = ["sarif_document"]

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "information": "note"}


def sarif_document(diagnostics: Iterable[Diagnostic]) -> dict[str, object]:
    """The log of one run: a rule for each code that occurs, by code, and a result a finding.

    Paths below the working folder are relative to it, others absolute URIs. Columns count code
    points, as everywhere in metier.
    """
    from metier._core import __version__
    from metier._core import codes as core_codes
    from metier.codes import CODES

    findings = list(diagnostics)
    meanings = {**CODES, **{code: meaning for code, meaning, _ in core_codes()}}
    codes = sorted({finding.code for finding in findings})
    index = {code: number for number, code in enumerate(codes)}
    rules = [{"id": code, "shortDescription": {"text": _rule(code, meanings)}} for code in codes]
    driver = {"name": "metier", "semanticVersion": __version__, "rules": rules}
    results = [_result(finding, index[finding.code]) for finding in findings]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: str, meanings: dict[str, str]) -> str:
    text = meanings.get(code, code)
    return text[:1].upper() + text[1:]


def _result(finding: Diagnostic, rule: int) -> dict[str, object]:
    text = finding.message if finding.help is None else f"{finding.message}; {finding.help}"
    result: dict[str, object] = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": _LEVELS[finding.severity.value],
        "message": {"text": text},
    }
    if finding.path is not None:
        place: dict[str, object] = {"artifactLocation": {"uri": _uri(finding.path)}}
        if finding.line is not None:
            region = {"startLine": finding.line}
            if finding.column is not None:
                region["startColumn"] = finding.column
            place["region"] = region
        result["locations"] = [{"physicalLocation": place}]
    if finding.json_path is not None:
        result["properties"] = {"jsonPath": finding.json_path}
    return result


def _uri(path: str) -> str:
    """The path as a URI reference, percent-encoded (RFC 3986 section 4.2)."""
    import os.path
    from pathlib import Path
    from urllib.parse import quote

    absolute = os.path.abspath(path)  # noqa: PTH100 - what commonpath and relpath compare is text
    here = os.getcwd()  # noqa: PTH109 - what they compare is text
    if os.path.commonpath([absolute, here]) == here:
        return quote(os.path.relpath(absolute, here).replace(os.sep, "/"), safe="/")
    return Path(absolute).as_uri()
