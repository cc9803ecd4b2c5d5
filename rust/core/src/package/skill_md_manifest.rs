//! The manifest of a `SKILL.md` skill, derived from its frontmatter and its files (spec 02).

use super::file::File;
use super::manifest::{
    Manifest, Requires, ResourceDescriptor, ResourceKind, SkillRequirement, ToolRequirement,
};
use super::skill_md::{SkillFileKind, SkillMd};
use crate::json::Value;
use crate::version::{Dialect, Requirement};

/// The manifest that declares exactly `files`, in their order, each under its path as id.
///
/// The id is the name. The instructions are the file named `skill_file`.
pub fn skill_md_manifest(skill: SkillMd, files: &[File], skill_file: &str) -> Manifest {
    let resources = files.iter().map(|file| descriptor(file, skill_file)).collect();
    let metadata = text_metadata(&skill.metadata);
    let requires = requires(&skill);
    Manifest {
        id: skill.name.clone(),
        version: skill.version,
        name: skill.name,
        description: skill.description,
        tags: skill.agent33.tags,
        examples: Vec::new(),
        input_modes: Vec::new(),
        output_modes: Vec::new(),
        input_schema: Value::Object(Vec::new()),
        output_schema: Value::Object(Vec::new()),
        deprecated: skill.agent33.status == Some(super::skill_md::SkillStatus::Deprecated),
        instructions: vec![skill_file.to_owned()],
        resources,
        requires,
        metadata,
    }
}

fn descriptor(file: &File, skill_file: &str) -> ResourceDescriptor {
    let media_type = match file.path.rsplit_once('.') {
        Some((_, "md")) => "text/markdown",
        Some(_) if SkillFileKind::of_name(&file.path) == Some(SkillFileKind::Yaml) => {
            "application/yaml"
        }
        _ => "application/octet-stream",
    };
    ResourceDescriptor {
        id: file.path.clone(),
        path: file.path.clone(),
        kind: kind(&file.path, skill_file),
        media_type: media_type.to_owned(),
        size: file.bytes.len() as u64,
        sha256: file.sha256,
        metadata: Vec::new(),
    }
}

/// What a file is for, by where it stands.
fn kind(path: &str, skill_file: &str) -> ResourceKind {
    if path == skill_file {
        return ResourceKind::Instructions;
    }
    match path.split_once('/') {
        Some(("references", _)) => ResourceKind::Knowledge,
        Some(("scripts", _)) => ResourceKind::Script,
        Some(("templates", _)) => ResourceKind::Template,
        _ => ResourceKind::Asset,
    }
}

/// The metadata that is text; what is not stays in the frontmatter.
fn text_metadata(metadata: &[(String, Value)]) -> Vec<(String, String)> {
    let text = metadata.iter().filter_map(|(key, value)| match value {
        Value::String(text) => Some((key.clone(), text.clone())),
        _ => None,
    });
    text.collect()
}

/// `metier.requires` first, then what AGENT-33's `dependencies` add by name.
fn requires(skill: &SkillMd) -> Requires {
    let mut skills: Vec<SkillRequirement> =
        skill.requires_skills.iter().cloned().map(in_contract_dialect).collect();
    let mut tools = skill.requires_tools.clone();
    for dependency in &skill.agent33.dependencies {
        let name = &dependency.name;
        if dependency.is_tool {
            if tools.iter().all(|tool| tool.name != *name) {
                let optional = dependency.optional;
                tools.push(ToolRequirement { name: name.clone(), exact_version: None, optional });
            }
        } else if skills.iter().all(|known| known.id != *name) && *name != skill.name {
            let Ok(version) = Requirement::parse("*", Dialect::Strict) else { continue };
            let optional = dependency.optional;
            skills.push(SkillRequirement { id: name.clone(), version, optional });
        }
    }
    Requires { skills, tools, ..Requires::default() }
}

/// The same requirement in the manifest's own dialect, where that can express it.
fn in_contract_dialect(skill: SkillRequirement) -> SkillRequirement {
    match Requirement::parse(&skill.version.normalized(), Dialect::Strict) {
        Ok(version) => SkillRequirement { version, ..skill },
        Err(_) => skill,
    }
}
