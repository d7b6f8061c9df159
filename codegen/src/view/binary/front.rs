//! The view of a format's front module.

use serde_json::{Value, json};

use super::spell;
use crate::ir::binary::Format;

pub(super) fn view(format: &Format) -> Value {
    let docs = format.root().map(spell::group_docs);
    json!({
        "file": format.file,
        "docs": docs.unwrap_or_default(),
        "face": format.constant(),
        "is_written": !format.is_read_only(),
        "enums": spell::enums(format),
    })
}
