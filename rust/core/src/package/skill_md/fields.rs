//! Reading the fields of AGENT-33 out of frontmatter.

use super::agent33::{
    Agent33Fields, ExecutionContext, InvocationMode, SkillDependency, SkillStatus,
};
use super::findings::Findings;
use super::problem::SkillMdProblem;
use super::tools::split_tools;
use crate::text::{YamlEntry, YamlNode, YamlValue};

/// Code points of `command_name` and `command_help` (AGENT-33's model).
const MAX_COMMAND_NAME: usize = 64;
const MAX_COMMAND_HELP: usize = 200;

/// Where each key of AGENT-33 goes in a `SKILL.md` that stands on its own.
pub(super) const AGENT33_KEYS: &[(&str, Option<&str>)] = &[
    ("allowed_tools", None),
    ("approval_required_for", None),
    ("author", Some("metadata.author")),
    ("autonomy_level", None),
    ("category", Some("metadata.category")),
    ("command_help", Some("metadata.command_help")),
    ("command_name", Some("metadata.command_name")),
    ("dependencies", Some("metadata.\"metier.requires\"")),
    ("disallowed_tools", None),
    ("execution_context", Some("metadata.execution_context")),
    ("invocation_mode", Some("metadata.invocation_mode")),
    ("provenance", Some("metadata.provenance")),
    ("references", Some("metadata.references")),
    ("schema_version", Some("metadata.schema_version")),
    ("scripts_dir", Some("metadata.scripts_dir")),
    ("status", Some("metadata.status")),
    ("supporting_files", Some("metadata.supporting_files")),
    ("tags", Some("metadata.tags")),
    ("templates_dir", Some("metadata.templates_dir")),
    ("tool_parameter_defaults", Some("metadata.tool_parameter_defaults")),
    ("version", Some("metadata.version")),
];

impl Agent33Fields {
    /// Takes the entry into its field. `false` if the value can't be used and belongs in
    /// `extensions`.
    pub(super) fn take(&mut self, entry: &YamlEntry, findings: &mut Findings<'_>) -> bool {
        let mut reader = FieldReader { entry, findings };
        match entry.key.as_str() {
            "allowed_tools" => return reader.narrowing(&mut self.allowed_tools),
            "disallowed_tools" => return reader.blocking(&mut self.disallowed_tools),
            "tool_parameter_defaults" => {
                let mapping = reader.mapping();
                self.tool_parameter_defaults = mapping.map(|_| entry.node.to_json());
                return self.tool_parameter_defaults.is_some();
            }
            "dependencies" => return reader.dependencies(&mut self.dependencies),
            "invocation_mode" => {
                let word = reader.word(InvocationMode::from_word, InvocationMode::EXPECTED);
                return store(&mut self.invocation_mode, word);
            }
            "execution_context" => {
                let word = reader.word(ExecutionContext::from_word, ExecutionContext::EXPECTED);
                return store(&mut self.execution_context, word);
            }
            "status" => {
                let word = reader.word(SkillStatus::from_word, SkillStatus::EXPECTED);
                return store(&mut self.status, word);
            }
            "command_name" => {
                let text = reader.text_up_to(MAX_COMMAND_NAME, "1 to 64 characters");
                return store(&mut self.command_name, text.filter(|text| !text.is_empty()));
            }
            "command_help" => {
                let text = reader.text_up_to(MAX_COMMAND_HELP, "at most 200 characters");
                return store(&mut self.command_help, text);
            }
            _ => {}
        }
        if let Some(list) = self.list_of(&entry.key) {
            return reader.texts().map(|texts| *list = texts).is_some();
        }
        let text = reader.text();
        self.text_of(&entry.key).is_some_and(|field| store(field, text))
    }

    fn list_of(&mut self, key: &str) -> Option<&mut Vec<String>> {
        Some(match key {
            "approval_required_for" => &mut self.approval_required_for,
            "references" => &mut self.references,
            "tags" => &mut self.tags,
            "supporting_files" => &mut self.supporting_files,
            _ => return None,
        })
    }

    fn text_of(&mut self, key: &str) -> Option<&mut Option<String>> {
        Some(match key {
            "autonomy_level" => &mut self.autonomy_level,
            "scripts_dir" => &mut self.scripts_dir,
            "templates_dir" => &mut self.templates_dir,
            "category" => &mut self.category,
            "provenance" => &mut self.provenance,
            "author" => &mut self.author,
            "schema_version" => &mut self.schema_version,
            _ => return None,
        })
    }
}

fn store<T>(field: &mut Option<T>, value: Option<T>) -> bool {
    *field = value;
    field.is_some()
}

struct FieldReader<'entry, 'findings, 'input> {
    entry: &'entry YamlEntry,
    findings: &'findings mut Findings<'input>,
}

