//! New files, which are read back.

use super::*;
use crate::plan::Piece;

const CONTENTS: [&[u8]; 3] = [b"aa", b"bbb", b"cccc"];

fn books_to_write() -> [NewTocRow<'static>; 3] {
    let row = |name, entries: &[(&'static str, usize)]| NewTocRow {
        name,
        entries: entries
            .iter()
            .map(|(target, content)| NewTocEntry { target, content: *content })
            .collect(),
    };
    // The last one has the content of the one before.
    [row("one", &[("c1", 0)]), row("two", &[("c1", 1), ("c2", 2)]), row("two too", &[("c1", 1)])]
}

fn contents() -> Vec<NewContent> {
    // What is packed takes a byte less.
    let lens = CONTENTS.iter().map(|content| content.len() as u64);
    lens.map(|len| NewContent { len, stored_len: len }).collect()
}

fn new<'n>(scheme: TocScheme, contents: &'n [NewContent], rows: &'n [NewTocRow<'n>]) -> NewToc<'n> {
    NewToc { name: "mine", family: "all", scheme, contents, rows }
}

fn bytes(new: &NewToc<'_>) -> Vec<u8> {
    let plan = SHELF.plan(new).unwrap();
    let pieces = plan.pieces.iter().flat_map(|piece| match piece {
        Piece::Bytes(bytes) => bytes.to_vec(),
        Piece::Fill { fill, len } => vec![*fill; usize::try_from(*len).unwrap()],
        Piece::Content { slot, len } => CONTENTS[*slot][..usize::try_from(*len).unwrap()].to_vec(),
    });
    let bytes: Vec<u8> = pieces.collect();
    assert_eq!(bytes.len() as u64, plan.len());
    bytes
}

#[test]
fn what_is_written_is_read_back() {
    for (scheme, places) in [
        (TocScheme::Listed, [place(9, 2), place(11, 3), place(14, 4)]),
        // A pile has one byte before all, a roll three before each.
        (TocScheme::Frames, [place(13, 2), place(18, 3), place(24, 4)]),
    ] {
        let (contents, rows) = (contents(), books_to_write());
        let bytes = bytes(&new(scheme, &contents, &rows));
        let toc = read_at(0, &bytes);
        assert_eq!(
            (said(&toc), toc.ignored.len(), toc.overlaps().len()),
            (vec![], 0, 0),
            "{scheme:?}"
        );
        let id = |chip: &str| format!("home-gro-{chip}");
        let [first, second, third] = places;
        let expected = vec![
            ("one".to_string(), vec![(id("c1"), first)]),
            ("two".to_string(), vec![(id("c1"), second), (id("c2"), third)]),
            ("two too".to_string(), vec![(id("c1"), second)]),
        ];
        assert_eq!(found(&toc), expected, "{scheme:?}");
        assert_eq!(toc.targets().collect::<Vec<_>>(), [b"c1", b"c2"]);
        let shown = rows_of(&bytes);
        for field in ["owner: \"mine\"", "genre: \"all\"", "books[1].entries[1].ink: \"blue\""] {
            assert!(shown.iter().any(|row| row == field), "{field}: {shown:?}");
        }
        // Nothing is where contents could begin but is too early.
        assert_eq!(bytes[7..9], [0, 0]);
    }
}

fn rows_of(bytes: &[u8]) -> Vec<String> {
    let described = rows(|describer| TocContainer(SHELF).describe(Bytes::new(bytes), describer)).unwrap();
    described
        .iter()
        .map(|row| format!("{}: {}", row.path, row.value))
        .collect()
}

#[test]
fn a_file_without_rows_is_one() {
    let bytes = bytes(&new(TocScheme::Listed, &[], &[]));
    assert_eq!(read_at(0, &bytes).row_count(), 0);
}

#[test]
fn what_could_not_be_read_back_is_refused() {
    let contents = contents();
    let refused = |change: &dyn Fn(&mut Vec<NewTocRow<'static>>)| {
        let mut changed = books_to_write().to_vec();
        change(&mut changed);
        let error = SHELF.plan(&new(TocScheme::Listed, &contents, &changed)).unwrap_err();
        error.to_string()
    };
    assert_eq!(
        refused(&|rows| rows[1].name = "one"),
        "books[1]: could not be read back: two rows are called \"one\""
    );
    assert_eq!(
        refused(&|rows| rows[1].entries[1].target = "c1"),
        "books[1]: could not be read back: two entries of \"two\" are for c1"
    );
    assert_eq!(
        refused(&|rows| rows[2].entries[0].content = 3),
        "books[2]: could not be read back: there is no content 3"
    );
    assert!(refused(&|rows| rows[0].entries[0].target = "").contains("is no target"));
    let long = [NewContent { len: 9, stored_len: 1 << 16 }];
    let error = SHELF.plan(&new(TocScheme::Frames, &long, &[])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "index: expected at most 65535 (the width of its field), found 65549"
    );
    let many = [NewContent { len: 1, stored_len: 1 }; 6];
    let error = SHELF.plan(&new(TocScheme::Frames, &many, &[])).unwrap_err();
    assert_eq!(error.to_string(), "pile: expected 0 to 5, found 6");
    let huge = [NewContent { len: 1, stored_len: u64::MAX }];
    let error = SHELF.plan(&new(TocScheme::Listed, &huge, &[])).unwrap_err();
    assert_eq!(error.to_string(), "the file would be longer than 2^64 - 1 bytes");
}

#[test]
fn a_format_that_does_not_say_what_is_written_is_only_read() {
    static READ: TocTable<'static> = TocTable { written: None, ..TABLE };
    let only_read = TocReader { table: &READ, ..SHELF };
    let error = only_read.plan(&new(TocScheme::Listed, &[], &[])).unwrap_err();
    assert_eq!(error.to_string(), "a shelf is read, and not written");
}
