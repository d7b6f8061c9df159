//! Walks made packages, sound and damaged.

mod made;

use std::io::Cursor;
use std::path::Path;

use offload_bundle_formats::registry::REGISTRY;
use rawzip::CompressionMethod;

use self::made::{bzip2, cpio, deb, gzip, rpm, tar, xz, zip, zstd};
use super::HEAD;
use super::walk::{Walk, open};
use crate::input::{Input, InputFile};
use crate::request::{ByteSize, PathPattern, ScanRequest};

/// A file: its name, and its bytes or error.
type Found = (String, Result<Vec<u8>, String>);

/// The files that a walk visits.
fn walked(inputs: &[InputFile], scan: &ScanRequest, exclude: &[&str]) -> Vec<Found> {
    let exclude: Vec<PathPattern> = exclude.iter().map(|text| PathPattern::new(text).unwrap()).collect();
    let mut all = Vec::new();
    let done = Walk::new(&REGISTRY, scan, &exclude).each(inputs, &mut |leaf| {
        let bytes = leaf
            .input
            .and_then(|input| Ok(input.window(0, input.len())?.into_vec()));
        all.push((
            leaf.name.to_string(),
            bytes.map_err(|error| format!("{}: {error}", error.code())),
        ));
        Ok(())
    });
    done.unwrap();
    all
}

/// The files in the package `bytes`, without its name.
fn files(bytes: Vec<u8>) -> Vec<Found> {
    let found = walked(&[Input::from_bytes("p", bytes).into()], &ScanRequest::default(), &[]);
    found
        .into_iter()
        .map(|(name, bytes)| (name.trim_start_matches("p!").to_owned(), bytes))
        .collect()
}

fn good(name: &str, bytes: &[u8]) -> Found {
    (name.to_owned(), Ok(bytes.to_vec()))
}

fn assert_fault(found: &[Found], name: &str, text: &str) {
    let matches = |(found, bytes): &&Found| found == name && bytes.as_ref().is_err_and(|error| error.contains(text));
    assert!(found.iter().any(|found| matches(&found)), "{name} {text}: {found:?}");
}

const FILES: [(&str, &[u8]); 3] = [("lib/a.so", b"first"), ("lib/empty", b""), ("b", b"second file")];

#[test]
fn every_package_shows_its_files() {
    let wanted = FILES.map(|(name, bytes)| good(name, bytes));
    let (tar, cpio) = (tar(&FILES), cpio(&FILES));
    for (what, package) in [("tar", tar.clone()), ("cpio", cpio.clone()), ("rpm", rpm(&cpio))] {
        assert_eq!(files(package), wanted, "{what}");
    }
    type Compress = fn(&[u8]) -> Vec<u8>;
    let compressors: [(&str, Compress); 4] = [("gz", gzip), ("bz2", bzip2), ("xz", xz), ("zst", zstd)];
    for (suffix, compress) in compressors {
        assert_eq!(files(compress(&tar)), wanted, "tar.{suffix}");
        assert_eq!(files(compress(&cpio)), wanted, "cpio.{suffix}");
        assert_eq!(files(rpm(&compress(&cpio))), wanted, "rpm of {suffix}");
        let name = format!("data.tar.{suffix}");
        let inner = FILES.map(|(file, bytes)| good(&format!("{name}!{file}"), bytes));
        assert_eq!(files(deb(&name, &compress(&tar))), inner);
        // Consecutive streams are joined.
        let (first, second) = tar.split_at(700);
        assert_eq!(
            files([compress(first), compress(second)].concat()),
            wanted,
            "two {suffix}"
        );
        // A compressed non-archive holds a single file.
        let single = Input::from_bytes("lib/x.so.z", compress(b"some library"));
        let found = walked(&[single.into()], &ScanRequest::default(), &[]);
        assert_eq!(found, [good("lib/x.so.z!x.so", b"some library")], "{suffix}");
    }
    let plain = deb("data.tar", &tar);
    assert_eq!(files(plain)[0], good("data.tar!lib/a.so", b"first"));
    for method in [CompressionMethod::STORE, CompressionMethod::DEFLATE, CompressionMethod::ZSTD] {
        assert_eq!(
            files(zip(&FILES.map(|(name, bytes)| (name, bytes, method)))),
            wanted,
            "{method:?}"
        );
    }
    assert_eq!(files(zip(&[])), []);
    assert_eq!(files(b"no package".to_vec()), [good("p", b"no package")]);
}

#[test]
fn nested_packages_are_read_to_a_limit() {
    let conda = zip(&[("pkg-x.tar.zst", &zstd(&tar(&FILES)), CompressionMethod::STORE)]);
    assert_eq!(files(conda)[0], good("pkg-x.tar.zst!lib/a.so", b"first"));
    let mut nested = tar(&[("a", b"deep")]);
    for _ in 0..7 {
        nested = tar(&[("a", &nested)]);
    }
    assert_eq!(files(nested.clone()), [good("a!a!a!a!a!a!a!a", b"deep")]);
    nested = tar(&[("a", &nested), ("b", b"shallow")]);
    let found = files(nested);
    assert_fault(&found, "a!a!a!a!a!a!a!a", "nested-too-deep");
    assert_eq!(found[1], good("b", b"shallow"));
}

