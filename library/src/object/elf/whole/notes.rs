//! Reads notes and their MessagePack metadata, in pieces.

use std::sync::Arc;

use object::Endianness;
use object::endian::Endian;
use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::error::Path;
use offload_bundle_core::ids::tables::{LoaderCheck, Machine, MetadataNote};
use offload_bundle_core::message_pack::{Reader, Scalar, Token};

use super::Faults;
use super::facts::{Kernel, Said, Violations};
use crate::code_fault::CodeFault;

/// Name length, content length and type.
const HEAD: u64 = 12;
/// Longest known, in bytes.
const NAME: u64 = 64;

/// In a segment or section.
#[derive(Debug)]
pub(super) struct Notes {
    place: Place,
    /// End of the part read so far, from the start of the file.
    at: u64,
    alignment: u64,
    endian: Endianness,
    path: Path,
    known: &'static [MetadataNote<'static>],
    /// Each kernel must have them.
    kernel_keys: &'static [&'static str],
    state: State,
}

#[derive(Debug)]
enum State {
    /// As far as read.
    Head(Vec<u8>),
    /// `left` bytes from `start` on, then the note at `next`.
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
        // No other alignments are in use, regardless of headers.
        let alignment = if alignment == 8 { 8 } else { 4 };
        let mut rules = machine.rules(LoaderCheck::KernelKeys);
        let kernel_keys = rules.next().map_or(&[][..], |rule| rule.names);
        let (known, state) = (machine.metadata, State::Head(Vec::new()));
        Self { place, at: place.ofs, alignment, endian, path, known, kernel_keys, state }
    }

    pub(super) fn remaining(&self) -> Place {
        let len = self.place.end().saturating_sub(self.at);
        Place { ofs: self.at, len }
    }

    pub(super) fn feed(&mut self, bytes: &[u8], faults: &mut Faults, said: &mut Said, violations: &mut Violations) {
        let first = self.at;
        let end = first.saturating_add(length(bytes));
        if bytes.is_empty() {
            self.at = self.place.end();
        }
        // The header of a note may have begun in the previous piece, and may continue in the next.
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

    /// `head` is as long as any header, or ends with the notes.
    fn begin(&mut self, start: u64, head: &[u8], faults: &mut Faults) {
        let have = self.place.end().saturating_sub(start);
        let number = |at: usize| {
            let digits = head.get(at..)?.first_chunk::<4>()?;
            Some(self.endian.read_u32(*digits))
        };
        let (Some(name_len), Some(len), Some(kind)) = (number(0), number(4), number(8)) else {
            // Zeros fill the rest of the notes.
            if head.iter().any(|byte| *byte != 0) {
                let why = format!("its header needs {HEAD} bytes, but {have} are left");
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
            let why = format!("it has {found} bytes, but {left} are left in the notes");
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

/// The number of elements of a version.
const VERSION: u64 = 2;

#[derive(Debug)]
pub(super) struct Metadata {
    reader: Reader,
    wrong: Option<String>,
    shown: Shown,
}

#[derive(Debug)]
struct Shown {
    note: &'static MetadataNote<'static>,
    /// Each kernel must have them.
    keys: &'static [&'static str],
    is_map: bool,
    under: Under,
    target: Option<String>,
    version_len: u64,
    kernel: Option<Open>,
    /// With symbols: start and symbol.
    kernels: Vec<(u64, Vec<u8>)>,
    /// The first kernel without a key, the key, and the number of such kernels.
    incomplete: Option<(u64, &'static str)>,
    incomplete_count: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Under {
    Target,
    Version,
    Kernels,
    Other,
}

#[derive(Debug)]
struct Open {
    start: u64,
    /// The keys seen so far, as bits.
    has: u64,
    /// The number of the last key, and whether it is the symbol key.
    key: Option<u32>,
    is_symbol: bool,
    symbol: Option<Vec<u8>>,
}

impl Metadata {
    pub(super) fn new(note: &'static MetadataNote<'static>, keys: &'static [&'static str]) -> Self {
        let shown = Shown {
            note,
            keys,
            is_map: true,
            under: Under::Other,
            target: None,
            version_len: 0,
            kernel: None,
            kernels: Vec::new(),
            incomplete: None,
            incomplete_count: 0,
        };
        Self { reader: Reader::default(), wrong: None, shown }
    }

    pub(super) fn feed(&mut self, bytes: &[u8]) {
        if self.wrong.is_some() {
            return;
        }
        let shown = &mut self.shown;
        let fed = self.reader.feed(bytes, &mut |token| shown.take(token));
        self.wrong = match fed {
            Err(malformed) => Some(format!("expected MessagePack, found {}", malformed.found())),
            Ok(()) if !shown.is_map => Some("expected a MessagePack map, found another value".into()),
            Ok(()) => None,
        };
    }

    pub(super) fn end(
        &mut self,
        start: u64,
        path: &Path,
        said: &mut Said,
        violations: &mut Violations,
    ) -> Result<(), String> {
        if let Some(why) = self.wrong.take() {
            return Err(why);
        }
        if let Err(malformed) = self.reader.finish() {
            return Err(format!("expected MessagePack, found {}", malformed.found()));
        }
        let shown = &mut self.shown;
        shown.end_kernel();
        said.metadata.get_or_insert_with(|| (start, path.clone()));
        said.has_version |= shown.version_len >= VERSION;
        if let Some(target) = shown.target.take() {
            said.targets.push((start, path.clone(), target));
        }
        let kernels = shown.kernels.drain(..);
        let shared = Arc::new(path.clone());
        said.kernels.extend(kernels.map(|(skip, symbol)| {
            let at = start.saturating_add(skip);
            Kernel { at, path: Arc::clone(&shared), symbol }
        }));
        if let Some((skip, key)) = shown.incomplete {
            let what = || format!("the metadata of a kernel lacks {key}");
            let (at, more) = (start.saturating_add(skip), shown.incomplete_count.saturating_sub(1));
            violations.add(LoaderCheck::KernelKeys, at, || path.clone(), what);
            violations.add_more(LoaderCheck::KernelKeys, more);
        }
        Ok(())
    }
}

impl Shown {
    /// A kernel's keys are at depth three: map, list, map.
    fn take(&mut self, token: Token<'_>) {
        let Token { depth, is_key, scalar, start, .. } = token;
        if depth <= 2 {
            self.end_kernel();
        }
        match (depth, scalar) {
            (0, scalar) => self.is_map = scalar == Scalar::Map,
            (1, Scalar::Text(key)) if is_key => self.under = self.key(key),
            (1, _) if is_key => self.under = Under::Other,
            (1, Scalar::Text(text)) if self.under == Under::Target && self.target.is_none() => {
                self.target = Some(String::from_utf8_lossy(text).into_owned());
            }
            (2, _) if self.under == Under::Version => self.version_len = self.version_len.saturating_add(1),
            (2, Scalar::Map) if self.under == Under::Kernels => {
                self.kernel = Some(Open { start, has: 0, key: None, is_symbol: false, symbol: None });
            }
            (3, scalar) => {
                let (note, keys) = (self.note, self.keys);
                if let Some(kernel) = &mut self.kernel {
                    kernel.take(is_key, scalar, note, keys);
                }
            }
            _ => {}
        }
    }

    fn key(&self, key: &[u8]) -> Under {
        let note = self.note;
        let known = [(note.target, Under::Target), (note.version, Under::Version), (note.kernels, Under::Kernels)];
        let mut known = known.into_iter().filter(|(name, _)| name.as_bytes() == key);
        known.next().map_or(Under::Other, |(_, under)| under)
    }

    fn end_kernel(&mut self) {
        let Some(kernel) = self.kernel.take() else { return };
        let mut keys = (0_u32..).zip(self.keys);
        let lacks = |number: u32| kernel.has.checked_shr(number).is_none_or(|has| has & 1 == 0);
        if let Some((_, key)) = keys.find(|(number, _)| lacks(*number)) {
            self.incomplete.get_or_insert((kernel.start, key));
            self.incomplete_count = self.incomplete_count.saturating_add(1);
        }
        if let Some(symbol) = kernel.symbol {
            self.kernels.push((kernel.start, symbol));
        }
    }
}

impl Open {
    fn take(&mut self, is_key: bool, scalar: Scalar<'_>, note: &MetadataNote<'_>, keys: &[&str]) {
        if is_key {
            let text = match scalar {
                Scalar::Text(text) => text,
                _ => &[],
            };
            let mut known = (0..).zip(keys).filter(|(_, key)| key.as_bytes() == text);
            self.key = known.next().map(|(number, _)| number);
            self.is_symbol = note.symbol.as_bytes() == text;
            return;
        }
        // Empty texts and zeros count as missing.
        if matches!(scalar, Scalar::Text([]) | Scalar::Number(0)) {
            return;
        }
        if let Some(bit) = self.key.and_then(|key| 1_u64.checked_shl(key)) {
            self.has |= bit;
        }
        if let Scalar::Text(symbol) = scalar
            && self.is_symbol
        {
            self.symbol.get_or_insert_with(|| symbol.to_vec());
        }
    }
}
