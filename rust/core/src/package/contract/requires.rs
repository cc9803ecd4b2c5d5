//! Reading what a skill needs from elsewhere.

use crate::package::{
    CapabilityRequirement, KnowledgeRequirement, Requires, Risk, SkillRequirement, ToolRequirement,
};
use crate::version::{Dialect, Requirement};

use super::error::{ManifestError, quoted};
use super::fields::{Fields, Item, count, flag, keyed, string, text, text_map, texts};
use super::findings::Findings;
use super::resource::identifier;

/// Bytes of a tool's version string.
const MAX_TOOL_VERSION_BYTES: usize = 255;

/// The object `requires`.
pub(super) fn requires(item: Item<'_>, findings: &mut Findings) -> Option<Requires> {
    const NAMES: &[&str] = &["skills", "tools", "capabilities", "knowledge"];
    let fields = Fields::open(&item, NAMES, findings)?;
    let skills = fields.optional("skills", Vec::new(), findings, |item, findings| {
        keyed(item, "id", findings, skill)
    });
    let tools = fields.optional("tools", Vec::new(), findings, |item, findings| {
        keyed(item, "name", findings, tool)
    });
    let capabilities = fields.optional("capabilities", Vec::new(), findings, |item, findings| {
        keyed(item, "name", findings, capability)
    });
    let knowledge = fields.optional("knowledge", Vec::new(), findings, |item, findings| {
        keyed(item, "source", findings, knowledge)
    });
    Some(Requires {
        skills: skills?,
        tools: tools?,
        capabilities: capabilities?,
        knowledge: knowledge?,
    })
}

/// A member of `requires.skills`.
pub(super) fn skill(item: Item<'_>, findings: &mut Findings) -> Option<SkillRequirement> {
    let fields = Fields::open(&item, &["id", "version", "optional"], findings)?;
    let id = fields.required("id", findings, identifier);
    let version = fields.required("version", findings, requirement);
    let optional = fields.optional("optional", false, findings, flag);
    Some(SkillRequirement { id: id?, version: version?, optional: optional? })
}

fn requirement(item: Item<'_>, findings: &mut Findings) -> Option<Requirement> {
    match Requirement::parse(string(item, findings)?, Dialect::Strict) {
        Ok(requirement) => Some(requirement),
        Err(error) => {
            item.report(error, findings);
            None
        }
    }
}

/// A member of `requires.tools`.
pub(super) fn tool(item: Item<'_>, findings: &mut Findings) -> Option<ToolRequirement> {
    let fields = Fields::open(&item, &["name", "exact_version", "optional"], findings)?;
    let name = fields.required("name", findings, text);
    let exact_version = fields.optional("exact_version", None, findings, |item, findings| {
        tool_version(item, findings).map(Some)
    });
    let optional = fields.optional("optional", false, findings, flag);
    Some(ToolRequirement { name: name?, exact_version: exact_version?, optional: optional? })
}

fn tool_version(item: Item<'_>, findings: &mut Findings) -> Option<String> {
    let version = text(item, findings)?;
    let bytes = version.len();
    if bytes > MAX_TOOL_VERSION_BYTES {
        item.report(ManifestError::ToolVersionTooLong { bytes }, findings);
        return None;
    }
    Some(version)
}

/// A member of `requires.capabilities`.
pub(super) fn capability(item: Item<'_>, findings: &mut Findings) -> Option<CapabilityRequirement> {
    const NAMES: &[&str] = &["name", "risk", "summary", "resources", "metadata"];
    let fields = Fields::open(&item, NAMES, findings)?;
    let name = fields.required("name", findings, text);
    let risk = fields.required("risk", findings, risk);
    let summary = fields.required("summary", findings, text);
    let resources = fields.optional("resources", Vec::new(), findings, texts);
    let metadata = fields.optional("metadata", Vec::new(), findings, text_map);
    Some(CapabilityRequirement {
        name: name?,
        risk: risk?,
        summary: summary?,
        resources: resources?,
        metadata: metadata?,
    })
}

fn risk(item: Item<'_>, findings: &mut Findings) -> Option<Risk> {
    let word = string(item, findings)?;
    let risk = Risk::from_word(word);
    if risk.is_none() {
        item.report(ManifestError::RiskUnknown { actual: quoted(word) }, findings);
    }
    risk
}

/// A member of `requires.knowledge`.
pub(super) fn knowledge(item: Item<'_>, findings: &mut Findings) -> Option<KnowledgeRequirement> {
    const NAMES: &[&str] = &["source", "filters", "max_context_chars", "optional"];
    let fields = Fields::open(&item, NAMES, findings)?;
    let source = fields.required("source", findings, text);
    let filters = fields.optional("filters", Vec::new(), findings, text_map);
    let max_context_chars = fields.optional("max_context_chars", 0, findings, count);
    let optional = fields.optional("optional", false, findings, flag);
    Some(KnowledgeRequirement {
        source: source?,
        filters: filters?,
        max_context_chars: max_context_chars?,
        optional: optional?,
    })
}
