//! What every implementation under test can do.

use std::convert::Infallible;

use super::answer::Answer;
use super::called::Called;
use crate::case::Question;

/// A byte that no case gives a meaning to.
const FILLER: u8 = 0xa5;

/// An implementation under test.
pub trait Testee {
    /// Its name, by which its expectations are found, such as `clang-offload-bundler-22`.
    fn name(&self) -> &str;

    /// Answers a question. Whatever happens to the implementation becomes an answer.
    fn answer(&mut self, question: &Question<Vec<u8>>) -> Answer;

    /// Answers a question that it has answered before, with other bytes in memory that it has not written: what it gives out of these is
    /// another then. Where nothing else can be done, it is asked about nothing but one byte, over and over, in between.
    fn answer_again(&mut self, question: &Question<Vec<u8>>) -> Answer {
        let filled = question.try_map(|bytes| Ok::<_, Infallible>(vec![FILLER; bytes.len()]));
        match filled {
            Ok(filled) => drop(self.answer(&filled)),
            Err(never) => match never {},
        }
        self.answer(question)
    }

    /// From now on keep what calls of a program leave behind, and remember the calls.
    fn keep(&mut self) {}

    /// The calls since [`keep`](Self::keep) or since this was asked last; none where no program is called.
    fn calls(&mut self) -> Vec<Called> {
        Vec::new()
    }
}
