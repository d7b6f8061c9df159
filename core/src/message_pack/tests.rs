//! Values in pieces of all lengths, and malformed bytes.

use alloc::vec;

use super::*;

fn shown(bytes: &[u8], step: usize) -> (Vec<String>, Result<(), Malformed>) {
    let (mut reader, mut lines) = (Reader::default(), Vec::new());
    let mut show = |token: Token<'_>| {
        let Token { depth, is_key, scalar, .. } = token;
        let scalar = match scalar {
            Scalar::Text(text) => String::from_utf8_lossy(text).into_owned(),
            other => format!("{other:?}"),
        };
        lines.push(format!("{depth}{} {scalar}", if is_key { " key" } else { "" }));
    };
    let fed = bytes.chunks(step).try_for_each(|bytes| reader.feed(bytes, &mut show));
    let ended = fed.and_then(|()| reader.finish());
    (lines, ended)
}

#[test]
fn map_is_read_in_any_pieces() {
    let bytes = b"\x83\xa1a\x92\x01\xa2xy\xa1b\x80\xd9\x01c\xcd\x01\x02behind";
    let expected =
        ["0 Map", "1 key a", "1 List", "2 Number(1)", "2 xy", "1 key b", "1 Map", "1 key c", "1 Number(258)"];
    for step in 1..=bytes.len() {
        let (lines, ended) = shown(bytes, step);
        assert_eq!(lines, expected, "{step}");
        assert_eq!(ended, Ok(()), "{step}");
    }
}

#[test]
fn heads_have_expected_lengths() {
    // A list with a value of each kind. The text at its end is found only if all previous lengths are right.
    let values: [&[u8]; 28] = [
        b"\x7f",
        b"\xe0",
        b"\xc0",
        b"\xc2",
        b"\xc3",
        b"\xc4\x01.",
        b"\xc5\0\x01.",
        b"\xc6\0\0\0\x01.",
        b"\xc7\x01..",
        b"\xc8\0\x01..",
        b"\xc9\0\0\0\x01..",
        b"\xca....",
        b"\xcb........",
        b"\xcc.",
        b"\xcd..",
        b"\xce....",
        b"\xcf........",
        b"\xd0.",
        b"\xd1..",
        b"\xd2....",
        b"\xd3........",
        b"\xd4..",
        b"\xd5...",
        b"\xd6.....",
        b"\xd7.........",
        b"\xd8.................",
        b"\xdc\0\0",
        b"\xdf\0\0\0\0",
    ];
    let mut bytes = vec![0xdd, 0, 0, 0, u8::try_from(values.len() + 1).unwrap()];
    bytes.extend(values.concat());
    bytes.extend(b"\xda\0\x03end");
    let (lines, ended) = shown(&bytes, 1);
    assert_eq!((lines.last().map(String::as_str), ended), (Some("1 end"), Ok(())));
    assert_eq!(lines.len(), values.len() + 2);
}

#[test]
fn numbers_have_their_values_and_places() {
    let bytes = b"\x9a\x05\xcc\xff\xcd\x01\0\xce\x80\0\0\0\xcf\x01\0\0\0\0\0\0\0\xd0\x7f\xd0\x80\xd3\xff\xff\xff\xff\xff\xff\xff\xff\xff\xc3";
    let mut read = Vec::new();
    for step in 1..bytes.len() {
        read.clear();
        let mut reader = Reader::default();
        let mut show = |token: Token<'_>| {
            let number = match token.scalar {
                Scalar::Number(number) => Some(number),
                _ => None,
            };
            read.push((token.start, token.len, number));
        };
        for bytes in bytes.chunks(step) {
            reader.feed(bytes, &mut show).unwrap();
        }
        assert_eq!((reader.finish(), reader.bytes_taken()), (Ok(()), 36), "{step}");
        let numbers =
            [(1, 1, Some(5)), (2, 2, Some(255)), (4, 3, Some(256)), (7, 5, Some(1 << 31)), (12, 9, Some(1 << 56))];
        assert_eq!(read[1..6], numbers, "{step}");
        let rest = [(21, 2, Some(127)), (23, 2, None), (25, 9, None), (34, 1, None), (35, 1, None)];
        assert_eq!(read[6..], rest, "{step}");
    }
}

#[test]
fn malformed_value_fails_without_allocation() {
    assert_eq!(shown(b"\xc1", 1).1, Err(Malformed::Byte(0xc1)));
    assert_eq!(shown(b"", 1).1, Err(Malformed::Ended));
    assert_eq!(shown(b"\xdf\xff\xff\xff\xff\xa1a", 3).1, Err(Malformed::Ended));
    assert_eq!(shown(b"\xdb\xff\xff\xff\xffabc", 8).1, Err(Malformed::Ended));
    assert_eq!(shown(&[0x91; 100], 7).1, Err(Malformed::TooDeep));
}
