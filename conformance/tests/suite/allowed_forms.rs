//! Every form that the documents allow passes all required cases.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use md5::{Digest, Md5};
use offload_bundle_conformance::case::{Case, Expectation, Level, OPERATIONS, Question, digest};
use offload_bundle_conformance::embedded;
use offload_bundle_conformance::runner::ask;
use offload_bundle_conformance::testee::{Answer, Ours, Testee};
use offload_bundle_conformance::verdict::Verdict;
use serde_json::{Value, json};

use crate::another_layout::{Layout, Lines, Order, binaries, bundle, spelled, text};
use crate::another_way::comment;

#[derive(Clone, Copy)]
enum Form {
    Zstd(fn(&[u8]) -> Vec<u8>, u32),
    Zlib(Compression, u32),
    Lines(Lines),
    Layout(Layout),
    Order(Order),
    Archive {
        long: bool,
        owned: bool,
        reversed: bool,
    },
    /// From the name of the member, its parent and its ID.
    Named(fn(&str, &str) -> String),
    /// A refusal where one is allowed or where the right answer is "no".
    Refusal,
}

fn frame(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 1).unwrap()
}

/// A skippable frame, which decompresses to no bytes.
fn skipped() -> Vec<u8> {
    [&0x184d_2a53_u32.to_le_bytes()[..], &[4, 0, 0, 0], b"note"].concat()
}

fn one_frame(bytes: &[u8], checksum: bool, size: bool) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
    encoder.include_checksum(checksum).unwrap();
    encoder.include_contentsize(size).unwrap();
    if size {
        encoder.set_pledged_src_size(Some(bytes.len() as u64)).unwrap();
    }
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

const LAYOUT: Layout = Layout { reversed: false, unit: 1, once: false, behind: 0 };
const LINES: Lines = Lines { empty: 1, blanks: [" ", " "], end: "\n" };
const ORDER: Order = Order { parts: *b"ersi", unit: 8, shared: true, padding: 0, behind: 0 };

#[rustfmt::skip]
const FORMS: &[(&str, Form)] = &[
    ("zstd in two frames", Form::Zstd(|bytes| { let (one, two) = bytes.split_at(bytes.len() / 2); [frame(one), frame(two)].concat() }, 2)),
    ("a skippable frame before", Form::Zstd(|bytes| [skipped(), frame(bytes)].concat(), 3)),
    ("a skippable frame after", Form::Zstd(|bytes| [frame(bytes), skipped()].concat(), 1)),
    ("an empty frame after", Form::Zstd(|bytes| [frame(bytes), frame(b"")].concat(), 2)),
    ("zstd with a checksum", Form::Zstd(|bytes| one_frame(bytes, true, true), 2)),
    ("zstd without a size", Form::Zstd(|bytes| one_frame(bytes, false, false), 3)),
    ("zstd with checksum, without a size", Form::Zstd(|bytes| one_frame(bytes, true, false), 3)),
    ("zlib stored", Form::Zlib(Compression::none(), 1)),
    ("zlib at level 9", Form::Zlib(Compression::best(), 2)),
    ("zlib in version 3", Form::Zlib(Compression::fast(), 3)),
    ("CR LF", Form::Lines(Lines { end: "\r\n", ..LINES })),
    ("no empty line", Form::Lines(Lines { empty: 0, ..LINES })),
    ("two empty lines", Form::Lines(Lines { empty: 2, ..LINES })),
    ("no blank after the comment", Form::Lines(Lines { blanks: ["", " "], ..LINES })),
    ("two blanks", Form::Lines(Lines { blanks: ["  ", "  "], ..LINES })),
    ("contents reversed", Form::Layout(Layout { reversed: true, ..LAYOUT })),
    ("contents at multiples of 8", Form::Layout(Layout { unit: 8, ..LAYOUT })),
    ("contents at multiples of 4096", Form::Layout(Layout { unit: 4096, ..LAYOUT })),
    ("ones after", Form::Layout(Layout { behind: 100, ..LAYOUT })),
    ("equal contents once", Form::Layout(Layout { once: true, ..LAYOUT })),
    ("image first", Form::Order(Order { parts: *b"iers", ..ORDER })),
    ("entry last", Form::Order(Order { parts: *b"srie", ..ORDER })),
    ("strings last", Form::Order(Order { parts: *b"eirs", ..ORDER })),
    ("records last", Form::Order(Order { parts: *b"eisr", ..ORDER })),
    ("strings by themselves, and one more", Form::Order(Order { shared: false, ..ORDER })),
    ("parts at odd places", Form::Order(Order { unit: 1, ..ORDER })),
    ("4096 bytes of padding", Form::Order(Order { padding: 4096, ..ORDER })),
    ("zeros between", Form::Order(Order { behind: 24, ..ORDER })),
    ("all names long", Form::Archive { long: true, owned: false, reversed: false }),
    ("dates and owners", Form::Archive { long: false, owned: true, reversed: false }),
    ("members from the last", Form::Archive { long: true, owned: true, reversed: true }),
    ("named as the document has it", Form::Named(|parent, id| format!("{parent}-{}", target(id)))),
    ("named without the ending", Form::Named(|parent, id| format!("{}-{}", stem(parent), target(id)))),
    ("named after the whole ID", Form::Named(|parent, id| format!("{parent}-{}", id.replace(':', "_")))),
    ("named with the ending last", Form::Named(|parent, id| format!("{}-{}.bc", stem(parent), target(id)))),
    ("named with an ending more", Form::Named(|parent, id| format!("{parent}-{}.o", target(id)))),
    ("refuses", Form::Refusal),
];

