//! A binary schema without documentation gives the same code as one documented by names, with a warning for each item.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]

use offload_bundle_codegen::{Source, generate, warnings};

const TYPED: &str = "\
meta: {id: shelf, title: Shelf, endian: le}
doc: Shelf.
-options:
  - {id: page, default: 1, min: 1, doc: Page.}
-areas:
  - {id: far_end, doc: Far end.}
seq:
  - {id: ofs_inner, type: u1, -write: offset(inner), doc: Offset of inner.}
  - {id: len_text, type: u1, -write: size(text), doc: Length of text in bytes.}
  - {id: ofs_text, type: u1, -write: offset(text), doc: Offset of text.}
  - {id: num_kinds, type: u1, -write: count(kinds), doc: Number of kinds.}
  - {id: kinds, type: item, repeat: expr, repeat-expr: num_kinds, doc: Kinds.}
instances:
  inner: {pos: ofs_inner, type: item, -align: page, doc: Inner.}
  text: {pos: ofs_text, size: len_text, -in: far_end, doc: Text.}
types:
  item: {doc: Item., seq: [{id: kind_of_item, type: u1, doc: Kind of item.}]}
";

const INTERPRETED: &str = "\
meta: {id: pins, title: Pins, endian: le}
doc: Pins.
-reader-only: A writer could not know what pins are for.
seq:
  - {id: len_name, type: u1, doc: Length of name in bytes.}
  - {type: u1, doc: Unnamed1.}
  - {id: name, size: len_name, type: pin, doc: Name.}
instances:
  twice: {value: len_name * 2, doc: Twice.}
types:
  pin: {doc: Pin., seq: [{id: colour, type: u1, doc: Colour.}]}
";

fn source(text: &str) -> [Source; 1] {
    [Source { name: "schemas/sample.ksy".to_owned(), text: text.to_owned() }]
}

/// Removes documentation of one sentence each, without changing lines.
fn undocumented(text: &str) -> String {
    let (start, rest) = text.split_once("doc: ").unwrap();
    let end = rest.split('.').skip(1).collect::<Vec<_>>().join(".");
    let (start, end) = match start.strip_suffix(", ") {
        Some(start) => (start, &*end),
        None => (start, end.strip_prefix(", ").unwrap_or(&end)),
    };
    let less = format!("{start}{end}");
    if less.contains("doc: ") {
        undocumented(&less)
    } else {
        less
    }
}

#[test]
fn missing_documentation_comes_from_names() {
    for text in [TYPED, INTERPRETED] {
        let bare = undocumented(text);
        assert_eq!(generate(&source(&bare)).unwrap(), generate(&source(text)).unwrap());
    }
}

#[test]
fn missing_documentation_is_a_warning_each() {
    for (text, items) in [(TYPED, 12), (INTERPRETED, 7)] {
        assert_eq!(warnings(&source(text)), []);
        let found = warnings(&source(&undocumented(text)));
        assert_eq!((text.matches("doc: ").count(), found.len()), (items, items));
    }
    let found = warnings(&source(&undocumented(TYPED)));
    let of_option = found.iter().find(|warning| warning.span.line == 4).unwrap();
    let expected = "schemas/sample.ksy:4:10: /-options/0/id: expected documentation of `page`, found none; \
        add `doc:` with the meaning, the unit, and the base of an offset";
    assert_eq!(of_option.to_string(), expected);
}

#[test]
fn warnings_accompany_mistakes() {
    let text = undocumented(TYPED).replace("type: item, -align", "type: itme, -align");
    assert_eq!(generate(&source(&text)).unwrap_err().len(), 1);
    assert_eq!(warnings(&source(&text)).len(), 12);
}

/// Only Kaitai Struct keys, including some that are not supported in writers.
const PLAIN: &str = "\
meta: {id: note_pad, endian: le}
seq:
  - {id: has_text, type: u1}
  - {id: text, type: u2, if: has_text * 2 != 0}
";

#[test]
fn plain_kaitai_schema_becomes_interpreted() {
    let files = generate(&source(PLAIN)).unwrap();
    let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    assert!(paths.contains(&"formats/src/note_pad/tree.rs") && !paths.contains(&"formats/src/note_pad/write.rs"));
    let page = files.iter().find(|file| file.path == "docs/note_pad.md").unwrap();
    assert!(page.text.contains("# Note pad"), "{}", page.text);
    let found: Vec<String> = warnings(&source(PLAIN)).iter().map(ToString::to_string).collect();
    let of_writer = found.iter().find(|text| text.contains("/seq/1/if: expected")).unwrap();
    assert!(of_writer.contains("without it, files are only read: "), "{of_writer}");
    // A key that begins with `-` requests a writer.
    let own = PLAIN.replace("type: u1", "type: u1, -default: 1");
    assert_eq!(generate(&source(&own)).unwrap_err().len(), 1);
}
