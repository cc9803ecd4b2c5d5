//! The canonical stored zip, written entry by entry to anything that takes bytes.
//!
//! All numbers have their least significant byte first.
//!
//! | a local header, then the bytes | a record of the central directory | the end record |
//! |---|---|---|
//! | `50 4b 03 04` | `50 4b 01 02` | `50 4b 05 06` |
//! | | made by `0x0314` | disks `0`, `0` |
//! | version needed `10` | version needed `10` | entries, twice, `u16` |
//! | flags `0x0800`, method `0` | flags `0x0800`, method `0` | bytes of the directory, `u32` |
//! | time `0`, date `0x0021` | time `0`, date `0x0021` | where it begins, `u32` |
//! | CRC-32, size, size, `u32` each | CRC-32, size, size, `u32` each | comment `0` |
//! | length of the name, `u16` | length of the name, `u16` | |
//! | extra `0` | extra `0`, comment `0`, disk `0`, internal attributes `0` | |
//! | | mode << 16, `u32`; place of the local header, `u32` | |
//! | the name | the name | |

use std::io::Write;

use super::error::ArchiveError;

/// Entries of one archive; with more it would need zip64.
pub const MAX_ENTRIES: usize = 65_534;

/// Bytes of an archive; inclusive. With more it would need zip64.
pub(super) const MAX_BYTES: u64 = u32::MAX as u64 - 1;

pub(super) const LOCAL_SIGNATURE: [u8; 4] = *b"PK\x03\x04";
pub(super) const RECORD_SIGNATURE: [u8; 4] = *b"PK\x01\x02";
pub(super) const END_SIGNATURE: [u8; 4] = *b"PK\x05\x06";
pub(super) const LOCAL_BYTES: usize = 30;
pub(super) const RECORD_BYTES: usize = 46;
pub(super) const END_BYTES: usize = 22;

pub(super) const FLAGS: u16 = 0x0800;
pub(super) const MADE_BY: u16 = 0x0314;
pub(super) const DATE: u16 = 0x0021;
pub(super) const PLAIN_ATTRIBUTES: u32 = 0o100_644 << 16;
pub(super) const PROGRAM_ATTRIBUTES: u32 = 0o100_755 << 16;
pub(super) const VERSION_STORED: u16 = 10;
pub(super) const VERSION_DEFLATED: u16 = 20;

/// Writes an archive; every file goes out as it is added, so no more than one is held.
///
/// Paths and their order are the caller's: [`super::build_archive`] and [`super::archive_folder`]
/// check and sort them. Two writes a file, so `out` should be buffered.
#[derive(Debug)]
pub struct ArchiveWriter<W> {
    out: W,
    directory: Vec<u8>,
    entries: usize,
    written: u64,
}

impl<W: Write> ArchiveWriter<W> {
    /// A writer of an archive without files.
    pub fn new(out: W) -> Self {
        Self { out, directory: Vec::new(), entries: 0, written: 0 }
    }

    /// Adds the next file.
    pub fn add(&mut self, path: &str, bytes: &[u8], executable: bool) -> Result<(), ArchiveError> {
        if self.entries == MAX_ENTRIES {
            return Err(too_many(self.entries + 1));
        }
        let more = (LOCAL_BYTES + RECORD_BYTES + 2 * path.len()) as u64 + bytes.len() as u64;
        let total = self.written + self.directory.len() as u64 + more + END_BYTES as u64;
        let size = u32::try_from(bytes.len()).ok().filter(|_| total <= MAX_BYTES);
        let (Some(size), Ok(offset)) = (size, u32::try_from(self.written)) else {
            return Err(too_large(total));
        };
        let name_length = u16::try_from(path.len()).map_err(|_| too_large(total))?;
        let fields = shared_fields(crc32fast::hash(bytes), size, name_length);
        let mut head = Vec::with_capacity(LOCAL_BYTES + path.len());
        head.extend_from_slice(&LOCAL_SIGNATURE);
        head.extend_from_slice(&fields);
        head.extend_from_slice(path.as_bytes());
        self.out.write_all(&head)?;
        self.out.write_all(bytes)?;
        self.written += head.len() as u64 + u64::from(size);
        self.record(&fields, path, executable, offset);
        self.entries += 1;
        Ok(())
    }

    fn record(&mut self, fields: &[u8], path: &str, executable: bool, offset: u32) {
        let attributes = if executable { PROGRAM_ATTRIBUTES } else { PLAIN_ATTRIBUTES };
        let directory = &mut self.directory;
        directory.extend_from_slice(&RECORD_SIGNATURE);
        directory.extend_from_slice(&MADE_BY.to_le_bytes());
        directory.extend_from_slice(fields);
        // Length of the comment, number of the disk, internal attributes.
        directory.extend_from_slice(&[0; 6]);
        directory.extend_from_slice(&attributes.to_le_bytes());
        directory.extend_from_slice(&offset.to_le_bytes());
        directory.extend_from_slice(path.as_bytes());
    }

    /// Writes the central directory and the end record; gives `out` back, not flushed.
    pub fn finish(mut self) -> Result<W, ArchiveError> {
        let entries = u16::try_from(self.entries).map_err(|_| too_many(self.entries))?;
        let numbers =
            u32::try_from(self.directory.len()).ok().zip(u32::try_from(self.written).ok());
        let Some((size, offset)) = numbers else { return Err(too_large(self.written)) };
        let directory = &mut self.directory;
        directory.extend_from_slice(&END_SIGNATURE);
        directory.extend_from_slice(&[0; 4]);
        directory.extend_from_slice(&entries.to_le_bytes());
        directory.extend_from_slice(&entries.to_le_bytes());
        directory.extend_from_slice(&size.to_le_bytes());
        directory.extend_from_slice(&offset.to_le_bytes());
        directory.extend_from_slice(&[0; 2]);
        self.out.write_all(&self.directory)?;
        Ok(self.out)
    }
}

/// What local header and central record have in common, from version to the length of the extra.
fn shared_fields(crc: u32, size: u32, name_length: u16) -> [u8; 26] {
    let mut fields = [0_u8; 26];
    let parts: [&[u8]; 8] = [
        &VERSION_STORED.to_le_bytes(),
        &FLAGS.to_le_bytes(),
        &[0; 4],
        &DATE.to_le_bytes(),
        &crc.to_le_bytes(),
        &size.to_le_bytes(),
        &size.to_le_bytes(),
        &name_length.to_le_bytes(),
    ];
    for (field, byte) in fields.iter_mut().zip(parts.into_iter().flatten()) {
        *field = *byte;
    }
    fields
}

pub(super) fn too_many(entries: usize) -> ArchiveError {
    let reason = format!("an archive has at most {MAX_ENTRIES} files, got {entries}");
    ArchiveError::new("archive_too_many_entries", reason)
}

pub(super) fn too_large(bytes: u64) -> ArchiveError {
    let reason = format!("an archive has at most {MAX_BYTES} bytes, got {bytes}");
    ArchiveError::new("archive_too_large", reason)
}
