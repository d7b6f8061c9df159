//! What entries of a table of contents, and contents in its list, have: values under keys, as they come.

use alloc::vec::Vec;

use super::fields::FieldsReader;
use super::keys::{Inner, Keys};
use super::paths::entry_path;
use super::stored::RowEntry;
use super::tables::TocKey;
use crate::error::{Path, ReadError};
use crate::message_pack::{Scalar, Token};

impl FieldsReader {
    /// A target under a name, or what is under it.
    pub(super) fn target(&mut self, token: &Token<'_>) -> Result<(), ReadError> {
        let number = self.fields.rows.as_ref().map_or(0, Vec::len).saturating_sub(1);
        let rows = self.fields.rows.as_deref().unwrap_or_default();
        let entries = rows.last().map_or(0, |row| row.entries.len());
        if token.is_key {
            let path = entry_path(self.table, number, entries);
            self.count(token, &path)?;
            let target = self.text(token, path)?;
            let entry = RowEntry { target, kind: None, ordinal: None, size: None, wrong: None };
            self.push(|row| row.entries.push(entry));
            return Ok(());
        }
        self.inner = Keys::default();
        if token.scalar != Scalar::Map {
            let error = self.wrong(token, "a map", Path::default());
            self.push(|row| row.set_wrong(error));
        }
        Ok(())
    }

    /// What the last entry has. Paths of what is wrong begin in it.
    pub(super) fn entry(&mut self, token: &Token<'_>) {
        let keys = &self.table.entry;
        if token.is_key {
            let known = [(Inner::Kind, keys.kind), (Inner::Ordinal, keys.ordinal), (Inner::Length, keys.size)];
            if let Err(error) = self.inner_key(token, known) {
                self.push(|row| row.set_wrong(error));
            }
            return;
        }
        let (text, number) = (self.text(token, Path::default()), self.number(token, Path::default()));
        let now = self.inner.now;
        self.push(|row| {
            let Some(entry) = row.entries.last_mut() else { return };
            match now {
                Inner::Kind => entry.kind = text.ok(),
                Inner::Ordinal => entry.ordinal = Some(number.map_err(|error| error.in_field(keys.ordinal.key))),
                Inner::Length => entry.size = Some(number.map_err(|error| error.in_field(keys.size.key))),
                _ => {}
            }
        });
    }

    /// What the last item of the list has. Paths of what is wrong begin in it.
    pub(super) fn item(&mut self, token: &Token<'_>) {
        let keys = &self.table.listed.keys;
        let wrong = match token.is_key {
            true => self.inner_key(token, [(Inner::Offset, keys.offset), (Inner::ItemLength, keys.size)]),
            false => Ok(()),
        };
        let (number, now) = (self.number(token, Path::default()), self.inner.now);
        let Some(item) = self.fields.list.as_mut().and_then(|list| list.last_mut()) else {
            return;
        };
        if let Err(error) = wrong {
            item.wrong = Some(error);
        }
        if token.is_key {
            return;
        }
        match now {
            Inner::Offset => item.offset = Some(number.map_err(|error| error.in_field(keys.offset.key))),
            Inner::ItemLength => item.size = Some(number.map_err(|error| error.in_field(keys.size.key))),
            _ => {}
        }
    }

    /// A key of an entry, or of an item, which may be one of `known`.
    fn inner_key<const N: usize>(
        &mut self,
        token: &Token<'_>,
        known: [(Inner, TocKey<'static>); N],
    ) -> Result<(), ReadError> {
        let again = self.inner.take(token, known);
        again.map_or(Ok(()), |key| Err(self.again(token, key)))
    }
}
