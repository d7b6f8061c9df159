//! Planted wrong cases that the rules must report.

use offload_bundle_conformance::case::Collection;
use serde_json::{Value, json};

use super::requirements::Requirements;
use super::{Findings, authority, formatting, rules};

const REQUIREMENTS: &str = "
sources: { doc: { title: A document, of: somebody } }
requirements:
  - { id: doc/a, source: doc, section: A, says: 'It is so.', sentence: 'so it shall be' }
";

/// A correct accepted case and a correct refused case.
fn sound() -> Vec<Value> {
    let input = |number: &str| json!([{ "text": "magic" }, { "u64": number }, { "text": "content of a" }]);
    let read = |number| json!({ "op": "read", "format": "f", "input": input(number) });
    vec![
        json!({
            "id": "g/f/one", "why": "The bundle is read.", "level": "required", "requires": ["doc/a"], "ask": read("1"),
            "expect": { "accept": { "entries": [{ "id": "a", "content": [{ "text": "content of a" }] }] } },
        }),
        json!({
            "id": "g/f/zero", "why": "Nothing is counted.", "level": "recommended",
            "neighbour": { "case": "g/f/one", "differs": "the number is 0" }, "ask": read("0"),
            "expect": { "reject": "the number is 0" },
        }),
    ]
}

fn collection(cases: &[Value]) -> Collection {
    let mut collection = Collection::default();
    let file = json!({ "about": "Planted cases.", "cases": cases });
    collection.add("g/f".into(), &file.to_string()).unwrap();
    collection
}

/// Findings in the sound cases after `change`.
fn found(change: impl FnOnce(&mut Vec<Value>)) -> Findings {
    let mut cases = sound();
    change(&mut cases);
    let (cases, requirements) = (collection(&cases), Requirements::parse(REQUIREMENTS));
    let rules = [
        rules::ids(&cases),
        rules::citations(&cases, &requirements),
        rules::neighbours(&cases),
        rules::duplicates(&cases),
        rules::edges(&cases),
        authority::expectations(&cases),
        requirements.wrong(),
        requirements.open(&cases),
    ];
    rules.concat()
}

/// Asserts one finding that contains `words`.
#[track_caller]
fn finds(words: &str, change: impl FnOnce(&mut Vec<Value>)) {
    let found = found(change);
    assert!(
        found.len() == 1 && found[0].contains(words),
        "expected {words:?}, found {found:#?}"
    );
}

#[test]
fn sound_cases_are_sound() {
    assert_eq!(found(|_| {}), Findings::new());
}

#[test]
fn invalid_ids_are_found() {
    finds("expected g/f/ and words", |cases| cases[1]["id"] = "g/f/Zero".into());
    finds("expected g/f/ and words", |cases| {
        cases[1]["id"] = "g/other/zero".into()
    });
    finds("the id occurs twice", |cases| {
        let mut copy = cases[0].clone();
        copy["ask"]["input"][0]["text"] = "MAGIC".into();
        cases.push(copy);
    });
}

#[test]
fn unsupported_cases_are_found() {
    finds("cites no requirement", |cases| {
        cases[1]["level"] = "required".into();
    });
    finds("unknown requirement \"doc/b\"", |cases| {
        cases[1]["requires"] = json!(["doc/b"])
    });
    finds("lacks a source", |cases| cases[1]["level"] = "observed".into());
    finds("names no release", |cases| cases[1]["source"] = "a rumour".into());
    finds("names no release", |cases| {
        cases[1]["source"] = "our release of offload-bundle".into()
    });
    finds("not a sentence", |cases| cases[1]["why"] = "because it must".into());
}

#[test]
fn unfounded_requirements_are_found() {
    let undecided = REQUIREMENTS.replace("be' }", "be', without-case: 'No case can show it.' }");
    let found = rules::citations(&collection(&sound()), &Requirements::parse(&undecided));
    assert_eq!(found, ["g/f/one: it is required, but no cited sentence decides it"]);
}

#[test]
fn refusals_without_an_accepted_neighbour() {
    finds("lacks a neighbour", |cases| {
        cases[1].as_object_mut().unwrap().remove("neighbour");
        cases[1]["ask"]["input"][0]["text"] = "MAGIC".into();
    });
    finds("unknown case", |cases| {
        cases[1]["neighbour"]["case"] = "g/f/two".into();
        cases[1]["ask"]["input"][0]["text"] = "MAGIC".into();
    });
    finds("does not describe a difference", |cases| {
        cases[1]["neighbour"]["differs"] = "".into()
    });
    finds("asks for another operation", |cases| {
        cases[1]["ask"] = json!({ "op": "images", "input": cases[0]["ask"]["input"] });
    });
    finds("is refused too", |cases| {
        let mut third = cases[1].clone();
        third["id"] = "g/f/third".into();
        third["neighbour"]["case"] = "g/f/zero".into();
        third["ask"]["input"][0] = json!({ "text": "MAGIC" });
        cases.push(third);
    });
}

#[test]
fn doubly_different_refusals_are_found() {
    finds("in several ways", |cases| {
        cases[1]["ask"]["input"][0]["text"] = "MAGIC".into();
        cases[1]["ask"]["input"][2]["text"] = "content of another kind, longer than a short run".into();
    });
    finds("in several ways", |cases| cases[1]["ask"]["format"] = "g".into());
}

