//! Two artificial text formats.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::*;
use crate::bytes::Bytes;
use crate::container::Container;
use crate::describe::rows;
use crate::error::{Problem, ReadError, WriteProblem};
use crate::plan;
use crate::testing::text;

static NOTES: TextFormat<'static> = TextFormat {
    name: "notes",
    title: "notes in lines",
    parameters: &["prefix"],
    start: Marker { lead: &[Part::Parameter(0), Part::Text(" BEGIN ")], meaning: "Begins a note." },
    content: Content { name: "note", meaning: "The note." },
    end: Marker { lead: &[Part::Parameter(0), Part::Text(" END ")], meaning: "Ends the note." },
    field: Field {
        name: "name",
        refuse: &[Refusal { text: "\0", why: "it contains a NUL" }],
        meaning: "Whose note it is.",
    },
    outside: Outside { name: "other", meaning: "Text outside of notes." },
};
static RULERS: TextFormat<'static> = TextFormat {
    parameters: &["left", "right"],
    start: Marker { lead: &[Part::Text("<<"), Part::Parameter(0)], ..NOTES.start },
    end: Marker { lead: &[Part::Parameter(1), Part::Text(" end ")], ..NOTES.end },
    ..NOTES
};

static HASHES: TextContainer = TextContainer { format: &NOTES, parameters: &[b"#"], lead: b"\n# BEGIN " };
static BETWEEN: TextContainer = TextContainer { format: &RULERS, parameters: &[b"#", b"//"], lead: b"\n<<#" };

fn write(container: &TextContainer, entries: &[(&str, &[u8])]) -> Result<Vec<u8>, crate::error::WriteError> {
    let contents: Vec<plan::Content<'_>> = entries.iter().map(|(_, content)| (*content).into()).collect();
    let entries = entries.iter().zip(&contents);
    let entries: Vec<NewText<'_>> = entries
        .map(|((field, _), content)| NewText { field, content })
        .collect();
    plan(container.format, container.parameters, &entries)?.to_bytes()
}

fn fault(container: &TextContainer, bytes: &[u8]) -> Option<ReadError> {
    let reader = Reader::new(container.format, Bytes::new(bytes), container.parameters);
    reader.and_then(|reader| reader.frame()).err()
}

#[test]
fn text_format_laws_hold() {
    text::format(HASHES);
    text::format(BETWEEN);
}

