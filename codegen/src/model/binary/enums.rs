//! Named numbers.

use offload_bundle_core::envelope::Codec;

use super::docs::Docs;
use super::foreign;
use crate::problem::Problems;
use crate::prose::listed;
use crate::reading::{Entries, FromEntry, FromKey, FromNode, Mapping, mapping, words};
use crate::spanned::Spanned;
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
        /// First version of the format that has it.
        pub since: Option<Spanned<u64>> as "-since",
        /// The way of compressing that it stands for.
        pub codec: Option<Spanned<Codec>> as "-codec",
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

/// A name alone, or a mapping.
impl FromEntry for Member {
    fn from_entry(key: &Spanned<String>, node: &Node, problems: &mut Problems) -> Option<Self> {
        let number = FromKey::from_key(key, problems)?;
        if let Value::Text(name) = &node.value {
            let id = Spanned::new(node, name.clone());
            return Some(Self { number, id, docs: Docs::default(), since: None, codec: None });
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
