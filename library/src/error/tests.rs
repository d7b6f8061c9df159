//! How errors are told.

use super::*;
use crate::file_error::FileError;
use crate::report::Outcome;
use offload_bundle_core::error::Problem;

#[test]
fn damage_met_while_decompressing_is_that_of_the_file_that_holds_it() {
    let error = ReadError::new(24, Problem::HoldsMore { found: 7 }).in_field("len");
    let error = Error::from(FileError::damaged("a.bin", error));
    assert_eq!((error.code(), error.outcome()), ("holds-more", Outcome::Failed));
    assert_eq!(
        format!("{error}"),
        "a.bin: at byte 0x18 (len): expected a larger number, found 7: the compressed bytes hold more"
    );
    let error = Error::from(FileError::new("b.bin", io::ErrorKind::NotFound.into()));
    assert_eq!(error.code(), "io");
}
