//! Detection of code that rustfmt silently leaves unformatted, for example because of a long string. rustfmt removes
//! trailing spaces only where it formats.

pub(crate) const LEAVE_ALONE: &str = "#[rustfmt::skip]";

/// Appends a space to each line of code that rustfmt should format. A space that remains marks unformatted code, unless
/// the line has a string: see [`left_behind`].
pub fn mark(text: &str) -> String {
    let mut is_left_alone = false;
    let mark_line = |line: &str| {
        is_left_alone |= line == LEAVE_ALONE;
        let is_code =
            line.ends_with([',', ';', '(', '{', '[', ')', '}', ']', '>']) && !line.trim_start().starts_with("//");
        let marked = format!("{line}{}\n", if is_code && !is_left_alone { " " } else { "" });
        is_left_alone &= !line.ends_with(';');
        marked
    };
    text.lines().map(mark_line).collect()
}

/// Returns the first line of formatted text, from 1, with a remaining space.
pub fn left_behind(formatted: &str) -> Option<usize> {
    formatted
        .lines()
        .position(|line| line.ends_with(' '))
        .map(|line| line + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_code_get_a_space() {
        let text = "// A list,\nf(\n    a,\n    \"b \\\n    c\",\n);\n";
        assert_eq!(mark(text), "// A list,\nf( \n    a, \n    \"b \\\n    c\", \n); \n");
        assert_eq!(left_behind(text), None);
        let table = "#[rustfmt::skip]\nstatic A: &[u8] = &[\n    1,\n];\nf(";
        assert_eq!(mark(table), format!("{table} \n"));
        assert_eq!(left_behind("a\nlet b = \"c, \nd\";\n"), Some(2));
    }
}