impl Form {
    fn ops(self) -> &'static [&'static str] {
        match self {
            Self::Zstd(..) | Self::Zlib(..) => &["compress", "bundle"],
            Self::Lines(_) | Self::Layout(_) => &["bundle"],
            Self::Order(_) => &["pack"],
            Self::Archive { .. } | Self::Named(_) => &["split_archive"],
            Self::Refusal => &OPERATIONS,
        }
    }
}

fn target(id: &str) -> String {
    id.rsplit("--").next().unwrap_or(id).replace(':', "_")
}

fn stem(parent: &str) -> &str {
    parent.rsplit_once('.').map_or(parent, |(stem, _)| stem)
}

fn compressed(version: u32, method: u16, bundle: &[u8], stream: &[u8]) -> Vec<u8> {
    let narrow = |len: usize| u32::try_from(len).unwrap().to_le_bytes();
    let wide = |len: usize| (len as u64).to_le_bytes();
    let lengths = match version {
        1 => narrow(bundle.len()).to_vec(),
        2 => [narrow(24 + stream.len()), narrow(bundle.len())].concat(),
        _ => [wide(32 + stream.len()), wide(bundle.len())].concat(),
    };
    let version = u16::try_from(version).unwrap();
    let hash = Md5::digest(bundle);
    [b"CCOB", &version.to_le_bytes()[..], &method.to_le_bytes(), &lengths, &hash[..8], stream].concat()
}

struct Member {
    name: String,
    content: Vec<u8>,
}

fn members(file: &[u8]) -> Vec<Member> {
    let mut found: Vec<(String, Vec<u8>)> = Vec::new();
    let mut at = 8;
    while let Some(header) = file.get(at..at + 60) {
        let header = std::str::from_utf8(header).unwrap();
        let len: usize = header[48..58].trim().parse().unwrap();
        found.push((header[..16].trim_end().into(), file[at + 60..][..len].to_vec()));
        at = (at + 60 + len).next_multiple_of(2);
    }
    let names = found
        .iter()
        .find(|(name, _)| name == "//")
        .map(|(_, names)| names.clone());
    let full = |name: &str| match name.strip_prefix('/').map(str::parse::<usize>) {
        Some(Ok(place)) => {
            let rest = String::from_utf8(names.as_ref().unwrap()[place..].to_vec()).unwrap();
            rest.split("/\n").next().unwrap().to_owned()
        }
        _ => name.trim_end_matches('/').to_owned(),
    };
    let members = found.iter().filter(|(name, _)| !["/", "//"].contains(&&**name));
    members
        .map(|(name, content)| Member { name: full(name), content: content.clone() })
        .collect()
}

fn archive(members: &[Member], long: bool, owned: bool) -> Vec<u8> {
    let (date, owner, group, mode) = if owned {
        ("1700000000", "1000", "100", "100644")
    } else {
        ("0", "0", "0", "644")
    };
    let mut file = b"!<arch>\n".to_vec();
    let mut add = |name: &str, content: &[u8]| {
        let header = format!(
            "{name:<16}{date:<12}{owner:<6}{group:<6}{mode:<8}{:<10}`\n",
            content.len()
        );
        file.extend(header.into_bytes());
        file.extend(content);
        file.resize(file.len().next_multiple_of(2), b'\n');
    };
    let is_long = |member: &Member| long || member.name.len() > 15;
    let long_names: Vec<&Member> = members.iter().filter(|member| is_long(member)).collect();
    let table: String = long_names.iter().map(|member| format!("{}/\n", member.name)).collect();
    if !table.is_empty() {
        add("//", table.as_bytes());
    }
    let mut place = 0;
    for member in members {
        let name = if is_long(member) {
            format!("/{place}")
        } else {
            format!("{}/", member.name)
        };
        place += if is_long(member) { member.name.len() + 2 } else { 0 };
        add(&name, &member.content);
    }
    file
}

/// Answers as our implementation does, in another form.
struct InForm<'c> {
    case: &'c Case,
    form: Form,
    used: bool,
}

