//! Reads every file of every folder below a folder, in one of two ways, for the benches.
//!
//! `read_folders verified FOLDER` walks as loaders do: relative to open folders, links refused, each
//! file measured before and after. `read_folders paths FOLDER` is the walk that people write: paths
//! joined, `open`, `fstat`, read. Prints the files and bytes read.

use std::fs::{File, read_dir};
use std::io::{Error, Read, Result, Write, stdout};
use std::path::{Path, PathBuf};

use metier_core::fs::{EntryKind, Folder, WalkBounds};
use metier_core::limits::PackageLimits;

const LIMITS: PackageLimits = PackageLimits::SKILL_MD;

/// Files and bytes.
type Count = (usize, usize);

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (how, root) = (arguments.next(), arguments.next());
    let (Some(how), Some(root)) = (how, root) else {
        return Err(Error::other("usage: read_folders verified|paths FOLDER"));
    };
    let mut total = (0, 0);
    for entry in read_dir(root)? {
        let path = entry?.path();
        let (files, bytes) = match how.as_str() {
            "verified" => by_descriptors(&path).map_err(Error::other)?,
            _ => by_paths(&path)?,
        };
        total = (total.0 + files, total.1 + bytes);
    }
    writeln!(stdout(), "{} files, {} bytes", total.0, total.1)
}

fn by_descriptors(path: &Path) -> std::result::Result<Count, metier_core::fs::FsError> {
    let folder = Folder::open(path)?;
    let walk = folder.walk(&WalkBounds::of_package(&LIMITS))?;
    let mut reader = folder.reader();
    let mut contents = Vec::new();
    for entry in walk.entries.iter().filter(|entry| entry.kind == EntryKind::File) {
        contents.push(reader.read(&entry.path, LIMITS.max_resource_bytes)?.bytes);
    }
    Ok(count(&contents))
}

fn by_paths(path: &Path) -> Result<Count> {
    let mut files = Vec::new();
    list(path, &mut files)?;
    files.sort();
    let mut contents = Vec::new();
    for path in files {
        let mut file = File::open(path)?;
        let size = file.metadata()?.len();
        if size > LIMITS.max_resource_bytes {
            return Err(Error::other("too large"));
        }
        let mut content = Vec::with_capacity(usize::try_from(size).map_err(Error::other)?);
        file.read_to_end(&mut content)?;
        contents.push(content);
    }
    Ok(count(&contents))
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            list(&entry.path(), files)?;
        } else if kind.is_file() {
            files.push(entry.path());
        }
    }
    Ok(())
}

fn count(contents: &[Vec<u8>]) -> Count {
    (contents.len(), contents.iter().map(Vec::len).sum())
}
