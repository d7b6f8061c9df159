//! The images of a group.

use alloc::string::String;
use alloc::vec::Vec;

use super::walk::{At, Contents, out_of_bounds};
use super::walker::Walker;
use crate::attributes::Attributes;
use crate::bytes::{Bytes, Place, length};
use crate::describe::{Describer, Shape};
use crate::error::ReadError;
use crate::tree::{Numbers, Records};

pub(super) struct Image {
    pub(super) number: u64,
    pub(super) id: String,
    /// In bytes from the start of the input.
    pub(super) start: u64,
    /// In the unpacked bytes of the group.
    pub(super) within: Place,
    pub(super) attributes: Attributes,
}

impl Walker {
    pub(super) fn images(
        &self,
        entry: &Numbers,
        around: &At<'_>,
        contents: &Contents,
        describer: &mut dyn Describer,
    ) -> Result<Vec<Image>, ReadError> {
        let (table, records) = (self.table.groups, Records(self.tree));
        let bytes = Bytes::new(around.head).at_origin(around.start);
        let begin = entry.value(self.table.options.at);
        let numbers = records.read(table.record, bytes, begin, describer)?;
        let size = numbers.get(table.size);
        let end = begin.saturating_add(size.value);
        if end > length(around.head) {
            return Err(out_of_bounds(around.start, size, begin, length(around.head)));
        }
        let mut at = begin.saturating_add(records.len_of(table.record));
        let mut images = Vec::new();
        describer.begin(table.image, Shape::List);
        let mut found = Ok(());
        // Each record uses bytes of the table, so any count leads to linear work.
        for number in 0..numbers.value(table.count) {
            describer.item(number);
            let image = self.image(bytes.cut(end), at, number, (around, contents), describer);
            describer.end();
            match image {
                Ok((image, len)) => {
                    images.push(image);
                    at = at.saturating_add(len);
                }
                Err(error) => {
                    found = Err(error.at_index(number).in_field(table.image));
                    break;
                }
            }
        }
        describer.end();
        found.map(|()| images)
    }

    fn image(
        &self,
        bytes: Bytes<'_>,
        at: u64,
        number: u64,
        (around, contents): (&At<'_>, &Contents),
        describer: &mut dyn Describer,
    ) -> Result<(Image, u64), ReadError> {
        let (table, records) = (self.table.groups, Records(self.tree));
        let image = records.read(table.image, bytes, at, describer)?;
        let (offset, len) = (image.get(table.offset), image.get(table.length));
        if offset.value.saturating_add(len.value) > contents.len {
            return Err(out_of_bounds(around.start, len, offset.value, contents.len));
        }
        let record = bytes.take(at, bytes.len().saturating_sub(at))?;
        let start = around.start.saturating_add(at);
        let attributes = self.attributes(record, &image, start);
        let found = Image {
            number,
            id: self.id(&image),
            start,
            within: Place { ofs: offset.value, len: len.value },
            attributes,
        };
        Ok((found, self.record_len(record, &image)))
    }

    /// With name and options; not declared.
    fn record_len(&self, record: &[u8], image: &Numbers) -> u64 {
        let named = match image.value(self.table.name_offset) {
            0 => 0,
            offset => offset
                .saturating_add(image.value(self.table.name_size))
                .saturating_add(1),
        };
        let options = self.options(record, image).map_or(0, Place::end);
        let end = Records(self.tree)
            .len_of(self.table.groups.image)
            .max(named)
            .max(options);
        end.checked_next_multiple_of(self.table.alignment.max(1))
            .unwrap_or(u64::MAX)
    }
}
