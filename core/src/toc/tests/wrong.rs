//! Errors in tables of contents.

use super::*;

#[test]
#[cfg_attr(miri, ignore = "it reads many tables")]
fn faults_are_reported() {
    let hidden = |name: &str, value: Said| with(flat(), name, value);
    let of_one = |entries: Said| hidden("books", map([("one", entries)]));
    let entry_with = |items: Vec<(Said, Said)>| of_one(Map(vec![(text("c1"), Map(items))]));
    let place_of = |number: u8| (text("place"), Number(number));
    let again = "expected the key \"place\" once, found it again";
    let cases: Vec<(Vec<(Said, Said)>, &str)> = vec![
        (hidden("edition", Number(3)), "edition: expected 2, found 3"),
        (
            hidden("edition", text("2")),
            "edition: expected a number that is not negative, found a text",
        ),
        (
            hidden("edition", Raw(vec![0xff])),
            "edition: expected a number that is not negative, found another kind of value",
        ),
        (
            without(flat(), "books"),
            ": expected a map under the key \"books\", found none",
        ),
        (
            hidden("books", List(vec![])),
            "books: expected a map of names, found a list",
        ),
        (
            hidden("books", map([("one", Number(1))])),
            "books[0]: expected a map of targets, found a number",
        ),
        (
            hidden("books", Map(vec![(Number(1), Map(vec![]))])),
            "books[0]: expected a text, found a number",
        ),
        (
            of_one(Map(vec![(Number(1), Map(vec![]))])),
            "books[0].entries[0]: expected a text, found a number",
        ),
        (
            of_one(map([("c1", List(vec![]))])),
            "books[0].entries[0]: expected a map, found a list",
        ),
        (
            of_one(Map(vec![(Raw(b"\xa2\xff\xff".to_vec()), entry(0, 2))])),
            "books[0].entries[0]: expected text in UTF-8, found other bytes",
        ),
        (
            without(flat(), "readers"),
            ": expected a list under the key \"readers\", found none",
        ),
        (
            hidden("readers", Map(vec![])),
            "readers: expected a list of targets, found a map",
        ),
        (
            hidden("readers", List(vec![List(vec![])])),
            "readers[0]: expected a text, found a list",
        ),
        (hidden("kept", Number(1)), "kept: expected a text, found a number"),
        (
            hidden("kept", text("torn")),
            "kept: expected \"flat\" or \"rolled\", found \"torn\"",
        ),
        (
            hidden("kept", text("rolled")),
            ": expected a number under the key \"rolls\", found none",
        ),
        (
            without(flat(), "sheets"),
            ": expected a list under the key \"sheets\", found none",
        ),
        (hidden("sheets", Number(1)), "sheets: expected a list, found a number"),
        (
            hidden("sheets", List(vec![Number(1)])),
            "sheets[0]: expected a map, found a number",
        ),
        (
            entry_with(vec![]),
            "books[0].entries[0]: expected a number under the key \"place\", found none",
        ),
        (
            entry_with(vec![(text("place"), text("0"))]),
            "books[0].entries[0].place: expected a number that is not negative, found a text",
        ),
        (
            entry_with(vec![place_of(3)]),
            "books[0].entries[0].place: expected 0 to 2, found 3",
        ),
        (entry_with(vec![place_of(0), place_of(1)]), again),
        (
            entry_with(vec![place_of(0), (text("words"), Number(3))]),
            "books[0].entries[0].words: expected 2, found 3",
        ),
        (
            entry_with(vec![place_of(0), (text("words"), List(vec![]))]),
            "books[0].entries[0].words: expected a number that is not negative, found a list",
        ),
        (
            [flat(), vec![edition()]].concat(),
            ": expected the key \"edition\" once, found it again",
        ),
        (
            hidden("books", map([("one", Map(vec![])), ("one", Map(vec![]))])),
            "books[1]: expected each name once, found it again",
        ),
    ];
    for (table, expected) in cases {
        let said = said(&read(SHEETS, table));
        assert!(
            matches!(&said[..], [only] if only.ends_with(expected)),
            "{expected}: {said:?}"
        );
    }
}

