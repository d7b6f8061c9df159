//! Faults of text bundles, from the marker lines of `text_bundle.yaml` and the comments of `placement.yaml`.

use offload_bundle_conformance::case::Question;
use offload_bundle_conformance::testee::{Answer, Ours, Testee};

use super::{Derived, Faulty, refusal, schema};
use crate::fault::{with_contents, with_input};

/// IDs and texts.
type Texts = Vec<(Vec<u8>, Vec<u8>)>;

/// A text reader of its own, as strict as the document.
#[derive(Clone, Copy)]
struct Reader {
    ends_line: fn(u8) -> bool,
    /// The rest of a line after the beginning of a marker.
    marker: for<'l> fn(line: &'l [u8], begin: &str) -> Option<&'l [u8]>,
    closes: fn(start: &[u8], end: &[u8]) -> bool,
}

const SOUND: Reader = Reader {
    ends_line: |byte| byte == b'\n',
    marker: |line, begin| line.strip_prefix(begin.as_bytes()),
    closes: |start, end| start == end,
};

const READERS: &[(&str, Reader)] = &[
    (
        "ends lines at a carriage return",
        Reader { ends_line: |byte| byte == b'\n' || byte == b'\r', ..SOUND },
    ),
    (
        "ends lines at a form feed",
        Reader { ends_line: |byte| byte == b'\n' || byte == b'\x0c', ..SOUND },
    ),
    (
        "finds markers in small letters",
        Reader { marker: |line, begin| in_any_case(line, begin), ..SOUND },
    ),
    (
        "finds markers after blanks",
        Reader { marker: |line, begin| line.trim_ascii_start().strip_prefix(begin.as_bytes()), ..SOUND },
    ),
    (
        "finds markers after a text",
        Reader { marker: |line, begin| after(line, begin), ..SOUND },
    ),
    (
        "finds markers of any comment",
        Reader { marker: of_any_comment, ..SOUND },
    ),
    (
        "finds markers of fewer underscores",
        Reader {
            marker: |line, begin| {
                let fewer = begin.replacen("____", "__", 1);
                line.strip_prefix(begin.as_bytes())
                    .or(line.strip_prefix(fewer.as_bytes()))
            },
            ..SOUND
        },
    ),
    (
        "ends a text at the end marker of another",
        Reader { closes: |_, _| true, ..SOUND },
    ),
    (
        "ends a text at an end marker that goes on",
        Reader { closes: |start, end| end.starts_with(start), ..SOUND },
    ),
];

fn in_any_case<'l>(line: &'l [u8], begin: &str) -> Option<&'l [u8]> {
    let (found, rest) = line.split_at_checked(begin.len())?;
    found.eq_ignore_ascii_case(begin.as_bytes()).then_some(rest)
}

fn after<'l>(line: &'l [u8], begin: &str) -> Option<&'l [u8]> {
    let at = memchr::memmem::find(line, begin.as_bytes())?;
    line.get(at + begin.len()..)
}

fn of_any_comment<'l>(line: &'l [u8], begin: &str) -> Option<&'l [u8]> {
    let (_, word) = begin.split_once(' ')?;
    let line = ["#", "//", ";"]
        .iter()
        .find_map(|comment| line.strip_prefix(comment.as_bytes()))?;
    line.strip_prefix(b" ")?.strip_prefix(word.as_bytes())
}

type Rewrites = fn(&[u8]) -> Vec<u8>;

/// Changes of a text.
const TEXTS: &[(&str, Rewrites)] = &[
    ("tabs become blanks", |text| replaced(text, b'\t', b"    ")),
    ("loses carriage returns", |text| replaced(text, b'\r', b"")),
    ("ends at a NUL", |text| {
        text.split(|byte| *byte == 0).next().unwrap_or_default().to_vec()
    }),
    ("becomes UTF-8", |text| {
        String::from_utf8_lossy(text).into_owned().into_bytes()
    }),
    ("loses blanks at its start", |text| text.trim_ascii_start().to_vec()),
    ("loses blanks at its end", |text| text.trim_ascii_end().to_vec()),
    ("loses its last line break", |text| {
        text.strip_suffix(b"\n").unwrap_or(text).to_vec()
    }),
    ("gets a last line break", |text| match text.ends_with(b"\n") {
        true => text.to_vec(),
        false => [text, b"\n"].concat(),
    }),
    ("loses blanks at the ends of lines", |text| {
        let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end);
        lines.collect::<Vec<_>>().join(&b'\n')
    }),
    ("loses empty lines", |text| {
        let mut lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
        lines.retain(|line| *line != b"\n");
        lines.concat()
    }),
];

fn replaced(text: &[u8], byte: u8, by: &[u8]) -> Vec<u8> {
    text.iter()
        .flat_map(|one| if *one == byte { by.to_vec() } else { vec![*one] })
        .collect()
}

