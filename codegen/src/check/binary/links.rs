//! Checks counts, sizes and offsets: the writer computes each from the measured part, so that they cannot disagree.

use crate::formula::Formula;
use crate::model::binary::{Attr, Fact, Link, Record, Spec, Write};
use crate::problem::{Doubts, Problems, quote};
use crate::spanned::Spanned;

impl Link {
    /// The field prefix, the measuring key, and the word in `-write`.
    fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Count => ("num_", "repeat-expr", "count"),
            Self::Size => ("len_", "size", "size"),
            Self::Offset => ("ofs_", "pos", "offset"),
        }
    }
}

pub(super) fn check(spec: &Spec, doubts: &Doubts, problems: &mut Problems) {
    for record in spec.records() {
        for attr in &record.seq {
            if let Some(write) = &attr.write {
                check_write(record, attr, write, doubts, problems);
                check_sum(spec, record, attr, write, problems);
            }
        }
        for attr in record.attrs() {
            for link in [Link::Count, Link::Size, Link::Offset] {
                let expr = attr.measure(link);
                // Refused keys and bad references are reported elsewhere.
                if let Some(expr) = expr.filter(|expr| doubts.clear_expr(record, expr) && !refuse(attr, link)) {
                    check_measure(record, attr, link, expr, problems);
                }
            }
        }
    }
}

fn refuse(attr: &Attr, link: Link) -> bool {
    link == Link::Size && !attr.holds.is_sized()
}

fn check_sum(spec: &Spec, record: &Record, attr: &Attr, write: &Spanned<Write>, problems: &mut Problems) {
    let Write::Sum(sum, first, last) = &write.value else {
        return;
    };
    let place = |name: &str| record.seq.iter().position(|attr| attr.id.value == *name);
    let covered = match (place(first), place(last)) {
        (Some(first), Some(last)) => record.seq.get(first..=last),
        _ => None,
    };
    let is_sum = |attr: &Attr| {
        attr.write
            .as_ref()
            .is_some_and(|write| matches!(write.value, Write::Sum(..)))
    };
    if !spec.is_root(record) || covered.is_none_or(|covered| covered.iter().any(is_sum)) {
        let expected = "fields of the outermost record, from the first to the last, without a checksum among them";
        let hint = "name them by their ids: `crc32(magic..entries)`";
        problems.add(write, expected, quote(&format!("{first}..{last}")), hint);
    }
    attr.check_sum(write, *sum, problems);
}

fn check_write(record: &Record, attr: &Attr, write: &Spanned<Write>, doubts: &Doubts, problems: &mut Problems) {
    let (prefix, found) = match &write.value {
        Write::Constant(_) | Write::Given | Write::Sum(..) => return,
        Write::FileSize | Write::About(Fact::DecompressedSize, _) => ("len_", None),
        Write::About(Fact::Md5, _) => return,
        Write::Of(link, target) => (link.words().0, Some((*link, target))),
    };
    if !attr.id.value.starts_with(prefix) {
        let expected = format!("an id that begins with `{prefix}`");
        let hint = format!("call it `{prefix}…`, as Kaitai's style guide does");
        problems.add_word(&attr.id, expected, hint);
    }
    let Some((link, target)) = found else { return };
    let (_, key, word) = link.words();
    let target_attr = record.find(target);
    if !target_attr.map_or(doubts.whole(record), |target| doubts.clear(target)) {
        return;
    }
    let expr = target_attr.and_then(|target| target.measure(link));
    if !expr.is_some_and(|expr| expr.fields().contains(&attr.id.as_str())) {
        let id = &attr.id.value;
        let expected = format!("`{word}` of a field or part of this record with `{key}: {id}`");
        problems.add(
            write,
            expected,
            quote(target),
            format!("name the field that `{id}` describes"),
        );
    }
}

fn check_measure(record: &Record, attr: &Attr, link: Link, expr: &Spanned<Formula>, problems: &mut Problems) {
    let (prefix, key, word) = link.words();
    if expr.constant().is_some() && link != Link::Offset {
        return;
    }
    let mut fields = record.written(Write::Of(link, attr.id.value.clone()));
    let shown = quote(&expr.text);
    let (Some(field), None) = (fields.next(), fields.next()) else {
        let expected = format!(
            "one field `{prefix}…` with `-write: {word}({})` in `{key}`",
            attr.id.value
        );
        problems.add(expr, expected, shown, link_hint(record, attr, link, expr));
        return;
    };
    let Some(solved) = expr.solve(&field.id) else {
        let expected = format!("`{key}` as `{}` plus or minus something", field.id.value);
        let hint = "the writer inverts the expression, so the field may occur once and not be subtracted";
        problems.add(expr, expected, shown, hint);
        return;
    };
    for part in solved.iter().filter(|part| part.of.constant().is_none()) {
        check_known(record, field, &expr.with(part.to_string()), problems);
    }
}

fn link_hint(record: &Record, attr: &Attr, link: Link, expr: &Formula) -> String {
    let (prefix, _, word) = link.words();
    let id = &attr.id.value;
    let free = |named: &&str| {
        let field = record.seq.iter().find(|field| field.id.value == *named);
        field.is_some_and(|field| field.write_source().is_none())
    };
    let fields = expr.fields();
    let mut candidates = fields.iter().filter(|named| free(named));
    match (candidates.next(), candidates.next()) {
        _ if fields.is_empty() => "describe fields at fixed offsets in `seq`".to_owned(),
        (Some(field), None) if field.starts_with(prefix) => format!("add `-write: {word}({id})` to `{field}`"),
        (Some(field), None) => format!("add `-write: {word}({id})` to `{field}`, and call it `{prefix}…`"),
        _ => "the writer must know which field to compute from it".to_owned(),
    }
}

fn check_known(record: &Record, computed: &Attr, id: &Spanned<String>, problems: &mut Problems) {
    let place = |id: &str| record.seq.iter().position(|field| field.id.value == id);
    if place(id) >= place(&computed.id) {
        let hint = format!(
            "move it before `{}`; the writer computes fields in order",
            computed.id.value
        );
        problems.add_word(id, "a field that is written before", hint);
    }
    if let Some(field) = record.find(id) {
        let late = match field.write.as_ref().map(|write| &write.value) {
            Some(Write::FileSize | Write::Of(Link::Offset, _)) => true,
            _ => !field.is_number(),
        };
        if late {
            let hint = "offsets and the length of the file are known last: count from the start of the file";
            problems.add_word(id, "a number that is known when the frame is written", hint);
        }
    }
}
