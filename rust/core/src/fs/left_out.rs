//! What never belongs to a skill (spec 00, decision 21).

/// Folders that are left out wherever they lie, by exact name.
pub const LEFT_OUT_FOLDERS: &[&str] =
    &[".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv"];

/// Files that are left out wherever they lie, by exact name; names that start with `._` are too.
pub const LEFT_OUT_FILES: &[&str] = &[".DS_Store", "Thumbs.db", "desktop.ini"];

/// Whether an entry called `name`, one component, is left out.
///
/// Names are compared byte for byte, so the answer is the same on every file system. Ask about
/// folders and regular files; a link of such a name is a link like any other.
pub fn is_left_out(name: &[u8], is_folder: bool) -> bool {
    let listed = |names: &[&str]| names.iter().any(|listed| listed.as_bytes() == name);
    if is_folder {
        listed(LEFT_OUT_FOLDERS)
    } else {
        name.starts_with(b"._") || listed(LEFT_OUT_FILES)
    }
}
