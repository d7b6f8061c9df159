//! What the system says of standard input.

use std::io::{self, StdinLock};

use super::identity::Identity;

/// Refuses a standard input that is not open for reading, as the system would. The standard library takes such a one for an empty one.
#[cfg(unix)]
pub(super) fn refuse_unreadable(stdin: &StdinLock<'_>) -> io::Result<()> {
    // Reading nothing waits for nothing, and fails as reading something would.
    rustix::io::read(stdin, &mut [0; 0])?;
    Ok(())
}

/// Reading fails.
#[cfg(not(unix))]
pub(super) fn refuse_unreadable(_stdin: &StdinLock<'_>) -> io::Result<()> {
    Ok(())
}

/// Which file it is, where it is one.
#[cfg(unix)]
pub(super) fn identity(stdin: &StdinLock<'_>) -> io::Result<Option<Identity>> {
    use std::os::fd::AsFd;
    let stdin = std::fs::File::from(stdin.as_fd().try_clone_to_owned()?);
    Ok(Identity::new(&stdin.metadata()?))
}

/// Files have no identity here.
#[cfg(not(unix))]
pub(super) fn identity(_stdin: &StdinLock<'_>) -> io::Result<Option<Identity>> {
    Ok(None)
}