#[test]
fn duplicate_questions_are_found() {
    finds("its question equals", |cases| {
        let mut copy = cases[0].clone();
        copy["id"] = "g/f/copy".into();
        cases[1] = copy;
    });
    finds("its question equals", |cases| {
        let mut copy = cases[0].clone();
        copy["id"] = "g/f/in_hex".into();
        copy["ask"]["input"][0] = json!({ "hex": "6d61676963" });
        cases.push(copy);
    });
}

#[test]
fn copies_with_another_number() {
    let copy = |cases: &mut Vec<Value>, number: &str, edges: [&str; 2]| {
        let mut copy = cases[1].clone();
        copy["id"] = "g/f/copy".into();
        copy["ask"]["input"][1]["u64"] = number.into();
        cases.push(copy);
        for (case, edge) in [1, 2].into_iter().zip(edges) {
            if !edge.is_empty() {
                cases[case]["edge"] = edge.into();
            }
        }
    };
    finds("`edge` is missing", |cases| copy(cases, "2", ["nothing", ""]));
    finds("its edge equals the edge of", |cases| {
        copy(cases, "2", ["nothing", "nothing"])
    });
    assert_eq!(
        found(|cases| copy(cases, "2", ["nothing", "one more"])),
        Findings::new()
    );
    finds("no twin with another number", |cases| {
        cases[1]["edge"] = "nothing".into()
    });
}

#[test]
fn recorded_expectations_are_found() {
    finds("expected bytes are not in the question", |cases| {
        cases[0]["expect"]["accept"]["entries"][0]["content"] = json!([{ "text": "made up" }]);
    });
    finds("expects a digest", |cases| {
        cases[0]["expect"]["accept"]["entries"][0] = json!({ "id": "a", "size": 1, "hash": "sha256:00" });
    });
    let list = |cases: &mut Vec<Value>, input: Value, id: &str| {
        cases[0]["ask"] = json!({ "op": "list", "file_type": "bc", "input": input });
        cases[0]["expect"] = json!({ "accept": { "ids": [id] } });
        cases.pop();
    };
    finds("expected \"b\" is not in the question", |cases| {
        list(cases, json!([{ "text": "an a" }]), "b")
    });
    finds("no release in the fixture manifest", |cases| {
        list(cases, json!([{ "fixture": "matrix/four-align1.14.bc" }]), "b");
    });
}

#[test]
fn uncovered_requirements_are_found() {
    let second = "  - { id: doc/b, source: doc, section: B, says: 'It is otherwise.', sentence: 'but not so' }\n";
    let open = |text: &str| Requirements::parse(text).open(&collection(&sound()));
    let found = open(&format!("{REQUIREMENTS}{second}"));
    assert_eq!(
        found,
        ["doc/b: expected a case or a reason for having no case", "1 of 2 statements have a case or a reason"]
    );
    let excused = second.replace(" }", ", without-case: 'No case can show it.' }");
    assert_eq!(open(&format!("{REQUIREMENTS}{excused}")), Findings::new());
    let needless = REQUIREMENTS.replace("be' }", "be', without-case: 'No case can show it.' }");
    assert!(open(&needless)[0].contains("also a reason for having no case"));
}

#[test]
fn badly_written_requirements_are_found() {
    let wrong = |from: &str, to: &str| Requirements::parse(&REQUIREMENTS.replace(from, to)).wrong().join("\n");
    assert_eq!(wrong("", ""), "");
    assert!(wrong("source: doc,", "source: other,").contains("unknown source"));
    assert!(wrong("id: doc/a", "id: a").contains("does not begin with its source"));
    assert!(wrong("It is so.", "it is so").contains("a section and a sentence"));
    assert!(wrong("somebody", "''").contains("expected the title"));
    for sentence in ["It is so.", "", "so it shall be …", "so it shall … be"] {
        assert!(
            wrong("so it shall be", sentence).contains("does not quote its source"),
            "{sentence}"
        );
    }
    assert_eq!(wrong("so it shall be", "so it … shall be"), "");
    let line = REQUIREMENTS.lines().last().unwrap();
    assert!(
        Requirements::parse(&format!("{REQUIREMENTS}{line}\n"))
            .wrong()
            .join("")
            .contains("it occurs twice")
    );
    let source = REQUIREMENTS.replace("sources: { ", "sources: { other: { title: B, of: b }, ");
    assert!(
        Requirements::parse(&source)
            .wrong()
            .join("")
            .contains("no statement cites this source")
    );
}

#[test]
fn files_in_another_form() {
    let about = "Planted cases. ".repeat(9);
    let lines = ["    {\"id\": \"a\", \"why\": \"b\"},", "    {\"id\": \"c\"}", "  ]", "}", ""].join("\n");
    let text = format!("{{\n  \"about\": \"{about}\",\n  \"cases\": [\n{lines}");
    assert_eq!(formatting::form(&text), None);
    let form = |from: &str, to: &str| formatting::form(&text.replace(from, to)).unwrap();
    assert!(form("\"id\": \"a\"", "\"id\":\"a\"").starts_with("line 4: "));
    assert!(form("    {", "\t{").starts_with("line 4: "));
    assert!(form("cases. \",", "cases. \", ").starts_with("line 2: "));
    assert!(form("]\n}\n", "]\n}").contains("its end"));
    assert!(form("\"id\": \"a\", \"why\": \"b\"", "\"why\": \"b\", \"id\": \"a\"").contains("order"));
    assert!(form("{\n", "[\n").contains("not a JSON object"));
}
