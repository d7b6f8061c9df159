//! `list` and `inspect`.

use serde_json::{Value, json};

use super::packed::packed;
use super::{Folder, run};
use crate::ops::{Outcome, inspect, list};
use crate::request::{InspectRequest, ListRequest};

fn request(inputs: &[&str]) -> ListRequest {
    ListRequest { inputs: inputs.iter().map(|input| (*input).into()).collect(), ..ListRequest::default() }
}

#[test]
fn a_table_shows_every_entry_of_every_bundle() {
    let folder = Folder::new();
    let mut bytes = packed(&[("home-a", b"AAAA"), ("away-b", b"")]);
    bytes.extend([0; 100]);
    bytes.extend(packed(&[("home-a", b"B")]));
    let input = folder.put("in", bytes);
    let run_ = run(false, |session| list(session, &request(&[&input])));
    assert_eq!(run_.result.unwrap(), Outcome::Yes);
    assert_eq!(
        run_.out,
        "bundle  offset  size  ID\n     0      72     4  home-a\n     0      76     0  away-b\n     1     218     1  home-a\n"
    );
    let ids_only = ListRequest { ids_only: true, ..request(&[&input]) };
    assert_eq!(run(false, |session| list(session, &ids_only)).out, "home-a\naway-b\n");
}

#[test]
fn json_is_one_object_an_input() {
    let folder = Folder::new();
    let input = folder.put("in", packed(&[("HOME-a", b"AAAA")]));
    let other = folder.put("other", "text");
    let run_ = run(true, |session| list(session, &request(&[&input, &other])));
    assert_eq!(run_.result.unwrap(), Outcome::No);
    assert_eq!(folder.strip(&run_.err), "tool: not an offload bundle: other\n");
    let value: Value = serde_json::from_str(&folder.strip(&run_.out)).unwrap();
    let entry = json!({ "id": "HOME-a", "canonical": "home-a", "offset": 42, "size": 4 });
    let error = json!({ "code": "not-a-bundle", "message": "not an offload bundle: other" });
    assert_eq!(
        value,
        json!([
            {
                "file": "in",
                "bundles": [{ "offset": 0, "len": 46, "format": "packed", "section": null, "packed": null, "entries": [entry] }],
                "warnings": [],
            },
            { "file": "other", "bundles": [], "warnings": [], "error": error },
        ])
    );
}

#[test]
fn a_malformed_input_lists_nothing_unless_told_to() {
    let folder = Folder::new();
    let good = folder.put("good", packed(&[("home-a", b"A")]));
    let bytes = packed(&[("home-a", b"AAAA"), ("away-b", b"BBBB")]);
    let input = folder.put("in", &bytes[..bytes.len() - 1]);
    let strict = run(false, |session| list(session, &request(&[&good, &input])));
    assert_eq!(strict.out, "");
    assert_eq!(
        folder.strip(&strict.error()),
        "in: at byte 0x32 (entries[1].len): runs past the end of the file: expected at most 3 bytes, found 4"
    );
    let lenient = ListRequest { lenient: true, ..request(&[&input]) };
    let run_ = run(false, |session| list(session, &lenient));
    assert_eq!(run_.result.unwrap(), Outcome::Yes);
    assert!(
        run_.out.contains("72     4  home-a\n     0       ?     ?  away-b\n"),
        "{}",
        run_.out
    );
    assert!(run_.err.starts_with("tool: warning: "), "{}", run_.err);
}

#[test]
fn inspect_shows_what_can_be_read_and_then_the_error() {
    let folder = Folder::new();
    let mut bytes = packed(&[("home-a", b"A")]);
    bytes.extend_from_slice(b"PACK\x01");
    let input = folder.put("in", bytes);
    let request = InspectRequest { inputs: vec![input.into()], ..InspectRequest::default() };
    let text = run(false, |session| inspect(session, &request));
    assert!(text.out.contains("entries[0].id  \"home-a\"  Made up."), "{}", text.out);
    assert!(text.out.contains("0x2b       4  magic  \"PACK\""), "{}", text.out);
    assert!(
        text.out
            .contains("0x2f       ?  count  unreadable: the file ends too early"),
        "{}",
        text.out
    );
    let message = "in: at byte 0x2f (count): the file ends too early: expected 8 bytes, found 1";
    assert_eq!(text.result.unwrap(), Outcome::Partly);
    assert_eq!(folder.strip(&text.err), format!("tool: {message}\n"));
    let value = run(true, |session| inspect(session, &request)).out;
    let value: Value = serde_json::from_str(&folder.strip(&value)).unwrap();
    assert_eq!(value[0]["error"], json!({ "code": "truncated", "message": message }));
    assert_eq!(value[0]["bundles"][0]["value"]["entries"][0]["id"], "home-a");
    assert_eq!(value[0]["bundles"][0]["rows"][1]["number"], 1);
    assert_eq!(value[0]["warnings"][0]["code"], "truncated");
}

#[test]
fn an_empty_content_past_the_end_is_listed_with_a_warning() {
    let folder = Folder::new();
    let mut bytes = packed(&[("home-a", b""), ("away-b", b"")]);
    bytes[42] = 200;
    let input = folder.put("in", bytes);
    let run_ = run(false, |session| list(session, &request(&[&input])));
    assert_eq!(run_.result.unwrap(), Outcome::Yes);
    assert!(run_.out.ends_with("0     200     0  away-b\n"), "{}", run_.out);
    assert_eq!(
        folder.strip(&run_.err),
        "tool: warning: in: at byte 0x2a (entries[1].ofs): the empty content points past the end of the file: expected an offset of \
         at most 72, found 200 (for 0 bytes)\n"
    );
}

#[test]
fn names_that_are_not_known_are_listed_unchecked() {
    let folder = Folder::new();
    let input = folder.put("in", packed(&[("home-a", b""), ("strange-b", b"")]));
    let strict = run(false, |session| list(session, &request(&[&input])));
    assert!(strict.error().contains("strange"));
    let unchecked = ListRequest { unchecked: true, ids_only: true, ..request(&[&input]) };
    let run_ = run(false, |session| list(session, &unchecked));
    assert_eq!((run_.out.as_str(), run_.err.as_str()), ("home-a\nstrange-b\n", ""));
}

#[test]
fn standard_input_is_read_once() {
    let error = run(false, |session| list(session, &request(&["-", "-"]))).error();
    assert_eq!(error, "standard input is given twice, but can be read only once");
}
