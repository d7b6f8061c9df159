//! Typed layouts: the schemas that a writer can solve. Nested types and enums become one list each, named by path:
//! `outer::inner`.

use crate::formula::{Formula, Term, TermKind};
use crate::problem::{Problems, quote};
use crate::spanned::Spanned;

use super::{Attr, Endian, Enum, Holds, Known, PARAMS, Record, Repeat, STEP, Spec};

const NUMBER: &str = "a whole number from 0 to 2^64 - 1";

impl Spec {
    /// Reports what only readers support, and removes it.
    pub fn narrow(mut self, problems: &mut Problems) -> Self {
        if let Some(meta) = &mut self.root.meta
            && let Some(endian) = &meta.unless_said.endian
            && matches!(endian.value, Endian::By(..))
        {
            problems.add(endian, "a byte order", "a switch", "write `le` or `be`");
            meta.unless_said.endian = None;
        }
        let encoding = self.root.unless_said().and_then(|said| said.encoding.clone());
        let known = Known::new(&[&self.root]);
        let path = |path: &[&str]| path.get(1..).unwrap_or_default().join(STEP);
        let records = known.records.iter().enumerate().map(|(scope, of)| {
            let Record { id, span, docs, rust, seq, instances, .. } = of.record;
            let (docs, rust, seq, instances) = (docs.clone(), rust.clone(), seq.clone(), instances.clone());
            let id = id.with(path(&of.path));
            let (types, enums) = (Vec::new(), Vec::new());
            let span = span.clone();
            let mut record =
                Record { id, span, meta: None, docs, rust, params: Vec::new(), seq, instances, types, enums };
            for attr in record.attrs_mut() {
                attr.narrow(encoding.as_ref(), problems);
                if let Some(names) = &mut attr.names
                    && let Some(found) = known.find_enum(scope, names)
                {
                    names.value = path(&known.enums[found].path);
                }
                for steps in attr.holds.value.records_mut() {
                    let found = known.record(scope, steps).filter(|found| *found != 0);
                    *steps = vec![found.map_or_else(|| steps.join(STEP), |found| path(&known.records[found].path))];
                }
            }
            record
        });
        let records: Vec<Record> = records.collect();
        let enums = known.enums.iter().map(|of| {
            let id = of.named.id.with(path(&of.path));
            Enum { id, members: of.named.members.clone() }
        });
        let enums = enums.collect();
        let mut records = records.into_iter();
        if let Some(Record { seq, instances, .. }) = records.next() {
            (self.root.seq, self.root.instances) = (seq, instances);
        }
        (self.root.types, self.root.enums) = (records.collect(), enums);
        self
    }

    /// Returns the shortest name of `path` within `record`.
    pub fn spelling<'p>(&self, record: &Record, path: &'p str) -> &'p str {
        let around = if self.is_root(record) { "" } else { record.id.as_str() };
        match path.rsplit_once(STEP) {
            Some((outer, name)) if outer == around || around.starts_with(&format!("{outer}{STEP}")) => name,
            _ => path,
        }
    }
}

pub fn own_name(id: &Spanned<String>) -> Spanned<String> {
    let name = id.rsplit(STEP).next().unwrap_or(id);
    id.with(name.to_owned())
}

impl Attr {
    fn narrow(&mut self, encoding: Option<&Spanned<String>>, problems: &mut Problems) {
        if let Some(io) = self.io.as_ref().filter(|io| io.text != "_root._io") {
            let hint = "offsets count from the start of the file";
            problems.add(io, "`_root._io`", quote(&io.text), hint);
        }
        self.io = None;
        if self.is_text() {
            self.encoding = self.encoding.take().or_else(|| encoding.cloned());
        }
        narrow_holds(&mut self.holds, problems);
        narrow_repeat(&mut self.repeat, problems);
        let count = match &mut self.repeat.value {
            Repeat::Count(count) => Some(count),
            _ => None,
        };
        for formula in self.bytes.size.iter_mut().chain(&mut self.pos).chain(count) {
            if let Err(column) = formula.parts() {
                let expected = "a sum of at most 32 whole numbers and fields";
                let hint = "typed layouts use `+`, `-` and fields of the same record, no `*`, `_parent` or `_root`: let the record hold the number that is wanted";
                problems.add(&*formula, expected, formula.at(column), hint);
                formula.value = Formula { term: Term { kind: TermKind::Number(0), column: 1 }, text: "0".to_owned() };
            }
        }
        let condition = self.condition.as_ref();
        if let Some((condition, column)) = condition.and_then(|of| Some((of, of.decides().err()?))) {
            let expected = "a comparison of numbers in this record, such as `version >= 2` or `flags & 1 != 0`";
            let hint = "join comparisons with `and`, `or` and `not`; only `&` is computed";
            problems.add(condition, expected, condition.at(column), hint);
            self.condition = None;
        }
        let rules = self.valid.iter().map(|rules| &rules.value.0);
        for rule in rules.flat_map(|rules| [&rules.eq, &rules.min, &rules.max]).flatten() {
            number(rule, "write it in decimal or as 0x…", problems);
        }
    }
}

fn narrow_holds(holds: &mut Spanned<Holds>, problems: &mut Problems) {
    match &holds.value {
        Holds::Record(name) if !name.told.is_empty() => {
            problems.add(&*holds, "a type alone", quote(&name.text), PARAMS);
        }
        Holds::Switch(on, cases) => {
            let cases = cases
                .iter()
                .filter(|(when, holds)| case(when.as_ref(), holds, problems).is_some());
            holds.value = Holds::Switch(on.clone(), cases.cloned().collect());
        }
        _ => {}
    }
}

fn case(when: Option<&Spanned<Formula>>, holds: &Spanned<Box<Holds>>, problems: &mut Problems) -> Option<()> {
    let Some(when) = when else {
        let hint = "remove it; readers refuse numbers without a case";
        return problems.refuse(holds, NUMBER, "`_`", hint);
    };
    let hint = match when.text.contains("::") {
        true => "write the number of the name",
        false => "write the number before the colon",
    };
    number(when, hint, problems)?;
    match *holds.value {
        Holds::Record(_) => Some(()),
        _ => problems.refuse(
            holds,
            "a type in `types`",
            "something else",
            "wrap it in a type of its own",
        ),
    }
}

/// The number of items of a list must be known before reading.
fn narrow_repeat(repeat: &mut Spanned<Repeat>, problems: &mut Problems) {
    let (found, hint) = match &repeat.value {
        Repeat::Once | Repeat::Count(_) => return,
        Repeat::ToEnd => (
            "`eos`",
            "a list that ends with the file is not supported: take its bytes, with `size-eos: true` and without `type`",
        ),
        Repeat::Until(_) => (
            "`until`",
            "a list that ends at a certain record is not supported, unless a field says how many there are: \
             `repeat: expr` and `repeat-expr`",
        ),
    };
    problems.add(&*repeat, "`repeat: expr`", found, hint);
    repeat.value = Repeat::Once;
}

fn number(formula: &Spanned<Formula>, hint: &str, problems: &mut Problems) -> Option<u64> {
    let number = formula.constant();
    number.or_else(|| problems.refuse(formula, NUMBER, quote(&formula.text), hint))
}
