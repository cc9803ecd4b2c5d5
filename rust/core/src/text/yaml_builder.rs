//! Builds the tree of a YAML text from parser events, within bounds and without recursion.

use std::borrow::Cow;
use std::collections::HashMap;

use saphyr_parser::{Event, Marker, ScalarStyle as ParserStyle, Tag};

use super::position::Position;
use super::yaml::{ScalarStyle, YamlEntry, YamlLimits, YamlNode, YamlValue};
use super::yaml_error::{YamlError, YamlProblem};
use super::yaml_syntax::position_of;

/// A collection that is still open.
struct Frame {
    position: Position,
    anchor: usize,
    content: Content,
}

enum Content {
    Sequence(Vec<YamlNode>),
    Mapping { entries: Vec<YamlEntry>, key: Option<(String, Position)> },
}

/// What a subtree costs to repeat.
#[derive(Clone, Copy, Default)]
struct Weight {
    nodes: usize,
    text_bytes: usize,
    height: usize,
}

pub(super) struct Builder<'limits> {
    first_line: u32,
    limits: &'limits YamlLimits,
    documents: usize,
    frames: Vec<Frame>,
    root: Option<YamlNode>,
    anchors: HashMap<usize, (YamlNode, Weight)>,
    nodes: usize,
    text_bytes: usize,
}

impl<'limits> Builder<'limits> {
    pub(super) fn new(first_line: u32, limits: &'limits YamlLimits) -> Self {
        Self {
            first_line,
            limits,
            documents: 0,
            frames: Vec::new(),
            root: None,
            anchors: HashMap::new(),
            nodes: 0,
            text_bytes: 0,
        }
    }

    /// The root, if the text had one.
    pub(super) fn finish(self) -> Option<YamlNode> {
        self.root
    }

