//! Dictionaries of the fuzz targets, from the generated tables.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use offload_bundle_cli_definitions::{clang_offload_bundler, clang_offload_packager};
use offload_bundle_core::bytes::Width;
use offload_bundle_core::faces::ContainerId;
use offload_bundle_core::ids::tables::{Expression, Grammar};
use offload_bundle_core::options::DropIn;
use offload_bundle_core::placement::ContentSign;
use offload_bundle_core::registry::Registry;
use offload_bundle_core::testing::{Face, Typed};
use offload_bundle_core::text::{LINE_BREAK, TextContainer};
use offload_bundle_core::tree::{Held, Rule, Tree};
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_formats::samples::{FORMATS, TEXTS};
use offload_bundle_formats::target_id::GRAMMAR;

/// In bytes, for the fuzzer.
const MOST: usize = 64;

/// Writes a dictionary per target into `folder`; `all` contains every word.
pub fn write(folder: &Path) -> Result<(), String> {
    let mut ids = Words::default();
    ids.add_ids(&GRAMMAR);
    let mut all = Words(ids.0.clone());
    FORMATS.iter().for_each(|format| all.add_format(format));
    TEXTS.iter().for_each(|text| all.add_text(text));
    all.add_registry(&REGISTRY);
    let mut command_lines = Words::default();
    for tool in [&clang_offload_bundler::DROP_IN, &clang_offload_packager::DROP_IN] {
        command_lines.add_drop_in(tool);
    }
    for (name, words) in [("all", all), ("ids", ids), ("command_lines", command_lines)] {
        let file = folder.join(format!("{name}.dict"));
        fs::write(&file, words.to_text()).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}

#[derive(Debug, Default)]
struct Words(BTreeSet<Vec<u8>>);

impl Words {
    fn add(&mut self, word: impl AsRef<[u8]>) {
        let word: Vec<u8> = word.as_ref().iter().copied().take(MOST).collect();
        if !word.is_empty() {
            self.0.insert(word);
        }
    }

    /// Only backslashes, quotes and hexadecimal numbers can be escaped.
    fn to_text(&self) -> String {
        let letter = |byte: &u8| match byte {
            b'"' | b'\\' => format!("\\{}", char::from(*byte)),
            b' '..=b'~' => char::from(*byte).to_string(),
            _ => format!("\\x{byte:02x}"),
        };
        let words = self.0.iter().map(|word| word.iter().map(letter).collect::<String>());
        words.map(|word| format!("\"{word}\"\n")).collect()
    }

    fn add_number(&mut self, width: Width, number: u64) {
        let len = usize::try_from(width.len()).unwrap_or_default();
        match width.is_big() {
            true => self.add(&number.to_be_bytes()[8 - len..]),
            false => self.add(&number.to_le_bytes()[..len]),
        }
    }

    fn add_format(&mut self, format: &Typed) {
        self.add_tree(format.tree);
        if let Face::Container(container) = format.face
            && let ContainerId::Made(attributes, _) = container.table.id
        {
            self.add(attributes.id.triple);
            self.add(attributes.id.target);
        }
    }

    fn add_tree(&mut self, tree: &Tree<'_>) {
        for field in tree.records.iter().flat_map(|record| record.fields) {
            match tree.held(field) {
                Held::Fixed(bytes) => self.add(bytes),
                Held::Number(width) => {
                    tree.named_numbers(field)
                        .for_each(|(number, _)| self.add_number(width, number));
                    match field.valid {
                        [Rule::Range(first, last)] => {
                            [first, last].iter().for_each(|end| self.add_number(width, **end))
                        }
                        [Rule::Among(numbers, _)] => numbers.iter().for_each(|number| self.add_number(width, *number)),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
    }

    /// With texts that fields exclude.
    fn add_text(&mut self, text: &TextContainer) {
        let delimiters = text.format.delimiters(text.parameters);
        for marker in [delimiters.start, delimiters.end] {
            self.add(marker.lead);
        }
        text.format
            .field
            .refuse
            .iter()
            .for_each(|refusal| self.add(refusal.text));
        self.add(LINE_BREAK);
    }

    fn add_ids(&mut self, grammar: &Grammar<'_>) {
        for words in grammar.parts.iter().filter_map(|part| part.words) {
            grammar.names(words).into_iter().for_each(|name| self.add(name));
        }
        let rules = &grammar.rules;
        for rule in [rules.entry, rules.triple, rules.target, rules.unchecked] {
            self.add_literals(&rule.is);
        }
        self.add(grammar.roles.signs.on);
        self.add(grammar.roles.signs.off);
    }

    fn add_literals(&mut self, expression: &Expression<'_>) {
        match *expression {
            Expression::Literal(text) => self.add(text),
            Expression::Sequence(items) | Expression::FirstOf(items) => {
                items.iter().for_each(|item| self.add_literals(item));
            }
            Expression::Rule(rule) => self.add_literals(&rule.is),
            Expression::Capture { is, .. }
            | Expression::Optional(is)
            | Expression::Repeat(is)
            | Expression::Ahead(is)
            | Expression::Not(is) => self.add_literals(is),
            _ => {}
        }
    }

    fn add_registry(&mut self, registry: &Registry) {
        let plain = registry.plain.iter();
        plain
            .filter_map(|format| format.magic())
            .for_each(|magic| self.add(magic));
        for content in registry.contents {
            if let ContentSign::Bytes { bytes, .. } = content.sign {
                self.add(bytes);
            }
        }
        let sections = registry.sections.iter();
        sections.for_each(|section| self.add(section.pattern.fixed_part()));
    }

    fn add_drop_in(&mut self, tool: &DropIn<'_>) {
        for option in tool.options.iter().filter(|option| !option.positional) {
            self.add(format!("-{}", option.name));
            self.add(format!("-{}=", option.name));
        }
        tool.releases.iter().for_each(|release| self.add(release));
        self.add([0]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_escaped_and_truncated() {
        let mut words = Words::default();
        words.add_number(Width::U16Le, 0x0102);
        words.add_number(Width::U32Be, 3);
        words.add([b'7'; MOST + 1]);
        words.add("a\"b\\c\n\u{7f}~");
        words.add("");
        let cut = "7".repeat(MOST);
        let expected = format!("\"\\x00\\x00\\x00\\x03\"\n\"\\x02\\x01\"\n\"{cut}\"\n\"a\\\"b\\\\c\\x0a\\x7f~\"\n");
        assert_eq!(words.to_text(), expected);
    }

    #[test]
    fn target_kinds_have_words() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path()).unwrap();
        let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        let magics = REGISTRY.containers.iter().filter_map(|container| container.magic());
        let mut wanted = Words::default();
        magics.for_each(|magic| wanted.add(magic));
        REGISTRY
            .sections
            .iter()
            .for_each(|section| wanted.add(section.pattern.fixed_part()));
        GRAMMAR.kinds.iter().for_each(|kind| wanted.add(kind.name));
        let all = text("all.dict");
        for word in wanted.to_text().lines() {
            assert!(all.lines().any(|line| line == word), "{word}");
        }
        assert!(text("ids.dict").lines().all(|line| all.contains(line)));
        assert!(text("command_lines.dict").contains("\"-type=\"\n"));
    }
}
