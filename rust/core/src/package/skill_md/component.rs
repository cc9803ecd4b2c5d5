//! Whether a name can be a folder everywhere: the path rules, for one component.

use crate::path::{self, PathError};

/// What keeps a name from being a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ComponentFault {
    /// It is a device on Windows, which a lenient reader lives with (spec 02).
    Reserved,
    /// It is no safe component, for this reason.
    Unsafe(String),
}

/// The first path rule that `name`, which is not empty, breaks as one component.
pub(super) fn component_fault(name: &str) -> Option<ComponentFault> {
    match path::check(name.as_bytes()) {
        Ok(_) if name.contains('/') => Some(ComponentFault::Unsafe("it has a slash".to_owned())),
        Ok(_) => None,
        Err(PathError::DeviceName { .. }) => Some(ComponentFault::Reserved),
        Err(error) => Some(ComponentFault::Unsafe(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::{ComponentFault, component_fault};

    #[test]
    fn safe_names_have_no_fault() {
        for name in ["demo", "Word", "1.10", "café", "навык", "技能", "word🚀", "a b", "_x", ".x"]
        {
            assert_eq!(component_fault(name), None, "{name}");
        }
    }

    #[test]
    fn devices_are_reserved() {
        for name in ["con", "CON", "aux.md", "com1", "COM¹", "lpt9", "nul ", "conin$"] {
            let fault = component_fault(name.trim());
            assert_eq!(fault, Some(ComponentFault::Reserved), "{name}");
        }
        assert_eq!(component_fault("com10"), None);
        assert_eq!(component_fault("console"), None);
    }

    #[test]
    fn unsafe_names_are_found() {
        let names = ["..", "a/b", "a:b", "a\\b", "-x", "~x", " x", "x ", "x.", "wordli~1", ".git "];
        let odd = ["a\u{200b}b", "cafe\u{301}", "a\u{ff0f}b", "a\u{a0}b", "a\tb", "\u{e000}"];
        for name in names.iter().chain(&odd) {
            let fault = component_fault(name);
            assert!(matches!(fault, Some(ComponentFault::Unsafe(_))), "{name:?}: {fault:?}");
        }
        assert!(component_fault(&"w".repeat(256)).is_some());
    }
}
