//! Reads text bundles.

use serde_json::{Value, json};

use crate::case::digest;

const START: &str = "__CLANG_OFFLOAD_BUNDLE____START__";
const END: &str = "__CLANG_OFFLOAD_BUNDLE____END__";

/// `None` for binary types.
pub(crate) fn comment(file_type: &str) -> Option<&'static str> {
    match file_type {
        "i" | "ii" | "cui" | "hipi" => Some("//"),
        "d" | "s" => Some("#"),
        "ll" => Some(";"),
        _ => None,
    }
}

/// Empty lines may precede a start line, blanks may separate its words, and lines may end in CR LF, consistently within an entry.
pub(crate) fn texts(file: &[u8], comment: &str) -> Result<Value, String> {
    let mut entries = Vec::new();
    let mut rest = file;
    loop {
        while let Some(behind) = rest.strip_prefix(b"\n").or_else(|| rest.strip_prefix(b"\r\n")) {
            rest = behind;
        }
        if rest.is_empty() {
            return Ok(json!({ "entries": entries }));
        }
        let (line, behind) = first_line(rest)?;
        let end = if line.ends_with(b"\r") { "\r" } else { "" };
        let id = marked_id(line, comment, START, end).ok_or("expected a start line")?;
        let (content, behind) = up_to_the_end(behind, comment, id, end)?;
        let id = std::str::from_utf8(id).map_err(|error| format!("an ID is not UTF-8: {error}"))?;
        entries.push(json!({ "content": digest(content), "id": id }));
        rest = behind;
    }
}

/// A line break separates the text from the end line; `end` precedes both line feeds.
fn up_to_the_end<'f>(rest: &'f [u8], comment: &str, id: &[u8], end: &str) -> Result<(&'f [u8], &'f [u8]), String> {
    for at in memchr::memchr_iter(b'\n', rest) {
        let (text, behind) = rest.split_at(at);
        let behind = behind.get(1..).unwrap_or_default();
        let Ok((line, behind)) = first_line(behind) else { break };
        if marked_id(line, comment, START, end).is_some() {
            break;
        }
        if let Some(ended) = marked_id(line, comment, END, end) {
            return match (ended == id, text.strip_suffix(end.as_bytes())) {
                (true, Some(text)) => Ok((text, behind)),
                (true, None) => Err("the line breaks of an entry differ".into()),
                (false, _) => Err("an end line has another ID than its start line".into()),
            };
        }
    }
    Err("a text entry lacks an end line".into())
}

fn first_line(rest: &[u8]) -> Result<(&[u8], &[u8]), String> {
    let end = memchr::memchr(b'\n', rest).ok_or("a line of the bundle does not end")?;
    let (line, behind) = rest.split_at(end);
    Ok((line, behind.get(1..).unwrap_or_default()))
}

fn marked_id<'f>(line: &'f [u8], comment: &str, mark: &str, end: &str) -> Option<&'f [u8]> {
    let line = line.strip_suffix(end.as_bytes())?;
    let line = trim_blanks(line.strip_prefix(comment.as_bytes())?);
    let id = line.strip_prefix(mark.as_bytes())?;
    id.starts_with(b" ").then(|| trim_blanks(id))
}

fn trim_blanks(line: &[u8]) -> &[u8] {
    let blanks = line.iter().take_while(|byte| **byte == b' ').count();
    line.get(blanks..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::texts;
    use crate::case::digest;

    const FILE: &str = "\n# __CLANG_OFFLOAD_BUNDLE____START__ a\ntext\n\n# __CLANG_OFFLOAD_BUNDLE____END__ a\n\
                        \n# __CLANG_OFFLOAD_BUNDLE____START__ b\n\n# __CLANG_OFFLOAD_BUNDLE____END__ b\n";

    #[test]
    fn empty_lines_and_blanks_are_free() {
        let expected = json!({ "entries": [
            { "content": digest(b"text\n"), "id": "a" },
            { "content": digest(b""), "id": "b" },
        ] });
        let others = [
            FILE[1..].into(),
            FILE.replace(
                "\n# __CLANG_OFFLOAD_BUNDLE____START__ b",
                "#  __CLANG_OFFLOAD_BUNDLE____START__  b",
            ),
            FILE.replace("# ", "#"),
            format!("{FILE}\n"),
            FILE.replace('\n', "\r\n").replace("text\r", "text"),
        ];
        for file in others.iter().map(String::as_str).chain([FILE]) {
            assert_eq!(texts(file.as_bytes(), "#"), Ok(expected.clone()), "{file}");
        }
    }

    #[test]
    fn undocumented_forms_are_refused() {
        for (of, by) in [
            ("END__ a", "END__ b"),
            ("\n# __CLANG_OFFLOAD_BUNDLE____END__ a\n", "\n"),
            (
                "\n\n# __CLANG_OFFLOAD_BUNDLE____END__ b",
                "\n# __CLANG_OFFLOAD_BUNDLE____END__ b",
            ),
            ("BUNDLE____START__ b", "BUNDLE_START__ b"),
            ("END__ a\n", "END__ a\nmore\n"),
            ("END__ a\n", "END__ a\r\n"),
            ("START__ a\n", "START__ a\r\n"),
        ] {
            let file = FILE.replace(of, by);
            assert_ne!(file, FILE);
            assert!(texts(file.as_bytes(), "#").is_err(), "{file}");
        }
        assert!(texts(FILE.as_bytes(), "//").is_err());
    }

    #[test]
    fn damaged_text_bundle_never_panics() {
        let whole = texts(FILE.as_bytes(), "#");
        for at in 0..FILE.len() {
            assert_ne!(texts(&FILE.as_bytes()[..at], "#"), whole, "{at}");
        }
    }
}
