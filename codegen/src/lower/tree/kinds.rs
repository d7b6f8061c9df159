//! Kinds of values, as far as the schema determines them.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::model::binary::{Attr, Holds, Known, NumberKind, Repeat};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Of {
    Number,
    Float,
    Flag,
    Text,
    Bytes,
    Enum(usize),
    Record(usize),
    List(Box<Self>),
    Stream,
    /// It depends on the file.
    Any,
}

#[derive(Debug, Default)]
pub(super) struct Kinds(RefCell<BTreeMap<(usize, String), Of>>);

impl Of {
    pub(super) fn words(&self) -> &'static str {
        match self {
            Self::Number => "a whole number",
            Self::Float => "a floating-point number",
            Self::Flag => "true or false",
            Self::Text => "text",
            Self::Bytes => "bytes",
            Self::Enum(_) => "a value of an enum",
            Self::Record(_) => "a record",
            Self::List(_) => "a list",
            Self::Stream => "a stream",
            Self::Any => "any value",
        }
    }

    pub(super) fn is_numeric(&self) -> bool {
        matches!(self, Self::Number | Self::Float | Self::Any)
    }

    pub(super) fn or(self, other: Self) -> Self {
        match (self, other) {
            (one, other) if one == other => one,
            (Self::Number, Self::Float) | (Self::Float, Self::Number) => Self::Float,
            _ => Self::Any,
        }
    }
}

impl Kinds {
    /// A kind that depends on itself can be any.
    pub(super) fn get(&self, record: usize, name: &str, find: impl FnOnce() -> Of) -> Of {
        let key = (record, name.to_owned());
        if let Some(known) = self.0.borrow().get(&key) {
            return known.clone();
        }
        self.0.borrow_mut().insert(key.clone(), Of::Any);
        let found = find();
        self.0.borrow_mut().insert(key, found.clone());
        found
    }
}

pub(super) fn of_attr(known: &Known<'_>, scope: usize, attr: &Attr, computed: impl FnOnce() -> Of) -> Of {
    let named = attr.names.as_ref().and_then(|names| known.find_enum(scope, names));
    let one = match (&attr.value, named) {
        (_, Some(named)) => Of::Enum(named),
        (Some(_), None) => computed(),
        (None, None) => of_holds(known, scope, &attr.holds),
    };
    match attr.repeat.value {
        Repeat::Once => one,
        _ => Of::List(Box::new(one)),
    }
}

fn of_holds(known: &Known<'_>, scope: usize, holds: &Holds) -> Of {
    match holds {
        Holds::Number(number) if number.kind == NumberKind::Float => Of::Float,
        Holds::Number(_) => Of::Number,
        Holds::Bits(1, _) => Of::Flag,
        Holds::Bits(..) => Of::Number,
        Holds::Text | Holds::TextToNul => Of::Text,
        Holds::Contents(_) | Holds::Bytes => Of::Bytes,
        Holds::Record(name) => known.record(scope, &name.path).map_or(Of::Any, Of::Record),
        Holds::Switch(_, cases) => {
            let mut kinds = cases.iter().map(|(_, holds)| of_holds(known, scope, holds));
            let first = kinds.next().unwrap_or(Of::Any);
            kinds.fold(first, Of::or)
        }
    }
}