#[test]
fn markers_follow_the_table() {
    let file = write(&HASHES, &[("a", b"1"), ("b", b"")]).unwrap();
    assert_eq!(file, b"\n# BEGIN a\n1\n# END a\n\n# BEGIN b\n\n# END b\n");
    let file = write(&BETWEEN, &[("a", b"1"), ("b", b"")]).unwrap();
    assert_eq!(file, b"\n<<#a\n1\n// end a\n\n<<#b\n\n// end b\n");
    let rows = rows(|describer| BETWEEN.describe(Bytes::new(&file), describer)).unwrap();
    let shown: Vec<(&str, &str)> = rows
        .iter()
        .take(7)
        .map(|row| (row.path.as_str(), row.value.as_str()))
        .collect();
    let wanted = [
        ("entries[0].start.mark", r#""\n<<#""#),
        ("entries[0].start.name", r#""a""#),
        ("entries[0].start.line_end", r#""\n""#),
        ("entries[0].note", "1 bytes"),
        ("entries[0].end.mark", r#""\n// end ""#),
        ("entries[0].end.name", r#""a""#),
        ("entries[0].end.line_end", r#""\n""#),
    ];
    assert_eq!(shown, wanted);
}

#[test]
fn marker_requires_preceding_line_break() {
    for container in [&HASHES, &BETWEEN] {
        let delimiters = container.format.delimiters(container.parameters);
        for lead in [&delimiters.start.lead, &delimiters.end.lead] {
            for (before, after) in [(&b""[..], &b""[..]), (b"x", b""), (b"", b"x"), (b"x", b"y")] {
                let refused = write(container, &[("a", &[before, lead, after].concat())]).unwrap_err();
                assert!(matches!(refused.problem, WriteProblem::Unreadable { .. }), "{refused}");
                assert!(write(container, &[("a", &[before, &lead[1..], after].concat())]).is_ok());
            }
        }
    }
}

#[test]
fn unreadable_field_is_refused() {
    for field in ["", "x\n", "x\0"] {
        let refused = write(&HASHES, &[(field, b"")]).unwrap_err();
        assert_eq!(refused.path.to_string(), "entries[0].name", "{field:?}");
    }
}

#[test]
fn unreadable_parameters_are_refused() {
    let lines = TextContainer { parameters: &[b"a\nb"], ..HASHES };
    assert_eq!(write(&lines, &[("a", b"")]).unwrap_err().path.to_string(), "prefix");
    // One marker would be a prefix of the other.
    static ALIKE: TextFormat<'static> =
        TextFormat { end: Marker { lead: &[Part::Parameter(1)], ..RULERS.end }, ..RULERS };
    let alike = TextContainer { format: &ALIKE, parameters: &[b"#", b"<<"], ..BETWEEN };
    assert_eq!(write(&alike, &[("a", b"")]).unwrap_err().path.to_string(), "entries");
}

#[test]
fn errors_have_offset_and_path() {
    let file = write(&HASHES, &[("a", b"one"), ("b", b"two")]).unwrap();
    let reader = Reader::new(&NOTES, Bytes::new(&file), &[b"#"]).unwrap();
    let entries = reader.frame().unwrap().entries;
    let [a, b] = entries.as_slice() else {
        panic!("two entries")
    };
    let at = |ofs: u64| usize::try_from(ofs).unwrap();
    let told = |bytes: &[u8]| {
        let error = fault(&HASHES, bytes).unwrap();
        (error.offset, error.problem.code(), error.path.to_string())
    };
    let without = |from: u64, to: u64| [&file[..at(from)], &file[at(to)..]].concat();
    let path = |text: &str| String::from(text);
    // Without the end of `a`, the start of `b` is inside it.
    let broken = without(a.end.ofs, a.end.end);
    assert_eq!(told(&broken), (a.end.ofs, "unexpected", path("entries[0].end")));
    // Without the end of `b`.
    let error = fault(&HASHES, &file[..at(b.end.ofs)]).unwrap();
    assert!(error.to_string().contains("\"b\""), "{error}");
    assert_eq!((error.offset, error.problem.code()), (b.start.ofs, "missing"));
    // The end of a different entry.
    let mut broken = file.clone();
    broken[at(b.end.field_ofs)] = b'c';
    assert_eq!(told(&broken), (b.end.ofs, "unexpected", path("entries[1].end")));
    // Without the start of `b`, its end belongs to no entry.
    assert_eq!(told(&without(b.start.ofs, b.start.end)).1, "unexpected");
    // No line break before the first marker; two markers with a common line break.
    assert_eq!(told(&file[1..]), (0, "unexpected", path("entries[0]")));
    let shared = without(b.start.ofs, b.start.ofs + 1);
    assert_eq!(told(&shared), (b.start.ofs, "unexpected", path("entries[1]")));
    assert_eq!((told(b"").1, told(b"x").1), ("missing", "missing"));
    // The end of the file ends the last marker.
    assert_eq!(fault(&HASHES, &file[..file.len() - 1]), None);
}

#[test]
fn bad_encoding_fails_one_entry() {
    let mut file = write(&HASHES, &[("a", b"one"), ("b", b"two")]).unwrap();
    let reader = Reader::new(&NOTES, Bytes::new(&file), &[b"#"]).unwrap();
    let first = reader.entries().next().unwrap().unwrap();
    let (start, end) = (first.start.field_ofs, first.end.field_ofs);
    for ofs in [start, end] {
        file[usize::try_from(ofs).unwrap()] = 0xff;
    }
    let entries = HASHES.read(Bytes::new(&file)).unwrap().entries;
    let error = entries[0].id.clone().unwrap_err();
    assert_eq!(
        (error.offset, error.path.to_string()),
        (start, String::from("entries[0].start.name"))
    );
    assert!(matches!(error.problem, Problem::BadText { .. }));
    assert_eq!(entries[1].id.as_deref(), Ok("b"));
}
