//! A folder for one test, and what it can hold that the standard library can't make.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use metier_core::fs::{Backend, Folder};
use rustix::fs::{CWD, FileType, Mode, mknodat};

/// A folder that goes away with the test.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("metier-{}-{number}", std::process::id()));
        fs::create_dir(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.0.join(relative)
    }

    pub(crate) fn write(&self, relative: &str, bytes: &[u8]) {
        fs::create_dir_all(self.path(relative).parent().unwrap()).unwrap();
        fs::write(self.path(relative), bytes).unwrap();
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

/// Runs `check` on the folder at `path` through each backend of this system.
pub(crate) fn each(path: &Path, check: impl Fn(&Folder)) {
    for &backend in Backend::ALL {
        check(&Folder::open_with(path, backend, false).unwrap());
    }
}

/// Makes a FIFO, which nothing ever writes to.
pub(crate) fn fifo(path: &Path) {
    mknodat(CWD, path, FileType::Fifo, Mode::from_raw_mode(0o644), 0).unwrap();
}
