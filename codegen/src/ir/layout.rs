//! Lookups in the table of a format.

use offload_bundle_core::tree::{Expression, Formula, Held, Measure};

/// The ids of the records that are held.
pub fn records<'a>(held: &Held<'a>) -> Vec<&'a str> {
    match held {
        Held::Record(record) | Held::List(record, _) => vec![record.name],
        Held::Versions(versions) => versions.iter().map(|(_, record)| record.name).collect(),
        _ => Vec::new(),
    }
}

/// The length or count of what is held, where it has one.
pub fn measure<'h, 'a>(held: &'h Held<'a>) -> Option<&'h Measure<'a>> {
    match held {
        Held::Text(_, measure) | Held::Bytes(measure) | Held::List(_, measure) => Some(measure),
        Held::Content(measure) => measure.as_ref(),
        _ => None,
    }
}

/// Whether the formula is a number of the record, as it is.
pub fn is_itself(formula: &Formula<'_>) -> bool {
    matches!(formula.of, Expression::Own(_))
}
