//! Checks `front` of `-envelope`: one version, with all numbers at fixed places.

use crate::model::binary::{Attr, FrontKeys, Holds, Spec};
use crate::problem::{Doubts, Problems};

pub(super) fn check(spec: &Spec, front: &FrontKeys, doubts: &Doubts, problems: &mut Problems) {
    let records = spec.compressed_records();
    let [(_, record)] = records.as_slice() else {
        let hint = "describe each version in a schema of its own";
        problems.add(
            &front.of,
            "one version of an envelope with `front`",
            "several, or none",
            hint,
        );
        return;
    };
    let inner = record.seq.iter().filter(|_| !spec.is_root(record));
    let fields: Vec<&Attr> = spec.root.seq.iter().chain(inner).collect();
    for attr in fields.iter().filter(|attr| doubts.clear(attr)) {
        let fixed = matches!(
            attr.holds.value,
            Holds::Contents(_) | Holds::Number(_) | Holds::Switch(..)
        );
        if !fixed && !spec.is_compressed(record, attr) {
            let hint = "the header before the compressed bytes has a fixed length";
            problems.add(
                &attr.id,
                "numbers and fixed bytes in front of compressed ones",
                "something else",
                hint,
            );
        }
    }
    for said in [&front.sized, &front.cleared] {
        let found = fields.iter().find(|attr| attr.id.value == said.value);
        if !found.map_or(!doubts.whole(record), |attr| attr.is_number()) {
            let hint = "name one; it also precedes the decompressed bytes";
            problems.add_word(said, "a number of the header", hint);
        }
    }
}
