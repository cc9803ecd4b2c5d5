//! One gzip member (RFC 1952), inflated piece by piece within bounds.

use flate2::{Decompress, FlushDecompress, Status};

use super::error::ArchiveError;
use super::little_endian::{u16_at, u32_at};
use crate::limits::ArchiveLimits;

const MAGIC: [u8; 2] = [0x1f, 0x8b];
const DEFLATE: u8 = 8;
const FIXED_BYTES: usize = 10;
const HEADER_CHECK: u8 = 1 << 1;
const EXTRA: u8 = 1 << 2;
const NAME: u8 = 1 << 3;
const COMMENT: u8 = 1 << 4;
const RESERVED: u8 = 0b1110_0000;

/// Bytes of headers and padding that a tar file has for an entry, beside its own.
const ENTRY_ALLOWANCE: u64 = 4096;

/// Whether the bytes start like a gzip file.
pub(super) fn is_gzip(data: &[u8]) -> bool {
    data.starts_with(&MAGIC)
}

/// The bytes of a gzip file, as they are inflated.
#[derive(Debug)]
pub(super) struct GzipReader<'a> {
    data: &'a [u8],
    /// Where the deflate stream begins.
    start: usize,
    inflater: Decompress,
    crc: crc32fast::Hasher,
    ended: bool,
    /// The most that may come out.
    most: u64,
}

impl<'a> GzipReader<'a> {
    pub(super) fn new(data: &'a [u8], limits: &ArchiveLimits) -> Result<Self, ArchiveError> {
        let start = header_length(data)?;
        let headers = (limits.max_entries as u64).saturating_mul(ENTRY_ALLOWANCE);
        let whole = limits.max_total_bytes.saturating_add(limits.max_name_bytes);
        let most = limits.most_inflated(data.len() as u64).min(whole.saturating_add(headers));
        let inflater = Decompress::new(false);
        Ok(Self { data, start, inflater, crc: crc32fast::Hasher::new(), ended: false, most })
    }

    /// Fills `out` as far as the stream goes; gives how many bytes came.
    pub(super) fn fill(&mut self, out: &mut [u8]) -> Result<usize, ArchiveError> {
        let mut filled = 0;
        while filled < out.len() && !self.ended {
            let input = self.data.get(self.place()..).unwrap_or_default();
            let output = out.get_mut(filled..).unwrap_or_default();
            let (read, written) = (self.inflater.total_in(), self.inflater.total_out());
            let status = self.inflater.decompress(input, output, FlushDecompress::None);
            let status = status.map_err(|error| {
                let reason = format!("the gzip file is no deflate stream: {error}");
                ArchiveError::new("gzip_data_invalid", reason)
            })?;
            let count = usize::try_from(self.inflater.total_out() - written).unwrap_or_default();
            filled += count;
            self.ended = status == Status::StreamEnd;
            if !self.ended && count == 0 && self.inflater.total_in() == read {
                let reason = "the gzip file ends within its deflate stream";
                return Err(ArchiveError::new("gzip_data_invalid", reason).at(self.data.len()));
            }
            if self.inflater.total_out() > self.most {
                return Err(self.bomb());
            }
        }
        self.crc.update(out.get(..filled).unwrap_or_default());
        Ok(filled)
    }

    fn bomb(&self) -> ArchiveError {
        let (packed, most) = (self.data.len(), self.most);
        let reason = format!("{packed} bytes inflate to over {most}, which the limits allow");
        ArchiveError::new("gzip_bomb", reason)
    }

    /// Where the inflater has come to.
    fn place(&self) -> usize {
        let consumed = usize::try_from(self.inflater.total_in()).unwrap_or(usize::MAX);
        self.start.saturating_add(consumed)
    }

    /// Checks the trailer and that nothing follows it; to be called at the end of the stream.
    pub(super) fn finish(&mut self) -> Result<(), ArchiveError> {
        let place = self.place();
        let trailer = self.data.get(place..).unwrap_or_default();
        let crc = self.crc.clone().finalize();
        let wrong = |reason: String| Err(ArchiveError::new("gzip_crc", reason).at(place));
        let Some((found, length)) = u32_at(trailer, 0).zip(u32_at(trailer, 4)) else {
            return wrong(format!("the trailer has {} bytes, expected 8", trailer.len()));
        };
        if found != crc {
            return wrong(format!("the CRC is {crc:08x}, and its trailer says {found:08x}"));
        }
        // Four bytes hold the length modulo 2^32.
        let total = self.inflater.total_out() & u64::from(u32::MAX);
        if u64::from(length) != total {
            return wrong(format!("{total} bytes came out, and its trailer says {length}"));
        }
        let rest = trailer.get(8..).unwrap_or_default();
        let place = place + 8;
        if rest.starts_with(&MAGIC) && rest.get(2) == Some(&DEFLATE) {
            let reason = "a second gzip member follows the first";
            return Err(ArchiveError::new("gzip_multiple", reason).at(place));
        }
        if !rest.is_empty() {
            let reason = format!("{} bytes follow the gzip trailer", rest.len());
            return Err(ArchiveError::new("gzip_trailing", reason).at(place));
        }
        Ok(())
    }
}

/// The bytes of the header (RFC 1952, section 2.3).
fn header_length(data: &[u8]) -> Result<usize, ArchiveError> {
    let wrong = |reason: &str| ArchiveError::new("gzip_header_invalid", reason);
    let cut = || wrong("the gzip header is cut short");
    let fixed = data.get(..FIXED_BYTES).ok_or_else(cut)?;
    let [_, _, method, flags, ..] = fixed else { return Err(cut()) };
    if *method != DEFLATE || flags & RESERVED != 0 {
        return Err(wrong("the gzip header has an unknown method or flag"));
    }
    let mut at = FIXED_BYTES;
    if flags & EXTRA != 0 {
        at += 2 + usize::from(u16_at(data, at).ok_or_else(cut)?);
    }
    for field in [NAME, COMMENT] {
        if flags & field != 0 {
            let rest = data.get(at..).ok_or_else(cut)?;
            at += 1 + rest.iter().position(|byte| *byte == 0).ok_or_else(cut)?;
        }
    }
    if flags & HEADER_CHECK != 0 {
        let head = data.get(..at).ok_or_else(cut)?;
        let found = u16_at(data, at).ok_or_else(cut)?;
        if u32::from(found) != crc32fast::hash(head) & 0xffff {
            return Err(wrong("the check of the gzip header is wrong"));
        }
        at += 2;
    }
    if at > data.len() { Err(cut()) } else { Ok(at) }
}
