//! A resolved interpreted format.

use offload_bundle_core::tree::Tree;

use crate::model::binary::Spec;

#[derive(Debug, Clone)]
pub struct Format<'a> {
    pub file: &'a str,
    pub spec: &'a Spec,
    pub module: String,
    pub tree: Tree<'a>,
}
