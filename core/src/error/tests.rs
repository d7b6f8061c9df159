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
fn problems_have_unique_codes_and_messages() {
    let problems = [
        (Problem::Truncated { need: 8, have: 3 }, "expected 8 bytes, found 3"),
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
            "the names take more than 8 bytes together",
        ),
        (
            Problem::TooDeep { limit: 8 },
            "expected at most 8 records and computed values inside of each other, found more",
        ),
        (
            Problem::WrongSum { found: 1, expected: 255 },
            "expected the checksum 0xff of the bytes that it counts, found 0x1",
        ),
        (
            Problem::Unchecked,
            "nothing says which bytes this checksum counts, so it was not checked",
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
            "expected `a + b` from 0 to 2^64 - 1",
        ),
        (
            Problem::Corrupt { stream: "a zlib", after: 5, why: "bad code".into() },
            "expected a zlib stream, found one that cannot be decompressed after 5 bytes of what it holds: bad code",
        ),
        (
            Problem::WrongDigest { found: 0x10, expected: 0x2f },
            "expected the digest 000000000000002f of what the compressed bytes hold, found 0000000000000010",
        ),
        (
            Problem::MoreThanAllowed { found: 9, limit: 8 },
            "expected at most 8 bytes",
        ),
        (Problem::HoldsMore { found: 4 }, "expected a larger number, found 4"),
        (
            Problem::WindowTooLarge { need: Some(64), limit: 8 },
            "a window of at most 8 bytes, which is as much as decoders take, found one of 64",
        ),
        (Problem::WindowTooLarge { need: None, limit: 8 }, "found a larger one"),
        (
            Problem::TooLongToShow { need: 9, limit: 8 },
            "8 bytes at a time, found a structure of 9",
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
