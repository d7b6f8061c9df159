//! Faults of archives: names of members and their table, padding, what a member contains.

use offload_bundle_conformance::case::Question;
use offload_bundle_conformance::testee::{Answer, Ours, Testee};

use super::{Derived, answers, asks, refuses};
use crate::fault::{with_contents, with_input};

const MAGIC: &[u8] = b"!<arch>\n";

/// The name field and the content of a member.
struct Member {
    name: String,
    header: Vec<u8>,
    content: Vec<u8>,
}

/// The members in file order, with the tables; empty for another format.
fn members(file: &[u8]) -> Vec<Member> {
    let (mut found, mut at) = (Vec::new(), MAGIC.len());
    while let Some(header) = file.get(at..at + 60).filter(|_| file.starts_with(MAGIC)) {
        let text = |range: std::ops::Range<usize>| String::from_utf8_lossy(&header[range]).trim_end().to_owned();
        let Ok(len) = text(48..58).parse::<usize>() else { break };
        let Some(content) = file.get(at + 60..at + 60 + len) else {
            break;
        };
        found.push(Member { name: text(0..16), header: header.to_vec(), content: content.to_vec() });
        at += 60 + len.next_multiple_of(2);
    }
    found
}

fn written(members: &[Member]) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    for member in members {
        let mut header = member.header.clone();
        header[..16].copy_from_slice(format!("{:<16.16}", member.name).as_bytes());
        header[48..58].copy_from_slice(format!("{:<10}", member.content.len()).as_bytes());
        file.extend([&header, &member.content[..]].concat());
        if !member.content.len().is_multiple_of(2) {
            file.push(b'\n');
        }
    }
    file
}

/// Changes the number of a long name: the offset in the table.
type Names = fn(offset: usize, index: usize, table: &str) -> usize;

const NUMBERS: &[(&str, Names)] = &[
    ("is the index of the name", |_, index, _| index),
    ("does not count the ends of names", |offset, index, _| {
        offset - 2 * index
    }),
    ("does not count the line breaks", |offset, index, _| offset - index),
    ("begins at 1", |offset, _, _| offset + 1),
    ("is that of the first name", |_, _, _| 0),
    ("is that of the last name", |_, _, table| {
        table.trim_end().rfind('\n').map_or(0, |at| at + 1)
    }),
    ("includes the header of the table", |offset, _, _| offset + 60),
];

/// Changes the numbers of long names in place.
fn renumbered(file: &mut Vec<u8>, change: Names) {
    let mut all = members(file);
    let Some(table) = all.iter().find(|member| member.name == "//") else {
        return;
    };
    let table = String::from_utf8_lossy(&table.content).into_owned();
    for member in &mut all {
        if let Some(offset) = member
            .name
            .strip_prefix('/')
            .and_then(|digits| digits.parse::<usize>().ok())
        {
            let index = table.get(..offset).map_or(0, |before| before.matches('\n').count());
            member.name = format!("/{}", change(offset, index, &table));
        }
    }
    *file = written(&all);
}

/// The end of a name in its field or in the table, from its first byte.
type End = fn(&[u8]) -> Option<usize>;

const ENDS: &[(&str, End)] = &[
    ("ends at a blank", |name| name.iter().position(|byte| *byte == b' ')),
    ("has no more than 8 bytes", |name| (name.len() > 8).then_some(8)),
];

fn shortened(member: &mut Member, end: End) {
    if member.name == "//" {
        let mut from = 0;
        for line in member.content.clone().split(|byte| *byte == b'\n') {
            if let Some(at) = end(line.strip_suffix(b"/").unwrap_or(line)) {
                member.content.splice(from + at..from + at + 2, *b"/\n");
            }
            from += line.len() + 1;
        }
    } else if let Some(name) = member.name.strip_suffix('/')
        && let Some(at) = end(name.as_bytes())
    {
        member.name = format!("{}/", &name[..at]);
    }
}

