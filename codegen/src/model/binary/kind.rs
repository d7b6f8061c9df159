//! The content of a field.

use crate::formula::{Formula, TermKind};
use crate::model::layout::{Holds, Order, PARAMS, STEP};
use crate::problem::{Problems, quote};
use crate::spanned::Spanned;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    Contents(Vec<u8>),
    /// A number of this many bytes.
    Number(u8, Option<Order>),
    Str,
    /// NUL-terminated text.
    Strz,
    Bytes,
    Record(String),
    /// A choice of records by a field.
    Versions {
        on: String,
        cases: Vec<Version>,
    },
}

impl Kind {
    pub fn records(&self) -> impl Iterator<Item = &String> {
        let one = if let Self::Record(id) = self { Some(id) } else { None };
        let cases = if let Self::Versions { cases, .. } = self {
            cases.as_slice()
        } else {
            &[]
        };
        one.into_iter().chain(cases.iter().map(|(_, id)| &id.value))
    }

    pub fn may_be(&self, record: &Spanned<String>) -> bool {
        self.records().any(|id| *id == record.value)
    }
}

/// The case number and the record.
pub type Version = (u64, Spanned<String>);

impl Kind {
    pub(super) fn of(holds: &Spanned<Holds>, problems: &mut Problems) -> Spanned<Self> {
        let kind = match &holds.value {
            Holds::Contents(bytes) => Self::Contents(bytes.clone()),
            Holds::Number(number) => Self::Number(number.len, number.order),
            Holds::Text => Self::Str,
            Holds::TextToNul => Self::Strz,
            // Bits have been refused.
            Holds::Bytes | Holds::Bits(..) => Self::Bytes,
            Holds::Record(name) => {
                if !name.told.is_empty() {
                    problems.add(holds, "a type alone", quote(&name.text), PARAMS);
                }
                Self::Record(name.path.join(STEP))
            }
            Holds::Switch(on, cases) => {
                let cases = cases
                    .iter()
                    .filter_map(|(when, holds)| case(when.as_ref(), holds, problems));
                Self::Versions { on: on.text.clone(), cases: cases.collect() }
            }
        };
        holds.with(kind)
    }
}

fn case(when: Option<&Spanned<Formula>>, holds: &Spanned<Box<Holds>>, problems: &mut Problems) -> Option<Version> {
    let Some(when) = when else {
        let hint = "remove it; readers refuse numbers without a case";
        return problems.refuse(holds, NUMBER, "`_`", hint);
    };
    let hint = match when.text.contains("::") {
        true => "write the number of the name",
        false => "write the number before the colon",
    };
    let number = number(when, hint, problems)?;
    match &*holds.value {
        Holds::Record(name) => Some((number, holds.with(name.path.join(STEP)))),
        _ => problems.refuse(
            holds,
            "a type in `types`",
            "something else",
            "wrap it in a type of its own",
        ),
    }
}

const NUMBER: &str = "a whole number from 0 to 2^64 - 1";

pub(super) fn number(formula: &Spanned<Formula>, hint: &str, problems: &mut Problems) -> Option<u64> {
    let number = match formula.term.kind {
        TermKind::Number(number) => u64::try_from(number).ok(),
        _ => None,
    };
    number.or_else(|| problems.refuse(formula, NUMBER, quote(&formula.text), hint))
}
