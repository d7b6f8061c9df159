//! Outputs: what they are made of, where they go, and how they appear whole or not at all.

mod active_input;
mod commit;
mod copy;
mod destination;
mod file;
mod folders;
mod progress;

pub use commit::write_all;
pub use copy::copy;
pub use destination::{identity, regular};
pub use file::{Output, OutputPart};
pub use folders::MadeFolders;
pub use progress::Progress;

pub(crate) use active_input::ActiveInput;
pub(crate) use progress::Work;
