//! What is wrong with an ELF file: the first few things, and how many more.

use offload_bundle_core::bytes::Place;
use offload_bundle_core::error::Path;

use crate::code_fault::CodeFault;

/// So many are told of one file; one that was cut off may have as many as it has sections.
const MOST: usize = 8;

/// Something wrong.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    /// In bytes from the start of the ELF file.
    pub(crate) ofs: u64,
    /// The field.
    pub(crate) path: Path,
    pub(crate) fault: CodeFault,
}

/// Everything that is wrong.
#[derive(Debug, Clone, Default)]
pub(crate) struct Faults {
    first: Vec<Fault>,
    more: u64,
}

impl Faults {
    /// The first few, and behind them how many more there are.
    pub(crate) fn to_report(&self) -> Vec<Fault> {
        let mut told = self.first.clone();
        if self.more > 0 {
            let fault = CodeFault::More { count: self.more };
            told.push(Fault { ofs: 0, path: Path::default(), fault });
        }
        told
    }

    pub(super) fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    pub(super) fn add(&mut self, ofs: u64, path: Path, fault: CodeFault) {
        if self.first.len() < MOST {
            self.first.push(Fault { ofs, path, fault });
        } else {
            self.more = self.more.saturating_add(1);
        }
    }

    /// `place`, which the field at `at` gives, does not lie within the `have` bytes that there are.
    pub(super) fn outside(&mut self, at: u64, path: Path, place: Place, have: u64) {
        self.add(at, path, CodeFault::Outside { ofs: place.ofs, len: place.len, have });
    }

    /// The field at `at` says `found`.
    pub(super) fn field(&mut self, at: u64, path: Path, found: u64, expected: impl Into<String>) {
        let expected = expected.into();
        self.add(at, path, CodeFault::BadField { found, expected });
    }
}
