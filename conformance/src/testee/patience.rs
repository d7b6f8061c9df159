//! Stops asking a testee that hangs repeatedly.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::answer::{Answer, Breakdown};
use super::called::Called;
use super::implementation::Testee;
use crate::case::Question;

/// Consecutive hangs over all jobs, and their limit.
#[derive(Debug, Clone)]
pub struct Patience {
    hangs: Arc<AtomicU32>,
    most: u32,
}

impl Patience {
    /// Allows `most` hangs in a row.
    pub fn new(most: u32) -> Self {
        Self { hangs: Arc::default(), most }
    }

    /// Wraps `testee`.
    pub fn with(&self, testee: Box<dyn Testee>) -> Box<dyn Testee> {
        Box::new(Watched { testee, patience: self.clone() })
    }
}

struct Watched {
    testee: Box<dyn Testee>,
    patience: Patience,
}

impl Testee for Watched {
    fn name(&self) -> &str {
        self.testee.name()
    }

    fn answer(&mut self, question: &Question<Vec<u8>>) -> Answer {
        let Patience { hangs, most } = &self.patience;
        if hangs.load(Ordering::Relaxed) >= *most {
            return Answer::Broken(Breakdown::Protocol(format!(
                "not asked: it was given up after {most} hangs in a row"
            )));
        }
        let answer = self.testee.answer(question);
        match &answer {
            Answer::Broken(Breakdown::Hang) => drop(hangs.fetch_add(1, Ordering::Relaxed)),
            // A skipped question calls no program.
            Answer::Skipped(_) => {}
            _ => hangs.store(0, Ordering::Relaxed),
        }
        answer
    }

    fn answer_again(&mut self, question: &Question<Vec<u8>>) -> Answer {
        self.testee.answer_again(question)
    }

    fn keep(&mut self) {
        self.testee.keep();
    }

    fn calls(&mut self) -> Vec<Called> {
        self.testee.calls()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Slow(Vec<Answer>);

    impl Testee for Slow {
        fn name(&self) -> &str {
            "slow"
        }

        fn answer(&mut self, _question: &Question<Vec<u8>>) -> Answer {
            self.0.pop().unwrap_or(Answer::Broken(Breakdown::Hang))
        }
    }

    #[test]
    fn only_consecutive_hangs_count() {
        let hang = || Answer::Broken(Breakdown::Hang);
        let answers = vec![Answer::Skipped(String::new()), hang(), Answer::Taken, hang()];
        let mut testee = Patience::new(2).with(Box::new(Slow(answers)));
        let question = Question::ParseId { text: "x".into() };
        let told: Vec<Answer> = (0..6).map(|_| testee.answer(&question)).collect();
        assert_eq!(told.iter().filter(|answer| **answer == hang()).count(), 3);
        assert!(matches!(told.last(), Some(Answer::Broken(Breakdown::Protocol(why))) if why.contains("2 hangs")));
    }
}
