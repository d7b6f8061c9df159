//! Prints the canonical values of files, for comparison with other readers by `cargo xtask kaitai`.
//!
//! `canonical read FORMAT` reads paths from standard input and prints a line of JSON for each: the value, or `null` for a refused file.
//! `canonical make-up FORMAT FOLDER` writes small files with values of all kinds, and of an envelope every version and method, with
//! uncompressed content, because header readers ignore it; it prints their paths. `canonical draw FORMAT FOLDER SEED COUNT` writes random
//! files and damaged copies of each.

use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::{env, fs};

use offload_bundle::canonical::canonical;
use offload_bundle::ops::inspect;
use offload_bundle::report::InspectedPart;
use offload_bundle::request::InspectRequest;
use offload_bundle_core::bytes::Bytes;
use offload_bundle_core::describe::{Describer, Field, FieldValue, Shape, rows};
use offload_bundle_core::envelope::{CompressedInfo, Digest, Envelope};
use offload_bundle_core::error::Stop;
use offload_bundle_core::plan::Piece;
use offload_bundle_core::testing::{Draw, damaged};
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_formats::samples::{drawn, format, samples};

const CONTENT: &[u8] = b"not compressed";
/// Per drawn file, each at other offsets.
const DAMAGED: usize = 24;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["read", format] => {
            for path in io::stdin().lock().lines() {
                let bytes = fs::read(path?)?;
                println!("{}", canonical_value(format, &bytes)?);
            }
        }
        ["make-up", format, folder] => {
            for path in sampled(format, Path::new(folder))? {
                println!("{}", path.display());
            }
            for envelope in REGISTRY.envelopes.iter().filter(|envelope| envelope.name() == *format) {
                for path in make_up(*envelope, Path::new(folder))? {
                    println!("{}", path.display());
                }
            }
        }
        ["shown-by"] => {
            for path in io::stdin().lock().lines() {
                println!("{}", shown_by(&path?)?);
            }
        }
        ["is-written", name] => println!("{}", format(name).is_some()),
        ["draw", format, folder, seed, count] => {
            let draw = Draw { seed: seed.parse()?, count: count.parse()? };
            for path in draw_files(format, Path::new(folder), draw)? {
                println!("{}", path.display());
            }
        }
        _ => {
            let usage = "usage: canonical read FORMAT | shown-by | is-written FORMAT | make-up FORMAT FOLDER | draw FORMAT FOLDER SEED COUNT";
            return Err(usage.into());
        }
    }
    Ok(())
}

/// For sections shown next to bundles, with their byte ranges.
fn shown_by(path: &str) -> Result<serde_json::Value, Box<dyn std::error::Error>> {
    let mut request = InspectRequest::default();
    request.inputs = vec![path.into()];
    let report = inspect(&REGISTRY, &request)?;
    let parts = report.files.into_iter().flat_map(|file| file.parts);
    let hosts = parts.filter(|part| REGISTRY.host(part.place.format).is_some());
    let mut shown_by = Vec::new();
    for InspectedPart { place, rows, .. } in hosts {
        let end = rows.iter().map(|row| row.offset.0 + row.size.0).max();
        shown_by.push((place.format, place.offset.0, end.unwrap_or_default()));
    }
    Ok(serde_json::json!(shown_by))
}

fn canonical_value(format: &str, bytes: &[u8]) -> Result<serde_json::Value, String> {
    let mut known = true;
    let value = canonical(|describer| {
        describe(format, Bytes::new(bytes), &mut FlagsAsEnum(describer)).unwrap_or_else(|| {
            known = false;
            Ok(())
        })
    });
    match known {
        true => Ok(value.unwrap_or_default()),
        false => Err(format!("unknown format {format}")),
    }
}

/// As Kaitai prints them: by the name of the whole number, or as a number.
struct FlagsAsEnum<'d>(&'d mut dyn Describer);

impl Describer for FlagsAsEnum<'_> {
    fn begin(&mut self, name: &'static str, shape: Shape) {
        self.0.begin(name, shape);
    }

    fn item(&mut self, index: u64) {
        self.0.item(index);
    }

    fn field(&mut self, field: Field<'_>) {
        let value = match field.value {
            FieldValue::Flags(number, names) => match names.iter().find(|(bits, _)| *bits == number) {
                Some((_, name)) => FieldValue::Named(number, name),
                None => FieldValue::Number(number),
            },
            value => value,
        };
        self.0.field(Field { value, ..field });
    }

    fn end(&mut self) {
        self.0.end();
    }
}

fn describe(format: &str, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Option<Result<(), Stop>> {
    let mut containers = REGISTRY.containers.iter();
    if let Some(container) = containers.find(|container| container.name() == format) {
        return Some(container.describe(bytes, describer));
    }
    let mut envelopes = REGISTRY.envelopes.iter();
    if let Some(envelope) = envelopes.find(|envelope| envelope.name() == format) {
        return Some(envelope.describe(bytes, describer));
    }
    let plain = REGISTRY.plain.iter().find(|plain| plain.name == format)?;
    Some(plain.describe(bytes, describer))
}

fn sampled(format: &str, folder: &Path) -> Result<Vec<PathBuf>, Box<dyn std::error::Error>> {
    let samples = samples(format).ok_or(format!("unknown format {format}"))?;
    let write = |(index, bytes): (usize, Vec<u8>)| {
        let path = folder.join(format!("sample-{index}"));
        fs::write(&path, bytes)?;
        Ok(path)
    };
    samples.into_iter().enumerate().map(write).collect()
}

/// With damaged copies of each.
fn draw_files(format: &str, folder: &Path, draw: Draw) -> Result<Vec<PathBuf>, Box<dyn std::error::Error>> {
    let files = drawn(format, draw).ok_or(format!("unknown format {format}"))?;
    let mut written = Vec::new();
    let mut write = |name: String, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes)?;
        written.push(path);
        Ok::<(), io::Error>(())
    };
    for (index, whole) in files.iter().enumerate() {
        write(format!("drawn-{index}"), whole)?;
        let rows = rows(|describer| describe(format, Bytes::new(whole), describer).unwrap_or(Ok(())))
            .map_err(|_| format!("a file of {format} that was drawn cannot be read"))?;
        let copies = damaged(whole, &rows);
        let step = copies.len().div_ceil(DAMAGED).max(1);
        for (at, (_, bytes)) in copies.iter().enumerate().skip(index % step).step_by(step) {
            write(format!("drawn-{index}-damaged-{at}"), bytes)?;
        }
    }
    Ok(written)
}

fn make_up(envelope: &dyn Envelope, folder: &Path) -> Result<Vec<PathBuf>, Box<dyn std::error::Error>> {
    let packed = CompressedInfo {
        len: u64::try_from(CONTENT.len())?,
        decompressed_len: 1000,
        digest: Digest(*b"\x01\x02\x03\x04\xf5\xf6\xf7\xf8--------"),
    };
    let front = vec![0; usize::try_from(envelope.front_len())?];
    let mut made = Vec::new();
    for version in envelope.versions() {
        for method in envelope.methods() {
            let mut bytes = Vec::new();
            for piece in envelope.plan(Some(*version), method, &packed, &front)?.pieces {
                match piece {
                    Piece::Bytes(piece) => bytes.extend_from_slice(&piece),
                    Piece::Fill { fill, len } => bytes.resize(bytes.len() + usize::try_from(len)?, fill),
                    Piece::Content { .. } => bytes.extend_from_slice(CONTENT),
                }
            }
            let path = folder.join(format!("version-{version}-{}", method.name));
            fs::write(&path, bytes)?;
            made.push(path);
        }
    }
    Ok(made)
}
