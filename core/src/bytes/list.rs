//! Lists of records in a file.

use alloc::vec::Vec;

use crate::error::ReadError;

/// Converts every record of the list `field` with `each`.
///
/// # Errors
///
/// Returns the first error of `items` or `each`. An error of `each` is within `field` and the index of the record.
pub fn collect<T, U>(
    field: &'static str,
    items: impl IntoIterator<Item = Result<T, ReadError>>,
    mut each: impl FnMut(T) -> Result<U, ReadError>,
) -> Result<Vec<U>, ReadError> {
    let mut out = Vec::new();
    for (index, item) in (0..).zip(items) {
        out.push(each(item?).map_err(|error| error.at_index(index).in_field(field))?);
    }
    Ok(out)
}
