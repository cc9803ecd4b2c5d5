"""Verified, versioned agent skills: load, verify, resolve, activate, project.

Names are loaded on first use, so `import metier` costs next to nothing.
"""

_HOMES = {
    "ActivationError": "metier.errors",
    "ArchiveError": "metier.errors",
    "CatalogError": "metier.errors",
    "ConfigurationError": "metier.errors",
    "Diagnostic": "metier._core",
    "DigestError": "metier.errors",
    "Error": "metier.errors",
    "IntegrityError": "metier.errors",
    "JsonError": "metier.errors",
    "LimitError": "metier.errors",
    "LoadError": "metier.errors",
    "ManifestError": "metier.errors",
    "PackageError": "metier.errors",
    "PathError": "metier.errors",
    "RegistrationError": "metier.errors",
    "RequirementError": "metier.errors",
    "ResolutionError": "metier.errors",
    "Severity": "metier._core",
    "VersionError": "metier.errors",
    "__version__": "metier._core",
}

__all__ = sorted(_HOMES)  # noqa: PLE0605 - made from the one table of names


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'metier' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
