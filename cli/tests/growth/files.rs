//! Files with `n` parts of a kind. Most are written by hand, so that the program is not measured by its own output.

use crate::HELD;
use offload_bundle::{Image, OffloadBinaryBuilder};
use offload_bundle_testing::crowded::{Coff, Elf, PROGBITS, STRTAB, SYMTAB, archives, device_images, symbols};

pub const HOST: &str = "host-x86_64-unknown-linux-gnu-";
const DEVICE: &str = "hip-amdgcn-amd-amdhsa--gfx906";
const CODE: &[u8] = b"code";
const MAGIC: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";
/// Length of each of `n` texts.
const EACH: usize = 16;

pub struct Kind {
    pub name: &'static str,
    pub make: fn(usize) -> Vec<u8>,
    pub also: &'static [&'static str],
    pub n: usize,
    /// Most bytes held at once per byte of the file.
    pub held: u64,
}

const N: usize = 60;
const SPLIT: &[&str] = &["unbundle --force -t o in host-x86_64-unknown-linux-gnu-=out"];
const CARVE: &[&str] = &["list --json --carve in", "verify --carve in"];
const NONE: &[&str] = &[];

pub const KINDS: &[Kind] = &[
    Kind { name: "entries", make: |n| bundle((0..n).map(|n| (id(n), CODE))), also: NONE, n: N, held: HELD },
    Kind {
        name: "entries of one ID",
        make: |n| bundle((0..n).map(|_| (DEVICE.into(), CODE))),
        also: NONE,
        n: N,
        held: HELD,
    },
    Kind { name: "entries over one place", make: overlapping, also: NONE, n: N, held: HELD },
    Kind { name: "features", make: |n| bundle([(features(n), CODE)]), also: NONE, n: N, held: HELD },
    Kind {
        name: "letters of a wrong ID",
        make: |n| bundle([("?".repeat(EACH * n), CODE)]),
        also: NONE,
        n: N,
        held: HELD,
    },
    Kind { name: "conflicts", make: conflicts, also: NONE, n: N, held: HELD },
    Kind { name: "entries of text", make: text, also: NONE, n: N, held: HELD },
    Kind { name: "lines of text", make: lines, also: NONE, n: N, held: HELD },
    Kind { name: "bundles", make: |n| one().repeat(n), also: NONE, n: N, held: HELD },
    Kind {
        name: "triples",
        make: |n| (0..n).flat_map(|n| bundle([(id(n), CODE)])).collect(),
        also: NONE,
        n: N,
        held: HELD,
    },
    Kind { name: "sets of targets", make: sets, also: NONE, n: N, held: HELD },
    Kind { name: "compressed", make: |n| packed(&one()).repeat(n), also: NONE, n: N, held: HELD },
    Kind { name: "in one compressed", make: |n| packed(&one().repeat(n)), also: NONE, n: N, held: HELD },
    Kind { name: "wrong digests", make: |n| damaged(24).repeat(n), also: NONE, n: N, held: HELD },
    Kind { name: "damaged payloads", make: |n| damaged(40).repeat(n), also: NONE, n: N, held: HELD },
    Kind {
        name: "bundles in an entry",
        make: |n| bundle([(DEVICE.into(), &one().repeat(n)[..])]),
        also: NONE,
        n: N,
        held: HELD,
    },
    Kind { name: "entries with a bundle", make: holders, also: NONE, n: N, held: HELD },
    Kind {
        name: "searched for",
        make: |n| [&b"junk and more"[..], &one()].concat().repeat(n),
        also: CARVE,
        n: N,
        held: HELD,
    },
    Kind { name: "frames in frames", make: frames, also: CARVE, n: 3 * N, held: HELD },
    Kind { name: "compressed in compressed", make: packed_in_packed, also: CARVE, n: N, held: HELD },
    Kind { name: "members", make: |n| archive(n, &one()), also: NONE, n: N, held: HELD },
    Kind { name: "members with long names", make: long_names, also: NONE, n: N, held: HELD },
    Kind { name: "damaged members", make: |n| archive(n, &one()[..40]), also: NONE, n: N, held: HELD },
    Kind { name: "members that are objects", make: |n| archive(n, &sections(1)), also: NONE, n: N, held: HELD },
    Kind { name: "sections", make: sections, also: SPLIT, n: N, held: HELD },
    Kind { name: "symbols", make: own_symbols, also: SPLIT, n: N, held: HELD },
    Kind { name: "sections of COFF", make: coff_sections, also: SPLIT, n: N, held: HELD },
    Kind { name: "symbols of COFF", make: coff_symbols, also: SPLIT, n: N, held: HELD },
    Kind { name: "images", make: images, also: &["unpack --dry-run in --image kind=hip"], n: N, held: HELD },
    Kind { name: "offload binaries", make: binaries, also: NONE, n: N, held: HELD },
    Kind { name: "texts of an image", make: texts, also: NONE, n: N, held: HELD },
    Kind {
        name: "sections of a code object",
        make: |n| bundle([(DEVICE.into(), &code_object(n)[..])]),
        also: NONE,
        n: N,
        held: HELD,
    },
    Kind { name: "device images", make: device_images, also: NONE, n: N, held: HELD },
    Kind { name: "archives of devices", make: |n| archives(n, 2, 1), also: NONE, n: 3 * N, held: HELD },
    Kind { name: "code objects", make: code_objects, also: NONE, n: N, held: HELD },
];

