//! A change of one place of a schema, and the tree with it.

use offload_bundle_codegen::yaml::{Node, Value};

/// A change of one place of a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Where: the path in the tree, such as `/seq/0/type`.
    pub place: String,
    /// The line.
    pub line: u64,
    /// What kind of change it is.
    pub operator: &'static str,
    /// What is done, for people.
    pub what: String,
    /// Which child of which, from the root on.
    pub steps: Vec<usize>,
    /// What becomes of it.
    pub edit: Edit,
}

/// What becomes of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// The leaf becomes this one.
    Leaf(Leaf),
    /// This child goes.
    Drop(usize),
    /// This child and the next one change places.
    Exchange(usize),
}

/// A node without children.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Leaf {
    Bool(bool),
    Int(i128),
    Text(String),
}

/// The tree with the change in it.
pub fn apply(root: &Node, change: &Change) -> Node {
    let mut tree = root.clone();
    let mut node = &mut tree;
    for step in &change.steps {
        let child = match &mut node.value {
            Value::List(items) => items.get_mut(*step),
            Value::Map(entries) => entries.get_mut(*step).map(|(_, child)| child),
            _ => None,
        };
        match child {
            Some(child) => node = child,
            None => return root.clone(),
        }
    }
    match (&change.edit, &mut node.value) {
        (Edit::Drop(at), Value::List(items)) => drop(items.remove(*at)),
        (Edit::Drop(at), Value::Map(entries)) => drop(entries.remove(*at)),
        (Edit::Exchange(at), Value::List(items)) => items.swap(*at, at + 1),
        (Edit::Leaf(leaf), value) => {
            *value = match leaf.clone() {
                Leaf::Bool(value) => Value::Bool(value),
                Leaf::Int(value) => Value::Int(value),
                Leaf::Text(value) => Value::Text(value),
            }
        }
        _ => {}
    }
    tree
}
