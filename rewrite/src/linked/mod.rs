//! Replaces bundles in linked files: pointers follow, all else stays.

mod changes;
pub(crate) mod elf;
pub(crate) mod held;
mod pe;
mod pointers;
pub(crate) mod refusals;
pub(crate) mod repack;
mod splice;
mod stale;

/// The offset of a field in a structure, in bytes.
macro_rules! field_at {
    ($structure:ty, $field:ident) => {
        u64::try_from(std::mem::offset_of!($structure, $field)).unwrap_or(u64::MAX)
    };
}
pub(crate) use field_at;