fn id(number: usize) -> String {
    format!("openmp-x86_64-unknown-linux-gnu{number}-")
}

fn one() -> Vec<u8> {
    bundle([(DEVICE.to_owned(), CODE)])
}

fn bundle<C: AsRef<[u8]>>(entries: impl IntoIterator<Item = (String, C)>) -> Vec<u8> {
    let entries: Vec<(String, C)> = entries.into_iter().collect();
    let frame = MAGIC.len() + 32 + HOST.len() + entries.iter().map(|(id, _)| 24 + id.len()).sum::<usize>();
    let mut bytes = [MAGIC, &(entries.len() as u64 + 1).to_le_bytes()].concat();
    record(&mut bytes, frame, 0, HOST);
    let mut ofs = frame;
    for (id, code) in &entries {
        record(&mut bytes, ofs, code.as_ref().len(), id);
        ofs += code.as_ref().len();
    }
    entries.iter().for_each(|(_, code)| bytes.extend(code.as_ref()));
    bytes
}

pub fn package(n: usize) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    for number in 0..n {
        let content = bundle([(DEVICE.to_owned(), vec![number as u8 | 1; 1 << 20])]);
        let mut header = [0; 512];
        let mut put = |at: usize, text: &str| header[at..at + text.len()].copy_from_slice(text.as_bytes());
        put(0, &format!("{number}.hipfb"));
        put(100, "0000644\x000000000\x000000000");
        put(124, &format!("{:011o}", content.len()));
        put(148, "        0ustar");
        header[156] = b'0';
        header[257..265].copy_from_slice(b"ustar\x0000");
        let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
        header[148..154].copy_from_slice(format!("{sum:06o}").as_bytes());
        header[154] = 0;
        let padding = vec![0; content.len().next_multiple_of(512) - content.len()];
        std::io::Write::write_all(&mut encoder, &[&header, &content[..], &padding].concat()).unwrap();
    }
    std::io::Write::write_all(&mut encoder, &[0; 1024]).unwrap();
    encoder.finish().unwrap()
}

/// A zip archive of `n` small bundles.
pub fn wheel(n: usize) -> Vec<u8> {
    let mut archive = rawzip::ZipArchiveWriter::new(Vec::new());
    for number in 0..n {
        let content = bundle([(DEVICE.to_owned(), vec![1; 1 << 10]), (id(number), vec![2; 1 << 10])]);
        let name = format!("{number}.hipfb");
        let file = archive
            .new_file(&name)
            .compression_method(rawzip::CompressionMethod::DEFLATE);
        let (mut entry, config) = file.start().unwrap();
        let encoder = flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::fast());
        let mut writer = config.wrap(encoder);
        std::io::Write::write_all(&mut writer, &content).unwrap();
        let (encoder, descriptor) = writer.finish().unwrap();
        encoder.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap()
}

