//! Rows of what bundles are in, made short: a row for each record of a list.

use crate::report::{InspectedRow, Integer};

/// How many records of a list are shown.
const SHOWN: usize = 64;

/// Joins rows until the next one is of something else.
#[derive(Debug, Default)]
pub(super) struct Folded {
    /// The record that is being joined: its row, and which of its fields are in the value.
    record: Option<Record>,
    /// The list that is being read: its path, how many records have been shown, and the first that was not.
    list: Option<List>,
}

#[derive(Debug)]
struct Record {
    row: InspectedRow,
    texts: Vec<String>,
    numbers: Vec<String>,
}

#[derive(Debug)]
struct List {
    path: String,
    count: usize,
    more: Option<InspectedRow>,
}

impl Folded {
    /// Takes a row; what is complete goes to `see`.
    pub(super) fn take(&mut self, row: InspectedRow, see: &mut dyn FnMut(InspectedRow)) {
        let Some((list, rest)) = row.path.split_once('[') else {
            self.finish(see);
            return see(row);
        };
        let Some((index, field)) = rest.split_once(']') else {
            return see(row);
        };
        let (list, field) = (list.to_owned(), field.trim_start_matches('.').to_owned());
        let path = format!("{list}[{index}]");
        if self.record.as_ref().is_none_or(|record| record.row.path != path) {
            self.end_record(see);
            if self.list.as_ref().is_none_or(|known| known.path != list) {
                self.end_list(see);
                self.list = Some(List { path: list, count: 0, more: None });
            }
            let start = InspectedRow {
                path,
                size: Integer(0),
                value: String::new(),
                meaning: String::new(),
                number: None,
                error: None,
                ..row
            };
            self.record = Some(Record { row: start, texts: Vec::new(), numbers: Vec::new() });
        }
        if let Some(record) = &mut self.record {
            record.add(&field, &row);
        }
    }

    /// Shows what is not complete.
    pub(super) fn finish(&mut self, see: &mut dyn FnMut(InspectedRow)) {
        self.end_record(see);
        self.end_list(see);
    }

    fn end_record(&mut self, see: &mut dyn FnMut(InspectedRow)) {
        let (Some(record), Some(list)) = (self.record.take(), &mut self.list) else {
            return;
        };
        list.count = list.count.saturating_add(1);
        let row = record.join();
        if list.count <= SHOWN {
            see(row);
        } else {
            list.more.get_or_insert(row);
        }
    }

    fn end_list(&mut self, see: &mut dyn FnMut(InspectedRow)) {
        let Some(List { path, count, more: Some(first) }) = self.list.take() else {
            return;
        };
        let left_out = count.saturating_sub(SHOWN);
        see(InspectedRow {
            path,
            size: Integer(0),
            value: format!("{left_out} more"),
            left_out_count: Some(left_out),
            ..first
        });
    }
}

impl Record {
    /// Adds a field, unless it says nothing.
    fn add(&mut self, field: &str, row: &InspectedRow) {
        // Fields that are elsewhere do not count.
        let is_within = row.offset.0 == self.row.offset.0.saturating_add(self.row.size.0);
        if is_within {
            self.row.size = Integer(self.row.size.0.saturating_add(row.size.0));
        }
        self.row.error = self.row.error.or(row.error);
        let value = row.value.as_str();
        // Of a number with a name, the name says enough; without one it says little where it is not of the record itself.
        let named = value.strip_suffix(')').and_then(|value| value.split_once(" ("));
        let named = named.filter(|(number, _)| number.parse::<i128>().is_ok());
        let is_nothing = match row.number {
            Some(number) => number.0 == 0 || !is_within,
            None => row.error.is_none() && (matches!(value, "\"\"" | "false") || value.ends_with(" bytes")),
        };
        if named.is_none() && is_nothing {
            return;
        }
        let value = named.map_or(value, |(_, name)| name);
        let shown = [field, value].join(" ");
        match value.starts_with('"') {
            true => self.texts.push(shown.trim_start().to_owned()),
            false => self.numbers.push(shown.trim_start().to_owned()),
        }
    }

    /// One row for all fields: texts first, since they are what the record is called.
    fn join(self) -> InspectedRow {
        let value = [self.texts, self.numbers].concat().join(", ");
        InspectedRow { value, ..self.row }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(path: &str, offset: u64, value: &str) -> InspectedRow {
        let number = value.split_once(" (").map_or(value, |(number, _)| number);
        let number = number.parse().ok().map(Integer);
        let error = value.starts_with("unreadable").then_some("truncated");
        let (offset, size) = (Integer(offset), Integer(4));
        let (path, value, meaning) = (path.into(), value.into(), "It.".into());
        InspectedRow { path, offset, size, value, meaning, number, error, left_out_count: None }
    }

    fn folded(rows: Vec<InspectedRow>) -> Vec<(String, u64, u64, String)> {
        let mut seen = Vec::new();
        let mut see = |row: InspectedRow| seen.push((row.path, row.offset.0, row.size.0, row.value));
        let mut folded = Folded::default();
        rows.into_iter().for_each(|row| folded.take(row, &mut see));
        folded.finish(&mut see);
        seen
    }

    #[test]
    fn a_record_of_a_list_is_a_row() {
        let rows = vec![
            row("header.size", 0, "7"),
            row("sections[0].kind", 10, "3 (code)"),
            row("sections[0].unused", 14, "0"),
            row("sections[0].len", 18, "5"),
            row("sections[0].name", 90, "\".text\""),
            row("sections[0].names_at", 94, "86"),
            row("sections[0].use", 90, "0 (none)"),
            row("sections[0].link", 94, "unreadable: expected 4 bytes"),
            row("sections[1].content", 60, "12 bytes"),
            row("numbers[0]", 70, "9"),
            row("rest", 80, "1"),
        ];
        let expected = [
            ("header.size", 0, 4, "7"),
            (
                "sections[0]",
                10,
                12,
                "name \".text\", kind code, len 5, use none, link unreadable: expected 4 bytes",
            ),
            ("sections[1]", 60, 4, ""),
            ("numbers[0]", 70, 4, "9"),
            ("rest", 80, 4, "1"),
        ];
        assert_eq!(
            folded(rows),
            expected.map(|(path, offset, size, value)| (path.to_owned(), offset, size, value.to_owned()))
        );
    }

    #[test]
    fn of_a_long_list_the_first_are_shown_and_how_many_follow() {
        let rows = (0..70).map(|index| row(&format!("list[{index}].a"), index * 4, "1"));
        let seen = folded(rows.collect());
        assert_eq!(seen.len(), 65);
        assert_eq!(seen[63].0, "list[63]");
        assert_eq!(seen[64], ("list".into(), 256, 0, "6 more".into()));
    }
}
