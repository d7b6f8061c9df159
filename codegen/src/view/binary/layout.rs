//! The view of a format's layout table.

use serde::Serialize;

use crate::bake::Baker;
use crate::ir::binary::Format;

#[derive(Debug, Serialize)]
pub(super) struct LayoutView {
    file: String,
    uses: String,
    layout: String,
}

pub(super) fn view(format: &Format<'_>) -> LayoutView {
    let mut baker = Baker::default();
    let layout = baker.bake(&format.layout);
    LayoutView { file: format.file.clone(), layout, uses: baker.uses() }
}
