//! The view of a format's front module.

use serde_json::{Value, json};

use super::spell;
use crate::ir::binary::Format;

pub(super) fn view(format: &Format) -> Value {
    json!({
        "file": format.file,
        "docs": spell::docs(&format.spec.root.docs, None),
        "face": format.constant(),
        "is_written": !format.is_read_only(),
        "enums": spell::enums(format),
    })
}
