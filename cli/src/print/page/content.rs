//! What a page shows, in the form that `script/tree.js` reads: short, because there are thousands of each. Numbers are as in all JSON of the
//! program; texts are harmless on a terminal too.

use std::collections::BTreeMap;

use offload_bundle::report::{
    Diagnostic, FileNotes, InspectedBytes, InspectedPart, InspectedRow, Integer, LeftOut, PartPlace,
};
use serde::Serialize;

use super::super::advice::advise;
use super::super::advice::advise_on_value;
use super::super::shown::show;
use super::bytes::hexadecimal;

/// What bytes a page has.
pub(super) const BYTES: &str = "Bytes of code objects and other long fields: of a field of more than 256 bytes the first 64 are here, and of all fields 1 MiB at most.";
/// A text that is longer is cut, in characters.
const LONGEST: usize = 2000;

/// What a page shows.
#[derive(Debug, Default, Serialize)]
pub(in crate::print) struct PageContent {
    /// The command that made it.
    pub(super) command: &'static str,
    /// The program's version.
    pub(super) version: &'static str,
    /// What it is about, in a line.
    pub(super) about: String,
    pub(super) files: Vec<FileContent>,
    /// Files that are left out.
    pub(super) left: LeftContent,
    /// Names of kernels.
    pub(super) kernels: Vec<String>,
    /// What is beside kernels.
    pub(super) words: Vec<&'static str>,
    /// What fields mean.
    pub(super) texts: Texts,
    /// What is left out, and what is wrong with files.
    pub(super) notes: Vec<String>,
}

/// A file.
#[derive(Debug, Default, Serialize)]
pub(super) struct FileContent {
    pub(super) name: String,
    pub(super) size: Integer,
    /// What is not in bundles.
    pub(super) other: Integer,
    pub(super) bundles: Vec<BundleContent>,
    pub(super) left: LeftContent,
    /// Its parts, where it is explained.
    pub(super) fields: Vec<PartContent>,
}

/// A bundle.
#[derive(Debug, Serialize)]
pub(super) struct BundleContent {
    pub(super) bundle: usize,
    pub(super) title: &'static str,
    pub(super) member: Option<String>,
    pub(super) section: Option<String>,
    /// How it is compressed, in words.
    pub(super) compressed: Option<String>,
    pub(super) offset: Integer,
    pub(super) size: Integer,
    pub(super) unpacked: Integer,
    /// What it has in the file beside code objects.
    pub(super) own: Integer,
    pub(super) objects: Vec<CodeObjectContent>,
    pub(super) left: LeftContent,
    pub(super) fields: Vec<PartContent>,
}

/// A code object.
#[derive(Debug, Serialize)]
pub(super) struct CodeObjectContent {
    pub(super) entry: u64,
    /// What the paths of its fields begin with.
    pub(super) path: String,
    pub(super) id: Option<String>,
    pub(super) kind: Option<String>,
    pub(super) target: Option<String>,
    pub(super) offset: Integer,
    pub(super) size: Integer,
    pub(super) unpacked: Integer,
    /// The number of a kernel, or below zero that of a word, counted from -1 down; bytes in the file; bytes unpacked.
    pub(super) parts: Vec<(i64, Integer, Integer)>,
    pub(super) left: LeftContent,
}

/// How many are left out, their bytes in the file, their bytes unpacked.
#[derive(Debug, Default, Serialize)]
pub(super) struct LeftContent(usize, Integer, Integer);

impl From<LeftOut> for LeftContent {
    fn from(left: LeftOut) -> Self {
        Self(left.count, left.size_in_file, left.size)
    }
}

/// A part of a file that is explained.
#[derive(Debug, Serialize)]
pub(super) struct PartContent {
    pub(super) title: &'static str,
    pub(super) offset: Integer,
    /// What the offsets count in, where that is not the file.
    #[serde(rename = "where")]
    pub(super) within: Option<String>,
    /// What else there is to say of it: names and values.
    pub(super) facts: Vec<(&'static str, String)>,
    /// Path, offset, length, value, number of the meaning; 1 where it cannot be read, or else 0.
    pub(super) rows: Vec<(String, Integer, Integer, String, usize, u8)>,
    /// How many rows are left out.
    pub(super) left: usize,
    /// Offsets with the bytes there, in hexadecimal.
    pub(super) bytes: Vec<(Integer, String)>,
    /// What is wrong.
    pub(super) findings: Vec<String>,
}

impl PartContent {
    /// What is at `place` of the file called `name`.
    pub(super) fn begin(name: &str, place: &PartPlace) -> Self {
        let within = place.file.to_string();
        let member = place.member.iter().map(|member| ("Member", member.name.to_string()));
        let section = place.section.iter().map(|section| ("Section", text(section)));
        Self {
            title: place.title,
            offset: place.offset,
            within: Some(within).filter(|within| within != name),
            facts: member.chain(section).collect(),
            rows: Vec::new(),
            left: 0,
            bytes: Vec::new(),
            findings: Vec::new(),
        }
    }

    /// All of `part` of the file called `name`.
    pub(super) fn new(name: &str, part: InspectedPart, texts: &mut Texts) -> Self {
        let mut content = Self::begin(name, &part.place);
        part.rows.into_iter().for_each(|row| content.push(&row, texts));
        content.end(&part.bytes, &part.findings);
        content
    }

    pub(super) fn push(&mut self, row: &InspectedRow, texts: &mut Texts) {
        let meaning = texts.number(&row.meaning);
        let is_bad = u8::from(row.error.is_some());
        self.rows.push((
            text(&row.path),
            row.offset,
            row.size,
            text(&advise_on_value(row)),
            meaning,
            is_bad,
        ));
    }

    pub(super) fn end(&mut self, bytes: &[InspectedBytes], findings: &[Diagnostic]) {
        self.bytes = bytes
            .iter()
            .map(|bytes| (bytes.offset, hexadecimal(&bytes.bytes)))
            .collect();
        let told = |finding: &Diagnostic| {
            text(&format!(
                "{:#x} ({}): {}",
                finding.offset, finding.path, finding.message
            ))
        };
        self.findings = findings.iter().map(told).collect();
    }
}

/// Texts that occur again and again, each once.
#[derive(Debug, Default)]
pub(super) struct Texts {
    texts: Vec<String>,
    known: BTreeMap<String, usize>,
}

impl Texts {
    /// The number of a text.
    pub(super) fn number(&mut self, text: &str) -> usize {
        if let Some(number) = self.known.get(text) {
            return *number;
        }
        let number = self.texts.len();
        self.known.insert(text.to_owned(), number);
        self.texts.push(self::text(text));
        number
    }
}

impl Serialize for Texts {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.texts.serialize(serializer)
    }
}

/// A text from a file, as it is shown: harmless, and not endless.
pub(super) fn text(text: &str) -> String {
    let mut characters = text.chars();
    let beginning: String = characters.by_ref().take(LONGEST).collect();
    match characters.count() {
        0 => show(&beginning),
        more => format!("{} … and {more} characters more", show(&beginning)),
    }
}

/// What is wrong with a file.
pub(super) fn wrong(name: &str, notes: &FileNotes) -> Vec<String> {
    let error = notes.error.iter().map(|error| text(&advise(error)));
    let warnings = notes.warnings.iter();
    let warnings = warnings.map(|warning| text(&format!("{name}: at byte {:#x}: {}", warning.offset, warning.message)));
    error.chain(warnings).collect()
}
