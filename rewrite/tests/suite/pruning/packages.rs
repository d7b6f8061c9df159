//! `prune` of wheels and other zip archives.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::DeflateEncoder;
use offload_bundle::input::InputFile;
use offload_bundle::{Error, OffloadFile};
use offload_bundle_rewrite::PruneReport;
use rawzip::{CompressionMethod, ZipArchiveWriter};

use super::{bundle, entries, fixture, id, request, run};
use crate::support::{folder_with, own};

pub const LIBRARY: &str = "pkg/lib.so";
pub const RECORD: &str = "pkg-1.dist-info/RECORD";

/// A zip archive of these files; `.txt` files are stored without compression.
pub fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipArchiveWriter::new(Vec::new());
    writer.set_comment("a comment");
    for (name, content) in files {
        let stored = name.ends_with(".txt");
        let method = if stored {
            CompressionMethod::STORE
        } else {
            CompressionMethod::DEFLATE
        };
        let (mut entry, config) = writer
            .new_file(*name)
            .compression_method(method)
            .unix_permissions(0o755)
            .start()
            .unwrap();
        let descriptor = match stored {
            true => {
                let mut inner = config.wrap(&mut entry);
                inner.write_all(content).unwrap();
                inner.finish().unwrap().1
            }
            false => {
                let mut inner = config.wrap(DeflateEncoder::new(&mut entry, Compression::fast()));
                inner.write_all(content).unwrap();
                let (encoder, descriptor) = inner.finish().unwrap();
                encoder.finish().unwrap();
                descriptor
            }
        };
        entry.finish(descriptor).unwrap();
    }
    writer.finish().unwrap()
}

fn record() -> Vec<u8> {
    format!("{LIBRARY},sha256=x,1\npkg/a.txt,sha256=y,2\n{RECORD},,\n").into_bytes()
}

pub fn wheel() -> Vec<u8> {
    let library = fixture("objects/hip.22.so");
    zip(&[(LIBRARY, &library), ("pkg/a.txt", b"text"), (RECORD, &record())])
}

/// The content of the file `name` of the archive at `path`.
pub fn file(path: &Path, name: &str) -> Vec<u8> {
    let bytes = fs::read(path).unwrap();
    let archive = rawzip::ZipArchive::from_slice(&bytes).unwrap();
    let entry = archive
        .entries()
        .map(Result::unwrap)
        .find(|entry| entry.file_path().as_bytes() == name.as_bytes())
        .unwrap();
    let (method, at) = (entry.compression_method(), entry.wayfinder());
    let stored = archive.get_entry(at).unwrap();
    let mut content = Vec::new();
    match method {
        CompressionMethod::STORE => std::io::copy(&mut stored.verifying_reader(stored.data()), &mut content),
        _ => {
            let decoder = flate2::read::DeflateDecoder::new(stored.data());
            std::io::copy(&mut stored.verifying_reader(decoder), &mut content)
        }
    }
    .unwrap();
    content
}

fn pruned(bytes: Vec<u8>, keep: &[&str], drop: &[&str]) -> (Result<PruneReport, Error>, tempfile::TempDir, PathBuf) {
    let (folder, out) = folder_with("out.whl");
    let report = run(&request(bytes, keep, drop, out.clone()));
    (report, folder, out)
}

