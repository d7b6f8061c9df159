//! Wraps every function: stops panics, sets all results, and returns errors.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::{Error, Failure};
use crate::foreign::Out;
use crate::status::Status;

/// `error` gets its error or null.
pub(crate) fn run(error: Out<Option<Box<Error>>>, work: impl FnOnce() -> Result<(), Failure>) -> Status {
    let done = catch_unwind(AssertUnwindSafe(work)).unwrap_or(Err(Failure::Fault));
    let failed = done.err().map(|failure| Box::new(Error::new(&failure)));
    let status = failed.as_ref().map_or(Status::Ok, |failed| failed.status());
    error.put(failed);
    status
}

/// `out` gets the result, or null on failure.
pub(crate) fn make<T>(
    out: Out<Option<Box<T>>>,
    error: Out<Option<Box<Error>>>,
    work: impl FnOnce() -> Result<T, Failure>,
) -> Status {
    let mut made = None;
    let is_null = out.is_null();
    let status = run(error, || {
        if is_null {
            return Err(Failure::null("the place for the result"));
        }
        made = Some(Box::new(work()?));
        Ok(())
    });
    out.put(made);
    status
}

/// `out` gets the result, or `otherwise` on failure.
pub(crate) fn find<T>(
    out: Out<T>,
    otherwise: T,
    error: Out<Option<Box<Error>>>,
    work: impl FnOnce() -> Result<T, Failure>,
) -> Status {
    let mut found = otherwise;
    let is_null = out.is_null();
    let status = run(error, || {
        if is_null {
            return Err(Failure::null("the place for the result"));
        }
        found = work()?;
        Ok(())
    });
    out.put(found);
    status
}

/// A panic is a fault of the library.
pub(crate) fn or<T>(otherwise: T, work: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(otherwise)
}
