//! Files that code is moved out of or into, and what is told of it.

use std::sync::Arc;

use crate::file_name::FileName;
use crate::input::{Input, InputPiece};
use crate::object::elf::repack::{LinkedElf, RepackedElf};
use crate::report::{ConvertReport, Diagnostic, Integer, MovedCode, MovedFile};
use crate::request::ConvertRequest;

/// The report of code in the format called `format`; `output` is where it went, and `size` its length there.
pub(super) fn report_moved(
    request: &ConvertRequest,
    format: &'static str,
    (output, size): (Option<FileName>, u64),
    warnings: Vec<Diagnostic>,
    moved: MovedCode,
) -> ConvertReport {
    ConvertReport {
        file: request.input.name(),
        output,
        size: Integer(size),
        format,
        container_count: moved.archives.len(),
        dry_run: request.dry_run,
        warnings,
        moved: Some(moved),
        ..ConvertReport::default()
    }
}

/// A file that code is moved out of or into.
pub(super) struct Changed {
    pub(super) input: Arc<Input>,
    /// What its code is called in archives.
    pub(super) name: String,
    pub(super) repack: LinkedElf,
    pub(super) repacked: RepackedElf,
    /// The section that its bundles are in, where they are in it.
    pub(super) section: String,
    pub(super) bundle_count: usize,
    pub(super) other_bundle_count: usize,
    pub(super) warnings: Vec<Diagnostic>,
}

impl Changed {
    /// What is told of it, where what it becomes is `output`.
    pub(super) fn to_report(&self, output: FileName) -> MovedFile {
        MovedFile {
            file: self.input.name().clone(),
            output,
            name: self.name.clone(),
            size_before: Integer(self.input.len()),
            size: Integer(InputPiece::total(&self.repacked.pieces)),
            way: self.repacked.way.into(),
            section: self.section.clone(),
            bundle_count: self.bundle_count,
            wrapper_count: self.repack.wrapper_count(),
            other_bundle_count: self.other_bundle_count,
        }
    }
}
