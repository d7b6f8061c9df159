//! Valid, reserved and misspelt names.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::problem::{Problems, quote};
use crate::spanned::Spanned;

/// Keywords of Rust.
pub const KEYWORDS: &[&str] = &[
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super",
    "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Prelude and derivable types and traits.
#[rustfmt::skip]
const KNOWN: &[&str] = &[
    "AsMut", "AsRef", "Box", "Clone", "Copy", "Debug", "Default", "DoubleEndedIterator", "Drop", "Eq", "Err", "ExactSizeIterator",
    "Extend", "Fn", "FnMut", "FnOnce", "From", "FromIterator", "Future", "Hash", "Into", "IntoFuture", "IntoIterator", "Iterator",
    "None", "Ok", "Option", "Ord", "PartialEq", "PartialOrd", "Result", "Send", "Sized", "Some", "Sync", "ToOwned", "ToString",
    "TryFrom", "TryInto", "Unpin",
];
#[rustfmt::skip]
const IMPORTED: &[&str] = &[
    "Bytes", "CompressedContent", "Content", "Flags", "List", "Named", "Open", "Place", "Plan", "ReadError", "String", "Value", "Values",
    "Vec", "View", "Width", "WriteError",
];
/// Reserved type names.
pub const TYPES: [&[&str]; 2] = [KNOWN, IMPORTED];

/// The nearest known word, if it is a likely misspelling.
pub fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    known
        .iter()
        .map(|candidate| (strsim::levenshtein(word, candidate), *candidate))
        .min()
        .filter(|(distance, candidate)| *distance <= 1 + candidate.len() / 4 && *distance < candidate.chars().count())
        .map(|(_, candidate)| candidate)
}

pub fn suggestion(word: &str, known: &[&str]) -> String {
    match nearest(word, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "there is none".to_owned(),
        None => format!("there are: {}", known.join(", ")),
    }
}

/// The name of placeholders in problems.
pub const PLACEHOLDER: &str = "a placeholder that has a value here";
/// With prefixes and suffixes; file systems allow 255 bytes.
const LONGEST: usize = 100;

impl Problems {
    /// Reports a `word` that is not in `known`. Returns whether it is known.
    pub fn one_of<K: AsRef<str>>(
        &mut self,
        word: &Spanned<String>,
        what: &str,
        known: impl IntoIterator<Item = K>,
    ) -> bool {
        let known: Vec<K> = known.into_iter().collect();
        let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
        let is_known = known.contains(&word.as_str());
        if !is_known {
            self.add_missing(word, what, quote(word), suggestion(word, &known));
        }
        is_known
    }

