//! Compresses an output: what it would have been becomes what a wrapper holds.

use serde_json::{Value, json};
use std::{
    format, io,
    string::{String, ToString},
    time::{Duration, Instant},
    vec::Vec,
};

use super::OpError;
use crate::catalog::Catalog;
use crate::files::{FileError, Input, Output, Part, Progress, Reading};
use crate::packing::{Compression, checked_level, compress};
use crate::plan::Plan;
use crate::wrapper::{Method, Packed, Wrapper};

/// How to compress an output.
#[derive(Debug, Clone, Copy)]
pub struct Compressing {
    /// The format of the file.
    pub wrapper: &'static dyn Wrapper,
    /// Its version: one of [`Wrapper::versions`].
    pub version: u64,
    /// How the bytes are compressed: one of [`Wrapper::methods`].
    pub method: Method,
    /// How much work is spent on it; the method's usual level without it.
    pub level: Option<i32>,
}

impl Compressing {
    /// What is done unless more is asked for: the first format, its default version and its first method. None if the catalog has no
    /// such format.
    pub fn default_of(catalog: &Catalog) -> Option<Self> {
        let wrapper = *catalog.wrappers.first()?;
        Some(Self { wrapper, version: wrapper.default_version(), method: *wrapper.methods().first()?, level: None })
    }
}

/// What became of an output that was compressed.
#[derive(Debug, Clone, Copy)]
pub struct PackReport {
    /// The format of the file.
    pub wrapper: &'static dyn Wrapper,
    /// Its version.
    pub version: u64,
    /// How the bytes were compressed.
    pub method: Method,
    /// The level that was worked at.
    pub level: i32,
    /// Length of the whole file: header and compressed bytes.
    pub total_len: u64,
    /// What its header says of the bytes.
    pub packed: Packed,
    /// How long compressing took.
    pub took: Duration,
}

impl PackReport {
    /// The report as JSON.
    pub(super) fn as_json(&self) -> Value {
        let compressing =
            Compressing { wrapper: self.wrapper, version: self.version, method: self.method, level: Some(self.level) };
        as_json(&compressing, Some(self.level), &self.packed)
    }
}

/// As JSON: `format`, `version`, `method`, `level` (null: nothing was compressed), `packed_size`, `unpacked_size`, `digest` (16
/// hexadecimal digits: the first eight bytes, as a little-endian number).
pub(super) fn as_json(compressing: &Compressing, level: Option<i32>, packed: &Packed) -> Value {
    json!({
        "format": compressing.wrapper.name(),
        "version": compressing.version,
        "method": compressing.method.name,
        "level": level,
        "packed_size": packed.len,
        "unpacked_size": packed.unpacked_len,
        "digest": format!("{:016x}", packed.digest.leading()),
    })
}

/// A file that holds a compressed output, and can be written.
#[derive(Debug)]
pub(super) struct Pack {
    /// The file; its only content is the compressed bytes.
    pub plan: Plan<'static>,
    /// The compressed bytes.
    pub bytes: Input,
    /// What became of it.
    pub report: PackReport,
}

impl Pack {
    /// The output `path` that is this file and nothing else.
    pub(super) fn output(&self, path: &str) -> Output<'_> {
        Output::planned(path, self.plan.clone(), &[&self.bytes])
    }
}

/// Compresses what would be written to `output`, and checks what compressed inputs among it promise.
/// Errors: also a size that the version has no room for.
pub(super) fn pack(
    output: &Output<'_>,
    compressing: &Compressing,
    progress: &mut dyn Progress,
) -> Result<Pack, OpError> {
    let Compressing { method, .. } = compressing;
    let level = checked_level(method.codec, compressing.level)
        .map_err(|error| OpError::BadLevel { method: method.name, why: error.to_string() })?;
    // What can be known of the sizes before the work is known before it.
    let least = Packed { unpacked_len: output.len(), ..Packed::default() };
    plan(&output.path, compressing, &least)?;
    let started = Instant::now();
    let settings = Compression { codec: method.codec, level: Some(level), unpacked_len: Some(output.len()) };
    let mut feed = |out: &mut dyn io::Write| -> Result<(), FileError> {
        output.write_to(out, &mut Reading::default(), progress)?;
        for part in &output.parts {
            if let Part::Range { input, .. } = part {
                input.settle()?;
                input.rest();
            }
        }
        Ok(())
    };
    let compressed = compress(&mut feed, &settings)?;
    let took = started.elapsed();
    let plan = plan(&output.path, compressing, &compressed.packed)?;
    let report = PackReport {
        wrapper: compressing.wrapper,
        version: compressing.version,
        method: *method,
        level,
        total_len: plan.len(),
        packed: compressed.packed,
        took,
    };
    Ok(Pack { plan, bytes: compressed.bytes, report })
}

/// The file. Errors: a size that does not fit its field; with the version that would do, if there is one.
pub(super) fn plan(output: &str, compressing: &Compressing, packed: &Packed) -> Result<Plan<'static>, OpError> {
    let Compressing { wrapper, version, method, .. } = compressing;
    wrapper.plan(*version, method, packed).map_err(|error| {
        let others = wrapper.versions().iter().copied();
        let fitting: Vec<u64> = others
            .filter(|other| wrapper.plan(*other, method, packed).is_ok())
            .collect();
        OpError::NoRoom { file: String::from(output), format: wrapper.title(), version: *version, error, fitting }
    })
}
