//! Prints results. A closed pipe, such as with `head`, stops only the printing.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write, stdout};

pub(crate) fn write_out(text: Arguments<'_>) {
    let text = plain(&text.to_string());
    let mut stdout = stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            eprintln!("offload-bundle-conformance: standard output: {error}");
            std::process::exit(2)
        }
        _ => {}
    }
}

/// Escapes control characters.
pub(crate) fn plain(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\t' => shown.push(character),
            control if control.is_control() => shown.extend(control.escape_default()),
            other => shown.push(other),
        }
    }
    shown
}

macro_rules! say {
    ($($words:tt)*) => { $crate::printing::write_out(format_args!($($words)*)) };
}

macro_rules! say_line {
    ($($words:tt)*) => { $crate::printing::write_out(format_args!("{}\n", format_args!($($words)*))) };
}

macro_rules! tell {
    ($($words:tt)*) => { eprintln!("{}", $crate::printing::plain(&format!($($words)*))) };
}

pub(crate) use {say, say_line, tell};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_controls_are_escaped() {
        assert_eq!(plain("a\tb\nc – d"), "a\tb\nc – d");
        assert_eq!(plain("\x1b[2J\r\0\u{9b}1m"), "\\u{1b}[2J\\r\\u{0}\\u{9b}1m");
    }
}
