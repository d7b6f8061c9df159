//! A program that reads a file and reports the result as its exit code: 0 accepts, others refuse.

use std::io;
use std::path::{Path, PathBuf};

use super::answer::{Answer, Breakdown};
use super::confined::{Limits, Scratch};
use super::implementation::Testee;
use crate::case::Question;

const PLACEHOLDER: &str = "{input}";
const INPUT: &str = "input";

/// A program that accepts or refuses files.
#[derive(Debug, Clone)]
pub struct AcceptingTestee {
    name: String,
    program: PathBuf,
    words: Vec<String>,
    limits: Limits,
}

impl AcceptingTestee {
    /// Splits `line` into words at spaces. `{input}` is the file; without it, the file is the last word.
    ///
    /// # Errors
    ///
    /// Returns an error if `line` is empty.
    pub fn new(line: &str, limits: Limits) -> Result<Self, String> {
        let mut words = line.split_whitespace().map(String::from);
        let program = words.next().ok_or("expected a program")?;
        let mut words: Vec<String> = words.collect();
        if !words.iter().any(|word| word.contains(PLACEHOLDER)) {
            words.push(PLACEHOLDER.into());
        }
        let path = PathBuf::from(&program);
        let name = path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy()
            .into_owned();
        // It runs in another folder.
        let program = match program.contains('/') {
            true => std::path::absolute(&path).unwrap_or(path),
            false => path,
        };
        Ok(Self { name, program, words, limits })
    }

    fn ask(&self, input: &[u8]) -> io::Result<Answer> {
        let scratch = Scratch::new()?;
        scratch.put(INPUT, input)?;
        let words: Vec<String> = self.words.iter().map(|word| word.replace(PLACEHOLDER, INPUT)).collect();
        // It may write only in its folder.
        let ended = scratch.run(Path::new(&self.program), &words, &[], &["*".to_string()], self.limits)?;
        Ok(match (ended.breakdown, ended.code) {
            (Some(breakdown), _) => Answer::Broken(breakdown),
            (None, Some(0)) => Answer::Taken,
            // The shell does not find the program.
            (None, Some(126 | 127)) => Answer::Broken(Breakdown::Protocol(ended.stderr)),
            (None, _) => Answer::Rejected(ended.stderr),
        })
    }
}

impl Testee for AcceptingTestee {
    fn name(&self) -> &str {
        &self.name
    }

    fn answer(&mut self, question: &Question<Vec<u8>>) -> Answer {
        match question {
            Question::Read { input, .. }
            | Question::List { input, .. }
            | Question::Decompress { input }
            | Question::Images { input } => self
                .ask(input)
                .unwrap_or_else(|error| Answer::Broken(Breakdown::Protocol(error.to_string()))),
            _ => Answer::Skipped("it only accepts or refuses files".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(line: &str, input: &str) -> Answer {
        let mut testee = AcceptingTestee::new(line, Limits::default()).unwrap();
        testee.answer(&Question::Decompress { input: input.into() })
    }

    #[test]
    fn exit_codes_and_signals_give_verdicts() {
        let accepted = Answer::Taken;
        assert_eq!(answer("grep -q yes", "yes"), accepted);
        assert_eq!(answer("/bin/grep -q yes {input}", "yes"), accepted);
        assert_eq!(answer("grep -q yes {input}", "no"), Answer::Rejected(String::new()));
        assert_eq!(
            answer("sh", "kill -SEGV $$"),
            Answer::Broken(Breakdown::Crash("segmentation fault".into()))
        );
        assert_eq!(answer("tee copy", ""), accepted);
        assert!(matches!(
            answer("cp -t ..", "x"),
            Answer::Broken(Breakdown::WroteElsewhere(_))
        ));
        assert!(matches!(
            answer("no-such-tool", ""),
            Answer::Broken(Breakdown::Protocol(_))
        ));
        assert!(AcceptingTestee::new(" ", Limits::default()).is_err());
    }

    #[test]
    fn only_files_are_passed() {
        let mut testee = AcceptingTestee::new("true", Limits::default()).unwrap();
        assert_eq!(testee.name(), "true");
        let asked = testee.answer(&Question::ParseId { text: "x".into() });
        assert!(matches!(asked, Answer::Skipped(_)));
    }
}
