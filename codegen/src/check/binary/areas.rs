//! Checks areas and the file length.

use crate::model::binary::{Area, Attr, Holds, Spec, Write};
use crate::problem::{Doubts, Problems, quote};
use crate::spanned::Spanned;

pub(super) fn check(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    problems.unique("an id of an area", spec.areas.iter().map(|area| &area.id));
    for area in &spec.areas {
        problems.snake_case(&area.id);
        let stands = |attr: &Attr| attr.area.as_ref().is_some_and(|own| own.value == area.id.value);
        if doubts.all_clear(spec) && !spec.attrs().any(|(_, attr)| stands(attr)) {
            let found = format!("{}, which is empty", quote(&area.id));
            problems.add(&area.id, "an area that some `-in` names", found, "leave it out");
        }
    }
    for (_, attr) in spec.attrs() {
        if let Some(area) = &attr.area
            && !doubts.at(spec.root.span.below("-areas"))
        {
            let areas = spec.areas.iter().map(|area| &area.id);
            problems.one_of(area, "an area in this schema", areas);
            let found = spec.areas.iter().find(|known| known.id.value == area.value);
            if let Some(found) = found.filter(|_| doubts.clear_kind(attr)) {
                stands_in(attr, area, found, problems);
            }
        }
    }
    if let Some(align) = &spec.align_end
        && align.value == 0
    {
        let hint = "1 means no alignment: leave it out";
        problems.add(align, "an alignment of at least 1", "0", hint);
    }
    ends(spec, doubts, problems);
}

fn stands_in(attr: &Attr, area: &Spanned<String>, found: &Area, problems: &mut Problems) {
    let record = matches!(attr.holds.value, Holds::Record(_));
    match (&found.strings, attr.is_text()) {
        (Some(_), false) => {
            let expected = format!("text in `{}`, which is a string table", found.id.value);
            let hint = "use another area for other parts, or none";
            problems.add(area, expected, "something else", hint);
        }
        (None, _) if record => {
            let hint = "remove it; records precede all areas, and only their parts can be in one";
            problems.add(area, "text or bytes in an area", "a record", hint);
        }
        (Some(_), true) => {
            let hint = "texts of a string table follow each other: leave it out";
            if let Some(align) = &attr.align {
                problems.add(align, "no `-align` in a string table", "one", hint);
            }
        }
        _ => {}
    }
}

fn ends(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    let says = |attr: &&Attr| attr.write.as_ref().is_some_and(|write| write.value == Write::FileSize);
    let root = spec.root.seq.iter().filter(says);
    for (number, attr) in root.enumerate() {
        if number > 0 && doubts.clear(attr) {
            let hint = "only one number can hold the length of the file";
            problems.add(&attr.id, "one field with `-write: size(_root)`", "another", hint);
        }
    }
    for record in &spec.root.types {
        for attr in record.seq.iter().filter(says).filter(|attr| doubts.clear(attr)) {
            let expected = "`-write: size(_root)` in `seq` at the top level";
            let hint = "readers must know the end of the file first";
            problems.add_word(&attr.id, expected, hint);
        }
    }
}
