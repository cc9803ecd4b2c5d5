//! Portable paths: one rule list for manifests, archives, packs, uploads and URLs.
