//! Text in columns.

use std::{string::String, vec::Vec};

/// How a column is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    /// Text: flush left.
    Left,
    /// Numbers: flush right.
    Right,
}

/// Sets `rows`, the first of which is the heading, in columns; two spaces stand between columns and none at the end of a line.
pub(super) fn table(columns: &[Align], rows: &[Vec<String>]) -> String {
    let width_of = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| width(cell))
            .max()
    };
    let widths: Vec<usize> = (0..columns.len()).map(|column| width_of(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for ((cell, align), full) in row.iter().zip(columns).zip(&widths) {
            let pad = " ".repeat(full.saturating_sub(width(cell)));
            let (before, after) = match align {
                Align::Left => ("", pad.as_str()),
                Align::Right => (pad.as_str(), ""),
            };
            if !line.is_empty() {
                line.push_str("  ");
            }
            line.extend([before, cell, after]);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn width(cell: &str) -> usize {
    cell.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn columns_line_up() {
        let rows = [["size", "ID"], ["7", "x"], ["12345", "yy"]].map(|row| row.map(|cell| cell.to_string()).to_vec());
        let text = table(&[Align::Right, Align::Left], &rows);
        assert_eq!(text, " size  ID\n    7  x\n12345  yy\n");
    }
}
