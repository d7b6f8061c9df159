//! One line of text and one stable code for each kind.

use offload_bundle_core::Shortened;
use offload_bundle_core::error::{ReadError, WriteError};
use offload_bundle_core::ids::{AmbiguousProduct, Invalid, StyleError};

use crate::anomaly::faults;
use crate::file_name::FileName;
use crate::finding::Finding;
use crate::refusal::{
    FileKind, NearMiss, Refusal, bundles, cannot, describe_kind, like_this, list, nearest_are, nothing_fits, numbers,
    of_release, reason, room, same, there_is, version_of, what_it_is,
};

/// The reason why an operation failed; it has written nothing. The text includes the cause, so there is no
/// [`std::error::Error::source`].
#[derive(Debug, thiserror::Error, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Error {
    /// An input is a container, but damaged.
    #[error("{file}: {error}")]
    Read {
        /// The input.
        file: FileName,
        /// The fault and its location.
        error: ReadError,
    },
    /// An input can be read, but is not sound.
    #[error("{file}: {finding}")]
    Malformed {
        /// The input.
        file: FileName,
        /// The fault and its location.
        finding: Finding,
    },
    /// The output would not be a valid container of its format.
    #[error("{file}: {error}")]
    #[strum(serialize = "unwritable")]
    Write {
        /// The output.
        file: FileName,
        /// The fault.
        error: WriteError,
    },
    /// A file cannot be read.
    #[error("{file}: {}", reason(error))]
    Io {
        /// The file.
        file: FileName,
        /// The error of the operating system.
        error: std::io::Error,
    },
    /// An output cannot be written.
    #[error("{}: {}", cannot(error, file), reason(error))]
    #[strum(serialize = "io")]
    Output {
        /// The output, or a folder above it.
        file: FileName,
        /// The error of the operating system.
        error: std::io::Error,
    },
    /// A package, or a file in one, cannot be searched.
    #[error("{file}: {refusal}")]
    Package {
        /// The package, or the file in it.
        file: FileName,
        /// The reason.
        refusal: Refusal,
    },
    /// An input is not a container of any known format.
    #[error("{file}: not an offload bundle{}", what_it_is(kind.as_ref()))]
    NotABundle {
        /// The input.
        file: FileName,
        /// The kind of file, if known.
        kind: Option<FileKind>,
    },
    /// An input should be an archive, but is not one.
    #[error("{file}: not an archive{}", what_it_is(kind.as_ref()))]
    NotAnArchive {
        /// The input.
        file: FileName,
        /// The kind of file, if known.
        kind: Option<FileKind>,
    },
    /// No entry of the input serves the requests.
    #[error("{file}: no entry for {}; {}{}", list(ids), there_is(stored), nearest_are(nearest))]
    NotFound {
        /// The input.
        file: FileName,
        /// The requested IDs, in the order given.
        ids: Vec<String>,
        /// The stored IDs, in file order.
        stored: Vec<String>,
        /// The entries nearest to the first unmet request, with the differences.
        nearest: Vec<NearMiss>,
    },
    /// A request is a target ID only, and entries of several kinds or triples serve it.
    #[error("{file}: {:?} is ambiguous: {}", Shortened(target), list(candidates))]
    AmbiguousTarget {
        /// The input.
        file: FileName,
        /// The requested target ID.
        target: String,
        /// The possible bundle entry IDs, in canonical form.
        candidates: Vec<String>,
    },
    /// An ID is given twice.
    #[error("{}", same(first, second))]
    Duplicate {
        /// The ID as first given.
        first: String,
        /// The ID as given again, perhaps in another spelling.
        second: String,
    },
    /// Two IDs must not be in one bundle.
    #[error("{:?} and {:?} cannot be in one bundle: {text}", Shortened(first), Shortened(second))]
    Conflict {
        /// The first ID.
        first: String,
        /// The second ID.
        second: String,
        /// The name of the rule in the schema.
        rule: &'static str,
        /// The message of the rule.
        text: String,
    },
    /// The number of host entries is wrong.
    #[error("expected exactly one host target, found {found}")]
    NoHost {
        /// The number of host entries.
        found: usize,
    },
    /// Standard input is given more than once.
    #[error("standard input is given twice, but can be read only once")]
    StandardInputTwice,
    /// The output would replace an input.
    #[error("{file}: the output is one of the inputs")]
    OutputIsInput {
        /// The output.
        file: FileName,
    },
    /// Two outputs are one file.
    #[error("{file}: two outputs have this name")]
    SameOutput {
        /// The output.
        file: FileName,
    },
    /// An output exists, and replacing it was not requested.
    #[error("{file}: already exists")]
    Exists {
        /// The output.
        file: FileName,
    },
    /// A known form is not supported yet.
    #[error("{file}: {}not supported as file type {file_type:?}: {why}", describe_kind(kind.as_ref()))]
    #[strum(serialize = "not-yet")]
    Unsupported {
        /// The input or output.
        file: FileName,
        /// The kind of file, if that is the reason.
        kind: Option<FileKind>,
        /// The name of the file type.
        file_type: &'static str,
        /// The reason.
        why: &'static str,
    },
    /// A name of several products with different processors.
    #[error("{0}")]
    AmbiguousProduct(AmbiguousProduct),
    /// An ID that is requested or to be stored is not valid.
    #[error("{:?}: {}{}", Shortened(id), faults(invalid), like_this(such_as))]
    BadId {
        /// The ID.
        id: String,
        /// The fault.
        invalid: Invalid,
        /// A valid ID that may have been meant, if one is known.
        such_as: Option<String>,
    },
    /// An ID that is requested or to be stored contains a control character.
    #[error(
        "{:?}: column {column}: expected a printable character, found {character:?}",
        Shortened(id)
    )]
    #[strum(serialize = "bad-id")]
    Unprintable {
        /// The ID.
        id: String,
        /// The column of the character, from 1.
        column: usize,
        /// The character.
        character: char,
    },
    /// An ID cannot be spelled in the requested style.
    #[error("{:?}: {error}", Shortened(id))]
    #[strum(serialize = "bad-id")]
    Unspellable {
        /// The ID.
        id: String,
        /// The reason.
        error: StyleError,
    },
    /// A code object could not be read back from the container.
    #[error("{file}: at byte {offset:#x}: the content cannot be read back: {what}")]
    Unsound {
        /// The input that holds the code object.
        file: FileName,
        /// The offset in bytes from the start of the input.
        offset: u64,
        /// A description of the content.
        what: &'static str,
    },
    /// No entry of the inputs matches the request.
    #[error("{}{}", nothing_fits(files, stored, *left_out), nearest_are(nearest))]
    NothingFits {
        /// The inputs.
        files: Vec<FileName>,
        /// The stored IDs, each once, in file order.
        stored: Vec<String>,
        /// The entries nearest to the request, with the differences.
        nearest: Vec<NearMiss>,
        /// The number of matching entries without content.
        left_out: u64,
    },
    /// The bundles of an input are within an object file or an archive, so that none can be replaced.
    #[error("{file}: the bundles are inside an object file or archive, which cannot be rebuilt")]
    Inside {
        /// The input.
        file: FileName,
    },
    /// The operation does not support this input, output or change.
    #[error("{file}: {refusal}")]
    Refused {
        /// The input or output.
        file: FileName,
        /// The reason.
        refusal: Refusal,
    },
    /// The bundles are in an object that is not linked, or in a static archive.
    #[error("{file}: changing {what} is not supported")]
    NotLinked {
        /// The input.
        file: FileName,
        /// The kind of file.
        what: &'static str,
    },
    /// No code object for a device would be left.
    #[error("{file}: no device code would be left; {}", there_is(stored))]
    NothingKept {
        /// The input.
        file: FileName,
        /// The stored IDs, each once, in file order.
        stored: Vec<String>,
    },
    /// The bundle to change does not exist.
    #[error("{file}: there is no bundle {bundle}; {}", bundles(*count))]
    NoBundle {
        /// The input.
        file: FileName,
        /// The number of the bundle.
        bundle: u64,
        /// The number of bundles that can be changed.
        count: usize,
    },
    /// The new bundles need more room than there is in their object file.
    #[error("{file}: the bundles need {need} bytes, but only {have} are available before data with fixed addresses")]
    #[strum(serialize = "not-repackable")]
    LongerBundles {
        /// The input.
        file: FileName,
        /// The available room, in bytes.
        have: u64,
        /// The needed room, in bytes.
        need: u64,
    },
    /// No format that holds code objects is known.
    #[error("no container format is known")]
    NoContainer,
    /// No format of compressed files is known.
    #[error("no compressed format is known")]
    NoCompression,
    /// No image is given.
    #[error("there is no image to pack")]
    NoImages,
    /// No image of the input matches a request.
    #[error("{file}: no image matches {asked}; {}{}", there_is(stored), nearest_are(nearest))]
    NoImageFits {
        /// The input.
        file: FileName,
        /// The request.
        asked: String,
        /// The bundle entry IDs of the images, built from their attributes, in file order.
        stored: Vec<String>,
        /// The images nearest to the request, with the differences.
        nearest: Vec<NearMiss>,
    },
    /// Several images match a request for one.
    #[error(
        "{}: {asked} matches {} images: {}",
        output, images.len(), list(images)
    )]
    SeveralImages {
        /// The output of the request.
        output: FileName,
        /// The request.
        asked: String,
        /// The bundle entry IDs of the matching images.
        images: Vec<String>,
    },
    /// An input holds code objects in a format that stores nothing but IDs for them.
    #[error("{file}: contains a {format}, not images")]
    NotPacked {
        /// The input.
        file: FileName,
        /// The title of the format.
        format: &'static str,
    },
    /// An archive is to be written, but no name is given for it.
    #[error("the archive for {asked} has no file name")]
    NoArchiveName {
        /// The request.
        asked: String,
    },
    /// The format of the output cannot store all that an input stores of its entries.
    #[error("{file}: the format cannot store: {}", lost.join("; "))]
    Lossy {
        /// The input.
        file: FileName,
        /// The attributes that would be lost.
        lost: Vec<String>,
    },
    /// A release has no number for a word.
    #[error("{}: unknown word {word:?}; known: {}", of_release(*release), known.join(", "))]
    NoNumber {
        /// The word.
        word: String,
        /// The release, or `None` for any release.
        release: Option<&'static str>,
        /// The words that have numbers.
        known: Vec<&'static str>,
    },
    /// A format has no such version.
    #[error("unknown version {version} of {format}; known: {}", numbers(known))]
    NoVersion {
        /// The title of the format.
        format: &'static str,
        /// The version.
        version: u64,
        /// The versions that exist.
        known: &'static [u64],
    },
    /// The requested level of a compression method does not exist.
    #[error("compression with {method}: {why}")]
    BadLevel {
        /// The method.
        method: &'static str,
        /// The levels that exist.
        why: String,
    },
    /// A size does not fit its field in the requested version of a format.
    #[error(
        "{file}: too large for {}{format}: {error}; {}",
        version_of(*version),
        room(fitting)
    )]
    NoRoom {
        /// The output.
        file: FileName,
        /// The title of the format.
        format: &'static str,
        /// The version; `None` if the format is not versioned.
        version: Option<u64>,
        /// The field, and the maximum that fits.
        error: WriteError,
        /// The versions that have room for the size.
        fitting: Vec<u64>,
    },
}

mod place;