    /// Reports duplicate `names`; `what` describes a name.
    pub fn unique<'n>(&mut self, what: &str, names: impl IntoIterator<Item = &'n Spanned<String>>) {
        let mut lines = BTreeMap::new();
        for name in names {
            match lines.entry(name.as_str()) {
                Entry::Occupied(first) => {
                    let hint = format!("the other one is in line {}", first.get());
                    self.add(
                        name,
                        format!("{what} that is not taken"),
                        format!("{} again", quote(name)),
                        hint,
                    );
                }
                Entry::Vacant(first) => {
                    first.insert(name.span.line);
                }
            }
        }
    }

    /// Reports a `name` that cannot be a function, field or module: not in snake case, a keyword, or reserved in
    /// `taken`.
    pub fn identifier(&mut self, name: &Spanned<String>, taken: &[&str]) {
        if self.snake_case(name) && (taken.contains(&name.as_str()) || KEYWORDS.contains(&name.as_str())) {
            let hint = "choose another: this one has a meaning in Rust or in the generated code";
            self.add_word(name, "a name that generated code can use", hint);
        }
    }

    /// Reports a `name` that is too long for a file name. Returns whether it is short enough.
    pub fn short(&mut self, name: &Spanned<String>) -> bool {
        let len = name.chars().count();
        if len > LONGEST {
            let hint = "shorten it: generated files and folders are called so";
            self.add(
                name,
                format!("a name of at most {LONGEST} letters"),
                format!("one of {len}"),
                hint,
            );
        }
        len <= LONGEST
    }

    /// Reports a `name` that is not in snake case, or too long. Returns whether it is valid.
    pub fn snake_case(&mut self, name: &Spanned<String>) -> bool {
        if !self.short(name) {
            return false;
        }
        let fits = is_snake_case(name);
        if !fits {
            let expected = "a name of small letters, digits and `_` that begins with a letter";
            self.add_word(name, expected, "write it in snake case: it becomes a name in Rust");
        }
        fits
    }

    /// Reports placeholders in `text` that are not in `known`.
    pub fn placeholders(&mut self, text: &Spanned<String>, known: &[impl AsRef<str>]) {
        let known: Vec<String> = known.iter().map(|name| format!("{{{}}}", name.as_ref())).collect();
        for placeholder in placeholders_of(text) {
            self.one_of(&placeholder, PLACEHOLDER, &known);
        }
    }

    /// Reports `names` that cannot be constants, or that become equal as constants.
    pub fn constants<'n>(&mut self, names: impl IntoIterator<Item = &'n Spanned<String>>) {
        let mut seen: Vec<(String, &Spanned<String>)> = Vec::new();
        for name in names {
            let constant = name.to_ascii_uppercase().replace('-', "_");
            if name.is_empty() || !constant.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
                self.add_word(
                    name,
                    "a name of letters, digits, `_` and `-`",
                    "it becomes a name in Rust",
                );
            } else if let Some((_, first)) = seen.iter().find(|(known, _)| *known == constant) {
                let expected = format!(
                    "a name that differs from {} by more than letter case, `_` and `-`",
                    quote(first)
                );
                self.add_word(name, expected, format!("both are {constant} in generated code"));
            }
            seen.push((constant, name));
        }
    }

    /// Reports a `name` that cannot be a type.
    pub fn type_name(&mut self, name: &Spanned<String>) {
        let fits =
            name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(|c| c.is_ascii_alphanumeric());
        if !fits {
            self.add_word(name, "a type's name, such as `TargetId`", "it becomes a name in Rust");
        }
    }
}

pub fn placeholders_of(text: &Spanned<String>) -> Vec<Spanned<String>> {
    let mut found = Vec::new();
    let mut rest = text.as_str();
    while let Some((name, next)) = rest.split_once('{').and_then(|(_, after)| after.split_once('}')) {
        found.push(text.with(format!("{{{name}}}")));
        rest = next;
    }
    found
}

/// Converts `code_object`, `code-object` or `code::object` to `CodeObject`.
pub fn camel(id: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    id.split(['_', '-', ':']).map(word).collect()
}

/// Converts `code-object` to `code_object`.
pub fn snake(name: &str) -> String {
    name.to_lowercase().replace('-', "_")
}

pub fn is_identifier(name: &str) -> bool {
    is_snake_case(name) && !KEYWORDS.contains(&name)
}

fn is_snake_case(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    #[test]
    fn misspelling_is_near_other_word_is_not() {
        assert_eq!(nearest("szie", &["id", "size"]), Some("size"));
        assert_eq!(nearest("colour", &["id", "size"]), None);
        // All letters differ.
        assert_eq!(nearest("u", &["t"]), None);
    }

    #[test]
    fn names_of_types_are_in_camel_case() {
        assert_eq!(camel("small_thing"), "SmallThing");
        assert_eq!(camel("v1"), "V1");
        assert_eq!(camel("comma-list"), "CommaList");
    }

    fn texts(folder: &Path, into: &mut Vec<(PathBuf, String)>) {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            match path.is_dir() {
                true => texts(&path, into),
                false => into.push((path.clone(), fs::read_to_string(&path).unwrap())),
            }
        }
    }

    #[test]
    fn schema_types_avoid_imported_names() {
        let mut files = Vec::new();
        texts(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/features"),
            &mut files,
        );
        let is_table = |path: &Path| path.ends_with("face.rs") || path.ends_with("tree.rs");
        let of_format = |path: &Path| path.with_file_name("read.rs").exists() && !is_table(path);
        let code = files.iter().filter(|(path, _)| of_format(path));
        let imports = code.flat_map(|(_, text)| text.split("\nuse ").skip(1));
        let others = imports.filter(|import| !import.starts_with("super::"));
        let words = others.flat_map(|import| {
            let import = import.split(';').next().unwrap_or_default();
            import.split(|c: char| !c.is_alphanumeric())
        });
        let types: BTreeSet<&str> = words.filter(|word| word.starts_with(char::is_uppercase)).collect();
        assert_eq!(types, IMPORTED.iter().copied().collect());
    }
}
