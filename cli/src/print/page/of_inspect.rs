//! What the page of `inspect` shows: parts with their fields, taken in as they come.

use offload_bundle::report::InspectItem;

use super::super::counted::pluralize;
use super::content::{BYTES, FileContent, PageContent, PartContent, wrong};

/// How many fields a page has room for. No part takes more than half of what is left, so that those behind a large one are there too.
const ROOM: usize = 20_000;

/// Takes in what is explained.
#[derive(Debug, Default)]
pub(in crate::print) struct InspectPage {
    content: PageContent,
    /// The bytes of the part that is explained now.
    bytes: Vec<offload_bundle::report::InspectedBytes>,
    /// How many fields there are, and how many of them the page has.
    fields: usize,
    kept: usize,
    /// How many fields of the part that is explained now there is still room for; none where the part is left out.
    room: Option<usize>,
    /// Parts that are left out, because there is no room for any of their fields.
    parts_left_out: usize,
    /// How many those were when this file began.
    left_out_before: usize,
    /// Files that are left out, because all of their parts are.
    files_left_out: usize,
}

impl InspectPage {
    /// Takes in the next piece.
    pub(in crate::print) fn take(&mut self, item: &InspectItem<'_>) {
        let PageContent { files, texts, notes, .. } = &mut self.content;
        if let InspectItem::File(name) = item {
            files.push(FileContent { name: name.to_string(), ..FileContent::default() });
            self.left_out_before = self.parts_left_out;
        }
        let Some(file) = files.last_mut() else { return };
        match item {
            InspectItem::Part(place) => {
                let left = ROOM.saturating_sub(self.kept);
                self.room = (left > 0).then_some(left.div_ceil(2));
                match self.room {
                    None => self.parts_left_out = self.parts_left_out.saturating_add(1),
                    Some(_) => file.fields.push(PartContent::begin(&file.name, place)),
                }
            }
            InspectItem::Row(row) => {
                self.fields = self.fields.saturating_add(1);
                let Some((room, part)) = self.room.as_mut().zip(file.fields.last_mut()) else {
                    return;
                };
                match room.checked_sub(1) {
                    Some(less) => {
                        *room = less;
                        self.kept = self.kept.saturating_add(1);
                        part.push(row, texts);
                    }
                    None => part.left = part.left.saturating_add(1),
                }
            }
            InspectItem::Bytes(bytes) => self.bytes.clone_from(bytes),
            InspectItem::EndPart(findings) => {
                if let Some(part) = file.fields.last_mut().filter(|_| self.room.is_some()) {
                    part.end(&self.bytes, findings);
                }
            }
            InspectItem::End(of_file) => {
                let none_is_here = file.fields.is_empty() && self.parts_left_out > self.left_out_before;
                self.files_left_out = self.files_left_out.saturating_add(usize::from(none_is_here));
                notes.extend(wrong(&file.name, of_file));
            }
            _ => {}
        }
    }

    /// What the page shows; nothing where there is nothing to show.
    pub(in crate::print) fn content(self) -> Option<PageContent> {
        let Self { mut content, fields, kept, parts_left_out, files_left_out, .. } = self;
        content.files.retain(|file| !file.fields.is_empty());
        if content.files.is_empty() {
            return None;
        }
        (content.command, content.version) = ("inspect", env!("CARGO_PKG_VERSION"));
        let parts = content
            .files
            .iter()
            .map(|file| file.fields.len())
            .fold(parts_left_out, usize::saturating_add);
        content.about = format!(
            "{} of {} in {}",
            pluralize(fields, "field", "fields"),
            pluralize(parts, "part", "parts"),
            pluralize(content.files.len().saturating_add(files_left_out), "file", "files"),
        );
        let mut notes = vec![BYTES.to_owned()];
        if fields > kept {
            let left_out = [
                (fields.saturating_sub(kept), "field", "fields"),
                (parts_left_out, "whole part", "whole parts"),
                (files_left_out, "whole file", "whole files"),
            ];
            let left_out = left_out.into_iter().filter(|(count, ..)| *count > 0);
            let left_out: Vec<String> = left_out
                .map(|(count, one, several)| pluralize(count, one, several))
                .collect();
            notes.push(format!(
                "{}, because the page has room for {ROOM} fields, and no part takes more than half of what is left: without `--html`, \
                 `inspect` shows them all.",
                left_out.join(", ")
            ));
        }
        notes.append(&mut content.notes);
        content.notes = notes;
        Some(content)
    }
}
