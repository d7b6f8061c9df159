//! Packages: files that hold other files, and compressed files. Each is read once, from its start to its end, one file after the other.
//! Folders are walked in the same way. Without the feature `packages`, packages are recognised and refused.

#[cfg(feature = "packages")]
mod allowance;
#[cfg(feature = "packages")]
mod compressed;
#[cfg(feature = "packages")]
mod cpio;
#[cfg(feature = "packages")]
mod deb;
mod folder;
#[cfg(feature = "packages")]
mod packed;
#[cfg(feature = "packages")]
mod rpm;
pub(crate) mod stop;
#[cfg(feature = "packages")]
mod tar;
#[cfg(feature = "packages")]
#[cfg(test)]
mod tests;
pub(crate) mod walk;
#[cfg(feature = "packages")]
pub(crate) mod zip;
#[cfg(feature = "packages")]
pub(crate) mod zip_files;

use offload_bundle_core::placement::PackageForm;
use offload_bundle_core::registry::Registry;

use crate::file_error::FileError;
use crate::input::Input;
#[cfg(feature = "packages")]
use allowance::Allowance;
pub(crate) use walk::{Leaf, Walk, open, open_path};

/// How much of a file is looked at to tell whether it is a package, in bytes.
pub const HEAD: usize = 512;

/// What reading packages needs.
struct Reading<'r> {
    registry: &'r Registry,
    /// How much may still be unpacked.
    #[cfg(feature = "packages")]
    allowance: Allowance,
}

/// The form of the package `input`; none if it is none.
///
/// # Errors
///
/// It cannot be read.
pub fn form(registry: &Registry, input: &Input) -> Result<Option<PackageForm>, FileError> {
    let head = input.head(HEAD as u64)?;
    Ok(registry.content(&head).and_then(|content| content.package))
}

impl Reading<'_> {
    /// The form of the package that begins with `head`; none if it is none.
    fn form(&self, head: &[u8]) -> Option<PackageForm> {
        self.registry.content(head)?.package
    }
}