impl FieldReader<'_, '_, '_> {
    fn wrong_type(&mut self, expected: &'static str, node: &YamlNode) {
        let found = if node.is_null() { "nothing" } else { node.type_name() };
        let key = self.entry.key.clone();
        let problem = SkillMdProblem::FieldType { key, expected, found };
        self.findings.at_key(&problem, node.position, format!("$.{}", self.entry.key));
    }

    fn wrong_value(&mut self, expected: &'static str, found: &str) {
        let (key, found) = (self.entry.key.clone(), found.to_owned());
        let problem = SkillMdProblem::FieldValue { key, expected, found };
        let position = self.entry.node.position;
        self.findings.at_key(&problem, position, format!("$.{}", self.entry.key));
    }

    fn text(&mut self) -> Option<String> {
        let text = self.entry.node.text().map(str::to_owned);
        if text.is_none() {
            self.wrong_type("text", &self.entry.node);
        }
        text
    }

    fn text_up_to(&mut self, max: usize, expected: &'static str) -> Option<String> {
        let text = self.text()?;
        let fits = !text.is_empty() && text.chars().count() <= max;
        if !fits {
            self.wrong_value(expected, &text);
        }
        fits.then_some(text)
    }

    fn word<T>(&mut self, from_word: fn(&str) -> Option<T>, expected: &'static str) -> Option<T> {
        let text = self.text()?;
        let value = from_word(&text);
        if value.is_none() {
            self.wrong_value(expected, &text);
        }
        value
    }

    fn mapping(&mut self) -> Option<&[YamlEntry]> {
        let YamlValue::Mapping(entries) = &self.entry.node.value else {
            self.wrong_type("a mapping", &self.entry.node);
            return None;
        };
        Some(entries)
    }

    fn texts(&mut self) -> Option<Vec<String>> {
        let YamlValue::Sequence(items) = &self.entry.node.value else {
            self.wrong_type("a list of texts", &self.entry.node);
            return None;
        };
        let texts: Vec<String> =
            items.iter().filter_map(|item| item.text().map(str::to_owned)).collect();
        if let Some(other) = items.iter().find(|item| item.text().is_none()) {
            self.wrong_type("a list of texts", other);
            return None;
        }
        Some(texts)
    }

    /// A list of tools to narrow to. What does not read narrows to what did: a mistake must not
    /// give a skill more tools than it asked for.
    fn narrowing(&mut self, field: &mut Option<Vec<String>>) -> bool {
        let read = self.texts();
        let whole = read.is_some();
        *field = Some(read.unwrap_or_else(|| self.tools_as_far_as_read()));
        whole
    }

    /// A list of tools to take away; what does not read takes away what did.
    fn blocking(&mut self, field: &mut Vec<String>) -> bool {
        let read = self.texts();
        let whole = read.is_some();
        *field = read.unwrap_or_else(|| self.tools_as_far_as_read());
        whole
    }

    fn tools_as_far_as_read(&self) -> Vec<String> {
        match &self.entry.node.value {
            YamlValue::Scalar { .. } if self.entry.node.is_null() => Vec::new(),
            YamlValue::Scalar { text, .. } => split_tools(text),
            YamlValue::Sequence(items) => {
                items.iter().filter_map(|item| item.text().map(str::to_owned)).collect()
            }
            YamlValue::Mapping(_) => Vec::new(),
        }
    }

    fn dependencies(&mut self, field: &mut Vec<SkillDependency>) -> bool {
        let YamlValue::Sequence(items) = &self.entry.node.value else {
            self.wrong_type("a list of dependencies", &self.entry.node);
            return false;
        };
        let read: Vec<Option<SkillDependency>> = items.iter().map(dependency).collect();
        for (item, _) in items.iter().zip(&read).filter(|(_, read)| read.is_none()) {
            self.wrong_type("a list of `{name, kind: skill|tool, optional}`", item);
        }
        let whole = read.iter().all(Option::is_some);
        *field = read.into_iter().flatten().collect();
        whole
    }
}

fn dependency(item: &YamlNode) -> Option<SkillDependency> {
    if let Some(name) = item.text() {
        let name = (!name.is_empty()).then(|| name.to_owned())?;
        return Some(SkillDependency { name, is_tool: false, optional: false });
    }
    let YamlValue::Mapping(entries) = &item.value else { return None };
    let mut dependency = SkillDependency { name: String::new(), is_tool: false, optional: false };
    for entry in entries {
        let text = entry.node.text()?;
        match (entry.key.as_str(), text) {
            ("name", name) => name.clone_into(&mut dependency.name),
            ("kind", "skill") => dependency.is_tool = false,
            ("kind", "tool") => dependency.is_tool = true,
            ("optional", "true") => dependency.optional = true,
            ("optional", "false") => dependency.optional = false,
            _ => return None,
        }
    }
    (!dependency.name.is_empty()).then_some(dependency)
}
