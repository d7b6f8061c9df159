//! Two made-up formats that have nothing in common but the algorithm.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::*;
use crate::bytes::{Bytes, Encoding};
use crate::container::Container;
use crate::describe::rows;
use crate::error::{Problem, ReadError, WriteProblem};
use crate::plan;
use crate::testing::text;

const FIELD: Field<'static> = Field {
    name: "name",
    encoding: Encoding::Utf8,
    refuse: &[Refusal { text: "\0", why: "it holds a NUL" }],
    meaning: "Whose note it is.",
};
const NOTE: Content<'static> = Content { name: "note", meaning: "The note." };
const OTHER: Outside<'static> = Outside { name: "other", meaning: "Text outside of notes." };

/// `# BEGIN a`, `# END a`, in lines that end in a line feed; bundles follow each other.
static LINES: TextFormat<'static> = TextFormat {
    name: "lines",
    title: "notes in lines",
    parameters: &["prefix"],
    line_break: "\n",
    start: Marker {
        name: "start",
        words: "a start marker",
        lead: &[Part::Text("\n"), Part::Parameter(0), Part::Text(" BEGIN ")],
        has_field: true,
        tail: &[Part::Text("\n")],
        meaning: "Begins a note.",
    },
    content: NOTE,
    end: Marker {
        name: "end",
        words: "an end marker",
        lead: &[Part::Text("\n"), Part::Parameter(0), Part::Text(" END ")],
        has_field: true,
        tail: &[Part::Text("\n")],
        meaning: "Ends the note.",
    },
    open_ended: true,
    field: FIELD,
    outside: OTHER,
    splits: true,
};

/// `<<a>> #`, then `// end`, in lines that end as on Windows: the parameters are behind the field and in one marker each, the field in
/// one marker only.
static RULERS: TextFormat<'static> = TextFormat {
    name: "rulers",
    title: "notes between rulers",
    parameters: &["left", "right"],
    line_break: "\r\n",
    start: Marker {
        name: "open",
        words: "an open marker",
        lead: &[Part::Text("\r\n<<")],
        has_field: true,
        tail: &[Part::Text(">> "), Part::Parameter(0), Part::Text("\r\n")],
        meaning: "Begins a note.",
    },
    content: NOTE,
    end: Marker {
        name: "close",
        words: "a close marker",
        lead: &[Part::Text("\r\n"), Part::Parameter(1), Part::Text(" end")],
        has_field: false,
        tail: &[Part::Text("\r\n")],
        meaning: "Ends the note.",
    },
    open_ended: false,
    field: Field { encoding: Encoding::Ascii, ..FIELD },
    outside: OTHER,
    splits: false,
};

static HASH_LINES: TextContainer = TextContainer { format: &LINES, parameters: &[b"#"], lead: b"\n# BEGIN " };
static HASH_RULERS: TextContainer = TextContainer { format: &RULERS, parameters: &[b"#", b"//"], lead: b"\r\n<<" };

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
fn what_holds_of_every_text_format_holds() {
    text::format(HASH_LINES);
    text::format(HASH_RULERS);
}

