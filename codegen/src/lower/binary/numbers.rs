//! Numbers: what may be in them, and what a writer computes them from.

use offload_bundle_core::bytes::Width;

use crate::expr::Scope;
use crate::ir::binary::{Number, Source, Valid};
use crate::model::binary as model;
use crate::model::binary::{Attr, Endian, Kind, Link, Spec, Type, Write};

/// The number field `attr` of `record`.
pub(super) fn number(spec: &Spec, record: &Type, attr: &Attr) -> Number {
    let width = match attr.kind.value {
        Kind::Number(bytes, endian) => width(bytes, endian.or(spec.endian) == Some(Endian::Big)),
        _ => Width::U8,
    };
    let named = attr.names.as_ref();
    let names = named.and_then(|named| spec.enums.iter().position(|known| known.id.value == named.value));
    // A number of bits is a number: whatever of them is set, none of the names is that of all of it.
    let (names, bits) = if attr.is_flags() { (None, names) } else { (names, None) };
    let switch = record.switch_on(attr);
    let valid = match (attr.valid.as_ref().map(|valid| &valid.value), switch) {
        (_, Some((_, cases))) => Valid::AnyOf(cases.iter().map(|(number, _)| *number).collect()),
        (Some(model::Valid::Range(min, max)), None) => Valid::Range(*min, (*max).min(width.max())),
        (Some(model::Valid::AnyOf(numbers)), None) => Valid::AnyOf(numbers.clone()),
        (None | Some(model::Valid::InEnum), None) => Valid::Any,
    };
    let open = attr.is_open()
        && attr
            .valid
            .as_ref()
            .is_none_or(|valid| valid.value != model::Valid::InEnum);
    let first_member = names
        .and_then(|index| spec.enums.get(index)?.members.first())
        .map(|member| member.number.value);
    let first = match &valid {
        Valid::Any => first_member.unwrap_or(0),
        Valid::Range(min, _) => *min,
        Valid::AnyOf(numbers) => numbers.first().copied().unwrap_or(0),
    };
    Number {
        width,
        names: names.map(|index| (index, open)),
        valid,
        bits,
        source: match switch {
            Some((field, _)) => Source::Version(field.id.value.clone()),
            None => source(record, attr),
        },
        default: attr.default.as_ref().map_or(first, |default| default.value),
    }
}

fn width(bytes: u8, big: bool) -> Width {
    match (bytes, big) {
        (2, false) => Width::U16Le,
        (2, true) => Width::U16Be,
        (4, false) => Width::U32Le,
        (4, true) => Width::U32Be,
        (8, false) => Width::U64Le,
        (8, true) => Width::U64Be,
        _ => Width::U8,
    }
}

fn source(record: &Type, attr: &Attr) -> Source {
    let Some(write) = &attr.write else {
        return Source::Given;
    };
    let (link, target) = match &write.value {
        Write::Given => return Source::Given,
        Write::FileSize => return Source::FileSize,
        Write::Constant(number) => return Source::Constant(*number),
        Write::Of(link, target) => (*link, target.clone()),
        Write::About(model::Fact::DecompressedSize, target) => return Source::DecompressedSize(target.clone()),
        Write::About(model::Fact::Md5, target) => return Source::Digest(target.clone()),
    };
    let expr = record.find(&target).and_then(|other| other.measure(link));
    let solved = expr.and_then(|expr| {
        let own = |path: &crate::expr::Path| path.scope == Scope::Own && path.id == attr.id.value;
        expr.value.solve(&own)
    });
    let inverse = solved.unwrap_or_default();
    match link {
        Link::Count => Source::Count(target, inverse),
        Link::Size => Source::Size(target, inverse),
        Link::Offset => Source::Offset(target, inverse),
    }
}
