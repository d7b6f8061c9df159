//! LLVM bitcode with globals of a few bits.

#[derive(Default)]
pub struct Bits {
    bytes: Vec<u8>,
    /// Used bits of the last byte; 0 for all.
    taken: u32,
}

const MODULE: u64 = 8;
const CONSTANTS: u64 = 11;
const GLOBALVAR: u64 = 7;
const SECTIONNAME: u64 = 5;
const STRING: u64 = 8;

impl Bits {
    /// A module with `n` globals of three bits in the section `section`, with a short string as initialiser.
    pub fn module(section: &str, n: usize) -> Vec<u8> {
        let mut bits = Self::default();
        bits.fixed(0xdec0_4342, 32);
        bits.block(2, MODULE, 3, |bits| {
            bits.record(3, SECTIONNAME, section.bytes().map(u64::from));
            // An abbreviation of literals: type, flags, initialiser, linkage, alignment, section.
            bits.fixed(2, 3);
            let literals = [GLOBALVAR, 0, 0, n as u64 + 1, 0, 0, 1];
            bits.variable(literals.len() as u64, 5);
            for literal in literals {
                bits.fixed(1, 1);
                bits.variable(literal, 8);
            }
            (0..n).for_each(|_| bits.fixed(4, 3));
            bits.block(3, CONSTANTS, 3, |bits| {
                bits.record(3, STRING, b"code".iter().map(|byte| u64::from(*byte)))
            });
        });
        bits.bytes
    }

    fn fixed(&mut self, number: u64, width: u32) {
        for bit in 0..width {
            if self.taken == 0 {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= ((number >> bit & 1) as u8) << self.taken;
            }
            self.taken = (self.taken + 1) % 8;
        }
    }

    fn variable(&mut self, mut number: u64, width: u32) {
        let more = 1 << (width - 1);
        while number >= more {
            self.fixed(number & (more - 1) | more, width);
            number >>= width - 1;
        }
        self.fixed(number, width);
    }

    fn align(&mut self) {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.taken = 0;
    }

    fn record(&mut self, width: u32, code: u64, numbers: impl ExactSizeIterator<Item = u64>) {
        self.fixed(3, width);
        self.variable(code, 6);
        self.variable(numbers.len() as u64, 6);
        numbers.for_each(|number| self.variable(number, 6));
    }

    fn block(&mut self, outer: u32, id: u64, width: u32, write: impl FnOnce(&mut Self)) {
        self.fixed(1, outer);
        self.variable(id, 8);
        self.variable(width.into(), 4);
        self.align();
        let start = self.bytes.len();
        self.fixed(0, 32);
        write(self);
        self.fixed(0, width);
        self.align();
        let words = ((self.bytes.len() - start - 4) / 4) as u32;
        if let Some(len) = self.bytes.get_mut(start..start + 4) {
            len.copy_from_slice(&words.to_le_bytes());
        }
    }
}
