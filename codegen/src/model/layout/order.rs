//! Orders of bytes and bits.

use crate::formula::Formula;
use crate::reading::{Entries, Read, Reader, mapping, words};
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

words! {
    pub enum Order as "a byte order" {
        /// The least significant byte or bit first.
        Little = "le",
        /// The most significant byte or bit first.
        Big = "be",
    }
}

/// The byte order of numbers that do not say their own.
#[derive(Debug, Clone)]
pub enum Endian {
    Is(Order),
    /// That which the value of an expression has.
    By(Spanned<Formula>, Vec<(Spanned<Formula>, Order)>),
}

mapping! {
    struct EndianSwitch as "a switch of byte orders" {
        pub switch_on: Spanned<Formula>,
        pub cases: Entries<(Spanned<String>, Spanned<Order>)>,
    }
}

impl<'a> Read<'a> for Endian {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        if !matches!(node.value, Value::Map(_)) {
            return Order::read(node, reader).map(Self::Is);
        }
        let switch: EndianSwitch = Read::read(node, reader)?;
        let cases = switch.cases.iter();
        let cases = cases.map(|(key, order)| (key.with(Formula::read(key, key, reader)), order.value));
        Some(Self::By(switch.switch_on.clone(), cases.collect()))
    }
}
