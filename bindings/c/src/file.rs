//! Opened files.

use std::ffi::{CStr, c_char};
use std::sync::Arc;

use offload_bundle::OffloadFile;

use crate::error::Error;
use crate::foreign::{Held, Out};
use crate::guard::{make, or};
use crate::input::{Input, Options, RustInput};
use crate::opened::{Bundle, File};
use crate::status::Status;

/// Version of this library, such as `0.1.0`. Always valid.
#[unsafe(no_mangle)]
pub extern "C" fn ob_version() -> *const c_char {
    let version = concat!(env!("CARGO_PKG_VERSION"), "\0");
    CStr::from_bytes_with_nul(version.as_bytes()).unwrap_or(c"").as_ptr()
}

/// Opens a file or bytes with GPU code and finds the bundles: in a bundle file, compressed or not, in an object file, library or program,
/// or in an archive. A damaged file needs `OB_LENIENT`.
///
/// `options` may be null; it takes `OB_LENIENT`, `OB_CARVE` and `OB_SKIP_DIGESTS`. On success `*file` is an open file, which the caller
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
            RustInput::Path(path) => options.open(path)?,
            RustInput::Bytes(bytes) => options.open_bytes(bytes)?,
        };
        Ok(File(Arc::new(opened)))
    })
}

/// Closes a file and invalidates its bundles, entries and texts. Buffers and matches stay valid until freed. Null has no effect.
#[unsafe(no_mangle)]
pub extern "C" fn ob_file_close(file: Option<Box<File>>) {
    or((), || drop(file));
}

/// Number of bundles; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn ob_file_bundle_count(file: Held<File>) -> usize {
    or(0, || File::file_of(&file).map_or(0, OffloadFile::bundle_count))
}

/// Returns bundle `number`, from 0, in file order, or a bundle without a file if it is out of range.
#[unsafe(no_mangle)]
pub extern "C" fn ob_file_bundle(file: Held<File>, number: usize) -> Bundle {
    or(Bundle::NONE, || {
        let bundle = File::file_of(&file).and_then(|opened| opened.bundle(number));
        bundle.map_or(Bundle::NONE, |_| Bundle { file, number })
    })
}