    pub(super) fn accept(&mut self, event: Event<'_>, marker: Marker) -> Result<(), YamlError> {
        let position = position_of(&marker, self.first_line);
        match event {
            Event::DocumentStart(explicit) => self.start_document(explicit, position),
            Event::Alias(anchor) => self.repeat(anchor, position),
            Event::Scalar(text, style, anchor, tag) => {
                refuse_tag(tag.as_deref(), position)?;
                self.scalar(text, style, anchor, position)
            }
            Event::SequenceStart(anchor, tag) => {
                refuse_tag(tag.as_deref(), position)?;
                self.open(anchor, Content::Sequence(Vec::new()), position)
            }
            Event::MappingStart(anchor, tag) => {
                refuse_tag(tag.as_deref(), position)?;
                let content = Content::Mapping { entries: Vec::new(), key: None };
                self.open(anchor, content, position)
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(),
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => Ok(()),
        }
    }

    fn start_document(&mut self, explicit: bool, position: Position) -> Result<(), YamlError> {
        self.documents += 1;
        if explicit || self.documents > 1 {
            return Err(YamlError { problem: YamlProblem::SecondDocument, position });
        }
        Ok(())
    }

    fn scalar(
        &mut self,
        text: Cow<'_, str>,
        style: ParserStyle,
        anchor: usize,
        position: Position,
    ) -> Result<(), YamlError> {
        let weight = Weight { nodes: 1, text_bytes: text.len(), height: 0 };
        self.charge(weight, position)?;
        let style = match style {
            ParserStyle::Plain => ScalarStyle::Plain,
            ParserStyle::SingleQuoted | ParserStyle::DoubleQuoted => ScalarStyle::Quoted,
            ParserStyle::Literal | ParserStyle::Folded => ScalarStyle::Block,
        };
        let value = YamlValue::Scalar { text: text.into_owned(), style };
        let node = YamlNode { value, position };
        self.remember(anchor, &node)?;
        self.place(node)
    }

    fn open(
        &mut self,
        anchor: usize,
        content: Content,
        position: Position,
    ) -> Result<(), YamlError> {
        if self.frames.len() > self.limits.max_depth {
            let problem = YamlProblem::TooDeep { max: self.limits.max_depth };
            return Err(YamlError { problem, position });
        }
        self.charge(Weight { nodes: 1, ..Weight::default() }, position)?;
        self.frames.push(Frame { position, anchor, content });
        Ok(())
    }

    fn close(&mut self) -> Result<(), YamlError> {
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        let value = match frame.content {
            Content::Sequence(items) => YamlValue::Sequence(items),
            Content::Mapping { entries, .. } => {
                refuse_duplicates(&entries)?;
                YamlValue::Mapping(entries)
            }
        };
        let node = YamlNode { value, position: frame.position };
        self.remember(frame.anchor, &node)?;
        self.place(node)
    }

    fn repeat(&mut self, anchor: usize, position: Position) -> Result<(), YamlError> {
        let Some((node, weight)) = self.anchors.get(&anchor) else {
            return Err(YamlError { problem: YamlProblem::RecursiveAlias, position });
        };
        let (value, weight) = (node.value.clone(), *weight);
        self.charge(weight, position)?;
        if self.frames.len() + weight.height > self.limits.max_depth + 1 {
            let problem = YamlProblem::TooDeep { max: self.limits.max_depth };
            return Err(YamlError { problem, position });
        }
        self.place(YamlNode { value, position })
    }

    /// Keeps an anchored node for its aliases; the copy counts like an alias does.
    fn remember(&mut self, anchor: usize, node: &YamlNode) -> Result<(), YamlError> {
        if anchor == 0 {
            return Ok(());
        }
        let weight = weigh(node);
        self.charge(weight, node.position)?;
        self.anchors.insert(anchor, (node.clone(), weight));
        Ok(())
    }

    fn charge(&mut self, weight: Weight, position: Position) -> Result<(), YamlError> {
        self.nodes = self.nodes.saturating_add(weight.nodes);
        self.text_bytes = self.text_bytes.saturating_add(weight.text_bytes);
        let problem = if self.nodes > self.limits.max_nodes {
            YamlProblem::TooManyNodes { max: self.limits.max_nodes }
        } else if self.text_bytes > self.limits.max_text_bytes {
            YamlProblem::TooMuchText { max: self.limits.max_text_bytes }
        } else {
            return Ok(());
        };
        Err(YamlError { problem, position })
    }

    fn place(&mut self, node: YamlNode) -> Result<(), YamlError> {
        match self.frames.last_mut().map(|frame| &mut frame.content) {
            None => self.root = Some(node),
            Some(Content::Sequence(items)) => items.push(node),
            Some(Content::Mapping { entries, key }) => match key.take() {
                Some((key, key_position)) => entries.push(YamlEntry { key, key_position, node }),
                None => *key = Some(key_of(node)?),
            },
        }
        Ok(())
    }
}

fn key_of(node: YamlNode) -> Result<(String, Position), YamlError> {
    let found = node.type_name();
    match node.value {
        YamlValue::Scalar { text, .. } => Ok((text, node.position)),
        _ => Err(YamlError { problem: YamlProblem::KeyNotText { found }, position: node.position }),
    }
}

fn refuse_tag(tag: Option<&Tag>, position: Position) -> Result<(), YamlError> {
    match tag {
        None => Ok(()),
        Some(tag) => {
            let tag = format!("{}{}", tag.handle, tag.suffix);
            Err(YamlError { problem: YamlProblem::Tag { tag }, position })
        }
    }
}

/// Sorts references to the keys, so that a mapping of n keys costs O(n log n).
fn refuse_duplicates(entries: &[YamlEntry]) -> Result<(), YamlError> {
    let mut sorted: Vec<&YamlEntry> = entries.iter().collect();
    sorted.sort_by(|one, other| one.key.cmp(&other.key));
    let pairs = sorted.iter().zip(sorted.iter().skip(1));
    let repeated = pairs.filter(|(one, other)| one.key == other.key);
    match repeated.min_by_key(|(_, other)| other.key_position) {
        None => Ok(()),
        Some((one, other)) => Err(YamlError {
            problem: YamlProblem::DuplicateKey {
                key: other.key.clone(),
                first: one.key_position.line,
            },
            position: other.key_position,
        }),
    }
}

fn weigh(node: &YamlNode) -> Weight {
    let mut total = Weight { nodes: 1, ..Weight::default() };
    let mut add = |child: Weight| {
        total.nodes = total.nodes.saturating_add(child.nodes);
        total.text_bytes = total.text_bytes.saturating_add(child.text_bytes);
        total.height = total.height.max(child.height.saturating_add(1));
    };
    match &node.value {
        YamlValue::Scalar { text, .. } => total.text_bytes = text.len(),
        YamlValue::Sequence(items) => items.iter().map(weigh).for_each(add),
        YamlValue::Mapping(entries) => entries.iter().for_each(|entry| {
            let mut weight = weigh(&entry.node);
            weight.text_bytes = weight.text_bytes.saturating_add(entry.key.len());
            add(weight);
        }),
    }
    total
}
