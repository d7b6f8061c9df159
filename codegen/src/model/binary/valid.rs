//! Rules for values.

use crate::formula::Formula;
use crate::reading::{Read, Reader, mapping};
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

mapping! {
    pub struct Valid as "`valid`" {
        pub eq: Option<Spanned<Formula>>,
        pub min: Option<Spanned<Formula>>,
        pub max: Option<Spanned<Formula>>,
        pub any_of: Vec<Spanned<Formula>>,
        pub expr: Option<Spanned<Formula>>,
        pub in_enum: bool,
    }
}

/// A single value, or a mapping.
#[derive(Debug, Clone)]
pub struct Rules(pub Valid);

impl<'a> Read<'a> for Rules {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        if matches!(node.value, Value::Map(_)) {
            return Read::read(node, reader).map(Self);
        }
        let eq = Spanned::<Formula>::read(node, reader)?;
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
