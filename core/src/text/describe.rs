//! Description of bundles in text formats.

use alloc::borrow::Cow;
use alloc::string::String;

use super::read::{Entry, Line, Reader};
use super::tables::Marker;
use super::{END, START};
use crate::bytes::length;
use crate::describe::{Describer, Field, FieldValue, Shape};
use crate::error::ReadError;

impl Reader<'_> {
    /// Shows the bundle to `describer`, in file order.
    ///
    /// # Errors
    ///
    /// Returns the error of the first entry that is not valid, after showing the entries before it.
    pub fn describe(&self, describer: &mut dyn Describer) -> Result<(), ReadError> {
        describer.begin("entries", Shape::List);
        let mut passed = 0;
        for entry in self.entries() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    describer.end();
                    return Err(error);
                }
            };
            describer.item(entry.index);
            self.show_outside(passed, entry.start.ofs, describer);
            self.show_entry(&entry, describer);
            describer.end();
            passed = entry.end.end;
        }
        describer.end();
        self.show_outside(passed, self.frame()?.len, describer);
        Ok(())
    }

    fn show_entry(&self, entry: &Entry<'_>, describer: &mut dyn Describer) {
        let (format, place) = (self.format(), entry.place());
        self.show_line((START, &format.start), &entry.start, entry.field(), describer);
        describer.field(Field {
            name: format.content.name,
            offset: self.bytes().absolute(place.ofs),
            len: place.len,
            value: FieldValue::Opaque(place.len),
            meaning: format.content.meaning,
        });
        self.show_line((END, &format.end), &entry.end, entry.field(), describer);
    }

    fn show_line(
        &self,
        (name, marker): (&'static str, &Marker<'static>),
        line: &Line<'_>,
        value: Result<&str, ReadError>,
        describer: &mut dyn Describer,
    ) {
        describer.begin(name, Shape::Record);
        let field_end = line.field_ofs.saturating_add(length(line.field));
        let field = self.format().field;
        self.show_part("mark", line.ofs, line.field_ofs, None, marker.meaning, describer);
        let value = match value {
            Ok(text) => FieldValue::Text(Cow::Borrowed(text)),
            Err(mut error) => {
                error.path = field.name.into();
                FieldValue::Bad(error)
            }
        };
        self.show_part(
            field.name,
            line.field_ofs,
            field_end,
            Some(value),
            field.meaning,
            describer,
        );
        self.show_part(
            "line_end",
            field_end,
            line.end,
            None,
            "Ends the marker line.",
            describer,
        );
        describer.end();
    }

    fn show_part(
        &self,
        name: &'static str,
        from: u64,
        to: u64,
        value: Option<FieldValue<'_>>,
        meaning: &'static str,
        describer: &mut dyn Describer,
    ) {
        let len = to.saturating_sub(from);
        let bytes = self.bytes().take(from, len).unwrap_or_default();
        let shown = || FieldValue::Text(Cow::Owned(String::from_utf8_lossy(bytes).into_owned()));
        let value = value.unwrap_or_else(shown);
        let offset = self.bytes().absolute(from);
        describer.field(Field { name, offset, len, value, meaning });
    }

    fn show_outside(&self, from: u64, to: u64, describer: &mut dyn Describer) {
        let len = to.saturating_sub(from);
        if len > 0 {
            let outside = self.format().outside;
            describer.field(Field {
                name: outside.name,
                offset: self.bytes().absolute(from),
                len,
                value: FieldValue::Opaque(len),
                meaning: outside.meaning,
            });
        }
    }
}
