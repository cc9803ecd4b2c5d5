//! The list under a heading `Resources`: references an agent may ask for (AGENT-33, L2).

use super::body_link::{BodyLink, body_links, file_target, link_marks, links_in};
use super::find::each;
use super::markdown::{ProseLine, heading, list_item, prose_lines};
use super::position::column_after;

/// One item of the list that names a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedResource {
    /// The path as written; for a link, its destination, decoded.
    pub target: String,
    /// Line, from 1 in the text given.
    pub line: u32,
    /// Column, from 1 in code points.
    pub column: u32,
    /// Whether the item is a link, which `body_links` reports too.
    pub is_link: bool,
}

/// The items of every list under a heading `Resources`, up to a heading of the same rank.
///
/// An item names a file by a link, by a code span, or by its first word if that looks like a
/// path: it has a `/` or a file extension. Other items are prose. Order of the text; O(n log n).
pub fn resource_list(body: &str) -> Vec<ListedResource> {
    resources_in(body, &prose_lines(body))
}

/// The links of a body and its list of resources, in one pass over its lines.
pub fn links_and_resources(body: &str) -> (Vec<BodyLink>, Vec<ListedResource>) {
    let (marks, listed) = (link_marks(body), may_list(body));
    if marks.is_empty() && !listed {
        return (Vec::new(), Vec::new());
    }
    let prose = prose_lines(body);
    let links = links_in(body, &prose, &marks);
    (links, if listed { resources_in(body, &prose) } else { Vec::new() })
}

/// Whether `body` may have a heading `Resources`: if not, it lists none.
fn may_list(body: &str) -> bool {
    each(body.as_bytes(), b'#').any(|index| {
        // Only the first of a run, or a text of nothing else would be read again for each.
        if index > 0 && body.as_bytes().get(index - 1) == Some(&b'#') {
            return false;
        }
        let title = body.get(index..).unwrap_or_default().trim_start_matches('#').trim_start();
        title.get(..TITLE.len()).is_some_and(|start| start.eq_ignore_ascii_case(TITLE))
    })
}

/// The heading above a list of resources, in whatever case.
const TITLE: &str = "resources";

fn resources_in(body: &str, lines: &[ProseLine]) -> Vec<ListedResource> {
    let mut resources = Vec::new();
    let mut section: Option<usize> = None;
    for prose in lines {
        let text = prose.line.text(body);
        if let Some((level, title)) = heading(text) {
            let named = title.trim_end_matches(':').eq_ignore_ascii_case(TITLE);
            section = match section {
                Some(rank) if level > rank => Some(rank),
                _ => named.then_some(level),
            };
        } else if section.is_some()
            && let Some(item) = list_item(text)
        {
            resources.extend(read_item(text, item, prose.number));
        }
    }
    resources
}

fn read_item(text: &str, item: &str, line: u32) -> Option<ListedResource> {
    let content = item.trim_start();
    let before = text.len() - content.len();
    if content.starts_with('[') {
        let first = body_links(text).into_iter().next()?;
        let (target, column) = (first.target, first.column);
        return Some(ListedResource { target, line, column, is_link: true });
    }
    let marks = content.len() - content.trim_start_matches(['*', '`']).len();
    let inside = content.get(marks..)?;
    let word = if content.starts_with(['*', '`']) {
        inside.split(['`', '*']).next()?.trim()
    } else {
        inside.split_whitespace().next()?.trim_end_matches([':', ',', ';'])
    };
    let target = file_target(word).filter(|_| looks_like_path(word))?;
    let column = column_after(text.get(..before + marks)?.chars().count());
    Some(ListedResource { target, line, column, is_link: false })
}

fn looks_like_path(word: &str) -> bool {
    let extension = word.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty()
            && (1..=8).contains(&extension.len())
            && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    !word.contains(char::is_whitespace) && (extension || word.contains('/'))
}

#[cfg(test)]
mod tests {
    use super::resource_list;

    fn targets(body: &str) -> Vec<String> {
        resource_list(body).into_iter().map(|resource| resource.target).collect()
    }

    #[test]
    fn items_under_the_heading_are_listed() {
        let body = "## Resources\n- docs/a.md\n* `b.md` - why\n- [c](c%20d.md)\n- **e/f.md**: g\n";
        assert_eq!(targets(body), ["docs/a.md", "b.md", "c d.md", "e/f.md"]);
    }

    #[test]
    fn prose_and_the_web_are_not_listed() {
        assert!(targets("# Resources\n- Official docs\n- https://example.org/x.md\n").is_empty());
    }

    #[test]
    fn the_next_heading_of_the_same_rank_ends_the_list() {
        let body = "## Resources\n- a.md\n### More\n- b.md\n## Steps\n- c.md\n";
        assert_eq!(targets(body), ["a.md", "b.md"]);
    }

    #[test]
    fn a_resource_has_line_and_column() {
        let resource = resource_list("x\n## Resources\n\n- ../a.md\n").remove(0);
        assert_eq!((resource.line, resource.column), (4, 3));
    }
}
