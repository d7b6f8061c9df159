//! Sets text in columns.

use anstream::adapter::strip_str;
use unicode_width::UnicodeWidthStr;

/// Spaces between columns.
const SPACE: usize = 2;

/// A wider cell sticks out, so that other rows need no padding.
const WIDEST: usize = 120;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
}

const NARROWEST: usize = 20;

/// The widest cell so far, at most [`WIDEST`].
#[derive(Debug)]
pub(super) struct Columns {
    columns: Vec<(Align, usize)>,
    available: Option<usize>,
}

impl Columns {
    /// `available` is the terminal's width.
    pub(super) fn new(available: Option<usize>, columns: &[Align]) -> Self {
        Self { columns: columns.iter().map(|align| (*align, 0)).collect(), available }
    }

    /// No trailing spaces. The last cell is wrapped below its own start.
    pub(super) fn set(&mut self, rows: &[Vec<String>]) -> String {
        let widest = WIDEST.min(self.available.unwrap_or(WIDEST));
        for row in rows {
            // The last cell of a short row may be wider than its column.
            let beside = match row.len() < self.columns.len() {
                true => row.len().saturating_sub(1),
                false => row.len(),
            };
            for (cell, (_, full)) in row.iter().take(beside).zip(&mut self.columns) {
                *full = width(cell).min(widest).max(*full);
            }
        }
        let mut text = String::new();
        let indent = self.columns.first().map_or(0, |(_, full)| full.saturating_add(SPACE));
        for row in rows {
            let (mut before, mut at): (usize, usize) = (0, 0);
            for (number, (cell, (align, full))) in row.iter().zip(&self.columns).enumerate() {
                let pad = full.saturating_sub(width(cell));
                let (left, right) = match align {
                    Align::Left => (0, pad),
                    Align::Right => (pad, 0),
                };
                // The lines end at the last cell with text.
                if !cell.is_empty() {
                    let space = if number == 0 { 0 } else { SPACE };
                    let gap = before.saturating_add(space).saturating_add(left);
                    text.push_str(&" ".repeat(gap));
                    at = at.saturating_add(gap);
                    let is_last = number.saturating_add(1) == row.len() && *align == Align::Left;
                    let room = |at: usize| {
                        let room = self.available.filter(|_| is_last).and_then(|all| all.checked_sub(at));
                        room.filter(|room| *room >= NARROWEST)
                    };
                    let fits = self.available.is_none_or(|all| at.saturating_add(width(cell)) <= all);
                    match (room(at), room(indent)) {
                        _ if fits => text.push_str(cell),
                        (Some(room), _) => push_broken(&mut text, cell, at, room),
                        // No room after the other cells: the cell has its own lines.
                        (None, Some(room)) => {
                            text.truncate(text.trim_end_matches(' ').len());
                            text.push('\n');
                            text.push_str(&" ".repeat(indent));
                            push_broken(&mut text, cell, indent, room);
                        }
                        (None, None) => text.push_str(cell),
                    }
                    at = at.saturating_add(width(cell));
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

/// `cell` begins in the column `at`. Words longer than `room` stay whole.
fn push_broken(text: &mut String, cell: &str, at: usize, room: usize) {
    let mut used: usize = 0;
    for word in cell.split(' ') {
        let needed = width(word).saturating_add(1);
        match used {
            0 => used = needed.saturating_sub(1),
            _ if used.saturating_add(needed) <= room => {
                text.push(' ');
                used = used.saturating_add(needed);
            }
            _ => {
                text.push('\n');
                text.push_str(&" ".repeat(at));
                used = needed.saturating_sub(1);
            }
        }
        text.push_str(word);
    }
}

pub(super) fn table(available: Option<usize>, columns: &[Align], rows: &[Vec<String>]) -> String {
    Columns::new(available, columns).set(rows)
}

/// Colours have width 0, wide letters 2.
fn width(cell: &str) -> usize {
    // The fast path: most cells are plain.
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
        let text = table(None, &[Align::Right, Align::Left], &rows);
        assert_eq!(text, " size  ID\n    7  x\n12345  yy\n");
    }

    #[test]
    fn very_wide_cell_sticks_out() {
        let rows = [["a", "b"], [&"x".repeat(4000), "c"]].map(|row| row.map(|cell| cell.to_string()).to_vec());
        let text = table(None, &[Align::Left, Align::Left], &rows);
        assert_eq!(text.lines().map(str::len).collect::<Vec<_>>(), [WIDEST + 3, 4003]);
    }

    #[test]
    fn last_cell_is_wrapped_to_terminal() {
        let meaning = "a long explanation that has many more words, and one_word_that_is_longer_than_the_room";
        let rows = [["offset", "meaning"], ["0x18", meaning]].map(|row| row.map(|cell| cell.to_string()).to_vec());
        let columns = [Align::Left, Align::Left];
        let text = table(Some(40), &columns, &rows);
        let indent = " ".repeat(8);
        assert_eq!(
            text,
            format!(
                "offset  meaning\n0x18    a long explanation that has many\n{indent}more words, and\n{indent}one_word_that_is_longer_than_the_room\n"
            )
        );
        // Without room after the first cell, or without a terminal, rows are not wrapped.
        for available in [Some(20), Some(27), Some(0), None] {
            assert_eq!(table(available, &columns, &rows).lines().count(), 2, "{available:?}");
        }
    }

    #[test]
    fn last_cell_without_room_has_own_lines() {
        let rows = [["0x18", "a_long_path_of_a_field", "the meaning of this field"]];
        let rows = rows.map(|row| row.map(|cell| cell.to_string()).to_vec());
        let columns = [Align::Left; 3];
        let lines = "0x18  a_long_path_of_a_field\n      the meaning of this\n      field\n";
        assert_eq!(table(Some(28), &columns, &rows), lines);
        let line = "0x18  a_long_path_of_a_field  the meaning of this field\n";
        for available in [Some(25), Some(55), None] {
            assert_eq!(table(available, &columns, &rows), line, "{available:?}");
        }
    }

    #[test]
    fn wide_letters_and_colours_keep_columns() {
        let heading = anstyle::Style::new().bold();
        let heading = |text: &str| format!("{heading}{text}{heading:#}");
        let rows = [
            vec![heading("name"), heading("n"), heading("end")],
            vec!["漢字テスト".to_owned(), "1".to_owned(), String::new()],
            vec!["e\u{301}".to_owned(), String::new(), "x ".to_owned()],
        ];
        let text = table(None, &[Align::Left, Align::Right, Align::Left], &rows);
        let plain: String = strip_str(&text).collect();
        assert_eq!(plain, "name        n  end\n漢字テスト  1\ne\u{301}              x \n");
    }
}
