//! Lists of records in a file, read one record at a time.

use alloc::vec::Vec;

use crate::error::ReadError;

/// Where a list of records is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct List {
    /// The list's name in the schema.
    pub field: &'static str,
    /// First byte of the first record, from the start of the container.
    pub at: u64,
    /// Number of records, as the file says.
    pub count: u64,
}

impl List {
    /// The records in file order. `read` reads the one at an offset, and says where it ends. The first error is the last item.
    #[inline]
    pub fn items<F: ReadItem>(self, read: F) -> Items<F> {
        Items { list: self, at: self.at, index: 0, read }
    }
}

/// What reads an item of a list at its offset, and says where the next one begins: a function does.
pub trait ReadItem: Clone {
    /// What it reads.
    type Item;

    /// The item at `at`, and the offset behind it.
    ///
    /// # Errors
    ///
    /// What is wrong with the item.
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
    /// How many items the list is said to have, however many have been read. Reading ends at the first error.
    pub fn len(&self) -> u64 {
        self.list.count
    }

    /// Where the list is.
    pub fn list(&self) -> List {
        self.list
    }

    /// Whether the list is said to have no items.
    pub fn is_empty(&self) -> bool {
        self.list.count == 0
    }

    /// Item `index` of the list, from 0; none behind its end. Those before it are read too, as where it lies depends on them.
    ///
    /// # Errors
    ///
    /// That of the first item up to there which has one.
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

/// Turns every record of the list `field` into something owned. Errors say in which record.
///
/// # Errors
///
/// The first of `items` or `each`, within `field` and the index of the record.
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
