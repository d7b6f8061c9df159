//! Files that are written from the table of a schema, byte by byte, and what is refused: each word of `-write`, and how it is solved.

use offload_bundle_codegen::Source;
use offload_bundle_codegen::foreign::read_with_writers;
use offload_bundle_core::bytes::Bytes;
use offload_bundle_core::tree::{Node, Tree};

/// The table of a schema with these lines below its front.
fn table(body: &str) -> &'static Tree<'static> {
    let front = "meta:\n  id: written\n  title: Written\n  endian: be\n  encoding: UTF-8\n-writer: interpreted\n";
    let source = Source { name: "written.ksy".to_owned(), text: format!("{front}{body}") };
    read_with_writers(&[source]).expect(body).tree()
}

fn bytes(text: &[u8]) -> Node {
    Node::Bytes(text.to_vec())
}

fn text(text: &str) -> Node {
    Node::Text(text.to_owned())
}

fn list(items: &[i128]) -> Node {
    Node::List(items.iter().copied().map(Node::Number).collect())
}

/// What the schema makes of these values: the file, which says the same when it is read, or why there is none.
fn written(body: &str, values: &[(&'static str, Node)]) -> Result<Vec<u8>, String> {
    let tree = table(body);
    let file = tree
        .write(&Node::Record(values.to_vec()))
        .map_err(|error| error.to_string())?;
    let back = tree.read(Bytes::new(&file)).map_err(|error| error.to_string())?;
    for (name, value) in values {
        // Of records, what is computed is there, too.
        if !matches!(value, Node::Record(_)) {
            assert_eq!(back.get(name), Some(value), "{body}");
        }
    }
    assert_eq!(tree.write(&back).as_ref(), Ok(&file), "{body}");
    Ok(file)
}

#[test]
fn lengths_are_solved_for_whatever_the_schema_makes_of_them() {
    let of = |size: &str, front: &str| {
        format!(
            "seq:\n- {{id: base, type: u1}}\n- {{id: len_body, type: u1, -write: size(body)}}\n- {{id: body, size: '{size}'}}\n{front}"
        )
    };
    let values = [("base", Node::Number(2)), ("body", bytes(b"abcd"))];
    for (size, front, len) in [
        ("len_body", "", 4),
        ("len_body - 4", "", 8),
        ("4 + len_body - 3", "", 3),
        ("10 - len_body", "", 6),
        ("len_body * base", "", 2),
        ("base * len_body", "", 2),
        ("len_body / base", "", 8),
        ("len_body << 1", "", 2),
        ("base == 2 ? len_body - 1 : len_body", "", 5),
        ("real", "instances: {real: {value: len_body + 1}}", 3),
        ("_root.len_body + base", "", 2),
        ("4", "", 4),
    ] {
        let file = written(&of(size, front), &values);
        assert_eq!(file, Ok([&[2, len][..], b"abcd"].concat()), "{size}");
    }
    for (size, told) in [
        ("len_body * 3", "len_body: no number makes `len_body * 3` 4"),
        ("len_body & 255", "len_body: no number makes `len_body & 255` 4"),
        ("base - len_body", "len_body: expected 0 to 255, found -2"),
        ("len_body + 300", "len_body: expected 0 to 255, found -296"),
        ("5", "body: expected 5 bytes, found 4"),
    ] {
        assert_eq!(written(&of(size, ""), &values), Err(told.to_owned()), "{size}");
    }
}

#[test]
fn counts_are_those_of_lists_in_the_record_or_around_it() {
    let body = "
seq:
- {id: head, type: head}
- {id: parts, type: u2, repeat: expr, repeat-expr: head.num_parts + 1}
types:
  head:
    seq:
    - {id: num_parts, type: s1, -write: count(_parent.parts)}
    - {id: word, type: u1, -write: constant(0x10 + 1)}
";
    let empty = Node::Record(Vec::new());
    let file = |parts: &[i128]| written(body, &[("head", empty.clone()), ("parts", list(parts))]);
    assert_eq!(file(&[1, 0x203]), Ok(vec![1, 0x11, 0, 1, 2, 3]));
    assert_eq!(file(&[]), Ok(vec![0xff, 0x11]));
    assert_eq!(
        file(&[65536]),
        Err("parts[0]: expected 0 to 65535, found 65536".to_owned())
    );
    let wrong = Node::Record(vec![("num_parts", Node::Number(7))]);
    let told = table(body).write(&Node::Record(vec![("head", wrong), ("parts", list(&[1]))]));
    assert_eq!(
        told.unwrap_err().to_string(),
        "head.num_parts: expected 7, found 0 when it was read back"
    );
}

#[test]
fn parts_are_placed_behind_the_fields_and_trailers_at_the_end() {
    let body = "
seq:
- {id: ofs_a, type: u1, -write: offset(a)}
- {id: ofs_b, type: u1, -write: offset(b)}
- {id: len_file, type: u2, -write: size(_root)}
instances:
  last: {pos: _io.size - 2, size: 2}
  a: {pos: ofs_a - 1, size: 1}
  b: {pos: ofs_b, size: 2, -align: 8}
  fixed: {pos: 12, size: 1}
  first: {pos: 0, type: u1}
";
    let values = [("last", bytes(b"zz")), ("a", bytes(b"a")), ("b", bytes(b"bb")), ("fixed", bytes(b"f"))];
    assert_eq!(written(body, &values), Ok(b"\x05\x08\x00\x0fa\0\0\0bb\0\0fzz".to_vec()));
    let missing = written(body, &values[1..2]);
    assert_eq!(missing, Err("b: expected a value, found nothing".to_owned()));
    let shown = [&values[..], &[("first", Node::Number(9))]].concat();
    let told = "first: expected 9, found 5 when it was read back";
    assert_eq!(written(body, &shown), Err(told.to_owned()));
}

#[test]
fn conditions_and_switches_decide_what_must_be_given() {
    let body = "
seq:
- {id: kind, type: u1}
- {id: extra, type: u1, if: kind >= 2}
- id: body
  size: 3
  type: {switch-on: kind, cases: {1: one, 2: two}}
types:
  one: {seq: [{id: a, type: u1}]}
  two: {seq: [{id: text, type: strz}]}
";
    let one = Node::Record(vec![("a", Node::Number(7))]);
    let two = Node::Record(vec![("text", text("ab"))]);
    let file = |kind: i128, extra: Option<i128>, inner: &Node| {
        let extra = extra.map(|extra| ("extra", Node::Number(extra)));
        let values = [("kind", Node::Number(kind)), ("body", inner.clone())];
        written(body, &values.into_iter().chain(extra).collect::<Vec<_>>())
    };
    assert_eq!(file(1, None, &one), Ok(vec![1, 7, 0, 0]));
    assert_eq!(file(2, Some(9), &two), Ok(vec![2, 9, b'a', b'b', 0]));
    assert_eq!(file(3, Some(9), &bytes(b"abc")), Ok(vec![3, 9, b'a', b'b', b'c']));
    for (result, told) in [
        (
            file(1, Some(9), &one),
            "extra: expected no value, because `kind >= 2` is false, found one",
        ),
        (file(2, None, &two), "extra: expected a value, found nothing"),
        (file(1, None, &two), "body.a: expected a value, found nothing"),
        (file(1, None, &bytes(b"abc")), "body: expected a record, found bytes"),
        (file(3, Some(9), &one), "body: expected bytes, found a record"),
        (
            file(2, Some(9), &Node::Record(vec![("text", text("abc"))])),
            "body: expected at most 3 bytes, found 4",
        ),
    ] {
        assert_eq!(result, Err(told.to_owned()));
    }
}

#[test]
fn text_bits_and_packed_bytes_are_what_their_readers_see() {
    let body = "
seq:
- {id: low, type: b3le}
- {id: flag, type: b1le}
- {id: rest, type: b12le}
- {id: high, type: b4}
- {id: odd, type: b5}
- {id: name, type: str, size: 6, encoding: IBM437, terminator: 0, pad-right: 0x20}
- {id: wide, type: strz, encoding: UTF-16LE}
- {id: half, type: f4}
- {id: key, type: u1}
- {id: mixed, size: 3, process: xor(key)}
- {id: turned, size: 1, process: rol(1)}
- {id: len_packed, type: u1, -write: size(packed)}
- {id: packed, size: len_packed, process: zlib}
";
    let values = [
        ("low", Node::Number(5)),
        ("flag", Node::Flag(true)),
        ("rest", Node::Number(0xabc)),
        ("high", Node::Number(0xd)),
        ("odd", Node::Number(0b10001)),
        ("name", text("é1")),
        ("wide", text("ñ")),
        ("half", Node::Float(0.5)),
        ("key", Node::Number(0xff)),
        ("mixed", bytes(&[0, 1, 2])),
        ("turned", bytes(&[0x81])),
        ("packed", bytes(&[7; 300])),
    ];
    let file = written(body, &values).unwrap();
    let front = [0xcd, 0xab, 0xd8, 0x80, 0x82, b'1', 0, 0x20, 0x20, 0x20, 0xf1, 0, 0, 0, 0x3f, 0, 0, 0];
    assert_eq!(file[..18], front);
    assert_eq!(file[18..23], [0xff, 0xff, 0xfe, 0xfd, 0xc0]);
    assert_eq!(usize::from(file[23]), file.len() - 24);
    for (name, node, told) in [
        ("low", Node::Number(8), "low: expected 3 bits, found 8"),
        (
            "name",
            text("€"),
            "name: the text has characters that its encoding has not",
        ),
        ("name", text("abcdefg"), "name: expected 6 bytes, found 7"),
        ("wide", Node::Number(1), "wide: expected text, found a whole number"),
        (
            "half",
            Node::Float(0.1),
            "half: expected a floating-point number, found another value when it was read back",
        ),
    ] {
        let changed = values
            .clone()
            .map(|(known, value)| (known, if known == name { node.clone() } else { value }));
        assert_eq!(written(body, &changed), Err(told.to_owned()));
    }
}

#[test]
fn bits_go_on_from_field_to_field_of_lists_and_records() {
    let body = "
seq:
- {id: first, type: b4}
- {id: inner, type: inner}
- {id: flags, type: b1, repeat: expr, repeat-expr: 3}
- {id: rest, type: b5}
- {id: many, type: inner, repeat: expr, repeat-expr: 2}
types:
  inner: {seq: [{id: x, type: b3}, {id: y, type: b5}]}
";
    let inner = |x: i128, y: i128| Node::Record(vec![("x", Node::Number(x)), ("y", Node::Number(y))]);
    let flags = Node::List([true, false, true].map(Node::Flag).to_vec());
    let values = [
        ("first", Node::Number(0xf)),
        ("inner", inner(0, 0x1f)),
        ("flags", flags),
        ("rest", Node::Number(1)),
        ("many", Node::List(vec![inner(7, 0), inner(0, 1)])),
    ];
    // Four bits, eight of the record, three flags, five; then a record of eight bits each.
    assert_eq!(written(body, &values), Ok(vec![0xf1, 0xfa, 0x1e, 0x00, 0x10]));
    // What is elsewhere begins with a byte of its own.
    let body = "
seq:
- {id: last, type: b4}
instances:
  inner: {pos: 2, type: inner}
types:
  inner: {seq: [{id: x, type: b3}, {id: y, type: b5}]}
";
    let values = [("last", Node::Number(0xf)), ("inner", inner(7, 1))];
    assert_eq!(written(body, &values), Ok(vec![0xf0, 0x00, 0xe1]));
}

#[test]
fn lists_end_where_their_readers_stop() {
    let body = "
seq:
- {id: until, type: u1, repeat: until, repeat-until: _ == 0}
- {id: all, type: u1, repeat: eos, valid: {max: 9}}
";
    let file = |until: &[i128], all: &[i128]| written(body, &[("until", list(until)), ("all", list(all))]);
    assert_eq!(file(&[1, 0], &[2, 3]), Ok(vec![1, 0, 2, 3]));
    for (result, told) in [
        (
            file(&[1], &[]),
            "until: expected `_ == 0` to be true of the last item, and of no other",
        ),
        (
            file(&[0, 0], &[]),
            "until: expected `_ == 0` to be true of the last item, and of no other",
        ),
        (file(&[], &[]), "until: no item ends the list"),
        (file(&[0], &[10]), "all[0]: expected at most `9`, found 10"),
    ] {
        assert_eq!(result, Err(told.to_owned()));
    }
}

#[test]
fn checksums_count_what_is_stored_or_unpacked_and_other_checksums() {
    let body = "
seq:
- {id: outer, type: u4, -write: crc32(inner..data)}
- {id: inner, type: u4, -write: adler32(data)}
- {id: data, size: 9}
- {id: packed, size: 2, process: xor(1)}
- {id: digest, size: 16, -write: md5(unpacked(packed))}
- {id: tail, type: tail}
types:
  tail:
    seq: [{id: crc, type: u4le, -write: crc32(_parent.data)}]
";
    let values = [("data", bytes(b"123456789")), ("packed", bytes(b"ab")), ("tail", Node::Record(Vec::new()))];
    let tree = table(body);
    let file = tree.write(&Node::Record(values.to_vec())).unwrap();
    assert_eq!(file[4..8], 0x091e_01de_u32.to_be_bytes());
    assert_eq!(file[35..], 0xcbf4_3926_u32.to_le_bytes());
    assert_eq!(file[17..19], [b'a' ^ 1, b'b' ^ 1]);
    // The digest of "ab".
    assert_eq!(file[19..23], [0x18, 0x7e, 0xf4, 0x43]);
    let wrong = |file: &[u8]| {
        let found = tree.check_sums(Bytes::new(file)).unwrap();
        found.iter().map(|error| error.path.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(wrong(&file), Vec::<String>::new());
    for (at, paths) in [
        (0, &["outer"][..]),
        (4, &["outer", "inner"]),
        (8, &["outer", "inner", "tail.crc"]),
        (17, &["digest"]),
        (34, &["digest"]),
        (35, &["tail.crc"]),
    ] {
        let mut changed = file.clone();
        changed[at] ^= 1;
        assert_eq!(wrong(&changed), paths, "{at}");
    }
    let each = "
seq:
- {id: a, type: u4, -write: crc32(b)}
- {id: b, type: u4, -write: crc32(a)}
";
    assert_eq!(written(each, &[]), Err("a: two checksums count each other".to_owned()));
    let late = "
seq:
- {id: front, size: 1, type: front, process: xor(1)}
- {id: body, size: front.len_body}
types:
  front:
    seq: [{id: len_body, type: u1, -write: size(_parent.body)}]
";
    let values = [("front", Node::Record(Vec::new())), ("body", bytes(b"ab"))];
    let told = "front.len_body: what it measures comes behind what it is packed in";
    assert_eq!(written(late, &values), Err(told.to_owned()));
}

#[test]
fn fixed_bytes_are_given_as_often_as_they_are_there() {
    let body = "seq:\n- {id: magic, contents: [7]}\n- {id: marks, contents: [1, 2], repeat: eos}\n";
    let marks = |some: &[&[u8]]| ("marks", Node::List(some.iter().map(|mark| bytes(mark)).collect()));
    let file = written(body, &[marks(&[b"\x01\x02", b"\x01\x02"])]);
    assert_eq!(file, Ok(vec![7, 1, 2, 1, 2]));
    // They may be given, too, and then must be right.
    assert_eq!(written(body, &[("magic", bytes(b"\x07")), marks(&[])]), Ok(vec![7]));
    let wrong = written(body, &[("magic", bytes(b"\x08")), marks(&[])]).unwrap_err();
    assert!(
        wrong.starts_with("magic: expected 1 bytes, found 1 or others"),
        "{wrong}"
    );
    let wrong = written(body, &[marks(&[b"\x01\x03"])]).unwrap_err();
    assert!(
        wrong.starts_with("marks[0]: expected 2 bytes, found 2 or others"),
        "{wrong}"
    );
}

#[test]
fn a_list_has_no_item_where_a_switch_has_no_case() {
    let body = "seq:\n- {id: count, type: u1}\n- id: items\n  type: {switch-on: _index, cases: {1: u1, 2: u2, 4: u1}}\n  \
                repeat: expr\n  repeat-expr: count\n";
    let of = |count: i128, items: &[i128]| written(body, &[("count", Node::Number(count)), ("items", list(items))]);
    assert_eq!(of(6, &[5, 6, 7]), Ok(vec![6, 5, 0, 6, 7]));
    assert_eq!(of(1, &[]), Ok(vec![1]));
    assert_eq!(of(6, &[5, 6]), Err("items: expected 6 items, found 2".to_owned()));
    assert_eq!(of(3, &[5, 6, 7]), Err("items: expected 2 items, found 3".to_owned()));
}

#[test]
fn a_count_of_what_has_no_case_ends_nothing() {
    let body = "seq:\n- {id: count, type: u8}\n- id: items\n  type: {switch-on: _index, cases: {-1: u1}}\n  \
                repeat: expr\n  repeat-expr: count\n";
    let values = [("count", Node::Number(1 << 60)), ("items", list(&[]))];
    let wrong = written(body, &values).unwrap_err();
    assert!(wrong.starts_with("items: "), "{wrong}");
}
