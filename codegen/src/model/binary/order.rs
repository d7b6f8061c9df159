//! Byte and bit orders.

use offload_bundle_core::tree::Order;

use crate::formula::Formula;
use crate::reading::{Read, Reader, Rows, mapping, words};
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

words! {
    for Order as "a byte order" {
        "le" => Order::Little,
        "be" => Order::Big,
    }
}

#[derive(Debug, Clone)]
pub enum Endian {
    Is(Order),
    /// Depends on an expression.
    By(Spanned<Formula>, Vec<(Spanned<Formula>, Order)>),
}

mapping! {
    struct EndianSwitch as "a switch of byte orders" {
        pub switch_on: Spanned<Formula>,
        pub cases: Vec<(Spanned<String>, Spanned<Order>)> as (Rows),
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
