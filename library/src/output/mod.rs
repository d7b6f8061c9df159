//! Outputs: what they are made of, where they go, and how they appear whole or not at all.

pub(crate) mod active_input;
mod attributes;
mod between;
mod commit;
pub(crate) mod copy;
mod destination;
pub(crate) mod file;
mod folder;
mod folders;
mod overwrite;
mod placed;
mod publish;
mod room;
pub(crate) mod sink;
mod staged;
mod staging;
#[cfg(test)]
mod tests;
mod unfinished;
mod write_at;

pub use destination::is_standard_output;
pub use unfinished::{CleanupGuard, remove_unfinished};

pub(crate) use active_input::ActiveInput;
pub(crate) use commit::{write_all, write_checked, write_one, write_verified};
pub(crate) use destination::{OutputFile, is_open_file, refuse_standing};
pub(crate) use file::{Output, OutputPart};
pub(crate) use folders::MadeFolders;
pub(crate) use sink::Sink;
pub(crate) use staged::has_other_names;
