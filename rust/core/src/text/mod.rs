//! Text of skills: fences, YAML, positions, Markdown links.
//!
//! A skill file is text whose first lines are YAML between two fences. This module finds the
//! fences, reads the YAML into a tree that keeps every scalar as it was written, and finds what
//! the Markdown below points at. It knows no field of a skill.

mod body_link;
mod colon_repair;
mod fence;
mod find;
mod frontmatter;
mod markdown;
mod position;
mod resource_list;
mod yaml;
mod yaml_builder;
mod yaml_error;
mod yaml_syntax;

pub use body_link::{BodyLink, body_links};
pub use fence::{FenceError, Fenced, find_fence};
pub use frontmatter::{
    CODES as FRONTMATTER_CODES, ColonRepair, Frontmatter, FrontmatterError, read_frontmatter,
    read_yaml_document,
};
pub(crate) use frontmatter::{FRONTMATTER_LINE, repaired_mapping};
pub use position::{Line, Lines, Position};
pub use resource_list::{ListedResource, links_and_resources, resource_list};
pub use yaml::{ScalarStyle, YamlEntry, YamlLimits, YamlNode, YamlValue, parse_yaml};
pub use yaml_error::{CODES as YAML_CODES, YamlError, YamlProblem};
