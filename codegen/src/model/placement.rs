//! Dialect `placement`: file types and the formats in which they are bundled.

use super::sections::{self, Section};
use crate::mapping::Mapping;
use crate::model::text::Word;
use crate::problem::Problems;
use crate::yaml::Node;

/// Keys at the top of a placement schema.
pub const TOP: &[&str] = &["dialect", "doc", "doc-ref", "heads", "file-types", "sections"];
/// Keys of an item of `heads`.
pub const HEAD: &[&str] = &["id", "doc", "any-of"];
/// Keys of an item of `any-of`.
pub const MAGIC: &[&str] = &["title", "bytes"];
/// Keys of an item of `file-types`.
pub const FILE_TYPE: &[&str] = &["id", "title", "format", "with", "suffix", "since", "not-yet"];
/// Keys of `not-yet`.
pub const NOT_YET: &[&str] = &["to", "when", "why"];

/// Every mapping of the dialect with the keys it takes, by the words that problems call it.
pub const KEYS: &[(&str, &[&str])] = &[
    ("a placement schema", TOP),
    ("a head", HEAD),
    ("a magic", MAGIC),
    ("a file type", FILE_TYPE),
    ("what is not yet supported", NOT_YET),
    ("a section", sections::SECTION),
    ("the section of the host", sections::HOST),
];

/// One placement schema.
#[derive(Debug, Clone)]
pub struct Spec {
    /// Name of the schema file.
    pub file: String,
    /// The root.
    pub at: Node,
    /// About file types.
    pub doc: String,
    /// The sections of the source documents.
    pub refs: Vec<String>,
    /// First bytes of files that file types speak of.
    pub heads: Vec<Head>,
    /// The file types.
    pub file_types: Vec<FileType>,
    /// The sections of object files that hold device code.
    pub sections: Vec<Section>,
}

/// First bytes by which some kind of file is known.
#[derive(Debug, Clone)]
pub struct Head {
    /// Its name.
    pub id: Word,
    /// About it.
    pub doc: String,
    /// Any of these bytes.
    pub magics: Vec<Magic>,
}

/// Bytes that a file begins with.
#[derive(Debug, Clone)]
pub struct Magic {
    /// Where they stand in the schema.
    pub at: Node,
    /// What begins with them.
    pub title: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// A file type.
#[derive(Debug, Clone)]
pub struct FileType {
    /// Where it stands in the schema.
    pub at: Node,
    /// What users call it.
    pub id: Word,
    /// What such files are.
    pub title: String,
    /// The format's name.
    pub format: Word,
    /// Values of the format's parameters: name, value.
    pub with: Vec<(Word, Word)>,
    /// End of a file name.
    pub suffix: Word,
    /// The first release that knows the type.
    pub since: Option<String>,
    /// What of it is not supported yet.
    pub not_yet: Vec<NotYet>,
}

/// What of a file type is not supported yet.
#[derive(Debug, Clone)]
pub struct NotYet {
    /// What cannot be done: `read` or `write`. Neither can if nothing is said.
    pub to: Option<Word>,
    /// `always`, or the name of a head.
    pub when: Word,
    /// Why, for people.
    pub why: String,
}

/// Reads the schema `file`.
pub fn read(file: &str, node: &Node, problems: &mut Problems) -> Option<Spec> {
    let top = Mapping::open(node, "a placement schema", TOP, problems)?;
    let _ = top.required("file-types", problems);
    Some(Spec {
        file: file.to_owned(),
        at: node.clone(),
        doc: word(&top, "doc", problems).text,
        refs: top.get("doc-ref").map_or_else(Vec::new, |node| {
            node.texts(problems).into_iter().map(str::to_owned).collect()
        }),
        heads: top
            .list("heads", problems)
            .iter()
            .filter_map(|head| read_head(head, problems))
            .collect(),
        file_types: top
            .list("file-types", problems)
            .iter()
            .filter_map(|file_type| read_file_type(file_type, problems))
            .collect(),
        sections: top
            .list("sections", problems)
            .iter()
            .filter_map(|section| sections::read(section, problems))
            .collect(),
    })
}

fn read_head(node: &Node, problems: &mut Problems) -> Option<Head> {
    let map = Mapping::open(node, "a head", HEAD, problems)?;
    let _ = map.required("any-of", problems);
    let magics = map.list("any-of", problems).iter().filter_map(|magic| {
        let map = Mapping::open(magic, "a magic", MAGIC, problems)?;
        let title = word(&map, "title", problems).text;
        Some(Magic { at: magic.clone(), title, bytes: byte_list(&map, "bytes", problems) })
    });
    Some(Head { magics: magics.collect(), id: word(&map, "id", problems), doc: word(&map, "doc", problems).text })
}

fn read_file_type(node: &Node, problems: &mut Problems) -> Option<FileType> {
    let map = Mapping::open(node, "a file type", FILE_TYPE, problems)?;
    let with = map.entries("with", problems).iter().map(|(key, value)| {
        let name = Word { at: value.clone(), text: key.text.clone() };
        let value = Word { at: value.clone(), text: value.text(problems).unwrap_or_default().to_owned() };
        (name, value)
    });
    let with = with.collect();
    let not_yet = map.list("not-yet", problems).iter().filter_map(|not_yet| {
        let map = Mapping::open(not_yet, "what is not yet supported", NOT_YET, problems)?;
        Some(NotYet {
            to: map.get("to").map(|_| word(&map, "to", problems)),
            when: word(&map, "when", problems),
            why: word(&map, "why", problems).text,
        })
    });
    let not_yet = not_yet.collect();
    Some(FileType {
        at: node.clone(),
        id: word(&map, "id", problems),
        title: word(&map, "title", problems).text,
        format: word(&map, "format", problems),
        with,
        suffix: word(&map, "suffix", problems),
        since: map.text("since", problems).map(str::to_owned),
        not_yet,
    })
}

/// The bytes listed under `key`, which must be there.
pub(super) fn byte_list(map: &Mapping<'_>, key: &str, problems: &mut Problems) -> Vec<u8> {
    let _ = map.required(key, problems);
    let bytes = map.list(key, problems).iter().filter_map(|byte| {
        let found = byte.number(problems)?;
        let narrow = u8::try_from(found).ok();
        if narrow.is_none() {
            problems.add(byte, "a byte, 0 to 255", byte.describe(), "write each byte as 0x…");
        }
        narrow
    });
    bytes.collect()
}

/// The text under `key`, which must be there.
pub(super) fn word(map: &Mapping<'_>, key: &str, problems: &mut Problems) -> Word {
    Word {
        at: map.get(key).unwrap_or(map.node()).clone(),
        text: map
            .required_text(key, problems)
            .unwrap_or_default()
            .trim_end()
            .to_owned(),
    }
}
