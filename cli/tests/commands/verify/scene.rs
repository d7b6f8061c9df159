//! Files for `verify`, and its findings.

use std::fs;

use crate::support::program::{run, told};
use serde_json::Value;
use tempfile::TempDir;

pub const HOST: &str = "host-x86_64-unknown-linux-gnu-";
pub const GFX906: &str = "hipv4-amdgcn-amd-amdhsa--gfx906";
pub const GFX90A: &str = "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+";

pub struct Scene {
    folder: TempDir,
}

pub struct Verified {
    pub code: i32,
    pub findings: Vec<String>,
    pub value: Value,
}

impl Scene {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub fn verify(&self, bytes: &[u8]) -> Verified {
        fs::write(self.folder.path().join("in"), bytes).unwrap();
        let output = run(self.folder.path(), &["verify", "--json", "in"]);
        let files: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", told(&output)));
        let value = files["files"][0].clone();
        let findings: Vec<String> = value["findings"].as_array().unwrap().iter().map(line).collect();
        let text = run(self.folder.path(), &["verify", "in"]);
        assert_eq!(text.status.code(), output.status.code());
        let lines = String::from_utf8(text.stdout).unwrap();
        if value.get("error").is_none() {
            assert_eq!(lines.lines().count(), findings.len() + 1, "{lines}");
            let last = lines.lines().last().unwrap();
            assert_eq!(last.starts_with("in: sound: "), output.status.success(), "{lines}");
            assert_eq!(last.starts_with("in: not sound: "), !output.status.success(), "{lines}");
        }
        Verified { code: output.status.code().unwrap(), findings, value }
    }

    pub fn made(&self, words: &[&str], input: &[u8]) -> Vec<u8> {
        fs::write(self.folder.path().join("in"), input).unwrap();
        let output = run(self.folder.path(), words);
        assert!(output.status.success(), "{}", told(&output));
        fs::read(self.folder.path().join("out")).unwrap()
    }
}

fn line(finding: &Value) -> String {
    let text = |key: &str| finding[key].as_str().unwrap();
    format!(
        "{} {}: {}, {}, {:?} at {}",
        text("severity"),
        text("code"),
        finding["bundle"],
        finding["entry"],
        text("path"),
        finding["offset"]
    )
}

pub fn fixture(path: &str) -> Vec<u8> {
    fs::read(offload_bundle_testing::fixtures().join(path)).unwrap()
}

pub fn bundle(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    bytes.extend((entries.len() as u64).to_le_bytes());
    let mut place = 32 + entries.iter().map(|(id, _)| 24 + id.len()).sum::<usize>();
    for (id, content) in entries {
        for number in [place, content.len(), id.len()] {
            bytes.extend((number as u64).to_le_bytes());
        }
        bytes.extend(id.as_bytes());
        place += content.len();
    }
    for (_, content) in entries {
        bytes.extend(*content);
    }
    bytes
}

/// A little-endian ELF64 file: its header, and a program header that loads nothing.
pub fn elf(machine: u16, os_abi: u8, abi_version: u8, flags: u32) -> Vec<u8> {
    let mut bytes = vec![0; 64 + 56];
    bytes[..9].copy_from_slice(&[0x7f, b'E', b'L', b'F', 2, 1, 1, os_abi, abi_version]);
    bytes[16..18].copy_from_slice(&3u16.to_le_bytes());
    bytes[18..20].copy_from_slice(&machine.to_le_bytes());
    bytes[20..24].copy_from_slice(&1u32.to_le_bytes());
    bytes[32] = 64;
    bytes[48..52].copy_from_slice(&flags.to_le_bytes());
    bytes[52..58].copy_from_slice(&[64, 0, 56, 0, 1, 0]);
    bytes
}

/// A compiled code object for gfx906.
pub fn real_code() -> Vec<u8> {
    let file = fixture("hip/device.22.hipfb");
    let number = |at: usize| usize::try_from(u64::from_le_bytes(file[at..at + 8].try_into().unwrap())).unwrap();
    // The second record.
    let second = 32 + 24 + number(32 + 16);
    let (ofs, len) = (number(second), number(second + 8));
    file[ofs..ofs + len].to_vec()
}

pub fn patched(mut code: Vec<u8>, at: usize, bytes: &[u8]) -> Vec<u8> {
    code[at..at + bytes.len()].copy_from_slice(bytes);
    code
}

pub fn find(code: &[u8], what: &[u8]) -> usize {
    code.windows(what.len()).position(|found| found == what).unwrap()
}

/// Code for an AMD GPU with these flags, code object version 5. Its metadata names no target.
pub fn amd(flags: u32) -> Vec<u8> {
    let code = patched(patched(real_code(), 8, &[3]), 48, &flags.to_le_bytes());
    let named = find(&code, b"amdhsa.target");
    patched(code, named, b"amdhsa.other.")
}

pub fn gfx906() -> Vec<u8> {
    amd(0x52f)
}
