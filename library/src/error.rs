//! Why an operation could not be carried out. Each is one line for people and one stable word.

use offload_bundle_core::Shortened;
use offload_bundle_core::error::{ReadError, WriteError};
use offload_bundle_core::ids::{Invalid, StyleError};

use crate::file_kind::FileKind;
use crate::file_name::FileName;
use crate::finding::Finding;
use crate::finding_texts::faults;
use crate::messages::{
    cannot, describe_kind, like_this, list, nearest_are, nothing_fits, numbers, of_release, room, same, there_is,
    version_of, what_it_is,
};
use crate::near_miss::NearMiss;
use crate::package::PackageFault;
use crate::reason::reason;
use crate::rewrite_fault::RewriteFault;

/// Why an operation could not be carried out. Nothing has been written when this is returned. Its text says the cause too, so it has no
/// [`std::error::Error::source`]: what prints a chain of errors says everything once.
#[derive(Debug, thiserror::Error, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Error {
    /// An input is a container, but a damaged one.
    #[error("{file}: {error}")]
    Read {
        /// The input.
        file: FileName,
        /// What is wrong, and where.
        error: ReadError,
    },
    /// An input can be read, but is not sound.
    #[error("{file}: {finding}")]
    Malformed {
        /// The input.
        file: FileName,
        /// What is wrong, and where.
        finding: Finding,
    },
    /// The output would not be a container of its format.
    #[error("{file}: {error}")]
    #[strum(serialize = "unwritable")]
    Write {
        /// The output.
        file: FileName,
        /// What is wrong.
        error: WriteError,
    },
    /// A file cannot be read.
    #[error("{file}: {}", reason(error))]
    Io {
        /// The file.
        file: FileName,
        /// What the operating system says.
        error: std::io::Error,
    },
    /// An output cannot be written.
    #[error("{}: {}", cannot(error, file), reason(error))]
    #[strum(serialize = "io")]
    Output {
        /// The output, or a folder on the way to it.
        file: FileName,
        /// What the operating system says.
        error: std::io::Error,
    },
    /// A package, or a file in one, cannot be looked into.
    #[error("{file}: {fault}")]
    Package {
        /// The package, or the file in it.
        file: FileName,
        /// Why not.
        fault: PackageFault,
    },
    /// An input is no container of any known format.
    #[error("{file}: not an offload bundle{}", what_it_is(kind.as_ref()))]
    NotABundle {
        /// The input.
        file: FileName,
        /// What it is, where that is known.
        kind: Option<FileKind>,
    },
    /// An input that should be an archive is none.
    #[error("{file}: not an archive{}", what_it_is(kind.as_ref()))]
    NotAnArchive {
        /// The input.
        file: FileName,
        /// What it is, where that is known.
        kind: Option<FileKind>,
    },
    /// Nothing in the input serves these requests.
    #[error("{file}: no entry for {}; {}{}", list(ids), there_is(stored), nearest_are(nearest))]
    NotFound {
        /// The input.
        file: FileName,
        /// The IDs asked for, in the order asked.
        ids: Vec<String>,
        /// The IDs stored, in file order.
        stored: Vec<String>,
        /// The entries that come nearest to the first request that nothing serves, and what keeps them from it.
        nearest: Vec<NearMiss>,
    },
    /// A target ID is asked for by itself, and entries for several kinds or triples serve it.
    #[error("{file}: {:?} may be {}; give one of them", Shortened(target), list(candidates))]
    AmbiguousTarget {
        /// The input.
        file: FileName,
        /// What is asked for.
        target: String,
        /// The whole IDs that may be meant, in canonical form.
        candidates: Vec<String>,
    },
    /// An ID is given twice.
    #[error("{}", same(first, second))]
    Duplicate {
        /// The ID as given first.
        first: String,
        /// The ID as given again, perhaps in another spelling.
        second: String,
    },
    /// Two IDs must not be in one bundle.
    #[error(
        "{:?} and {:?} cannot stand in one bundle: {text}",
        Shortened(first),
        Shortened(second)
    )]
    Conflict {
        /// The first of them.
        first: String,
        /// The second.
        second: String,
        /// The rule's name in the schema.
        rule: &'static str,
        /// What is wrong.
        text: String,
    },
    /// Not exactly one entry for the host where there must be one, or several where there may be one.
    #[error("expected exactly one host target, found {found}")]
    NoHost {
        /// How many there are.
        found: usize,
    },
    /// Standard input is to be read more than once.
    #[error("standard input is given twice, but can be read only once")]
    StandardInputTwice,
    /// The output would replace an input.
    #[error("{file}: the output is one of the inputs")]
    OutputIsInput {
        /// The output.
        file: FileName,
    },
    /// Two outputs are one file.
    #[error("{file}: two outputs are this file; give each a file of its own")]
    SameOutput {
        /// The output.
        file: FileName,
    },
    /// An output exists, and was not asked to be replaced.
    #[error("{file}: exists already")]
    Exists {
        /// The output.
        file: FileName,
    },
    /// A form that is known but cannot be handled yet.
    #[error("{file}: {}not supported as file type {file_type:?}: {why}", describe_kind(kind.as_ref()))]
    #[strum(serialize = "not-yet")]
    Unsupported {
        /// The input or output.
        file: FileName,
        /// What it is, where that is the reason.
        kind: Option<FileKind>,
        /// The name of the file type.
        file_type: &'static str,
        /// Why.
        why: &'static str,
    },
    /// Compression was asked for where the form of the output has none.
    #[error(
        "{file}: code objects in sections of an object file are not compressed: leave out the compression, or choose another file type"
    )]
    NotCompressible {
        /// The output.
        file: FileName,
    },
    /// An ID that is asked for or to be stored cannot be used.
    #[error("{:?}: {}{}", Shortened(id), faults(invalid), like_this(such_as))]
    BadId {
        /// The ID.
        id: String,
        /// What is wrong with it.
        invalid: Invalid,
        /// An ID that is right and may have been meant, if there is one at hand.
        such_as: Option<String>,
    },
    /// An ID that is asked for or to be stored holds a control character.
    #[error(
        "{:?}: column {column}: expected a printable character, found {character:?}",
        Shortened(id)
    )]
    #[strum(serialize = "bad-id")]
    Unprintable {
        /// The ID.
        id: String,
        /// Where, in characters from 1.
        column: usize,
        /// The character.
        character: char,
    },
    /// An ID has no spelling in the style that it is to be stored in.
    #[error("{:?}: {error}", Shortened(id))]
    #[strum(serialize = "bad-id")]
    Unspellable {
        /// The ID.
        id: String,
        /// Why not.
        error: StyleError,
    },
    /// A content could not be read back from the container.
    #[error("{file}: at byte {offset:#x}: expected content that can be read back, found {what}")]
    Unsound {
        /// The input that holds the content.
        file: FileName,
        /// Where, in bytes from the start of the input.
        offset: u64,
        /// What is there.
        what: &'static str,
    },
    /// No entry of the inputs fits what is asked for.
    #[error("{}{}", nothing_fits(files, stored, *left_out), nearest_are(nearest))]
    NothingFits {
        /// The inputs.
        files: Vec<FileName>,
        /// The IDs stored, each once, in file order.
        stored: Vec<String>,
        /// The entries that come nearest to what is asked for, and what keeps them from it.
        nearest: Vec<NearMiss>,
        /// How many entries fit but have no content.
        left_out: u64,
    },
    /// Something is in the place of an output that is no regular file, so that it cannot be replaced.
    #[error("{file}: not a regular file; refusing to replace it")]
    NotAFile {
        /// The output.
        file: FileName,
    },
    /// The bundles of an input are not by themselves, so that none can be replaced by another.
    #[error(
        "{file}: its bundles lie within an object file or an archive, which would have to be rebuilt around others"
    )]
    Inside {
        /// The input.
        file: FileName,
    },
    /// The bundles of an input cannot be replaced by others, or not as it is asked for.
    #[error("{file}: {fault}")]
    Rewrite {
        /// The input.
        file: FileName,
        /// Why not.
        fault: RewriteFault,
    },
    /// Text bundles beside others cannot follow one another: their ends could not be found.
    #[error("{file}: text bundles cannot follow other bundles, because the end of one could not be found")]
    NotTogether {
        /// The output.
        file: FileName,
    },
    /// Code objects are to be aligned in a form that has no room between them.
    #[error(
        "{file}: code objects cannot be aligned in this form ({format}), in which nothing may stand between them: leave out the alignment"
    )]
    NotAlignable {
        /// The output.
        file: FileName,
        /// The title of the format.
        format: &'static str,
    },
    /// Bundles of this form cannot be at multiples of a number, because nothing may be between them.
    #[error("{file}: nothing may stand between one {format} and the next, so they cannot be aligned")]
    NoPadding {
        /// The output.
        file: FileName,
        /// The title of the format.
        format: &'static str,
    },
    /// No format that holds code objects is known.
    #[error("no format that holds code objects is known")]
    NoContainer,
    /// No format of compressed files is known.
    #[error("no format of compressed files is known")]
    NoCompression,
    /// No image is given.
    #[error("there is no image to pack")]
    NoImages,
    /// No image of the input fits a request.
    #[error("{file}: no image fits {asked}; {}{}", there_is(stored), nearest_are(nearest))]
    NoImageFits {
        /// The input.
        file: FileName,
        /// What is asked for.
        asked: String,
        /// The bundle entry IDs that the attributes of the images amount to, in file order.
        stored: Vec<String>,
        /// The images that come nearest, and what keeps them from it.
        nearest: Vec<NearMiss>,
    },
    /// Several images fit a request that wants one.
    #[error(
        "{}: {} images fit {asked}: {}; ask for more of what tells them apart, or leave out the file, and each goes to one of its own",
        output, images.len(), list(images)
    )]
    SeveralImages {
        /// The file for the one that is wanted.
        output: FileName,
        /// What is asked for.
        asked: String,
        /// The bundle entry IDs of those that fit.
        images: Vec<String>,
    },
    /// An input holds code objects, but in a format that says nothing of them beside IDs.
    #[error("{file}: it holds no images, but a {format}")]
    NotPacked {
        /// The input.
        file: FileName,
        /// The title of the format.
        format: &'static str,
    },
    /// An archive is to be made, and no name is given for it.
    #[error("no file is given for the archive of what fits {asked}")]
    NoArchiveName {
        /// What is asked for.
        asked: String,
    },
    /// A format has no room for all that is said of the entries of an input.
    #[error("{file}: cannot be stored in this format: {}", lost.join("; "))]
    Lossy {
        /// The input.
        file: FileName,
        /// What would be lost.
        lost: Vec<String>,
    },
    /// A release has no number for a word.
    #[error("{}: no number for the word {word:?}; known: {}", of_release(*release), known.join(", "))]
    NoNumber {
        /// The word.
        word: String,
        /// The release; any where none is named.
        release: Option<&'static str>,
        /// The words that it has numbers for.
        known: Vec<&'static str>,
    },
    /// A format has no such version.
    #[error(
        "no version {version} of this format ({format}) is known; there is {}",
        numbers(known)
    )]
    NoVersion {
        /// The title of the format.
        format: &'static str,
        /// The version.
        version: u64,
        /// The versions that there are.
        known: &'static [u64],
    },
    /// A method of compression has no such level.
    #[error("compression with {method}: {why}")]
    BadLevel {
        /// The method.
        method: &'static str,
        /// What levels there are.
        why: String,
    },
    /// A size does not fit its field in the version of a format that was asked for.
    #[error(
        "{file}: too large for {}this format ({format}): {error}; {}",
        version_of(*version),
        room(fitting)
    )]
    NoRoom {
        /// The output.
        file: FileName,
        /// The title of the format.
        format: &'static str,
        /// The version; none where the format has no versions.
        version: Option<u64>,
        /// Which field, and how much fits.
        error: WriteError,
        /// The versions that have room.
        fitting: Vec<u64>,
    },
}

mod of_files;
mod of_ids;
mod place;
#[cfg(test)]
mod tests;
