//! Adds byte-by-byte examples to format pages: the smallest fixture of each format.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use offload_bundle_codegen::Source;
use offload_bundle_codegen::foreign::{self, Foreign};

use crate::files;

/// The example replaces it.
const MARK: &str = "<!-- example -->\n";
const FIXTURES: &str = "conformance/fixtures";
/// In bytes.
const LARGEST: usize = 4096;
/// Bytes per line, and most lines of a field and of a file.
const WIDTH: usize = 8;
const LINES_OF_FIELD: usize = 3;
const LINES: usize = 40;

/// Smallest first.
struct Fixtures(Vec<(String, Vec<u8>)>);

pub fn fill(root: &Path, sources: &[Source], generated: &mut BTreeMap<String, String>) -> Result<(), String> {
    if !generated.values().any(|text| text.contains(MARK)) {
        return Ok(());
    }
    let fixtures = Fixtures::read(root)?;
    for source in sources {
        let name = source.name.rsplit('/').next().unwrap_or_default();
        let page = name.strip_suffix(".ksy").map(|id| format!("docs/{id}.md"));
        if let Some(text) = page.and_then(|page| generated.get_mut(&page)) {
            let example = foreign::read(std::slice::from_ref(source))
                .ok()
                .and_then(|format| fixtures.example(&format));
            *text = match example {
                Some(example) => text.replace(MARK, &example),
                None => text.replace(&format!("\n{MARK}"), ""),
            };
        }
    }
    Ok(())
}

impl Fixtures {
    fn read(root: &Path) -> Result<Self, String> {
        let folder = root.join(FIXTURES);
        let mut found = Vec::new();
        for name in files::below(&folder)? {
            let bytes = fs::read(folder.join(&name)).map_err(|error| format!("{name}: {error}"))?;
            if bytes.len() <= LARGEST {
                found.push((name, bytes));
            }
        }
        found.sort_by(|(a, first), (b, second)| (first.len(), a).cmp(&(second.len(), b)));
        Ok(Self(found))
    }

    /// `None` unless a fixture with the format's magic can be read.
    fn example(&self, format: &Foreign) -> Option<String> {
        let magic = format.tree().magic()?;
        let mut fitting = self.0.iter().filter(|(_, bytes)| bytes.starts_with(magic));
        let (name, bytes, places) = fitting.find_map(|(name, bytes)| Some((name, bytes, places(format, bytes)?)))?;
        let mut lines = Vec::new();
        for (range, told) in places {
            lines.extend(field_lines(range.start, bytes.get(range)?, &told));
        }
        if lines.len() > LINES {
            lines.truncate(LINES);
            lines.push("…".to_owned());
        }
        Some(format!(
            "## Example\n\n`{FIXTURES}/{name}`, {} bytes:\n\n```text\n{}\n```\n",
            bytes.len(),
            lines.join("\n")
        ))
    }
}

/// With paths and values; `None` unless they cover the file.
fn places(format: &Foreign, bytes: &[u8]) -> Option<Vec<(Range<usize>, String)>> {
    let mut places = Vec::new();
    for row in format.rows(bytes).ok()?.into_iter().filter(|row| row.len > 0) {
        let start = usize::try_from(row.offset).ok()?;
        let range = start..start.checked_add(usize::try_from(row.len).ok()?)?;
        let value = match row.number {
            Some(number) if number > 0xffff && row.value == number.to_string() => format!("{number:#x}"),
            _ => row.value,
        };
        places.push((range, format!("{} = {value}", row.path)));
    }
    places.sort_by_key(|(range, _)| range.start);
    let end = places.iter().map(|(range, _)| range.end).max();
    (end == Some(bytes.len())).then_some(places)
}

fn field_lines(at: usize, field: &[u8], told: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for (number, chunk) in field.chunks(WIDTH).enumerate() {
        let hex: Vec<String> = chunk.iter().map(|byte| format!("{byte:02x}")).collect();
        let place = at.saturating_add(number.saturating_mul(WIDTH));
        let told = if number == 0 { told } else { "" };
        let line = format!("{place:04x}  {:<23}  {told}", hex.join(" "));
        lines.push(line.trim_end().to_owned());
    }
    if lines.len() > LINES_OF_FIELD {
        lines.truncate(LINES_OF_FIELD - 1);
        lines.push("      …".to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHELF: &str = "\
meta: {id: shelf, endian: le}
seq:
  - {id: magic, contents: AB}
  - {id: num_books, type: u2, -write: count(books)}
  - {id: books, type: u1, repeat: expr, repeat-expr: num_books}
";

    fn source() -> Source {
        Source { name: "schemas/shelf.ksy".to_owned(), text: SHELF.to_owned() }
    }

    #[test]
    fn smallest_readable_file_is_shown() {
        let format = foreign::read(&[source()]).unwrap();
        let file = |name: &str, bytes: &[u8]| (name.to_owned(), bytes.to_vec());
        let fixtures = Fixtures(vec![
            file("cut", b"AB\x09"),
            file("other", b"ELSE"),
            file("longer", b"AB\x01\0\x07\0"),
            file("good", b"AB\x01\0\x07"),
        ]);
        let example = fixtures.example(&format).unwrap();
        assert_eq!(
            example,
            "## Example\n\n`conformance/fixtures/good`, 5 bytes:\n\n```text\n\
             0000  41 42                    magic = \"AB\"\n\
             0002  01 00                    num_books = 1\n\
             0004  07                       books[0] = 7\n```\n"
        );
        assert_eq!(Fixtures(vec![file("cut", b"AB")]).example(&format), None);
    }

    #[test]
    fn long_fields_are_cut() {
        let lines = field_lines(16, &[0; 100], "data = 100 bytes");
        assert_eq!(lines[0], "0010  00 00 00 00 00 00 00 00  data = 100 bytes");
        assert_eq!(lines[1..], ["0018  00 00 00 00 00 00 00 00", "      …"]);
    }

    #[test]
    fn marks_without_an_example_are_removed() {
        let mut generated = BTreeMap::from([("docs/shelf.md".to_owned(), format!("picture\n\n{MARK}\n## The file\n"))]);
        fill(&files::root(), &[source()], &mut generated).unwrap();
        assert_eq!(generated["docs/shelf.md"], "picture\n\n## The file\n");
    }
}
