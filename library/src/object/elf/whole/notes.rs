//! Notes one after the other, fed a piece at a time, and what the metadata among them say.

use object::Endianness;
use object::endian::Endian;
use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::error::Path;
use offload_bundle_core::ids::tables::{LoaderCheck, Machine, MetadataNote};

use super::metadata::Metadata;
use super::said::Said;
use super::{Faults, Violations};
use crate::code_fault::CodeFault;

/// Length of the head of a note: the lengths of its name and content, and its type.
const HEAD: u64 = 12;
/// No name that is looked for is longer, in bytes.
const NAME: u64 = 64;

/// The notes in a segment or section.
#[derive(Debug)]
pub(super) struct Notes {
    place: Place,
    /// Up to where they have been read, from the start of the file.
    at: u64,
    alignment: u64,
    endian: Endianness,
    path: Path,
    /// Those that are looked into.
    known: &'static [MetadataNote<'static>],
    /// The keys that each kernel has.
    kernel_keys: &'static [&'static str],
    state: State,
}

/// What comes next.
#[derive(Debug)]
enum State {
    /// A note: its first bytes.
    Head(Vec<u8>),
    /// The content of one that is looked into, which begins at `start`, and of which `left` bytes are still to come; then the note that
    /// begins at `next`.
    Content { start: u64, left: u64, next: u64, metadata: Box<Metadata> },
}

impl Notes {
    pub(super) fn new(
        place: Place,
        alignment: u64,
        endian: Endianness,
        path: Path,
        machine: &'static Machine<'static>,
    ) -> Self {
        // Other alignments than these two are not in use, whatever headers say.
        let alignment = if alignment == 8 { 8 } else { 4 };
        let mut rules = machine.rules(LoaderCheck::KernelKeys);
        let kernel_keys = rules.next().map_or(&[][..], |rule| rule.names);
        let (known, state) = (machine.metadata, State::Head(Vec::new()));
        Self { place, at: place.ofs, alignment, endian, path, known, kernel_keys, state }
    }

    /// What has not been read.
    pub(super) fn remaining(&self) -> Place {
        let len = self.place.end().saturating_sub(self.at);
        Place { ofs: self.at, len }
    }

    /// Takes the next bytes, at least one.
    pub(super) fn feed(&mut self, bytes: &[u8], faults: &mut Faults, said: &mut Said, violations: &mut Violations) {
        let first = self.at;
        let end = first.saturating_add(length(bytes));
        if bytes.is_empty() {
            self.at = self.place.end();
        }
        // The head of a note may have begun before these bytes, and the next one may begin there too.
        while (first..end).contains(&self.at) {
            let skip = usize::try_from(self.at.saturating_sub(first)).unwrap_or(usize::MAX);
            let bytes = bytes.get(skip..).unwrap_or_default();
            match &mut self.state {
                State::Head(head) => {
                    let start = self.at.saturating_sub(length(head));
                    let room = self.place.end().saturating_sub(start).min(HEAD.saturating_add(NAME));
                    let want = usize::try_from(room).unwrap_or(usize::MAX);
                    let taken = bytes
                        .get(..want.saturating_sub(head.len()).min(bytes.len()))
                        .unwrap_or_default();
                    head.extend_from_slice(taken);
                    self.at = self.at.saturating_add(length(taken));
                    if head.len() >= want {
                        let head = std::mem::take(head);
                        self.begin(start, &head, faults);
                    }
                }
                State::Content { start, left, next, metadata } => {
                    let take = usize::try_from(*left).unwrap_or(usize::MAX).min(bytes.len());
                    let taken = bytes.get(..take).unwrap_or_default();
                    metadata.feed(taken);
                    *left = left.saturating_sub(length(taken));
                    self.at = self.at.saturating_add(length(taken));
                    if *left == 0 {
                        self.at = *next;
                        if let Err(why) = metadata.end(*start, &self.path, said, violations) {
                            said.is_damaged = true;
                            faults.add(*start, self.path.clone(), CodeFault::BadNote { why });
                        }
                        self.state = State::Head(Vec::new());
                    }
                }
            }
        }
    }

    /// The note at `start` begins with `head`, which is as much as is ever looked at of one, or up to the end of all notes.
    fn begin(&mut self, start: u64, head: &[u8], faults: &mut Faults) {
        let have = self.place.end().saturating_sub(start);
        let number = |at: usize| {
            let digits = head.get(at..)?.first_chunk::<4>()?;
            Some(self.endian.read_u32(*digits))
        };
        let (Some(name_len), Some(len), Some(kind)) = (number(0), number(4), number(8)) else {
            // Zeros fill the rest of the notes up.
            if head.iter().any(|byte| *byte != 0) {
                let why = format!("expected the {HEAD} bytes of its head, found {have}");
                faults.add(start, self.path.clone(), CodeFault::BadNote { why });
            }
            self.at = self.place.end();
            return;
        };
        let up = |value: u64| value.checked_next_multiple_of(self.alignment).unwrap_or(u64::MAX);
        let content = up(HEAD.saturating_add(name_len.into()));
        let end = content.saturating_add(len.into());
        let name_end = HEAD.saturating_add(name_len.into());
        if name_end > have || (len > 0 && end > have) {
            let (ofs, field, found, left) = match name_end > have {
                true => (start, "n_namesz", name_len, have.saturating_sub(HEAD)),
                false => (start.saturating_add(4), "n_descsz", len, have.saturating_sub(content)),
            };
            let why = format!("expected at most {left} bytes up to the end of the notes, found {found}");
            faults.add(ofs, self.path.clone().field(field), CodeFault::BadNote { why });
            self.at = self.place.end();
            return;
        }
        let next = start.saturating_add(up(end)).min(self.place.end());
        let name = usize::try_from(name_len).unwrap_or(usize::MAX).saturating_add(12);
        let name = head.get(12..name).unwrap_or_default();
        let name = name.strip_suffix(&[0]).unwrap_or(name);
        let mut known = self.known.iter();
        let known = known.find(|known| known.number == kind && known.name.as_bytes() == name);
        self.at = next;
        self.state = State::Head(Vec::new());
        if let Some(known) = known.filter(|_| len > 0) {
            let (start, left) = (start.saturating_add(content), u64::from(len));
            self.at = start;
            self.state =
                State::Content { start, left, next, metadata: Box::new(Metadata::new(known, self.kernel_keys)) };
        }
    }
}
