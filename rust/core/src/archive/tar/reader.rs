//! The entries of a tar file, one after the other.

use std::borrow::Cow;

use super::header::{BLOCK, Header, parse};
use super::links::{Link, Links};
use super::names::{check_set, checked, folder_name, without_dot};
use super::pax::{self, Extended};
use crate::archive::error::{ArchiveError, shown};
use crate::archive::file::{Archive, ArchiveFile};
use crate::archive::source::Source;
use crate::archive::tidy::{Format, Tidy};
use crate::limits::ArchiveLimits;

/// Bytes looked at together behind the end.
const PIECE: usize = 64 << 10;

/// Reads one archive.
pub(super) struct TarReader<'a, 'limits> {
    source: Source<'a>,
    limits: &'limits ArchiveLimits,
    tidy: Tidy<'a>,
    files: Vec<String>,
    folders: Vec<String>,
    links: Links,
    /// What stands before an entry and belongs to it.
    extended: Option<Extended>,
    long_name: Option<Vec<u8>>,
    entries: usize,
    total: u64,
    name_bytes: u64,
}

impl<'a, 'limits> TarReader<'a, 'limits> {
    pub(super) fn new(source: Source<'a>, limits: &'limits ArchiveLimits) -> Self {
        Self {
            source,
            limits,
            tidy: Tidy::new(Format::Tar),
            files: Vec::new(),
            folders: Vec::new(),
            links: Links::default(),
            extended: None,
            long_name: None,
            entries: 0,
            total: 0,
            name_bytes: 0,
        }
    }

