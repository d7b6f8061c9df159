//! Why the bundles of a file cannot be replaced.

use crate::file_name::FileName;
use crate::messages::there_is;
use crate::object::RepackFault;

/// Why the bundles of a file cannot be replaced, or not as requested.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum RewriteFault {
    /// No code object for a device would be left.
    #[error("nothing would be left for any device; {}", there_is(stored))]
    NothingKept {
        /// The stored IDs, each once, in file order.
        stored: Vec<String>,
    },
    /// The request names neither what to keep nor what to drop.
    #[error("neither what to keep nor what to drop is given")]
    NothingAsked,
    /// No output is given, and the input is not to be changed in place.
    #[error("no output is given: give one, or ask for the file to be changed in place")]
    NoOutput,
    /// The input is to be changed in place, but is not a file of its own.
    #[error("not a file that can be changed in place: give an output")]
    NotInPlace,
    /// The input is to be changed in place, and has several names: under the others it would stay as it was.
    #[error("a file with several names (hard links), which is not changed in place: give an output")]
    SeveralNames,
    /// Several files are to be changed in place.
    #[error("one of several files: give an output for all of them, or change one after the other in place")]
    SeveralInPlace,
    /// The bundle whose entries are to be replaced does not exist.
    #[error("there is no bundle {bundle}; {}", bundles(*count))]
    NoBundle {
        /// The number of the bundle.
        bundle: u64,
        /// The number of bundles that can be changed.
        count: usize,
    },
    /// Several entries have the ID of an entry to be replaced.
    #[error(
        "several entries are called {id}: in {}; say which by the number of its bundle",
        found_in(found)
    )]
    SeveralEntries {
        /// The ID.
        id: String,
        /// The file and the bundle number of each entry.
        found: Vec<(FileName, usize)>,
    },
    /// A bundle of this version does not declare its length, and a loader could not find its end in a library.
    #[error(
        "a {format}{} does not say how long it is, and a loader has only its address: ask for another version",
        of_version(*version)
    )]
    NoLength {
        /// The title of the format.
        format: &'static str,
        /// The version, or `None` if the format has no versions.
        version: Option<u64>,
    },
    /// The runtime does not read the format or version.
    #[error(
        "{runtime} does not read a {format}{}; {}",
        of_version(*version),
        known_versions(versions)
    )]
    NotRead {
        /// The runtime, for people.
        runtime: String,
        /// The title of the format.
        format: &'static str,
        /// The version, or `None` if the format has no versions.
        version: Option<u64>,
        /// The versions that the runtime reads.
        versions: &'static [u64],
    },
    /// The entry table of an uncompressed bundle would end past the length that a loader reads.
    #[error(
        "the entry table of bundle {bundle} would end at its byte {len} without compression, and loaders read {have} of them: leave it compressed"
    )]
    LongTable {
        /// The number of the bundle in its section, from 0.
        bundle: usize,
        /// The end of the table, in bytes from the start of the bundle.
        len: u64,
        /// The number of bytes that loaders read.
        have: u64,
    },
    /// Other bytes follow bundles, and would be lost.
    #[error(
        "expected bundles with zeros between them, found another byte at byte {offset:#x}: what it belongs to would be lost"
    )]
    OtherBytes {
        /// The offset of the first such byte.
        offset: u64,
    },
    /// An RPM package has digests of its files in a signed header.
    #[error(
        "a package of RPM says in its header, which is signed, what is in it: change the files that it is made of, and build it again"
    )]
    Rpm,
    /// The package is signed, and the signature would no longer match.
    #[error("{signature} signs the package as it is: ask for signatures to be dropped, and sign the result again")]
    Signed {
        /// The file with the signature.
        signature: FileName,
    },
    /// The package is of a form that is read, and not changed.
    #[error("changing {what} is not supported")]
    OtherPackage {
        /// What the package is.
        what: &'static str,
    },
    /// The bundles are in an object that is not linked, or in a static archive.
    #[error("changing {what} is not supported")]
    NotLinked {
        /// What the file is.
        what: &'static str,
    },
    /// The bundles cannot be replaced in their object file.
    #[error(transparent)]
    NotRepackable(#[from] RepackFault),
}

impl RewriteFault {
    /// Returns a stable word for the kind of fault.
    pub fn code(&self) -> &'static str {
        self.into()
    }
}

/// Of which version something is, for people.
fn of_version(version: Option<u64>) -> String {
    version.map_or_else(String::new, |version| format!(" of version {version}"))
}

/// Which versions are read, for people.
fn known_versions(versions: &[u64]) -> String {
    match versions {
        [] => "it reads none: leave bundles without compression".into(),
        _ => {
            let versions: Vec<String> = versions.iter().map(u64::to_string).collect();
            format!("it reads {}", versions.join(", "))
        }
    }
}

/// How many bundles there are, for people.
fn bundles(count: usize) -> String {
    match count {
        0 => "there is none that can be changed".into(),
        1 => "there is one, number 0".into(),
        _ => format!("the numbers of {count} begin at 0"),
    }
}

/// Where entries are, for people.
fn found_in(found: &[(FileName, usize)]) -> String {
    let places = found.iter().map(|(file, bundle)| format!("bundle {bundle} of {file}"));
    places.collect::<Vec<_>>().join(", ")
}
