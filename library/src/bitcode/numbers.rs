//! The numbers of LLVM's bitcode file format that are read, under the names they have in its document and in `llvm/Bitcode/LLVMBitCodes.h`.

/// What bitcode begins with.
pub(super) const MAGIC: [u8; 4] = *b"BC\xc0\xde";
/// What bitcode begins with that has a header before it. Words of four bytes follow: version, offset of the bitcode, its length, CPU type.
pub(super) const WRAPPER: [u8; 4] = *b"\xde\xc0\x17\x0b";
/// Where the wrapper has the offset of the bitcode, in bytes.
pub(super) const WRAPPER_OFFSET: u64 = 8;
/// Where the wrapper has the length of the bitcode, in bytes.
pub(super) const WRAPPER_SIZE: u64 = 12;

/// The width of abbreviation IDs outside of all blocks, in bits.
pub(super) const TOP_WIDTH: u32 = 2;

pub(super) mod abbreviation_id {
    pub(in super::super) const END_BLOCK: u64 = 0;
    pub(in super::super) const ENTER_SUBBLOCK: u64 = 1;
    pub(in super::super) const DEFINE_ABBREV: u64 = 2;
    pub(in super::super) const UNABBREV_RECORD: u64 = 3;
    /// The first one that is defined in the file.
    pub(in super::super) const FIRST_APPLICATION: u64 = 4;
}

pub(super) mod encoding {
    pub(in super::super) const FIXED: u64 = 1;
    pub(in super::super) const VBR: u64 = 2;
    pub(in super::super) const ARRAY: u64 = 3;
    pub(in super::super) const CHAR6: u64 = 4;
    pub(in super::super) const BLOB: u64 = 5;
}

/// The characters of the encoding Char6, by their numbers.
pub(super) const CHAR6: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

pub(crate) mod block {
    pub(crate) const BLOCKINFO: u64 = 0;
    pub(crate) const MODULE: u64 = 8;
    pub(crate) const CONSTANTS: u64 = 11;
    pub(crate) const STRTAB: u64 = 23;
    pub(crate) const SYMTAB: u64 = 25;
}

/// Records of the block BLOCKINFO.
pub(super) mod block_info {
    pub(in super::super) const SETBID: u64 = 1;
}

/// Records of a module.
pub(super) mod module {
    pub(in super::super) const VERSION: u64 = 1;
    pub(in super::super) const SECTIONNAME: u64 = 5;
    pub(in super::super) const GLOBALVAR: u64 = 7;
    pub(in super::super) const FUNCTION: u64 = 8;
    pub(in super::super) const ALIAS_OLD: u64 = 9;
    pub(in super::super) const ALIAS: u64 = 14;
    pub(in super::super) const IFUNC: u64 = 15;
    /// From this version on, the records of globals begin with the place of the name in the string table.
    pub(in super::super) const NAMES_IN_STRTAB: u64 = 2;
    /// How many numbers that place has.
    pub(in super::super) const STRTAB_FIELDS: usize = 2;
    /// Of GLOBALVAR, after that: the number of the value that is the initialiser, plus 1; 0 where there is none.
    pub(in super::super) const INITIALISER: usize = 2;
    /// Of GLOBALVAR: the number of the section, from 1; 0 where there is none.
    pub(in super::super) const SECTION: usize = 5;
}

/// Records of the block CONSTANTS.
pub(super) mod constant {
    pub(in super::super) const SETTYPE: u64 = 1;
    pub(in super::super) const STRING: u64 = 8;
    pub(in super::super) const CSTRING: u64 = 9;
    pub(in super::super) const DATA: u64 = 22;
}
