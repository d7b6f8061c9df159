//! The prose of the repository: Markdown, documentation, comments and messages, by area.

use std::sync::LazyLock;

use regex::Regex;

pub struct Passage<'t> {
    /// Kind and folder, such as `rustdoc:core`.
    pub area: String,
    pub path: &'t str,
    /// First line, counted from 1.
    pub line: usize,
    pub text: String,
}

struct Passages<'t, 's> {
    path: &'t str,
    all: &'s mut Vec<Passage<'t>>,
    open: String,
    start: usize,
}

impl<'t> Passages<'t, '_> {
    fn add(&mut self, area: &str, line: usize, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            self.all
                .push(Passage { area: area.to_owned(), path: self.path, line, text: text.to_owned() });
        }
    }

    fn extend(&mut self, line: usize, text: &str) {
        if self.open.is_empty() {
            self.start = line;
        } else {
            self.open.push(' ');
        }
        self.open.push_str(text.trim());
    }

    fn end(&mut self, area: &str) {
        let text = std::mem::take(&mut self.open);
        self.add(area, self.start, &text);
    }
}

pub fn passages<'t>(path: &'t str, text: &str, all: &mut Vec<Passage<'t>>) {
    let mut found = Passages { path, all, open: String::new(), start: 0 };
    let is_in = |folder| path.starts_with(folder);
    let ends = |ends: &[&str]| ends.iter().any(|end| path.ends_with(end));
    if path.ends_with(".md") {
        if let Some(area) = area_of_page(path) {
            markdown(area, text, &mut found);
        }
    } else if path.ends_with(".rs") {
        rust(text, &mut found);
    } else if is_in("schemas/") && ends(&[".yaml", ".ksy"]) {
        schema(text, &mut found);
    } else if is_in("conformance/") && ends(&[".json", ".yaml"]) {
        cases(text, &mut found);
    } else if is_in("conformance/expectations/") && ends(&[".txt"]) {
        each_match(text, &EXPECTATION, "conformance:expectations", &mut found);
    } else if path.contains("bindings") && ends(&[".h", ".hpp"]) {
        each_match(text, &HEADER, "c headers", &mut found);
    } else if path.contains("bindings") && ends(&[".py"]) {
        for (index, line) in text.lines().enumerate() {
            if line.contains("\"\"\"") || line.trim().starts_with('#') {
                found.add("python docs", index + 1, line.trim_matches([' ', '"', '#']));
            }
        }
    }
}

