//! Finds paths in code: imports with their names, and other paths.

use std::collections::BTreeSet;

use super::code::is_word;

#[derive(Debug, PartialEq, Eq)]
pub struct Import {
    /// The local name; `*` for a glob.
    pub name: String,
    /// The imported path.
    pub path: Vec<String>,
    /// Whether it is re-exported.
    pub shared: bool,
}

pub fn imports(code: &str) -> (Vec<Import>, String) {
    let mut found = Vec::new();
    let mut kept = String::new();
    let mut rest = code;
    while let Some(at) = rest.find("use ") {
        let (before, after) = rest.split_at(at);
        kept.push_str(before);
        let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
        let end = if line.is_empty() || line.starts_with("pub") {
            let end = after.find(';').unwrap_or(after.len());
            let old = found.len();
            expand("", &after[4..end], &mut found);
            let new = found.iter_mut().skip(old);
            new.for_each(|import| import.shared = line.starts_with("pub"));
            end
        } else {
            4
        };
        rest = &after[end..];
    }
    (found, kept + rest)
}

fn expand(prefix: &str, import: &str, found: &mut Vec<Import>) {
    let import = import.trim();
    let Some((base, list)) = import.split_once('{') else {
        let (path, name) = import.split_once(" as ").unwrap_or((import, ""));
        let mut path: Vec<String> = format!("{prefix}{path}").split("::").map(str::to_owned).collect();
        if path.last().is_some_and(|last| last == "self") && path.len() > 1 {
            path.pop();
        }
        let mut name = name.trim().to_owned();
        if name.is_empty() {
            name = path.last().cloned().unwrap_or_default();
        }
        if name == "*" {
            path.pop();
        }
        return found.extend((!name.is_empty()).then_some(Import { name, path, shared: false }));
    };
    let list = list.strip_suffix('}').unwrap_or(list);
    let (mut depth, mut start) = (0, 0);
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                expand(&format!("{prefix}{base}"), &list[start..at], found);
                start = at + 1;
            }
            _ => {}
        }
    }
    expand(&format!("{prefix}{base}"), &list[start..], found);
}

pub fn inline(code: &str) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    for piece in code.split(|letter: char| !is_word(letter) && letter != ':') {
        let names: Vec<&str> = piece.split("::").collect();
        let names = names.iter().take_while(|name| !name.is_empty() && !name.contains(':'));
        let names: Vec<String> = names.map(|name| (*name).to_owned()).collect();
        found.extend((names.len() > 1).then_some(names));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_expanded_with_names() {
        let code = "use a::{self, b::{C as D, *}};\npub(crate) use super::e;\nlet x = reuse f;";
        let (found, kept) = imports(code);
        let found: Vec<String> = found
            .iter()
            .map(|import| format!("{}={} {}", import.name, import.path.join("::"), import.shared))
            .collect();
        assert_eq!(
            found,
            ["a=a false", "D=a::b::C false", "*=a::b false", "e=super::e true"]
        );
        assert_eq!(kept, ";\npub(crate) ;\nlet x = ref;");
    }

    #[test]
    fn inline_paths_are_found() {
        let code = "fn a(b: crate::c::D) -> u8 { e::<F>(g) + super::h::i(j::K::l)}";
        let found: Vec<String> = inline(code).iter().map(|path| path.join("::")).collect();
        assert_eq!(found, ["crate::c::D", "j::K::l", "super::h::i"]);
    }
}
