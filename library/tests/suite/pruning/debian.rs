//! `prune` of packages of Debian and of tar archives: members, modes and times stay, and lists of digests follow.

use std::fs;
use std::io::Read;
use std::path::Path;

use flate2::Compression;
use md5::{Digest, Md5};
use offload_bundle::input::Input;
use offload_bundle::ops::{self, Context};
use offload_bundle::request::PruneRequest;
use offload_bundle::{Error, REGISTRY};

use super::{entries, fixture, request, run, targets};
use crate::support::folder_with;

const LIBRARY: &str = "./usr/lib/libone.so";

fn hexadecimal(bytes: &[u8]) -> String {
    Md5::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A tar archive as `dpkg-deb` makes it: folders too, with owners, modes and times.
pub fn tar(files: &[(&str, &[u8], u32)]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    let mut folder = tar::Header::new_gnu();
    folder.set_entry_type(tar::EntryType::Directory);
    folder.set_size(0);
    folder.set_mode(0o755);
    folder.set_mtime(1_700_000_000);
    folder.set_uid(0);
    folder.set_gid(0);
    builder.append_data(&mut folder, "./", &b""[..]).unwrap();
    for (name, content, mode) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(*mode);
        header.set_mtime(1_700_000_123);
        header.set_uid(7);
        header.set_gid(8);
        header.set_username("someone").unwrap();
        header.as_gnu_mut().unwrap().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        builder.append(&header, *content).unwrap();
    }
    builder.into_inner().unwrap()
}

pub fn packed(suffix: &str, bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    match suffix {
        "" => out.extend(bytes),
        ".gz" => drop(
            flate2::bufread::GzEncoder::new(bytes, Compression::fast())
                .read_to_end(&mut out)
                .unwrap(),
        ),
        ".bz2" => drop(
            bzip2::bufread::BzEncoder::new(bytes, bzip2::Compression::fast())
                .read_to_end(&mut out)
                .unwrap(),
        ),
        ".zst" => out = zstd::encode_all(bytes, 1).unwrap(),
        _ => {
            let mut writer = lzma_rust2::XzWriter::new(&mut out, lzma_rust2::XzOptions::with_preset(0)).unwrap();
            std::io::Write::write_all(&mut writer, bytes).unwrap();
            writer.finish().unwrap();
        }
    }
    out
}

pub fn unpacked(suffix: &str, bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    match suffix {
        "" => out.extend(bytes),
        ".gz" => drop(flate2::bufread::GzDecoder::new(bytes).read_to_end(&mut out).unwrap()),
        ".bz2" => drop(bzip2::bufread::BzDecoder::new(bytes).read_to_end(&mut out).unwrap()),
        ".zst" => out = zstd::decode_all(bytes).unwrap(),
        _ => drop(lzma_rust2::XzReader::new(bytes, true).read_to_end(&mut out).unwrap()),
    }
    out
}

/// A member of an archive: its name, its time, owner and mode, and its content.
type Member = (Vec<u8>, (u64, u32, u32), Vec<u8>);

fn members(bytes: &[u8]) -> Vec<Member> {
    let mut archive = ar::Archive::new(bytes);
    let mut members = Vec::new();
    while let Some(member) = archive.next_entry() {
        let mut member = member.unwrap();
        let header = member.header().clone();
        let mut content = Vec::new();
        member.read_to_end(&mut content).unwrap();
        members.push((
            header.identifier().to_vec(),
            (header.mtime(), header.uid(), header.mode()),
            content,
        ));
    }
    members
}

/// A package whose members are compressed so, signed perhaps.
fn package(suffix: &str, signed: bool) -> Vec<u8> {
    let sums = format!(
        "{}  usr/lib/libone.so\n{}  usr/share/doc/one/copyright\n",
        hexadecimal(&fixture("objects/hip.22.so")),
        hexadecimal(b"text")
    );
    package_with(suffix, signed, &sums)
}

