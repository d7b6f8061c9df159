//! Lengths, counts and offsets in C.

use offload_bundle_core::tree::{Binary, Expression, Formula, Measure};

use super::reader::Reader;
use super::spelling::{attempt, literal, number};
use crate::ir::layout::is_itself;

impl Reader<'_, '_> {
    fn wide(self, expression: &Expression<'_>) -> String {
        let both = |function, left, right| format!("{function}({}, {})", self.wide(left), self.wide(right));
        match expression {
            Expression::Number(value) => format!("obi_wide_of({})", number(u64::try_from(*value).unwrap_or_default())),
            Expression::Own(id) => format!("obi_wide_of(record->{})", self.of.member(id)),
            Expression::Binary(Binary::Plus, left, right) => both("obi_plus", left, right),
            Expression::Binary(Binary::Minus, left, right) => both("obi_minus", left, right),
            // Only sums and differences are possible.
            _ => String::new(),
        }
    }

    pub(super) fn condition(self, of: &Expression<'_>) -> String {
        let joined = self.operand(of);
        // Compilers warn about a comparison in double parentheses.
        let inner = joined.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        inner.map_or(joined.clone(), str::to_owned)
    }

    fn operand(self, of: &Expression<'_>) -> String {
        match of {
            Expression::Number(value) => number(u64::try_from(*value).unwrap_or_default()),
            Expression::Own(id) => format!("record->{}", self.of.member(id)),
            Expression::Unary(_, of) => format!("!{}", self.operand(of)),
            Expression::Binary(binary, left, right) => {
                let sign = match binary {
                    Binary::And => "&&",
                    Binary::Or => "||",
                    Binary::Equal => "==",
                    Binary::Unequal => "!=",
                    Binary::Less => "<",
                    Binary::AtMost => "<=",
                    Binary::Greater => ">",
                    Binary::AtLeast => ">=",
                    Binary::BitOr => "|",
                    _ => "&",
                };
                format!("({} {sign} {})", self.operand(left), self.operand(right))
            }
            _ => "1".to_owned(),
        }
    }

    /// Errors blame a field of the formula, or `otherwise` for a constant.
    pub(super) fn formula_lines(self, variable: &str, formula: &Formula<'_>, otherwise: &str) -> Vec<String> {
        let blamed = match formula.blamed() {
            Some(id) => format!(
                "obi_number_of(record->{}, record->{}, {})",
                self.of.member(id),
                self.of.place(id),
                literal(id)
            ),
            None => otherwise.to_owned(),
        };
        let mut lines = vec![format!("{variable} = {blamed};")];
        if !is_itself(formula) {
            let (result, text) = (self.wide(&formula.of), literal(formula.text));
            lines.push(attempt(&format!(
                "obi_result(&record->bytes, &record->path, {result}, {text}, &{variable}, error)"
            )));
        }
        lines
    }

    pub(super) fn measure_lines(self, variable: &str, measure: &Measure<'_>, otherwise: &str) -> Vec<String> {
        let mut lines = self.formula_lines(variable, &measure.formula, otherwise);
        lines.extend(measure.limit.map(|limit| {
            let limit = number(limit);
            attempt(&format!(
                "obi_at_most(&record->bytes, &record->path, {variable}, {limit}, error)"
            ))
        }));
        lines
    }
}

pub(super) fn can_fail(measure: &Measure<'_>) -> bool {
    !is_itself(&measure.formula) || measure.limit.is_some()
}