impl InForm<'_> {
    fn of_files(&mut self, files: Vec<Vec<u8>>) -> Answer {
        self.used = true;
        Answer::Value { value: json!({ "bytes": digest(&files[0]) }), contents: files }
    }

    fn entries(&self, contents: impl Iterator<Item = Vec<u8>>) -> Option<Vec<(String, Vec<u8>)>> {
        let expected = self.case.expect.accepted_value()?;
        let ids = expected.get("entries")?.as_array()?.iter();
        let ids = ids.map(|entry| spelled(entry["id"].as_str().unwrap()));
        Some(ids.zip(contents).collect())
    }

    fn written(&mut self, question: &Question<Vec<u8>>) -> Option<Answer> {
        let speaks_of = |key: &str| {
            self.case
                .expect
                .accepted_value()
                .is_some_and(|value| value.get(key).is_some())
        };
        let file = match (self.form, question) {
            (Form::Zstd(stream, _), Question::Compress { input, version, method, .. }) if method == "zstd" => {
                compressed(*version, 1, input, &stream(input))
            }
            (Form::Zlib(level, _), Question::Compress { input, version, method, .. }) if method == "zlib" => {
                compressed(*version, 0, input, &zlib(input, level))
            }
            (
                Form::Zstd(..) | Form::Zlib(..),
                Question::Bundle { file_type, entries, alignment, compress: true, .. },
            ) if file_type != "o" => {
                let (file_type, entries, alignment) = (file_type.clone(), entries.clone(), *alignment);
                let plain = Question::Bundle { file_type, entries, alignment, compress: false, level: None };
                let Answer::Value { contents, .. } = Ours.answer(&plain) else {
                    return None;
                };
                match self.form {
                    Form::Zstd(stream, version) => compressed(version, 1, &contents[0], &stream(&contents[0])),
                    Form::Zlib(level, version) => compressed(version, 0, &contents[0], &zlib(&contents[0], level)),
                    _ => return None,
                }
            }
            (Form::Lines(lines), Question::Bundle { file_type, entries, compress: false, .. }) => {
                let entries = self.entries(entries.iter().map(|entry| entry.content.clone()))?;
                text(&entries, comment(file_type)?, lines)
            }
            (Form::Layout(layout), Question::Bundle { file_type, entries, alignment, compress: false, .. })
                if comment(file_type).is_none() && file_type != "o" =>
            {
                let entries = self.entries(entries.iter().map(|entry| entry.content.clone()))?;
                bundle(&entries, *alignment, layout)
            }
            (Form::Order(order), Question::Pack { images, version: 1 }) if speaks_of("images") => {
                binaries(images, order)
            }
            _ => return None,
        };
        Some(self.of_files(vec![file]))
    }

    fn split(&mut self, question: &Question<Vec<u8>>, value: &Value, contents: &[Vec<u8>]) -> Option<Answer> {
        let Question::SplitArchive { whole, targets, .. } = question else {
            return None;
        };
        let mut value = value.clone();
        let archives = value["archives"].as_array_mut()?;
        let mut contents = contents.to_vec();
        match self.form {
            Form::Archive { long, owned, reversed } if *whole => {
                for (told, file) in archives.iter_mut().zip(&mut contents) {
                    let mut members = members(file);
                    if reversed {
                        members.reverse();
                    }
                    *file = archive(&members, long, owned);
                    *told = json!({ "bytes": digest(file) });
                }
            }
            Form::Named(named) if !*whole && !self.case.expect.accepted_value()?.to_string().contains("\"name\"") => {
                for (told, target) in archives.iter_mut().zip(targets) {
                    for member in told["members"].as_array_mut()? {
                        let name = member["name"].as_str()?.to_owned();
                        let kind = target.split('-').next()?;
                        let parent = name.split(&format!("-{kind}")).next()?;
                        member["name"] = named(parent, target).into();
                    }
                }
            }
            _ => return None,
        }
        self.used = true;
        Some(Answer::Value { value, contents })
    }
}

impl Testee for InForm<'_> {
    fn name(&self) -> &str {
        "in another form"
    }

    fn answer(&mut self, question: &Question<Vec<u8>>) -> Answer {
        let answer = Ours.answer(question);
        let Answer::Value { value, contents } = &answer else {
            return answer;
        };
        let is_no = *value == json!({ "compatible": false });
        if matches!(self.form, Form::Refusal) && (is_no || matches!(self.case.expect, Expectation::Either { .. })) {
            self.used = true;
            return Answer::Rejected("no".into());
        }
        let other = self.written(question).or_else(|| self.split(question, value, contents));
        other.unwrap_or(answer)
    }
}

fn zlib(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), level);
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn forms_that_documents_allow_fail_no_case() {
    let collection = embedded::cases().unwrap();
    let required: Vec<&Case> = collection
        .cases()
        .filter(|case| case.level == Level::Required)
        .collect();
    let mut wrong = Vec::new();
    for &(name, form) in FORMS {
        let mut used = 0;
        for case in required.iter().filter(|case| form.ops().contains(&case.ask.op())) {
            let mut testee = InForm { case, form, used: false };
            let verdict = ask(&mut testee, case, &embedded::fixture);
            used += usize::from(testee.used);
            if verdict != Verdict::Pass {
                wrong.push(format!("{name}: {}: {verdict}", case.id));
            }
        }
        if used == 0 {
            wrong.push(format!("{name}: no case asks for it"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
