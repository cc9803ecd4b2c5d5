//! Canonical JSON straight from Python objects: no tree is built and no stack is recursed on.

use std::cell::Cell;

use metier_core::json::canonical::{write_integer, write_number, write_string};
use metier_core::json::{CanonicalError, JsonErrorKind, Step, is_safe, path_text};
use metier_core::limits::MAX_CANONICAL_DEPTH;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFloat, PyList, PyString, PyTuple};

use super::kind::Kind;
use super::members::{Mark, Members};

type Object<'a, 'py> = &'a Bound<'py, PyAny>;

/// An open container: its rows in [`Walk::members`], from its mark up to `end`.
struct Frame {
    is_object: bool,
    mark: Mark,
    next: usize,
    end: usize,
}

struct Walk<'py> {
    out: Vec<u8>,
    members: Members<'py>,
    frames: Vec<Frame>,
}

/// Capacity in bytes up to which a thread keeps its buffer for the next call.
const KEPT: usize = 1 << 20;

thread_local! {
    /// Fresh memory costs a page fault for every 4 KiB, so a thread uses its buffer again.
    static BUFFER: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// The canonical text of `value`, or what in it has none.
pub(super) fn canonical_bytes<'py>(
    value: Object<'_, 'py>,
) -> Result<Bound<'py, PyBytes>, CanonicalError> {
    let mut out = BUFFER.take();
    out.clear();
    let mut walk = Walk { out, members: Members::default(), frames: Vec::new() };
    let outcome = match walk.run(value) {
        Ok(()) => Ok(PyBytes::new(value.py(), &walk.out)),
        Err(kind) => Err(CanonicalError { kind, path: walk.path() }),
    };
    if walk.out.capacity() <= KEPT {
        BUFFER.set(walk.out);
    }
    outcome
}

impl<'py> Walk<'py> {
    fn run(&mut self, root: Object<'_, 'py>) -> Result<(), JsonErrorKind> {
        self.begin(root)?;
        while let Some(frame) = self.frames.last_mut() {
            if frame.next == frame.end {
                self.out.push(if frame.is_object { b'}' } else { b']' });
                self.members.back_to(frame.mark);
                self.frames.pop();
                continue;
            }
            if frame.next > frame.mark.row {
                self.out.push(b',');
            }
            if frame.is_object {
                write_string(&mut self.out, self.members.key(frame.next));
                self.out.push(b':');
            }
            let value = self.members.take(frame.next);
            frame.next += 1;
            if let Some(value) = value {
                self.begin(&value)?;
            }
        }
        Ok(())
    }

    /// Writes a scalar whole, or opens a container.
    fn begin(&mut self, value: Object<'_, 'py>) -> Result<(), JsonErrorKind> {
        if self.frames.len() > MAX_CANONICAL_DEPTH {
            return Err(JsonErrorKind::DepthExceeded { limit: MAX_CANONICAL_DEPTH });
        }
        match Kind::of(value) {
            Kind::Text => {
                let text = value.cast().map_err(|_| unsupported(value))?;
                write_string(&mut self.out, utf8(text)?);
            }
            Kind::Integer => {
                let integer = value.extract().ok().filter(|integer| is_safe(*integer));
                write_integer(&mut self.out, integer.ok_or(JsonErrorKind::IntegerOutOfRange)?);
            }
            Kind::Float => {
                let float = value.cast::<PyFloat>().map_err(|_| unsupported(value))?;
                write_number(&mut self.out, float.value())?;
            }
            Kind::Object => self.open_object(value.cast().map_err(|_| unsupported(value))?)?,
            Kind::List => {
                let list = value.cast::<PyList>().map_err(|_| unsupported(value))?;
                self.open_array(list.iter());
            }
            Kind::Tuple => {
                let tuple = value.cast::<PyTuple>().map_err(|_| unsupported(value))?;
                self.open_array(tuple.iter());
            }
            Kind::Null => self.out.extend_from_slice(b"null"),
            Kind::True => self.out.extend_from_slice(b"true"),
            Kind::False => self.out.extend_from_slice(b"false"),
            Kind::Unsupported => return Err(unsupported(value)),
        }
        Ok(())
    }

    fn open_array(&mut self, values: impl Iterator<Item = Bound<'py, PyAny>>) {
        let mark = self.members.mark();
        self.members.add_elements(values);
        self.open(false, mark);
    }

    fn open_object(&mut self, dict: &Bound<'py, PyDict>) -> Result<(), JsonErrorKind> {
        let mark = self.members.mark();
        for (key, value) in dict {
            let text = key
                .cast::<PyString>()
                .map_err(|_| JsonErrorKind::KeyNotString { type_name: type_name(&key) })?;
            self.members.add(utf8(text)?, value);
        }
        self.members.sort_from(mark)?;
        self.open(true, mark);
        Ok(())
    }

    fn open(&mut self, is_object: bool, mark: Mark) {
        let end = self.members.mark().row;
        self.frames.push(Frame { is_object, mark, next: mark.row, end });
        self.out.push(if is_object { b'{' } else { b'[' });
    }

    fn path(&self) -> String {
        path_text(self.frames.iter().map(|frame| {
            let last = frame.next - 1;
            if frame.is_object {
                Step::Key(self.members.key(last))
            } else {
                Step::Index(last - frame.mark.row)
            }
        }))
    }
}

fn utf8<'t>(text: &'t Bound<'_, PyString>) -> Result<&'t str, JsonErrorKind> {
    text.to_str().map_err(|_| JsonErrorKind::LoneSurrogate)
}

fn unsupported(value: Object<'_, '_>) -> JsonErrorKind {
    JsonErrorKind::UnsupportedType { type_name: type_name(value) }
}

fn type_name(value: Object<'_, '_>) -> String {
    value.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string())
}
