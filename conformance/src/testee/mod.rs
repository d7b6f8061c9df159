//! An implementation under test: it is asked questions, and answers or does not.

mod answer;
mod archive;
mod command;
mod confined;
mod ours;
mod pipe;

pub use self::answer::{Answer, Breakdown};
pub use self::command::{Adapter, Call, CommandTestee};
pub use self::confined::{Ended, Limits, Scratch};
pub use self::ours::Ours;
pub use self::pipe::PipeTestee;

use crate::case::Question;

/// An implementation under test.
pub trait Testee {
    /// Its name, by which its expectations are found, such as `clang-offload-bundler-22`.
    fn name(&self) -> &str;

    /// Answers a question. Whatever happens to the implementation becomes an answer.
    fn answer(&mut self, question: &Question<Vec<u8>>) -> Answer;
}
