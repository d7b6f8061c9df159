//! Checks that counts and lengths are not left to the caller of the writer by mistake.

use crate::model::binary::{Attr, Link, Record, Spec, Write, measures};
use crate::problem::{Doubts, Problems};

pub(super) fn check(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    for (record, attr) in spec.attrs() {
        if attr.is_number() && doubts.clear(attr) && record.switch_on(attr).is_none() {
            check_declared(record, attr, has_kept(spec, doubts), problems);
        }
    }
}

/// Operations write containers and envelopes, and cannot provide format-specific numbers.
pub(super) fn by_operations(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    let unsure = ["-container", "-envelope"]
        .into_iter()
        .any(|key| doubts.at(spec.root.span.below(key)));
    if unsure || spec.container.is_none() && spec.envelope.is_none() {
        return;
    }
    let method = spec
        .envelope
        .as_ref()
        .and_then(|keys| Some(keys.method.as_ref()?.value.as_str()));
    let certain = |record: &Record, attr: &Attr| doubts.clear(attr) && doubts.whole(record);
    let numbers = spec.attrs().filter(|(_, attr)| attr.is_number());
    for (record, attr) in numbers.filter(|(record, attr)| certain(record, attr)) {
        let front = spec.envelope.as_ref().is_some_and(|keys| keys.front.is_some());
        let known =
            front || record.switch_on(attr).is_some() || (spec.is_root(record) && Some(attr.id.as_str()) == method);
        if !known && attr.write_source().is_none() && attr.default.is_none() {
            let id = &attr.id.value;
            let hint = "give it with `-default`, or `-write: constant(N)` if it is the same in every file";
            let expected = format!("a value of `{id}` for `bundle`");
            problems.add(&attr.id, expected, "nothing", hint);
        }
    }
}

fn has_kept(spec: &Spec, doubts: &Doubts) -> Option<bool> {
    let front = spec.envelope.as_ref().is_some_and(|keys| keys.front.is_some());
    (front || !doubts.at(spec.root.span.below("-envelope"))).then_some(front)
}

fn check_declared(record: &Record, attr: &Attr, kept: Option<bool>, problems: &mut Problems) {
    let id = &attr.id.value;
    let measures = measures(id);
    match &attr.write {
        None if measures && !needs_another(record, attr) => {
            let hint = "add the computation, such as `-write: size(…)`, or `-write: given` if the number is also in the compressed `front`";
            problems.add(&attr.id, format!("`-write` of `{id}`"), "none", hint);
        }
        Some(write) if write.value == Write::Given && !measures => {
            let expected = "`-write: given` on a `num_`, `len_` or `ofs_` number";
            let hint = "leave it out: the caller gives every other number anyway";
            problems.add(write, expected, format!("`{id}`"), hint);
        }
        Some(write) if write.value == Write::Given && kept == Some(false) => {
            let expected = "`-write: given` in a schema with `-envelope: {front: …}`";
            let hint = "say what the writer computes it from: no caller gives a count, a size or an offset";
            problems.add(write, expected, "none", hint);
        }
        _ => {}
    }
}

/// Whether the field is used as a measure without a computed counterpart, which is reported elsewhere.
fn needs_another(record: &Record, attr: &Attr) -> bool {
    let measures = |measured: &Attr, link: Link| {
        let fits = link != Link::Size || measured.holds.is_sized();
        let expr = measured.measure(link).filter(|_| fits);
        let uses = expr.is_some_and(|expr| expr.fields().contains(&attr.id.as_str()));
        uses && record.written(Write::Of(link, measured.id.value.clone())).count() != 1
    };
    let links = [Link::Count, Link::Size, Link::Offset];
    record
        .attrs()
        .any(|measured| links.into_iter().any(|link| measures(measured, link)))
}
