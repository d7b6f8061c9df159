//! Imports of generated files: a template lists all that it may need of a module, and what a file does not name goes.

use std::collections::BTreeSet;

/// `text` with only those names in its lists of imports (`use module::{A, B};` on one line) that the rest of it uses and does not define
/// itself. Other imports stay: a trait may be needed for its methods alone.
pub fn used_only(text: &str) -> String {
    let code = code(text);
    let code = || code.lines().filter(|line| list(line).is_none());
    let mut used: BTreeSet<&str> = code().flat_map(uses).collect();
    for name in code().filter_map(defined) {
        used.remove(name);
    }
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        match list(line) {
            None => out.push_str(line),
            Some((module, names)) => {
                let kept: Vec<&str> = names.filter(|name| used.contains(brought_in(module, name))).collect();
                if kept.is_empty() {
                    continue;
                }
                out.push_str(&format!("use {module}::{{{}}};", kept.join(", ")));
            }
        }
        out.push('\n');
    }
    out
}

/// The module and the names of a list of imports.
fn list(line: &str) -> Option<(&str, impl Iterator<Item = &str>)> {
    let (module, names) = line.strip_prefix("use ")?.split_once("::{")?;
    let names = names.strip_suffix("};")?.split(',').map(str::trim);
    Some((module, names.filter(|name| !name.is_empty())))
}

/// The name by which an import is used.
fn brought_in<'a>(module: &'a str, name: &'a str) -> &'a str {
    let name = name.rsplit(' ').next().unwrap_or(name);
    let path = if name == "self" { module } else { name };
    path.rsplit("::").next().unwrap_or(path)
}

/// The name that a line defines for the whole file.
fn defined(line: &str) -> Option<&str> {
    let item = line.strip_prefix("pub ").unwrap_or(line);
    let (kind, rest) = item.split_once(' ')?;
    let defines = ["struct", "enum", "trait", "type", "fn", "const", "static", "mod"].contains(&kind);
    defines.then(|| words(rest).next()).flatten()
}

/// `text` without what is in its strings, which can go over several lines, and without lines that are comments.
fn code(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut in_string = false;
    for line in text.lines() {
        if !in_string && line.trim_start().starts_with("//") {
            continue;
        }
        let mut letters = line.chars();
        while let Some(letter) = letters.next() {
            match letter {
                '\\' => drop(letters.next()),
                // A quote that is a character by itself.
                '\'' if letters.as_str().starts_with("\"'") => drop(letters.nth(1)),
                '"' => in_string = !in_string,
                _ if in_string => {}
                _ => code.push(letter),
            }
        }
        code.push('\n');
    }
    code
}

/// The words of a line of code that can name an import: not what follows a `.`, `::` or `fn`, nor what is given a type or a value by `:`.
fn uses(line: &str) -> impl Iterator<Item = &str> {
    let mut end = 0;
    line.split_inclusive(is_between).filter_map(move |piece| {
        let start = end;
        end += piece.len();
        let word = piece.trim_end_matches(is_between);
        let (before, after) = (line.get(..start)?.trim_end(), line.get(start + word.len()..)?);
        let inside =
            before.ends_with("::") || before.ends_with("fn") || before.ends_with('.') && !before.ends_with("..");
        let given = after.starts_with(':') && !after.starts_with("::");
        (!word.is_empty() && !inside && !given).then_some(word)
    })
}

/// The words of a line of code.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(is_between)
}

/// Whether no word holds this.
fn is_between(letter: char) -> bool {
    !letter.is_alphanumeric() && letter != '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_used_stay() {
        let text =
            "use a::{A, B};\nuse a::b::{self, c::D, E as F};\nuse g::G;\nfn f(a: A) -> b::X {\n    D::new(F)\n}\n";
        let expected =
            "use a::{A};\nuse a::b::{self, c::D, E as F};\nuse g::G;\nfn f(a: A) -> b::X {\n    D::new(F)\n}\n";
        assert_eq!(used_only(text), expected);
    }

    #[test]
    fn names_in_texts_comments_and_other_imports_are_not_used() {
        let text = "use a::{A, B};\nuse c::{B as C, A as D};\n// A\nfn f() -> &'static str {\n    \"A B C\"\n}\n";
        assert_eq!(used_only(text), "// A\nfn f() -> &'static str {\n    \"A B C\"\n}\n");
        let text = "use a::{A, B};\nfn f(x: char) -> &'static str {\n    let _ = x == '\"';\n    \"A \\\"A \\\n        A\"; B\n}\n";
        assert_eq!(used_only(text), text.replace("{A, B}", "{B}"));
    }

    #[test]
    fn members_paths_and_functions_are_not_used() {
        let text = "use a::{b, C, d, e, f};\nstruct X {\n    b: u64,\n}\nfn f(self) {\n    self.d(Y::C, e(..f))\n}\n";
        assert_eq!(used_only(text), text.replace("{b, C, d, e, f}", "{e}"));
        assert_eq!(
            used_only("use a::{b};\nlet x = b::c;\n"),
            "use a::{b};\nlet x = b::c;\n"
        );
    }

    #[test]
    fn what_a_file_defines_itself_is_not_brought_in() {
        let text = "use a::{A, B};\npub struct A {\n    b: B,\n}\n";
        assert_eq!(used_only(text), "use a::{B};\npub struct A {\n    b: B,\n}\n");
    }
}
