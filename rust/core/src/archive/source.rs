//! Where the bytes of a tar file come from: themselves, or gzip.

use std::borrow::Cow;

use super::error::ArchiveError;
use super::gzip::GzipReader;

/// Bytes taken from gzip at a time.
const PIECE: usize = 64 << 10;

/// The bytes of a tar file in order, none of them twice.
#[derive(Debug)]
pub(super) enum Source<'a> {
    /// A tar file.
    Plain { data: &'a [u8], at: usize },
    /// A gzip file that holds one.
    Gzip { reader: Box<GzipReader<'a>>, at: usize },
}

impl<'a> Source<'a> {
    /// Whether it is inflated.
    pub(super) fn is_gzip(&self) -> bool {
        matches!(self, Self::Gzip { .. })
    }

    /// Bytes of the tar file taken so far.
    pub(super) fn place(&self) -> usize {
        match self {
            Self::Plain { at, .. } | Self::Gzip { at, .. } => *at,
        }
    }

    /// The next `count` bytes, fewer only at the end; held no more of than came.
    pub(super) fn take(&mut self, count: usize) -> Result<Cow<'a, [u8]>, ArchiveError> {
        match self {
            Self::Plain { data, at } => {
                let rest = data.get(*at..).unwrap_or_default();
                let taken = rest.get(..count).unwrap_or(rest);
                *at += taken.len();
                Ok(Cow::Borrowed(taken))
            }
            Self::Gzip { reader, at } => {
                let mut taken = Vec::with_capacity(count);
                while taken.len() < count {
                    let before = taken.len();
                    taken.resize(count.min(before + PIECE), 0);
                    let piece = taken.get_mut(before..).unwrap_or_default();
                    let wanted = piece.len();
                    let filled = reader.fill(piece)?;
                    *at += filled;
                    if filled < wanted {
                        taken.truncate(before + filled);
                        break;
                    }
                }
                Ok(Cow::Owned(taken))
            }
        }
    }

    /// Checks what stands behind the end of the tar file's bytes.
    pub(super) fn finish(&mut self) -> Result<(), ArchiveError> {
        match self {
            Self::Plain { .. } => Ok(()),
            Self::Gzip { reader, .. } => reader.finish(),
        }
    }
}
