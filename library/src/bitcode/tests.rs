//! Reads made bitcode with each encoding of records.

use proptest::prelude::*;

use super::bits::{CHAR6, abbreviation_id, block, block_info, constant, module};
use super::embedded::{embedded_objects, read_embedded};
use crate::input::Input;

#[derive(Default)]
struct Bits(Vec<bool>);

impl Bits {
    fn fixed(&mut self, number: u64, width: u32) {
        self.0.extend((0..width).map(|bit| number >> bit & 1 == 1));
    }

    fn variable(&mut self, mut number: u64, width: u32) {
        let more: u64 = 1 << width.saturating_sub(1);
        while number >= more {
            self.fixed(number & more.saturating_sub(1) | more, width);
            number >>= width.saturating_sub(1);
        }
        self.fixed(number, width);
    }

    fn align(&mut self) {
        self.0.resize(self.0.len().next_multiple_of(32), false);
    }

    fn block(&mut self, outer: u32, id: u64, width: u32, write: impl FnOnce(&mut Self)) {
        self.fixed(abbreviation_id::ENTER_SUBBLOCK, outer);
        self.variable(id, 8);
        self.variable(width.into(), 4);
        self.align();
        let mut inner = Self::default();
        write(&mut inner);
        inner.fixed(abbreviation_id::END_BLOCK, width);
        inner.align();
        self.fixed(inner.0.len() as u64 / 32, 32);
        self.0.append(&mut inner.0);
    }

    fn record(&mut self, width: u32, code: u64, numbers: &[u64]) {
        self.fixed(abbreviation_id::UNABBREV_RECORD, width);
        self.variable(code, 6);
        self.variable(numbers.len() as u64, 6);
        numbers.iter().for_each(|number| self.variable(*number, 6));
    }

    /// Defines a literal code and an array; a blob without `element`.
    fn define(&mut self, width: u32, code: u64, element: Option<Element>) {
        self.fixed(abbreviation_id::DEFINE_ABBREV, width);
        self.variable(if element.is_some() { 3 } else { 2 }, 5);
        self.fixed(1, 1);
        self.variable(code, 8);
        let mut encoding = |number, value: Option<u64>| {
            self.fixed(0, 1);
            self.fixed(number, 3);
            value.into_iter().for_each(|value| self.variable(value, 5));
        };
        match element {
            None => encoding(5, None),
            Some(element) => {
                encoding(3, None);
                match element {
                    Element::Fixed(width) => encoding(1, Some(width.into())),
                    Element::Variable(width) => encoding(2, Some(width.into())),
                    Element::Char6 => encoding(4, None),
                }
            }
        }
    }

    fn into_bytes(self) -> Vec<u8> {
        let byte = |bits: &[bool]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
        self.0.chunks(8).map(byte).collect()
    }
}

#[derive(Debug, Clone, Copy)]
enum Element {
    Fixed(u32),
    Variable(u32),
    Char6,
}

#[derive(Debug, Clone, Copy)]
enum Written {
    Plain,
    Array(Element),
    Blob,
    /// The abbreviation is in the block BLOCKINFO.
    Known(Element),
}

const WAYS: [Written; 7] = [
    Written::Plain,
    Written::Array(Element::Fixed(8)),
    Written::Array(Element::Fixed(13)),
    Written::Array(Element::Variable(6)),
    Written::Blob,
    Written::Known(Element::Fixed(8)),
    Written::Known(Element::Variable(2)),
];

const WIDTH: u32 = 4;

fn wanted(name: &[u8]) -> bool {
    name.starts_with(b".dev")
}

/// A module with several globals; `.dev.one` is the section with `content`.
fn module(bits: &mut Bits, version: u64, code: u64, content: &[u8], way: Written) {
    module_with(bits, version, code, ".dev.one", content, way);
}

