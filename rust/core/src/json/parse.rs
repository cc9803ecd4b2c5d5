//! The strict parser.
//!
//! It keeps its own stack of open containers, so no input can exhaust the thread's.

use super::canonical::{compare_keys, key_prefix};
use super::error::{JsonError, JsonErrorKind};
use super::number::read_number;
use super::position::{Step, path_text, position};
use super::string::read_string;
use super::tape::{Entry, Item, Tape};
use super::value::Node;
use crate::limits::{JsonLimits, MAX_CANONICAL_DEPTH};

/// What becomes of an integer literal beyond ±(2^53−1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LargeIntegers {
    /// It is an error.
    Refuse,
    /// It is read as a double if that double is written as the same text.
    KeepIfExact,
}

/// A refusal and its byte offset, before line, column and path are looked up.
#[derive(Debug)]
pub(super) struct Fault {
    kind: JsonErrorKind,
    offset: usize,
}

impl Fault {
    pub(super) fn new(kind: JsonErrorKind, offset: usize) -> Self {
        Self { kind, offset }
    }

    pub(super) fn end(expected: &'static str, offset: usize) -> Self {
        Self { kind: JsonErrorKind::UnexpectedEnd { expected }, offset }
    }
}

/// Reads `data` as strict JSON within `limits`.
///
/// A depth limit above [`MAX_CANONICAL_DEPTH`] is taken as that. A duplicate key is reported
/// where its object ends, so an error of syntax before that place comes first.
/// Cost: O(n), and O(m log m) comparisons for an object of m keys out of canonical order.
pub fn parse(data: &[u8], limits: &JsonLimits) -> Result<Node, JsonError> {
    let tape = read(data, limits, LargeIntegers::Refuse)?;
    tape.into_node().ok_or_else(|| {
        let kind = JsonErrorKind::UnexpectedEnd { expected: "a value" };
        JsonError { kind, offset: 0, line: 1, column: 1, path: "$".to_owned() }
    })
}

/// Reads `data` into a tape.
pub(super) fn read<'a>(
    data: &'a [u8],
    limits: &JsonLimits,
    large: LargeIntegers,
) -> Result<Tape<'a>, JsonError> {
    let located = |fault: Fault, path: String| {
        let (line, column) = position(data, fault.offset);
        JsonError { kind: fault.kind, offset: fault.offset, line, column, path }
    };
    let root = |kind| located(Fault::new(kind, 0), "$".to_owned());
    if data.len() > limits.max_bytes {
        let (actual, limit) = (data.len(), limits.max_bytes);
        return Err(root(JsonErrorKind::InputTooLarge { actual, limit }));
    }
    if data.starts_with(b"\xEF\xBB\xBF") {
        return Err(root(JsonErrorKind::ByteOrderMark));
    }
    let Ok(text) = simdutf8::basic::from_utf8(data) else {
        let (fault, path) = malformed(data, limits, large);
        return Err(located(fault, path));
    };
    let mut parser = Parser::new(text, limits, large);
    match parser.document() {
        Ok(()) => Ok(parser.tape),
        Err(fault) => Err(located(fault, parser.path())),
    }
}

/// The first error of a document that is not UTF-8: one before the malformed bytes, or they.
fn malformed(data: &[u8], limits: &JsonLimits, large: LargeIntegers) -> (Fault, String) {
    let chunk = data.utf8_chunks().next();
    let text = chunk.as_ref().map_or("", |chunk| chunk.valid());
    let mut parser = Parser::new(text, limits, large);
    let outcome = parser.document();
    let path = parser.path();
    match outcome {
        Err(fault) if !matches!(fault.kind, JsonErrorKind::UnexpectedEnd { .. }) => (fault, path),
        _ => {
            let byte = data.get(text.len()).copied().unwrap_or_default();
            (Fault::new(JsonErrorKind::InvalidUtf8 { byte }, text.len()), path)
        }
    }
}

/// A container that is not closed yet.
#[derive(Debug)]
struct Frame {
    /// Its place on the tape.
    entry: usize,
    is_object: bool,
    /// Members begun so far.
    members: usize,
    /// Where its keys start among the parser's open keys.
    first_key: usize,
    /// The tape place of the key whose member is being read or was read last.
    key: Option<usize>,
}

