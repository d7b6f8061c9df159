//! Dictionaries for fuzzing: constants, numbers with a meaning, and words, as they are in files.

use std::collections::BTreeSet;

use offload_bundle_core::bytes::Width;
use offload_bundle_core::ids::tables::Expression;
use offload_bundle_core::layout::{ContainerId, Holds, Record, Valid};
use offload_bundle_core::options::DropInOption;
use offload_bundle_core::placement::ContentSign;
use offload_bundle_core::text::{Marker, Part};
use serde_json::json;

use crate::emit::Page;
use crate::ir::binary::Format;
use crate::ir::cli::Cli;
use crate::ir::ids::Ids;
use crate::ir::placement::Placement;
use crate::ir::text::TextFormat;

/// How long a word may be in bytes: a fuzzer takes no longer ones.
const MOST: usize = 64;

/// Words, each once.
#[derive(Debug, Clone, Default)]
pub(super) struct Dictionary(BTreeSet<Vec<u8>>);

impl Dictionary {
    fn add(&mut self, word: impl AsRef<[u8]>) {
        let word: Vec<u8> = word.as_ref().iter().copied().take(MOST).collect();
        if !word.is_empty() {
            self.0.insert(word);
        }
    }

    fn add_number(&mut self, width: Width, number: u64) {
        let (big, little) = (number.to_be_bytes(), number.to_le_bytes());
        let len = usize::try_from(width.len()).unwrap_or(big.len()).min(big.len());
        match width.is_big() {
            true => self.add(
                big.iter()
                    .skip(big.len().saturating_sub(len))
                    .copied()
                    .collect::<Vec<u8>>(),
            ),
            false => self.add(little.iter().take(len).copied().collect::<Vec<u8>>()),
        }
    }

    pub(super) fn add_all(&mut self, other: &Self) {
        self.0.extend(other.0.iter().cloned());
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The dictionary of the target called `name`, of what `schema` says.
    pub(super) fn page(&self, schema: &str, name: &str) -> Page {
        let words: Vec<String> = self.0.iter().map(|word| escaped(word)).collect();
        let view = json!({ "file": schema, "words": words });
        Page::new("fuzz_dictionary.dict.tera", format!("fuzz/{name}.dict"), &view)
    }
}

/// A word as the file of a dictionary has it: only backslashes, quotes and hexadecimal numbers can be escaped there.
fn escaped(word: &[u8]) -> String {
    let letters = word.iter().map(|byte| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(*byte)),
        b' '..=b'~' => char::from(*byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    });
    letters.collect()
}

/// Magics, numbers that have a name or tell records apart, ends of ranges; keys and words of attributes.
pub(super) fn of_binary(format: &Format<'_>) -> Dictionary {
    let mut words = Dictionary::default();
    for record in format.layout.records {
        for field in record.fields {
            add_held(&field.holds, record, &mut words);
        }
    }
    if let Some(ContainerId::Made(attributes, _)) = format.container().map(|table| table.id) {
        words.add(attributes.id.triple);
        words.add(attributes.id.target);
    }
    words
}

fn add_held(holds: &Holds<'_>, record: &Record<'_>, words: &mut Dictionary) {
    match *holds {
        Holds::Magic(bytes) => words.add(bytes),
        Holds::Number(width, names, valid, _) => {
            names.iter().for_each(|(number, _)| words.add_number(width, *number));
            match valid {
                Valid::Range(first, last) => [first, last].iter().for_each(|number| words.add_number(width, *number)),
                Valid::OneOf(numbers, _) => numbers.iter().for_each(|number| words.add_number(width, *number)),
                Valid::Any | Valid::Bits | Valid::Named(_) => {}
            }
        }
        Holds::Switch(switch) => {
            let on = record.fields.iter().find(|field| field.name == switch.on);
            if let Some(Holds::Number(width, ..)) = on.map(|field| field.holds) {
                switch
                    .cases
                    .iter()
                    .for_each(|(number, _)| words.add_number(width, *number));
            }
        }
        _ => {}
    }
}

