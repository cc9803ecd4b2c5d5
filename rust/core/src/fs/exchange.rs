//! Two names that change places in one step.

use std::path::Path;

use super::FsError;

/// Lets two paths of one file system change places, atomically: each name leads, at any moment, to
/// the one or to the other.
///
/// Gives `false`, with nothing done, where the system or the file system can't (everywhere but on
/// Linux, and there on some network file systems).
///
/// # Errors
///
/// What the operating system says: a path is missing, or may not be written.
#[cfg(target_os = "linux")]
pub fn exchange(first: &Path, second: &Path) -> Result<bool, FsError> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;

    match renameat_with(CWD, first, CWD, second, RenameFlags::EXCHANGE) {
        Ok(()) => Ok(true),
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => Ok(false),
        Err(error) => Err(FsError::of_io(second.as_os_str().as_encoded_bytes(), &error.into())),
    }
}

/// Nothing is done: only Linux has such a call.
///
/// # Errors
///
/// None.
#[cfg(not(target_os = "linux"))]
pub fn exchange(_first: &Path, _second: &Path) -> Result<bool, FsError> {
    Ok(false)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;

    use super::exchange;

    #[test]
    fn folders_change_places() {
        let folder = std::env::temp_dir().join(format!("metier-exchange-{}", std::process::id()));
        let (old, new) = (folder.join("old"), folder.join("new"));
        fs::create_dir_all(&old).unwrap();
        fs::create_dir_all(new.join("inside")).unwrap();
        assert_eq!(exchange(&old, &new), Ok(true));
        assert!(old.join("inside").is_dir());
        assert!(!new.join("inside").exists());
        assert_eq!(exchange(&old, &folder.join("missing")).unwrap_err().code(), "not_found");
        fs::remove_dir_all(&folder).unwrap();
    }
}
