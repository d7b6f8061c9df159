//! A text format, resolved: its table, beside the schema that it is from.

use offload_bundle_core::text;

use crate::model::text::Spec;

#[derive(Debug, Clone)]
pub struct TextFormat<'a> {
    pub file: &'a str,
    pub spec: &'a Spec,
    /// What core reads, writes and shows it by.
    pub table: text::TextFormat<'a>,
}