#[test]
fn long_names_and_sparse_files_are_read() {
    let long = "a-folder-with-a-long-name/".repeat(12) + "x.so";
    let packed = tar(&[(&long, b"content")]);
    assert_eq!(files(packed.clone()), [good(&long, b"content")]);
    assert_eq!(files(gzip(&packed)), [good(&long, b"content")]);
}

#[test]
fn links_folders_and_devices_are_skipped() {
    let mut builder = tar::Builder::new(Vec::new());
    for kind in [tar::EntryType::Symlink, tar::EntryType::Link, tar::EntryType::Directory, tar::EntryType::Char] {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(0);
        builder.append_link(&mut header, "link", "/etc/passwd").unwrap();
    }
    assert_eq!(files(builder.into_inner().unwrap()), []);
}

#[test]
fn names_outside_package_are_refused() {
    for bad in ["../x", "a/../../x", "/etc/passwd", "a\\..\\b"] {
        let found = files(tar(&[(bad, b"1"), ("./ok//x", b"2")]));
        assert_fault(&found, bad, "name-leads-out");
        assert_eq!(found[1], good("ok/x", b"2"));
        let found = files(cpio(&[(bad, b"1"), ("ok", b"2")]));
        assert_fault(&found, bad, "name-leads-out");
    }
}

#[test]
fn damage_is_reported_and_rest_is_shown() {
    let method = CompressionMethod::DEFLATE;
    let content: Vec<u8> = (0..5_000_u32)
        .flat_map(|number| number.wrapping_mul(2_654_435_761).to_le_bytes())
        .collect();
    let sound = zip(&[("a", &content, method), ("b", b"sound", CompressionMethod::STORE)]);
    assert_eq!(files(sound.clone()), [good("a", &content), good("b", b"sound")]);
    // A wrong byte in the middle of the first file.
    let mut wrong = sound.clone();
    wrong[9_000] ^= 0x55;
    let found = files(wrong);
    assert_fault(&found, "a", "damaged-package");
    assert_eq!(found[1], good("b", b"sound"));
    // A wrong byte of a stored file, which only its checksum shows.
    let mut wrong = sound.clone();
    let at = sound.windows(5).position(|bytes| bytes == b"sound").unwrap();
    wrong[at] = b'S';
    assert_fault(&files(wrong), "b", "checksum");
    // The encryption flag in the directory; an unknown method.
    let directory = sound.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    let mut wrong = sound.clone();
    wrong[directory + 8] |= 1;
    assert_fault(&files(wrong), "a", "encrypted");
    let mut wrong = sound.clone();
    wrong[directory + 10] = 98;
    assert_fault(
        &files(wrong),
        "a",
        "unknown-method: p!a: compressed by the method number 98",
    );
    // Truncated, without a directory.
    assert_fault(&files(sound[..sound.len() / 2].to_vec()), "p", "damaged-package");
    // The directory declares more files.
    let mut wrong = sound.clone();
    let end = sound.len() - 22;
    wrong[end + 10] = 3;
    wrong[end + 8] = 3;
    let found = files(wrong);
    assert_eq!(found.len(), 3, "{found:?}");
    assert_fault(&found, "p", "damaged-package");
}

#[test]
fn truncated_package_fails_or_shows_less() {
    let tar = tar(&FILES);
    let packages = [
        tar.clone(),
        gzip(&tar),
        bzip2(&tar),
        xz(&tar),
        zstd(&tar),
        cpio(&FILES),
        rpm(&gzip(&cpio(&FILES))),
        deb("data.tar.gz", &gzip(&tar)),
        zip(&FILES.map(|(name, bytes)| (name, bytes, CompressionMethod::DEFLATE))),
    ];
    for package in packages {
        let whole = files(package.clone());
        for len in 0..package.len() {
            let found = files(package[..len].to_vec());
            assert!(found.len() <= whole.len() + 1, "{len} of {}", package.len());
        }
        // A wrong byte anywhere causes neither a panic nor an endless walk.
        for at in 0..package.len().min(3_000) {
            let mut wrong = package.clone();
            wrong[at] ^= 0xff;
            files(wrong);
        }
    }
}

#[test]
fn trailing_checksum_is_verified() {
    for (compress, tail) in [(gzip as fn(&[u8]) -> Vec<u8>, 5), (xz, 30)] {
        let mut package = compress(&tar(&FILES));
        let at = package.len() - tail;
        package[at] ^= 1;
        let found = files(package);
        assert_fault(&found, "p", "damaged-package");
    }
    let package = gzip(&tar(&FILES));
    let found = files(package[..package.len() - 3].to_vec());
    assert_fault(&found, "p", "damaged-package");
}