#[test]
fn pruned_wheel_has_updated_record() {
    let (report, _folder, out) = pruned(wheel(), &["gfx906"], &[]);
    let report = report.unwrap();
    let alone = {
        let (report, folder, out) = pruned(fixture("objects/hip.22.so"), &["gfx906"], &[]);
        report.unwrap();
        let bytes = fs::read(out).unwrap();
        drop(folder);
        bytes
    };
    assert!(file(&out, LIBRARY) == alone);
    assert_eq!(file(&out, "pkg/a.txt"), b"text");
    let list = String::from_utf8(file(&out, RECORD)).unwrap();
    let lines: Vec<&str> = list.lines().collect();
    assert!(
        lines[0].starts_with("pkg/lib.so,sha256=") && lines[0].ends_with(&format!(",{}", alone.len())),
        "{list}"
    );
    assert_eq!(lines[1..], ["pkg/a.txt,sha256=y,2", "pkg-1.dist-info/RECORD,,"]);
    assert_eq!(report.size.0, fs::metadata(&out).unwrap().len());
    assert_eq!(report.files.len(), 1);
    assert_eq!(report.unpruned.len(), 0);
    assert_eq!(report.bundles.len(), 0);
    assert!(report.files[0].resize_method.is_some());
    let bytes = fs::read(&out).unwrap();
    assert!(bytes.ends_with(b"a comment"));
    let (again, _folder, second) = pruned(bytes.clone(), &["gfx906"], &[]);
    assert_eq!(again.unwrap().files[0].resize_method, None);
    assert!(fs::read(second).unwrap() == bytes, "twice is not once");
}

/// An installation of several wheels has a RECORD for each.
#[test]
fn every_list_of_archive_follows() {
    let library = fixture("objects/hip.22.so");
    let other = "other-2.dist-info/RECORD";
    let said = |path: &str| format!("{path},sha256=x,1\n");
    let archive = |first: &str, second: &str| {
        let files = [(LIBRARY, &library[..]), (RECORD, first.as_bytes()), (other, second.as_bytes())];
        let (report, _folder, out) = pruned(zip(&files), &["gfx906"], &[]);
        report.unwrap();
        [file(&out, RECORD), file(&out, other)].map(|list| String::from_utf8(list).unwrap())
    };
    let [first, second] = archive(&said(LIBRARY), &said("./pkg/lib.so"));
    let len = first.rsplit(',').next().unwrap();
    assert!(!first.contains("=x,") && second.ends_with(len), "{first} {second}");
    assert_eq!(second.strip_prefix("./"), Some(first.as_str()));
    let [first, second] = archive(&said(LIBRARY), &said("a"));
    assert!(!first.contains("=x,") && second == said("a"), "{first} {second}");
}

