//! Plans of files with several parts.

use super::*;
use crate::bytes::{Checked, Width};
use crate::error::{Path, WriteError, WriteProblem};
use crate::tree::Area;

const PACKED: Placement = Placement { alignment: 1, fill: 0 };

#[test]
fn parts_follow_their_offsets() {
    let (first, second) = (Content::from(&b"one"[..]), Content::from(&b"two"[..]));
    let plan = Writer::plan_in(&[], 1, |writer| {
        let offsets = [
            writer.offset("a", Width::U8).shifted(3, 0, "offset(a) + 3"),
            writer.offset("b", Width::U8).shifted(0, 2, "offset(b) - 2"),
        ];
        let len = writer.offset("len", Width::U16Be).within(0, 13);
        writer.file_len(len);
        let [a, b] = offsets;
        let aligned = Placement { alignment: 5, fill: b'.' };
        writer.later("first", a, aligned, |writer| writer.content(first.borrowed()));
        writer.later("second", b, aligned, |writer| writer.content(second.borrowed()));
        Ok(())
    });
    assert_eq!(plan.unwrap().to_bytes().unwrap(), b"\x08\x08\x00\x0d.one..two");
}

#[test]
fn areas_follow_other_parts_in_order() {
    let (image, note) = (Content::from(&b"IMAGE"[..]), Content::from(&b"note"[..]));
    let plan = Writer::plan_in(&[Area::Strings, Area::Parts], 8, |writer| {
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|field| writer.offset(field, Width::U8));
        let len = writer.offset("len", Width::U8);
        writer.file_len(len);
        writer.later_in(1, "image", a, Placement::new(4, b'.'), |writer| {
            writer.content(image.borrowed())
        });
        writer.merged(0, b, "red");
        writer.merged(0, c, "hundred");
        writer.later("note", d, PACKED, |writer| writer.content(note.borrowed()));
        Ok(())
    });
    assert_eq!(
        plan.unwrap().to_bytes().unwrap(),
        b"\x14\x0e\x0a\x05\x20note\0hundred\0..IMAGE\0\0\0\0\0\0\0"
    );
}

#[test]
fn oversized_number_is_refused_with_path() {
    let content = Content::External(u64::MAX);
    let error = Writer::plan_in(&[], 1, |writer| {
        writer.list("entries", &[(), ()], |writer, ()| {
            writer.number("len", Width::U64Le, content.len())?;
            let ofs = writer.offset("ofs", Width::U8);
            writer.later("image", ofs, PACKED, |writer| writer.content(content.borrowed()));
            Ok(())
        })
    });
    let path = Path::from("entries").index(0).field("image");
    assert_eq!(error, Err(WriteError::new(path, WriteProblem::Overflow)));
    let error = Writer::plan_in(&[], 1, |writer| writer.number("kind", Width::U8, 256).map(|_| ()));
    assert_eq!(
        error,
        Err(WriteError::new("kind", WriteProblem::TooLarge { found: 256, max: 255 }))
    );
    let error = Writer::plan_in(&[], 1, |writer| {
        let len = writer.offset("len", Width::U8).within(2, 9);
        writer.file_len(len);
        Ok(())
    });
    assert_eq!(
        error.map_err(|error| error.problem),
        Err(WriteProblem::OutOfRange { found: 1, min: 2, max: 9 })
    );
    let error = Writer::plan_in(&[], 1, |writer| writer.terminated("name", "a\0b".into()));
    assert_eq!(error.unwrap_err().path, Path::from("name"));
}

#[test]
fn out_of_range_result_names_bound() {
    let number = |value: Checked| {
        Writer::plan_in(&[], 1, |writer| {
            writer.computed("len", Width::U64Le, value, "size(x) - 3").map(|_| ())
        })
    };
    let text = |error: Result<Plan<'_>, WriteError>| alloc::format!("{}", error.unwrap_err());
    assert_eq!(
        text(number(Checked::from(2).minus(3))),
        "len: `size(x) - 3` is below 0: the content is too short"
    );
    assert_eq!(
        text(number(Checked::from(2).plus(u64::MAX))),
        "len: `size(x) - 3` is above 2^64 - 1"
    );
    let offset = Writer::plan_in(&[], 1, |writer| {
        let ofs = writer.offset("ofs", Width::U8).shifted(0, 4, "offset(x) - 4");
        writer.later("x", ofs, PACKED, |_| Ok(()));
        Ok(())
    });
    let offset = text(offset);
    assert!(offset.starts_with("ofs: `offset(x) - 4` is below 0"), "{offset}");
}

#[test]
fn deferred_number_fits_width_and_bounds() {
    let bytes = [0; 300];
    let len = |behind: usize, min, max| {
        let plan = Writer::plan_in(&[], 1, |writer| {
            let len = writer.offset("len", Width::U8).within(min, max);
            writer.file_len(len);
            writer.bytes("rest", bytes[..behind].into())
        });
        plan.map(|plan| plan.len()).map_err(|error| error.problem)
    };
    assert_eq!(len(254, 0, 300), Ok(255));
    assert_eq!(len(255, 0, 300), Err(WriteProblem::TooLarge { found: 256, max: 255 }));
    assert_eq!([len(1, 2, 10), len(9, 2, 10)], [Ok(2), Ok(10)]);
    assert_eq!(
        len(0, 2, 10),
        Err(WriteProblem::OutOfRange { found: 1, min: 2, max: 10 })
    );
    assert_eq!(
        len(10, 2, 10),
        Err(WriteProblem::OutOfRange { found: 11, min: 2, max: 10 })
    );
}