#[test]
fn contents_are_between_header_and_table() {
    let one = || map([("one", map([("c1", entry(0, 2))]))]);
    let with_sheets = |items: Vec<Said>| said(&read(SHEETS, with(with(flat(), "books", one()), "sheets", List(items))));
    let at = "books[0].entries[0].sheets[0]";
    for (sheet, expected) in [
        (sheet(0, 2), format!("{at}.from: expected 7 to 16, found 0")),
        (sheet(6, 2), format!("{at}.from: expected 7 to 16, found 6")),
        (
            sheet(15, 2),
            format!(
                "{at}.from: expected content that ends before the table of contents, at byte 0x10, found content up to byte 0x11"
            ),
        ),
        (
            map([("from", Number(7))]),
            format!("{at}: expected a number under the key \"long\", found none"),
        ),
        (
            map([("long", Number(7))]),
            format!("{at}: expected a number under the key \"from\", found none"),
        ),
        (
            map([("from", text("")), ("long", Number(7))]),
            format!("{at}.from: expected a number that is not negative, found a text"),
        ),
        (
            map([("from", Number(7)), ("from", Number(8)), ("long", Number(2))]),
            format!("{at}: expected the key \"from\" once, found it again"),
        ),
    ] {
        assert_eq!(with_sheets(vec![sheet]), [expected]);
    }
    for (from, long, name) in
        [(7, u64::MAX, "long"), (u64::MAX, 1, "from"), (u64::MAX, u64::MAX, "from"), (200, 1 << 40, "from")]
    {
        let raw = |number: u64| Raw([&[0xcf], &number.to_be_bytes()[..]].concat());
        let said = with_sheets(vec![map([("from", raw(from)), ("long", raw(long))])]);
        assert!(
            matches!(&said[..], [only] if only.starts_with(&format!("{at}.{name}: "))),
            "{said:?}"
        );
    }
    // Directly after the header, up to the table, and empty at either end.
    for (from, long) in [(7, 9), (7, 0), (16, 0), (15, 1)] {
        let said = with_sheets(vec![sheet(from, long)]);
        assert!(said.iter().all(|said| said.contains("words")), "{said:?}");
    }
    // One place, and no place.
    assert_eq!(
        with_sheets(vec![]),
        ["books[0].entries[0].place: expected the number of a content, found 0, and no content in the file"]
    );
    let second = with(
        with(flat(), "books", map([("one", map([("c1", entry(9, 2))]))])),
        "sheets",
        List(vec![sheet(7, 2)]),
    );
    assert_eq!(
        said(&read(SHEETS, second)),
        ["books[0].entries[0].place: expected 0, found 9"]
    );
}

#[test]
fn overlapping_contents_are_reported() {
    let overlaps = |items: &[(u8, u8)]| {
        let items = items.iter().map(|(from, long)| sheet(*from, *long)).collect();
        let overlaps = read(SHEETS, with(flat(), "sheets", List(items))).overlaps();
        let told = overlaps.iter().map(|found| {
            (
                found.path.to_string(),
                found.first_path.to_string(),
                found.ofs,
                found.end,
            )
        });
        told.collect::<Vec<_>>()
    };
    let told = |second: u8, first: u8, ofs, end| (format!("sheets[{second}]"), format!("sheets[{first}]"), ofs, end);
    assert_eq!(overlaps(&[(7, 2), (9, 3), (12, 4)]), []);
    assert_eq!(overlaps(&[(9, 3), (7, 3)]), [told(0, 1, 9, 10)]);
    // The content with the greatest end counts, and empty contents share no bytes.
    assert_eq!(
        overlaps(&[(7, 8), (8, 1), (10, 1), (8, 0)]),
        [told(1, 0, 8, 15), told(2, 0, 10, 15)]
    );
    assert_eq!(overlaps(&[(7, 2), (7, 2)]), [told(1, 0, 7, 9)]);
}

