//! Look-ups in the table of a format.

use offload_bundle_core::tree::{Expression, Formula, Held, Measure};

pub fn records<'a>(held: &Held<'a>) -> Vec<&'a str> {
    match held {
        Held::Record(record) | Held::List(record, _) => vec![record.name],
        Held::Versions(versions) => versions.iter().map(|(_, record)| record.name).collect(),
        _ => Vec::new(),
    }
}

pub fn measure<'h, 'a>(held: &'h Held<'a>) -> Option<&'h Measure<'a>> {
    match held {
        Held::Text(_, measure) | Held::Bytes(measure) | Held::List(_, measure) => Some(measure),
        Held::Content(measure) => measure.as_ref(),
        _ => None,
    }
}

pub fn is_itself(formula: &Formula<'_>) -> bool {
    matches!(formula.of, Expression::Own(_))
}
