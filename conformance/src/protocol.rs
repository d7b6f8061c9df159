//! The pipe protocol: a JSON object on each line, as described in `docs/reference/protocol.md`.

use std::io::{self, BufRead, Write};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::case::{Question, digest, hex};
use crate::testee::answer::{Answer, Breakdown};
use crate::testee::implementation::Testee;

/// Version of the protocol.
pub const VERSION: u32 = 1;

/// The answer to `{"op": "describe"}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Description {
    /// Name, which selects its expectations.
    pub name: String,
    /// Its version.
    #[serde(default)]
    pub version: String,
    /// The version of the protocol: 1.
    pub protocol: u32,
    /// Its operations. The suite asks no others.
    pub ops: Vec<String>,
}

const BYTES: [&str; 2] = ["content", "bytes"];

/// Returns the first line to a program, with the versions of the protocol and the suite.
pub fn describe_line() -> String {
    json!({ "op": "describe", "protocol": VERSION, "suite": env!("CARGO_PKG_VERSION") }).to_string()
}

/// Returns the line with `question` and its `id`.
pub fn question_line(id: &str, question: &Question<Vec<u8>>) -> String {
    let in_digits = question.try_map(|bytes| Ok::<_, std::convert::Infallible>(digits(bytes)));
    let mut line = Map::new();
    line.insert("id".into(), id.into());
    if let Ok(question) = in_digits
        && let Ok(Value::Object(fields)) = serde_json::to_value(question)
    {
        line.extend(fields);
    }
    Value::Object(line).to_string()
}

/// Parses the answer to the question `id`.
pub fn answer_of(line: &str, id: &str) -> Answer {
    let wrong = |why: String| Answer::Broken(Breakdown::Protocol(why));
    let shown = || line.trim_end().chars().take(200).collect::<String>();
    let Ok(Value::Object(fields)) = serde_json::from_str(line) else {
        return wrong(format!("expected a JSON object in a line, found {:?}", shown()));
    };
    let text = |key: &str| fields.get(key).and_then(Value::as_str).map(String::from);
    if text("id").as_deref() != Some(id) {
        return wrong(format!(
            "expected an answer with the id of the question, found {:?}",
            shown()
        ));
    }
    if let (Some(Value::Bool(true)), 2) = (fields.get("taken"), fields.len()) {
        return Answer::Taken;
    }
    let value_or_part = (fields.get("value"), fields.get("part"));
    match (value_or_part, text("rejected"), text("skipped"), text("broken")) {
        ((Some(value), None) | (None, Some(value)), None, None, None) => {
            let mut contents = Vec::new();
            match without_bytes(value, &mut contents) {
                Ok(value) if value_or_part.1.is_some() => Answer::Part { value, contents },
                Ok(value) => Answer::Value { value, contents },
                Err(why) => wrong(why),
            }
        }
        ((None, None), Some(why), None, None) => Answer::Rejected(why),
        ((None, None), None, Some(why), None) => Answer::Skipped(why),
        ((None, None), None, None, Some(why)) => wrong(why),
        _ => wrong(format!(
            "expected one of `value`, `part`, `taken`, `rejected`, `skipped`, `broken`, found {:?}",
            shown()
        )),
    }
}

pub(crate) fn id_of(line: &str) -> Option<String> {
    let answer: Value = serde_json::from_str(line).ok()?;
    Some(answer.get("id")?.as_str()?.to_owned())
}

/// Leaves their size and hash, and moves them to `contents`.
fn without_bytes(value: &Value, contents: &mut Vec<Vec<u8>>) -> Result<Value, String> {
    Ok(match value {
        Value::Array(items) => {
            let items = items.iter().map(|item| without_bytes(item, contents));
            Value::Array(items.collect::<Result<_, _>>()?)
        }
        Value::Object(fields) => {
            let mut made = Map::new();
            for (key, value) in fields {
                let value = match value.as_str().filter(|_| BYTES.contains(&key.as_str())) {
                    Some(text) => {
                        let bytes = hex(text).map_err(|why| format!("under {key:?}: {why}"))?;
                        let shown = digest(&bytes);
                        contents.push(bytes);
                        shown
                    }
                    None => without_bytes(value, contents)?,
                };
                made.insert(key.clone(), value);
            }
            Value::Object(made)
        }
        value => value.clone(),
    })
}

/// Reverses [`without_bytes`].
fn with_bytes(value: &Value, contents: &mut dyn Iterator<Item = &Vec<u8>>) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| with_bytes(item, contents)).collect(),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(key, value)| {
                let bytes = BYTES.contains(&key.as_str()).then(|| contents.next()).flatten();
                (
                    key.clone(),
                    bytes.map_or_else(|| with_bytes(value, contents), |bytes| digits(bytes).into()),
                )
            });
            Value::Object(fields.collect())
        }
        value => value.clone(),
    }
}

