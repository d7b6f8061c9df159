//! Growing files with many parts of a kind, written by hand, so that the program is not measured by its own output.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use flate2::{Compression, write::ZlibEncoder};
use md5::{Digest, Md5};

use crate::bench::archives::archive;

pub const HOST: &str = "host-x86_64-unknown-linux-gnu-";
pub const DEVICE: &str = "hip-amdgcn-amd-amdhsa--gfx906";
const CODE: &[u8] = b"code";
const MAGIC: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";

pub struct Subject {
    pub name: &'static str,
    pub n: usize,
    pub make: fn(&Path, usize) -> io::Result<()>,
    pub kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Every command on a sound file.
    Sound,
    /// Commands on a faulty file, with the exit codes of `verify` and of the others.
    Wrong {
        verify: i32,
        others: i32,
    },
    Object,
    /// With the exit code of all commands except `verify`.
    Archive {
        code: i32,
    },
    /// Searched with `--carve`; with its exit code.
    Carved {
        code: i32,
    },
    /// Each entry is extracted into a file.
    Taken,
    /// The same by ID.
    TakenById,
    /// As many requests as bundles.
    Requested,
    Rewritten,
    Many,
}

pub const SUBJECTS: &[Subject] = &[
    Subject { name: "entries", n: 8000, make: |folder, n| write(folder, n, &entries(n)), kind: Kind::Sound },
    Subject { name: "entries", n: 400, make: |folder, n| write(folder, n, &entries(n)), kind: Kind::TakenById },
    Subject { name: "entries", n: 8000, make: |folder, n| write(folder, n, &entries(n)), kind: Kind::Rewritten },
    Subject { name: "requests", n: 400, make: |folder, n| write(folder, n, &processors(n)), kind: Kind::Requested },
    Subject { name: "entries, text", n: 8000, make: |folder, n| write(folder, n, &text(n)), kind: Kind::Sound },
    Subject { name: "bundles", n: 8000, make: |folder, n| write(folder, n, &one().repeat(n)), kind: Kind::Sound },
    Subject { name: "bundles", n: 500, make: |folder, n| write(folder, n, &one().repeat(n)), kind: Kind::Taken },
    Subject {
        name: "compressed",
        n: 8000,
        make: |folder, n| write(folder, n, &pack(&one())?.repeat(n)),
        kind: Kind::Sound,
    },
    Subject {
        name: "in one compressed",
        n: 8000,
        make: |folder, n| write(folder, n, &pack(&one().repeat(n))?),
        kind: Kind::Sound,
    },
    Subject { name: "distinct triples", n: 8000, make: |folder, n| write(folder, n, &triples(n)), kind: Kind::Sound },
    Subject {
        name: "equal IDs",
        n: 8000,
        make: |folder, n| write(folder, n, &bundle((0..n).map(|_| DEVICE.to_owned()))),
        kind: Kind::Wrong { verify: 1, others: 2 },
    },
    Subject {
        name: "bad compressed",
        n: 8000,
        make: |folder, n| write(folder, n, &damaged(|bytes| bytes.len() - 8)?.repeat(n)),
        kind: Kind::Wrong { verify: 1, others: 2 },
    },
    Subject {
        name: "wrong digests",
        n: 8000,
        make: |folder, n| write(folder, n, &damaged(|_| DIGEST)?.repeat(n)),
        kind: Kind::Wrong { verify: 1, others: 2 },
    },
    Subject {
        name: "members",
        n: 2500,
        make: |folder, n| write(folder, n, &archive(n, &one())),
        kind: Kind::Archive { code: 0 },
    },
    Subject {
        name: "members, objects",
        n: 2500,
        make: |folder, n| write(folder, n, &archive(n, &sections(std::iter::once(DEVICE.to_owned())))),
        kind: Kind::Archive { code: 0 },
    },
    Subject {
        name: "damaged members",
        n: 2500,
        make: |folder, n| write(folder, n, &archive(n, &one()[..40])),
        kind: Kind::Archive { code: 2 },
    },
    Subject {
        name: "sections",
        n: 8000,
        make: |folder, n| write(folder, n, &sections((0..n).map(id))),
        kind: Kind::Object,
    },
    Subject {
        name: "carved bundles",
        n: 8000,
        make: |folder, n| write(folder, n, &[&b"junk and more"[..], &one()].concat().repeat(n)),
        kind: Kind::Carved { code: 0 },
    },
    Subject {
        name: "frames in frames",
        n: 16000,
        make: |folder, n| write(folder, n, &nest(n)),
        kind: Kind::Carved { code: 2 },
    },
    Subject { name: "files", n: 250, make: each_a_file, kind: Kind::Many },
];

/// A unique ID per number.
pub fn id(number: usize) -> String {
    format!("openmp-x86_64-unknown-linux-gnu{number}-")
}

/// An ID with a unique processor, without other matches; `environment` spells the empty environment.
pub fn with_processor(environment: &str, number: usize) -> String {
    format!("hip-amdgcn-amd-amdhsa-{environment}-p{number}")
}

fn write(folder: &Path, n: usize, bytes: &[u8]) -> io::Result<()> {
    fs::write(folder.join(n.to_string()), bytes)
}

/// Also usable as code objects.
fn each_a_file(folder: &Path, n: usize) -> io::Result<()> {
    let one = one();
    (0..n).try_for_each(|number| fs::write(folder.join(format!("file{number}")), &one))
}

