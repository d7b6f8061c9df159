//! Judges answers.

use serde_json::{Value, json};

use crate::case::{BytesError, Case, Question};
use crate::part::{covers, holds_nothing, is_empty};
use crate::terms::in_the_same_terms;
use crate::testee::{Answer, Breakdown};
use crate::verdict::Verdict;

/// Judges the answer to `question` of `case`. A [leak](Verdict::Leak) is only suspected until a second answer confirms
/// it.
///
/// # Errors
///
/// Returns an error if the expectation contains invalid bytes.
pub fn judge(
    case: &Case,
    question: &Question<Vec<u8>>,
    answer: &Answer,
    fixture: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<Verdict, BytesError> {
    let expected = case.expect.value(fixture)?;
    Ok(match answer {
        Answer::Skipped(why) => Verdict::Skipped(why.as_str().into()),
        // Empty output lists no IDs.
        Answer::Broken(Breakdown::Silent)
            if matches!(question, Question::List { .. }) && expected == Some(json!({ "ids": [] })) =>
        {
            Verdict::Pass
        }
        Answer::Broken(breakdown) => broken(breakdown),
        Answer::Taken => match &expected {
            Some(_) => Verdict::taking(),
            None => Verdict::wrong("expected a refusal, but it accepted the file".into()),
        },
        Answer::Rejected(_) if case.expect.allows_refusal() => Verdict::Pass,
        // Refusing a request also answers "no".
        Answer::Rejected(_) if expected == Some(json!({ "compatible": false })) => Verdict::Pass,
        Answer::Rejected(why) => Verdict::Fail(format!("expected an answer, found a refusal: {why}").into()),
        Answer::Part { value, contents } => match &expected {
            _ if is_empty(value) => Verdict::Broken("the partial answer contains nothing to judge".into()),
            Some(expected) if covers(expected, value) => Verdict::Pass,
            _ if holds_nothing(value) => broken(&Breakdown::Silent),
            Some(expected) => Verdict::wrong(format!("expected {expected}, found the part {value}")),
            None => {
                leak(question, contents).unwrap_or_else(|| Verdict::wrong(format!("expected a refusal, found {value}")))
            }
        },
        Answer::Value { value, contents } => match &expected {
            Some(expected) => {
                let (expected, found) = in_the_same_terms(expected, question, value, contents);
                compare(&expected, &found)
            }
            None => {
                leak(question, contents).unwrap_or_else(|| Verdict::wrong(format!("expected a refusal, found {value}")))
            }
        },
    })
}

fn broken(breakdown: &Breakdown) -> Verdict {
    match breakdown {
        Breakdown::Crash(how) => Verdict::Crash(how.as_str().into()),
        Breakdown::Hang => Verdict::Hang("it did not end within the time limit".into()),
        Breakdown::OutOfMemory => Verdict::Exhausted("it used more memory than the limit".into()),
        Breakdown::TooMuchOutput => Verdict::Exhausted("it wrote more than the limit".into()),
        Breakdown::WroteElsewhere(files) => Verdict::Escape(format!("it wrote {}", files.join(", ")).into()),
        Breakdown::Silent => Verdict::Silent("it reported success without a result".into()),
        Breakdown::Protocol(how) => Verdict::Broken(how.as_str().into()),
    }
}

fn compare(expected: &Value, found: &Value) -> Verdict {
    if expected == found {
        return Verdict::Pass;
    }
    Verdict::wrong(format!("expected {expected}, found {found}"))
}

fn leak(question: &Question<Vec<u8>>, contents: &[Vec<u8>]) -> Option<Verdict> {
    let (Question::Read { input, .. } | Question::Unbundle { input, .. } | Question::Images { input }) = question
    else {
        return None;
    };
    let foreign = |content: &&Vec<u8>| !content.is_empty() && memchr::memmem::find(input, content).is_none();
    let mut foreign = contents.iter().filter(foreign).peekable();
    let first = foreign.peek()?.len();
    let own = |content: &&Vec<u8>| !is_filled(input, content);
    let is_missing = |len: usize| format!("the answer contains {len} bytes that are not in the input");
    Some(match foreign.find(own) {
        Some(content) => Verdict::Leak(is_missing(content.len()).into()),
        None => Verdict::ZeroFilled(format!("{}: zeros replace missing bytes", is_missing(first)).into()),
    })
}

/// With zeros after the input's bytes.
fn is_filled(input: &[u8], content: &[u8]) -> bool {
    let kept = content
        .iter()
        .rposition(|byte| *byte != 0)
        .map_or(0, |last| last.saturating_add(1));
    content
        .get(..kept)
        .is_some_and(|kept| memchr::memmem::find(input, kept).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{Expectation, Level, digest};

    fn case(expect: Expectation) -> Case {
        Case {
            id: "a/b/c".into(),
            why: String::new(),
            level: Level::Required,
            requires: Vec::new(),
            source: None,
            neighbour: None,
            edge: None,
            ask: Question::Decompress { input: crate::case::Bytes::default() },
            expect,
        }
    }

    fn verdict(expect: Expectation, question: &Question<Vec<u8>>, answer: &Answer) -> Verdict {
        judge(&case(expect), question, answer, &|_| None).unwrap()
    }

    #[test]
    fn refusals_pass_if_expected_or_allowed() {
        let question = Question::ParseId { text: "x".into() };
        let refused = Answer::Rejected("no".into());
        let value = || json!({ "kind": "hip" });
        let either = Expectation::Either { because: String::new(), accept: value() };
        assert_eq!(
            verdict(Expectation::Reject("it is cut".into()), &question, &refused),
            Verdict::Pass
        );
        assert_eq!(verdict(either.clone(), &question, &refused), Verdict::Pass);
        assert_eq!(verdict(either, &question, &Answer::value(value())), Verdict::Pass);
        assert_eq!(
            verdict(Expectation::Accept(value()), &question, &refused).word(),
            "fail"
        );
        let taken = Answer::value(value());
        assert_eq!(
            verdict(Expectation::Reject("it is cut".into()), &question, &taken).word(),
            "fail"
        );
    }

    #[test]
    fn bytes_outside_input_are_a_leak() {
        let question = Question::Read { format: "f".into(), input: b"abc".to_vec() };
        let answer = |content: &[u8]| Answer::Value { value: json!({}), contents: vec![content.to_vec()] };
        let word = |content| verdict(Expectation::Reject("it is cut".into()), &question, &answer(content)).word();
        assert_eq!((word(b"bc"), word(b"bcd"), word(b"")), ("fail", "leak", "fail"));
        assert_eq!(
            (word(b"bc\0\0"), word(b"\0"), word(b"d\0")),
            ("zero-filled", "zero-filled", "leak")
        );
    }

    #[test]
    fn judged_part_must_match() {
        let question = Question::Images { input: b"abc".to_vec() };
        let expect = || Expectation::Accept(json!({ "images": [{ "flags": 1, "strings": { "arch": "a" } }] }));
        let word = |expect, value| {
            let answer = Answer::Part { value, contents: Vec::new() };
            verdict(expect, &question, &answer).word()
        };
        let texts = |texts| json!({ "images": [{ "strings": texts }] });
        for right in [json!({ "images": [{}] }), texts(json!({ "arch": "a", "triple": "" }))] {
            assert_eq!(word(expect(), right), "pass");
        }
        for wrong in [texts(json!({ "arch": "b" })), texts(json!({ "triple": "t" })), json!({ "images": [{}, {}] })] {
            assert_eq!(word(expect(), wrong), "fail");
        }
        let nothing = || json!({ "images": [] });
        assert_eq!(word(expect(), nothing()), "silent");
        assert_eq!(word(Expectation::Accept(nothing()), nothing()), "pass");
        let refusal = || Expectation::Reject("it is cut".into());
        assert_eq!(word(refusal(), nothing()), "silent");
        for empty in [json!(null), json!({}), json!({ "images": null })] {
            assert_eq!(
                (word(expect(), empty.clone()), word(refusal(), empty)),
                ("broken", "broken")
            );
        }
    }

    #[test]
    fn key_order_is_ignored_item_order_counts() {
        let question = Question::ParseId { text: "x".into() };
        let expect = || Expectation::Accept(json!({ "a": [1, 2], "b": { "c": 1, "d": 2 } }));
        let same = json!({ "b": { "d": 2, "c": 1 }, "a": [1, 2] });
        assert_eq!(verdict(expect(), &question, &Answer::value(same)), Verdict::Pass);
        let other = json!({ "a": [2, 1], "b": { "c": 1, "d": 2 } });
        assert_eq!(verdict(expect(), &question, &Answer::value(other)).word(), "fail");
    }

    #[test]
    fn file_content_can_be_expected() {
        let question =
            |version| Question::Compress { input: b"bundle".to_vec(), version, method: "zstd".into(), level: None };
        let packed = json!([{ "compressed_bundle": { "version": 3, "method": 1, "of": [{ "text": "bundle" }] } }]);
        let packed: crate::case::Bytes = serde_json::from_value(packed).unwrap();
        let packed = packed.resolve(&|_| None).unwrap();
        let answer = Answer::Value { value: json!({ "bytes": digest(&packed) }), contents: vec![packed] };
        let expect = || Expectation::Accept(json!({ "decompressed": [{ "text": "bundle" }] }));
        assert_eq!(verdict(expect(), &question(3), &answer), Verdict::Pass);
        assert_eq!(verdict(expect(), &question(2), &answer).word(), "fail");
        let question = question(3);
        let other = Expectation::Accept(json!({ "decompressed": [{ "hex": "00" }] }));
        assert_eq!(verdict(other, &question, &answer).word(), "fail");
    }

    #[test]
    fn object_sections_can_be_expected() {
        let section = |name: &str, text: &str| json!({ "name": name, "content": [{ "text": text }] });
        let made = json!([{ "elf": { "sections": [section(".text", "code"), section("other", "x")] } }]);
        let made: crate::case::Bytes = serde_json::from_value(made).unwrap();
        let file = made.resolve(&|_| None).unwrap();
        let question = Question::Bundle {
            file_type: "o".into(),
            entries: Vec::new(),
            alignment: None,
            compress: false,
            level: None,
        };
        let answer = Answer::Value { value: json!({ "bytes": digest(&file) }), contents: vec![file] };
        let expect =
            |text: &str| Expectation::Accept(json!({ "sections": [section(".text", "code"), section("other", text)] }));
        assert_eq!(verdict(expect("x"), &question, &answer), Verdict::Pass);
        assert_eq!(verdict(expect("y"), &question, &answer).word(), "fail");
        let none = Answer::Value { value: json!({ "bytes": digest(b"x") }), contents: vec![b"x".to_vec()] };
        assert_eq!(verdict(expect("x"), &question, &none).word(), "fail");

        let outputs = |text: &str| {
            let object = json!({ "sections": [section(".text", "code"), section("other", text)] });
            Expectation::Accept(json!({ "outputs": [{ "content": [{ "text": "a" }] }, object] }))
        };
        let Answer::Value { contents, .. } = &answer else {
            unreachable!("it is a value")
        };
        let contents = vec![b"a".to_vec(), contents[0].clone()];
        let shown: Vec<Value> = contents.iter().map(|file| json!({ "content": digest(file) })).collect();
        let answer = Answer::Value { value: json!({ "outputs": shown }), contents };
        assert_eq!(verdict(outputs("x"), &question, &answer), Verdict::Pass);
        assert_eq!(verdict(outputs("y"), &question, &answer).word(), "fail");
    }
}
