//! Links in a tar file: always refused, by what would come of following them.

use crate::archive::error::ArchiveError;

/// One link.
#[derive(Debug, Clone)]
pub(super) struct Link {
    pub(super) name: String,
    pub(super) target: String,
    pub(super) hard: bool,
}

/// The links of an archive, and what stands in it beside them.
#[derive(Debug, Default)]
pub(super) struct Links {
    pub(super) links: Vec<Link>,
}

impl Links {
    /// Refuses an archive with links; `files` and `folders` are the names of its other entries.
    pub(super) fn check(&self, files: &[String], folders: &[String]) -> Result<(), ArchiveError> {
        let Some(first) = self.links.first() else { return Ok(()) };
        if let Some(hard) = self.links.iter().find(|link| link.hard) {
            let code =
                if leads_out(&hard.target) { "tar_hard_link_outside" } else { "tar_hard_link" };
            let reason = format!("it is a hard link to {:?}", hard.target);
            return Err(ArchiveError::new(code, reason).of(hard.name.as_bytes()));
        }
        let mut links: Vec<&str> = self.links.iter().map(|link| link.name.as_str()).collect();
        links.sort_unstable();
        let is_link = |name: &str| links.binary_search(&name).is_ok();
        let behind = |name: &str| prefixes(name).any(is_link);
        let found = if let Some(link) = self.links.iter().find(|link| behind(&link.name)) {
            Some(("tar_symlink_chain", &link.name))
        } else if let Some(folder) = folders.iter().find(|folder| is_link(folder)) {
            Some(("tar_folder_over_link", folder))
        } else {
            let through = files.iter().find(|file| is_link(file) || behind(file));
            through.map(|file| ("tar_symlink_write", file))
        };
        let (code, name) = found.unwrap_or(("tar_symlink", &first.name));
        let reason = match code {
            "tar_symlink" => format!("it is a symbolic link to {:?}", first.target),
            _ => format!("it is or lies behind a symbolic link, as {:?} is", first.name),
        };
        Err(ArchiveError::new(code, reason).of(name.as_bytes()))
    }
}

/// Whether a target is absolute or goes up.
fn leads_out(target: &str) -> bool {
    target.starts_with('/') || target.split('/').any(|part| part == "..")
}

/// The folders that a path is in.
fn prefixes(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').filter_map(|(at, _)| path.get(..at))
}
