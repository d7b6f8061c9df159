//! What a schema says of a number, and of what is measured with it.

use super::table::Range;
use crate::expr::{Inverse, Scope};
use crate::model::binary::{Attr, Kind, Link, Spec, Type, Valid, Write};

/// The field of `record` that the writer computes from `attr` by `link`.
pub(super) fn linked<'r>(record: &'r Type, attr: &Attr, link: Link) -> Option<&'r Attr> {
    record.written(Write::Of(link, attr.id.value.clone())).next()
}

/// The numbers that the schema allows in a field.
pub(super) fn allowed(spec: &Spec, record: &Type, attr: &Attr) -> Vec<u64> {
    let members = || spec.members(attr).map(|member| member.number.value).collect();
    if let Some((_, cases)) = record.switch_on(attr) {
        return cases.iter().map(|(number, _)| *number).collect();
    }
    match attr.valid.as_ref().map(|valid| &valid.value) {
        Some(Valid::AnyOf(numbers)) => numbers.clone(),
        Some(Valid::InEnum) => members(),
        None if attr.names.is_some() && !attr.is_open() => members(),
        _ => Vec::new(),
    }
}

/// The smallest and the largest number that fit a field and its `valid`.
pub(super) fn bounds(spec: &Spec, record: &Type, attr: &Attr) -> Range {
    let Kind::Number(width, _) = attr.kind.value else {
        return Range::default();
    };
    let fits = u64::MAX >> (64 - 8 * u32::from(width));
    let allowed = allowed(spec, record, attr);
    match (
        allowed.iter().min(),
        allowed.iter().max(),
        attr.valid.as_ref().map(|valid| &valid.value),
    ) {
        (Some(least), Some(most), _) => Range { least: *least, most: *most },
        (.., Some(Valid::Range(min, max))) => Range { least: *min, most: fits.min(*max) },
        _ => Range { least: 0, most: fits },
    }
}

/// The expression of `attr`, turned round for the field that is computed from it.
pub(super) fn inverse(record: &Type, attr: &Attr, link: Link) -> Option<Inverse> {
    let field = linked(record, attr, link)?;
    attr.measure(link)?
        .solve(&|path| path.scope == Scope::Own && path.id == field.id.value)
}
