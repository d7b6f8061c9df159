//! Small handmade compressed bundles, and checks of damaged ones with every command that reads them.

use std::fs;
use std::io::Write;
use std::process::Output;

use crate::support::program::told;
use flate2::{Compression, write::ZlibEncoder};
use md5::{Digest, Md5};
use offload_bundle_testing::compressed::Header;

use crate::judge::{BEFORE, Bench, refused};

pub const DEVICE: &str = "hip-amdgcn-amd-amdhsa--gfx906";
/// The number of each method.
pub const ZLIB: u16 = 0;
pub const ZSTD: u16 = 1;
pub const VERSIONS: [u16; 3] = [1, 2, 3];
pub const METHODS: [u16; 2] = [ZLIB, ZSTD];

pub fn bundle(content: &[u8]) -> Vec<u8> {
    let ofs = 24 + 8 + 24 + DEVICE.len();
    let mut bytes = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    for number in [1, ofs, content.len(), DEVICE.len()] {
        bytes.extend((number as u64).to_le_bytes());
    }
    [&bytes, DEVICE.as_bytes(), content].concat()
}

pub fn small() -> Vec<u8> {
    bundle(b"code of a device, code of a device")
}

pub fn compress(method: u16, plain: &[u8]) -> Vec<u8> {
    if method == ZSTD {
        return zstd::bulk::compress(plain, 3).unwrap();
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(plain).unwrap();
    encoder.finish().unwrap()
}

pub struct Packed {
    pub header: Header,
    pub data: Vec<u8>,
}

impl Packed {
    pub fn of(version: u16, method: u16, plain: &[u8]) -> Self {
        Self::with_data(version, method, plain, compress(method, plain))
    }

    pub fn with_data(version: u16, method: u16, plain: &[u8], data: Vec<u8>) -> Self {
        let mut hash = [0; 8];
        hash.copy_from_slice(&Md5::digest(plain)[..8]);
        let mut header =
            Header { version, method, file_len: (version > 1).then_some(0), unpacked_len: plain.len() as u64, hash };
        header.file_len = header.file_len.map(|_| (header.bytes().len() + data.len()) as u64);
        Self { header, data }
    }

    pub fn bytes(&self) -> Vec<u8> {
        [self.header.bytes(), self.data.clone()].concat()
    }
}

const THOROUGH: [&[&str]; 3] = [
    &["unbundle", "bad", "hip-amdgcn-amd-amdhsa--gfx906=out"],
    &["decompress", "bad", "--output", "out"],
    &["extract", "--dir", "folder", "bad"],
];
fn refused_after_warnings(name: &str, output: &Output, texts: &[&str]) {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let errors = said.lines().filter(|line| !line.starts_with("warning: bad"));
    let stderr = errors.map(|line| format!("{line}\n")).collect::<String>().into_bytes();
    refused(name, &Output { stderr, ..output.clone() }, 2, texts);
}

const QUICK: [&[&str]; 2] = [&["list", "bad"], &["inspect", "bad"]];

impl Bench {
    pub fn unreadable(&mut self, name: &str, bytes: &[u8], texts: &[&str]) {
        self.put("bad", bytes);
        self.put("out", BEFORE);
        for words in THOROUGH {
            let output = self.run(words);
            let name = format!("{name}: {words:?}");
            refused_after_warnings(&name, &output, &[&["bad", ": at byte 0x"], texts].concat());
            self.untouched(&name);
        }
        let output = self.run(&["verify", "bad"]);
        let told_of = String::from_utf8_lossy(&output.stdout).into_owned();
        let finds = |line: &str| line.contains("error[") && texts.iter().all(|text| line.contains(text));
        // A bundle above the limit is not read, so it is neither sound nor damaged.
        let code = if told_of.contains("error[more-than-allowed]") {
            2
        } else {
            1
        };
        assert!(
            output.status.code() == Some(code) && told_of.lines().any(finds),
            "{name}: verify: {}",
            told(&output)
        );
        for words in QUICK {
            let output = self.run(words);
            let said = String::from_utf8_lossy(&output.stderr);
            let is_error = |line: &&str| !line.contains("warning: ") && !line.starts_with("hint: ");
            let errors = said.lines().filter(is_error).count();
            let fine = match output.status.code() {
                Some(0) => errors == 0,
                Some(2) => errors == 1 && said.contains("bad") && said.contains(": at byte 0x"),
                _ => false,
            };
            assert!(fine, "{name}: {words:?}: {}", told(&output));
        }
    }

    pub fn unreadable_or(&mut self, name: &str, bytes: &[u8], plain: &[u8]) {
        self.put("bad", bytes);
        self.put("out", BEFORE);
        let output = self.run(THOROUGH[1]);
        match output.status.code() {
            Some(0) => assert!(
                fs::read(self.path().join("out")).unwrap() == plain,
                "{name}: other bytes come out"
            ),
            _ => {
                refused_after_warnings(name, &output, &["bad", ": at byte 0x"]);
                self.untouched(name);
            }
        }
    }
}