/// The same with this list of digests.
fn package_with(suffix: &str, signed: bool, sums: &str) -> Vec<u8> {
    let library = fixture("objects/hip.22.so");
    let files = tar(&[(LIBRARY, &library, 0o755), ("./usr/share/doc/one/copyright", b"text", 0o600)]);
    let control = tar(&[("./control", b"Package: one\n", 0o644), ("./md5sums", sums.as_bytes(), 0o644)]);
    let mut builder = ar::Builder::new(Vec::new());
    let mut add = |name: &str, content: &[u8]| {
        let mut header = ar::Header::new(name.as_bytes().to_vec(), content.len() as u64);
        header.set_mtime(1_700_000_456);
        header.set_mode(0o100_644);
        header.set_uid(3);
        builder.append(&header, content).unwrap();
    };
    add("debian-binary", b"2.0\n");
    add(&format!("control.tar{suffix}"), &packed(suffix, &control));
    add(&format!("data.tar{suffix}"), &packed(suffix, &files));
    if signed {
        add("_gpgorigin", b"me");
    }
    builder.into_inner().unwrap()
}

/// What a tar archive says of a file: path, time, mode and owner; and the digest of its content.
type TarFile = (String, u64, u32, u64, String);

fn headers(tar: &[u8]) -> Vec<TarFile> {
    let mut archive = tar::Archive::new(tar);
    let entries = archive.entries().unwrap().map(|entry| {
        let mut entry = entry.unwrap();
        let header = entry.header().clone();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).unwrap();
        (
            entry.path().unwrap().display().to_string(),
            header.mtime().unwrap(),
            header.mode().unwrap(),
            header.uid().unwrap(),
            hexadecimal(&content),
        )
    });
    entries.collect()
}

pub fn content(tar: &[u8], name: &str) -> Vec<u8> {
    let mut archive = tar::Archive::new(tar);
    let found = archive.entries().unwrap().map(Result::unwrap);
    let mut found = found.filter(|entry| entry.path_bytes().as_ref() == name.as_bytes());
    let mut content = Vec::new();
    found.next().unwrap().read_to_end(&mut content).unwrap();
    content
}

pub fn pruned(bytes: Vec<u8>, out: &Path) -> Result<u64, Error> {
    run(&request(bytes, &["gfx906"], &[], out.to_path_buf())).map(|report| report.size.0)
}

#[test]
fn the_libraries_of_a_package_are_pruned_and_its_digests_follow() {
    let (folder, out) = folder_with("out.deb");
    let alone = folder.path().join("alone.so");
    pruned(fixture("objects/hip.22.so"), &alone).unwrap();
    let alone = fs::read(alone).unwrap();
    for suffix in ["", ".gz", ".xz", ".zst"] {
        let before = package(suffix, false);
        let size = pruned(before.clone(), &out).unwrap();
        let after = fs::read(&out).unwrap();
        assert_eq!(size, after.len() as u64);
        let (old, new) = (members(&before), members(&after));
        let said = |members: &[Member]| {
            members
                .iter()
                .map(|(name, facts, _)| (name.clone(), *facts))
                .collect::<Vec<_>>()
        };
        assert_eq!(said(&old), said(&new), "{suffix}");
        assert_eq!(old[0].2, new[0].2);
        let files = unpacked(suffix, &new[2].2);
        assert!(content(&files, LIBRARY) == alone, "{suffix}");
        let mut expected = headers(&unpacked(suffix, &old[2].2));
        expected[1].4 = hexadecimal(&alone);
        assert_eq!(headers(&files), expected, "{suffix}");
        let sums = String::from_utf8(content(&unpacked(suffix, &new[1].2), "./md5sums")).unwrap();
        let wanted = format!(
            "{}  usr/lib/libone.so\n{}  usr/share/doc/one/copyright\n",
            hexadecimal(&alone),
            hexadecimal(b"text")
        );
        assert_eq!(sums, wanted, "{suffix}");
        // Twice is once, byte for byte.
        pruned(after.clone(), &out).unwrap();
        assert!(fs::read(&out).unwrap() == after, "{suffix}");
    }
}

