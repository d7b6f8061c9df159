//! The ABI of the C library: its declarations, one per line, and its exported symbols.

use std::collections::BTreeSet;
use std::path::Path;

use object::{Object, ObjectSymbol};

const PREFIX: &str = "ob_";

/// The declarations of a header without comments, one per line.
pub fn of_header(header: &str) -> String {
    let mut lines = Vec::new();
    let mut open = String::new();
    for line in header.lines() {
        let line = line.split("//").next().unwrap_or_default().trim();
        if line.starts_with("#define ") && line.split_whitespace().count() > 2 {
            lines.push(line.to_owned());
        }
        // `extern "C" {` and what closes it are between `#ifdef __cplusplus` and `#endif`.
        if line.is_empty() || line.starts_with('#') || line.starts_with("extern \"C\"") {
            continue;
        }
        open.push_str(line);
        let depth = open.matches('{').count() as isize - open.matches('}').count() as isize;
        if depth < 0 {
            open.clear();
        } else if depth == 0 && open.ends_with(';') {
            lines.push(std::mem::take(&mut open));
        } else {
            open.push(' ');
        }
    }
    lines.join("\n") + "\n"
}

fn functions(abi: &str) -> BTreeSet<String> {
    let declared = abi
        .lines()
        .filter(|line| !line.starts_with("typedef") && !line.starts_with('#'));
    let name = |line: &str| {
        let before = line.split('(').next()?;
        before.rsplit([' ', '*']).next().map(str::to_owned)
    };
    declared
        .filter_map(name)
        .filter(|name| name.starts_with(PREFIX))
        .collect()
}

/// Checks that the shared library exports exactly the functions in `abi`.
pub fn compare(library: &Path, abi: &str) -> Result<(), String> {
    let bytes = std::fs::read(library).map_err(|error| format!("{}: {error}", library.display()))?;
    let file = object::File::parse(bytes.as_slice()).map_err(|error| error.to_string())?;
    let exported = file
        .dynamic_symbols()
        .filter(|symbol| symbol.is_definition() && symbol.is_global());
    let exported: BTreeSet<String> = exported
        .filter_map(|symbol| symbol.name().ok().map(str::to_owned))
        .collect();
    let lines = differences(&functions(abi), &exported);
    match lines.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "{}\n{} exports something else than its header declares",
            lines.join("\n"),
            library.display()
        )),
    }
}

fn differences(declared: &BTreeSet<String>, exported: &BTreeSet<String>) -> Vec<String> {
    let missing = declared.difference(exported).map(|name| format!("- {name}"));
    let others = exported.difference(declared).map(|name| format!("+ {name}"));
    missing.chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "#ifndef A_H\n#define A_H\n#include <b.h>\n#define OB_MOST 7\n// Comment; with (signs) { in it.\ntypedef enum ob_a {\n  \
                          OB_A = 0, // first\n} ob_a;\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n// What it does.\nob_a ob_do(const char *of,\n     \
                          int **to);\nconst char *ob_text(void);\n#ifdef __cplusplus\n}  // extern \"C\"\n#endif\n#endif\n";

    #[test]
    fn declarations_are_lines() {
        assert_eq!(
            of_header(HEADER),
            "#define OB_MOST 7\ntypedef enum ob_a { OB_A = 0, } ob_a;\nob_a ob_do(const char *of, int **to);\nconst char *ob_text(void);\n"
        );
    }

    #[test]
    fn functions_are_recognised_by_name() {
        let names: Vec<String> = functions(&of_header(HEADER)).into_iter().collect();
        assert_eq!(names, ["ob_do", "ob_text"]);
    }

    #[test]
    fn export_differences_are_found() {
        let names = |names: &[&str]| {
            names
                .iter()
                .map(|name| (*name).to_owned())
                .collect::<BTreeSet<String>>()
        };
        let found = differences(&names(&["ob_do", "ob_text"]), &names(&["ob_do", "ZSTD_compress"]));
        assert_eq!(found, ["- ob_text", "+ ZSTD_compress"]);
        assert!(differences(&functions(""), &BTreeSet::new()).is_empty());
    }
}
