//! Files: inputs read a window at a time, outputs that appear whole or not at all.

mod commit;
mod copy;
mod error;
mod find;
mod folders;
mod input;
mod map;
mod output;
mod read_at;
mod reading;
mod spool;
mod target;
mod window;

pub use commit::write_all;
pub use copy::copy;
pub use error::{Cause, Damage, FileError, damage};
pub use find::{Finder, Hit, find};
pub use folders::MadeFolders;
pub use input::{Identity, Input, STANDARD};
pub use output::{Output, Part};
pub use target::{identity, regular};
pub use window::Window;

pub(crate) use input::became_shorter;
pub(crate) use reading::Reading;
pub(crate) use spool::Spool;

/// Is told how far a long write has come.
pub trait Progress {
    /// `bytes` more have been written.
    fn advance(&mut self, bytes: u64);
}

impl Progress for () {
    fn advance(&mut self, _bytes: u64) {}
}