fn entries(n: usize) -> Vec<u8> {
    bundle((0..n).map(id))
}

fn processors(n: usize) -> Vec<u8> {
    (0..n).flat_map(|number| bundle([with_processor("", number)])).collect()
}

fn triples(n: usize) -> Vec<u8> {
    (0..n).flat_map(|number| bundle([id(number)])).collect()
}

fn one() -> Vec<u8> {
    bundle([DEVICE.to_owned()])
}

fn bundle(ids: impl IntoIterator<Item = String>) -> Vec<u8> {
    let entries: Vec<(String, &[u8])> = std::iter::once((HOST.to_owned(), &b""[..]))
        .chain(ids.into_iter().map(|id| (id, CODE)))
        .collect();
    let frame = MAGIC.len() + 8 + entries.iter().map(|(id, _)| 24 + id.len()).sum::<usize>();
    let mut bytes = [MAGIC, &(entries.len() as u64).to_le_bytes()].concat();
    let mut ofs = frame;
    for (id, code) in &entries {
        [ofs, code.len(), id.len()]
            .iter()
            .for_each(|number| bytes.extend((*number as u64).to_le_bytes()));
        bytes.extend(id.as_bytes());
        ofs += code.len();
    }
    entries.iter().for_each(|(_, code)| bytes.extend(*code));
    bytes
}

fn text(n: usize) -> Vec<u8> {
    let ids = std::iter::once(HOST.to_owned()).chain((0..n).map(id));
    let entries = ids.map(|id| {
        format!("\n# __CLANG_OFFLOAD_BUNDLE____START__ {id}\n  s_nop 0\n# __CLANG_OFFLOAD_BUNDLE____END__ {id}\n")
    });
    entries.collect::<String>().into_bytes()
}

/// The entries of each are all later ones.
fn nest(n: usize) -> Vec<u8> {
    let mut bytes = b".".to_vec();
    for left in (0..n).rev() {
        if left + 1 < n {
            [0, 0, MAGIC.len() + 8]
                .iter()
                .for_each(|number| bytes.extend((*number as u64).to_le_bytes()));
        }
        bytes.extend([MAGIC, &(left as u64).to_le_bytes()].concat());
    }
    bytes
}

/// In version 3; the compressed bytes follow.
const DIGEST: usize = 24;
const DATA: usize = 32;

/// By zlib, with a header of version 3.
fn pack(plain: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(plain)?;
    let data = encoder.finish()?;
    let mut bytes = b"CCOB\x03\0\0\0".to_vec();
    bytes.extend(((DATA + data.len()) as u64).to_le_bytes());
    bytes.extend((plain.len() as u64).to_le_bytes());
    bytes.extend(&Md5::digest(plain)[..8]);
    bytes.extend(data);
    Ok(bytes)
}

/// At `at`.
fn damaged(at: impl Fn(&[u8]) -> usize) -> io::Result<Vec<u8>> {
    let mut bytes = pack(&one())?;
    let at = at(&bytes);
    bytes[at] ^= 0xff;
    Ok(bytes)
}

/// One for the host, and one per ID in `devices`.
fn sections(devices: impl Iterator<Item = String>) -> Vec<u8> {
    const HEADER: usize = 64;
    const PREFIX: &str = "__CLANG_OFFLOAD_BUNDLE__";
    let ids = std::iter::once(HOST.to_owned()).chain(devices);
    let (mut names, mut offsets) = (b"\0.shstrtab\0".to_vec(), Vec::new());
    for id in ids {
        offsets.push(names.len() as u32);
        names.extend(format!("{PREFIX}{id}\0").into_bytes());
    }
    let contents = HEADER + names.len();
    let table = (contents + CODE.len() * offsets.len()).next_multiple_of(8);
    let count = offsets.len() + 2;
    let mut bytes = Vec::new();
    // Section counts and indices that do not fit are in the first section header.
    let section = |bytes: &mut Vec<u8>, name: u32, kind: u32, ofs: usize, len: usize, link: u32| {
        bytes.extend([name.to_le_bytes(), kind.to_le_bytes()].concat());
        [0, 0, ofs, len]
            .iter()
            .for_each(|number| bytes.extend((*number as u64).to_le_bytes()));
        bytes.extend([link.to_le_bytes(), [0; 4]].concat());
        [1, 0]
            .iter()
            .for_each(|number: &u64| bytes.extend(number.to_le_bytes()));
    };
    bytes.extend(b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0");
    bytes.extend([1_u16.to_le_bytes(), 62_u16.to_le_bytes()].concat());
    bytes.extend(1_u32.to_le_bytes());
    [0, 0, table]
        .iter()
        .for_each(|number| bytes.extend((*number as u64).to_le_bytes()));
    bytes.extend(0_u32.to_le_bytes());
    [HEADER as u16, 0, 0, 64, 0, 0xffff]
        .iter()
        .for_each(|number| bytes.extend(number.to_le_bytes()));
    bytes.extend(&names);
    bytes.extend(CODE.repeat(offsets.len()));
    bytes.resize(table, 0);
    section(&mut bytes, 0, 0, 0, count, 1);
    section(&mut bytes, 1, 3, HEADER, names.len(), 0);
    for (number, name) in offsets.iter().enumerate() {
        section(&mut bytes, *name, 1, contents + CODE.len() * number, CODE.len(), 0);
    }
    bytes
}
