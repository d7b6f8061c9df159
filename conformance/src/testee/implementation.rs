//! What every implementation under test can do.

use super::answer::Answer;
use crate::case::Question;

/// An implementation under test.
pub trait Testee {
    /// Its name, by which its expectations are found, such as `clang-offload-bundler-22`.
    fn name(&self) -> &str;

    /// Answers a question. Whatever happens to the implementation becomes an answer.
    fn answer(&mut self, question: &Question<Vec<u8>>) -> Answer;
}
