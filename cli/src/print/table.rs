//! Text in columns.

/// How a column is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    /// Text: flush left.
    Left,
    /// Numbers: flush right.
    Right,
}

/// Columns that are as wide as the widest cell so far.
#[derive(Debug)]
pub(super) struct Columns {
    columns: Vec<(Align, usize)>,
}

impl Columns {
    /// Columns without width.
    pub(super) fn new(columns: &[Align]) -> Self {
        Self { columns: columns.iter().map(|align| (*align, 0)).collect() }
    }

    /// Sets `rows` in columns; two spaces stand between columns and none at the end of a line.
    pub(super) fn set(&mut self, rows: &[Vec<String>]) -> String {
        for row in rows {
            for (cell, (_, full)) in row.iter().zip(&mut self.columns) {
                *full = width(cell).max(*full);
            }
        }
        let mut text = String::new();
        for row in rows {
            let mut line = String::new();
            for (cell, (align, full)) in row.iter().zip(&self.columns) {
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
}

/// Sets `rows`, the first of which is the heading, in columns.
pub(super) fn table(columns: &[Align], rows: &[Vec<String>]) -> String {
    Columns::new(columns).set(rows)
}

fn width(cell: &str) -> usize {
    cell.chars().count()
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
}
