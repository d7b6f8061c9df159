//! The view of what makes values of a format of unstructured bytes.

use serde_json::{Value, json};

use super::{given, spell};
use crate::amounts::Range;
use crate::ir::binary::{Format, Number, Record, Valid, What};
use crate::prose::listed;

pub(super) fn view(format: &Format<'_>) -> Value {
    let records = format.records.iter().enumerate();
    let records = records.map(|(index, record)| of_record(format, index, record));
    let switches = format.switches().map(|(_, versions)| {
        let cases = versions.variants.iter().enumerate();
        let arms = cases.map(|(number, case)| format!("{number} => u.arbitrary().map(Self::{case})"));
        let (arms, last) = (listed(arms), versions.cases.len().saturating_sub(1));
        let value = format!("match u.int_in_range(0..={last})? {{ {arms}, _ => Ok(Self::default()) }}");
        let of = given::switch_type(format, versions, "'a");
        json!({ "of": of, "bytes": "u", "value": value })
    });
    json!({ "file": format.file, "enums": spell::enums(format), "builders": records.chain(switches).collect::<Vec<_>>() })
}

fn of_record(format: &Format<'_>, index: usize, record: &Record) -> Value {
    let options = given::options(format, record).map(|(member, _, option)| {
        let Range { least, most } = format.amounts.option(option);
        format!("{member}: u.int_in_range({least}..={most})?")
    });
    let given = given::members(record).filter_map(|member| {
        given::given_type(format, &member)?;
        Some(format!(
            "{}: {}",
            member.names.public,
            arbitrary(format, member.what, member.is_part)
        ))
    });
    let members: Vec<String> = options.chain(given).collect();
    json!({
        "of": spell::builder_type(format, index, "'a"),
        "bytes": if members.is_empty() { "_u" } else { "u" },
        "value": format!("Ok(Self {{ {} }})", members.join(", ")),
    })
}

fn arbitrary(format: &Format<'_>, what: &What, is_part: bool) -> String {
    let content = "Content::from(u.arbitrary::<&'a [u8]>()?)";
    match what {
        What::Number(number) => of_number(format, number),
        What::Sized(sized) if sized.encoding.is_none() && is_part => content.to_owned(),
        What::Compressed(compressed) if compressed.digest.is_empty() => {
            format!("CompressedContent::of_len({content}, u.arbitrary()?)")
        }
        What::Compressed(_) => {
            format!("CompressedContent::declared({content}, u.arbitrary()?, Width::U64Le, u.arbitrary()?)")
        }
        _ => "u.arbitrary()?".to_owned(),
    }
}

fn of_number(format: &Format<'_>, number: &Number) -> String {
    let (min, max) = number.bounds();
    let any = format!("u.int_in_range({min}..={})?", spell::limit(max));
    match (spell::named(format, number), &number.valid) {
        (Some((name, false)), _) => format!("*u.choose({name}::ALL)?"),
        (Some((name, true)), _) => format!("{name}::open({any})"),
        (None, Valid::AnyOf(values)) => format!("*u.choose(&[{}])?", listed(values)),
        (None, _) => any,
    }
}
