//! What every function does around its work: no panic leaves it, its results are set whatever happens, and an error is told.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::{Error, Failure};
use crate::foreign::Out;
use crate::status::Status;

/// Does `work`, and puts why it failed into `error`, or null.
pub(crate) fn run(error: Out<Option<Box<Error>>>, work: impl FnOnce() -> Result<(), Failure>) -> Status {
    let done = catch_unwind(AssertUnwindSafe(work)).unwrap_or(Err(Failure::Fault));
    let failed = done.err().map(|failure| Box::new(Error::new(&failure)));
    let status = failed.as_ref().map_or(Status::Ok, |failed| failed.status());
    error.put(failed);
    status
}

/// Does `work`, and puts what it makes into `out`, or null where it fails.
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

/// Does `work`, and puts what it finds into `out`, or `otherwise` where it fails.
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

/// Does `work`, which cannot fail: a panic in it, a fault of the library, amounts to `otherwise`.
pub(crate) fn or<T>(otherwise: T, work: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(otherwise)
}