fn split(question: &Question<Vec<u8>>, change: impl Fn(&mut Vec<u8>)) -> Option<Question<Vec<u8>>> {
    matches!(question, Question::SplitArchive { .. }).then(|| {
        with_input(question, |file| {
            if file.starts_with(MAGIC) {
                change(file);
            }
        })
    })
}

fn each(file: &mut Vec<u8>, change: impl Fn(&mut Member)) {
    let mut all = members(file);
    // A file with damage after its last member stays unchanged.
    if written(&all) == *file {
        all.iter_mut().for_each(change);
        *file = written(&all);
    }
}

fn is_written(question: &Question<Vec<u8>>) -> bool {
    matches!(question, Question::SplitArchive { whole: true, .. })
}

fn bundles(member: &Member) -> Vec<usize> {
    memchr::memmem::find_iter(&member.content, b"__CLANG_OFFLOAD_BUNDLE__").collect()
}

fn archive(question: &Question<Vec<u8>>) -> Option<&[u8]> {
    super::input(question)
        .filter(|file| file.starts_with(MAGIC))
        .map(Vec::as_slice)
}

pub(super) fn archives(all: &mut Vec<Derived>) {
    for (what, change) in NUMBERS {
        all.push(asks(
            format!("archive/long name, read: its number {what}"),
            |question| split(question, |file| renumbered(file, *change)),
        ));
        all.push(answers(
            format!("archive/long name, written: its number {what}"),
            |question, answer| match is_written(question) {
                true => with_contents(answer, |files| {
                    files.iter_mut().for_each(|file| renumbered(file, *change))
                }),
                false => answer,
            },
        ));
    }
    for (what, end) in ENDS {
        all.push(asks(format!("archive/name, read: {what}"), move |question| {
            split(question, |file| each(file, |member| shortened(member, *end)))
        }));
        all.push(answers(
            format!("archive/name, written: {what}"),
            move |question, answer| match is_written(question) {
                true => with_contents(answer, |files| {
                    files
                        .iter_mut()
                        .for_each(|file| each(file, |member| shortened(member, *end)))
                }),
                false => answer,
            },
        ));
    }
    all.push(asks("archive: reads the first bundle of a member", |question| {
        split(question, |file| {
            each(file, |member| {
                if let [_, second, ..] = bundles(member)[..] {
                    member.content.truncate(second);
                }
            });
        })
    }));
    all.push(refuses(
        "archive: does not know an archive without members",
        |question| archive(question) == Some(MAGIC),
    ));
    all.push(refuses("archive: wants a padding byte at the end", |question| {
        archive(question).is_some_and(|file| file.len() % 2 == 1)
    }));
    all.push(refuses("archive: does not know an odd size", |question| {
        archive(question).is_some_and(|file| members(file).iter().any(|one| one.content.len() % 2 == 1))
    }));
    for name in ["/", "//", "/SYM64/"] {
        all.push(refuses(
            format!("archive: does not know the member {name}"),
            move |question| archive(question).is_some_and(|file| members(file).iter().any(|one| one.name == name)),
        ));
    }
    all.push(refuses("archive: does not know the long names of BSD", |question| {
        archive(question).is_some_and(|file| members(file).iter().any(|one| one.name.starts_with("#1/")))
    }));
    all.push(answers(
        "archive: omits a member that it cannot read",
        |question, answer| match (archive(question), &answer) {
            (Some(_), Answer::Rejected(_)) => {
                let fewer = split(question, |file| {
                    let mut all = members(file);
                    all.retain(|member| {
                        let list = Question::List { file_type: "bc".into(), input: member.content.clone() };
                        matches!(Ours.answer(&list), Answer::Value { .. })
                    });
                    *file = written(&all);
                });
                fewer.map_or(answer, |fewer| Ours.answer(&fewer))
            }
            _ => answer,
        },
    ));
}
