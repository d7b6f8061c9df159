//! Lists of records, shown one by one.

use super::describer::{Describer, Shape};
use super::field::Field;
use crate::bytes::{Cursor, List};
use crate::error::ReadError;

/// Shows the records of a list. A record that cannot be read is shown as a bad field, and ends the list.
pub fn list<T>(
    describer: &mut dyn Describer,
    name: &'static str,
    items: impl Iterator<Item = Result<T, ReadError>>,
    each: impl Fn(T, &mut dyn Describer),
) {
    describer.begin(name, Shape::List);
    for (index, item) in (0..).zip(items) {
        describer.item(index);
        match item {
            Ok(item) => each(item, describer),
            Err(error) => describer.field(Field::bad("record", error, "This record cannot be read.")),
        }
        describer.end();
    }
    describer.end();
}

/// Shows the `count` records of a list that begins at the cursor, each of which `each` shows and reads, up to the first that cannot be
/// read.
///
/// # Errors
///
/// What is wrong with the row that cannot be read.
pub fn list_up_to<T>(
    describer: &mut dyn Describer,
    cursor: &mut Cursor<'_>,
    name: &'static str,
    count: u64,
    mut each: impl FnMut(u64, &mut dyn Describer) -> Result<(T, u64), ReadError>,
) -> Result<List, ReadError> {
    describer.begin(name, Shape::List);
    let mut index = 0_u64;
    let list = cursor.list(name, count, |at| {
        describer.item(index);
        index = index.saturating_add(1);
        let read = each(at, describer);
        describer.end();
        read
    });
    describer.end();
    list
}
