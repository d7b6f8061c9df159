//! The view of what turns read records into builders.

use serde_json::{Value, json};

use super::given::{self, Member};
use super::spell;
use crate::ir::binary::{Format, Record, What};
use crate::prose::listed;
use crate::view::rust::literal;

pub(super) fn view(format: &Format<'_>) -> Value {
    let records = format.records.iter().enumerate();
    let records = records.map(|(index, record)| of_record(format, index, record));
    let switches = format.switches().map(|(_, versions)| {
        let builder = &versions.names.builder;
        let arms = versions.variants.iter();
        let arms = arms.map(|case| format!("Self::{case}(record) => record.to_builder().map({builder}::{case})"));
        let value = format!("match self {{ {} }}", listed(arms));
        let builder = given::switch_type(format, versions, "'a");
        json!({ "name": versions.names.reader, "builder": builder, "lost": "", "value": value })
    });
    json!({ "file": format.file, "conversions": records.chain(switches).collect::<Vec<_>>() })
}

fn of_record(format: &Format<'_>, index: usize, record: &Record) -> Value {
    let options = given::options(format, record).map(|(member, constant, _)| format!("{member}: {constant}"));
    let members = given::members(record).filter_map(|member| {
        given::given_type(format, &member)?;
        Some(format!(
            "{}: {}",
            member.names.public,
            converted(format, record, &member)
        ))
    });
    let members: Vec<String> = options.chain(members).collect();
    json!({
        "builder": spell::builder_type(format, index, "'a"),
        "lost": if index == 0 && !format.spec.options.is_empty() {
            " Options have their defaults: the file does not say what they were."
        } else {
            ""
        },
        "value": format!("Ok({} {{ {} }})", record.names.builder, members.join(", ")),
        "name": record.names.reader,
    })
}

fn converted(format: &Format<'_>, record: &Record, member: &Member<'_>) -> String {
    let Member { id, names, what, is_part, .. } = *member;
    let (name, own) = (literal(id), &names.public);
    match what {
        What::Sized(sized) if sized.encoding.is_none() && !is_part => format!("self.{own}()?.to_vec()"),
        What::Sized(_) | What::Terminated(..) => format!("self.{own}()?.into()"),
        What::Rest => format!("self.{own}()?.to_vec()"),
        What::Compressed(compressed) => {
            let public = |id: &str| record.names_of(id).map_or("", |names| names.public.as_str());
            if compressed.digest.is_empty() {
                let len = public(&compressed.decompressed_len);
                return format!("CompressedContent::of_len(self.{own}()?, self.{len}.value)");
            }
            let (len, digest) = (public(&compressed.decompressed_len), public(&compressed.digest));
            let width = record.number(&compressed.digest).map_or_else(String::new, spell::width);
            format!("CompressedContent::declared(self.{own}()?, self.{len}.value, {width}, self.{digest}.value)")
        }
        What::Record(_) | What::Versions(_) => {
            let mark = if is_part { "?" } else { "" };
            format!("self.{own}(){mark}.to_builder().map_err(|error| error.in_field({name}))?")
        }
        What::List(list) => {
            let mark = if is_part { "?" } else { "" };
            let record = spell::reader(format, list.record);
            format!("collect({name}, self.{own}(){mark}, {record}::to_builder)?")
        }
        What::Number(_) | What::Magic(_) => format!("self.{own}()"),
    }
}