fn record(bytes: &mut Vec<u8>, ofs: usize, len: usize, id: &str) {
    for number in [ofs, len, id.len()] {
        bytes.extend((number as u64).to_le_bytes());
    }
    bytes.extend(id.as_bytes());
}

fn overlapping(n: usize) -> Vec<u8> {
    let ids: Vec<String> = (0..n).map(id).collect();
    let frame = MAGIC.len() + 8 + ids.iter().map(|id| 24 + id.len()).sum::<usize>();
    let mut bytes = [MAGIC, &(n as u64).to_le_bytes()].concat();
    ids.iter().for_each(|id| record(&mut bytes, frame, CODE.len(), id));
    bytes.extend(CODE);
    bytes
}

fn features(n: usize) -> String {
    let features = (0..n).map(|n| format!(":feature{n}+"));
    format!("{DEVICE}{}", features.collect::<String>())
}

fn conflicts(n: usize) -> Vec<u8> {
    let both = |n: usize| [format!("hip-amdgcn-amd-amdhsa--a{n}"), format!("hip-amdgcn-amd-amdhsa--a{n}:xnack+")];
    bundle((0..n).flat_map(both).map(|id| (id, CODE)))
}

fn text(n: usize) -> Vec<u8> {
    let entries = std::iter::once(HOST.to_owned()).chain((0..n).map(id)).map(|id| {
        format!("\n# __CLANG_OFFLOAD_BUNDLE____START__ {id}\n  s_nop 0\n# __CLANG_OFFLOAD_BUNDLE____END__ {id}\n")
    });
    entries.collect::<String>().into_bytes()
}

pub fn lines(n: usize) -> Vec<u8> {
    let text = "  s_nop 0\n".repeat(EACH * n);
    format!("\n# __CLANG_OFFLOAD_BUNDLE____START__ {HOST}\n{text}\n# __CLANG_OFFLOAD_BUNDLE____END__ {HOST}\n")
        .into_bytes()
}

fn sets(n: usize) -> Vec<u8> {
    let target = |n: usize| (format!("hip-amdgcn-amd-amdhsa--a{n}"), CODE);
    (0..n)
        .flat_map(|left_out| {
            bundle(
                (0..8)
                    .filter(|n| left_out % 8 != *n)
                    .map(|at| target(8 * (left_out / 8) + at)),
            )
        })
        .collect()
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    offload_bundle::compress(bytes, &Default::default()).unwrap()
}

fn damaged(at: usize) -> Vec<u8> {
    let mut bytes = packed(&one());
    bytes[at] ^= 0xff;
    bytes
}

fn holders(n: usize) -> Vec<u8> {
    let inner = one();
    bundle((0..n).map(|n| (id(n), &inner)))
}

fn frames(n: usize) -> Vec<u8> {
    let mut bytes = b".".to_vec();
    for left in (0..n).rev() {
        if left + 1 < n {
            record(&mut bytes, 0, 0, "");
            let at = bytes.len() - 8;
            bytes[at..].copy_from_slice(&(MAGIC.len() as u64 + 8).to_le_bytes());
        }
        bytes.extend([MAGIC, &(left as u64).to_le_bytes()].concat());
    }
    bytes
}

fn packed_in_packed(n: usize) -> Vec<u8> {
    let innermost = vec![b'.'; EACH * n];
    let stored = (0..n).fold(innermost, |inner, _| {
        let (low, high) = ((inner.len() as u32) << 3 | 1, (inner.len() as u64).to_le_bytes());
        // A Zstandard frame with its length and a raw block.
        let frame = [&[0x28, 0xb5, 0x2f, 0xfd, 0xe0][..], &high, &low.to_le_bytes()[..3], &inner].concat();
        let len = (32 + frame.len()) as u64;
        let header = [*b"CCOB\x03\0\x01\0", len.to_le_bytes(), high, [0; 8]];
        [header.as_flattened(), &frame].concat()
    });
    [b".", &stored[..]].concat()
}

