//! The rows of reports: as they are kept, and as C sees them.

use std::ffi::{CString, c_char};

use offload_bundle::FileName;
use offload_bundle::report::{Diagnostic, ExtractedEntry, SizeSums};

use crate::error::OB_NONE;
use crate::outcome::Outcome;
use crate::owned_text::{file_name, to_c_string};

/// How bad a finding is.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Note = 0,
    /// It can be listed. Taking it apart may give something else than was put in.
    Warning = 1,
    /// It is malformed.
    Error = 2,
}

/// Something wrong or odd in a file.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Finding {
    /// The file, or what in it the offset counts in.
    pub file: *const c_char,
    /// A stable word for what it is, such as `out-of-bounds`.
    pub code: *const c_char,
    /// What is wrong, for people.
    pub message: *const c_char,
    /// The field at fault, such as `entries[0].id`.
    pub path: *const c_char,
    /// The section that it is in.
    pub section: *const c_char,
    /// The member of an archive that it is in.
    pub member: *const c_char,
    /// Where, in bytes.
    pub offset: u64,
    /// The number of the bundle, from 0; `OB_NONE` where it is about none.
    pub bundle: u64,
    /// The number of the entry in the bundle, from 0; `OB_NONE` where it is about none.
    pub entry: u64,
    /// How bad it is.
    pub severity: Severity,
}

/// A file that was looked into.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct FileResult {
    /// Its name.
    pub file: *const c_char,
    /// Where it could not be dealt with, or not all of it, the word for why, as `ob_error_code`.
    pub error_code: *const c_char,
    /// The same for people.
    pub error_message: *const c_char,
    /// How it went with this file.
    pub outcome: Outcome,
}

/// Something that takes space. Which of the texts there are depends on what it was asked by.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct SizeRow {
    /// The target ID, or the triple where no processor is named.
    pub target: *const c_char,
    /// The offload kind, or group of kinds.
    pub kind: *const c_char,
    /// The file.
    pub file: *const c_char,
    /// The kernel.
    pub kernel: *const c_char,
    /// What it is of code objects, if not a kernel, such as `other-code`.
    pub part: *const c_char,
    /// The number of the bundle in the file; `OB_NONE` where it was not asked by bundle.
    pub bundle: u64,
    /// How many bytes it takes in the files: of what is compressed, its share of the compressed bytes.
    pub size_in_file: u64,
    /// How many bytes it has when it is decompressed.
    pub size: u64,
    /// How many code objects it is in.
    pub code_object_count: usize,
    /// How many bundles it is in.
    pub bundle_count: usize,
}

/// A file that was written, or would be.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Output {
    /// The file that it comes from.
    pub file: *const c_char,
    /// The bundle entry ID, where it is a code object.
    pub id: *const c_char,
    /// The file that was written, or would be.
    pub output: *const c_char,
    /// The number of the bundle in the file; `OB_NONE` where it is no code object.
    pub bundle: u64,
    /// The number of the entry in the bundle; `OB_NONE` where it is no code object.
    pub entry: u64,
    /// How many bytes it has.
    pub size: u64,
}

pub(crate) struct KeptFinding {
    file: CString,
    code: CString,
    message: CString,
    path: CString,
    section: CString,
    member: CString,
    numbers: [u64; 3],
    severity: Severity,
}

impl KeptFinding {
    /// `found`, in the file `file`.
    pub(crate) fn new(file: &FileName, found: &Diagnostic) -> Self {
        let bundle = found.bundle.map_or(OB_NONE, number);
        Self {
            file: file_name(found.file.as_ref().unwrap_or(file)),
            code: to_c_string(found.code),
            message: to_c_string(found.message.as_str()),
            path: to_c_string(found.path.as_str()),
            section: optional(found.section.as_deref()),
            member: found
                .member
                .as_ref()
                .map(|member| file_name(&member.name))
                .unwrap_or_default(),
            numbers: [found.offset.0, bundle, found.entry.unwrap_or(OB_NONE)],
            severity: match found.severity {
                offload_bundle::Severity::Note => Severity::Note,
                offload_bundle::Severity::Warning => Severity::Warning,
                offload_bundle::Severity::Error => Severity::Error,
            },
        }
    }