#[test]
fn bomb_stops_at_the_limit() {
    let zeros = vec![0; 10 << 20];
    let scan = ScanRequest { max_size: Some(ByteSize(1 << 20)), ..ScanRequest::default() };
    let bombs = [
        gzip(&tar(&[("big", &zeros)])),
        zip(&[("big", &zeros, CompressionMethod::DEFLATE)]),
        zip(&[("big", &gzip(&gzip(&zeros)), CompressionMethod::STORE)]),
    ];
    for bomb in bombs {
        let found = walked(&[Input::from_bytes("p", bomb).into()], &scan, &[]);
        assert!(found.iter().any(|(_, bytes)| {
            bytes
                .as_ref()
                .is_err_and(|error| error.starts_with("more-than-allowed"))
        }));
    }
    // The limit covers all files of an input.
    let many =
        zip(&[("a", &zeros[..600_000], CompressionMethod::STORE), ("b", &zeros[..600_000], CompressionMethod::STORE)]);
    let found = walked(&[Input::from_bytes("p", many).into()], &scan, &[]);
    assert!(found[0].1.is_ok());
    let error = found[1].1.as_ref().unwrap_err();
    assert!(error.starts_with("more-than-allowed: p!b: "), "{error}");
    // It also covers headers in memory.
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::GNULongName);
    header.set_size(zeros.len() as u64);
    header.set_cksum();
    let long = gzip(&[header.as_bytes(), zeros.as_slice()].concat());
    assert_fault(&files(long), "p", "the headers of a file are longer");
}

#[test]
fn folders_are_sorted_and_links_skipped() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    std::fs::create_dir_all(root.join("b/tests")).unwrap();
    for (path, bytes) in [("b/x.so", &b"x"[..]), ("a.debug", b"d"), ("b/tests/t", b"t"), ("z", b"z")] {
        std::fs::write(root.join(path), bytes).unwrap();
    }
    std::fs::write(root.join("p.tar"), tar(&[("in", b"packed"), ("tests/u", b"u")])).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("..", root.join("b/up")).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", root.join("c")).unwrap();
    }
    let names = |exclude: &[&str]| {
        let found = walked(&[root.into()], &ScanRequest::default(), exclude);
        let prefix = format!("{}/", root.display());
        let names = found.iter().map(|(name, bytes)| {
            assert!(bytes.is_ok(), "{name}");
            name.strip_prefix(&prefix).unwrap().to_owned()
        });
        names.collect::<Vec<String>>()
    };
    assert_eq!(
        names(&[]),
        ["a.debug", "b/tests/t", "b/x.so", "p.tar!in", "p.tar!tests/u", "z"]
    );
    assert_eq!(names(&["*.debug", "tests"]), ["b/x.so", "p.tar!in", "z"]);
    assert_eq!(names(&["b/*", "p.*"]), ["a.debug", "b/tests/t", "z"]);
}

#[test]
fn file_in_package_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.conda");
    let inner = zstd(&tar(&FILES));
    std::fs::write(
        &path,
        zip(&[("pkg.tar.zst", &inner, CompressionMethod::STORE), ("b", b"x", CompressionMethod::STORE)]),
    )
    .unwrap();
    std::fs::write(folder.path().join("not!a"), b"plain").unwrap();
    let within = |more: &str| Path::new(&format!("{}{more}", path.display())).to_path_buf();
    let whole = |path: &Path| {
        let opened = open(&REGISTRY, &path.into(), &ScanRequest::default());
        opened
            .map(|input| input.window(0, input.len()).unwrap().into_vec())
            .map_err(|error| error.to_string())
    };
    assert_eq!(whole(&within("!pkg.tar.zst!lib/a.so")), Ok(b"first".to_vec()));
    assert_eq!(whole(&within("!pkg.tar.zst")), Ok(inner));
    assert!(whole(&within("!missing")).unwrap_err().contains("no such file"));
    assert_eq!(whole(&folder.path().join("not!a")), Ok(b"plain".to_vec()));
    let found = walked(&[within("!pkg.tar.zst").into()], &ScanRequest::default(), &[]);
    assert_eq!(found.len(), 3);
    let found = walked(
        &[within("!b").into(), within("!c").into()],
        &ScanRequest::default(),
        &[],
    );
    assert_eq!(found[0].1, Ok(b"x".to_vec()));
    assert!(
        found[1]
            .1
            .as_ref()
            .is_err_and(|error| error.starts_with("no-such-file")),
        "{found:?}"
    );
}

#[test]
fn package_is_recognised_by_first_bytes() {
    assert!(tar(&FILES).len() > HEAD);
    let mut cursor = Cursor::new(tar(&FILES));
    cursor.set_position(257);
    assert_eq!(&cursor.get_ref()[257..262], b"ustar");
}
