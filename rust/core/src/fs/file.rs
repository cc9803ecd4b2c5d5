//! The digest of one file of the host.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use super::content::measure;
use super::error::FsError;
use super::progress::Progress;
use super::relative::last_component;
use crate::digest::{Sha256Digest, Sha256Hasher};

/// Bytes held of a file of any size while it is hashed.
const BUFFER_BYTES: usize = 256 << 10;

/// The SHA-256 of the regular file at `path`; links are followed, as this is the caller's own path.
///
/// Memory is bounded for any size. A FIFO or device is refused, never waited for.
pub fn sha256_file(path: &Path) -> Result<Sha256Digest, FsError> {
    let name = last_component(path);
    let mut file = open_for_reading(path).map_err(|error| FsError::of_io(&name, &error))?;
    measure(&file, &name, u64::MAX)?;
    let mut hasher = Sha256Hasher::new();
    stream(&mut file, &mut hasher, &name, None)?;
    Ok(hasher.finish())
}

/// Opens `path` without waiting for a writer, should it be a FIFO.
pub(super) fn open_for_reading(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
        options.custom_flags(flags.bits().cast_signed());
    }
    options.open(path)
}

/// Feeds the rest of `file` to `hasher` in pieces; returns how many bytes came.
pub(super) fn stream(
    file: &mut File,
    hasher: &mut Sha256Hasher,
    path: &[u8],
    progress: Option<&Progress>,
) -> Result<u64, FsError> {
    let mut buffer = vec![0_u8; BUFFER_BYTES];
    let mut total = 0_u64;
    loop {
        let count = match file.read(&mut buffer) {
            Ok(0) => return Ok(total),
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(FsError::of_io(path, &error)),
        };
        hasher.update(buffer.get(..count).unwrap_or_default());
        total = total.saturating_add(count as u64);
        if let Some(progress) = progress {
            progress.add_bytes(count as u64);
        }
    }
}
