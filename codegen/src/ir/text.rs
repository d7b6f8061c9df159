//! A resolved text format.

use offload_bundle_core::text;

use crate::model::text::Spec;

#[derive(Debug, Clone)]
pub struct TextFormat<'a> {
    pub file: &'a str,
    pub spec: &'a Spec,
    pub table: text::TextFormat<'a>,
}
