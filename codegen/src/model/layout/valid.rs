//! Which values a field may have.

use crate::formula::Formula;
use crate::problem::Problems;
use crate::reading::{FromNode, mapping};
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

mapping! {
    /// The rules for the value of a field.
    pub struct Valid as "`valid`" {
        pub eq: Option<Spanned<Formula>>,
        pub min: Option<Spanned<Formula>>,
        pub max: Option<Spanned<Formula>>,
        pub any_of: Vec<Spanned<Formula>>,
        /// What is true of it.
        pub expr: Option<Spanned<Formula>>,
        pub in_enum: bool,
    }
}

/// A value alone, or rules.
#[derive(Debug, Clone)]
pub struct Rules(pub Valid);

impl FromNode for Rules {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        if matches!(node.value, Value::Map(_)) {
            return Valid::from_node(node, problems).map(Self);
        }
        let eq = Spanned::<Formula>::from_node(node, problems)?;
        Some(Self(Valid {
            eq: Some(eq),
            min: None,
            max: None,
            any_of: Vec::new(),
            expr: None,
            in_enum: false,
        }))
    }
}
