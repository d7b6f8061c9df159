//! Removes unfinished files before a signal ends the program.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(crate) use unix::clean_up_at_the_end;
#[cfg(windows)]
pub(crate) use windows::clean_up_at_the_end;