/// A key of an open object: its sorting prefix and its place on the tape.
#[derive(Debug)]
struct OpenKey {
    prefix: u64,
    place: usize,
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    limits: JsonLimits,
    large: LargeIntegers,
    tape: Tape<'a>,
    frames: Vec<Frame>,
    /// The keys of all open objects, outermost first.
    keys: Vec<OpenKey>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, limits: &JsonLimits, large: LargeIntegers) -> Self {
        let max_depth = limits.max_depth.min(MAX_CANONICAL_DEPTH);
        let limits = JsonLimits { max_depth, ..*limits };
        let items = Vec::with_capacity(text.len() / 16 + 1);
        let tape = Tape { items, order: Vec::new() };
        Self { text, at: 0, limits, large, tape, frames: Vec::new(), keys: Vec::new() }
    }

    fn document(&mut self) -> Result<(), Fault> {
        self.skip_white_space();
        self.value("a value")?;
        while let Some(frame) = self.frames.last() {
            let (is_object, members) = (frame.is_object, frame.members);
            self.skip_white_space();
            if is_object { self.in_object(members) } else { self.in_array(members) }?;
        }
        self.skip_white_space();
        match self.found() {
            Some(found) => Err(Fault::new(JsonErrorKind::TrailingData { found }, self.at)),
            None => Ok(()),
        }
    }

    /// Goes from a member of an array, or its start, to the next member or the end.
    fn in_array(&mut self, members: usize) -> Result<(), Fault> {
        match self.peek() {
            Some(b']') => {
                self.at += 1;
                self.close_array();
                return Ok(());
            }
            Some(b',') if members > 0 => self.step_over(),
            _ if members == 0 => {}
            _ => return Err(self.unexpected("',' or ']'")),
        }
        self.begin_member(members + 1)?;
        self.value("a value")
    }

    /// Goes from a member of an object, or its start, to the next member or the end.
    fn in_object(&mut self, members: usize) -> Result<(), Fault> {
        match self.peek() {
            Some(b'}') => {
                self.at += 1;
                return self.close_object();
            }
            Some(b',') if members > 0 => self.step_over(),
            _ if members == 0 => {}
            _ => return Err(self.unexpected("',' or '}'")),
        }
        self.begin_member(members + 1)?;
        self.key()?;
        self.value("a value")
    }

    fn begin_member(&mut self, members: usize) -> Result<(), Fault> {
        if let Some(frame) = self.frames.last_mut() {
            frame.members = members;
            frame.key = None;
        }
        let limit = self.limits.max_items;
        if members > limit {
            return Err(Fault::new(JsonErrorKind::TooManyItems { limit }, self.at));
        }
        Ok(())
    }

    /// Reads a key and the colon after it.
    fn key(&mut self) -> Result<(), Fault> {
        if self.peek() != Some(b'"') {
            return Err(self.unexpected("a key"));
        }
        let open = self.at;
        let (text, after) = read_string(self.text, open)?;
        let (actual, limit) = (text.len(), self.limits.max_string_bytes);
        if actual > limit {
            return Err(Fault::new(JsonErrorKind::KeyTooLong { actual, limit }, open));
        }
        let (prefix, place) = (key_prefix(&text), self.tape.items.len());
        self.tape.items.push(Item { offset: open, entry: Entry::Key(text) });
        self.keys.push(OpenKey { prefix, place });
        if let Some(frame) = self.frames.last_mut() {
            frame.key = Some(place);
        }
        self.at = after;
        self.skip_white_space();
        if self.peek() != Some(b':') {
            return Err(self.unexpected("':'"));
        }
        self.step_over();
        Ok(())
    }

    /// Reads a scalar whole, or the first character of a container.
    fn value(&mut self, expected: &'static str) -> Result<(), Fault> {
        let (offset, limit) = (self.at, self.limits.max_depth);
        if self.frames.len() > limit {
            return Err(Fault::new(JsonErrorKind::DepthExceeded { limit }, offset));
        }
        let entry = match self.peek() {
            Some(b'"') => self.string()?,
            Some(open @ (b'{' | b'[')) => {
                self.open(open == b'{');
                return Ok(());
            }
            Some(b'-' | b'0'..=b'9') => {
                let (number, after) = read_number(self.text, offset, self.large)?;
                self.at = after;
                Entry::Number(number)
            }
            Some(b't') => self.word("true", Entry::Bool(true))?,
            Some(b'f') => self.word("false", Entry::Bool(false))?,
            Some(b'n') => self.word("null", Entry::Null)?,
            _ => return Err(self.unexpected(expected)),
        };
        self.tape.items.push(Item { offset, entry });
        Ok(())
    }

    fn string(&mut self) -> Result<Entry<'a>, Fault> {
        let (text, after) = read_string(self.text, self.at)?;
        let (actual, limit) = (text.len(), self.limits.max_string_bytes);
        if actual > limit {
            return Err(Fault::new(JsonErrorKind::StringTooLong { actual, limit }, self.at));
        }
        self.at = after;
        Ok(Entry::String(text))
    }

    fn word(&mut self, word: &'static str, entry: Entry<'a>) -> Result<Entry<'a>, Fault> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        if rest.starts_with(word) {
            self.at += word.len();
            return Ok(entry);
        }
        self.at += rest.bytes().zip(word.bytes()).take_while(|(got, wanted)| got == wanted).count();
        Err(self.unexpected(word))
    }

    fn open(&mut self, is_object: bool) {
        let (entry, first_key) = (self.tape.items.len(), self.keys.len());
        // What stands here is replaced when the container closes and its members are counted.
        self.tape.items.push(Item { offset: self.at, entry: Entry::Null });
        self.frames.push(Frame { entry, is_object, members: 0, first_key, key: None });
        self.at += 1;
    }

    fn close_array(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.replace(frame.entry, Entry::Array { members: frame.members });
        }
    }

    fn replace(&mut self, place: usize, entry: Entry<'a>) {
        if let Some(item) = self.tape.items.get_mut(place) {
            item.entry = entry;
        }
    }

    /// Puts the object's keys in order, which brings equal ones together.
    fn close_object(&mut self) -> Result<(), Fault> {
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        let items = &self.tape.items;
        let keys = self.keys.get_mut(frame.first_key..).unwrap_or_default();
        if let Some(second) = order_keys(keys, items) {
            frame.key = Some(second);
            let kind = JsonErrorKind::duplicate_key(key_at(items, second));
            return Err(Fault::new(kind, items.get(second).map_or(0, |item| item.offset)));
        }
        let (place, members, end) = (frame.entry, frame.members, items.len());
        let order = self.tape.order.len();
        self.tape.order.extend(self.keys.drain(frame.first_key..).map(|key| key.place));
        self.frames.pop();
        self.replace(place, Entry::Object { members, end, order });
        Ok(())
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn found(&self) -> Option<char> {
        self.text.get(self.at..).and_then(|rest| rest.chars().next())
    }

    fn step_over(&mut self) {
        self.at += 1;
        self.skip_white_space();
    }

    fn skip_white_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    fn unexpected(&self, expected: &'static str) -> Fault {
        match self.found() {
            Some(found) => {
                Fault::new(JsonErrorKind::UnexpectedCharacter { found, expected }, self.at)
            }
            None => Fault::end(expected, self.at),
        }
    }

    /// The path of the value being read.
    fn path(&self) -> String {
        path_text(self.frames.iter().filter_map(|frame| match (frame.is_object, frame.key) {
            (true, place) => place.map(|place| Step::Key(key_at(&self.tape.items, place))),
            (false, _) => frame.members.checked_sub(1).map(Step::Index),
        }))
    }
}

fn key_at<'t>(items: &'t [Item<'_>], place: usize) -> &'t str {
    match items.get(place).map(|item| &item.entry) {
        Some(Entry::Key(text)) => text,
        _ => "",
    }
}

/// Sorts keys canonically; gives the place of the first one in the text that equals another.
fn order_keys(keys: &mut [OpenKey], items: &[Item<'_>]) -> Option<usize> {
    let compare = |a: &OpenKey, b: &OpenKey| {
        let by_text = || compare_keys(key_at(items, a.place), key_at(items, b.place));
        a.prefix.cmp(&b.prefix).then_with(by_text)
    };
    if keys.is_sorted_by(|a, b| compare(a, b).is_lt()) {
        return None;
    }
    keys.sort_unstable_by(|a, b| compare(a, b).then(a.place.cmp(&b.place)));
    let repeated = |pair: &[OpenKey]| match pair {
        [a, b] if compare(a, b).is_eq() => Some(b.place),
        _ => None,
    };
    keys.windows(2).filter_map(repeated).min()
}
