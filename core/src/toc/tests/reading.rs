//! Valid tables of contents, whole and cut.

use super::*;

#[test]
fn row_targets_have_their_contents() {
    let expected = |places: [Place; 3]| {
        let [first, second, third] = places;
        let id = |chip: &str| format!("home-gro-{chip}");
        vec![
            ("one".to_string(), vec![(id("c1"), first)]),
            ("two".to_string(), vec![(id("c1"), second), (id("c2"), third)]),
        ]
    };
    let toc = read(SHEETS, flat());
    assert_eq!((said(&toc), toc.ignored.len(), toc.overlaps().len()), (vec![], 0, 0));
    assert_eq!(found(&toc), expected([place(7, 2), place(9, 3), place(12, 4)]));
    assert!(toc.rows().all(|row| row.packed.iter().all(Option::is_none)));
    let toc = read(ROLLS, all_rolled());
    assert_eq!((said(&toc), toc.ignored.len()), (vec![], 0));
    assert_eq!(found(&toc), expected([place(11, 1), place(15, 2), place(20, 3)]));
    let packed: Vec<TocPacked> = toc.rows().flat_map(|row| row.packed).flatten().collect();
    let lens: Vec<(u64, u64)> = packed
        .iter()
        .map(|packed| (packed.unpacked_len, packed.stored_at))
        .collect();
    // The length of a roll comes after its age.
    assert_eq!(lens, [(2, 9), (3, 13), (4, 18)]);
    // Only the requested rows are built.
    let named: Vec<Vec<u8>> = toc.rows_named(|name| name == b"two").map(|row| row.name).collect();
    assert_eq!(
        (named, toc.row_count(), toc.has_targets()),
        (vec![b"two".to_vec()], 2, true)
    );
}

#[test]
fn places_are_relative_to_input() {
    let moved = |from: Place| Place { ofs: from.ofs + 1000, ..from };
    for (front, table) in [(SHEETS, flat()), (ROLLS, all_rolled())] {
        let bytes = file(front, &Map(table));
        let (here, there) = (read_at(0, &bytes), read_at(1000, &bytes));
        assert_eq!(there.table, moved(here.table));
        for (here, there) in here.rows().zip(there.rows()) {
            assert_eq!(
                (there.bundle.start, there.bundle.len),
                (here.bundle.start + 1000, here.bundle.len)
            );
            for (here, there) in here.bundle.entries.iter().zip(&there.bundle.entries) {
                assert_eq!(there.place.clone().unwrap(), moved(here.place.clone().unwrap()));
                assert_eq!(
                    (there.id_offset, there.ofs_offset),
                    (here.id_offset + 1000, here.ofs_offset + 1000)
                );
            }
            for (here, there) in here.packed.iter().flatten().zip(there.packed.iter().flatten()) {
                assert_eq!(
                    (there.stored_at, there.unpacked_at),
                    (here.stored_at + 1000, here.unpacked_at + 1000)
                );
            }
        }
    }
    let bad = with(flat(), "sheets", List(vec![sheet(6, 1)]));
    let [here, there] = [0, 1000].map(|start| {
        let toc = read_at(start, &file(SHEETS, &Map(bad.clone())));
        toc.rows().next().unwrap().bundle.entries[0]
            .place
            .clone()
            .unwrap_err()
            .offset
    });
    assert_eq!(there, here + 1000);
    // Each row extends from its name to the next row, and includes its entries.
    let toc = read(SHEETS, flat());
    let rows: Vec<(u64, u64)> = toc
        .rows()
        .map(|row| (row.bundle.start, row.bundle.start + row.bundle.len))
        .collect();
    assert!(rows[0].1 <= rows[1].0 && rows[1].1 < toc.table.end(), "{rows:?}");
    let last = toc.rows().last().unwrap().bundle.entries[1].ofs_offset;
    assert!((rows[1].0..rows[1].1).contains(&last));
}

