//! Lists of records in a file, read one record at a time.

use alloc::vec::Vec;

use crate::error::ReadError;

/// Where a list of records stands.
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
    pub fn items<T, F>(self, read: F) -> Items<F>
    where
        F: FnMut(u64) -> Result<(T, u64), ReadError>,
    {
        Items { list: self, at: self.at, index: 0, read }
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

impl<T, F> Iterator for Items<F>
where
    F: FnMut(u64) -> Result<(T, u64), ReadError>,
{
    type Item = Result<T, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.index >= self.list.count {
            return None;
        }
        let index = self.index;
        Some(match (self.read)(self.at) {
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
        assert_eq!(items.len(), 3);
        assert_eq!(items[1], Ok(u64::from(b'c')));
        assert_eq!(alloc::format!("{}", items[2].as_ref().unwrap_err().path), "letters[2]");
    }
}
