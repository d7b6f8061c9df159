//! Errors of reading and writing.

mod path;
mod problem;
mod read;
mod stop;
#[cfg(test)]
mod tests;
mod viewed;
mod write;

pub use path::{Path, Step};
pub use problem::Problem;
pub use read::{Fault, ReadError};
pub use stop::Stop;
pub use viewed::ViewError;
pub use write::{Outside, WriteError, WriteProblem};
