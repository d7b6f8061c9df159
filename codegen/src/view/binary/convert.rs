//! Views of conversions from readers to builders.

use serde_json::{Value, json};

use offload_bundle_core::tree::{Held, Source};

use super::given;
use super::spell::{self, uses};
use crate::ir::binary::{Format, Group, Shared};
use crate::view::rust::literal;

pub(super) fn view(format: &Format<'_>) -> Value {
    let conversions: Vec<Value> = format.groups.iter().map(|group| of_group(format, group)).collect();
    json!({
        "file": format.file,
        "imports": uses(&conversions, &[], &["bytes::Width", "envelope::CompressedContent"]),
        "conversions": conversions,
    })
}

fn of_group(format: &Format<'_>, group: &Group<'_>) -> Value {
    let options = given::options(format, group).map(|(member, constant, _)| format!("{member}: {constant}"));
    let members = group.members.iter().filter_map(|shared| {
        given::given_type(format, shared)?;
        Some(format!(
            "{}: {}",
            shared.names.public,
            convert_member(format, group, shared)
        ))
    });
    let members: Vec<String> = options.chain(members).collect();
    json!({
        "builder": spell::builder_type(group, "'a"),
        "lost": if group.is_root && !format.spec.options.is_empty() {
            " Options get their defaults, because files do not store them."
        } else {
            ""
        },
        "value": format!("Ok({} {{ {} }})", group.names.builder, members.join(", ")),
        "name": group.names.reader,
    })
}

fn convert_member(format: &Format<'_>, group: &Group<'_>, shared: &Shared<'_>) -> String {
    let (member, own) = (&shared.member, &shared.names.public);
    let name = literal(member.id);
    match member.held {
        Held::Number(_) | Held::Fixed(_) => format!("self.{own}()"),
        Held::Content(_) => {
            let record = group.records.first().and_then(|id| format.record(id));
            let number = |source| {
                let id = record?.table.number_of(source)?;
                group.members.iter().find(|shared| shared.member.id == id)
            };
            let len = number(Source::DecompressedLen(member.id)).map_or("", |number| number.names.public.as_str());
            match number(Source::Digest(member.id)) {
                None => format!("CompressedContent::of_len(self.{own}()?, self.{len}())"),
                Some(digest) => {
                    let width = digest
                        .width
                        .map(|width| format!("Width::{width:?}"))
                        .unwrap_or_default();
                    let digest = &digest.names.public;
                    format!("CompressedContent::declared(self.{own}()?, self.{len}(), {width}, self.{digest}())")
                }
            }
        }
        Held::Record(_) | Held::Versions(_) => inside(shared, |record| {
            format!("{record}.to_builder().map_err(|error| error.in_field({name}))")
        }),
        Held::List(..) => {
            let record = spell::reader(format, &member.held);
            inside(shared, |items| format!("{items}.convert({record}::to_builder)"))
        }
        _ if shared.is_everywhere => format!("self.{own}()?.into()"),
        _ => format!("self.{own}()?.map(Into::into)"),
    }
}

fn inside(shared: &Shared<'_>, body: impl Fn(&str) -> String) -> String {
    let own = &shared.names.public;
    match shared.is_everywhere {
        true => format!("{}?", body(&format!("self.{own}()?"))),
        false => format!("self.{own}()?.map(|found| {}).transpose()?", body("found")),
    }
}
