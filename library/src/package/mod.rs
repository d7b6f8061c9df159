//! Packages: files that hold other files, and compressed files. Each is read once, from its start to its end, one file after the other.
//! Folders are walked in the same way. Without the feature `packages`, packages are recognised and refused.

// What only readers of packages use.
#![cfg_attr(not(feature = "packages"), allow(dead_code))]

mod allowance;
#[cfg(feature = "packages")]
mod compressed;
#[cfg(feature = "packages")]
mod cpio;
#[cfg(feature = "packages")]
mod deb;
mod folder;
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

use std::io::Read;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::placement::PackageForm;
use offload_bundle_core::registry::Registry;

use crate::error::Error;
use crate::file_error::FileError;
#[cfg(feature = "packages")]
use crate::input::EntryReader;
use crate::input::Input;
use crate::refusal::Refusal;
use allowance::Allowance;

use stop::Stop;
pub(crate) use walk::{Leaf, Walk, open};

/// How much of a file is looked at to tell whether it is a package, in bytes.
pub const HEAD: usize = 512;

/// A file in a package.
struct PackedFile<'p> {
    /// Its path in the package, as it is stored.
    path: Vec<u8>,
    content: Content<'p>,
}

/// What a file in a package holds.
enum Content<'p> {
    /// The bytes at this place of the package.
    Place(Place),
    /// What comes out of a reader.
    Stream(&'p mut dyn Read),
    /// It cannot be read.
    Refused(Refusal),
}

/// Shows the files of a package, one after the other.
type Visit<'v> = dyn FnMut(PackedFile<'_>) -> Result<(), Error> + 'v;

/// What reading packages needs.
struct Reading<'r> {
    registry: &'r Registry,
    /// How much may still be unpacked.
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

    /// Shows each file in `package`. Folders, links and devices are none.
    #[cfg(feature = "packages")]
    fn files(&self, form: PackageForm, package: &Arc<Input>, visit: &mut Visit<'_>) -> Result<(), Stop> {
        let mut reader = EntryReader::new(Arc::clone(package), package.whole());
        match form {
            PackageForm::Zip => self.zip(package, visit),
            PackageForm::Tar => self.walk_stored_tar(reader, package.len(), visit),
            PackageForm::Cpio => self.cpio(&mut reader, visit),
            PackageForm::Deb => self.deb(package, visit),
            PackageForm::Rpm => self.rpm(reader, package.name(), visit),
            PackageForm::Gzip | PackageForm::Bzip2 | PackageForm::Xz | PackageForm::Zstd => {
                self.walk_compressed(form, reader, package.name(), visit)
            }
        }
    }

    /// Refuses the package.
    #[cfg(not(feature = "packages"))]
    fn files(&self, _form: PackageForm, _package: &Arc<Input>, _visit: &mut Visit<'_>) -> Result<(), Stop> {
        let why = "a package, which this build of the library does not read";
        Err(Refusal::new("packages-not-built", why)
            .hint("build offload-bundle with its feature `packages`")
            .into())
    }
}
