//! What a layout says, looked up.

use offload_bundle_core::layout::{Expression, Holds, Measure, Record, Source};

/// The ids of the records that `holds` may be.
pub fn records<'a>(holds: &Holds<'a>) -> Vec<&'a str> {
    match holds {
        Holds::Record(id) | Holds::List(id, _) => vec![id],
        Holds::Switch(switch) => switch.cases.iter().map(|(_, id)| *id).collect(),
        _ => Vec::new(),
    }
}

/// The length or count of what is held, where it has one.
pub fn measure<'h, 'a>(holds: &'h Holds<'a>) -> Option<&'h Measure<'a>> {
    match holds {
        Holds::Text(_, measure) | Holds::Bytes(measure) | Holds::List(_, measure) => Some(measure),
        Holds::Content(measure) => measure.as_ref(),
        _ => None,
    }
}

/// Whether the measure is the number that errors blame, as it is.
pub fn is_itself(measure: &Measure<'_>) -> bool {
    matches!((measure.expression, measure.blame), (Expression::Own(id), Some(blamed)) if id == blamed)
}

/// The number of `record` that a writer makes of `source`.
pub fn number_of<'a>(record: &Record<'a>, source: Source<'_>) -> Option<&'a str> {
    let mut fields = record.fields.iter();
    let field = fields.find(|field| matches!(field.holds, Holds::Number(.., of) if of == source))?;
    Some(field.name)
}
