//! A format that is only read, resolved.

use offload_bundle_core::tree::Tree;

use crate::model::layout::Spec;

#[derive(Debug, Clone)]
pub struct Format<'a> {
    pub file: &'a str,
    pub spec: &'a Spec,
    /// Its module.
    pub module: String,
    /// Its records as a table.
    pub tree: Tree<'a>,
}
