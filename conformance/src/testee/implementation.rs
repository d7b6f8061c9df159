//! The trait of implementations.

use std::convert::Infallible;

use super::answer::Answer;
use super::called::Called;
use crate::case::Question;

/// A byte that no case uses.
const FILLER: u8 = 0xa5;

/// An implementation.
pub trait Testee {
    /// Its name, such as `clang-offload-bundler-22`, which finds its expectations.
    fn name(&self) -> &str;

    /// Answers a question. Failures are also answers.
    fn answer(&mut self, question: &Question<Vec<u8>>) -> Answer;

    /// Answers again with different bytes in uninitialised memory, so that leaked bytes differ. The default first asks
    /// the question with every byte replaced by a filler.
    fn answer_again(&mut self, question: &Question<Vec<u8>>) -> Answer {
        let filled = question.try_map(|bytes| Ok::<_, Infallible>(vec![FILLER; bytes.len()]));
        match filled {
            Ok(filled) => drop(self.answer(&filled)),
            Err(never) => match never {},
        }
        self.answer(question)
    }

    /// Keeps the folders of later calls, and remembers the calls.
    fn keep(&mut self) {}

    /// Returns the calls since [`keep`](Self::keep) or the last call of this function.
    fn calls(&mut self) -> Vec<Called> {
        Vec::new()
    }
}
