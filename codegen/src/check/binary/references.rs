//! Checks that referenced types, enums and fields exist.

use std::collections::BTreeSet;

use crate::model::binary::{Align, Attr, Holds, Record, Spec};
use crate::problem::{Doubts, Problems, quote};
use crate::spanned::Spanned;

pub(super) fn check(spec: &Spec, unread: &Doubts, problems: &mut Problems) {
    let all_named = unread.all_named(spec);
    for (record, attr) in spec.attrs() {
        if all_named {
            types(spec, record, attr, problems);
        }
        let found = |names: &Spanned<String>| spec.root.enums.iter().any(|named| named.id.value == names.value);
        let names = attr.names.as_ref();
        if let Some(names) = names.filter(|names| all_named && !unread.at(names) && !found(names)) {
            problems.one_of(
                names,
                "an enum in this schema",
                spec.root.enums.iter().map(|named| spec.spelling(record, &named.id)),
            );
        }
        if let Holds::Switch(on, _) = &attr.holds.value {
            switch(record, attr, &on.text, unread, problems);
        }
        if let Some(align) = &attr.align
            && let Align::Option(id) = &align.value
            && !unread.at(spec.root.span.below("-options"))
        {
            let options = spec.options.iter().map(|option| &option.id);
            problems.one_of(&align.with(id.clone()), "an option in this schema", options);
        }
        let formulas = [attr.bytes.size.as_ref(), attr.count(), attr.pos.as_ref(), attr.condition.as_ref()];
        for formula in formulas.into_iter().flatten() {
            for id in formula.fields() {
                field(record, attr, &formula.with(id.to_owned()), unread, problems);
            }
        }
    }
}

fn types(spec: &Spec, record: &Record, attr: &Attr, problems: &mut Problems) {
    let mut known = |id: &Spanned<String>| {
        if spec.find(id).is_none() {
            let all = spec.root.types.iter().map(|other| spec.spelling(record, &other.id));
            problems.one_of(id, "a type in this schema", all);
        }
    };
    match attr.versions() {
        Some((_, cases)) => cases.iter().for_each(|(_, id)| known(id)),
        None => attr
            .holds
            .records()
            .for_each(|id| known(&attr.holds.with(id.to_owned()))),
    }
}

fn switch(record: &Record, attr: &Attr, on: &str, unread: &Doubts, problems: &mut Problems) {
    let earlier = record.seq.iter().take_while(|other| other.id.value != attr.id.value);
    let found = earlier.into_iter().find(|other| other.id.value == on);
    let plain = |field: &Attr| {
        field.is_number()
            && field.names.is_none()
            && field.write_source().is_none()
            && field.condition.is_none()
            && field.valid.is_none()
    };
    let judged = found.map_or(unread.whole(record), |found| unread.clear(found));
    if judged && !found.is_some_and(plain) {
        let hint =
            "use an earlier number of this record without `if`, `enum`, `valid` or `-write`; the version sets it";
        problems.add(&attr.holds, "a plain number for `switch-on`", quote(on), hint);
    }
    let same = |other: &&Attr| matches!(&other.holds.value, Holds::Switch(other, _) if other.text == on);
    if record.seq.iter().filter(same).count() > 1 {
        let found = format!("several on `{on}`");
        problems.add(
            &attr.holds,
            "one `switch-on` for each number",
            found,
            "join them in one type",
        );
    }
}

fn field(record: &Record, attr: &Attr, id: &Spanned<String>, unread: &Doubts, problems: &mut Problems) {
    let place = |id: &str| record.seq.iter().position(|field| field.id.value == id);
    let Some((used, field)) = place(id).and_then(|used| Some((used, record.seq.get(used)?))) else {
        // It may be a misunderstood field, such as a refused computed value.
        let part = record.instances.iter().find(|part| part.id.value == id.value);
        if unread.whole(record) && part.is_none_or(|part| unread.clear(part)) {
            let what = format!("a field of `{}`", record.id.value);
            problems.one_of(id, &what, record.seq.iter().map(|field| &field.id));
        }
        return;
    };
    let shown = quote(id);
    if !field.is_number() && unread.clear_kind(field) {
        let hint = "only numbers can be computed with";
        problems.add(id, "a number", format!("{shown}, which does not exist"), hint);
    }
    if field.names.is_some() {
        let hint = "Kaitai Struct computes with plain numbers only: leave `enum` out, or name its values elsewhere";
        problems.add(id, "a number without `enum`", &shown, hint);
    }
    if place(&attr.id).is_some_and(|user| used >= user) {
        let hint = "move it; fields are read in order";
        problems.add(id, "an earlier field", &shown, hint);
    }
}

/// A misunderstood field may use the item, so the check needs all fields.
pub(super) fn check_unused(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    if !doubts.all_clear(spec) {
        return;
    }
    let mut need = |used: bool, id: &Spanned<String>, what: &str, verb: &str| {
        if !used {
            problems.add(id, what, format!("{}, which none {verb}", quote(id)), "leave it out");
        }
    };
    let held: BTreeSet<&str> = spec.attrs().flat_map(|(_, attr)| attr.holds.records()).collect();
    for record in &spec.root.types {
        let used = held.contains(record.id.as_str()) || spec.is_walked(record);
        need(used, &record.id, "a type that some field has", "has");
    }
    for named in &spec.root.enums {
        let used = spec.attrs().any(|(_, attr)| attr.is_named_by(named));
        need(used, &named.id, "an enum that some field has", "has");
    }
    for option in &spec.options {
        let align = Align::Option(option.id.value.clone());
        let uses = |attr: &Attr| attr.align.as_ref().is_some_and(|own| own.value == align);
        let used = spec.attrs().any(|(_, attr)| uses(attr));
        need(used, &option.id, "an option that some `-align` uses", "uses");
    }
}
