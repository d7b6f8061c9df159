//! Prints problems of schemas with their source lines.

use std::io::IsTerminal;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use offload_bundle_codegen::{Problem, Source};

/// Coloured on terminals, unless the user chooses otherwise.
pub fn renderer() -> Renderer {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if std::io::stderr().is_terminal() && !unwanted {
        Renderer::styled()
    } else {
        Renderer::plain()
    }
}

pub fn show(sources: &[Source], problems: &[Problem], level: Level<'_>, renderer: &Renderer) -> String {
    let shown = problems.iter().map(|problem| {
        let source = sources.iter().find(|source| source.name == problem.file);
        one(
            source.map_or("", |source| &source.text),
            problem,
            level.clone(),
            renderer,
        )
    });
    shown.collect::<Vec<_>>().join("\n\n")
}

fn one(text: &str, problem: &Problem, level: Level<'_>, renderer: &Renderer) -> String {
    let Problem { file, span, expected, found, hint } = problem;
    let title = format!("expected {expected}, found {found}");
    let path = if span.path.is_empty() { "/" } else { &span.path };
    let at = AnnotationKind::Primary
        .span(word(text, span.line, span.column))
        .label(path);
    let snippet = Snippet::source(text).path(file).annotation(at);
    let group = Group::with_title(level.primary_title(&title)).element(snippet);
    renderer.render(&[group.element(Level::HELP.message(hint))])
}

/// At a line and column, counted from 1.
fn word(text: &str, line: u64, column: u64) -> Range<usize> {
    let before = |count: u64| usize::try_from(count.saturating_sub(1)).unwrap_or(usize::MAX);
    let lines = text.split_inclusive('\n').take(before(line));
    let line_start = lines.map(str::len).sum::<usize>();
    let rest = text
        .get(line_start..)
        .and_then(|rest| rest.lines().next())
        .unwrap_or("");
    let start = rest.char_indices().nth(before(column)).map_or(rest.len(), |(at, _)| at);
    let rest = rest.get(start..).unwrap_or("");
    let start = line_start + start;
    start..start + word_len(rest)
}

/// Measures the first key or value.
fn word_len(text: &str) -> usize {
    let quote = text.chars().next().filter(|first| ['\'', '"'].contains(first));
    if let Some(quote) = quote {
        let end = text.get(1..).and_then(|inner| inner.find(quote));
        return end.map_or(text.len(), |end| end + 2);
    }
    let ends = [": ", ", ", " #", "]", "}"]
        .iter()
        .filter_map(|end| text.find(end))
        .min();
    let plain = text.get(..ends.unwrap_or(text.len())).unwrap_or(text);
    plain.trim_end_matches(':').trim_end().len()
}

#[cfg(test)]
mod tests {
    use offload_bundle_codegen::generate;

    use super::*;

    fn mistakes(text: &str) -> String {
        let sources = [Source { name: "schemas/sample.ksy".to_owned(), text: text.to_owned() }];
        let problems = generate(&sources).expect_err("mistakes");
        show(&sources, &problems, Level::ERROR, &Renderer::plain())
    }

    #[test]
    fn mistake_is_shown_in_line() {
        let text =
            "meta: {id: sample, title: Sample}\ndoc: A sample.\nseq:\n  - {id: kind, type: u1, szie: 4, doc: Kind.}\n";
        let expected = "\
error: expected a key of a field, found `szie`
 --> schemas/sample.ksy:4:26
  |
4 |   - {id: kind, type: u1, szie: 4, doc: Kind.}
  |                          ^^^^ /seq/0/szie
  |
  = help: did you mean `size`?";
        assert_eq!(mistakes(text), expected);
    }

    #[test]
    fn words_end_as_in_yaml() {
        for (text, word) in [
            ("szie: 4", "szie"),
            ("types:", "types"),
            ("u9, size: 3}", "u9"),
            ("len_a + 3 # more", "len_a + 3"),
            ("'a: b' # more", "'a: b'"),
            ("a::b]", "a::b"),
            ("", ""),
        ] {
            assert_eq!(text.get(..word_len(text)), Some(word));
        }
    }

    #[test]
    fn position_is_found_in_any_text() {
        let text = "a: ä\r\nbö: 1\r\n";
        assert_eq!(text.get(word(text, 2, 1)), Some("bö"));
        assert_eq!(text.get(word(text, 1, 4)), Some("ä"));
        assert_eq!(text.get(word(text, 2, 5)), Some("1"));
        // Beyond the end: files can end early.
        for (line, column) in [(1, 99), (9, 9), (0, 0)] {
            assert!(text.get(word(text, line, column)).is_some(), "{line}:{column}");
        }
    }

    #[test]
    fn mistake_without_position_is_shown() {
        let shown = mistakes("");
        assert!(shown.contains("schemas/sample.ksy:1:1"), "{shown}");
    }
}