fn digits(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        for half in [byte >> 4, byte & 15] {
            text.extend(char::from_digit(half.into(), 16));
        }
    }
    text
}

/// Answers every line of `questions` with `testee`.
///
/// # Errors
///
/// Returns any read or write error.
pub fn serve(
    testee: &mut dyn Testee,
    description: &Description,
    questions: impl BufRead,
    mut answers: impl Write,
) -> io::Result<()> {
    for line in questions.lines() {
        let answer = answer_to(testee, description, &line?);
        writeln!(answers, "{answer}")?;
        answers.flush()?;
    }
    Ok(())
}

fn answer_to(testee: &mut dyn Testee, description: &Description, line: &str) -> Value {
    let Ok(Value::Object(mut fields)) = serde_json::from_str(line) else {
        return json!({ "broken": "expected a JSON object in a line" });
    };
    let id = fields.remove("id").unwrap_or_default();
    if fields.get("op").and_then(Value::as_str) == Some("describe") {
        return serde_json::to_value(description).unwrap_or_default();
    }
    let question = serde_json::from_value::<Question<String>>(Value::Object(fields))
        .map_err(|error| error.to_string())
        .and_then(|question| question.try_map(|text| hex(text)));
    let answer = match question {
        Ok(question) => testee.answer(&question),
        Err(why) => return json!({ "id": id, "skipped": why }),
    };
    match answer {
        Answer::Value { value, contents } => {
            json!({ "id": id, "value": with_bytes(&value, &mut contents.iter()) })
        }
        Answer::Part { value, contents } => {
            json!({ "id": id, "part": with_bytes(&value, &mut contents.iter()) })
        }
        Answer::Taken => json!({ "id": id, "taken": true }),
        Answer::Rejected(why) => json!({ "id": id, "rejected": why }),
        Answer::Skipped(why) => json!({ "id": id, "skipped": why }),
        Answer::Broken(breakdown) => json!({ "id": id, "broken": breakdown.to_string() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Echo;

    impl Testee for Echo {
        fn name(&self) -> &str {
            "echo"
        }

        fn answer(&mut self, question: &Question<Vec<u8>>) -> Answer {
            match question {
                Question::Decompress { input } => {
                    Answer::Value { value: json!({ "bytes": digest(input) }), contents: vec![input.clone()] }
                }
                _ => Answer::Rejected("no".into()),
            }
        }
    }

    fn asked(line: &str) -> Value {
        let description =
            Description { name: "echo".into(), version: "1".into(), protocol: VERSION, ops: vec!["decompress".into()] };
        answer_to(&mut Echo, &description, line)
    }

    #[test]
    fn question_and_answer_survive_pipe() {
        let question = Question::Decompress { input: b"\x00CCOB".to_vec() };
        let line = question_line("a/b", &question);
        assert_eq!(line, r#"{"id":"a/b","op":"decompress","input":"0043434f42"}"#);
        let answer = asked(&line).to_string();
        assert_eq!(answer, r#"{"id":"a/b","value":{"bytes":"0043434f42"}}"#);
        assert_eq!(answer_of(&answer, "a/b"), Echo.answer(&question));
        let refused = asked(r#"{"id": "x", "op": "parse_id", "parse_id": 1, "id2": 2}"#);
        assert!(refused.get("skipped").is_some(), "{refused}");
        assert_eq!(asked(r#"{"op": "describe"}"#)["ops"], json!(["decompress"]));
    }

    #[test]
    fn invalid_answer_is_reported() {
        let why = |line| match answer_of(line, "a") {
            Answer::Broken(Breakdown::Protocol(why)) => why,
            other => panic!("{other:?}"),
        };
        assert!(why("hello").contains("a JSON object"));
        assert!(why(r#"{"id": "b", "value": 1}"#).contains("the id of the question"));
        assert!(why(r#"{"id": "a"}"#).contains("expected one of"));
        assert!(why(r#"{"id": "a", "value": 1, "rejected": "x"}"#).contains("expected one of"));
        assert!(why(r#"{"id": "a", "value": {"content": "xx"}}"#).contains("not a hexadecimal digit"));
        assert!(why(r#"{"id": "a", "value": 1, "part": 1}"#).contains("expected one of"));
        assert_eq!(
            answer_of(r#"{"id": "a", "part": null}"#, "a"),
            Answer::Part { value: Value::Null, contents: Vec::new() }
        );
        assert_eq!(
            answer_of(r#"{"id": "a", "skipped": "s"}"#, "a"),
            Answer::Skipped("s".into())
        );
        assert_eq!(answer_of(r#"{"id": "a", "taken": true}"#, "a"), Answer::Taken);
        assert!(why(r#"{"id": "a", "taken": false}"#).contains("expected one of"));
    }
}
