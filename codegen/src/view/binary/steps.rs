//! The steps in which a record is written.

use offload_bundle_core::bytes::Encoding;

use super::given::members;
use super::spell::{self, Site};
use crate::expr::Inverse;
use crate::ir::binary::{Field, Format, Number, Part, Source, Valid, What};
use crate::ir::measure::Measure;
use crate::ir::names::Names;
use crate::model::binary::Align;
use crate::prose::listed;
use crate::view::rust::literal;

/// The steps that write one field.
pub(super) fn field_steps(format: &Format<'_>, site: Site<'_>, field: &Field) -> Vec<String> {
    let (name, id) = (&field.names.public, literal(field.id));
    let arguments = site.writing_arguments(format, &field.what);
    let mut steps = checks(&id, name, &field.what, false);
    steps.push(match &field.what {
        What::Magic(_) => format!("writer.magic({});", field.names.magic),
        What::Number(number) => {
            steps.extend(number_steps(format, site, field, number));
            return steps;
        }
        What::Sized(sized) if sized.encoding.is_some() => format!("writer.text({id}, &self.{name})?;"),
        What::Sized(_) | What::Rest => format!("writer.bytes({id}, &self.{name})?;"),
        What::Terminated(..) => format!("writer.terminated({id}, &self.{name})?;"),
        What::Compressed(_) => format!("writer.record({id}, |writer| writer.content(self.{name}.content()))?;"),
        What::Record(_) | What::Versions(_) => {
            format!("writer.record({id}, |writer| self.{name}.write_frame(writer{arguments}))?;")
        }
        What::List(_) => {
            format!("writer.list({id}, &self.{name}, |writer, item| item.write_frame(writer{arguments}))?;")
        }
    });
    steps
}

/// The steps that write a part, which is behind everything written so far.
pub(super) fn part_steps(format: &Format<'_>, site: Site<'_>, part: &Part) -> Vec<String> {
    let Names { public: name, blank, .. } = &part.names;
    let arguments = site.writing_arguments(format, &part.what);
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
        Align::Option(option) => site.record.outer.options.get(option).cloned().unwrap_or_default(),
    };
    let (id, fill) = (literal(part.id), part.fill);
    let mut steps = checks(&id, name, &part.what, true);
    let later = match part.area {
        Some((area, true)) => {
            if let What::Terminated(..) = part.what {
                steps.push(format!("writer.no_nul({id}, &self.{name})?;"));
            }
            steps.push(format!("writer.merged({area}, {blank}, &self.{name});"));
            return steps;
        }
        Some((area, false)) => format!("later_in({area}, "),
        None => "later(".to_owned(),
    };
    let placement = format!("Placement::new({alignment}, {fill})");
    steps.push(format!(
        "writer.{later}{id}, {blank}, {placement}, move |writer| {{ {written} }});"
    ));
    steps
}

/// Checks that the content of a member can be read back.
fn checks(id: &str, name: &str, what: &What, is_part: bool) -> Vec<String> {
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
    let len = length_of(name, what, is_part);
    let bounds = bounds.map(|(min, max)| format!("writer.in_range({id}, {len}, {min}, {max})?;"));
    let ascii = (encoding == Some(Encoding::Ascii)).then(|| format!("writer.ascii({id}, &self.{name})?;"));
    bounds.into_iter().chain(ascii).collect()
}

