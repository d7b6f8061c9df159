//! Messages and codes of problems.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::Problem;

#[test]
fn place_past_end_differs_from_overrun() {
    let said = |ofs, len| Problem::OutOfBounds { ofs, len, have: 138 }.to_string();
    assert_eq!(
        said(139, 0),
        "points past the end of the file: expected an offset of at most 138, found 139 (for 0 bytes)"
    );
    assert_eq!(
        said(138, 1),
        "runs past the end of the file: expected at most 0 bytes, found 1"
    );
    assert_eq!(
        said(130, 9),
        "runs past the end of the file: expected at most 8 bytes, found 9"
    );
}

#[test]
fn one_byte_is_singular() {
    for (problem, said) in [
        (
            Problem::Truncated { need: 1, have: 0 },
            "the field needs 1 byte, but 0 are left",
        ),
        (
            Problem::Truncated { need: 2, have: 1 },
            "the field needs 2 bytes, but 1 is left",
        ),
        (Problem::OutOfBounds { ofs: 9, len: 1, have: 8 }, "found 9 (for 1 byte)"),
        (
            Problem::OutOfBounds { ofs: 7, len: 2, have: 8 },
            "expected at most 1 byte, found 2",
        ),
        (
            Problem::OverBudget { what: "the names", limit: 1 },
            "more than 1 byte together",
        ),
        (
            Problem::Corrupt { stream: "a zlib", after: 1, why: "bad code".into() },
            "after 1 byte of output",
        ),
        (
            Problem::MoreThanAllowed { found: 1, limit: 0 },
            "size of 1 byte exceeds",
        ),
        (
            Problem::WindowTooLarge { need: Some(1), limit: 1 },
            "a window of 1 byte, but the limit is 1 byte",
        ),
        (
            Problem::TooLongToShow { need: 1, limit: 0 },
            "structure of 1 byte exceeds",
        ),
    ] {
        let text = problem.to_string();
        assert!(text.contains(said) && !text.contains("1 bytes"), "{text}");
    }
}

#[test]
fn problems_have_unique_codes_and_messages() {
    let problems = [
        (
            Problem::Truncated { need: 8, have: 3 },
            "the field needs 8 bytes, but 3 are left",
        ),
        (
            Problem::BadMagic { expected: b"CC", found: b"C\x00".to_vec() },
            r#"expected "CC", found "C\x00""#,
        ),
        (
            Problem::OutOfBounds { ofs: 1, len: 9, have: 4 },
            "expected at most 3 bytes, found 9",
        ),
        (
            Problem::OutOfRange { found: 0, min: 1, max: 9 },
            "expected 1 to 9, found 0",
        ),
        (
            Problem::UnknownValue { found: 7, known: "2, 3" },
            "expected one of 2, 3, found 7",
        ),
        (Problem::BadText { why: "it is empty" }, "it is empty"),
        (Problem::OverLimit { found: 9, limit: 8 }, "expected at most 8, found 9"),
        (
            Problem::OverBudget { what: "the names", limit: 8 },
            "the names overlap so much that they take more than 8 bytes together",
        ),
        (
            Problem::TooDeep { limit: 8 },
            "more than 8 levels of nested records and computed values",
        ),
        (
            Problem::WrongSum { found: 1, expected: 255 },
            "wrong checksum: expected 0xff, found 0x1",
        ),
        (
            Problem::Unchecked,
            "the checksum was not checked, because its bytes are not known",
        ),
        (
            Problem::Missing { expected: "an end".into() },
            "expected an end, found the end of the file",
        ),
        (
            Problem::Unexpected { found: "a".into(), expected: "b".into() },
            "expected b, found a",
        ),
        (Problem::Disagrees { found: 1, expected: 2 }, "expected 2, found 1"),
        (
            Problem::Overflow { expression: "a + b" },
            "`a + b` is not between 0 and 2^64 - 1",
        ),
        (
            Problem::Corrupt { stream: "a zlib", after: 5, why: "bad code".into() },
            "a zlib stream cannot be decompressed after 5 bytes of output: bad code",
        ),
        (
            Problem::WrongDigest { found: 0x10, expected: 0x2f },
            "wrong digest of the decompressed bytes: expected 000000000000002f, found 0000000000000010",
        ),
        (
            Problem::MoreThanAllowed { found: 9, limit: 8 },
            "the decompressed size of 9 bytes exceeds the limit of 8",
        ),
        (
            Problem::HoldsMore { found: 4 },
            "the declared size is 4, but the compressed bytes contain more",
        ),
        (
            Problem::WindowTooLarge { need: Some(64), limit: 8 },
            "decompression needs a window of 64 bytes, but the limit is 8 bytes",
        ),
        (
            Problem::WindowTooLarge { need: None, limit: 8 },
            "decompression needs a larger window, but the limit is 8 bytes",
        ),
        (
            Problem::TooLongToShow { need: 9, limit: 8 },
            "a decompressed structure of 9 bytes exceeds the limit of 8",
        ),
    ];
    let mut codes = Vec::new();
    for (problem, said) in &problems {
        assert!(problem.to_string().contains(said), "{problem}");
        if codes.last() != Some(&problem.code()) {
            codes.push(problem.code());
        }
    }
    assert_eq!(codes, Problem::CODES);
}
