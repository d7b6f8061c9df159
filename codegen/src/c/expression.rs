//! Lengths, counts and offsets in C: computed from the members of a record, on behalf of the number that errors blame.

use offload_bundle_core::layout::{Expression, Measure};

use super::reader::Reader;
use super::spelling::{attempt, literal, number};
use crate::ir::layout::is_itself;

impl Reader<'_, '_> {
    fn wide(self, expression: &Expression<'_>) -> String {
        let both = |function, left, right| format!("{function}({}, {})", self.wide(left), self.wide(right));
        match expression {
            Expression::Number(value) => format!("obi_wide_of({})", number(*value)),
            Expression::Own(id) => format!("obi_wide_of(record->{})", self.of.member(id)),
            Expression::Plus(left, right) => both("obi_plus", left, right),
            Expression::Minus(left, right) => both("obi_minus", left, right),
        }
    }

    /// The lines that set `variable`, an `obi_number`, to what `measure` gives. A constant is blamed on `otherwise`, another such number.
    pub(super) fn measure_lines(self, variable: &str, measure: &Measure<'_>, otherwise: &str) -> Vec<String> {
        let blamed = match measure.blame {
            Some(id) => format!(
                "obi_number_of(record->{}, record->{}, {})",
                self.of.member(id),
                self.of.place(id),
                literal(id)
            ),
            None => otherwise.to_owned(),
        };
        let mut lines = vec![format!("{variable} = {blamed};")];
        if !is_itself(measure) {
            let (result, text) = (self.wide(&measure.expression), literal(measure.text));
            lines.push(attempt(&format!(
                "obi_result(&record->bytes, &record->path, {result}, {text}, &{variable}, error)"
            )));
        }
        lines.extend(measure.limit.map(|limit| {
            let limit = number(limit);
            attempt(&format!(
                "obi_at_most(&record->bytes, &record->path, {variable}, {limit}, error)"
            ))
        }));
        lines
    }
}

/// Whether the lines that set a variable to what `measure` gives may end the function.
pub(super) fn can_fail(measure: &Measure<'_>) -> bool {
    !is_itself(measure) || measure.limit.is_some()
}