    /// Reads to the end; links are judged once everything else has been read.
    pub(super) fn read(mut self) -> Result<Archive<'a>, ArchiveError> {
        loop {
            let place = self.source.place();
            let block = self.whole(BLOCK)?;
            if block.iter().all(|byte| *byte == 0) {
                break;
            }
            let name = block.split(|byte| *byte == 0).next().unwrap_or_default();
            let header = parse(&block).map_err(|error| error.of(name).at(place))?;
            let called = self.name_of(&header).to_vec();
            self.entry(&header).map_err(|error| match error.entry() {
                None => error.of(&called).at(place),
                Some(_) => error,
            })?;
        }
        self.drain()?;
        self.source.finish()?;
        self.links.check(&self.files, &self.folders)?;
        check_set(&self.files, &self.folders)?;
        Ok(self.tidy.tidied())
    }

    /// The next `count` bytes, all of them. What stands behind a gzip stream that ends too early is
    /// to blame first.
    fn whole(&mut self, count: usize) -> Result<Cow<'a, [u8]>, ArchiveError> {
        let bytes = self.source.take(count)?;
        if bytes.len() == count {
            return Ok(bytes);
        }
        self.source.finish()?;
        let reason = "the tar file ends before its end";
        Err(ArchiveError::new("tar_truncated", reason).at(self.source.place()))
    }

    /// The data of an entry and the padding behind it.
    fn data(&mut self, size: u64) -> Result<Cow<'a, [u8]>, ArchiveError> {
        let size = usize::try_from(size).map_err(|_| {
            ArchiveError::new("archive_entry_too_large", format!("it has {size} bytes"))
        })?;
        let data = self.whole(size)?;
        self.whole(size.next_multiple_of(BLOCK) - size)?;
        Ok(data)
    }

    /// Nothing but zeros follows the end.
    fn drain(&mut self) -> Result<(), ArchiveError> {
        loop {
            let place = self.source.place();
            let piece = self.source.take(PIECE)?;
            if let Some(at) = piece.iter().position(|byte| *byte != 0) {
                let reason = "bytes other than zeros follow the end of the tar file";
                return Err(ArchiveError::new("tar_trailing", reason).at(place + at));
            }
            if piece.len() < PIECE {
                return Ok(());
            }
        }
    }

    fn name_of<'h>(&'h self, header: &'h Header) -> &'h [u8] {
        let extended = self.extended.as_ref().and_then(|extended| extended.path.as_deref());
        extended.or(self.long_name.as_deref()).unwrap_or(&header.name)
    }

    fn entry(&mut self, header: &Header) -> Result<(), ArchiveError> {
        match header.kind {
            b'x' => self.extended_header(header),
            b'g' => {
                self.count()?;
                let body = self.header_body(header)?;
                pax::check_global(&body)
            }
            b'L' | b'K' => self.long_header(header),
            _ => self.file_or_folder(header),
        }
    }

    fn extended_header(&mut self, header: &Header) -> Result<(), ArchiveError> {
        if self.long_name.is_some() {
            return Err(on_long_name());
        }
        let body = self.header_body(header)?;
        if self.extended.replace(pax::parse(&body)?).is_some() {
            let reason = "it has several extended headers";
            return Err(ArchiveError::new("tar_pax_multiple", reason));
        }
        Ok(())
    }

    /// GNU's header for a name of over 100 bytes, or for a link's target.
    fn long_header(&mut self, header: &Header) -> Result<(), ArchiveError> {
        if self.extended.is_some() {
            return Err(on_long_name());
        }
        let body = self.header_body(header)?;
        let name = match body.split_last() {
            Some((0, name)) if !name.is_empty() && !name.contains(&0) => name.to_vec(),
            _ => {
                let reason = "a long name is some bytes and one NUL behind them";
                return Err(ArchiveError::new("tar_long_name", reason));
            }
        };
        if header.kind == b'L' && self.long_name.replace(name).is_some() {
            let reason = "it has several long names";
            return Err(ArchiveError::new("tar_pax_multiple", reason));
        }
        Ok(())
    }

    fn header_body(&mut self, header: &Header) -> Result<Cow<'a, [u8]>, ArchiveError> {
        self.spend(header.size)?;
        self.data(header.size)
    }

    /// Counts bytes of names and of headers that carry them.
    fn spend(&mut self, bytes: u64) -> Result<(), ArchiveError> {
        self.name_bytes = self.name_bytes.saturating_add(bytes);
        let most = self.limits.max_name_bytes;
        if self.name_bytes > most {
            let reason = format!("names and extended headers have over {most} bytes");
            return Err(ArchiveError::new("tar_headers_too_large", reason));
        }
        Ok(())
    }

    fn count(&mut self) -> Result<(), ArchiveError> {
        self.entries += 1;
        let most = self.limits.max_entries;
        if self.entries > most {
            let reason = format!("the archive has more than {most} entries");
            return Err(ArchiveError::new("tar_entry_count", reason));
        }
        Ok(())
    }

    fn file_or_folder(&mut self, header: &Header) -> Result<(), ArchiveError> {
        let name = self.name_of(header).to_vec();
        let size = self.extended.take().and_then(|extended| extended.size);
        self.long_name = None;
        self.count()?;
        self.spend(name.len() as u64)?;
        check_size(size.as_deref(), header.size)?;
        match header.kind {
            0 | b'0' => self.file(&name, header),
            b'5' => self.folder(&name, header),
            b'1' | b'2' => self.link(&name, header),
            b'3' | b'4' | b'6' => Err(ArchiveError::new("tar_device", "it is a device or FIFO")),
            b'S' => Err(ArchiveError::new("tar_sparse", "it is a sparse file")),
            kind => {
                let kind = char::from(kind);
                let reason = format!("it is of type {kind:?}, neither a file nor a folder");
                Err(ArchiveError::new("tar_unknown_type", reason))
            }
        }
    }

    fn file(&mut self, name: &[u8], header: &Header) -> Result<(), ArchiveError> {
        let path = checked(without_dot(name))?;
        self.check_limits(header.size)?;
        let bytes = self.data(header.size)?;
        self.files.push(path.clone());
        if header.mode & 0o7000 != 0 {
            self.tidy.special_bits(&path);
        }
        let executable = header.mode & 0o111 != 0;
        self.tidy.add(ArchiveFile { path, bytes, executable });
        Ok(())
    }

    fn check_limits(&mut self, size: u64) -> Result<(), ArchiveError> {
        let most = self.limits.max_file_bytes;
        if size > most {
            let reason = format!("it has {size} bytes, expected at most {most}");
            return Err(ArchiveError::new("archive_entry_too_large", reason));
        }
        self.total = self.total.saturating_add(size);
        let most = self.limits.max_total_bytes;
        if self.total > most {
            let code = if self.source.is_gzip() { "gzip_bomb" } else { "tar_total" };
            let reason = format!("with it the files have over {most} bytes");
            return Err(ArchiveError::new(code, reason));
        }
        Ok(())
    }

    fn folder(&mut self, name: &[u8], header: &Header) -> Result<(), ArchiveError> {
        if header.size != 0 {
            let reason = format!("it is a folder with {} bytes", header.size);
            return Err(ArchiveError::new("tar_directory_data", reason));
        }
        if let Some(name) = folder_name(name) {
            self.folders.push(checked(name)?);
        }
        Ok(())
    }

    fn link(&mut self, name: &[u8], header: &Header) -> Result<(), ArchiveError> {
        self.check_limits(header.size)?;
        self.data(header.size)?;
        let name = shown(folder_name(name).unwrap_or_default());
        let hard = header.kind == b'1';
        self.links.links.push(Link { name, target: shown(&header.target), hard });
        Ok(())
    }
}

fn on_long_name() -> ArchiveError {
    let reason = "an extended header and a GNU long name are for one entry";
    ArchiveError::new("tar_pax_on_long_name", reason)
}

/// An extended header may repeat the size of the header, and not give another.
fn check_size(extended: Option<&[u8]>, size: u64) -> Result<(), ArchiveError> {
    let Some(text) = extended else { return Ok(()) };
    let digits = !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let found = std::str::from_utf8(text).ok().and_then(|text| text.parse().ok());
    if digits && found == Some(size) {
        return Ok(());
    }
    let text = String::from_utf8_lossy(text.get(..32).unwrap_or(text));
    let reason = format!("its header says {size} bytes, and its extended header {text:?}");
    Err(ArchiveError::new("tar_pax_size", reason))
}
