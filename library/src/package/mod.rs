//! Packages, read once from start to end. Without the feature `packages`, they are recognised and refused.

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

/// Bytes of a file that show whether it is a package.
pub const HEAD: usize = 512;

struct Reading<'r> {
    registry: &'r Registry,
    /// In unpacked bytes.
    #[cfg(feature = "packages")]
    allowance: Allowance,
}

/// Returns the form of the package `input`; `None` if it is not a package.
///
/// # Errors
///
/// Returns an error if it cannot be read.
pub fn form(registry: &Registry, input: &Input) -> Result<Option<PackageForm>, FileError> {
    let head = input.head(HEAD as u64)?;
    Ok(registry.content(&head).and_then(|content| content.package))
}

impl Reading<'_> {
    fn form(&self, head: &[u8]) -> Option<PackageForm> {
        self.registry.content(head)?.package
    }
}
