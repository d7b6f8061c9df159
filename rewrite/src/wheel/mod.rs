//! Zip archives, such as wheels, in which files change.

mod check;
mod edited_zip;
mod listed;
mod outcomes;
pub(crate) mod packed;
mod record;
mod zip_end;
mod zip_records;
