//! What can be wrong with bytes that are read, and with values that are to be written.

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
pub use write::{WriteError, WriteProblem};
