//! The tables of a grammar: kinds, words, features, processors.

use super::{Text, optional, required};
use crate::mapping::Mapping;
use crate::problem::Problems;
use crate::yaml::{Key, Node, Value};

/// Which runtime an entry is for.
#[derive(Debug, Clone)]
pub struct Kind {
    /// Its name.
    pub id: Text,
    /// Kinds of one group may stand for each other.
    pub group: Text,
    /// Whether it marks the host's entry.
    pub host: bool,
    /// Whether a bundle of such entries only needs no host entry.
    pub alone: bool,
    /// The releases that know it.
    pub releases: Vec<Text>,
    /// What it is.
    pub doc: String,
    /// Section of the source document.
    pub doc_ref: Option<String>,
}

/// A table of words.
#[derive(Debug, Clone)]
pub struct Words {
    /// Its name.
    pub id: Text,
    /// What it lists.
    pub doc: String,
    /// Whether anything may follow a word.
    pub open: bool,
    /// Each word: its primary name, then others.
    pub words: Vec<Vec<Text>>,
}

/// A target feature.
#[derive(Debug, Clone)]
pub struct Feature {
    /// Its name.
    pub id: Text,
    /// What it means.
    pub doc: String,
}

/// Processors of the same architectures.
#[derive(Debug, Clone)]
pub struct Processors {
    /// The architectures.
    pub architectures: Vec<Text>,
    /// What they are.
    pub doc: String,
    /// The processors.
    pub list: Vec<Processor>,
}

/// A processor.
#[derive(Debug, Clone)]
pub struct Processor {
    /// Its primary name.
    pub name: Text,
    /// Alternative names.
    pub also: Vec<Text>,
    /// The features that it lets one choose.
    pub features: Vec<Text>,
    /// The generic processor whose code also runs on it.
    pub family: Option<Text>,
    /// Its number in the flags of an ELF file.
    pub elf_machine: Option<u64>,
    /// The releases whose compiler knows it, where not all do.
    pub releases: Vec<Text>,
}

impl Kind {
    /// Reads one kind.
    pub fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        const KEYS: &[&str] = &["id", "group", "host", "alone", "releases", "doc", "doc-ref"];
        let map = Mapping::open(node, "a kind", KEYS, problems)?;
        let id = required(&map, "id", problems);
        let group = required(&map, "group", problems);
        let doc = map.required_text("doc", problems);
        Some(Self {
            host: map.flag("host", problems),
            alone: map.flag("alone", problems),
            releases: texts(&map, "releases", problems),
            doc_ref: map.text("doc-ref", problems).map(str::to_owned),
            id: id?,
            group: group?,
            doc: doc?.to_owned(),
        })
    }
}

impl Words {
    /// Reads one table.
    pub fn read(key: &Key, node: &Node, problems: &mut Problems) -> Option<Self> {
        let map = Mapping::open(node, "a word table", &["doc", "open", "words"], problems)?;
        let doc = map.required_text("doc", problems);
        let words = map.required("words", problems)?.items(problems);
        Some(Self {
            id: Text::key(key, node),
            open: map.flag("open", problems),
            words: words.iter().map(|word| Text::read_all(word, problems)).collect(),
            doc: doc?.to_owned(),
        })
    }
}

impl Feature {
    /// Reads one feature.
    pub fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let map = Mapping::open(node, "a feature", &["id", "doc"], problems)?;
        let id = required(&map, "id", problems);
        let doc = map.required_text("doc", problems);
        Some(Self { id: id?, doc: doc?.to_owned() })
    }
}

impl Processors {
    /// Reads one group.
    pub fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        const KEYS: &[&str] = &["architectures", "doc", "doc-ref", "list"];
        let map = Mapping::open(node, "a group of processors", KEYS, problems)?;
        let doc = map.required_text("doc", problems);
        let list = map.required("list", problems)?.items(problems);
        Some(Self {
            architectures: texts(&map, "architectures", problems),
            list: list.iter().filter_map(|node| Processor::read(node, problems)).collect(),
            doc: doc?.to_owned(),
        })
    }
}

impl Processor {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        const KEYS: &[&str] = &["name", "also", "features", "family", "elf-machine", "releases"];
        let map = Mapping::open(node, "a processor", KEYS, problems)?;
        let name = required(&map, "name", problems);
        Some(Self {
            also: texts(&map, "also", problems),
            features: texts(&map, "features", problems),
            family: optional(&map, "family", problems),
            elf_machine: map.number("elf-machine", problems),
            releases: texts(&map, "releases", problems),
            name: name?,
        })
    }
}

fn texts(map: &Mapping<'_>, key: &str, problems: &mut Problems) -> Vec<Text> {
    match map.get(key) {
        Some(node) if node.value != Value::Null => Text::read_all(node, problems),
        _ => Vec::new(),
    }
}
