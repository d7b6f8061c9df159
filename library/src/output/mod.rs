//! Outputs, which appear complete or not at all.

mod commit;
mod destination;
mod disk;
pub(crate) mod file;
mod publish;
pub(crate) mod staged;
#[cfg(test)]
mod tests;
mod unfinished;

pub use destination::is_standard_output;
pub use unfinished::{CleanupGuard, remove_unfinished};

pub(crate) use commit::{write_all, write_checked, write_one, write_verified};
pub(crate) use destination::{OutputFile, is_open_file, refuse_standing};
pub(crate) use file::{ActiveInput, Output, OutputPart};
pub(crate) use staged::{Sink, has_other_names};
pub(crate) use unfinished::MadeFolders;
