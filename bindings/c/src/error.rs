//! Errors for C.

use std::ffi::{CStr, CString, c_char};

use offload_bundle::ImageLengthError;
use offload_bundle::offload_bundle_core::ids::IdComponentError;

use crate::foreign::Held;
use crate::owned_text::{file_name, to_c_string};
use crate::status::Status;

/// Value of a missing number, such as the offset of a compressed code object or of an error without an offset.
pub const OB_NONE: u64 = u64::MAX;

/// The reason for a failed call. The caller frees it.
///
/// The error owns its texts, which end with a zero byte and may be empty. They are never null, even for a null error.
pub struct Error {
    status: Status,
    code: CString,
    message: CString,
    file: CString,
    path: CString,
    offset: u64,
}

pub(crate) enum Failure {
    Library(Box<offload_bundle::Error>),
    /// Code and message.
    Argument(&'static str, String),
    Length(ImageLengthError),
    /// No match, with a message.
    None(&'static str),
    Fault,
}

impl Failure {
    pub(crate) fn null(what: &str) -> Self {
        Self::Argument("null", format!("{what} is null"))
    }

    pub(crate) fn not_text(what: &str) -> Self {
        Self::Argument("not-text", format!("{what} is not UTF-8"))
    }

    pub(crate) fn out_of_range(what: &str) -> Self {
        Self::Argument("no-such-position", format!("there is no such {what}"))
    }

    pub(crate) fn bad_id(text: &str, error: &IdComponentError) -> Self {
        let message = match error {
            IdComponentError::Malformed(error) => format!("{text:?}: {error}"),
            // The message includes the text.
            error => error.to_string(),
        };
        Self::Argument("bad-id", message)
    }
}

impl From<ImageLengthError> for Failure {
    fn from(error: ImageLengthError) -> Self {
        Self::Length(error)
    }
}

impl From<offload_bundle::Error> for Failure {
    fn from(error: offload_bundle::Error) -> Self {
        Self::Library(Box::new(error))
    }
}

impl Error {
    pub(crate) fn new(failure: &Failure) -> Self {
        match failure {
            Failure::Library(error) => Self {
                status: Status::new(error),
                code: to_c_string(error.code()),
                message: to_c_string(match error.hint() {
                    Some(hint) => format!("{error}; {hint}"),
                    None => error.to_string(),
                }),
                file: error.file().map(file_name).unwrap_or_default(),
                path: error
                    .path()
                    .map(|path| to_c_string(path.to_string()))
                    .unwrap_or_default(),
                offset: error.offset().unwrap_or(OB_NONE),
            },
            Failure::Length(error) => {
                let (status, code) = match error {
                    ImageLengthError::NeedsMore { .. } => (Status::NeedsMore, "needs-more"),
                    ImageLengthError::NotDeclared { .. } => (Status::Refused, "no-length"),
                    ImageLengthError::Unknown => (Status::NotABundle, "not-a-bundle"),
                    ImageLengthError::Damaged(error) => (Status::Malformed, error.problem.code()),
                };
                let mut made = Self::plain(status, code, &error.to_string());
                if let ImageLengthError::Damaged(error) = error {
                    made.path = to_c_string(error.path.to_string());
                    made.offset = error.offset;
                }
                made
            }
            Failure::Argument(code, message) => Self::plain(Status::InvalidArgument, code, message),
            Failure::None(why) => Self::plain(Status::NotFound, "not-found", why),
            Failure::Fault => Self::plain(
                Status::Fault,
                "fault",
                "a fault in offload_bundle: please report it, with the file that shows it",
            ),
        }
    }

    fn plain(status: Status, code: &str, message: &str) -> Self {
        Self {
            status,
            code: to_c_string(code),
            message: to_c_string(message),
            file: CString::default(),
            path: CString::default(),
            offset: OB_NONE,
        }
    }

    pub(crate) fn status(&self) -> Status {
        self.status
    }
}

fn text(error: &Held<Error>, of: impl for<'e> FnOnce(&'e Error) -> &'e CStr) -> *const c_char {
    error.get().map_or(c"", of).as_ptr()
}

/// Stable code of the error, such as `out-of-bounds`, as in `offload-bundle --json` and the Python module. Invalid arguments
/// have `null`, `not-text`, `no-such-position`, `bad-id`, `bad-word` and `too-small`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_failure_code(error: Held<Error>) -> *const c_char {
    text(&error, |error| &error.code)
}

/// The error message in one line, with file, byte and field.
#[unsafe(no_mangle)]
pub extern "C" fn ob_failure_message(error: Held<Error>) -> *const c_char {
    text(&error, |error| &error.message)
}

/// The name of the file, or `<memory>`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_failure_file(error: Held<Error>) -> *const c_char {
    text(&error, |error| &error.file)
}

/// The invalid field, such as `entries[0].len_code_object`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_failure_path(error: Held<Error>) -> *const c_char {
    text(&error, |error| &error.path)
}

/// Offset in bytes from the start of the file; `OB_NONE` for an error without an offset.
#[unsafe(no_mangle)]
pub extern "C" fn ob_failure_offset(error: Held<Error>) -> u64 {
    error.get().map_or(OB_NONE, |error| error.offset)
}

/// Frees an error. Null has no effect.
#[unsafe(no_mangle)]
pub extern "C" fn ob_failure_free(error: Option<Box<Error>>) {
    drop(error);
}
