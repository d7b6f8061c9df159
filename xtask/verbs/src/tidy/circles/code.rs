//! Removes comments, literals and test items from source text.

/// The text with blanks for comments, string and character literals, and test items.
pub fn code(text: &str) -> String {
    without_tests(&without_texts(text))
}

fn without_texts(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let skipped = match letter {
            '/' if rest.starts_with("//") => rest.find('\n'),
            '/' if rest.starts_with("/*") => rest.find("*/").map(|at| at + 2),
            '"' => end_of_text(rest),
            'r' if !code.ends_with(is_word) => end_of_raw_text(rest),
            '\'' => end_of_letter(rest),
            _ => Some(0),
        };
        match skipped {
            Some(0) => {
                code.push(letter);
                rest = &rest[letter.len_utf8()..];
            }
            skipped => {
                code.push(' ');
                rest = &rest[skipped.unwrap_or(rest.len())..];
            }
        }
    }
    code
}

pub fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn end_of_text(rest: &str) -> Option<usize> {
    let mut letters = rest.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some(at + 1),
            '\\' => _ = letters.next(),
            _ => {}
        }
    }
    None
}

/// 0 if no raw string begins.
fn end_of_raw_text(rest: &str) -> Option<usize> {
    let marks = rest[1..].chars().take_while(|letter| *letter == '#').count();
    let begin = marks + 2;
    if !rest[1 + marks..].starts_with('"') {
        return Some(0);
    }
    let end = format!("\"{}", "#".repeat(marks));
    rest[begin..].find(&end).map(|at| begin + at + end.len())
}

/// 0 for a lifetime.
fn end_of_letter(rest: &str) -> Option<usize> {
    let mut letters = rest.char_indices().skip(1);
    match letters.next() {
        Some((_, '\\')) => rest[3..].find('\'').map(|at| at + 4),
        Some(_) => Some(
            letters
                .next()
                .filter(|(_, letter)| *letter == '\'')
                .map_or(0, |(at, _)| at + 1),
        ),
        None => Some(0),
    }
}

fn without_tests(code: &str) -> String {
    let mut parts = code.split("#[cfg(test)]");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.push_str(&part[end_of_item(part)..]);
    }
    kept
}

/// Its block, a semicolon, or a comma after a field.
fn end_of_item(code: &str) -> usize {
    let (mut depth, mut blocks) = (0, 0);
    for (at, letter) in code.char_indices() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '{' => blocks += 1,
            '}' => {
                blocks -= 1;
                if blocks <= 0 {
                    return at + 1;
                }
            }
            ';' | ',' if depth == 0 && blocks == 0 => return at + 1,
            _ => {}
        }
    }
    code.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_blank() {
        let text = "a /* b */ \"c \\\" d\" 'e' '\\n' '\\'' &'f g r#\"h \" i\"# for r in j // k\nl";
        let words: Vec<String> = code(text).split_whitespace().map(str::to_owned).collect();
        assert_eq!(words, ["a", "&'f", "g", "for", "r", "in", "j", "l"]);
    }

    #[test]
    fn only_test_items_are_removed() {
        let text = "a\n#[cfg(test)]\nmod tests;\nb\n#[cfg(test)]\n#[allow(c, d)]\nmod tests { e { f } }\ng { #[cfg(test)]\n h: [i, j], k }";
        let words: Vec<String> = code(text).split_whitespace().map(str::to_owned).collect();
        assert_eq!(words, ["a", "b", "g", "{", "k", "}"]);
    }
}
