//! The steps in which a record's frame is written.

use serde::Serialize;

use super::given::members;
use super::spell;
use offload_bundle_core::bytes::Encoding;

use crate::ir::binary::{Field, Format, Inverse, Number, Record, Source, Valid, What};
use crate::ir::measure::Measure;
use crate::names::camel;
use crate::view::rust::literal;

/// One step of writing the frame.
#[derive(Debug, Default, Serialize)]
pub(super) struct StepView {
    id: String,
    name: String,
    is_magic: bool,
    magic: String,
    is_number: bool,
    kept: bool,
    width: String,
    value: String,
    ranged: bool,
    min: u64,
    max: String,
    listed: bool,
    values: String,
    known: String,
    is_offset: bool,
    blank: String,
    plus: String,
    minus: String,
    is_file_len: bool,
    is_text: bool,
    is_bytes: bool,
    is_compressed: bool,
    is_terminated: bool,
    is_ascii: bool,
    checked: bool,
    len: String,
    is_record: bool,
    is_list: bool,
    arguments: String,
}

/// The step that writes one field.
pub(super) fn step(format: &Format, record: &Record, is_root: bool, field: &Field) -> StepView {
    let base = StepView {
        id: literal(&field.id),
        name: field.id.clone(),
        arguments: spell::writing_arguments(format, &field.what, is_root),
        ..StepView::default()
    };
    match &field.what {
        What::Magic(_) => StepView { is_magic: true, magic: super::read::magic_name(format, record, field), ..base },
        What::Number(number) => number_step(format, record, is_root, field, number, base),
        What::Sized(sized) => {
            let (checked, min, max) = allowed(&sized.len);
            StepView {
                is_text: sized.encoding.is_some(),
                is_bytes: sized.encoding.is_none(),
                is_ascii: sized.encoding == Some(Encoding::Ascii),
                len: length_of(&field.id, &field.what, false),
                checked,
                min,
                max,
                ..base
            }
        }
        What::Terminated(limit, encoding) => StepView {
            is_terminated: true,
            is_ascii: *encoding == Encoding::Ascii,
            len: length_of(&field.id, &field.what, false),
            checked: *limit != u64::MAX,
            max: spell::limit(*limit),
            ..base
        },
        What::Rest => StepView { is_bytes: true, ..base },
        What::Compressed(compressed) => {
            let (checked, min, max) = compressed.len.as_ref().map_or((false, 0, String::new()), allowed);
            StepView { is_compressed: true, len: length_of(&field.id, &field.what, false), checked, min, max, ..base }
        }
        What::Record(_) | What::Versions(_) => StepView { is_record: true, ..base },
        What::List(list) => {
            let (checked, min, max) = allowed(&list.count);
            StepView { is_list: true, len: length_of(&field.id, &field.what, false), checked, min, max, ..base }
        }
    }
}

fn number_step(
    format: &Format,
    record: &Record,
    is_root: bool,
    field: &Field,
    number: &Number,
    base: StepView,
) -> StepView {
    let named = number
        .names
        .and_then(|(index, open)| Some((camel(&format.enums.get(index)?.id), open)));
    let measured = |target: &str, inverse: &Inverse| {
        let found = members(record).find(|(id, ..)| *id == target);
        let length = found.map_or("0".to_owned(), |(id, _, what, is_part)| length_of(id, what, is_part));
        spell::inverse(&length, inverse, is_root)
    };
    let (ranged, min, max) = match number.valid {
        Valid::Range(min, max) => (true, min, max),
        _ => (false, 0, 0),
    };
    let values: Vec<String> = match &number.valid {
        Valid::AnyOf(values) if !matches!(number.source, Source::Version(_)) => {
            values.iter().map(ToString::to_string).collect()
        }
        _ => Vec::new(),
    };
    let base = StepView {
        width: spell::width(number),
        kept: number.used || ranged || !values.is_empty(),
        ranged,
        min,
        max: spell::limit(max),
        listed: !values.is_empty(),
        known: literal(&values.join(", ")),
        values: values.join(", "),
        is_number: !matches!(number.source, Source::Offset(..) | Source::FileSize),
        is_file_len: matches!(number.source, Source::FileSize),
        ..base
    };
    match &number.source {
        Source::Given => StepView {
            value: match named {
                None => format!("self.{}", field.id),
                Some((_, false)) => format!("self.{}.number()", field.id),
                Some((name, true)) => format!("{name}::number_of(self.{})", field.id),
            },
            ..base
        },
        Source::Constant(value) => StepView { value: value.to_string(), ..base },
        Source::Count(target, inverse) | Source::Size(target, inverse) => {
            StepView { value: measured(target, inverse), ..base }
        }
        Source::Offset(target, inverse) => StepView {
            is_offset: true,
            blank: format!("{target}_at"),
            plus: spell::sum(&inverse.plus, is_root),
            minus: spell::sum(&inverse.minus, is_root),
            ..base
        },
        Source::FileSize => base,
        Source::DecompressedSize(target) => StepView { value: format!("self.{target}.decompressed_len"), ..base },
        Source::Digest(target) => StepView {
            value: format!(
                "u64::from_{}_bytes(self.{target}.digest)",
                if number.width.is_big() { "be" } else { "le" }
            ),
            ..base
        },
        Source::Version(field) => StepView { value: format!("self.{field}.{}()", base.name), ..base },
    }
}

/// The smallest and the largest length or count that can be read back, where not all can.
pub(super) fn allowed(measure: &Measure) -> (bool, u64, String) {
    match (measure.expr.constant(), measure.limit) {
        (Some(number), _) => (true, number, number.to_string()),
        (None, Some(limit)) => (true, 0, limit.to_string()),
        (None, None) => (false, 0, String::new()),
    }
}

/// How long a member of a builder is, in bytes or records.
pub(super) fn length_of(id: &str, what: &What, is_part: bool) -> String {
    match what {
        What::Sized(sized) if sized.encoding.is_some() => format!("length(self.{id}.as_bytes())"),
        What::Sized(_) if is_part => format!("self.{id}.len()"),
        What::Compressed(_) => format!("self.{id}.len()"),
        What::Terminated(..) => format!("length(self.{id}.as_bytes())"),
        What::List(_) => format!("count(&self.{id})"),
        _ => format!("length(&self.{id})"),
    }
}
