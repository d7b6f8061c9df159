//! Named numbers.

use offload_bundle_core::envelope::Codec;

use super::docs::Docs;
use super::foreign;
use crate::problem::Problems;
use crate::prose::listed;
use crate::reading::{Entries, FromEntry, FromKey, FromNode, Mapping, mapping, words};
use crate::spanned::{Span, Spanned};
use crate::yaml::{Node, Value};

/// Numbers with names, in file order.
#[derive(Debug, Clone)]
pub struct Enum {
    pub id: Spanned<String>,
    pub members: Entries<Member>,
}

mapping! {
    /// One named number.
    pub struct Member by number: Spanned<u64> {
        pub id: Spanned<String>,
        pub docs: Docs as flatten,
        /// The way of compressing that it stands for.
        pub codec: Option<Spanned<Codec>> as "-codec",
        /// What it is called where a container is spoken of, if not by its id. Several values may have one word.
        pub word: Option<Spanned<String>> as "-word",
        /// The releases in which it has this number.
        pub releases: Option<Spanned<Vec<String>>> as "-releases",
        /// What names of files end in whose content is of this kind, without the dot.
        pub suffix: Option<Spanned<String>> as "-suffix",
        /// What content of this kind begins with.
        pub begins: Option<Spanned<Vec<u8>>> as "-begins",
    }
}

words! {
    for Codec as "a way of compressing that the runtime knows" {
        "zstd" => Codec::Zstd,
        "zlib" => Codec::Zlib,
    }
}

impl Enum {
    /// The numbers with their names, for people.
    pub fn known(&self) -> String {
        let members = self.members.iter();
        listed(members.map(|member| format!("{} ({})", member.number.value, member.id.value)))
    }
}

impl FromEntry for Enum {
    fn from_entry(key: &Spanned<String>, node: &Node, problems: &mut Problems) -> Option<Self> {
        Some(Self { id: key.clone(), members: FromNode::from_node(node, problems)? })
    }
}

impl Member {
    /// A number of which nothing is said but its name.
    fn plain(number: Spanned<u64>, id: Spanned<String>) -> Self {
        let docs = Docs::default();
        Self { number, id, docs, codec: None, word: None, releases: None, suffix: None, begins: None }
    }

    /// What it is called where a container is spoken of.
    pub fn called(&self) -> &str {
        self.word.as_ref().map_or(&self.id.value, |word| &word.value)
    }

    /// Whether it has a key that says something of the entries of a container.
    pub fn of_entries(&self) -> Option<&Span> {
        let Self { word, releases, suffix, begins, .. } = self;
        let (word, suffix) = (
            word.as_ref().map(|said| &said.span),
            suffix.as_ref().map(|said| &said.span),
        );
        let (releases, begins) = (
            releases.as_ref().map(|said| &said.span),
            begins.as_ref().map(|said| &said.span),
        );
        word.or(releases).or(suffix).or(begins)
    }
}

/// A name alone, or a mapping.
impl FromEntry for Member {
    fn from_entry(key: &Spanned<String>, node: &Node, problems: &mut Problems) -> Option<Self> {
        let number = FromKey::from_key(key, problems)?;
        if let Value::Text(name) = &node.value {
            let id = Spanned::new(node, name.clone());
            return Some(Self::plain(number, id));
        }
        let map = Mapping::open(
            node,
            "an enum value",
            &Self::names(),
            Some(&foreign::OF_VALUE),
            problems,
        )?;
        Self::read(number, &map, problems)
    }
}