    pub(crate) fn to_row(&self) -> Finding {
        let [offset, bundle, entry] = self.numbers;
        Finding {
            file: self.file.as_ptr(),
            code: self.code.as_ptr(),
            message: self.message.as_ptr(),
            path: self.path.as_ptr(),
            section: self.section.as_ptr(),
            member: self.member.as_ptr(),
            offset,
            bundle,
            entry,
            severity: self.severity,
        }
    }
}

pub(crate) struct KeptFile {
    file: CString,
    error: [CString; 2],
    outcome: Outcome,
}

impl KeptFile {
    pub(crate) fn new(
        file: &FileName,
        error: Option<&offload_bundle::Error>,
        outcome: offload_bundle::report::Outcome,
    ) -> Self {
        let error = error.map(|error| [to_c_string(error.code()), to_c_string(error.to_string())]);
        Self { file: file_name(file), error: error.unwrap_or_default(), outcome: outcome.into() }
    }

    pub(crate) fn to_row(&self) -> FileResult {
        let [code, message] = &self.error;
        FileResult {
            file: self.file.as_ptr(),
            error_code: code.as_ptr(),
            error_message: message.as_ptr(),
            outcome: self.outcome,
        }
    }
}

pub(crate) struct KeptRow {
    target: CString,
    kind: CString,
    file: CString,
    kernel: CString,
    part: CString,
    bundle: u64,
    sums: SizeSums,
}

impl KeptRow {
    pub(crate) fn new(row: &offload_bundle::report::SizeRow) -> Self {
        // The word that it is in JSON.
        let part = row.part.and_then(|part| serde_json::to_value(part).ok());
        Self {
            target: optional(row.target.as_deref()),
            kind: optional(row.kind.as_deref()),
            file: row.file.as_ref().map(file_name).unwrap_or_default(),
            kernel: optional(row.kernel.as_deref()),
            part: optional(part.as_ref().and_then(|part| part.as_str())),
            bundle: row.bundle.map_or(OB_NONE, number),
            sums: row.sums.clone(),
        }
    }

    pub(crate) fn to_row(&self) -> SizeRow {
        SizeRow {
            target: self.target.as_ptr(),
            kind: self.kind.as_ptr(),
            file: self.file.as_ptr(),
            kernel: self.kernel.as_ptr(),
            part: self.part.as_ptr(),
            bundle: self.bundle,
            size_in_file: self.sums.size_in_file.0,
            size: self.sums.size.0,
            code_object_count: self.sums.code_object_count,
            bundle_count: self.sums.bundle_count,
        }
    }
}

pub(crate) struct KeptOutput {
    file: CString,
    id: CString,
    output: CString,
    numbers: [u64; 3],
}

impl KeptOutput {
    pub(crate) fn new(entry: &ExtractedEntry) -> Self {
        Self {
            file: file_name(&entry.file),
            id: optional(entry.id.as_deref()),
            output: file_name(&entry.output),
            numbers: [number(entry.bundle), entry.entry, entry.size.0],
        }
    }

    /// What is written of all of `file`, if something is.
    pub(crate) fn whole(file: &FileName, output: Option<&FileName>, size: u64) -> Option<Self> {
        Some(Self {
            file: file_name(file),
            id: CString::default(),
            output: file_name(output?),
            numbers: [OB_NONE, OB_NONE, size],
        })
    }

    pub(crate) fn to_row(&self) -> Output {
        let [bundle, entry, size] = self.numbers;
        Output { file: self.file.as_ptr(), id: self.id.as_ptr(), output: self.output.as_ptr(), bundle, entry, size }
    }
}

fn optional(text: Option<&str>) -> CString {
    text.map(to_c_string).unwrap_or_default()
}

fn number(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(OB_NONE)
}