fn header(name: &str, len: usize) -> Vec<u8> {
    format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{len:<10}`\n", 0, 0, 0, 644).into_bytes()
}

fn archive(n: usize, content: &[u8]) -> Vec<u8> {
    named_members((0..n).map(|number| format!("{number}.o/")), b"", content)
}

fn named_members(names: impl Iterator<Item = String>, list: &[u8], content: &[u8]) -> Vec<u8> {
    let mut bytes = b"!<arch>\n".to_vec();
    let members = [("//".to_owned(), list)].into_iter().filter(|_| !list.is_empty());
    for (name, content) in members.chain(names.map(|name| (name, content))) {
        bytes.extend(header(&name, content.len()));
        bytes.extend(content);
        bytes.resize(bytes.len().next_multiple_of(2), b'\n');
    }
    bytes
}

fn long_names(n: usize) -> Vec<u8> {
    let name = |number: usize| format!("a-name-that-is-longer-than-there-is-room-for-{number:06}.o/\n");
    let list: String = (0..n).map(name).collect();
    named_members(
        (0..n).map(|number| format!("/{}", number * name(0).len())),
        list.as_bytes(),
        &one(),
    )
}

fn name(id: &str) -> String {
    format!("{}{id}", "__CLANG_OFFLOAD_BUNDLE__")
}

fn sections(n: usize) -> Vec<u8> {
    fat(n).finish()
}

fn fat(n: usize) -> Elf {
    let mut made = Elf::default();
    for id in std::iter::once(HOST.to_owned()).chain((0..n).map(id)) {
        let ofs = made.put(CODE);
        made.section(&name(&id), PROGBITS, ofs, CODE.len() as u64);
    }
    made
}

fn own_symbols(n: usize) -> Vec<u8> {
    let mut made = fat(1);
    let mut strings = b"\0".to_vec();
    let mut table = symbols(0, 0, 0);
    for number in 0..n {
        let name = strings.len() as u32;
        strings.extend(format!("symbol{number}\0").into_bytes());
        table.extend(&symbols(1, name, 2)[24..]);
    }
    let ofs = made.put(&strings);
    made.section(".strings", STRTAB, ofs, strings.len() as u64);
    let last = made.count() as u32 - 1;
    let ofs = made.put(&table);
    let name = made.name(b".symbols");
    made.add_section(name, SYMTAB, (ofs, table.len() as u64), (last, 0));
    made.finish()
}

fn coff_sections(n: usize) -> Vec<u8> {
    coff(n).finish()
}

fn coff(n: usize) -> Coff {
    let mut made = Coff::default();
    for id in std::iter::once(HOST.to_owned()).chain((0..n).map(id)) {
        let name = made.string(name(&id).as_bytes());
        made.section(name, CODE);
    }
    made
}

fn coff_symbols(n: usize) -> Vec<u8> {
    let mut made = coff(1);
    for number in 0..n {
        let name = made.string(format!("a.symbol.that.stays{number}").as_bytes());
        made.symbol(name, 1);
    }
    made.finish()
}

fn image(number: usize) -> Image {
    Image::new(CODE)
        .kind("hip")
        .triple("amdgcn-amd-amdhsa")
        .target(format!("a{number}"))
}

fn images(n: usize) -> Vec<u8> {
    let binary = OffloadBinaryBuilder::new().version(2);
    (0..n)
        .fold(binary, |binary, number| binary.image(image(number)))
        .to_bytes()
        .unwrap()
}

fn binaries(n: usize) -> Vec<u8> {
    (0..n)
        .flat_map(|number| OffloadBinaryBuilder::new().image(image(number)).to_bytes().unwrap())
        .collect()
}

fn texts(n: usize) -> Vec<u8> {
    let image = (0..n).fold(image(0), |image, number| {
        image.text(format!("key{number}"), format!("value{number}"))
    });
    OffloadBinaryBuilder::new().image(image).to_bytes().unwrap()
}

fn code_object(n: usize) -> Vec<u8> {
    let mut made = Elf::default();
    for number in 0..n {
        let ofs = made.put(CODE);
        made.section(&format!(".section{number}"), PROGBITS, ofs, CODE.len() as u64);
    }
    let mut bytes = made.finish();
    bytes[16] = 3;
    bytes[18] = 224;
    bytes[48] = 0x2f;
    bytes
}

fn code_objects(n: usize) -> Vec<u8> {
    let code = code_object(2);
    bundle((0..n).map(|n| (format!("hip-amdgcn-amd-amdhsa--a{n}"), &code)))
}