fn number_steps(format: &Format<'_>, site: Site<'_>, field: &Field, number: &Number) -> Vec<String> {
    let (id, width) = (literal(field.id), spell::width(number));
    let Names { public: name, local, .. } = &field.names;
    let names = |id: &str| site.record.names_of(id);
    let public = |id: &str| names(id).map_or("", |names| names.public.as_str());
    let value = match &number.source {
        Source::Given => match spell::named(format, number) {
            None => format!("self.{name}"),
            Some((_, false)) => format!("self.{name}.number()"),
            Some((named, true)) => format!("{named}::number_of(self.{name})"),
        },
        Source::Constant(value) => value.to_string(),
        Source::Count(target, inverse) | Source::Size(target, inverse) => {
            let found = members(site.record).find(|member| member.id == target);
            let length = found.map_or("0".to_owned(), |member| {
                length_of(&member.names.public, member.what, member.is_part)
            });
            site.inverse(&length, inverse)
        }
        Source::DecompressedSize(target) => format!("self.{}.decompressed_len()", public(target)),
        Source::Digest(target) => format!("self.{}.digest_number({width})", public(target)),
        Source::Version(target) => {
            let mut switches = format.switches().filter(|(switch, _)| switch.id == target);
            let on = switches.find(|(_, versions)| versions.on == field.id);
            format!(
                "self.{}.{}()",
                public(target),
                on.map_or("", |(_, versions)| versions.number_method.as_str())
            )
        }
        Source::FileSize => {
            let blank = late(number, &Inverse::default(), &id, &width, site, "");
            return vec![format!("let {local} = {blank};"), format!("writer.file_len({local});")];
        }
        Source::Offset(target, inverse) => {
            let blank = late(number, inverse, &id, &width, site, &format!("offset({target})"));
            return vec![format!(
                "let {} = {blank};",
                names(target).map_or("", |names| names.blank.as_str())
            )];
        }
    };
    let write = match &number.source {
        Source::Count(target, inverse) if !inverse.is_empty() => {
            format!(
                "computed({id}, {width}, {value}, {})",
                literal(&inverse.of(&format!("count({target})")))
            )
        }
        Source::Size(target, inverse) if !inverse.is_empty() => {
            format!(
                "computed({id}, {width}, {value}, {})",
                literal(&inverse.of(&format!("size({target})")))
            )
        }
        _ => format!("number({id}, {width}, {value})"),
    };
    let check = allowed(number, &id, local);
    let kept = if number.used || check.is_some() {
        format!("let {local} = ")
    } else {
        String::new()
    };
    [format!("{kept}writer.{write}?;")].into_iter().chain(check).collect()
}

/// Checks that a reader accepts the number.
fn allowed(number: &Number, id: &str, local: &str) -> Option<String> {
    match &number.valid {
        Valid::Range(min, max) => Some(format!(
            "writer.in_range({id}, {local}, {min}, {})?;",
            spell::limit(*max)
        )),
        Valid::AnyOf(values) if !matches!(number.source, Source::Version(_)) => {
            let known = listed(values);
            Some(format!(
                "writer.one_of({id}, {local}, &[{known}], {})?;",
                literal(&known)
            ))
        }
        _ => None,
    }
}

/// Room for a number that is known later.
fn late(number: &Number, inverse: &Inverse, id: &str, width: &str, site: Site<'_>, what: &str) -> String {
    let shifted = if inverse.is_empty() {
        String::new()
    } else {
        let (plus, minus) = (site.sum(&inverse.plus), site.sum(&inverse.minus));
        format!(".shifted({plus}, {minus}, {})", literal(&inverse.of(what)))
    };
    let within = match number.valid {
        Valid::Range(min, max) => format!(".within({min}, {})", spell::limit(max)),
        _ => String::new(),
    };
    format!("writer.offset({id}, {width}){shifted}{within}")
}

/// How long a member of a builder is, in bytes or records.
fn length_of(name: &str, what: &What, is_part: bool) -> String {
    match what {
        What::Sized(sized) if sized.encoding.is_some() => format!("length(self.{name}.as_bytes())"),
        What::Sized(_) if is_part => format!("self.{name}.len()"),
        What::Compressed(_) => format!("self.{name}.len()"),
        What::Terminated(..) => format!("length(self.{name}.as_bytes())"),
        What::List(_) => format!("count(&self.{name})"),
        _ => format!("length(&self.{name})"),
    }
}