#[test]
fn cuts_are_reported() {
    for (front, table) in [(SHEETS, flat()), (ROLLS, all_rolled())] {
        let bytes = file(front, &Map(table));
        for len in (0..bytes.len()).step_by(if cfg!(miri) { 41 } else { 1 }) {
            let toc = read_at(0, &bytes[..len]);
            let error = toc.error.as_ref().unwrap_or_else(|| panic!("{len}"));
            assert!(error.offset <= len.try_into().unwrap(), "{len}: {error}");
            assert!(CONTAINER.read(Bytes::new(&bytes[..len])).is_err());
        }
    }
}

const CONTAINER: TocContainer = TocContainer(SHELF);

#[test]
fn unknown_values_are_skipped() {
    let deep = |levels: usize| Raw([vec![0x91; levels], vec![0x00]].concat());
    let table = |levels| {
        with(
            with(flat(), "other", deep(levels)),
            "more",
            map([("books", books()), ("sheets", deep(3))]),
        )
    };
    let toc = read(SHEETS, table(60));
    assert_eq!((said(&toc), found(&toc).len()), (vec![], 2));
    let too_deep = ": expected a MessagePack map, found maps and lists deeper within each other than 64 levels";
    assert_eq!(said(&read(SHEETS, table(70))), [too_deep]);
    // Non-text keys, maps in entries with keys of entries, and maps as keys.
    let odd = Map(vec![
        (Number(7), Number(1)),
        (text("meta"), entry(99, 99)),
        (text("place"), Number(0)),
        (text("words"), Number(2)),
        (map([("place", Number(98))]), Number(3)),
        (List(vec![text("place"), Number(97)]), text("place")),
    ]);
    let table = with(flat(), "books", map([("one", map([("c1", odd)]))]));
    let table = [vec![(Number(1), text("x")), (List(vec![]), Number(1))], table].concat();
    assert_eq!(said(&read(SHEETS, table)), Vec::<String>::new());
    let byte = with(flat(), "other", Raw(vec![0xc1]));
    assert_eq!(
        said(&read(SHEETS, byte)),
        [": expected a MessagePack map, found the invalid first byte 0xc1"]
    );
    let long = with(flat(), "books", map([(&*"x".repeat(5000), Map(vec![]))]));
    assert_eq!(
        said(&read(SHEETS, long)),
        ["books[0]: expected a text of less than 4096 bytes, found a longer one"]
    );
    // Texts without a meaning may be anything.
    assert_eq!(
        said(&read(SHEETS, with(flat(), "owner", Number(1)))),
        Vec::<String>::new()
    );
}

#[test]
fn header_locates_table() {
    let bytes = file(SHEETS, &Map(flat()));
    let with_index = |index: usize| {
        let index = u16::try_from(index).unwrap().to_be_bytes();
        said(&read_at(0, &[&bytes[..5], &index, &bytes[7..]].concat()))
    };
    let last = bytes.len() - 1;
    assert_eq!(with_index(6), [format!("index: expected 7 to {last}, found 6")]);
    assert_eq!(
        with_index(bytes.len()),
        [format!("index: expected 7 to {last}, found {}", bytes.len())]
    );
    // The header leaves no room for a table.
    assert_eq!(
        said(&read_at(0, b"SHELF\0\x07")),
        [": the file ends too early: the field needs 8 bytes, but 7 are left"]
    );
    assert_eq!(said(&read_at(0, b"SHELF\0\x09.")), ["index: expected 7, found 9"]);
    let behind = [&bytes[..], b"more"].concat();
    assert_eq!(
        read_at(0, &behind).ignored,
        [Ignored(place(bytes.len().try_into().unwrap(), 4))]
    );
}

#[test]
fn unlisted_targets_are_reported() {
    let unannounced = |table| {
        read(SHEETS, table)
            .rows()
            .map(|row| row.unannounced.into_iter().collect::<Vec<_>>())
            .collect::<Vec<_>>()
    };
    assert_eq!(unannounced(flat()), [vec![], vec![]]);
    let only = with(flat(), "readers", List(vec![text("c1")]));
    assert_eq!(unannounced(only), [vec![], vec![(1, "c2".to_string())]]);
    assert_eq!(unannounced(without(flat(), "readers")), [vec![], vec![]]);
    assert_eq!(read(SHEETS, flat()).targets().collect::<Vec<_>>(), [b"c1", b"c2"]);
}

