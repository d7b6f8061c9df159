//! The steps in which a record is written.

use offload_bundle_core::bytes::Encoding;

use super::given::members;
use super::spell;
use crate::expr::Inverse;
use crate::ir::binary::{Field, Format, Number, Part, Record, Source, Valid, What};
use crate::ir::measure::Measure;
use crate::model::binary::Align;
use crate::prose::listed;
use crate::view::rust::literal;

/// The steps that write one field.
pub(super) fn field_steps(format: &Format<'_>, record: &Record, is_root: bool, field: &Field) -> Vec<String> {
    let (name, id) = (&field.id, literal(field.id));
    let arguments = spell::writing_arguments(format, &field.what, is_root);
    let mut steps = checks(name, &field.what, false);
    steps.push(match &field.what {
        What::Magic(_) => format!("writer.magic({});", super::read::magic_name(format, record, field)),
        What::Number(number) => {
            steps.extend(number_steps(format, record, is_root, field, number));
            return steps;
        }
        What::Sized(sized) if sized.encoding.is_some() => format!("writer.text({id}, &self.{name})?;"),
        What::Sized(_) | What::Rest => format!("writer.bytes({id}, &self.{name})?;"),
        What::Terminated(..) => format!("writer.terminated({id}, &self.{name})?;"),
        What::Compressed(_) => format!("writer.record({id}, |writer| writer.content(&self.{name}.content))?;"),
        What::Record(_) | What::Versions(_) => {
            format!("writer.record({id}, |writer| self.{name}.write_frame(writer{arguments}))?;")
        }
        What::List(_) => {
            format!("writer.list({id}, &self.{name}, |writer, item| item.write_frame(writer{arguments}))?;")
        }
    });
    steps
}

/// The steps that write a part, which stands behind everything written so far.
pub(super) fn part_steps(format: &Format<'_>, is_root: bool, part: &Part) -> Vec<String> {
    let name = &part.id;
    let arguments = spell::writing_arguments(format, &part.what, is_root);
    let written = match &part.what {
        What::Sized(sized) if sized.encoding.is_some() => format!("writer.text(\"\", &self.{name})"),
        What::Sized(_) => format!("writer.content(&self.{name})"),
        What::Terminated(..) => format!("writer.terminated(\"\", &self.{name})"),
        What::Record(_) => format!("self.{name}.write_frame(writer{arguments})"),
        What::List(_) => {
            format!("writer.list(\"\", &self.{name}, |writer, item| item.write_frame(writer{arguments}))")
        }
        _ => String::new(),
    };
    let alignment = match &part.align {
        Align::To(number) => number.to_string(),
        Align::Option(option) => option.clone(),
    };
    let (id, fill) = (literal(name), part.fill);
    let mut steps = checks(name, &part.what, true);
    steps.push(format!(
        "writer.later({id}, {name}_at, Placement::new({alignment}, {fill}), move |writer| {{ {written} }});"
    ));
    steps
}

/// Checks that the content of a member can be read back.
fn checks(name: &str, what: &What, is_part: bool) -> Vec<String> {
    let allowed = |measure: &Measure| match (measure.expr.constant(), measure.limit) {
        (Some(number), _) => Some((number, number.to_string())),
        (None, limit) => limit.map(|limit| (0, limit.to_string())),
    };
    let (bounds, encoding) = match what {
        What::Sized(sized) => (allowed(&sized.len), sized.encoding),
        What::List(list) => (allowed(&list.count), None),
        What::Compressed(compressed) => (compressed.len.as_ref().and_then(allowed), None),
        What::Terminated(u64::MAX, encoding) => (None, Some(*encoding)),
        What::Terminated(limit, encoding) => (Some((0, limit.to_string())), Some(*encoding)),
        _ => (None, None),
    };
    let (id, len) = (literal(name), length_of(name, what, is_part));
    let bounds = bounds.map(|(min, max)| format!("writer.in_range({id}, {len}, {min}, {max})?;"));
    let ascii = (encoding == Some(Encoding::Ascii)).then(|| format!("writer.ascii({id}, &self.{name})?;"));
    bounds.into_iter().chain(ascii).collect()
}

fn number_steps(format: &Format<'_>, record: &Record, is_root: bool, field: &Field, number: &Number) -> Vec<String> {
    let (name, id, width) = (&field.id, literal(field.id), spell::width(number));
    let check = match &number.valid {
        Valid::Range(min, max) => Some(format!(
            "writer.in_range({id}, {name}, {min}, {})?;",
            spell::limit(*max)
        )),
        Valid::AnyOf(values) if !matches!(number.source, Source::Version(_)) => {
            let known = listed(values);
            Some(format!(
                "writer.one_of({id}, {name}, &[{known}], {})?;",
                literal(&known)
            ))
        }
        _ => None,
    };
    let measured = |target: &str, inverse: &Inverse| {
        let found = members(record).find(|(id, ..)| *id == target);
        let length = found.map_or("0".to_owned(), |(id, _, what, is_part)| length_of(id, what, is_part));
        spell::inverse(&length, inverse, is_root)
    };
    let value = match &number.source {
        Source::Given => match spell::named(format, number) {
            None => format!("self.{name}"),
            Some((_, false)) => format!("self.{name}.number()"),
            Some((named, true)) => format!("{named}::number_of(self.{name})"),
        },
        Source::Constant(value) => value.to_string(),
        Source::Count(target, inverse) | Source::Size(target, inverse) => measured(target, inverse),
        Source::DecompressedSize(target) => format!("self.{target}.decompressed_len"),
        Source::Digest(target) => format!("self.{target}.digest_number({width})"),
        Source::Version(field) => format!("self.{field}.{name}()"),
        Source::FileSize => return vec![format!("writer.file_len({id}, {width});")],
        Source::Offset(target, inverse) => {
            let (plus, minus) = (spell::sum(&inverse.plus, is_root), spell::sum(&inverse.minus, is_root));
            return vec![format!("let {target}_at = writer.offset({id}, {width}, {plus}, {minus});")];
        }
    };
    let kept = if number.used || check.is_some() {
        format!("let {name} = ")
    } else {
        String::new()
    };
    let written = format!("{kept}writer.number({id}, {width}, {value})?;");
    [written].into_iter().chain(check).collect()
}

/// How long a member of a builder is, in bytes or records.
fn length_of(id: &str, what: &What, is_part: bool) -> String {
    match what {
        What::Sized(sized) if sized.encoding.is_some() => format!("length(self.{id}.as_bytes())"),
        What::Sized(_) if is_part => format!("self.{id}.len()"),
        What::Compressed(_) => format!("self.{id}.len()"),
        What::Terminated(..) => format!("length(self.{id}.as_bytes())"),
        What::List(_) => format!("count(&self.{id})"),
        _ => format!("length(&self.{id})"),
    }
}
