//! The output of every command with `--json` matches its JSON Schema.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::packages::zip;
use crate::support::program::{run, told};
use md5::{Digest, Md5};
use offload_bundle::{Image, OffloadBinaryBuilder};
use serde_json::Value;

/// Members shared by several reports, seen in other reports or tests.
const ELSEWHERE: [&str; 34] = [
    // Libraries with code in kpack archives: tests of the library have some.
    "archive",
    "disabled_by",
    // `size` prints these on request.
    "kernel",
    "part",
    // `searched` prints these on request.
    "bundles",
    "matching",
    "total",
    "section_offset",
    "archives",
    "members",
    "needs_symbol_table",
    "bundle",
    "code",
    "count",
    "digest",
    "entry",
    "error",
    "ids",
    "kind",
    "level",
    "member",
    "message",
    "moved_count",
    "name",
    "offset",
    "path",
    "paths",
    "percent_encoded",
    "reference",
    "section",
    "severity",
    "size_in_file",
    "summary",
    "target",
];

const ID: &str = "hip-amdgcn-amd-amdhsa--gfx906";

fn validator(folder: &Path, command: &str) -> jsonschema::Validator {
    let output = run(folder, &["json-schema", &command.replace(' ', "-")]);
    let mut schema: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{command}: {error}: {}", told(&output)));
    close(&mut schema);
    jsonschema::validator_for(&schema).unwrap()
}

fn close(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(close),
        Value::Object(members) => {
            members.values_mut().for_each(close);
            if members.get("properties").is_some_and(Value::is_object) && members.get("type") == Some(&"object".into())
            {
                members.insert("additionalProperties".into(), false.into());
            }
        }
        _ => {}
    }
}

fn unseen(schema: &Value, value: &str) -> Vec<String> {
    let mut unseen = Vec::new();
    let mut open = vec![schema];
    while let Some(next) = open.pop() {
        match next {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => {
                open.extend(members.values());
                let named = members.get("properties").and_then(Value::as_object);
                let named = named.into_iter().flat_map(|named| named.keys());
                unseen.extend(named.filter(|name| !value.contains(&format!("\"{name}\":"))).cloned());
            }
            _ => {}
        }
    }
    unseen
}

fn wrapped(bytes: &[u8]) -> Vec<u8> {
    let data = zstd::encode_all(bytes, 3).unwrap();
    let digest = Md5::digest(bytes);
    let number = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
    let head: [&[u8]; 3] = [b"CCOB\x02\0\x01\0", &number(24 + data.len()), &number(bytes.len())];
    [&head.concat(), &digest[..8], &data].concat()
}

/// `library` with an empty bundle section. ELF64, little-endian.
fn without_bytes(library: &[u8]) -> Vec<u8> {
    let number = |at: u64, len: usize| {
        let at = usize::try_from(at).unwrap();
        let bytes = library[at..at + len].iter().rev();
        bytes.fold(0, |number, byte| number << 8 | u64::from(*byte))
    };
    let header = |index: u64| number(40, 8) + index * number(58, 2);
    let names = number(header(number(62, 2)) + 24, 8);
    let named = |index: u64| {
        let at = usize::try_from(names + number(header(index), 4)).unwrap();
        library[at..].starts_with(b".hip_fatbin\0")
    };
    let index = (0..number(60, 2)).find(|index| named(*index)).unwrap();
    let mut changed = library.to_vec();
    changed[usize::try_from(header(index) + 4).unwrap()] = 8;
    // Another section contains the addresses of the bundles.
    let (old, new) = (b".hipFatBinSegment\0", b".rocm_kpack_ref\0\0\0");
    let at = changed.windows(old.len()).position(|window| window == old).unwrap();
    changed[at..at + new.len()].copy_from_slice(new);
    changed
}

fn archive(name: &str, content: &[u8]) -> Vec<u8> {
    let header = format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, content.len());
    [b"!<arch>\n", header.as_bytes(), content].concat()
}

fn files(folder: &Path) {
    let fixtures = offload_bundle_testing::fixtures();
    let read = |name: &str| fs::read(fixtures.join(name)).unwrap();
    let packed = read("compressed/device.22.hipfb");
    let mut flipped = packed.clone();
    flipped[24] ^= 1;
    let mut plain = read("hip/device.22.hipfb");
    // The last code object is truncated.
    plain.truncate(plain.len() - 1);
    let library = read("objects/hip.22.so");
    let elsewhere = without_bytes(&library);
    let said = br#"{"variants": {"fast": {"amd": {"gfx_arch": ["gfx942"]}}}}"#;
    let wheel = zip(&[("x.dist-info/variant.json", said, true), ("lib.so", &library, true)]);
    let own = |name: &str| {
        fs::read(
            Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("../library/tests")
                .join(name),
        )
        .unwrap()
    };
    let (cuda, sycl) = (own("cuda/lz4.fatbin"), own("sycl/dpcpp-v2.so"));
    let imaged = |content: &[u8]| {
        let image = Image::new(content).kind("hip").triple("amdgcn-amd-amdhsa");
        let image = image.target("gfx90a");
        OffloadBinaryBuilder::new().image(image).to_bytes().unwrap()
    };
    for (name, bytes) in [
        ("packed", packed.as_slice()),
        ("packed twice", &packed.repeat(2)),
        ("flipped", &flipped),
        ("cut", &plain),
        ("cut inside", &wrapped(&plain)),
        ("library", &library),
        ("elsewhere", &elsewhere),
        ("wheel", &wheel),
        ("lib.a", &archive("a.o/", &packed)),
        ("none", b"no bundle"),
        ("code", b"code"),
        ("imaged", &imaged(b"code")),
        ("nested", &imaged(&packed)),
        (
            "zipped",
            &zip(&[("packed", &packed, true), ("cuda", &cuda, true), ("sycl", &sycl, true)]),
        ),
        ("cuda", &cuda),
    ] {
        fs::write(folder.join(name), bytes).unwrap();
    }
}

