//! Zip archives, such as wheels, with changed files.

mod check;
mod edited_zip;
mod listed;
mod outcomes;
pub(crate) mod packed;
mod record;
mod zip_end;
mod zip_records;
