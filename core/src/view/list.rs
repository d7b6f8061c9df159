//! Lists of records, read on demand.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::record::View;
use crate::bytes::Bytes;
use crate::error::ReadError;
use crate::tree::{Attr, Fixed, Record, Tree};

/// A list of records in a file.
#[derive(Debug)]
pub struct List<'a, T> {
    bytes: Bytes<'a>,
    of: (&'static Tree<'static>, &'static Record<'static>),
    field: &'static str,
    at: u64,
    count: u64,
    items: PhantomData<fn() -> T>,
}

impl<T> Clone for List<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<'_, T> {}

impl<'a, T> List<'a, T> {
    pub(super) fn new(
        bytes: Bytes<'a>,
        of: (&'static Tree<'static>, &'static Record<'static>),
        field: &'static str,
        (at, count): (u64, u64),
    ) -> Self {
        Self { bytes, of, field, at, count, items: PhantomData }
    }

    /// Returns the declared number of items.
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Returns whether the declared number of items is 0.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

impl<'a, T: From<View<'a>>> List<'a, T> {
    /// Returns item `index`, from 0, or `None` past the end. Takes constant time if all items have the same length,
    /// otherwise it reads all items before it.
    ///
    /// # Errors
    ///
    /// Returns the first error of these items.
    pub fn get(&self, index: u64) -> Result<Option<T>, ReadError> {
        if index >= self.count {
            return Ok(None);
        }
        let mut items = self.iter();
        if let Some(place) = self
            .stride()
            .and_then(|len| self.at.checked_add(len.checked_mul(index)?))
        {
            (items.at, items.index) = (place, index);
        }
        while items.index < index {
            items.next().transpose()?;
        }
        items.next().transpose()
    }

    /// Returns the items in file order. Iteration ends after the first error.
    pub fn iter(&self) -> Items<'a, T> {
        Items { list: *self, at: self.at, index: 0 }
    }

    /// Converts every item with `each`.
    ///
    /// # Errors
    ///
    /// Returns the first error of the items or of `each`, at the item.
    pub fn convert<U>(&self, mut each: impl FnMut(T) -> Result<U, ReadError>) -> Result<Vec<U>, ReadError> {
        let mut converted = Vec::new();
        for (index, item) in (0..).zip(self.iter()) {
            converted.push(each(item?).map_err(|error| error.at_index(index).in_field(self.field))?);
        }
        Ok(converted)
    }

    /// If constant.
    fn stride(&self) -> Option<u64> {
        let (_, record) = self.of;
        let Fixed { count, len, is_simple, .. } = record.fixed;
        (is_simple && usize::from(count) == record.fields.len()).then_some(u64::from(len))
    }
}

impl<'a, T: From<View<'a>>> IntoIterator for List<'a, T> {
    type Item = Result<T, ReadError>;
    type IntoIter = Items<'a, T>;

    fn into_iter(self) -> Items<'a, T> {
        self.iter()
    }
}

impl<'a> View<'a> {
    /// Returns the list `slot`, without checking its items.
    ///
    /// # Errors
    ///
    /// Returns an error if the list does not begin within the file, or exceeds its limit.
    pub fn list<T: From<Self>>(self, slot: usize) -> Result<List<'a, T>, ReadError> {
        let attr = self.attr(slot).unwrap_or(&Attr::PLAIN);
        let record = self.held(attr).unwrap_or(&Record::EMPTY);
        let (at, count) = match self.plain_list(attr) {
            Some(found) => found,
            None => self.list_slowly(slot)?,
        };
        Ok(List::new(self.bytes, (self.tree, record), attr.name, (at, count)))
    }
}

/// An iterator over the items of a [`List`].
#[derive(Debug, Clone)]
pub struct Items<'a, T> {
    list: List<'a, T>,
    at: u64,
    index: u64,
}

impl<'a, T: From<View<'a>>> Iterator for Items<'a, T> {
    type Item = Result<T, ReadError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let List { bytes, of, field, count, .. } = self.list;
        if self.index >= count {
            return None;
        }
        let index = self.index;
        Some(match View::read_at(bytes, of, self.at) {
            Ok(view) => {
                (self.at, self.index) = (view.frame.end(), index.saturating_add(1));
                Ok(T::from(view))
            }
            Err(error) => {
                self.index = count;
                Err(error.at_index(index).in_field(field))
            }
        })
    }
}
