//! Collects the parts and fields for the page of `inspect`.

use offload_bundle::FileName;
use offload_bundle::report::{FileNotes, InspectItem, InspectedPart};
use serde::Serialize;

use super::super::advice::advise;

/// A part gets at most half of the rest, so that later parts appear too.
const ROOM: usize = 20_000;

#[derive(Debug, Default, Serialize)]
pub(in crate::print) struct InspectPage {
    files: Vec<ExplainedFile>,
    /// Omitted fields, parts and files.
    left_out_counts: [usize; 3],
    wrong: Vec<String>,
    #[serde(skip)]
    kept: usize,
    /// For the current part; `None` if it is omitted.
    #[serde(skip)]
    room: Option<usize>,
}

#[derive(Debug, Serialize)]
struct ExplainedFile {
    file: FileName,
    parts: Vec<ExplainedPart>,
    #[serde(skip)]
    is_cut: bool,
}

#[derive(Debug, Serialize)]
struct ExplainedPart {
    #[serde(flatten)]
    part: InspectedPart,
    left_out_count: usize,
}

impl InspectPage {
    pub(in crate::print) fn take(&mut self, item: &InspectItem<'_>) {
        if let InspectItem::File(file) = item {
            self.files
                .push(ExplainedFile { file: (*file).clone(), parts: Vec::new(), is_cut: false });
        }
        let Some(file) = self.files.last_mut() else { return };
        let [fields, parts, files] = &mut self.left_out_counts;
        if let InspectItem::Part(place) = item {
            let left = ROOM.saturating_sub(self.kept);
            self.room = (left > 0).then_some(left.div_ceil(2));
            if self.room.is_some() {
                let part = InspectedPart::new(place.clone());
                file.parts.push(ExplainedPart { part, left_out_count: 0 });
            } else {
                *parts = parts.saturating_add(1);
                file.is_cut = true;
            }
        }
        let shown = self.room.as_mut().zip(file.parts.last_mut());
        match (item, shown) {
            (InspectItem::Row(row), Some((room @ 1.., ExplainedPart { part, .. }))) => {
                *room = room.saturating_sub(1);
                self.kept = self.kept.saturating_add(1);
                part.rows.push(row.clone());
            }
            (InspectItem::Row(_), shown) => {
                *fields = fields.saturating_add(1);
                if let Some((_, part)) = shown {
                    part.left_out_count = part.left_out_count.saturating_add(1);
                }
            }
            (InspectItem::EndPart(end), Some((_, shown))) => {
                shown.part.end.clone_from(end);
                shown.part.end.value = None;
            }
            (InspectItem::End(notes), _) => {
                self.wrong.extend(wrong(&file.file, notes));
                if file.parts.is_empty() {
                    *files = files.saturating_add(usize::from(file.is_cut));
                    self.files.pop();
                }
            }
            _ => {}
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}

pub(super) fn wrong(name: &FileName, notes: &FileNotes) -> Vec<String> {
    let error = notes.error.iter().map(advise);
    let warnings = notes.warnings.iter();
    let warnings = warnings.map(|warning| format!("{name}: at byte {:#x}: {}", warning.offset, warning.message));
    error.chain(warnings).collect()
}
