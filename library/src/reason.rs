//! Why the system refused something, in the system's own words.

use std::io;
use std::string::{String, ToString};

/// Returns the system's text for `error`, without the number that the standard library adds.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match (error.raw_os_error(), text.rfind(" (os error ")) {
        (Some(_), Some(end)) => text.get(..end).unwrap_or(&text).to_string(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_is_left_out() {
        let error = std::fs::read("no/such/file").unwrap_err();
        assert!(!reason(&error).contains("os error"), "{error}");
        assert_eq!(reason(&io::Error::other("odd (os error 2)")), "odd (os error 2)");
    }
}
