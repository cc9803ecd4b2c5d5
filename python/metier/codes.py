"""The codes that Python itself gives; those of the core stand beside its errors in Rust."""

from __future__ import annotations

__all__ = ["CODES"]

CODES = {
    "activation_failed": "a failed activation was asked for what only a successful one has",
    "catalog_entry_invalid": "a catalog entry is of the wrong kind or has an unreadable text",
    "characters_made_visible": "control, bidi or tag characters of untrusted text were escaped",
    "capabilities_not_carried": "a projection has no place for the capabilities",
    "duplicate_resolved_skill": "a resolution has one skill twice",
    "file_exists": "what a command would make is there already",
    "id_case_conflict": "two ids of a registry differ in case alone",
    "instruction_dropped": "an instruction did not fit the budget and was left out whole",
    "instruction_not_text": "an instruction resource is not UTF-8",
    "invalid_activation": "what was handed over as an activation is none",
    "invalid_budget": "a budget is negative or no number",
    "invalid_context": "what was handed over as a context is none",
    "invalid_conversation": "a conversation is no list of messages with role and content",
    "invalid_limit": "a limit is no whole number in its range",
    "invalid_lock": "a lock names something other than ids and versions",
    "invalid_path_argument": "a path argument is no text, or holds a NUL",
    "invalid_policy": "a registration policy is neither reject nor replace",
    "invalid_preference": "a resolver preference is neither newest nor any",
    "invalid_registration": "what was registered is no verified package",
    "invalid_resolution": "what was handed over as a resolution is none",
    "invalid_root": "a root is neither id@range nor an id with a requirement",
    "invalid_runtime": "what was handed over as a runtime is none",
    "invalid_source": "what was resolved on is neither a snapshot nor a catalog",
    "knowledge_not_carried": "a projection has no place for the knowledge requirements",
    "limit_above_total": "a limit on one part is above the limit on the whole",
    "package_not_verified": "a package was asked for that no loader, reader or builder made",
    "resource_not_found": "a package has no resource or file of that id or path",
    "tools_file_invalid": "a tools file is no array of tools with name and version",
    "tools_not_carried": "a projection has no place for the tools",
    "trust_higher_not_taken": "the same bytes came with a higher trust, which is not taken",
    "trust_lower_than_registered": "the same bytes came with a lower trust than was registered",
    "unknown_profile": "a profile is neither lenient nor strict",
    "unknown_trust_level": "there is no such trust level",
    "value_too_deep": "a value is nested too deep to be carried",
}
