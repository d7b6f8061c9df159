//! The lengths of images in memory, from their first bytes.

use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle::{ImageLengthError, image_length};

fn fixture(name: &str) -> Vec<u8> {
    fs::read(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../conformance/fixtures")
            .join(name),
    )
    .unwrap()
}

/// The length of a file that holds nothing else.
fn of_whole(name: &str) -> (Vec<u8>, Result<u64, ImageLengthError>) {
    let bytes = fixture(name);
    let length = image_length(&[&bytes[..], &[0xaa; 100]].concat());
    (bytes, length)
}

#[test]
fn image_length_is_the_length_of_the_file() {
    let names = [
        "hip/device.22.hipfb",
        "hip/device.14.hipfb",
        "compressed/device.22.hipfb",
        "compressed/device-version2.22.hipfb",
        "compressed/zlib-version2.hipfb",
        "kinds/offload-binary.22.bin",
        "kinds/elf.22.o",
    ];
    for name in names {
        let (bytes, length) = of_whole(name);
        assert_eq!(length, Ok(bytes.len() as u64), "{name}");
    }
}

#[test]
fn first_bundle_of_several_gives_the_length() {
    let (one, two) = (fixture("hip/device.22.hipfb"), fixture("compressed/device.22.hipfb"));
    assert_eq!(image_length(&[&one[..], &two].concat()), Ok(one.len() as u64));
    assert_eq!(image_length(&[&two[..], &one].concat()), Ok(two.len() as u64));
}

/// A prefix gives the length, or the need of more bytes that the file has.
#[test]
fn prefixes_give_the_length_or_their_need() {
    for folder in ["hip", "compressed", "kinds"] {
        for path in files(folder) {
            let bytes = fs::read(&path).unwrap();
            let Ok(whole) = image_length(&bytes) else { continue };
            let mut known = 0;
            for end in (0..bytes.len()).step_by(1 + bytes.len() / 400).chain([bytes.len()]) {
                match image_length(&bytes[..end]) {
                    Ok(length) => {
                        assert_eq!(length, whole, "{} {end}", path.display());
                        known += 1;
                    }
                    Err(ImageLengthError::NeedsMore { len }) => {
                        assert!(
                            len > end as u64 && len <= bytes.len() as u64,
                            "{} {end} {len}",
                            path.display()
                        );
                    }
                    // The first bytes of a number are a kind of file too.
                    Err(ImageLengthError::Unknown) if end < 4 => {}
                    Err(error) => panic!("{} {end}: {error}", path.display()),
                }
            }
            assert!(known > 0, "{}", path.display());
        }
    }
}

#[test]
fn needed_bytes_are_enough_in_few_steps() {
    for name in ["hip/device.22.hipfb", "compressed/device.22.hipfb", "kinds/offload-binary.22.bin", "kinds/elf.22.o"] {
        let bytes = fixture(name);
        let (mut seen, mut steps) = (0, 0);
        while let Err(error) = image_length(&bytes[..seen]) {
            let ImageLengthError::NeedsMore { len } = error else {
                panic!("{name}: {error}")
            };
            (seen, steps) = (len as usize, steps + 1);
        }
        assert!(steps < 24, "{name}: {steps}");
    }
}

#[test]
fn images_without_a_length_are_refused() {
    for (name, format) in [
        ("compressed/zstd-version1.hipfb", "compressed"),
        ("kinds/elf-32.22.o", "ELF"),
        ("kinds/elf-be.22.o", "ELF"),
        ("kinds/spirv.22.spv", "SPIR-V"),
    ] {
        let (_, length) = of_whole(name);
        let error = length.unwrap_err();
        assert!(
            matches!(error, ImageLengthError::NotDeclared { .. }),
            "{name}: {error:?}"
        );
        assert!(error.to_string().contains(format), "{name}: {error}");
    }
    let mut stripped = fixture("kinds/elf.22.o");
    stripped[40..48].fill(0);
    assert!(matches!(
        image_length(&stripped),
        Err(ImageLengthError::NotDeclared { .. })
    ));
    assert_eq!(image_length(b"nothing that is known"), Err(ImageLengthError::Unknown));
    assert_eq!(
        image_length(&fixture("hip/assembly.22.s")),
        Err(ImageLengthError::Unknown)
    );
}

#[test]
fn impossible_entry_is_named() {
    let mut bytes = fixture("hip/device.22.hipfb");
    bytes[32..40].fill(0xff);
    bytes[40] = 1;
    let Err(ImageLengthError::Damaged(error)) = image_length(&bytes) else {
        panic!()
    };
    assert_eq!(
        (error.offset, error.path.to_string().as_str()),
        (40, "entries[0].len_code_object")
    );
}

#[test]
fn cuda_container_length_includes_its_header() {
    let header = |size: u64| [&0xba55_ed50_u32.to_le_bytes()[..], &[1, 0, 16, 0], &size.to_le_bytes()].concat();
    assert_eq!(image_length(&header(1000)), Ok(1016));
    assert_eq!(
        image_length(&header(1000)[..15]),
        Err(ImageLengthError::NeedsMore { len: 16 })
    );
    for damaged in [[&header(1000)[..4], &[9; 12]].concat(), header(u64::MAX)] {
        assert!(
            matches!(image_length(&damaged), Err(ImageLengthError::Damaged(_))),
            "{damaged:x?}"
        );
    }
}

/// Numbers at their limits neither panic nor cost work.
#[test]
fn extreme_numbers_in_headers_are_harmless() {
    for name in ["hip/device.22.hipfb", "compressed/device.22.hipfb", "kinds/offload-binary.22.bin", "kinds/elf.22.o"] {
        let bytes = fixture(name);
        for at in 4..bytes.len().min(160) {
            for value in [u64::MAX, u64::MAX / 2, 1 << 32, 0] {
                let mut changed = bytes.clone();
                let end = (at + 8).min(changed.len());
                changed[at..end].copy_from_slice(&value.to_le_bytes()[..end - at]);
                if let Err(ImageLengthError::NeedsMore { len }) = image_length(&changed) {
                    assert!(len > bytes.len() as u64, "{name} {at} {value:x}");
                }
            }
        }
    }
}

/// The end of the section table, or of a section after it; sections without bytes do not count.
#[test]
fn elf_length_ends_with_table_or_section() {
    let mut elf = fixture("kinds/elf.22.o");
    let table = u64::from_le_bytes(elf[40..48].try_into().unwrap()) as usize;
    let last = table + 64 * (usize::from(elf[60]) - 1);
    elf[last + 24..last + 32].copy_from_slice(&0x10_0000_u64.to_le_bytes());
    elf[last + 32..last + 40].copy_from_slice(&0x23_u64.to_le_bytes());
    assert_eq!(image_length(&elf), Ok(0x10_0023));
    let mut damaged = elf.clone();
    damaged[last + 24..last + 32].fill(0xff);
    assert!(matches!(image_length(&damaged), Err(ImageLengthError::Damaged(_))));
    elf[last + 4] = 8;
    assert_eq!(image_length(&elf), Ok(fixture("kinds/elf.22.o").len() as u64));
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../conformance/fixtures")
        .join(folder);
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect()
}