#[test]
fn packed_contents_follow_each_other() {
    let rolls = |front: &[u8], table: Vec<(Said, Said)>| {
        let toc = read(front, table);
        (
            said(&toc),
            toc.ignored.iter().map(|ignored| ignored.0).collect::<Vec<_>>(),
        )
    };
    let len = u8::try_from(ROLLS.len()).unwrap();
    let mut four = ROLLS.to_vec();
    four[0] = 4;
    let missed = "pile[3]: the file ends too early: the field needs 3 bytes, but 0 are left".to_string();
    assert_eq!(rolls(&four, all_rolled()), (vec![missed], vec![]));
    four[0] = 6;
    assert_eq!(rolls(&four, all_rolled()).0, ["pile.many: expected at most 5, found 6"]);
    four[0] = 2;
    let (said, ignored) = rolls(&four, all_rolled());
    assert_eq!(
        (&said[..], &ignored[..]),
        (
            &["books[1].entries[1].place: expected 0 to 1, found 2".to_string()][..],
            &[place(17, 6)][..]
        )
    );
    // The second frame exceeds the range, so it and all later frames are missing.
    four[0] = 3;
    four[7] = 200;
    let (said, ignored) = rolls(&four, all_rolled());
    assert_eq!((said.len(), ignored.len()), (3, 0), "{said:?}");
    assert!(
        said.iter()
            .all(|said| said.contains("pile[1].thick: runs past the end")),
        "{said:?}"
    );
    for (from, len, expected) in [
        (6, len, "rolls: expected 7 to 23, found 6"),
        (
            7,
            0,
            "pile: the file ends too early: the field needs 1 byte, but 0 are left",
        ),
        (
            8,
            len,
            "rolls: expected content that ends before the table of contents, at byte 0x17, found content up to byte 0x18",
        ),
    ] {
        assert_eq!(rolls(ROLLS, rolled(from, len)).0, [expected]);
    }
    let without_size = with(
        all_rolled(),
        "books",
        map([("one", map([("c1", map([("place", Number(0))]))]))]),
    );
    assert_eq!(
        rolls(ROLLS, without_size).0,
        ["books[0].entries[0]: expected a number under the key \"words\", found none"]
    );
    assert_eq!(
        rolls(ROLLS, without(all_rolled(), "length")).0,
        [": expected a number under the key \"length\", found none"]
    );
}

#[test]
fn counts_are_not_believed() {
    let end = ": expected a MessagePack map, found the end of the bytes inside a value";
    // What follows is taken for their first items.
    for (key, head, expected) in [
        ("books", 0xdf, "books[0]: expected a map of targets, found a list"),
        ("sheets", 0xdd, end),
        ("readers", 0xdd, "readers[1]: expected a text, found a map"),
        ("other", 0xdd, end),
        ("owner", 0xdb, end),
    ] {
        let table = with(flat(), key, Raw(vec![head, 0xff, 0xff, 0xff, 0xff]));
        assert_eq!(said(&read(SHEETS, table)), [expected], "{key}");
    }
    let many = 1000;
    let pairs = |value: u8| Raw([vec![0xde, 3, 232], [0xa0, value].repeat(many)].concat());
    let one = |entries: Said| map([("one", entries)]);
    for (key, value, path) in [
        (
            "readers",
            Raw([vec![0xdc, 3, 232], vec![0xa0; many]].concat()),
            "readers[",
        ),
        ("books", pairs(0x80), "books["),
        ("books", one(pairs(0x80)), "books[0].entries["),
        (
            "sheets",
            Raw([vec![0xdc, 3, 232], vec![0x80; many]].concat()),
            "sheets[",
        ),
    ] {
        let said = said(&read(SHEETS, with(flat(), key, value)));
        let text = "expected at most ";
        assert!(
            said.len() == 1 && said[0].starts_with(path) && said[0].contains(text),
            "{key}: {said:?}"
        );
    }
    // The maximum count for these bytes, and one more.
    for (count, is_sound) in [(8_usize, true), (9, false)] {
        let names = (0..count).map(|name| (text(&name.to_string()), Map(vec![])));
        let table = vec![edition(), (text("books"), Map(names.collect())), (text("owner"), text(""))];
        let (header, len) = (7, Map(table.clone()).bytes().len());
        let pad = (8 * 8 + 7_usize).saturating_sub(len);
        let table = with(table, "owner", text(&"x".repeat(pad)));
        let toc = read(&[], table);
        assert_eq!(
            toc.error.is_none(),
            is_sound || len > 8 * 9 + 7 - header,
            "{len}: {:?}",
            toc.error
        );
    }
}
