//! Fields of what bundles are in, made short: its tables are shown, and nothing of the tables in what these point at, such as symbols.

use offload_bundle_core::describe::{Describer, Field, Shape};

/// Passes on everything but the lists in items of lists, and in parts.
pub(super) struct Tables<'d> {
    to: &'d mut dyn Describer,
    /// What is open and passed on: whether lists in it are left out.
    open: Vec<bool>,
    /// How many are open that are left out.
    left_out: usize,
}

impl<'d> Tables<'d> {
    pub(super) fn to(to: &'d mut dyn Describer) -> Self {
        Self { to, open: Vec::new(), left_out: 0 }
    }
}

impl Describer for Tables<'_> {
    fn begin(&mut self, name: &'static str, shape: Shape) {
        if self.left_out > 0 || shape == Shape::List && self.open.contains(&true) {
            self.left_out = self.left_out.saturating_add(1);
            return;
        }
        self.open.push(shape == Shape::Part);
        self.to.begin(name, shape);
    }

    fn item(&mut self, index: u64) {
        if self.left_out > 0 {
            self.left_out = self.left_out.saturating_add(1);
            return;
        }
        self.open.push(true);
        self.to.item(index);
    }

    fn field(&mut self, field: Field<'_>) {
        if self.left_out == 0 {
            self.to.field(field);
        }
    }

    fn end(&mut self) {
        match self.left_out.checked_sub(1) {
            Some(left) => self.left_out = left,
            None => {
                self.open.pop();
                self.to.end();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use offload_bundle_core::describe::{FieldValue, rows};

    use super::*;

    /// A list of a record with a number, in which there is `inner`.
    fn list(describer: &mut dyn Describer, name: &'static str, inner: &dyn Fn(&mut dyn Describer)) {
        describer.begin(name, Shape::List);
        describer.item(0);
        inner(describer);
        describer.field(Field { name: "at", offset: 0, len: 1, value: FieldValue::Number(7), meaning: "" });
        describer.end();
        describer.end();
    }

    #[test]
    fn tables_are_shown_and_those_in_what_they_point_at_are_not() {
        let paths = rows(|describer| {
            let mut tables = Tables::to(describer);
            list(&mut tables, "sections", &|describer| {
                describer.begin("content", Shape::Record);
                list(describer, "notes", &|_| {});
                describer.end();
            });
            tables.begin("header", Shape::Record);
            list(&mut tables, "tables", &|_| {});
            tables.begin("rest", Shape::Part);
            list(&mut tables, "symbols", &|describer| list(describer, "more", &|_| {}));
            tables.field(Field { name: "len", offset: 0, len: 1, value: FieldValue::Number(7), meaning: "" });
            tables.end();
            list(&mut tables, "names", &|_| {});
            tables.end();
            Ok::<(), ()>(())
        });
        let paths: Vec<String> = paths.unwrap().into_iter().map(|row| row.path).collect();
        assert_eq!(
            paths,
            ["sections[0].at", "header.tables[0].at", "header.rest.len", "header.names[0].at"]
        );
    }
}
