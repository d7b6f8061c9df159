//! Numbers with names.

use super::foreign;
use crate::model::binary::Docs;
use crate::problem::Problems;
use crate::reading::{Entries, FromEntry, FromNode, Mapping, Needed, mapping};
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
    pub struct Member by number: Spanned<i128> {
        pub id: Needed<Spanned<String>>,
        pub _docs: Docs as flatten,
    }
}

impl FromEntry for Enum {
    fn from_entry(key: &Spanned<String>, node: &Node, problems: &mut Problems) -> Option<Self> {
        Some(Self { id: key.clone(), members: FromNode::from_node(node, problems)? })
    }
}

/// A name alone, or a mapping. Words that YAML takes for others, such as `true`, are names here.
impl FromEntry for Member {
    fn from_entry(key: &Spanned<String>, node: &Node, problems: &mut Problems) -> Option<Self> {
        let digits = key.strip_prefix("0x").map(|digits| i128::from_str_radix(digits, 16));
        let Ok(number) = digits.unwrap_or_else(|| key.parse()) else {
            let hint = "write the number before the colon";
            return problems.refuse(key, "a whole number", format!("`{}`", key.value), hint);
        };
        let number = key.with(number);
        let alone = match &node.value {
            Value::Text(name) => Some(name.clone()),
            Value::Bool(flag) => Some(flag.to_string()),
            _ => None,
        };
        if let Some(name) = alone {
            return Some(Self { number, id: Needed(Some(Spanned::new(node, name))), _docs: Docs::default() });
        }
        let map = Mapping::open(
            node,
            "an interpreted enum value",
            &Self::names(),
            Some(&foreign::OF_VALUE),
            problems,
        )?;
        Self::read(number, &map, problems)
    }
}
