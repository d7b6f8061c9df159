//! The view of what turns read records into builders.

use serde_json::{Value, json};

use super::{given, spell};
use crate::ir::binary::{Format, Record, What};
use crate::names::camel;
use crate::prose::listed;
use crate::view::rust::literal;

pub(super) fn view(format: &Format<'_>) -> Value {
    let records = format.records.iter().enumerate();
    let records = records.map(|(index, record)| of_record(format, index, record));
    let switches = format.switches().filter_map(|(field, versions)| {
        let name = camel(field.id);
        let arms = format.cases(versions).map(|(.., record)| {
            let case = camel(record.id);
            format!("Self::{case}(record) => record.to_builder().map({name}Builder::{case})")
        });
        let value = format!("match self {{ {} }}", listed(arms));
        let builder = given::given_type(format, field.id, &field.what, false)?;
        Some(json!({ "name": name, "builder": builder, "lost": "", "value": value }))
    });
    json!({ "file": format.file, "conversions": records.chain(switches).collect::<Vec<_>>() })
}

fn of_record(format: &Format<'_>, index: usize, record: &Record) -> Value {
    let options = format.spec.options.iter().filter(|_| index == 0);
    let options = options.map(|option| format!("{}: DEFAULT_{}", option.id, option.id.to_uppercase()));
    let members = given::members(record).filter_map(|(id, _, what, is_part)| {
        given::given_type(format, id, what, is_part)?;
        Some(format!("{id}: {}", converted(format, record, id, what, is_part)))
    });
    let members: Vec<String> = options.chain(members).collect();
    let name = camel(record.id);
    json!({
        "builder": spell::builder_type(format, index, "'a"),
        "lost": if index == 0 && !format.spec.options.is_empty() {
            " Options have their defaults: the file does not say what they were."
        } else {
            ""
        },
        "value": format!("Ok({name}Builder {{ {} }})", members.join(", ")),
        "name": name,
    })
}

fn converted(format: &Format<'_>, record: &Record, id: &str, what: &What, is_part: bool) -> String {
    let name = literal(id);
    match what {
        What::Sized(sized) if sized.encoding.is_none() && !is_part => format!("self.{id}()?.to_vec()"),
        What::Sized(_) | What::Terminated(..) => format!("self.{id}()?.into()"),
        What::Rest => format!("self.{id}()?.to_vec()"),
        What::Compressed(compressed) => {
            let (len, digest) = (&compressed.decompressed_len, &compressed.digest);
            let width = record.number(digest).map_or_else(String::new, spell::width);
            format!("CompressedContent::declared(self.{id}()?, self.{len}.value, {width}, self.{digest}.value)")
        }
        What::Record(_) | What::Versions(_) => {
            let mark = if is_part { "?" } else { "" };
            format!("self.{id}(){mark}.to_builder().map_err(|error| error.in_field({name}))?")
        }
        What::List(list) => {
            let mark = if is_part { "?" } else { "" };
            let record = spell::type_name(format, list.record);
            format!("collect({name}, self.{id}(){mark}, {record}::to_builder)?")
        }
        What::Number(_) | What::Magic(_) => format!("self.{id}()"),
    }
}
