//! Compressed bundles that declare or contain more than memory holds, in 128 MiB of address space.

use std::fs;

use crate::support::program::{Limits, run_within, told, within};
use offload_bundle_testing::compressed::Header;

use crate::judge::{Bench, LITTLE, LITTLE_FOR_MANY};
use crate::packed::{METHODS, Packed, VERSIONS, ZSTD, bundle, small};

const COMMANDS: [&str; 6] = [
    "verify bad",
    "list bad",
    "inspect bad",
    "unbundle bad hip-amdgcn-amd-amdhsa--gfx906=out",
    "decompress bad --output out",
    "extract --dir folder bad",
];

const QUIET: [&str; 2] = ["verify bad", "inspect bad"];

/// The default limit on decompressed bytes.
const ALLOWED: u64 = 64 << 30;

/// Larger than the address space of a run.
const BOMB: usize = 160 << 20;

fn bomb(method: u16) -> Packed {
    Packed::of(3, method, &bundle(&vec![0; BOMB]))
}

#[test]
fn huge_promises_are_not_believed() {
    within(LITTLE_FOR_MANY, huge_promises);
}

fn huge_promises() {
    let bench = Bench::new();
    for version in VERSIONS {
        for method in METHODS {
            let packed = Packed::of(version, method, &small());
            let widest = if version == 3 { u64::MAX } else { u32::MAX.into() };
            for unpacked_len in [widest, widest - 1, widest / 2, widest / 2 + 1, (1 << 40) & widest] {
                let header = Header { unpacked_len, ..packed.header };
                let bytes = [header.bytes(), packed.data.clone()].concat();
                for words in COMMANDS {
                    let name = format!("version {version}: {unpacked_len} bytes: {words}");
                    let output = bench.on(&name, &bytes, words);
                    // A bundle above the limit is not read, so it is neither sound nor damaged.
                    let is_read = unpacked_len <= ALLOWED;
                    let fails = if is_read && words.starts_with("verify") { 1 } else { 2 };
                    assert_eq!(output.status.code(), Some(fails), "{name}: {}", told(&output));
                    assert!(!bench.path().join("out").exists(), "{name}");
                }
            }
        }
    }
}

#[test]
fn bomb_fails_in_little_memory() {
    let bench = Bench::new();
    for method in METHODS {
        let bytes = bomb(method).bytes();
        assert!(bytes.len() < 1 << 20, "{} bytes", bytes.len());
        for words in
            ["list bad", "inspect bad", "verify bad --allow unknown-content", "decompress bad --output /dev/null"]
        {
            let output = bench.with_little_memory(words, &bytes, words);
            assert_eq!(output.status.code(), Some(0), "{words}: {}", told(&output));
        }
        let words = "verify bad --max-size 1M";
        let output = bench.with_little_memory(words, &bytes, words);
        assert_eq!(output.status.code(), Some(2), "{}", told(&output));
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains("not verified: a limit stopped the check"), "{said}");
        for words in COMMANDS.iter().filter(|words| !QUIET.contains(words)) {
            let words = format!("{words} --max-size 1M");
            let output = bench.with_little_memory(&words, &bytes, &words);
            assert_eq!(output.status.code(), Some(2), "{words}: {}", told(&output));
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(
                said.contains("(body.len_decompressed): the decompressed size of"),
                "{said}"
            );
        }
    }
}

#[test]
fn undeclared_bomb_stops_early() {
    let bench = Bench::new();
    for method in METHODS {
        let packed = bomb(method);
        let header = Header { unpacked_len: 4096, ..packed.header };
        let bytes = [header.bytes(), packed.data].concat();
        for words in COMMANDS.iter().filter(|words| !QUIET.contains(words)) {
            let output = bench.with_little_memory(words, &bytes, words);
            assert_eq!(output.status.code(), Some(2), "{words}: {}", told(&output));
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(said.contains("(body.len_decompressed)"), "{said}");
            assert!(!bench.path().join("out").exists());
        }
    }
}

#[test]
fn window_larger_than_memory_fails() {
    let bench = Bench::new();
    // A frame without content size, with a window of 2 GiB and one raw block.
    let plain = small();
    let block = (plain.len() as u32) << 3 | 1;
    let data = [&[0x28, 0xb5, 0x2f, 0xfd, 0x00, 21 << 3], &block.to_le_bytes()[..3], &plain].concat();
    assert_eq!(
        zstd::stream::Decoder::new(&data[..])
            .and_then(|mut d| {
                d.window_log_max(31)?;
                let mut out = Vec::new();
                std::io::copy(&mut d, &mut out)?;
                Ok(out)
            })
            .unwrap(),
        plain
    );
    let bytes = Packed::with_data(3, ZSTD, &plain, data).bytes();
    let words = "decompress bad --output out";
    let output = bench.with_little_memory(words, &bytes, words);
    match output.status.code() {
        Some(0) => assert!(fs::read(bench.path().join("out")).unwrap() == plain),
        code => {
            assert_eq!(code, Some(2), "{}", told(&output));
            assert!(
                String::from_utf8_lossy(&output.stderr).contains("memory"),
                "{}",
                told(&output)
            );
        }
    }
}

#[test]
fn long_unknown_file_is_searched_in_windows() {
    let bench = Bench::new();
    let bytes = vec![b'.'; BOMB];
    for words in ["list bad", "inspect bad", "verify bad", "extract bad"] {
        let output = bench.with_little_memory(words, &bytes, words);
        assert_eq!(output.status.code(), Some(1), "{words}: {}", told(&output));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("not an offload bundle: "), "{said}");
    }
}

#[test]
fn compressed_non_bundle_is_not_read_fully() {
    let bench = Bench::new();
    // A frame of blocks that repeat one byte: 4 bytes hold 128 KiB, up to the limit. Its beginning decompresses in a moment, all of it
    // would take far longer than the time limit.
    let block = (131_072_u32 << 3 | 1 << 1).to_le_bytes();
    let block = [&block[..3], b"a"].concat();
    let last = [1, 0, 0];
    let data = [&[0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x70], &block.repeat(1 << 19)[..], &last].concat();
    let packed = Packed::with_data(3, ZSTD, b"", data);
    let header = Header { unpacked_len: 64 << 30, ..packed.header };
    let bytes = [header.bytes(), packed.data].concat();
    bench.put("bad", &bytes);
    let limits = Limits { processor_time: 5, ..LITTLE };
    let output = run_within(limits, bench.path(), &["list", "bad"]);
    assert_eq!(output.status.code(), Some(2), "{}", told(&output));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("at byte 0x20: expected a bundle, found something else"),
        "{said}"
    );
}

#[test]
fn many_small_bundles_free_their_memory() {
    let bench = Bench::new();
    for method in METHODS {
        let bytes = Packed::of(3, method, &small()).bytes().repeat(20_000);
        for words in ["list bad", "verify bad --allow unknown-content"] {
            let output = bench.with_little_memory(words, &bytes, words);
            assert_eq!(output.status.code(), Some(0), "{words}: {}", told(&output));
            let last_start = bytes.len() / 20_000 * 19_999;
            let expected = match words {
                "list bad" => format!("\n 19999  {last_start}  "),
                _ => "bad: sound: 20000 bundles, 20000 entries, ".to_owned(),
            };
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(said.contains(&expected), "{words}: {expected}");
        }
    }
}
