//! What the body of a skill points at: links and the list of resources.

use super::problem::SkillMdProblem;
use crate::diagnostic::{Diagnostic, Location};
use crate::package::Profile;
use crate::text::links_and_resources;

/// A file the body points at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// The path as it is meant, decoded.
    pub target: String,
    /// The path from the skill's folder, `/` separated; `None` if it leaves the skill.
    pub path: Option<String>,
    /// Line in the file, from 1.
    pub line: u32,
    /// Column, from 1 in code points.
    pub column: u32,
    /// Whether it stands in the list under `Resources`; else it is a link.
    pub is_resource: bool,
}

/// The references of `body`, whose first line is line `body_line` of the file; order of the text.
///
/// A resource that is a link is one reference, and a resource.
pub fn body_references(body: &str, body_line: u32) -> Vec<Reference> {
    let (links, resources) = links_and_resources(body);
    let shift = body_line.saturating_sub(1);
    let listed = resources.iter().map(|resource| (resource.line, resource.column));
    let listed: std::collections::HashSet<(u32, u32)> = listed.collect();
    let links = links.into_iter().map(|link| (link.target, link.line, link.column));
    let links = links.filter(|(_, line, column)| !listed.contains(&(*line, *column)));
    let links: Vec<_> = links.map(|link| (link, false)).collect();
    let listed = resources.into_iter().map(|one| ((one.target, one.line, one.column), true));
    let mut references: Vec<Reference> = listed
        .chain(links)
        .map(|((target, line, column), is_resource)| {
            let path = path_in_skill(&target);
            Reference { target, path, line: line.saturating_add(shift), column, is_resource }
        })
        .collect();
    references.sort_by_key(|reference| (reference.line, reference.column));
    references
}

/// Warnings for references that leave the skill or point at nothing, in both profiles.
///
/// `exists` is asked for paths inside the skill, files and folders alike, `/` separated and
/// without `.` and `..`; the skill's own folder is never asked for.
pub fn check_references(
    references: &[Reference],
    path_label: &str,
    exists: impl Fn(&str) -> bool,
) -> Vec<Diagnostic> {
    let faults = references.iter().filter_map(|reference| {
        let target = reference.target.clone();
        let there = reference.path.as_deref().map(|path| path.is_empty() || exists(path));
        let problem = match (reference.is_resource, there) {
            (_, Some(true)) => return None,
            (false, None) => SkillMdProblem::LinkOutside { target },
            (false, Some(false)) => SkillMdProblem::LinkMissing { target },
            (true, None) => SkillMdProblem::ResourceOutside { target },
            (true, Some(false)) => SkillMdProblem::ResourceMissing { target },
        };
        let location = Location::of_line(path_label, reference.line, reference.column);
        let severity = problem.severity(Profile::Lenient);
        let mut diagnostic =
            Diagnostic::new(severity, problem.code(), problem.to_string(), location);
        diagnostic.help = problem.help();
        Some(diagnostic)
    });
    faults.collect()
}

/// The path from the skill's folder, or `None` if the target is absolute or climbs out.
pub(super) fn path_in_skill(target: &str) -> Option<String> {
    let bytes = target.as_bytes();
    let drive = bytes.get(1) == Some(&b':') && bytes.first().is_some_and(u8::is_ascii_alphabetic);
    let absolute = target.starts_with(['/', '\\', '~']) || target.starts_with("file:");
    if drive || absolute {
        return None;
    }
    let mut components: Vec<&str> = Vec::new();
    for component in target.split(['/', '\\']) {
        match component {
            "" | "." => {}
            ".." => {
                components.pop()?;
            }
            component => components.push(component),
        }
    }
    Some(components.join("/"))
}

#[cfg(test)]
mod tests {
    use super::{body_references, check_references};

    fn codes(body: &str) -> Vec<(&'static str, Option<u32>)> {
        let references = body_references(body, 5);
        let found = check_references(&references, "SKILL.md", |path| path == "docs/a.md");
        found.into_iter().map(|one| (one.code, one.location.line)).collect()
    }

    #[test]
    fn links_inside_are_fine() {
        assert!(codes("[a](docs/a.md) [b](./docs/../docs/a.md#x) [c](./)").is_empty());
    }

    #[test]
    fn links_that_leave_or_dangle_are_found_with_their_lines() {
        let body = "[a](../a.md)\n[b](/b.md)\n[c](c.md)\n[d](C:/d)\n[e](file:///e)\n";
        let expected = [
            ("link_outside", Some(5)),
            ("link_outside", Some(6)),
            ("link_missing", Some(7)),
            ("link_outside", Some(8)),
            ("link_outside", Some(9)),
        ];
        assert_eq!(codes(body), expected);
    }

    #[test]
    fn a_resource_that_is_a_link_is_reported_once() {
        let body = "# Resources\n- [a](../a.md)\n- b.md\n";
        assert_eq!(
            codes(body),
            [("resource_outside", Some(6)), ("listed_resource_missing", Some(7))]
        );
    }
}
