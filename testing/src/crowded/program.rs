//! Programs that are loaded where they say, with device images of SYCL and the records by which those are registered.

use super::elf::{Elf, PROGBITS};

/// Where the first byte of the file is loaded.
const BASE: u64 = 0x1_0000;
const JUST: &str = "__CLANG_OFFLOAD_BUNDLE__sycl-spir64";
const AHEAD: &str = "__CLANG_OFFLOAD_BUNDLE__sycl-spir64_gen";

/// A program in the making.
struct Program {
    made: Elf,
    /// The address of the name of its target.
    target: u64,
    records: Vec<u8>,
}

impl Program {
    fn new(target: &str) -> Self {
        let mut made = Elf::default();
        let target = BASE + made.put(&[target.as_bytes(), &[0]].concat());
        Self { made, target, records: Vec::new() }
    }

    /// Adds a record, of version 3, of the image at this place of the file.
    fn record(&mut self, (ofs, len): (u64, u64)) {
        let start = BASE + ofs;
        self.records.extend([3, 0, 4, 0, 0, 0, 0, 0]);
        for address in [self.target, 0, 0, start, start + len, 0, 0, 0, 0] {
            self.records.extend(address.to_le_bytes());
        }
    }

    /// Addresses and containers begin at a multiple of eight bytes.
    fn align(&mut self) {
        let skew = self.made.put(&[]) % 8;
        self.made.put(&vec![0; (8 - skew) as usize]);
    }

    /// The file, whose images are in the section `name` at this place, loaded by so many segments that all have the same bytes.
    fn finish(mut self, name: &str, (ofs, len): (u64, u64), segments: usize) -> Vec<u8> {
        self.align();
        self.made.put(&self.records);
        self.made.section(name, PROGBITS, ofs, len);
        self.made.finish_loaded(BASE, segments)
    }
}

/// `n` images one behind the other, each with a record of its own.
pub fn device_images(n: usize) -> Vec<u8> {
    loaded_images(n, 1)
}

/// `n` images, and as many segments that all have the bytes of the file.
pub(super) fn segments(n: usize) -> Vec<u8> {
    loaded_images(n, n)
}

fn loaded_images(n: usize, segments: usize) -> Vec<u8> {
    let mut program = Program::new("spir64");
    let places: Vec<(u64, u64)> = (0..n).map(|_| (program.made.put(b"an image"), 8)).collect();
    places.iter().for_each(|place| program.record(*place));
    program.finish(
        JUST,
        (places.first().map_or(0, |place| place.0), 8 * n as u64),
        segments,
    )
}

/// An archive of code for `n` devices.
fn archive(n: usize) -> Vec<u8> {
    let mut bytes = b"!<arch>\n".to_vec();
    for device in 0..n {
        let name = format!("64.{device}/");
        bytes.extend(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, 4).as_bytes());
        bytes.extend(b"code");
    }
    bytes
}

/// `n` images with code for `devices` devices each; of one archive, so many records, which are registered together.
pub fn archives(n: usize, devices: usize, records: usize) -> Vec<u8> {
    let mut program = Program::new("spir64_gen");
    let archive = archive(devices);
    let len = archive.len() as u64;
    let places: Vec<(u64, u64)> = (0..n).map(|_| (program.made.put(&archive), len)).collect();
    for place in &places {
        (0..records).for_each(|_| program.record(*place));
        program.records.extend([0; 8]);
    }
    program.finish(AHEAD, (places.first().map_or(0, |place| place.0), len * n as u64), 1)
}

/// `n` records of one archive with code for some devices.
pub(super) fn of_one_archive(n: usize) -> Vec<u8> {
    archives(1, 20, n)
}

/// An image behind another file: `content`, which no record leads to.
pub fn image_behind(content: &[u8]) -> Vec<u8> {
    let mut program = Program::new("spir64");
    program.align();
    let start = program.made.put(content);
    let image = (program.made.put(b"an image"), 8);
    program.record(image);
    program.finish(JUST, (start, content.len() as u64 + 8), 1)
}
