//! Lists of records in a file, which are read one record at a time.

use alloc::vec::Vec;

use crate::error::ReadError;

/// The place of a list of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct List {
    /// The name of the list in the schema.
    pub field: &'static str,
    /// The offset of the first record, in bytes from the start of the container.
    pub at: u64,
    /// The number of records that the file declares.
    pub count: u64,
}

impl List {
    /// Returns the records in file order. `read` reads the record at an offset, and returns the record and the offset after it. Iteration
    /// ends after the first error.
    #[inline]
    pub fn items<F: ReadItem>(self, read: F) -> Items<F> {
        Items { list: self, at: self.at, index: 0, read }
    }
}

/// A reader of the items of a list, such as a function. It reads the item at an offset, and returns it with the offset after it.
pub trait ReadItem: Clone {
    /// The type of an item.
    type Item;

    /// Returns the item at `at`, and the offset after it.
    ///
    /// # Errors
    ///
    /// Returns an error if the item is not valid.
    fn read(&mut self, at: u64) -> Result<(Self::Item, u64), ReadError>;
}

impl<T, F> ReadItem for F
where
    F: FnMut(u64) -> Result<(T, u64), ReadError> + Clone,
{
    type Item = T;

    #[inline(always)]
    fn read(&mut self, at: u64) -> Result<(T, u64), ReadError> {
        self(at)
    }
}

/// An iterator over the records of a [`List`].
#[derive(Debug, Clone)]
pub struct Items<F> {
    list: List,
    at: u64,
    index: u64,
    read: F,
}

impl<F: ReadItem> Items<F> {
    /// Returns the declared number of items in the list, however many have been read. Reading ends at the first error.
    pub fn len(&self) -> u64 {
        self.list.count
    }

    /// Returns the place of the list.
    pub fn list(&self) -> List {
        self.list
    }

    /// Returns whether the declared number of items is 0.
    pub fn is_empty(&self) -> bool {
        self.list.count == 0
    }

    /// Returns item `index` of the list, from 0, or `None` past the end. The items before it are read too, because its offset depends on
    /// them.
    ///
    /// # Errors
    ///
    /// Returns the first error of the items up to this one.
    pub fn get(&self, index: u64) -> Result<Option<F::Item>, ReadError> {
        let mut all = self.list.items(self.read.clone());
        for _ in 0..index.min(self.list.count) {
            all.next().transpose()?;
        }
        all.next().transpose()
    }
}

impl<F: ReadItem> Iterator for Items<F> {
    type Item = Result<F::Item, ReadError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.index >= self.list.count {
            return None;
        }
        let index = self.index;
        Some(match self.read.read(self.at) {
            Ok((item, end)) => {
                self.at = end;
                self.index = index.saturating_add(1);
                Ok(item)
            }
            Err(error) => {
                self.index = self.list.count;
                Err(error.at_index(index).in_field(self.list.field))
            }
        })
    }
}

/// Converts every record of the list `field` with `each`.
///
/// # Errors
///
/// Returns the first error of `items` or `each`. An error of `each` is within `field` and the index of the record.
pub fn collect<T, U>(
    field: &'static str,
    items: impl Iterator<Item = Result<T, ReadError>>,
    mut each: impl FnMut(T) -> Result<U, ReadError>,
) -> Result<Vec<U>, ReadError> {
    let mut out = Vec::new();
    for (index, item) in (0..).zip(items) {
        out.push(each(item?).map_err(|error| error.at_index(index).in_field(field))?);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::{Bytes, Width};

    #[test]
    fn the_first_error_is_the_last_item() {
        let bytes = Bytes::new(b"abc");
        let list = List { field: "letters", at: 1, count: 9 };
        let items: Vec<_> = list
            .items(|at| bytes.number(at, Width::U8).map(|letter| (letter, at + 1)))
            .collect();
        let list = list.items(|at| bytes.number(at, Width::U8).map(|letter| (letter, at + 1)));
        assert_eq!((list.len(), list.get(1)), (9, Ok(Some(u64::from(b'c')))));
        assert_eq!(list.get(u64::MAX), Err(items[2].clone().unwrap_err()));
        assert_eq!(items.len(), 3);
        assert_eq!(items[1], Ok(u64::from(b'c')));
        assert_eq!(alloc::format!("{}", items[2].as_ref().unwrap_err().path), "letters[2]");
    }
}
