//! Dialect `text`: entries between marker lines in text files.

use crate::mapping::Mapping;
use crate::problem::Problems;
use crate::yaml::{Node, Value};

/// Keys at the top of a text schema.
pub const TOP: &[&str] =
    &["dialect", "meta", "doc", "doc-ref", "parameters", "field", "entry", "outside", "next-bundle"];
/// Keys of `meta`.
pub const META: &[&str] = &["id", "title", "license"];
/// Keys of an item of `parameters`.
pub const PARAMETER: &[&str] = &["id", "example", "doc"];
/// Keys of `field`.
pub const FIELD: &[&str] = &["id", "encoding", "refuse", "doc", "doc-ref"];
/// Keys of an item of `refuse`.
pub const REFUSAL: &[&str] = &["text", "why"];
/// Keys of `entry`.
pub const ENTRY: &[&str] = &["doc", "seq"];
/// Keys of an item of an entry's `seq`.
pub const ITEM: &[&str] = &["id", "marker", "content", "doc", "doc-ref"];
/// Keys of a part of a marker.
pub const PART: &[&str] = &["text", "parameter", "field", "optional-at-end"];
/// Keys of `outside`.
pub const OUTSIDE: &[&str] = &["id", "doc"];

/// Every mapping of the dialect with the keys it takes, by the words that problems call it.
pub const KEYS: &[(&str, &[&str])] = &[
    ("a text schema", TOP),
    ("meta", META),
    ("a parameter", PARAMETER),
    ("the field", FIELD),
    ("a refusal", REFUSAL),
    ("the entry", ENTRY),
    ("an item of the entry", ITEM),
    ("a part of a marker", PART),
    ("the outside", OUTSIDE),
];

/// A text that was found in the schema, with its place. Absent ones are empty: their absence is a problem already.
#[derive(Debug, Clone)]
pub struct Word {
    /// The node it stands at, or that lacks it.
    pub at: Node,
    /// The text.
    pub text: String,
}

/// What `doc` and `doc-ref` say.
#[derive(Debug, Clone, Default)]
pub struct Docs {
    /// The documentation.
    pub doc: String,
    /// The sections of the source documents.
    pub refs: Vec<String>,
}

/// One text schema.
#[derive(Debug, Clone)]
pub struct Spec {
    /// Name of the schema file.
    pub file: String,
    /// The root.
    pub at: Node,
    /// The format's name.
    pub id: Word,
    /// The format's title.
    pub title: String,
    /// About the format.
    pub docs: Docs,
    /// What differs from one kind of text to another.
    pub parameters: Vec<Parameter>,
    /// The field that both markers hold.
    pub field: Field,
    /// About the entry.
    pub entry_docs: Docs,
    /// Markers and content, in file order.
    pub items: Vec<Item>,
    /// What text outside of entries is called.
    pub outside: Word,
    /// About it.
    pub outside_docs: Docs,
    /// How the next bundle is told from the next entry, as written.
    pub next_bundle: Option<Word>,
}

/// Text that differs from one kind of text to another, such as what begins a comment.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// Its name.
    pub id: Word,
    /// A value for documentation and tests.
    pub example: Word,
    /// About it.
    pub docs: Docs,
}

/// The field that both markers hold.
#[derive(Debug, Clone)]
pub struct Field {
    /// Its name.
    pub id: Word,
    /// The only encoding there is so far.
    pub encoding: Word,
    /// Texts it must not hold, each with the reason.
    pub refuse: Vec<(Word, Word)>,
    /// About it.
    pub docs: Docs,
}

/// A marker or the content.
#[derive(Debug, Clone)]
pub struct Item {
    /// Where it stands.
    pub at: Node,
    /// Its name.
    pub id: Word,
    /// The parts of the marker line; `None` for the content.
    pub marker: Option<Vec<Part>>,
    /// Whether it says that it is the content.
    pub content: bool,
    /// About it.
    pub docs: Docs,
}

/// One part of a marker line.
#[derive(Debug, Clone)]
pub struct Part {
    /// Where it stands.
    pub at: Node,
    /// What it is; `None` where that could not be read.
    pub kind: Option<PartKind>,
    /// Whether it may be missing at the end of the file.
    pub optional_at_end: bool,
}

/// What a part of a marker line is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartKind {
    /// This text.
    Text(String),
    /// The value of the parameter of this name.
    Parameter(String),
    /// The value of the field of this name.
    Field(String),
}

impl Spec {
    /// The first character of the first marker, if it has one.
    pub fn line_break(&self) -> Option<&str> {
        let parts = self.items.iter().find_map(|item| item.marker.as_deref())?;
        match parts.first()?.kind.as_ref()? {
            PartKind::Text(text) => text.chars().next().and_then(|first| text.get(..first.len_utf8())),
            _ => None,
        }
    }
}

