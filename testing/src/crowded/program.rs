//! Loaded programs with SYCL device images and their records.

use super::elf::{Elf, PROGBITS};

/// The address of the file's first byte.
const BASE: u64 = 0x1_0000;
const JUST: &str = "__CLANG_OFFLOAD_BUNDLE__sycl-spir64";
const AHEAD: &str = "__CLANG_OFFLOAD_BUNDLE__sycl-spir64_gen";

struct Program {
    made: Elf,
    target: u64,
    records: Vec<u8>,
}

impl Program {
    fn new(target: &str) -> Self {
        let mut made = Elf::default();
        let target = BASE + made.put(&[target.as_bytes(), &[0]].concat());
        Self { made, target, records: Vec::new() }
    }

    /// Version 3.
    fn record(&mut self, (ofs, len): (u64, u64)) {
        let start = BASE + ofs;
        self.records.extend([3, 0, 4, 0, 0, 0, 0, 0]);
        for address in [self.target, 0, 0, start, start + len, 0, 0, 0, 0] {
            self.records.extend(address.to_le_bytes());
        }
    }

    /// To eight bytes, as addresses and containers need.
    fn align(&mut self) {
        let skew = self.made.put(&[]) % 8;
        self.made.put(&vec![0; (8 - skew) as usize]);
    }

    /// `segments` segments load the same bytes.
    fn finish(mut self, name: &str, (ofs, len): (u64, u64), segments: usize) -> Vec<u8> {
        self.align();
        self.made.put(&self.records);
        self.made.section(name, PROGBITS, ofs, len);
        self.made.finish_loaded(BASE, segments)
    }
}

/// `n` adjacent images, with a record each.
pub fn device_images(n: usize) -> Vec<u8> {
    loaded_images(n, 1)
}

/// `n` images, and as many segments over the whole file.
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

fn archive(n: usize) -> Vec<u8> {
    let mut bytes = b"!<arch>\n".to_vec();
    for device in 0..n {
        let name = format!("64.{device}/");
        bytes.extend(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, 4).as_bytes());
        bytes.extend(b"code");
    }
    bytes
}

/// `n` images with code for `devices` devices each, as archives with `records` records that are registered together.
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

pub(super) fn of_one_archive(n: usize) -> Vec<u8> {
    archives(1, 20, n)
}

/// An image after another file, without a record.
pub fn image_behind(content: &[u8]) -> Vec<u8> {
    let mut program = Program::new("spir64");
    program.align();
    let start = program.made.put(content);
    let image = (program.made.put(b"an image"), 8);
    program.record(image);
    program.finish(JUST, (start, content.len() as u64 + 8), 1)
}