#[test]
fn markers_are_as_the_table_says() {
    let file = write(&HASH_LINES, &[("a", b"1"), ("b", b"")]).unwrap();
    assert_eq!(file, b"\n# BEGIN a\n1\n# END a\n\n# BEGIN b\n\n# END b\n");
    let file = write(&HASH_RULERS, &[("a", b"1"), ("b", b"")]).unwrap();
    assert_eq!(file, b"\r\n<<a>> #\r\n1\r\n// end\r\n\r\n<<b>> #\r\n\r\n// end\r\n");
    let rows = rows(|describer| HASH_RULERS.describe(Bytes::new(&file), describer)).unwrap();
    let shown: Vec<(&str, &str)> = rows
        .iter()
        .take(6)
        .map(|row| (row.path.as_str(), row.value.as_str()))
        .collect();
    let wanted = [
        ("entries[0].open.mark", r#""\r\n<<""#),
        ("entries[0].open.name", r#""a""#),
        ("entries[0].open.line_end", r#"">> #\r\n""#),
        ("entries[0].note", "1 bytes"),
        ("entries[0].close.mark", r#""\r\n// end""#),
        ("entries[0].close.line_end", r#""\r\n""#),
    ];
    assert_eq!(shown, wanted);
}

#[test]
fn a_marker_counts_only_after_a_line_break() {
    for container in [&HASH_LINES, &HASH_RULERS] {
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
fn a_field_that_could_not_be_read_back_is_refused() {
    for (container, fields) in
        [(&HASH_LINES, &["", "x\n", "x\0"][..]), (&HASH_RULERS, &["", "x\0", "\u{e9}", "x>> #\r\n"])]
    {
        for field in fields {
            let refused = write(container, &[(field, b"")]).unwrap_err();
            assert_eq!(refused.path.to_string(), "entries[0].name", "{field:?}");
        }
    }
    // With the end of the field, what ends the marker would begin too early.
    static DOUBLED: TextFormat<'static> =
        TextFormat { start: Marker { tail: &[Part::Text("==")], ..LINES.start }, ..LINES };
    let doubled = TextContainer { format: &DOUBLED, ..HASH_LINES };
    assert!(write(&doubled, &[("a=", b"")]).is_err() && write(&doubled, &[("=a", b"")]).is_ok());
}

#[test]
fn parameters_that_could_not_be_read_back_are_refused() {
    let lines = TextContainer { parameters: &[b"a\nb"], ..HASH_LINES };
    assert_eq!(write(&lines, &[("a", b"")]).unwrap_err().path.to_string(), "prefix");
    // One marker would begin as the other does.
    static ALIKE: TextFormat<'static> =
        TextFormat { end: Marker { lead: &[Part::Text("\r\n"), Part::Parameter(1)], ..RULERS.end }, ..RULERS };
    let alike = TextContainer { format: &ALIKE, parameters: &[b"#", b"<<"], ..HASH_RULERS };
    assert_eq!(write(&alike, &[("a", b"")]).unwrap_err().path.to_string(), "entries");
}

#[test]
fn errors_say_where() {
    let file = write(&HASH_LINES, &[("a", b"one"), ("b", b"two")]).unwrap();
    let reader = Reader::new(&LINES, Bytes::new(&file), &[b"#"]).unwrap();
    let entries = reader.frame().unwrap().entries;
    let [a, b] = entries.as_slice() else {
        panic!("two entries")
    };
    let at = |ofs: u64| usize::try_from(ofs).unwrap();
    let told = |bytes: &[u8]| {
        let error = fault(&HASH_LINES, bytes).unwrap();
        (error.offset, error.problem.code(), error.path.to_string())
    };
    let without = |from: u64, to: u64| [&file[..at(from)], &file[at(to)..]].concat();
    let path = |text: &str| String::from(text);
    // The end of `a` is lost: the start of `b` is inside it.
    let broken = without(a.end.ofs, a.end.end);
    assert_eq!(told(&broken), (a.end.ofs, "unexpected", path("entries[0].end")));
    // The end of `b` is lost.
    let error = fault(&HASH_LINES, &file[..at(b.end.ofs)]).unwrap();
    assert!(error.to_string().contains("\"b\""), "{error}");
    assert_eq!((error.offset, error.problem.code()), (b.start.ofs, "missing"));
    // The end of another entry.
    let mut broken = file.clone();
    broken[at(b.end.field_ofs)] = b'c';
    assert_eq!(told(&broken), (b.end.ofs, "unexpected", path("entries[1].end")));
    // The start of `b` is lost: its end belongs to no entry.
    assert_eq!(told(&without(b.start.ofs, b.start.end)).1, "unexpected");
    // No line break before the first marker; two markers share one.
    assert_eq!(told(&file[1..]), (0, "unexpected", path("entries[0]")));
    let shared = without(b.start.ofs, b.start.ofs + 1);
    assert_eq!(told(&shared), (b.start.ofs, "unexpected", path("entries[1]")));
    assert_eq!((told(b"").1, told(b"x").1), ("missing", "missing"));
    // The end of the file stands for a line end only where the format says so.
    assert_eq!(fault(&HASH_LINES, &file[..file.len() - 1]), None);
    let file = write(&HASH_RULERS, &[("a", b"one")]).unwrap();
    let error = fault(&HASH_RULERS, &file[..file.len() - 1]).unwrap();
    assert_eq!(
        (error.path.to_string(), error.problem.code()),
        (path("entries[0].close"), "missing")
    );
}

#[test]
fn text_in_another_encoding_is_an_error_of_its_entry_alone() {
    let mut file = write(&HASH_LINES, &[("a", b"one"), ("b", b"two")]).unwrap();
    let reader = Reader::new(&LINES, Bytes::new(&file), &[b"#"]).unwrap();
    let first = reader.entries().next().unwrap().unwrap();
    let (start, end) = (first.start.field_ofs, first.end.field_ofs);
    for ofs in [start, end] {
        file[usize::try_from(ofs).unwrap()] = 0xff;
    }
    let entries = HASH_LINES.read(Bytes::new(&file)).unwrap().entries;
    let error = entries[0].id.clone().unwrap_err();
    assert_eq!(
        (error.offset, error.path.to_string()),
        (start, String::from("entries[0].start.name"))
    );
    assert!(matches!(error.problem, Problem::BadText { .. }));
    assert_eq!(entries[1].id.as_deref(), Ok("b"));
}
