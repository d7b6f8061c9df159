//! Opened files.

use std::ffi::{CStr, c_char};
use std::sync::Arc;

use offload_bundle::OffloadFile;

use crate::error::Error;
use crate::foreign::{Held, Out};
use crate::guard::{make, or};
use crate::input::{Given, Input, Options};
use crate::opened::{Bundle, File};
use crate::status::Status;

/// The version of this library, such as `0.1.0`. It stays.
#[unsafe(no_mangle)]
pub extern "C" fn ob_version() -> *const c_char {
    let version = concat!(env!("CARGO_PKG_VERSION"), "\0");
    CStr::from_bytes_with_nul(version.as_bytes()).unwrap_or(c"").as_ptr()
}

/// Opens a file, or bytes, with GPU code, and finds all bundles: those of a bundle file, compressed or not, of an object file, library or
/// program, of an archive. Unless `OB_LENIENT` is set, only what is sound is opened.
///
/// `options` may be null; it takes `OB_LENIENT`, `OB_CARVE` and `OB_SKIP_DIGESTS`. On success `*file` is an opened file, which the caller
/// closes; otherwise null.
#[unsafe(no_mangle)]
pub extern "C" fn ob_open(
    input: Input,
    options: Option<&Options>,
    file: Out<Option<Box<File>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(file, error, || {
        let options = Options::opening(options)?;
        let opened = match input.resolve()? {
            Given::Path(path) => options.open(path)?,
            Given::Bytes(bytes) => options.open_bytes(bytes)?,
        };
        Ok(File(Arc::new(opened)))
    })
}

/// Closes a file. Its bundles, entries and texts are gone then; bytes and matches that were made of it stay until they are freed. Null is
/// nothing.
#[unsafe(no_mangle)]
pub extern "C" fn ob_file_close(file: Option<Box<File>>) {
    or((), || drop(file));
}

/// How many bundles it has; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn ob_file_bundle_count(file: Held<File>) -> usize {
    or(0, || File::file_of(&file).map_or(0, OffloadFile::bundle_count))
}

/// Its bundle with this number, from 0, in file order. Where there is none, a bundle without a file, of which nothing can be known.
#[unsafe(no_mangle)]
pub extern "C" fn ob_file_bundle(file: Held<File>, number: usize) -> Bundle {
    or(Bundle::NONE, || {
        let bundle = File::file_of(&file).and_then(|opened| opened.bundle(number));
        bundle.map_or(Bundle::NONE, |_| Bundle { file, number })
    })
}
