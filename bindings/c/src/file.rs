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

/// Returns the version of the library, such as `0.1.0`. The text is static.
#[unsafe(no_mangle)]
pub extern "C" fn ob_version() -> *const c_char {
    let version = concat!(env!("CARGO_PKG_VERSION"), "\0");
    CStr::from_bytes_with_nul(version.as_bytes()).unwrap_or(c"").as_ptr()
}

/// Opens a file or memory with GPU code, and finds all bundles of a bundle file, object file, library, program or archive. Without
/// `OB_LENIENT`, damaged input is an error.
///
/// `options` may be null; it accepts `OB_LENIENT`, `OB_CARVE` and `OB_SKIP_DIGESTS`. `*file` gets the opened file, which the caller closes,
/// or null on failure.
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

/// Closes a file. Its bundles, entries and texts become invalid; buffers and matches stay valid until they are freed. Null is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn ob_file_close(file: Option<Box<File>>) {
    or((), || drop(file));
}

/// Returns the number of bundles; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn ob_file_bundle_count(file: Held<File>) -> usize {
    or(0, || File::file_of(&file).map_or(0, OffloadFile::bundle_count))
}

/// Returns the bundle at `number`, from 0, in file order. An invalid number gives a bundle without a file, on which all calls fail.
#[unsafe(no_mangle)]
pub extern "C" fn ob_file_bundle(file: Held<File>, number: usize) -> Bundle {
    or(Bundle::NONE, || {
        let bundle = File::file_of(&file).and_then(|opened| opened.bundle(number));
        bundle.map_or(Bundle::NONE, |_| Bundle { file, number })
    })
}
