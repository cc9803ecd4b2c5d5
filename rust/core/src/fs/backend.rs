//! Which calls reach the files.

use std::sync::OnceLock;

/// The way files are reached. The answers are the same; the strength is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Backend {
    /// Descriptors, by `openat2` where the kernel has it and by component elsewhere. Race-free.
    Descriptors,
    /// Descriptors, always one `openat` a component: what `Descriptors` falls back to. Race-free.
    Components,
    /// Paths of the standard library, looked at before and after. Not race-free.
    Portable,
}

impl Backend {
    /// Every backend that this system has.
    pub const ALL: &'static [Self] = if cfg!(unix) {
        &[Self::Descriptors, Self::Components, Self::Portable]
    } else {
        &[Self::Portable]
    };

    /// The backend that `METIER_FS` names (`descriptors`, `components`, `portable`), else the
    /// strongest that this system has. The variable is read once a process.
    pub fn from_environment() -> Self {
        static CHOICE: OnceLock<Backend> = OnceLock::new();
        *CHOICE.get_or_init(|| {
            let name = std::env::var("METIER_FS").unwrap_or_default();
            Self::named(&name).unwrap_or(if cfg!(unix) {
                Self::Descriptors
            } else {
                Self::Portable
            })
        })
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|backend| backend.name() == name)
    }

    /// The name of the backend, as `METIER_FS` has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Descriptors => "descriptors",
            Self::Components => "components",
            Self::Portable => "portable",
        }
    }
}
