//! Dialect `placement`: sections of object files that hold device code.

use super::placement::{byte_list, word};
use crate::mapping::Mapping;
use crate::model::text::Word;
use crate::problem::Problems;
use crate::yaml::Node;

/// Keys of an item of `sections`.
pub const SECTION: &[&str] = &["id", "title", "doc", "doc-ref", "in", "name", "prefix", "holds", "file-type", "host"];
/// Keys of `host`.
pub const HOST: &[&str] = &["content", "not-yet"];

/// Sections of one name, or with one beginning of their names.
#[derive(Debug, Clone)]
pub struct Section {
    /// Where it stands in the schema.
    pub at: Node,
    /// Its name in the schema.
    pub id: Word,
    /// What such sections are.
    pub title: String,
    /// About them.
    pub doc: String,
    /// The forms of object files that have them.
    pub formats: Vec<Word>,
    /// The name in the file.
    pub name: Option<Word>,
    /// The beginning of the names in the file.
    pub prefix: Option<Word>,
    /// What they hold.
    pub holds: Word,
    /// The file type whose own form they are.
    pub file_type: Option<Word>,
    /// The host's section.
    pub host: Option<Host>,
}

/// What stands in the section of the host.
#[derive(Debug, Clone)]
pub struct Host {
    /// Where it stands in the schema.
    pub at: Node,
    /// The content that stands for the rest of the file.
    pub content: Vec<u8>,
    /// Why the host cannot be given out yet.
    pub not_yet: String,
}

/// Reads an item of `sections`.
pub fn read(node: &Node, problems: &mut Problems) -> Option<Section> {
    let map = Mapping::open(node, "a section", SECTION, problems)?;
    let _ = map.required("in", problems);
    let formats = map
        .list("in", problems)
        .iter()
        .map(|format| Word { at: format.clone(), text: format.text(problems).unwrap_or_default().to_owned() });
    let formats = formats.collect();
    let mut optional = |key: &str| map.get(key).map(|_| word(&map, key, problems));
    let (name, prefix, file_type) = (optional("name"), optional("prefix"), optional("file-type"));
    Some(Section {
        at: node.clone(),
        id: word(&map, "id", problems),
        title: word(&map, "title", problems).text,
        doc: word(&map, "doc", problems).text,
        formats,
        name,
        prefix,
        holds: word(&map, "holds", problems),
        file_type,
        host: map.get("host").and_then(|host| read_host(host, problems)),
    })
}

fn read_host(node: &Node, problems: &mut Problems) -> Option<Host> {
    let map = Mapping::open(node, "the section of the host", HOST, problems)?;
    Some(Host {
        at: node.clone(),
        content: byte_list(&map, "content", problems),
        not_yet: word(&map, "not-yet", problems).text,
    })
}
