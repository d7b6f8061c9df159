//! What can be wrong with bytes that are read, and with values that are to be written.

mod problem;
mod read;
mod write;

pub use problem::Problem;
pub use read::ReadError;
pub use write::{WriteError, WriteProblem};
