//! Shows where rustfmt gives up. It leaves a piece of code as it is when something in it fits no line, such as a string that has no
//! place to be broken, and says nothing; but it takes away space at the end of lines only where it formats.

/// What tells rustfmt to leave the item behind it as it is, up to its semicolon at the end of a line.
pub(crate) const LEAVE_ALONE: &str = "#[rustfmt::skip]";

/// `text` with a space behind each line of code that rustfmt is to format. Where it leaves one, it fails, unless the line has a string
/// in it: see [`left_behind`].
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

/// The first line of formatted text, counted from 1, in which a space was left.
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