fn module_with(bits: &mut Bits, version: u64, code: u64, section: &str, content: &[u8], way: Written) {
    let names = |numbers: &[u64]| {
        let names: &[u64] = if version < module::NAMES_IN_STRTAB {
            &[]
        } else {
            &[70, 7]
        };
        [names, numbers].concat()
    };
    let text = |text: &[u8]| -> Vec<u64> { text.iter().map(|byte| u64::from(*byte)).collect() };
    bits.block(2, block::MODULE, 3, |bits| {
        bits.record(3, module::VERSION, &[version]);
        if let Written::Known(element) = way {
            bits.block(3, block::BLOCKINFO, 2, |bits| {
                bits.record(2, block_info::SETBID, &[block::CONSTANTS]);
                bits.define(2, code, Some(element));
            });
        }
        bits.record(3, module::SECTIONNAME, &text(b".text"));
        bits.record(3, module::SECTIONNAME, &text(section.as_bytes()));
        bits.record(3, module::GLOBALVAR, &names(&[1, 3, 7, 3, 4, 1]));
        bits.record(3, module::FUNCTION, &names(&[1, 0, 0]));
        bits.record(3, module::GLOBALVAR, &names(&[1, 3, 6, 3, 4, 2, 0, 0]));
        // Globals without an initialiser or a section.
        bits.record(3, module::GLOBALVAR, &names(&[1, 3, 0, 3, 4, 2]));
        bits.record(3, module::GLOBALVAR, &names(&[1, 3, 6]));
        bits.block(3, block::CONSTANTS, WIDTH, |bits| {
            bits.record(WIDTH, constant::SETTYPE, &[3]);
            let number = abbreviation_id::FIRST_APPLICATION;
            match way {
                Written::Plain => bits.record(WIDTH, code, &text(content)),
                Written::Blob => {
                    bits.define(WIDTH, code, None);
                    bits.fixed(number, WIDTH);
                    bits.variable(content.len() as u64, 6);
                    bits.align();
                    content.iter().for_each(|byte| bits.fixed((*byte).into(), 8));
                    bits.align();
                }
                Written::Array(element) | Written::Known(element) => {
                    if let Written::Array(_) = way {
                        bits.define(WIDTH, code, Some(element));
                    }
                    bits.fixed(number, WIDTH);
                    bits.variable(content.len() as u64, 6);
                    for byte in content {
                        match element {
                            Element::Fixed(width) => bits.fixed((*byte).into(), width),
                            Element::Variable(width) => bits.variable((*byte).into(), width),
                            Element::Char6 => {
                                let number = CHAR6.iter().position(|known| known == byte);
                                bits.fixed(number.unwrap() as u64, 6);
                            }
                        }
                    }
                }
            }
            bits.record(WIDTH, constant::STRING, &[1, 2]);
        });
    });
}

fn file(write: impl FnOnce(&mut Bits)) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.fixed(0xdec0_4342, 32);
    write(&mut bits);
    bits.into_bytes()
}

fn one(code: u64, content: &[u8], way: Written) -> Vec<u8> {
    file(|bits| module(bits, 2, code, content, way))
}

/// Bitcode with one module and global per section.
pub(crate) fn bitcode(sections: &[(&str, &[u8])]) -> Vec<u8> {
    file(|bits| {
        for (section, content) in sections {
            let way = Written::Array(Element::Fixed(8));
            module_with(bits, 2, constant::STRING, section, content, way);
        }
    })
}

fn read(bytes: Vec<u8>) -> Result<Option<Vec<Vec<u8>>>, String> {
    let input = Input::from_bytes("a.bc", bytes);
    let found = read_embedded(&input, &wanted).map_err(|error| error.to_string())?;
    let Some(found) = found else { return Ok(None) };
    let bytes = found.into_iter().map(|object| {
        assert!(wanted(&object.section));
        let content = object.content.map_err(|error| error.to_string())?;
        assert!(content.place.end() <= input.len());
        Ok(content.bytes.clone())
    });
    bytes.collect::<Result<_, String>>().map(Some)
}

#[test]
fn every_encoding_of_bytes_is_read() {
    let content: Vec<u8> = (0..=255).chain([0, 7]).collect();
    for way in WAYS {
        for code in [constant::STRING, constant::DATA] {
            assert_eq!(
                read(one(code, &content, way)),
                Ok(Some(vec![content.clone()])),
                "{way:?}"
            );
        }
    }
    let text = b"aZ09._".to_vec();
    let way = Written::Array(Element::Char6);
    assert_eq!(read(one(constant::STRING, &text, way)), Ok(Some(vec![text.clone()])));
    let with_end = [text.as_slice(), b"\0"].concat();
    assert_eq!(read(one(constant::CSTRING, &text, way)), Ok(Some(vec![with_end])));
}