/// Markers with the examples of their parameters, and what a field must not hold.
pub(super) fn of_text(format: &TextFormat<'_>) -> Dictionary {
    let mut words = Dictionary::default();
    let examples: Vec<&str> = format
        .spec
        .parameters
        .iter()
        .map(|parameter| parameter.example.as_str())
        .collect();
    let spelled = |parts: &[Part<'_>]| -> String {
        let parts = parts.iter().map(|part| match part {
            Part::Text(text) => text,
            Part::Parameter(index) => examples.get(*index).copied().unwrap_or_default(),
        });
        parts.collect()
    };
    for Marker { lead, tail, .. } in [&format.table.start, &format.table.end] {
        words.add(spelled(lead));
        words.add(spelled(tail));
    }
    format
        .table
        .field
        .refuse
        .iter()
        .for_each(|refusal| words.add(refusal.text));
    words.add(format.table.line_break);
    words
}

/// The words of the grammar, by all of their names, and what its rules spell out.
pub(super) fn of_ids(ids: &Ids<'_>) -> Dictionary {
    let mut words = Dictionary::default();
    let grammar = &ids.grammar;
    grammar.kinds.iter().for_each(|kind| words.add(kind.name));
    grammar.features.iter().for_each(|feature| words.add(feature.name));
    for processor in grammar.processors.iter().flat_map(|group| group.processors) {
        processor
            .also
            .iter()
            .chain([&processor.name])
            .for_each(|name| words.add(name));
    }
    let names = ids.words.iter().flat_map(|table| table.words).copied().flatten();
    names.for_each(|name| words.add(name));
    ids.rules.iter().for_each(|rule| add_literals(&rule.is, &mut words));
    [grammar.roles.signs.on, grammar.roles.signs.off]
        .iter()
        .for_each(|sign| words.add(sign));
    words
}

fn add_literals(expression: &Expression<'_>, words: &mut Dictionary) {
    match *expression {
        Expression::Literal(text) => words.add(text),
        Expression::Sequence(items) | Expression::FirstOf(items) => {
            items.iter().for_each(|item| add_literals(item, words));
        }
        Expression::Capture { is, .. } => add_literals(is, words),
        Expression::Optional(inner) | Expression::Repeat(inner) | Expression::Ahead(inner) | Expression::Not(inner) => {
            add_literals(inner, words)
        }
        _ => {}
    }
}

/// What files of a kind begin with, and the names of sections.
pub(super) fn of_placement(placement: &Placement<'_>) -> Dictionary {
    let mut words = Dictionary::default();
    for content in placement.contents {
        if let ContentSign::Bytes { bytes, .. } = content.sign {
            words.add(bytes);
        }
    }
    placement
        .sections
        .iter()
        .for_each(|section| words.add(section.pattern.fixed()));
    words
}

/// The options of all drop-ins, and the releases that they can be asked for.
pub(super) fn of_drop_ins(cli: &Cli<'_>) -> Dictionary {
    let mut words = Dictionary::default();
    for tool in cli.drop_ins.iter().map(|drop_in| &drop_in.table) {
        let named = |option: &&DropInOption<'_>| !option.positional;
        for option in tool.options.iter().filter(named) {
            words.add(format!("-{}", option.name));
            words.add(format!("-{}=", option.name));
        }
        tool.releases.iter().for_each(|release| words.add(release));
    }
    words.add([0]);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_escaped_as_dictionaries_have_them() {
        assert_eq!(escaped(b"a\"b\\c\0\n\xff~"), r#"a\"b\\c\x00\x0a\xff~"#);
    }

    #[test]
    fn numbers_stand_as_in_files_and_long_words_are_cut() {
        let mut words = Dictionary::default();
        words.add_number(Width::U16Le, 0x0102);
        words.add_number(Width::U32Be, 3);
        words.add([7; MOST + 1]);
        words.add("");
        let expected = [vec![0, 0, 0, 3], vec![2, 1], vec![7; MOST]];
        assert_eq!(words.0.into_iter().collect::<Vec<_>>(), expected);
    }
}
