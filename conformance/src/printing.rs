//! Results on standard output. Their reader may have read enough, as `head` has: then the run goes on without, and its reports and
//! its exit code are as ever.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write, stdout};

/// Prints `text`, where anybody still reads it.
pub(crate) fn write_out(text: Arguments<'_>) {
    let mut stdout = stdout().lock();
    match stdout.write_fmt(text).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            eprintln!("offload-bundle-conformance: standard output: {error}");
            std::process::exit(2)
        }
        _ => {}
    }
}

/// Prints as `print!` does.
macro_rules! say {
    ($($words:tt)*) => { $crate::printing::write_out(format_args!($($words)*)) };
}

/// Prints as `println!` does.
macro_rules! say_line {
    ($($words:tt)*) => { $crate::printing::write_out(format_args!("{}\n", format_args!($($words)*))) };
}

pub(crate) use {say, say_line};
