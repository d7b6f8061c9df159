//! The view of what turns read records into builders.

use serde_json::{Value, json};

use offload_bundle_core::layout::{Holds, Source};

use super::{given, imports, spell};
use crate::ir::binary::{Format, Member, Record};
use crate::ir::layout::number_of;
use crate::prose::comma_list;
use crate::view::rust::literal;

pub(super) fn view(format: &Format<'_>) -> Value {
    let records = format.records.iter().map(|record| of_record(format, record));
    let switches = format.switches().map(|(_, member, _)| {
        let names = &member.names.switch;
        let builder = &names.types.builder;
        let arms = names.variants.iter();
        let arms = arms.map(|case| format!("Self::{case}(record) => record.to_builder().map({builder}::{case})"));
        let value = format!("match self {{ {} }}", comma_list(arms));
        let builder = given::switch_type(format, member, "'a");
        json!({ "name": names.types.reader, "builder": builder, "lost": "", "value": value })
    });
    json!({
        "file": format.file,
        "imports": imports::of_convert(format),
        "conversions": records.chain(switches).collect::<Vec<_>>(),
    })
}

fn of_record(format: &Format<'_>, record: &Record<'_>) -> Value {
    let options = given::options(format, record).map(|(member, constant, _)| format!("{member}: {constant}"));
    let members = record.members.iter().filter_map(|member| {
        given::given_type(format, member)?;
        Some(format!(
            "{}: {}",
            member.names.public,
            convert_member(format, record, member)
        ))
    });
    let members: Vec<String> = options.chain(members).collect();
    json!({
        "builder": spell::builder_type(record, "'a"),
        "lost": if record.is_root && !format.spec.options.is_empty() {
            " Options have their defaults: the file does not say what they were."
        } else {
            ""
        },
        "value": format!("Ok({} {{ {} }})", record.names.builder, members.join(", ")),
        "name": record.names.reader,
    })
}

fn convert_member(format: &Format<'_>, record: &Record<'_>, member: &Member<'_>) -> String {
    let (name, own) = (literal(member.id), &member.names.public);
    let mark = if member.part.is_some() { "?" } else { "" };
    match member.holds {
        Holds::Bytes(_) if member.part.is_none() => format!("self.{own}()?.to_vec()"),
        Holds::Text(..) | Holds::Bytes(_) | Holds::Terminated(..) => format!("self.{own}()?.into()"),
        Holds::Rest => format!("self.{own}()?.to_vec()"),
        Holds::Content(_) => {
            let number = |source| record.member(number_of(&record.layout, source)?);
            let len = number(Source::DecompressedLen(member.id));
            let len = len.map_or("", |number| number.names.public.as_str());
            match number(Source::Digest(member.id)) {
                None => format!("CompressedContent::of_len(self.{own}()?, self.{len}())"),
                Some(digest) => {
                    let width = digest
                        .width()
                        .map(|width| format!("Width::{width:?}"))
                        .unwrap_or_default();
                    let digest = &digest.names.public;
                    format!("CompressedContent::declared(self.{own}()?, self.{len}(), {width}, self.{digest}())")
                }
            }
        }
        Holds::Record(_) | Holds::Switch(_) => {
            format!("self.{own}(){mark}.to_builder().map_err(|error| error.in_field({name}))?")
        }
        Holds::List(record, _) => {
            let record = spell::reader(format, record);
            format!("collect({name}, self.{own}(){mark}, {record}::to_builder)?")
        }
        Holds::Number(..) | Holds::Magic(_) => format!("self.{own}()"),
    }
}