#[test]
#[cfg_attr(miri, ignore = "it reads very much")]
fn table_may_exceed_one_piece() {
    let names = (0..9000).map(|name| (text(&format!("name {name:05}")), Map(vec![])));
    let toc = read(SHEETS, with(flat(), "books", Map(names.collect())));
    assert!(toc.table.len > 2 * (64 << 10));
    let names: Vec<Vec<u8>> = toc.rows().map(|row| row.name).collect();
    assert_eq!(
        (said(&toc).len(), names.len(), &names[8999][..]),
        (0, 9000, &b"name 08999"[..])
    );
}

#[test]
fn fields_are_shown_with_their_places() {
    let shown = |front: &[u8], table| {
        let bytes = file(front, &Map(table));
        let rows = rows(|describer| CONTAINER.describe(Bytes::new(&bytes), describer)).unwrap();
        assert!(rows.iter().all(|row| row.error.is_none()));
        let told: Vec<String> = rows.iter().map(|row| format!("{}={}", row.path, row.value)).collect();
        let place = |ofs, len| &bytes[usize::try_from(ofs).unwrap()..][..usize::try_from(len).unwrap()];
        let is_content = |row: &Row| row.path.ends_with(".content");
        let (contents, fields): (Vec<_>, Vec<_>) = rows.into_iter().partition(is_content);
        assert_eq!(
            (place(fields[0].offset, 5), fields[1].offset, fields[1].len),
            (&b"SHELF"[..], 5, 2)
        );
        for row in &fields[2..] {
            let value = match row.value.strip_prefix('"') {
                Some(value) => text(value.trim_end_matches('"')),
                None => Number(row.value.parse().unwrap()),
            };
            assert_eq!(place(row.offset, row.len), value.bytes(), "{}", row.path);
        }
        // Equal values are distinguished by order.
        assert!(fields.is_sorted_by(|one, next| one.offset + one.len <= next.offset));
        let contents: Vec<Vec<u8>> = contents.iter().map(|row| place(row.offset, row.len).to_vec()).collect();
        (told.join(" "), contents.join(&b'|'))
    };
    let targets = r#"readers[0].target="c1" readers[1].target="c2""#;
    let entry = |book: u8, number: u8, target: &str, place: u8, words: u8| {
        let path = format!("books[{book}].entries[{number}]");
        format!(r#"{path}.target="{target}" {path}.ink="red" {path}.place={place} {path}.words={words}"#)
    };
    let (first, second, third) = (
        entry(0, 0, "c1", 0, 2),
        entry(1, 0, "c1", 1, 3),
        entry(1, 1, "c2", 2, 4),
    );
    let books = format!(r#"books[0].name="one" {first} books[1].name="two" {second} {third}"#);
    let sheets: Vec<String> = [(0, 7, 2), (1, 9, 3), (2, 12, 4)]
        .map(|(number, from, long)| {
            format!("sheets[{number}].from={from} sheets[{number}].long={long} sheets[{number}].content={long} bytes")
        })
        .into();
    let flat_told = format!(
        r#"magic="SHELF" index=16 edition=2 owner="me" {targets} {books} {}"#,
        sheets.join(" ")
    );
    assert_eq!(shown(SHEETS, flat()), (flat_told, b"aa|bbb|cccc".to_vec()));
    let piles = "pile[0].content=1 bytes pile[1].content=2 bytes pile[2].content=3 bytes";
    let rolled_told =
        format!(r#"magic="SHELF" index=23 edition=2 {targets} {books} kept="rolled" rolls=7 length=16 {piles}"#);
    assert_eq!(shown(ROLLS, all_rolled()), (rolled_told, b"a|bb|ccc".to_vec()));
}
