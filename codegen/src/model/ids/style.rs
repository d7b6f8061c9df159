//! Spellings and styles.

use offload_bundle_core::ids::tables as core;

use crate::problem::{Problems, quote};
use crate::reading::{
    Mapping, Must, Perhaps, Read, ReadEntry, Reader, Rows, Several, Trimmed, Usual, Way, alone, fills_placeholders,
    names, placeholders_among, table, texts,
};
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

table! {
    for<'a> core::KnownProcessors<'a> as "a list of processors" {
        release => names("a release that some processor names");
        except_architectures: Several => names("an architecture");
        except: Several => names("a processor");
        also: Several;
    }
}

table! {
    for<'a> core::Spelling<'a> as "a spelling" {
        template => fills_placeholders;
        fills;
    } beside { doc: Option<String>, doc_ref: Option<String> }
}

table! {
    for<'a> core::Fill<'a> as "a fill" {
        part => names("a part");
        gives, only_empty;
        only = "where": Rows => names("a part");
    }
}

table! {
    for<'a> core::Style<'a> as "a style" {
        name = "id" => alone("a name of a style");
        doc: Trimmed;
        unchecked;
        kind = flatten: core::StyleKind<'a>;
    }
}

table! {
    for<'a> core::Cut<'a> as "`cut`" {
        separator, at_least, too_few, tail, fills = default, cases = default;
        into: Must<Several> => names("a part");
    }
}

table! {
    for<'a> core::Tail<'a> as "`tail`" {
        separator, features;
        name => names("a part");
        last_if: Perhaps<Named>;
    }
}

table! {
    for<'a> core::Case<'a> as "a case" {
        when: Must<Rows>;
        outcome = flatten: core::CaseOutcome<'a>;
    }
}

/// A named word list, resolved at each use.
#[derive(Debug, Clone, Copy)]
pub struct List<'a>(core::Names<'a>);
struct Named;
struct Fills;
struct Template;

impl<'a> Read<'a> for List<'a> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        let names = match &node.value {
            Value::Map(_) => Read::read(node, reader).map(core::Names::Processors),
            _ => Several::read(node, reader).map(core::Names::Words),
        };
        names.map(Self)
    }
}

impl<'a> Way<'a, core::Names<'a>> for Named {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<core::Names<'a>> {
        let name = <&str>::read(node, reader)?;
        reader.ask(node, names("a list"));
        let list = reader.root.get("lists").and_then(|lists| lists.get(name));
        let list = list.and_then(|list| List::read(list, reader));
        Some(list.map_or(core::Names::Words(&[]), |list| list.0))
    }
}

impl<'a> Read<'a> for core::Names<'a> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        match &node.value {
            Value::Text(_) => Named::read(node, reader),
            _ => Read::read(node, reader).map(Self::Words),
        }
    }
}

// Exactly one key.
table! {
    for<'a> core::StyleKind<'a> {
        as_given, canonical, cut;
        fills: Fills;
        cases;
    } is |map, reader| match (as_given, canonical, cut) {
        (true, false, None) => Self::AsGiven,
        (false, true, None) => Self::Canonical,
        (false, false, Some(cut)) => {
            reader.ask(map.node, has_pieces);
            Self::Cut(reader.arena.one(core::Cut { fills, cases, ..cut }))
        }
        (false, false, None) if map.node.get("cut").is_some() => return None,
        _ => {
            let expected = "exactly one key: `as-given`, `canonical` or `cut`";
            return reader.refuse(map, expected, "none or several", "say what the style does");
        }
    }
}

/// Cases of a style refer to pieces of the argument.
fn has_pieces(style: &Node, problems: &mut Problems) {
    let Some(cut) = style.get("cut") else { return };
    let tail = cut.get("tail");
    let names = ["name", "features"].into_iter().filter_map(|key| tail?.get(key));
    let mut pieces = cut
        .get("into")
        .into_iter()
        .chain(names)
        .flat_map(texts)
        .map(|name| name.value)
        .collect::<Vec<_>>();
    for case in style.list("cases") {
        let template = |key| case.get(key).and_then(|node| node.get("template"));
        if let Some(writes) = template("writes") {
            placeholders_among(writes, &pieces, problems);
        }
        let with_id = [pieces.as_slice(), &["id".to_owned()]].concat();
        let texts = [case.get("invalid"), case.get("loses"), template("stores")];
        texts
            .into_iter()
            .flatten()
            .for_each(|text| placeholders_among(text, &with_id, problems));
    }
    pieces.dedup();
    for part in style
        .list("cases")
        .iter()
        .filter_map(|case| case.get("when"))
        .flat_map(texts)
    {
        problems.one_of(&part, "a piece of the argument", &pieces);
    }
}

