//! What must hold of every writer: it takes what the schema allows to the last number, and refuses the next one.
// For tests only: what does not hold panics.
#![allow(clippy::panic)]

use alloc::string::ToString;

use crate::error::WriteError;

/// The writer does not refuse a record for what stands in the member `field` where that is one of `allowed`, be it a value, a count or a
/// length, and does refuse it where it is one of `refused`.
pub fn limits(field: &str, allowed: &[u64], refused: &[u64], write: impl Fn(u64) -> Result<(), WriteError>) {
    for number in allowed {
        if let Some(error) = write(*number).err().filter(|error| error.path.to_string() == field) {
            panic!("{field}: {number} is refused: {error}");
        }
    }
    for number in refused {
        assert!(write(*number).is_err(), "{field}: {number} is not refused");
    }
}
