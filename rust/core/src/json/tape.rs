//! A parsed document as a flat list in the order of the text.
//!
//! One list for the whole document costs no allocation a value, and nothing that walks it needs
//! the call stack.

use std::borrow::Cow;

use super::canonical::{write_integer, write_number, write_string};
use super::value::{Member, Node, Number, Value};

/// One value, or one key, whose value is the item after it.
#[derive(Debug)]
pub(super) enum Entry<'a> {
    Null,
    Bool(bool),
    Number(Number),
    String(Cow<'a, str>),
    Key(Cow<'a, str>),
    /// Followed by its members.
    Array {
        members: usize,
    },
    /// Followed by its members, each a key and a value, up to `end`. The members' keys in
    /// canonical order stand in the tape's `order` from `order` on.
    Object {
        members: usize,
        end: usize,
        order: usize,
    },
}

#[derive(Debug)]
pub(super) struct Item<'a> {
    /// Byte offset of the first byte of the value or key.
    pub(super) offset: usize,
    pub(super) entry: Entry<'a>,
}

#[derive(Debug, Default)]
pub(super) struct Tape<'a> {
    pub(super) items: Vec<Item<'a>>,
    /// Indices of keys, object by object, each object's in canonical order.
    pub(super) order: Vec<usize>,
}

/// A container whose members are still being gathered.
enum Open {
    Array { offset: usize, expected: usize, members: Vec<Node> },
    Object { offset: usize, expected: usize, members: Vec<Member>, key: (String, usize) },
}

impl Open {
    fn add(&mut self, node: Node) {
        match self {
            Self::Array { members, .. } => members.push(node),
            Self::Object { members, key, .. } => {
                let (key, key_offset) = std::mem::take(key);
                members.push(Member { key, key_offset, node });
            }
        }
    }

    fn is_full(&self) -> bool {
        match self {
            Self::Array { expected, members, .. } => members.len() == *expected,
            Self::Object { expected, members, .. } => members.len() == *expected,
        }
    }

    fn close(self) -> Node {
        match self {
            Self::Array { offset, members, .. } => Node { offset, value: Value::Array(members) },
            Self::Object { offset, members, .. } => Node { offset, value: Value::Object(members) },
        }
    }
}

impl Tape<'_> {
    /// The document as a tree; `None` for a tape that holds no whole value.
    pub(super) fn into_node(self) -> Option<Node> {
        let mut open: Vec<Open> = Vec::new();
        for Item { offset, entry } in self.items {
            let value = match entry {
                Entry::Key(text) => {
                    if let Some(Open::Object { key, .. }) = open.last_mut() {
                        *key = (text.into_owned(), offset);
                    }
                    continue;
                }
                Entry::Array { members: expected } if expected > 0 => {
                    let members = Vec::with_capacity(expected);
                    open.push(Open::Array { offset, expected, members });
                    continue;
                }
                Entry::Object { members: expected, .. } if expected > 0 => {
                    let members = Vec::with_capacity(expected);
                    open.push(Open::Object { offset, expected, members, key: Default::default() });
                    continue;
                }
                Entry::Array { .. } => Value::Array(Vec::new()),
                Entry::Object { .. } => Value::Object(Vec::new()),
                Entry::Null => Value::Null,
                Entry::Bool(value) => Value::Bool(value),
                Entry::Number(value) => Value::Number(value),
                Entry::String(text) => Value::String(text.into_owned()),
            };
            if let Some(root) = settle(&mut open, Node { offset, value }) {
                return Some(root);
            }
        }
        None
    }

    /// Appends the canonical text of the document.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let mut open: Vec<Writing> = Vec::new();
        let mut cursor = 0;
        loop {
            match self.items.get(cursor).map(|item| &item.entry) {
                Some(Entry::Array { members }) => {
                    out.push(b'[');
                    open.push(Writing::Array { left: *members, started: false });
                }
                Some(Entry::Object { members, end, order }) => {
                    out.push(b'{');
                    let last = order + members;
                    open.push(Writing::Object { next: *order, last, end: *end, started: false });
                }
                Some(scalar) => write_scalar(out, scalar),
                None => return,
            }
            cursor += 1;
            match self.next(out, &mut open, cursor) {
                Some(next) => cursor = next,
                None => return,
            }
        }
    }

    /// Closes what is complete and gives the place of the value to write next, if there is one.
    fn next(&self, out: &mut Vec<u8>, open: &mut Vec<Writing>, after: usize) -> Option<usize> {
        let mut cursor = after;
        while let Some(top) = open.last_mut() {
            match top {
                Writing::Array { left: 0, .. } => out.push(b']'),
                Writing::Array { left, started } => {
                    separate(out, started);
                    *left -= 1;
                    return Some(cursor);
                }
                Writing::Object { next, last, end, .. } if next == last => {
                    out.push(b'}');
                    cursor = *end;
                }
                Writing::Object { next, started, .. } => {
                    separate(out, started);
                    let key = *self.order.get(*next)?;
                    *next += 1;
                    if let Some(Entry::Key(text)) = self.items.get(key).map(|item| &item.entry) {
                        write_string(out, text);
                        out.push(b':');
                    }
                    return Some(key + 1);
                }
            }
            open.pop();
        }
        None
    }
}

/// A container being written: how many members are left, or which of `order` comes next.
enum Writing {
    Array { left: usize, started: bool },
    Object { next: usize, last: usize, end: usize, started: bool },
}

fn separate(out: &mut Vec<u8>, started: &mut bool) {
    if *started {
        out.push(b',');
    }
    *started = true;
}

fn write_scalar(out: &mut Vec<u8>, entry: &Entry<'_>) {
    match entry {
        Entry::Bool(true) => out.extend_from_slice(b"true"),
        Entry::Bool(false) => out.extend_from_slice(b"false"),
        Entry::Number(Number::Integer(value)) => write_integer(out, *value),
        // The parser lets no number in that is not finite, which is all that can be refused.
        Entry::Number(Number::Float(value)) => drop(write_number(out, *value)),
        Entry::String(text) | Entry::Key(text) => write_string(out, text),
        Entry::Null | Entry::Array { .. } | Entry::Object { .. } => out.extend_from_slice(b"null"),
    }
}

/// Adds `node` to the innermost open container and closes all that are full by it; gives the
/// root once it is complete.
fn settle(open: &mut Vec<Open>, node: Node) -> Option<Node> {
    let mut node = node;
    while let Some(mut top) = open.pop() {
        top.add(node);
        if !top.is_full() {
            open.push(top);
            return None;
        }
        node = top.close();
    }
    Some(node)
}