#[test]
fn a_tar_archive_is_pruned_and_stays_as_it_is_otherwise() {
    let (_folder, out) = folder_with("out");
    let library = fixture("objects/hip.22.so");
    let files = tar(&[("lib/a.so", &library, 0o755), ("text", b"text", 0o600), ("lib/b.so", &library, 0o700)]);
    for suffix in ["", ".gz", ".bz2", ".xz", ".zst"] {
        pruned(packed(suffix, &files), &out).unwrap();
        let after = unpacked(suffix, &fs::read(&out).unwrap());
        let (before, new) = (headers(&files), headers(&after));
        let kept = |all: &[TarFile]| {
            all.iter()
                .map(|(name, time, mode, owner, _)| (name.clone(), *time, *mode, *owner))
                .collect::<Vec<_>>()
        };
        assert_eq!(kept(&before), kept(&new), "{suffix}");
        assert_eq!(before[2], new[2]);
        for name in ["lib/a.so", "lib/b.so"] {
            assert_eq!(entries(content(&after, name)).len(), 2, "{suffix} {name}");
        }
    }
}

#[test]
fn signed_packages_are_refused_or_lose_their_signature() {
    let (_folder, out) = folder_with("out.deb");
    assert_eq!(pruned(package(".xz", true), &out).unwrap_err().code(), "signed");
    assert!(!out.exists());
    let mut request = PruneRequest::default();
    request.input = Input::from_bytes("in.deb", package(".xz", true)).into();
    (request.keep, request.output) = (targets(&["gfx906"]), Some(out.clone()));
    request.drop_signatures = true;
    ops::prune(&REGISTRY, &request, &mut Context::default()).unwrap();
    let names: Vec<Vec<u8>> = members(&fs::read(&out).unwrap())
        .into_iter()
        .map(|(name, ..)| name)
        .collect();
    assert_eq!(names, [&b"debian-binary"[..], b"control.tar.xz", b"data.tar.xz"]);
}

#[test]
fn a_list_without_what_changes_stays_as_it_is() {
    let (_folder, out) = folder_with("out.deb");
    for sums in ["", "0123  usr/share/doc/one/copyright\n"] {
        for suffix in [".gz", ".xz", ".zst"] {
            let before = package_with(suffix, false, sums);
            pruned(before.clone(), &out).unwrap();
            let after = members(&fs::read(&out).unwrap());
            // Also its compressed bytes.
            assert!(after[1] == members(&before)[1], "{suffix}");
            assert!(after[2].2 != members(&before)[2].2, "{suffix}");
        }
    }
}

#[test]
fn a_list_that_is_too_long_is_refused() {
    let (_folder, out) = folder_with("out.deb");
    let sums = " ".repeat((64 << 20) + 1);
    let error = pruned(package_with("", false, &sums), &out).unwrap_err();
    assert_eq!(error.code(), "long-list", "{error}");
    assert!(!out.exists());
}

#[test]
fn signatures_that_cannot_go_are_refused() {
    let (_folder, out) = folder_with("out.tar");
    let library = fixture("objects/hip.22.so");
    for name in ["w-1.dist-info/RECORD.jws", "w-1.dist-info/RECORD.p7s"] {
        let record = format!("lib.so,,\n{name},,\n");
        let files = tar(&[
            ("lib.so", &library, 0o755),
            ("w-1.dist-info/RECORD", record.as_bytes(), 0o600),
            (name, b"me", 0o600),
        ]);
        let mut request = PruneRequest::default();
        request.input = Input::from_bytes("in.tar", files).into();
        (request.keep, request.output) = (targets(&["gfx906"]), Some(out.clone()));
        for (drop, code) in [(false, "signed"), (true, "signed-within")] {
            request.drop_signatures = drop;
            let error = ops::prune(&REGISTRY, &request, &mut Context::default()).unwrap_err();
            assert_eq!(error.code(), code, "{error}");
            assert!(!out.exists());
        }
    }
}

#[test]
fn damaged_packages_and_those_of_rpm_are_refused() {
    let (_folder, out) = folder_with("out");
    let rpm = [&b"\xed\xab\xee\xdb\x03\0"[..], &[0; 200]].concat();
    assert_eq!(pruned(rpm, &out).unwrap_err().code(), "rpm");
    let whole = package(".gz", false);
    for (cut, member) in [(70, 0), (200, 1), (whole.len() / 2, 2), (whole.len() - 3, 2)] {
        let error = pruned(whole[..cut].to_vec(), &out).unwrap_err().to_string();
        let expected = format!("(members[{member}].size): runs past the end of the file: ");
        assert!(error.contains(&expected), "{cut}: {error}");
    }
    assert!(!out.exists());
}
