//! Checks that formats are distinguishable by their first bytes and names.

use offload_bundle_core::placement::ContentSign;
use offload_bundle_core::text::LINE_BREAK;

use crate::model::placement::FileType;
use crate::model::placement::content::Content;
use crate::model::text::{self, Part};
use crate::model::{Schema, Spec};
use crate::problem::{Problems, quote};
use crate::spanned::Spanned;

struct Beginning<'s> {
    format: &'s Spanned<String>,
    bytes: Vec<u8>,
    /// Distinguished by the numbers of the header.
    of: Option<&'s str>,
}

pub(super) fn check(schema: &Schema, all: &[Schema], problems: &mut Problems) {
    let types: Vec<&Spanned<FileType>> = all.iter().flat_map(file_types).collect();
    let before = || all.iter().take_while(|other| other.file != schema.file);
    let own = beginnings(schema, &types);
    for earlier in before().flat_map(|other| beginnings(other, &types)) {
        let alike = |own: &&Beginning<'_>| {
            let holds = own.of == Some(earlier.format) || earlier.of == Some(own.format);
            !holds && (own.bytes.starts_with(&earlier.bytes) || earlier.bytes.starts_with(&own.bytes))
        };
        if let Some(own) = own.iter().find(alike) {
            let expected = format!("a prefix that differs from `{}`", earlier.format.value);
            let found = quote(&String::from_utf8_lossy(&own.bytes));
            let hint = "a file that begins so could be of either: describe versions of one format in one schema";
            problems.add(own.format, expected, found, hint);
        }
    }
    let Some(spec) = schema.binary() else { return };
    let aliases = spec.container.iter().flat_map(|keys| &keys.aliases);
    for alias in aliases {
        let taken = all.iter().any(|other| match &other.spec {
            Spec::Binary(other) => {
                let aliases = other.container.iter().flat_map(|keys| &keys.aliases);
                let mut others = aliases.filter(|other| !std::ptr::eq(*other, alias));
                other.id.value == alias.value || others.any(|other| other.value == alias.value)
            }
            Spec::Text(other) => other.meta.id.value == alias.value,
            Spec::Cli(_) | Spec::Ids(_) | Spec::Placement(_) => false,
        });
        if taken {
            problems.add_word(alias, "a name that no format has", "leave it out");
        }
    }
}

fn file_types<'s>(schema: &'s Schema<'_>) -> &'s [Spanned<FileType<'s>>] {
    match &schema.spec {
        Spec::Placement(spec) => &spec.file_types,
        _ => &[],
    }
}

fn beginnings<'s>(schema: &'s Schema, types: &[&Spanned<FileType>]) -> Vec<Beginning<'s>> {
    match &schema.spec {
        Spec::Binary(spec) => {
            let front = spec.envelope.as_ref().and_then(|keys| keys.front.as_ref());
            let of = front.map(|front| front.of.as_str());
            let beginning = |bytes: &[u8]| Beginning { format: &spec.id, bytes: bytes.to_vec(), of };
            spec.magic().map(beginning).into_iter().collect()
        }
        Spec::Text(spec) => {
            let of_format = types.iter().filter(|known| known.format.value == spec.meta.id.value);
            let leads = of_format.filter_map(|known| lead(spec, known));
            let beginning = |bytes| Beginning { format: &spec.meta.id, bytes, of: None };
            leads.map(beginning).collect()
        }
        Spec::Cli(_) | Spec::Ids(_) | Spec::Placement(_) => Vec::new(),
    }
}

pub(super) fn hidden(schema: &Schema, all: &[Schema], problems: &mut Problems) {
    let Spec::Placement(spec) = &schema.spec else { return };
    let formats = || all.iter().filter_map(Schema::binary);
    let sign = |content: &Content<'_>| match (&content.format, content.kind.sign) {
        (Some(format), _) => formats()
            .find(|spec| spec.id.value == format.value)
            .and_then(|spec| spec.magic())
            .map(|bytes| (0, bytes.to_vec())),
        (None, ContentSign::Bytes { at, bytes }) => Some((at, bytes.to_vec())),
        _ => None,
    };
    for (content, index) in spec.contents.iter().zip(0..) {
        for earlier in spec.contents.iter().take(index) {
            let (Some(format), Some((at, bytes)), Some((earlier_at, earlier_bytes))) = (
                content.format.as_ref().or(earlier.format.as_ref()),
                sign(content),
                sign(earlier),
            ) else {
                continue;
            };
            if at == earlier_at && bytes.starts_with(&earlier_bytes) {
                let found = format!("what `{}` begins with", earlier.kind.name);
                problems.add(format, "a beginning of its own", found, "put the longer one first");
            }
        }
    }
}

fn lead(spec: &text::Spec, file_type: &FileType) -> Option<Vec<u8>> {
    let value = |name: &str| file_type.with.iter().find(|(known, _)| known.value == name);
    let parts = spec.entry.start.parts().into_iter().map(|part| match part {
        Part::Text(text) => Some(text.as_bytes().to_vec()),
        Part::Value(name) if name == spec.field.id.value => Some(Vec::new()),
        Part::Value(name) => Some(value(name)?.1.as_bytes().to_vec()),
    });
    let line = parts.collect::<Option<Vec<_>>>()?.concat();
    Some([LINE_BREAK.as_bytes(), &line].concat())
}
