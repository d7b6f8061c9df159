//! Replaces bundles in linked files.

mod changes;
pub(crate) mod elf;
pub(crate) mod held;
mod pe;
mod pointers;
pub(crate) mod refusals;
pub(crate) mod repack;
mod splice;
mod stale;

/// In bytes.
macro_rules! field_at {
    ($structure:ty, $field:ident) => {
        u64::try_from(std::mem::offset_of!($structure, $field)).unwrap_or(u64::MAX)
    };
}
pub(crate) use field_at;
