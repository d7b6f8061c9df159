//! Text in columns.

use anstream::adapter::strip_str;
use unicode_width::UnicodeWidthStr;

/// Between two columns.
const SPACE: usize = 2;

/// Columns are at most this wide: a cell that is wider stands out, and does not fill all other rows with spaces.
const WIDEST: usize = 120;

/// How a column is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    /// Text: flush left.
    Left,
    /// Numbers: flush right.
    Right,
}

/// Columns that are as wide as the widest cell so far, up to [`WIDEST`].
#[derive(Debug)]
pub(super) struct Columns {
    columns: Vec<(Align, usize)>,
}

impl Columns {
    /// Columns without width.
    pub(super) fn new(columns: &[Align]) -> Self {
        Self { columns: columns.iter().map(|align| (*align, 0)).collect() }
    }

    /// Sets `rows` in columns; two spaces are between columns and none at the end of a line.
    pub(super) fn set(&mut self, rows: &[Vec<String>]) -> String {
        for row in rows {
            // What ends a row before the last column has nothing beside it.
            let beside = match row.len() < self.columns.len() {
                true => row.len().saturating_sub(1),
                false => row.len(),
            };
            for (cell, (_, full)) in row.iter().take(beside).zip(&mut self.columns) {
                *full = width(cell).min(WIDEST).max(*full);
            }
        }
        let mut text = String::new();
        for row in rows {
            let mut before: usize = 0;
            for (number, (cell, (align, full))) in row.iter().zip(&self.columns).enumerate() {
                let pad = full.saturating_sub(width(cell));
                let (left, right) = match align {
                    Align::Left => (0, pad),
                    Align::Right => (pad, 0),
                };
                // What is after the last cell that says something is left out.
                if !cell.is_empty() {
                    let space = if number == 0 { 0 } else { SPACE };
                    text.push_str(&" ".repeat(before.saturating_add(space).saturating_add(left)));
                    text.push_str(cell);
                    before = right;
                } else {
                    before = before
                        .saturating_add(*full)
                        .saturating_add(if number == 0 { 0 } else { SPACE });
                }
            }
            text.push('\n');
        }
        text
    }
}

/// Sets `rows`, the first of which is the heading, in columns.
pub(super) fn table(columns: &[Align], rows: &[Vec<String>]) -> String {
    Columns::new(columns).set(rows)
}

/// How many columns of a terminal the cell takes: colours take none, wide letters two.
fn width(cell: &str) -> usize {
    // Most cells are plain, and there may be very many.
    if cell.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return cell.len();
    }
    strip_str(cell).map(UnicodeWidthStr::width).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows = [["size", "ID"], ["7", "x"], ["12345", "yy"]].map(|row| row.map(|cell| cell.to_string()).to_vec());
        let text = table(&[Align::Right, Align::Left], &rows);
        assert_eq!(text, " size  ID\n    7  x\n12345  yy\n");
    }

    #[test]
    fn a_very_wide_cell_stands_out() {
        let rows = [["a", "b"], [&"x".repeat(4000), "c"]].map(|row| row.map(|cell| cell.to_string()).to_vec());
        let text = table(&[Align::Left, Align::Left], &rows);
        assert_eq!(text.lines().map(str::len).collect::<Vec<_>>(), [WIDEST + 3, 4003]);
    }

    #[test]
    fn wide_letters_and_colours_do_not_move_columns() {
        let heading = anstyle::Style::new().bold();
        let heading = |text: &str| format!("{heading}{text}{heading:#}");
        let rows = [
            vec![heading("name"), heading("n"), heading("end")],
            vec!["漢字テスト".to_owned(), "1".to_owned(), String::new()],
            vec!["e\u{301}".to_owned(), String::new(), "x ".to_owned()],
        ];
        let text = table(&[Align::Left, Align::Right, Align::Left], &rows);
        let plain: String = strip_str(&text).collect();
        assert_eq!(plain, "name        n  end\n漢字テスト  1\ne\u{301}              x \n");
    }
}