#[test]
fn output_of_every_command_matches_schema() {
    let folder = tempfile::tempdir().unwrap();
    files(folder.path());
    let entry = format!("{ID}=code");
    let wanted = format!("{ID}=out2");
    let other = "hipv4-amdgcn-amd-amdhsa--gfx906=library".to_owned();
    let runs: &[(&str, &[&str])] = &[
        ("bundle", &["-t", "bc", "--compress", "-o", "out", &entry]),
        ("unbundle", &["packed twice", "--explain", &wanted]),
        ("extract", &["packed", "library", "lib.a", "-d", "parts"]),
        ("compress", &["zipped", "-o", "zipped packed"]),
        ("decompress", &["zipped packed", "-o", "out"]),
        (
            "list",
            &["--lenient", "packed", "cut inside", "library", "elsewhere", "lib.a", "none", "imaged", "nested", "cuda"],
        ),
        (
            "inspect",
            &["packed", "flipped", "cut inside", "library", "lib.a", "none"],
        ),
        (
            "verify",
            &["packed", "flipped", "library", "elsewhere", "none", "wheel", "--variant", "--require", "gfx906"],
        ),
        ("diff", &["elsewhere", "library"]),
        ("size", &["--by", "file", "zipped"]),
        (
            "size",
            &["--by", "bundle", "--budget", "1G", "packed", "flipped", "library", "lib.a", "none"],
        ),
        (
            "supports",
            &["gfx906", "packed", "flipped", "library", "elsewhere", "none"],
        ),
        (
            "pack",
            &[
                "--compress",
                "-o",
                "images",
                "--image",
                "file=code,triple=t,triple=u,kind=hip",
                "--image",
                "file=code,triple=v",
            ],
        ),
        (
            "unpack",
            &["images", "--image", "file=image,triple=v", "--image", "kind=hip"],
        ),
        ("convert", &["images", "-o", "out", "--to", "offload-binary"]),
        ("embed", &["packed", "--symbol", "code", "-o", "out"]),
        ("embed", &["packed", "--for", "library", "-o", "out"]),
        ("prune", &["zipped", "-o", "pruned", "--keep", "gfx906"]),
        ("prune", &["cuda", "-o", "small", "--keep", "sm_75"]),
        ("replace", &["zipped", &other, "-o", "replaced"]),
        ("target parse", &[ID]),
        ("target canonical", &[ID]),
        ("target compat", &[ID, ID]),
        ("formats", &[]),
        ("completions", &["bash"]),
        ("json-schema", &["list"]),
        ("man", &[]),
    ];
    let schemas = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("json-schema")).unwrap();
    let schemas: BTreeSet<String> = schemas
        .map(|file| {
            file.unwrap()
                .path()
                .file_stem()
                .unwrap()
                .to_str()
                .unwrap()
                .replace("target-", "target ")
        })
        .collect();
    let ran: BTreeSet<String> = runs.iter().map(|(command, _)| (*command).to_owned()).collect();
    assert_eq!(ran, schemas, "every command is run");
    let mut printed: BTreeMap<&str, String> = BTreeMap::new();
    for (command, words) in runs {
        let words: Vec<&str> = command
            .split(' ')
            .chain(["--json"])
            .chain(words.iter().copied())
            .collect();
        let output = run(folder.path(), &words);
        let value: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{words:?}: {error}: {}", told(&output)));
        assert!(value.is_object(), "{words:?}");
        let errors = mistakes(&validator(folder.path(), command), &value);
        assert!(
            errors.is_empty(),
            "{words:?} prints what its schema does not say: {errors:#?}"
        );
        printed.entry(command).or_default().push_str(&value.to_string());
    }
    for (command, text) in printed {
        let schema = run(folder.path(), &["json-schema", &command.replace(' ', "-")]);
        let schema: Value = serde_json::from_slice(&schema.stdout).unwrap();
        let mut unseen = unseen(&schema, &text);
        unseen.retain(|name| !ELSEWHERE.contains(&name.as_str()));
        assert!(
            unseen.is_empty(),
            "{command} does not print what its schema says: {unseen:?}"
        );
    }
}

#[test]
fn output_of_failing_commands_matches_schema() {
    let folder = tempfile::tempdir().unwrap();
    files(folder.path());
    let runs: &[(&str, &[&str])] = &[
        ("bundle", &["-t", "bc", "-o", "out", "strange=code"]),
        ("unbundle", &["none", "strange=out"]),
        ("extract", &["packed", "--arch", "gfx1010"]),
        ("compress", &["none", "-o", "out"]),
        ("list", &["-", "-"]),
        ("list", &["nowhere"]),
        ("list", &["--ids-only", "none", "none"]),
        ("inspect", &["nowhere"]),
        ("verify", &["nowhere"]),
        ("target parse", &["strange"]),
    ];
    for (command, words) in runs {
        let words: Vec<&str> = command
            .split(' ')
            .chain(["--json"])
            .chain(words.iter().copied())
            .collect();
        let output = run(folder.path(), &words);
        assert_ne!(output.status.code(), Some(0), "{words:?}");
        let value: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{words:?}: {error}: {}", told(&output)));
        let errors = mistakes(&validator(folder.path(), command), &value);
        assert!(errors.is_empty(), "{words:?}: {errors:#?}");
    }
}

fn mistakes(validator: &jsonschema::Validator, value: &Value) -> Vec<String> {
    let errors = validator.iter_errors(value);
    errors
        .map(|error| format!("{}: {error}", error.instance_path).chars().take(600).collect())
        .collect()
}
