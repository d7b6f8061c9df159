//! Replaces the `typedef`s that cbindgen writes for Rust structs with a single pointer.

use std::collections::BTreeMap;

const PREFIX: &str = "ob_";

pub fn without_names(header: &str) -> String {
    let mut named: BTreeMap<&str, &str> = BTreeMap::new();
    let mut blocks: Vec<&str> = Vec::new();
    // A block is a declaration with its comment.
    for block in header.split("\n\n") {
        let declaration = block.lines().find(|line| !line.starts_with("//"));
        match declaration.and_then(pointer) {
            Some((name, of)) => drop(named.insert(name, of)),
            None => blocks.push(block),
        }
    }
    let text = blocks.join("\n\n");
    text.lines().map(|line| spell_out(line, &named) + "\n").collect()
}

/// Name and type in `typedef TYPE *NAME;`.
fn pointer(line: &str) -> Option<(&str, &str)> {
    let inner = line.strip_prefix("typedef ")?.strip_suffix(';')?;
    let (of, name) = inner.split_at(inner.rfind('*')?.checked_add(1)?);
    (!name.starts_with(PREFIX)).then_some((name, of))
}

fn spell_out(line: &str, named: &BTreeMap<&str, &str>) -> String {
    if line.trim_start().starts_with("//") {
        return line.to_owned();
    }
    let mut text = line.to_owned();
    // In a declaration, the type precedes a space and a name.
    for (name, of) in named {
        for before in ["(", " "] {
            text = text.replace(&format!("{before}{name} "), &format!("{before}{of}"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointer_names_are_spelled_out() {
        let header = "// A text.\ntypedef const char *Chars;\n\n// Out.\ntypedef ob_file **Out_____File;\n\ntypedef struct ob_file ob_file;\n\n\
                      // Opens Chars that are given.\nint ob_open(Chars path,\n            Out_____File file);\n";
        assert_eq!(
            without_names(header),
            "typedef struct ob_file ob_file;\n\n// Opens Chars that are given.\nint ob_open(const char *path,\n            ob_file **file);\n"
        );
    }
}