static EXPECTATION: LazyLock<Regex> = LazyLock::new(|| expression(r"^[^#]*#(.*)$"));
static HEADER: LazyLock<Regex> = LazyLock::new(|| expression(r"^\s*(?://+|/?\*+)\s?(.*?)(?:\*/)?$"));
static ITEM: LazyLock<Regex> = LazyLock::new(|| expression(r"^\s*(?:[-*]|\d+\.)\s"));
static RULER: LazyLock<Regex> = LazyLock::new(|| expression(r"^\|[-| ]+\|$"));
static STRING: LazyLock<Regex> = LazyLock::new(|| expression(r#""((?:[^"\\]|\\.)*)""#));
static KEY: LazyLock<Regex> = LazyLock::new(|| {
    expression(
        r"^(\s*)(?:- )?(?:doc|help|about|title|why|expected|because|agrees|differs|equal|theirs|ours|advice|default-doc|differs-in-family|overview|earlier|compiles|refuses|too-few|invalid|nothing):\s*(.*)$",
    )
});
static JSON: LazyLock<Regex> = LazyLock::new(|| {
    expression(r#""(?:why|difference|edge|about|text|reason|note|says|statement)"\s*:\s*"((?:[^"\\]|\\.)*)""#)
});
static YAML: LazyLock<Regex> =
    LazyLock::new(|| expression(r"^\s*(?:- )?(?:why|about|text|reason|says|statement|upstream|where):\s*(.+)$"));

fn expression(pattern: &str) -> Regex {
    Regex::new(pattern).expect("an expression compiles")
}

fn each_match(text: &str, expression: &Regex, area: &str, found: &mut Passages<'_, '_>) {
    for (index, line) in text.lines().enumerate() {
        if let Some(group) = expression.captures(line).and_then(|groups| groups.get(1)) {
            found.add(area, index + 1, group.as_str());
        }
    }
}

fn area_of_page(path: &str) -> Option<&'static str> {
    let known = [
        ("README.md", "md:README+docs"),
        ("docs/", "md:README+docs"),
        ("CHANGELOG.md", "md:CHANGELOG"),
        ("schemas/README.md", "md:schemas/README"),
        ("conformance/findings.md", "md:findings"),
        ("conformance/", "md:conformance"),
        ("generated/docs/command-line", "md:generated/command-line"),
        ("generated/docs/", "md:generated/formats"),
        ("library/README.md", "md:library+codegen+fuzz"),
        ("codegen/README.md", "md:library+codegen+fuzz"),
        ("fuzz/README.md", "md:library+codegen+fuzz"),
        ("bindings/", "md:bindings"),
    ];
    let area = known.iter().find(|(start, _)| path.starts_with(start));
    (!path.starts_with("codegen/tests")).then(|| area.map_or("md:other", |(_, area)| area))
}

fn markdown(area: &str, text: &str, found: &mut Passages<'_, '_>) {
    let mut is_code = false;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let is_fence = line.starts_with("```");
        if is_fence {
            is_code = !is_code;
        }
        let starts = line.trim().is_empty() || line.starts_with(['|', '#']) || ITEM.is_match(line);
        if is_fence || starts && !is_code {
            found.end(area);
        }
        if is_fence || is_code || RULER.is_match(line) {
            continue;
        }
        match line.starts_with('|') {
            true => found.add(area, number, line),
            false if !line.trim().is_empty() => found.extend(number, line),
            false => {}
        }
    }
    found.end(area);
}

fn rust(text: &str, found: &mut Passages<'_, '_>) {
    let path = found.path;
    let folder = path.split('/').next().unwrap_or_default();
    let is_test = path.contains("/tests/") || path.ends_with("tests.rs") || path.contains("/test_");
    let area = |kind: &str| format!("{kind}:{folder}{}", if is_test { ":tests" } else { "" });
    let (docs, comments, strings) = (area("rustdoc"), area("comment"), area("string"));
    let mut is_doc = false;
    let mut is_code = false;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        let doc = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        if let Some(body) = doc.filter(|_| !line.starts_with("////")) {
            let body = body.strip_prefix(' ').unwrap_or(body);
            let is_fence = body.starts_with("```");
            if is_fence || !is_doc || body.trim().is_empty() && !is_code {
                found.end(if is_doc { &docs } else { &comments });
            }
            if is_fence {
                is_code = !is_code;
            } else if !is_code {
                is_doc = true;
                if !body.trim().is_empty() {
                    found.extend(index + 1, body);
                }
            }
            continue;
        }
        is_code = false;
        if let Some(body) = line.strip_prefix("//").filter(|body| !body.starts_with('/')) {
            if is_doc {
                found.end(&docs);
            }
            is_doc = false;
            if !body.trim().is_empty() {
                found.extend(index + 1, body);
            }
            continue;
        }
        found.end(if is_doc { &docs } else { &comments });
        if folder != "generated" && !line.starts_with("#[") {
            messages(&strings, index + 1, line, found);
        }
    }
    found.end(if is_doc { &docs } else { &comments });
}

fn messages(area: &str, number: usize, line: &str, found: &mut Passages<'_, '_>) {
    let mut from = 0;
    while let Some(groups) = STRING.captures_at(line, from) {
        let whole = groups.get_match();
        if line.get(..whole.start()).is_some_and(|before| before.ends_with('b')) {
            from = whole.start() + 1;
            continue;
        }
        from = whole.end();
        let text = groups.get(1).map_or("", |group| group.as_str());
        let has_word = text
            .as_bytes()
            .windows(3)
            .any(|three| three.iter().all(u8::is_ascii_lowercase));
        if has_word && text.split_whitespace().count() >= 3 {
            found.add(area, number, text);
        }
    }
}