// One outcome.
table! {
    for<'a> core::CaseOutcome<'a> => is_one_outcome {
        writes, stores: Perhaps<Template>;
        invalid, loses;
    } is |map, reader| match (writes, invalid, loses) {
        (Some(template), ..) => Self::Writes(template),
        (_, Some(text), _) => Self::Invalid(text),
        (.., Some(what)) => Self::Loses { what, stores },
        _ => map.required("loses", reader).and(None)?,
    }
}

fn is_one_outcome(case: &Node, problems: &mut Problems) {
    let has = |key: &str| case.get(key).is_some();
    if ["writes", "invalid", "loses"].iter().filter(|key| has(key)).count() > 1 {
        let expected = "exactly one key: `writes`, `invalid` or `loses`";
        problems.add(case, expected, "several", "add an outcome");
    }
    if has("stores") && !has("loses") {
        let hint = "say what is lost, or write `writes`";
        problems.add(case, "`loses` together with `stores`", "none", hint);
    }
}

impl<'a> Way<'a, &'a str> for Template {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<&'a str> {
        let map = Mapping::open(node, "`writes` or `stores`", &["template"], reader)?;
        map.value("template", reader)
    }
}

/// `absent`, or a mapping with a predicate.
impl<'a> ReadEntry<'a> for core::Condition<'a> {
    fn read_entry(part: &Spanned<String>, node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        let part = reader.arena.text(part);
        if node.value == Value::Text("absent".to_owned()) {
            return Some(Self { part, predicate: core::Predicate::Absent });
        }
        if matches!(&node.value, Value::Map(keys) if keys.len() > 1) {
            let expected = "exactly one key: `in`, `not-in`, `listed-as`, `text-in` or `text-not-in`";
            reader.add(node, expected, "several", "write the others in cases of their own");
        }
        let keys = ["in", "not-in", "text-in", "text-not-in", "listed-as"];
        let map = Mapping::open(node, "a condition", &keys, reader)?;
        let mut of_words = |key, predicate: fn(core::Names<'a>) -> core::Predicate<'a>| {
            let words: Option<core::Names<'a>> = map.value(key, reader)?;
            words.map(predicate)
        };
        let is = [
            of_words("in", core::Predicate::In),
            of_words("not-in", core::Predicate::NotIn),
            of_words("text-in", core::Predicate::TextIn),
            of_words("text-not-in", core::Predicate::TextNotIn),
        ];
        let listed: Option<&str> = reader.field::<Usual, _>(&map, "listed-as", names("a part"))?;
        let predicate = is.into_iter().flatten().next().or(listed.map(core::Predicate::Listed));
        let predicate =
            predicate.or_else(|| reader.refuse(node, "a condition", node.describe(), "say what the part is"))?;
        Some(Self { part, predicate })
    }
}

/// The canonical fills, or a list.
impl<'a> Way<'a, &'a [core::Fill<'a>]> for Fills {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<&'a [core::Fill<'a>]> {
        match &node.value {
            Value::Text(word) if word == "canonical" => {
                let canonical = reader
                    .root
                    .get("canonical")
                    .and_then(|canonical| canonical.get("fills"));
                canonical.map_or(Some(&[]), |fills| Read::read(fills, reader))
            }
            Value::Text(word) => {
                let expected = "`canonical`, or a list of fills";
                reader.refuse(node, expected, quote(word), "write `- ` before each fill")
            }
            _ => Read::read(node, reader),
        }
    }

    fn absent() -> Option<&'a [core::Fill<'a>]> {
        Some(&[])
    }
}