#[test]
fn options_in_place_and_dry_run_work() {
    let (folder, path) = folder_with("a.whl");
    fs::write(&path, wheel()).unwrap();
    let mut asked = request(Vec::new(), &["gfx906"], &[], path.clone());
    (asked.input, asked.output, asked.dry_run) = (InputFile::from(path.clone()), None, true);
    let would_be = run(&asked).unwrap().size;
    assert!(fs::read(&path).unwrap() == wheel());
    (asked.dry_run, asked.in_place) = (false, true);
    assert_eq!(run(&asked).unwrap().size, would_be);
    assert_eq!(fs::metadata(&path).unwrap().len(), would_be.0);
    let targets = OffloadFile::from_bytes(file(&path, LIBRARY)).unwrap();
    assert_eq!(
        targets
            .bundles()
            .flat_map(|bundle| bundle.entries().collect::<Vec<_>>())
            .count(),
        2
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// A file without a match stays and is reported, as long as another file matches.
#[test]
fn files_without_match_stay() {
    let (one, other) = (bundle(&["gfx906", "gfx908"]), bundle(&["gfx1031"]));
    let cuda = fs::read(own("cuda/plain.fatbin")).unwrap();
    let bytes = zip(&[("one", &one), ("other", &other), ("cuda", &cuda), ("text.txt", b"t")]);
    let (report, _folder, out) = pruned(bytes.clone(), &["gfx906"], &[]);
    let report = report.unwrap();
    let left: Vec<&str> = report.unpruned.iter().map(|file| file.reason).collect();
    assert_eq!(left, ["nothing in it matches"; 2]);
    let kept: Vec<String> = entries(file(&out, "one")).into_iter().map(|(id, _)| id).collect();
    assert_eq!(kept[1..], [id("gfx906")]);
    assert!(file(&out, "other") == other && file(&out, "cuda") == cuda);
    let other_order = zip(&[("cuda", &cuda), ("one", &one)]);
    let (error, ..) = pruned(other_order, &["gfx942"], &[]);
    assert!(matches!(error, Err(Error::NothingFits { .. })), "{error:?}");
    let (error, _folder, out) = pruned(bytes, &["gfx942"], &[]);
    assert!(matches!(error, Err(Error::NothingFits { .. })), "{error:?}");
    assert!(!out.exists());
}

/// An archive with the member `content`.
fn archive(content: &[u8]) -> Vec<u8> {
    let mut builder = ar::Builder::new(Vec::new());
    let header = ar::Header::new(b"unit.o".to_vec(), content.len() as u64);
    builder.append(&header, content).unwrap();
    builder.into_inner().unwrap()
}

#[test]
fn unlinked_files_of_wheel_stay() {
    let (library, object) = (fixture("objects/hip.22.so"), fixture("objects/hip.22.o"));
    let archive = archive(&object);
    let unlinked: [(&str, &[u8]); 2] = [("pkg/unit.o", &object), ("pkg/lib.a", &archive)];
    let bytes = zip(&[&[(LIBRARY, &library[..])], &unlinked[..]].concat());
    let (report, _folder, out) = pruned(bytes, &["gfx906"], &[]);
    let report = report.unwrap();
    let left: Vec<(String, &str)> = report
        .unpruned
        .iter()
        .map(|file| (file.file.to_string(), file.reason))
        .collect();
    assert_eq!(left.len(), 2, "{left:?}");
    for ((name, bytes), (told, why)) in unlinked.iter().zip(left) {
        assert!(file(&out, name) == *bytes, "{name}");
        assert!(
            told.ends_with(&format!("!{name}")) && why == "it is not linked",
            "{told}: {why}"
        );
    }
    assert!(file(&out, LIBRARY).len() < library.len());
    let (error, _folder, out) = pruned(zip(&unlinked), &["gfx906"], &[]);
    assert_eq!(error.unwrap_err().code(), "not-linked");
    assert!(!out.exists());
}

#[test]
fn package_of_bare_code_objects_is_refused() {
    let (_, code) = entries(fixture("objects/hip.22.so")).remove(1);
    let (error, _folder, out) = pruned(zip(&[("a.co", &code), ("b.co", &code)]), &["gfx906"], &[]);
    let error = error.unwrap_err().to_string();
    assert!(error.ends_with("!a.co: it is a code object by itself"), "{error}");
    assert!(!out.exists());
}

#[test]
fn links_packages_and_bare_objects_stay() {
    let inner = zip(&[("lib.so", &fixture("objects/hip.22.so"))]);
    let one = bundle(&["gfx906", "gfx908"]);
    let (_, code) = entries(fixture("objects/hip.22.so")).remove(1);
    let mut bytes = zip(&[("one", &one), ("inner.zip", &inner), ("gfx90a.co", &code), ("link", b"one")]);
    // The mode of the last file, in the upper half of its attributes.
    let entry = bytes.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    bytes[entry + 40..entry + 42].copy_from_slice(&0o120_777_u16.to_le_bytes());
    let (report, _folder, out) = pruned(bytes, &["gfx906"], &[]);
    let report = report.unwrap();
    let left: Vec<&str> = report.unpruned.iter().map(|file| file.reason).collect();
    assert_eq!(left, ["it is a package in a package", "it is a code object by itself"]);
    assert_eq!(file(&out, "gfx90a.co"), code);
    assert!(file(&out, "inner.zip") == inner && file(&out, "link") == b"one");
    let kept: Vec<String> = entries(file(&out, "one")).into_iter().map(|(id, _)| id).collect();
    assert_eq!(kept[1..], [id("gfx906")]);
    let written = fs::read(&out).unwrap();
    let archive = rawzip::ZipArchive::from_slice(&written).unwrap();
    let links = archive
        .entries()
        .map(Result::unwrap)
        .filter(|entry| entry.mode().is_symlink());
    assert_eq!(links.count(), 1);
}

#[test]
fn refused_package_is_not_written() {
    let library = fixture("objects/hip.22.so");
    let signed = zip(&[(LIBRARY, &library), (RECORD, &record()), ("pkg-1.dist-info/RECORD.jws", b"{}")]);
    let none = zip(&[("a.txt", b"text")]);
    let mut damaged = wheel();
    let at = damaged.len() / 2;
    damaged[at] ^= 0x55;
    let cut = wheel()[..400].to_vec();
    let twice = zip(&[("one", &bundle(&["gfx906", "gfx908"])), ("one", b"another")]);
    for (bytes, told) in [
        (signed, "RECORD.jws signs the package"),
        (none, "a zip archive without bundles that can be changed"),
        (damaged, "damaged package"),
        (cut, "damaged package"),
        (twice, "it has two files called one"),
    ] {
        let (error, _folder, out) = pruned(bytes, &["gfx906"], &[]);
        let error = error.unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
        assert!(!out.exists());
    }
}

/// A zip archive with optional features: bytes before the first file, owners, and lengths after stored content.
fn owned() -> Vec<u8> {
    let mut writer = ZipArchiveWriter::new(Vec::new());
    writer.set_comment("a comment");
    for (name, content) in
        [("a.txt", b"text".to_vec()), (LIBRARY, fixture("objects/hip.22.so")), ("z.txt", b"more".to_vec())]
    {
        let (mut entry, config) = writer
            .new_file(name)
            .comment(name)
            .compression_method(CompressionMethod::STORE)
            .last_modified(rawzip::time::UtcDateTime::from_unix(1_700_000_001))
            .extra_field(
                rawzip::extra_fields::ExtraFieldId::new(0x7875),
                b"\x01\x01\x07\x01\x08",
                rawzip::Header::default(),
            )
            .unwrap()
            .start()
            .unwrap();
        let mut inner = config.wrap(&mut entry);
        inner.write_all(&content).unwrap();
        let descriptor = inner.finish().unwrap().1;
        entry.finish(descriptor).unwrap();
    }
    writer.finish().unwrap()
}

#[test]
fn zip_metadata_stays_unchanged() {
    let before = owned();
    let (report, _folder, out) = pruned(before.clone(), &["gfx906"], &[]);
    report.unwrap();
    let after = fs::read(out).unwrap();
    let said = |bytes: &[u8]| {
        let archive = rawzip::ZipArchive::from_slice(bytes).unwrap();
        let entries = archive.entries().map(|entry| {
            let entry = entry.unwrap();
            let extra = entry.extra_fields().remaining_bytes().to_vec();
            let (time, made) = (entry.last_modified_dos(), entry.version_made_by());
            (
                entry.file_path().as_bytes().to_vec(),
                extra,
                entry.comment().as_bytes().to_vec(),
                time,
                made.creator_system(),
            )
        });
        (entries.collect::<Vec<_>>(), archive.comment().as_bytes().to_vec())
    };
    assert_eq!(said(&before), said(&after));
    let header = memchr::memmem::find(&before, LIBRARY.as_bytes()).unwrap() - 30;
    assert!(before[..header] == after[..header]);
    // The last file, with lengths after its bytes.
    let last = |bytes: &[u8]| {
        let start = memchr::memmem::find(bytes, b"z.txt").unwrap() - 30;
        let end = memchr::memmem::find(bytes, b"PK\x01\x02").unwrap();
        bytes[start..end].to_vec()
    };
    assert_eq!(last(&before), last(&after));
    assert!(last(&after).windows(4).any(|bytes| bytes == b"PK\x07\x08"));
}
