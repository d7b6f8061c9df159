//! What every implementation under test can do.

use super::answer::Answer;
use super::called::Called;
use crate::case::Question;

/// An implementation under test.
pub trait Testee {
    /// Its name, by which its expectations are found, such as `clang-offload-bundler-22`.
    fn name(&self) -> &str;

    /// Answers a question. Whatever happens to the implementation becomes an answer.
    fn answer(&mut self, question: &Question<Vec<u8>>) -> Answer;

    /// From now on keep what calls of a program leave behind, and remember the calls.
    fn keep(&mut self) {}

    /// The calls since [`keep`](Self::keep) or since this was asked last; none where no program is called.
    fn calls(&mut self) -> Vec<Called> {
        Vec::new()
    }
}
