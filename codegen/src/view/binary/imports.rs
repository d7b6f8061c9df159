//! What the files of a format import: of the names that views and templates print, those that its fields and parts give rise to.

use std::collections::BTreeSet;

use offload_bundle_core::layout::{Expression, Holds, Source};

use crate::bake::Baker;
use crate::ir::binary::{Format, Member};
use crate::ir::layout::is_itself;
use crate::prose::comma_list;

/// The `use` lines of the readers.
pub(super) fn of_read(format: &Format<'_>) -> String {
    let always = ["bytes::Bytes", "bytes::Cursor", "bytes::Place"];
    let records = || format.records.iter();
    let has_head = records().any(|record| !record.head().is_empty());
    let keeps = records().any(|record| {
        record
            .fields()
            .skip(record.head().len())
            .any(|field| field.width().is_some() && !keeps_name(format, field))
    });
    let kept = [has_head.then_some("layout::Head"), keeps.then_some("bytes::Number")];
    let always: Vec<_> = always.into_iter().chain(kept.into_iter().flatten()).collect();
    uses(format, "offload_bundle_core", &always, |member| {
        let mut names = match member.holds {
            Holds::Number(..) => vec!["bytes::Width"],
            Holds::Switch(_) => vec!["bytes::Number"],
            Holds::List(..) => vec!["bytes::Items", "bytes::List", "bytes::ReadItem"],
            Holds::Content(_) => vec!["bytes::Span"],
            _ => Vec::new(),
        };
        names.extend(keeps_unnamed(format, member).then_some("bytes::Open"));
        names.extend(is_computed(member).then_some("bytes::Checked"));
        names
    })
}

/// The `use` lines of the builders.
pub(super) fn of_write(format: &Format<'_>) -> String {
    let always = ["layout::Values", "plan::Plan"];
    uses(format, "offload_bundle_core", &always, |member| match member.holds {
        Holds::Number(.., Source::Given(_)) if keeps_unnamed(format, member) => vec!["bytes::Open"],
        Holds::Number(.., Source::Given(_)) if format.enum_of(member.attr).is_some() => vec!["layout::Value"],
        Holds::List(..) | Holds::Switch(_) => vec!["layout::Value"],
        Holds::Bytes(_) if member.part.is_some() => vec!["plan::Content"],
        Holds::Content(_) => vec!["envelope::CompressedContent"],
        _ => Vec::new(),
    })
}

/// The `use` lines of what turns read records into builders.
pub(super) fn of_convert(format: &Format<'_>) -> String {
    uses(format, "offload_bundle_core", &[], |member| match member.holds {
        Holds::Number(.., Source::Digest(_)) => vec!["bytes::Width"],
        Holds::List(..) => vec!["bytes::collect"],
        Holds::Content(_) => vec!["envelope::CompressedContent"],
        _ => Vec::new(),
    })
}

/// The `use` lines for those paths below `root` that are always named, and those that are `named` for a field or part.
fn uses(
    format: &Format<'_>,
    root: &str,
    always: &[&'static str],
    named: impl Fn(&Member<'_>) -> Vec<&'static str>,
) -> String {
    let mut baker = Baker::default();
    for path in always.iter().copied().chain(format.members().flat_map(named)) {
        baker.name(&format!("{root}::{path}"));
    }
    baker.uses()
}

/// The types of the named numbers among the fields that are `wanted`.
pub(super) fn enums(format: &Format<'_>, wanted: impl Fn(&Holds<'_>) -> bool) -> String {
    let members = format.members().filter(|member| wanted(&member.holds));
    let names = members.filter_map(|member| Some(&format.enum_of(member.attr)?.1.of));
    comma_list(names.collect::<BTreeSet<_>>())
}

/// Whether a number is kept as the name that its enum has for it.
fn keeps_name(format: &Format<'_>, member: &Member<'_>) -> bool {
    matches!(format.enum_of(member.attr), Some((.., false)))
}

fn keeps_unnamed(format: &Format<'_>, member: &Member<'_>) -> bool {
    matches!(format.enum_of(member.attr), Some((.., true)))
}

/// Whether its length, its number of records or its place follows from numbers by arithmetic.
fn is_computed(member: &Member<'_>) -> bool {
    let mut measures = member.measures();
    measures.any(|measure| !is_itself(measure) && !matches!(measure.expression, Expression::Number(_)))
}

#[cfg(test)]
mod tests {
    use crate::{Source, generate};

    #[test]
    fn a_reader_that_keeps_names_alone_imports_no_number() {
        let schema = |of: &str| {
            let text = format!(
                "meta: {{id: a, title: A, endian: le}}\ndoc: A.\nseq:\n  - {{id: magic, contents: MAGIC, doc: A.}}\n  \
                 - {{id: text, type: strz, encoding: UTF-8, -limit: 9, doc: A.}}\n  - {{id: kind, {of}, doc: A.}}\n\
                 enums:\n  kinds: {{0: none}}\n"
            );
            let files = generate(&[Source { name: "schemas/a.ksy".to_owned(), text }]).expect("a sound schema");
            let read = files.into_iter().find(|file| file.path == "formats/src/a/read.rs");
            read.expect("a reader").text.matches("Number").count()
        };
        assert_eq!(schema("type: u4, enum: kinds"), 0);
        assert!(schema("type: u4, enum: kinds, -open: true") > 1);
    }
}
