//! A map of metadata in MessagePack, fed a piece at a time.

use std::sync::Arc;

use offload_bundle_core::error::Path;
use offload_bundle_core::ids::tables::{LoaderCheck, MetadataNote};
use offload_bundle_core::message_pack::{Reader, Scalar, Token};

use super::said::{Kernel, Said};
use super::violations::Violations;

/// How many numbers a version has.
const VERSION: u64 = 2;

/// A map of metadata.
#[derive(Debug)]
pub(super) struct Metadata {
    reader: Reader,
    /// What is wrong with it.
    wrong: Option<String>,
    shown: Shown,
}

/// What has been seen in it.
#[derive(Debug)]
struct Shown {
    note: &'static MetadataNote<'static>,
    /// The keys that each kernel has.
    keys: &'static [&'static str],
    is_map: bool,
    under: Under,
    target: Option<String>,
    version_len: u64,
    /// The kernel that is read.
    kernel: Option<Open>,
    /// Where kernels with symbols begin, and their symbols.
    kernels: Vec<(u64, Vec<u8>)>,
    /// Where the first kernel begins that lacks a key, and the key; and how many lack one.
    incomplete: Option<(u64, &'static str)>,
    incomplete_count: u64,
}

/// The key that came last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Under {
    Target,
    Version,
    Kernels,
    Other,
}

/// A kernel that is read.
#[derive(Debug)]
struct Open {
    start: u64,
    /// Which of the keys it has.
    has: u64,
    /// The number of the key that came last, and whether it is that of the symbol.
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
            Ok(()) if !shown.is_map => Some("expected a map in MessagePack, found another value".into()),
            Ok(()) => None,
        };
    }

    /// Adds what it says, which begins at byte `start` of the file.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with it.
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
            let what = || format!("expected {key} in the metadata of a kernel, found none");
            let (at, more) = (start.saturating_add(skip), shown.incomplete_count.saturating_sub(1));
            violations.add(LoaderCheck::KernelKeys, at, || path.clone(), what);
            violations.add_more(LoaderCheck::KernelKeys, more);
        }
        Ok(())
    }
}

impl Shown {
    /// Takes the next token. What a kernel has is three levels down: in the map of a list in the map.
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
        // A text without characters, and zero, are as good as nothing.
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