/// Reads the schema `file`.
pub fn read(file: &str, node: &Node, problems: &mut Problems) -> Option<Spec> {
    let top = Mapping::open(node, "a text schema", TOP, problems)?;
    let meta = top.required("meta", problems);
    let meta = meta.and_then(|meta| Mapping::open(meta, "meta", META, problems));
    let (mut id, mut title) = (missing(node), String::new());
    if let Some(meta) = meta {
        id = word(&meta, "id", problems);
        title = word(&meta, "title", problems).text;
        let _ = meta.text("license", problems);
    }
    let entry = top.required("entry", problems);
    let entry = entry.and_then(|entry| Mapping::open(entry, "the entry", ENTRY, problems));
    let (mut entry_docs, mut items) = (Docs::default(), Vec::new());
    if let Some(entry) = entry {
        entry_docs = docs(&entry, problems);
        let _ = entry.required("seq", problems);
        items.extend(
            entry
                .list("seq", problems)
                .iter()
                .filter_map(|item| read_item(item, problems)),
        );
    }
    let outside = top.required("outside", problems);
    let outside = outside.and_then(|outside| Mapping::open(outside, "the outside", OUTSIDE, problems));
    let field = top.required("field", problems);
    Some(Spec {
        file: file.to_owned(),
        at: node.clone(),
        id,
        title,
        docs: docs(&top, problems),
        parameters: top
            .list("parameters", problems)
            .iter()
            .filter_map(|parameter| read_parameter(parameter, problems))
            .collect(),
        field: field.and_then(|field| read_field(field, problems)).unwrap_or(Field {
            id: missing(node),
            encoding: missing(node),
            refuse: Vec::new(),
            docs: Docs::default(),
        }),
        entry_docs,
        items,
        outside: outside.map_or_else(|| missing(node), |outside| word(&outside, "id", problems)),
        outside_docs: outside.map(|outside| docs(&outside, problems)).unwrap_or_default(),
        next_bundle: top.get("next-bundle").map(|_| word(&top, "next-bundle", problems)),
    })
}

fn read_parameter(node: &Node, problems: &mut Problems) -> Option<Parameter> {
    let map = Mapping::open(node, "a parameter", PARAMETER, problems)?;
    Some(Parameter {
        id: word(&map, "id", problems),
        example: word(&map, "example", problems),
        docs: docs(&map, problems),
    })
}

fn read_field(node: &Node, problems: &mut Problems) -> Option<Field> {
    let map = Mapping::open(node, "the field", FIELD, problems)?;
    let refuse = map.list("refuse", problems).iter().filter_map(|refusal| {
        let map = Mapping::open(refusal, "a refusal", REFUSAL, problems)?;
        Some((word(&map, "text", problems), word(&map, "why", problems)))
    });
    Some(Field {
        refuse: refuse.collect(),
        id: word(&map, "id", problems),
        encoding: word(&map, "encoding", problems),
        docs: docs(&map, problems),
    })
}

fn read_item(node: &Node, problems: &mut Problems) -> Option<Item> {
    let map = Mapping::open(node, "an item of the entry", ITEM, problems)?;
    let parts = map.get("marker").map(|_| {
        map.list("marker", problems)
            .iter()
            .filter_map(|part| read_part(part, problems))
            .collect()
    });
    Some(Item {
        at: node.clone(),
        id: word(&map, "id", problems),
        marker: parts,
        content: map.flag("content", problems),
        docs: docs(&map, problems),
    })
}

fn read_part(node: &Node, problems: &mut Problems) -> Option<Part> {
    let map = Mapping::open(node, "a part of a marker", PART, problems)?;
    let mut kinds = Vec::new();
    for (key, _) in map.node().pairs(problems) {
        let text = || word(&map, &key.text, &mut Problems::new("")).text;
        match key.text.as_str() {
            "text" => kinds.push(PartKind::Text(text())),
            "parameter" => kinds.push(PartKind::Parameter(text())),
            "field" => kinds.push(PartKind::Field(text())),
            _ => {}
        }
        if key.text != "optional-at-end" {
            let _ = map.text(&key.text, problems);
        }
    }
    if kinds.len() != 1 {
        problems.add(
            node,
            "one of `text`, `parameter`, `field`",
            format!("{} of them", kinds.len()),
            "write one item for each part of the line",
        );
    }
    Some(Part {
        at: node.clone(),
        kind: kinds.pop().filter(|_| kinds.is_empty()),
        optional_at_end: map.flag("optional-at-end", problems),
    })
}

/// The text under `key`, which must be there.
fn word(map: &Mapping<'_>, key: &str, problems: &mut Problems) -> Word {
    Word {
        at: map.get(key).unwrap_or(map.node()).clone(),
        text: map.required_text(key, problems).unwrap_or_default().to_owned(),
    }
}

fn missing(node: &Node) -> Word {
    Word { at: node.clone(), text: String::new() }
}

/// `doc`, which must be there, and `doc-ref`, one or a list.
fn docs(map: &Mapping<'_>, problems: &mut Problems) -> Docs {
    let refs = match map.get("doc-ref") {
        Some(node) if !matches!(node.value, Value::Null) => {
            node.texts(problems).into_iter().map(str::to_owned).collect()
        }
        _ => Vec::new(),
    };
    Docs { doc: map.required_text("doc", problems).unwrap_or_default().trim().to_owned(), refs }
}
