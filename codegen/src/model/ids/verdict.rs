//! The rules that judge IDs: which may stand together, and which serves which.

use super::style::Among;
use super::{Text, optional, required};
use crate::mapping::Mapping;
use crate::problem::Problems;
use crate::yaml::Node;

/// A rule of composition.
#[derive(Debug, Clone)]
pub struct Composition {
    /// Its name.
    pub id: Text,
    /// What it finds: `equal`, `open-feature` or `host-after-others`.
    pub finds: Text,
    /// How bad that is: `error`, `warning` or `note`.
    pub level: Text,
    /// The parts that must agree for `open-feature`.
    pub same: Vec<Text>,
    /// The conflict in words.
    pub because: Text,
    /// Section of the source document.
    pub doc_ref: Option<String>,
}

/// A rule of compatibility.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// Its name.
    pub id: Text,
    /// What it compares: `text`, `readability`, `own-features`, `features` or a part.
    pub compares: Text,
    /// Whether words of one group agree.
    pub by_group: bool,
    /// What a missing part counts as.
    pub missing: Option<Text>,
    /// What an unlisted word counts as.
    pub unlisted: Option<Text>,
    /// Where the part does not matter.
    pub ignored: Vec<Among>,
    /// What each stored sign serves: names of signs, `any` among them.
    pub serves: Vec<(Text, Vec<Text>)>,
    /// The reason where both agree.
    pub agrees: Option<Text>,
    /// The reason where they differ.
    pub differs: Option<Text>,
    /// The reason where the stored processor is the asked one's family.
    pub in_family: Option<Text>,
    /// How a missing part or a feature left open is shown.
    pub nothing: Option<Text>,
    /// Section of the source document.
    pub doc_ref: Option<String>,
}

impl Composition {
    /// Reads one rule.
    pub fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        const KEYS: &[&str] = &["id", "finds", "level", "same", "because", "doc-ref"];
        let map = Mapping::open(node, "a composition rule", KEYS, problems)?;
        let id = required(&map, "id", problems);
        let finds = required(&map, "finds", problems);
        let because = required(&map, "because", problems);
        let level = required(&map, "level", problems);
        Some(Self {
            same: map
                .get("same")
                .map(|node| Text::read_all(node, problems))
                .unwrap_or_default(),
            doc_ref: map.text("doc-ref", problems).map(str::to_owned),
            id: id?,
            finds: finds?,
            level: level?,
            because: because?,
        })
    }
}

impl Comparison {
    /// Reads one rule.
    pub fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        const KEYS: &[&str] = &[
            "id",
            "compares",
            "by-group",
            "missing",
            "unlisted",
            "ignored-where",
            "serves",
            "agrees",
            "differs",
            "differs-in-family",
            "nothing",
            "doc-ref",
        ];
        let map = Mapping::open(node, "a compatibility rule", KEYS, problems)?;
        let id = required(&map, "id", problems);
        let compares = required(&map, "compares", problems);
        let serves = map.entries("serves", problems);
        Some(Self {
            by_group: map.flag("by-group", problems),
            missing: optional(&map, "missing", problems),
            unlisted: optional(&map, "unlisted", problems),
            ignored: Among::read_all(&map, "ignored-where", problems),
            serves: serves
                .iter()
                .map(|(key, node)| (Text::key(key, node), Text::read_all(node, problems)))
                .collect(),
            agrees: optional(&map, "agrees", problems),
            differs: optional(&map, "differs", problems),
            in_family: optional(&map, "differs-in-family", problems),
            nothing: optional(&map, "nothing", problems),
            doc_ref: map.text("doc-ref", problems).map(str::to_owned),
            id: id?,
            compares: compares?,
        })
    }
}
