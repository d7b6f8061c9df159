//! Recorded answers, one file per tool.

use std::collections::BTreeMap;
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::lines;

#[derive(Serialize, Deserialize)]
struct Line {
    key: String,
    /// For readers of the file.
    words: Vec<String>,
    #[serde(flatten)]
    answer: Answer,
}

pub(super) fn answer(tool: &str, key: &str) -> Option<Answer> {
    type Answers = BTreeMap<String, BTreeMap<String, Answer>>;
    static ANSWERS: Mutex<Answers> = Mutex::new(BTreeMap::new());
    let mut answers = ANSWERS.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let of_tool = answers.entry(tool.to_owned()).or_insert_with(|| {
        let lines = lines::read(tool).into_iter();
        lines.map(|Line { key, answer, .. }| (key, answer)).collect()
    });
    of_tool.get(key).cloned()
}

pub(super) fn note(tool: &str, key: &str, words: &[&str], answer: &Answer) {
    let words = words.iter().map(ToString::to_string).collect();
    lines::append(tool, &Line { key: key.to_owned(), words, answer: answer.clone() });
}
