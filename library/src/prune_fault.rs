//! Why nothing can be left out of a file.

use crate::file_name::FileName;
use crate::messages::there_is;
use crate::object::elf::repack::fault::RepackFault;

/// Why nothing can be left out of a file, or not as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum PruneFault {
    /// Nothing would be left for any device.
    #[error("nothing would be left for any device; {}", there_is(stored))]
    NothingKept {
        /// The IDs stored, each once, in file order.
        stored: Vec<String>,
    },
    /// Neither what to keep nor what to drop is asked for.
    #[error("neither what to keep nor what to drop is given")]
    NothingAsked,
    /// No output is given, and the input is not to be changed itself.
    #[error("no output is given: give one, or ask for the file to be changed in place")]
    NoOutput,
    /// What is to be changed in place is no file by itself.
    #[error("not a file that can be changed in place: give an output")]
    NotInPlace,
    /// Behind bundles there is something else, which would be lost.
    #[error(
        "expected bundles with zeros between them, found another byte at byte {offset:#x}: what it belongs to would be lost"
    )]
    OtherBytes {
        /// The byte.
        offset: u64,
    },
    /// The package is signed, and the signature would not fit any more.
    #[error("{signature} signs the package as it is: remove the signature first, and sign the result again")]
    Signed {
        /// The file with the signature.
        signature: FileName,
    },
    /// Its bundles cannot be replaced by shorter ones.
    #[error(transparent)]
    NotRepackable(#[from] RepackFault),
}

impl PruneFault {
    /// A stable word for the kind of fault.
    pub fn code(&self) -> &'static str {
        self.into()
    }
}