fn schema(text: &str, found: &mut Passages<'_, '_>) {
    let area = match found.path.ends_with("cli.yaml") {
        true => "schemas:cli.yaml",
        false => "schemas:other",
    };
    // The indentation of the current key.
    let mut open: Option<usize> = None;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let indent = line.len() - line.trim_start().len();
        if let Some((_, [before, value])) = KEY.captures(line).map(|groups| groups.extract()) {
            found.end(area);
            open = Some(before.len());
            if !["|", ">", ">-", "|-"].contains(&value) {
                found.extend(number, value);
            }
        } else if open.is_some_and(|key| indent > key) && !line.trim().is_empty() {
            found.extend(number, line);
        } else {
            found.end(area);
            open = None;
            if line.trim().starts_with('#') {
                found.add("schemas:comments", number, line.trim_matches(['#', ' ']));
            }
        }
    }
    found.end(area);
}

fn cases(text: &str, found: &mut Passages<'_, '_>) {
    for (index, line) in text.lines().enumerate() {
        let values = JSON.captures_iter(line).chain(YAML.captures(line));
        for value in values.filter_map(|groups| groups.get(1)) {
            found.add("conformance:cases", index + 1, value.as_str());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::passages;

    fn read(path: &str, text: &str) -> Vec<String> {
        let mut all = Vec::new();
        passages(path, text, &mut all);
        let lines = all
            .iter()
            .map(|found| format!("{}:{}: {}", found.area, found.line, found.text));
        lines.collect()
    }

    #[test]
    fn markdown_passages_leave_out_code() {
        let text = "# Title\n\nOne\nparagraph.\n```sh\nls -l\n```\n- item\n  goes on\n|-|-|\n| cell |\n";
        assert_eq!(
            read("docs/x.md", text),
            [
                "md:README+docs:1: # Title",
                "md:README+docs:3: One paragraph.",
                "md:README+docs:8: - item goes on",
                "md:README+docs:11: | cell |",
            ]
        );
        assert!(read("codegen/tests/x.md", text).is_empty());
    }

    #[test]
    fn rust_passages_have_kinds() {
        let text = concat!(
            "//! Reads.\n//! Writes.\n//!\n//! ```\n//! let x = 1;\n//! ```\n\n",
            "// Why so.\nlet text = (\"a plain message\", \"two words\");\n",
        );
        assert_eq!(
            read("core/src/x.rs", text),
            ["rustdoc:core:1: Reads. Writes.", "comment:core:8: Why so.", "string:core:9: a plain message"]
        );
        assert_eq!(read("cli/tests/x.rs", "/// Reads.\n"), ["rustdoc:cli:tests:1: Reads."]);
        assert!(read("generated/src/x.rs", "x(\"a plain message\");\n").is_empty());
    }

    #[test]
    fn schema_passages_are_values_and_comments() {
        let text = "# A comment.\nfield:\n  doc: |\n    One\n    text.\n  size: 4\n  help: Another.\n";
        assert_eq!(
            read("schemas/x.yaml", text),
            ["schemas:comments:1: A comment.", "schemas:other:4: One text.", "schemas:other:7: Another."]
        );
    }

    #[test]
    fn case_and_binding_passages_have_areas() {
        assert_eq!(
            read("conformance/cases.json", "{\"why\": \"One.\", \"id\": \"x\"}\n"),
            ["conformance:cases:1: One."]
        );
        assert_eq!(
            read("conformance/expectations/x.txt", "id # One.\nid\n"),
            ["conformance:expectations:1: One."]
        );
        assert_eq!(
            read("bindings/c/x.h", "/* One. */\nint x;\n * Two.\n"),
            ["c headers:1: One.", "c headers:3: Two."]
        );
        assert_eq!(
            read("bindings/x.py", "\"\"\"One.\"\"\"\nx = 1\n"),
            ["python docs:1: One."]
        );
    }
}