#[test]
fn module_of_version_one_is_read() {
    let bytes = file(|bits| module(bits, 1, constant::STRING, b"code", Written::Plain));
    assert_eq!(read(bytes), Ok(Some(vec![b"code".to_vec()])));
}

#[test]
fn wrapped_file_holds_several_modules() {
    let string = constant::STRING;
    let two = file(|bits| {
        module(bits, 2, string, b"one", Written::Known(Element::Fixed(8)));
        bits.block(2, block::STRTAB, 3, |_| {});
        module(bits, 2, string, b"two", Written::Plain);
    });
    let both = Ok(Some(vec![b"one".to_vec(), b"two".to_vec()]));
    assert_eq!(read(two.clone()), both);
    let after = [one(string, b"one", Written::Plain), one(string, b"two", Written::Known(Element::Fixed(8)))];
    assert_eq!(read(after.concat()), both);
    assert_eq!(read([two.as_slice(), &[0; 12]].concat()), both);

    let wrapper = |ofs: u32, len: u32| {
        let words = [0x0b17_c0de_u32, 0, ofs, len, 7];
        let header: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        [header.as_slice(), &two, b"pad"].concat()
    };
    let len = u32::try_from(two.len()).unwrap();
    assert_eq!(read(wrapper(20, len)), both);
    for (ofs, len, expected) in [(20, len + 4, "byte 0xc:"), (u32::MAX, 1, "byte 0x8:"), (16, len, "byte 0x10:")] {
        let error = read(wrapper(ofs, len)).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn unsupported_form_is_reported() {
    assert_eq!(read(b"\x7fELF".to_vec()), Ok(None));
    assert_eq!(read(Vec::new()), Ok(None));
    let error = read(one(2, b"", Written::Plain)).unwrap_err();
    assert!(error.contains("an unsupported constant (record 2)"), "{error}");
}

#[test]
fn damage_matters_only_near_wanted_sections() {
    let whole = one(constant::STRING, &[7; 100], Written::Plain);
    for (section, damaged) in [(".dev", true), (".other", false)] {
        let cut = Input::from_bytes("a.bc", bitcode(&[(section, &[7; 100])])[..whole.len() - 40].to_vec());
        assert_eq!(embedded_objects(&cut, &wanted).is_err(), damaged, "{section}");
    }
}

#[test]
fn abbreviation_without_bits_is_refused() {
    // A very long array of zero-bit numbers.
    let bytes = file(|bits| {
        bits.block(2, block::MODULE, 3, |bits| {
            bits.define(3, module::SECTIONNAME, Some(Element::Fixed(0)));
            bits.fixed(abbreviation_id::FIRST_APPLICATION, 3);
            bits.variable(u64::MAX, 6);
        });
    });
    let error = read(bytes).unwrap_err();
    assert!(error.contains("an array of something else"), "{error}");
    // Many literals, which a zero-bit record would repeat.
    let bytes = file(|bits| {
        bits.block(2, block::MODULE, 3, |bits| {
            bits.fixed(abbreviation_id::DEFINE_ABBREV, 3);
            bits.variable(65, 5);
        });
    });
    let error = read(bytes).unwrap_err();
    assert!(error.contains("an abbreviation of 65 fields"), "{error}");
}

proptest! {
    #[test]
    fn damaged_bitcode_yields_no_more_bytes(
        content in proptest::collection::vec(any::<u8>(), 0..40),
        way in proptest::sample::select(&WAYS),
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        cut in any::<prop::sample::Index>(),
    ) {
        let whole = one(constant::STRING, &content, way);
        let mut bytes = whole.clone();
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.truncate(cut.index(bytes.len()).saturating_add(1));
        // Each bit makes at most one byte.
        let most = bytes.len().saturating_mul(8);
        if let Ok(Some(found)) = read(bytes) {
            prop_assert!(found.iter().all(|found| found.len() <= most));
        }
        let mut short = whole;
        short.truncate(cut.index(short.len()));
        if let Ok(Some(found)) = read(short) {
            prop_assert!(found.is_empty() || found == [content]);
        }
    }
}
