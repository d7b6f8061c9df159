//! Layout of tables: a value on one line if it fits, list items on separate lines. rustfmt would put each field on a
//! line, so it skips tables.

const COLUMNS: usize = 120;
const INDENT: usize = 4;
/// Columns before a table on its first line.
const HEAD: usize = 56;
/// Minimum for a piece of a string.
const PIECE_COLUMNS: usize = 48;

#[derive(Debug)]
pub(super) enum Piece {
    /// On one line, unless it is a long string.
    Text(String),
    Group {
        open: String,
        items: Vec<Vec<Piece>>,
        close: &'static str,
    },
}

pub(super) fn text_of(pieces: &[Piece]) -> String {
    let mut page = Page { text: String::new(), column: HEAD };
    page.put(pieces, 0, 1);
    page.text
}

fn flat(pieces: &[Piece]) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Group { open, items, close } => {
            let items: Vec<String> = items.iter().map(|item| flat(item)).collect();
            format!("{open}{}{close}", items.join(", "))
        }
    };
    pieces.iter().map(piece).collect()
}

fn width(pieces: &[Piece]) -> usize {
    flat(pieces).chars().count()
}

fn is_row(item: &[Piece]) -> bool {
    item.iter()
        .any(|piece| matches!(piece, Piece::Group { open, close, .. } if *close == " }" || open.ends_with("::new(")))
}

struct Page {
    text: String,
    column: usize,
}

impl Page {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.column += text.chars().count();
    }

    fn line(&mut self, indent: usize) {
        self.text.truncate(self.text.trim_end_matches(' ').len());
        self.text.push('\n');
        self.text.push_str(&" ".repeat(indent));
        self.column = indent;
    }

    fn fits(&self, pieces: &[Piece], more: usize) -> bool {
        self.column + width(pieces) + more <= COLUMNS
    }

    /// Reserves `more` columns.
    fn put(&mut self, pieces: &[Piece], indent: usize, more: usize) {
        for (index, piece) in pieces.iter().enumerate() {
            let (_, rest) = pieces.split_at(index + 1);
            let more = more + width(rest);
            let alone = std::slice::from_ref(piece);
            match piece {
                _ if self.fits(alone, more) => self.push(&flat(alone)),
                Piece::Text(text) if text.starts_with('"') => self.string(text, indent, more),
                Piece::Text(text) => self.push(text),
                Piece::Group { open, items, close } if open == "[" => {
                    self.push(open);
                    self.list(items, indent + INDENT);
                    self.line(indent);
                    self.push(close);
                }
                Piece::Group { open, items, close } => {
                    self.push(open);
                    self.fields(items, indent, more + close.len());
                    self.push(close);
                }
            }
        }
    }

    fn list(&mut self, items: &[Vec<Piece>], indent: usize) {
        for (index, item) in items.iter().enumerate() {
            match index > 0 && !is_row(item) && self.fits(item, 2) {
                true => self.push(" "),
                false => self.line(indent),
            }
            self.put(item, indent, 1);
            self.push(",");
        }
    }

    /// Fills lines with fields, unless an earlier field needs several lines.
    fn fields(&mut self, items: &[Vec<Piece>], indent: usize, more: usize) {
        let mut is_long = false;
        for (index, item) in items.iter().enumerate() {
            let is_last = index + 1 == items.len();
            let more = if is_last { more } else { 1 };
            let fits = self.fits(item, more + 1);
            match (index, fits) {
                // A single argument follows the name directly.
                (0, _) if fits || is_last => {}
                (0, _) => self.line(indent + INDENT),
                (_, true) if !is_long => self.push(" "),
                _ => self.line(indent + INDENT),
            }
            let deeper = if index == 0 && is_last { 0 } else { INDENT };
            let start = self.text.len();
            self.put(item, indent + deeper, more);
            is_long = self.text.get(start..).is_some_and(|put| put.contains('\n'));
            self.push(if is_last { "" } else { "," });
        }
    }

    fn string(&mut self, literal: &str, indent: usize, more: usize) {
        let room = |before: usize| COLUMNS.saturating_sub(before + 1).max(PIECE_COLUMNS);
        let pieces = pieces(literal, room(self.column + more), room(indent + INDENT));
        for (index, piece) in pieces.iter().enumerate() {
            if index > 0 {
                // A backslash at the end of a line removes the line break and leading space from the string.
                self.push("\\");
                self.line(indent + INDENT);
            }
            self.push(piece);
        }
    }
}

/// After spaces: at most `first` characters, then `others`. Longer words are not split.
fn pieces(literal: &str, first: usize, others: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let (mut width, mut columns) = (0, first);
    for word in literal.split_inclusive(' ') {
        let length = word.chars().count();
        if let Some(last) = pieces.last_mut() {
            // Space at the start of a piece would be lost.
            if width > 0 && width + length > columns && word != " " {
                pieces.push(word.to_owned());
                (width, columns) = (length, others);
            } else {
                last.push_str(word);
                width += length;
            }
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Vec<Piece> {
        vec![Piece::Text(text.to_owned())]
    }

    fn list(items: Vec<Vec<Piece>>) -> Vec<Piece> {
        vec![Piece::Group { open: "[".to_owned(), items, close: "]" }]
    }

    #[test]
    fn values_share_lines_but_rows_do_not() {
        let numbers = || (100..124).map(|number| text(&number.to_string())).collect::<Vec<_>>();
        let lines = text_of(&list(numbers()));
        assert_eq!(
            lines,
            "[\n    100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122,\n    123,\n]"
        );
        let row = || Piece::Group { open: "Row { ".to_owned(), items: numbers(), close: " }" };
        let rows = text_of(&list(vec![vec![row()], vec![row()]]));
        let each = format!(
            "    Row {{ {}122, 123 }},\n",
            lines.lines().nth(1).unwrap().trim().replace("122,", "\n        ")
        );
        assert_eq!(rows.replace("121,\n", "121, \n"), format!("[\n{each}{each}]"));
    }

    #[test]
    fn long_string_breaks_between_words_unchanged() {
        let word = "word ".repeat(30);
        let strings = [format!("\"{word}\""), "\"  \"".to_owned(), format!("\"{}\"", "x".repeat(200))];
        let lines = text_of(&list(strings.iter().map(|string| text(string)).collect()));
        let short = |line: &str| line.len() <= COLUMNS || line.contains("xx");
        assert!(lines.lines().all(short), "{lines}");
        assert!(lines.contains("word \\\n        word word"), "{lines}");
        let joined = lines.replace("\\\n        ", "").replace("\n    ", "");
        assert_eq!(
            joined,
            format!("[{},\n]", strings.join(",")).replace(",\"  \"", ", \"  \"")
        );
        // Space at the start of a line would be lost.
        let spaces = format!("\"{}    end\"", "word ".repeat(23));
        assert_eq!(text_of(&text(&spaces)).replace("\\\n    ", ""), spaces);
    }
}
