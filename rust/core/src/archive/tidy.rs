//! What import takes off: files of a desktop, and one folder around everything.

use super::file::{Archive, ArchiveFile};
use super::order::{compare, entry_file};
use crate::diagnostic::{Diagnostic, Location, Severity};
use crate::fs::is_left_out;

/// The folder that macOS puts beside what it archives.
const RESOURCE_FORKS: &str = "__MACOSX";

/// Which format an archive has, for the codes of notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Zip,
    Tar,
}

/// The files of an archive while they are gathered, and the notes of what is taken off.
#[derive(Debug)]
pub(super) struct Tidy<'a> {
    format: Format,
    files: Vec<ArchiveFile<'a>>,
    notes: Vec<Diagnostic>,
    masked: Vec<String>,
}

impl<'a> Tidy<'a> {
    pub(super) fn new(format: Format) -> Self {
        Self { format, files: Vec::new(), notes: Vec::new(), masked: Vec::new() }
    }

    pub(super) fn add(&mut self, file: ArchiveFile<'a>) {
        self.files.push(file);
    }

    /// Remembers that the archive has a comment of so many bytes.
    pub(super) fn comment(&mut self, length: usize) {
        self.note("zip_comment", format!("the archive's comment of {length} bytes was left out"));
    }

    /// Remembers that a file's mode had bits beside those of permission.
    pub(super) fn special_bits(&mut self, path: &str) {
        self.masked.push(path.to_owned());
    }

    /// The files as they are, in their order.
    pub(super) fn untouched(self) -> Archive<'a> {
        Archive { files: self.files, diagnostics: Vec::new() }
    }

    /// The files of the package that was archived, in canonical order.
    pub(super) fn tidied(mut self) -> Archive<'a> {
        self.note_special_bits();
        self.drop_junk();
        self.unwrap();
        let entry = entry_file(self.files.iter().map(|file| file.path.as_str()));
        self.files.sort_by(|left, right| compare(entry, &left.path, &right.path));
        Archive { files: self.files, diagnostics: self.notes }
    }

    fn note(&mut self, code: &'static str, message: String) {
        let note = Diagnostic::new(Severity::Information, code, message, Location::default());
        self.notes.push(note);
    }

    fn note_special_bits(&mut self) {
        let Some(first) = self.masked.first().cloned() else { return };
        let code = match self.format {
            Format::Zip => "zip_special_bits",
            Format::Tar => "tar_special_bits",
        };
        let count = self.masked.len();
        let message = format!("setuid, setgid or sticky bits of {count} files were taken off");
        self.note(code, message);
        if let Some(note) = self.notes.last_mut() {
            note.location = Location::of_path(first);
        }
    }

    fn drop_junk(&mut self) {
        let before = self.files.len();
        let first = self.files.iter().find(|file| is_junk(&file.path));
        let Some(first) = first.map(|file| file.path.clone()) else { return };
        self.files.retain(|file| !is_junk(&file.path));
        let count = before - self.files.len();
        let message = format!("{count} files that a desktop adds were left out, such as {first:?}");
        self.note("archive_junk", message);
    }

    fn unwrap(&mut self) {
        let Some(folder) = self.wrapper() else { return };
        for file in &mut self.files {
            file.path.drain(..=folder.len());
        }
        let code = match self.format {
            Format::Zip => "zip_wrapper",
            Format::Tar => "tar_wrapper",
        };
        self.note(code, format!("the folder {folder:?} around all files was taken off"));
    }

    /// The one folder that every file is in.
    fn wrapper(&self) -> Option<String> {
        let (folder, _) = self.files.first()?.path.split_once('/')?;
        let inside = |file: &ArchiveFile<'_>| {
            file.path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
        };
        self.files.iter().all(inside).then(|| folder.to_owned())
    }
}

fn is_junk(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let folder = path.split_once('/').map(|(first, _)| first);
    folder == Some(RESOURCE_FORKS) || is_left_out(name.as_bytes(), false)
}
