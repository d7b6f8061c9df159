//! What a command prints where JSON is asked for.

use super::Word;
use crate::mapping::Mapping;
use crate::problem::Problems;
use crate::yaml::Node;

/// The form of a JSON document.
#[derive(Debug, Clone)]
pub struct Json {
    /// What stands at the outermost level, and when.
    pub doc: String,
    /// Each key with what its value means. Before a key stand the keys of what it is in, with a dot behind each; lists in between do
    /// not count. `*` stands for any keys.
    pub keys: Vec<(Word, String)>,
}

impl Json {
    pub(super) fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let map = Mapping::open(node, "a JSON form", &["doc", "keys"], problems)?;
        let doc = map.required_text("doc", problems);
        map.required("keys", problems)?;
        let mut keys = Vec::new();
        for (key, node) in map.entries("keys", problems) {
            if let Some(meaning) = node.text(problems) {
                let key = Word { text: key.text.clone(), at: node.clone() };
                keys.push((key, meaning.trim().to_owned()));
            }
        }
        Some(Self { doc: doc?.trim().to_owned(), keys })
    }
}
