//! What the page of `inspect` shows: parts with their fields, taken in as they come.

use offload_bundle::report::InspectItem;

use super::super::counted::counted;
use super::content::{FileContent, PageContent, PartContent};
use super::of_size::wrong;

/// What bytes a page has.
pub(super) const BYTES: &str = "Bytes of code objects and other long fields: of a field of more than 256 bytes the first 64 are here, and of all fields 1 MiB at most.";
/// How many fields a page has room for.
const ROOM: usize = 20_000;

/// Takes in what is explained.
#[derive(Debug, Default)]
pub(in crate::print) struct InspectPage {
    content: PageContent,
    /// The bytes of the part that is explained now.
    bytes: Vec<offload_bundle::report::InspectedBytes>,
    /// How many fields there are, and how many of them are left out.
    fields: usize,
    left_out: usize,
    /// Parts that are left out, because there is no room for any of their fields.
    parts_left_out: usize,
    /// Whether the part that is explained now is left out.
    is_left_out: bool,
}

impl InspectPage {
    /// Takes in the next piece.
    pub(in crate::print) fn take(&mut self, item: &InspectItem<'_>) {
        let PageContent { files, texts, notes, .. } = &mut self.content;
        if let InspectItem::File(name) = item {
            files.push(FileContent { name: name.to_string(), ..FileContent::default() });
        }
        let Some(file) = files.last_mut() else { return };
        match item {
            InspectItem::Part(place) => {
                self.is_left_out = self.fields >= ROOM;
                match self.is_left_out {
                    true => self.parts_left_out = self.parts_left_out.saturating_add(1),
                    false => file.fields.push(PartContent::begin(&file.name, place)),
                }
            }
            InspectItem::Row(row) => {
                self.fields = self.fields.saturating_add(1);
                match file.fields.last_mut().filter(|_| !self.is_left_out) {
                    Some(part) if self.fields <= ROOM => part.push(row, texts),
                    Some(part) => part.left = part.left.saturating_add(1),
                    None => {}
                }
                self.left_out = self.fields.saturating_sub(ROOM);
            }
            InspectItem::Bytes(bytes) => self.bytes.clone_from(bytes),
            InspectItem::EndPart(findings) => {
                if let Some(part) = file.fields.last_mut().filter(|_| !self.is_left_out) {
                    part.end(&self.bytes, findings);
                }
            }
            InspectItem::End(of_file) => notes.extend(wrong(&file.name, of_file)),
            _ => {}
        }
    }

    /// What the page shows; nothing where there is nothing to show.
    pub(in crate::print) fn content(self) -> Option<PageContent> {
        let Self { mut content, fields, left_out, parts_left_out, .. } = self;
        content.files.retain(|file| !file.fields.is_empty());
        if content.files.is_empty() {
            return None;
        }
        (content.command, content.version) = ("inspect", env!("CARGO_PKG_VERSION"));
        let parts = content
            .files
            .iter()
            .map(|file| file.fields.len())
            .fold(0, usize::saturating_add);
        content.about = format!(
            "{} of {} in {}",
            counted(fields, "field", "fields"),
            counted(parts.saturating_add(parts_left_out), "part", "parts"),
            counted(content.files.len(), "file", "files"),
        );
        let mut notes = vec![BYTES.to_owned()];
        if left_out > 0 {
            notes.push(format!(
                "{}, because the page has room for {ROOM}: without `--html`, `inspect` shows them all.",
                counted(left_out, "field", "fields")
            ));
        }
        notes.append(&mut content.notes);
        content.notes = notes;
        Some(content)
    }
}
