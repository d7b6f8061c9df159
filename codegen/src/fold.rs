//! Folding of long lines of C at commas and operators, and removal of repeated empty lines. Comments are already
//! wrapped.

const COLUMNS: usize = 120;

pub fn fold_code(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut was_empty = false;
    for line in text.lines().map(str::trim_end) {
        if !(line.is_empty() && was_empty) {
            fold(line, &mut out);
        }
        was_empty = line.is_empty();
    }
    out
}

fn fold(line: &str, out: &mut String) {
    let indent = line.len() - line.trim_start().len();
    let (mut rest, mut before) = (line, 0);
    while before + rest.len() > COLUMNS {
        // After existing text, the first fold must not be at its end.
        let least = if before == 0 { indent + 8 } else { 0 };
        let Some((first, second)) = place(rest, least, COLUMNS - before).map(|at| rest.split_at(at)) else {
            break;
        };
        put(first.trim_end(), before, out);
        (rest, before) = (second.trim_start(), indent + 8);
    }
    put(rest, before, out);
}

fn put(line: &str, before: usize, out: &mut String) {
    out.extend(std::iter::repeat_n(' ', before));
    out.push_str(line);
    out.push('\n');
}

/// The last after `least` within `room`, outside of string literals, or else the first one.
fn place(line: &str, least: usize, room: usize) -> Option<usize> {
    let (mut inside, mut escaped, mut last, mut before) = (false, false, None, ' ');
    for (at, letter) in line.char_indices() {
        if at > room && last.is_some() {
            break;
        }
        match letter {
            '"' if !escaped => inside = !inside,
            ' ' if !inside && at > least && matches!(before, ',' | '|' | '&' | '=' | '?' | ':') => last = Some(at),
            _ => {}
        }
        escaped = letter == '\\' && !escaped;
        before = letter;
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_folded_outside_of_literals() {
        let call = format!("    function(a, \"{}\", b, c);\n\n\n\nx\n", "x, ".repeat(40));
        let folded = fold_code(&call);
        let lines: Vec<&str> = folded.lines().collect();
        assert_eq!(lines.first(), Some(&"    function(a,"));
        assert_eq!(folded.replace([' ', '\n'], ""), call.replace([' ', '\n'], ""));
        assert!(folded.ends_with(";\n\nx\n"), "{folded}");
    }

    #[test]
    fn short_lines_are_unchanged() {
        assert_eq!(fold_code("int a = 1, b = 2;\n"), "int a = 1, b = 2;\n");
    }
}