/// The beginnings of a start and an end marker.
fn markers(comment: &str) -> [String; 2] {
    let entry = &schema("text_bundle.yaml")["entry"];
    ["start", "end"].map(|key| {
        let line = entry[key]["line"].as_str().unwrap().replace("{prefix}", comment);
        line.strip_suffix("{id}").unwrap().to_owned()
    })
}

fn comment(file_type: &str) -> Option<String> {
    let types = super::values::file_types();
    let found = types.iter().find(|one| one["id"] == file_type)?;
    Some(found["with"]["prefix"].as_str()?.to_owned())
}

fn read(reader: Reader, file: &[u8], [start, end]: &[String; 2]) -> Option<Texts> {
    let (mut texts, mut open, mut at) = (Texts::new(), None::<(&[u8], usize)>, 0);
    for line in file.split(|byte| (reader.ends_line)(*byte)) {
        let next = at + line.len() + 1;
        open = match open {
            None => (reader.marker)(line, start).map(|id| (id, next)),
            Some((id, from)) => match (reader.marker)(line, end) {
                Some(rest) if (reader.closes)(id, rest) => {
                    texts.push((id.to_vec(), file.get(from..at - 1).unwrap_or_default().to_vec()));
                    None
                }
                _ => Some((id, from)),
            },
        };
        at = next;
    }
    open.is_none().then_some(texts)
}

fn written(texts: &Texts, [start, end]: &[String; 2]) -> Vec<u8> {
    let entry = |(id, text): &(Vec<u8>, Vec<u8>)| {
        [b"\n", start.as_bytes(), id, b"\n", text, b"\n", end.as_bytes(), id, b"\n"].concat()
    };
    texts.iter().flat_map(entry).collect()
}

/// The answer to a question about what another reader sees in a text bundle.
fn seen(question: &Question<Vec<u8>>, sees: impl Fn(&[u8], &[String; 2]) -> Option<Texts>) -> Option<Answer> {
    let (Question::List { file_type, input } | Question::Unbundle { file_type, input, .. }) = question else {
        return None;
    };
    let markers = markers(&comment(file_type)?);
    let (sound, found) = (read(SOUND, input, &markers), sees(input, &markers));
    if sound == found {
        return None;
    }
    let Some(texts) = found else { return Some(refusal()) };
    Some(Ours.answer(&with_input(question, |file| *file = written(&texts, &markers))))
}

type Remarks = fn(&str) -> String;

/// The written file with other markers.
fn marked(question: &Question<Vec<u8>>, number: usize, change: Remarks) -> Option<Answer> {
    let Question::Bundle { file_type, .. } = question else {
        return None;
    };
    let marker = &markers(&comment(file_type)?)[number];
    let answer = Ours.answer(question);
    let other = with_contents(answer.clone(), |files| {
        for file in files {
            *file = String::from_utf8_lossy(file)
                .replace(marker, &change(marker))
                .into_bytes();
        }
    });
    (answer != other).then_some(other)
}

pub(super) fn texts(all: &mut Vec<Derived>) {
    for (what, reader) in READERS {
        let faulty = |question: &_| seen(question, |file, markers| read(*reader, file, markers));
        all.push((format!("text_bundle, read: {what}"), Faulty::of(faulty)));
    }
    for (what, change) in TEXTS {
        let faulty = |question: &_| {
            seen(question, |file, markers| {
                let texts = read(SOUND, file, markers)?.into_iter();
                Some(texts.map(|(id, text)| (id, change(&text))).collect())
            })
        };
        all.push((format!("text_bundle/code_object, read: {what}"), Faulty::of(faulty)));
        let faulty = |question: &Question<Vec<u8>>| {
            let Question::Bundle { file_type, entries, .. } = question else {
                return None;
            };
            comment(file_type)?;
            let mut entries = entries.iter().map(|entry| &entry.content);
            let other = entries.any(|text| change(text) != *text);
            other.then(|| Ours.answer(&question.try_map(|text| Ok::<_, ()>(change(text))).unwrap()))
        };
        all.push((format!("text_bundle/code_object, written: {what}"), Faulty::of(faulty)));
    }
    let changes: [(&str, Remarks); 3] = [
        ("is in small letters", |marker| marker.to_lowercase()),
        ("has fewer underscores", |marker| marker.replacen("____", "__", 1)),
        ("has another comment", |marker| {
            format!("{}{marker}", if marker.starts_with('#') { ";" } else { "#" })
        }),
    ];
    for (number, name) in ["start", "end"].into_iter().enumerate() {
        for (what, change) in changes {
            let faulty = move |question: &_| marked(question, number, change);
            all.push((format!("text_bundle/{name}, written: {what}"), Faulty::of(faulty)));
        }
    }
}
