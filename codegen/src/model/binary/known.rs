//! Name resolution for types and enums of a schema and its imports.

use std::collections::{BTreeMap, BTreeSet};

use super::enums::Enum;
use super::holds::Holds;
use super::record::Record;

pub const STEP: &str = "::";

/// All types and enums, in table order.
#[derive(Debug)]
pub struct Known<'s> {
    pub records: Vec<KnownRecord<'s>>,
    pub enums: Vec<KnownEnum<'s>>,
    by_path: BTreeMap<Vec<&'s str>, usize>,
    enums_by_path: BTreeMap<Vec<&'s str>, usize>,
}

#[derive(Debug)]
pub struct KnownRecord<'s> {
    pub record: &'s Record,
    /// The path, starting with the schema id.
    pub path: Vec<&'s str>,
    /// The enclosing record.
    pub around: Option<usize>,
    /// The records with a field of this type.
    pub holders: BTreeSet<usize>,
}

#[derive(Debug)]
pub struct KnownEnum<'s> {
    pub named: &'s Enum,
    pub path: Vec<&'s str>,
}

impl<'s> Known<'s> {
    /// The first of `roots` is the schema itself, and comes last; the others are imports.
    pub fn new(roots: &[&'s Record]) -> Self {
        let (by_path, enums_by_path) = (BTreeMap::new(), BTreeMap::new());
        let mut known = Self { records: Vec::new(), enums: Vec::new(), by_path, enums_by_path };
        for root in roots.iter().rev() {
            known.add(root, Vec::new(), None);
        }
        for index in 0..known.records.len() {
            for held in known.records_in(index) {
                if let Some(record) = known.records.get_mut(held) {
                    record.holders.insert(index);
                }
            }
        }
        known
    }

    fn add(&mut self, record: &'s Record, mut path: Vec<&'s str>, around: Option<usize>) {
        path.push(&record.id);
        let index = self.records.len();
        self.by_path.entry(path.clone()).or_insert(index);
        self.records
            .push(KnownRecord { record, path: path.clone(), around, holders: BTreeSet::new() });
        for named in &record.enums {
            let path = [path.as_slice(), &[named.id.as_str()]].concat();
            self.enums_by_path.entry(path.clone()).or_insert(self.enums.len());
            self.enums.push(KnownEnum { named, path });
        }
        for inner in &record.types {
            self.add(inner, path.clone(), Some(index));
        }
    }

    fn records_in(&self, index: usize) -> Vec<usize> {
        let Some(of) = self.records.get(index) else {
            return Vec::new();
        };
        let mut held = Vec::new();
        let mut add = |holds: &Holds| {
            if let Holds::Record(name) = holds {
                held.extend(self.record(index, &name.path));
            }
        };
        for attr in of.record.attrs() {
            match &attr.holds.value {
                Holds::Switch(_, cases) => cases.iter().for_each(|(_, holds)| add(holds)),
                holds => add(holds),
            }
        }
        held
    }

    /// Resolves `path` in the record at `scope`, innermost first.
    pub fn record<S: AsRef<str>>(&self, scope: usize, path: &[S]) -> Option<usize> {
        let (first, rest) = path.split_first()?;
        let mut found = self.visible(&self.by_path, scope, first.as_ref())?;
        for step in rest {
            let inner = [self.records.get(found)?.path.as_slice(), &[step.as_ref()]].concat();
            found = *self.by_path.get(&inner)?;
        }
        Some(found)
    }

    pub fn find_enum(&self, scope: usize, name: &str) -> Option<usize> {
        self.find_enum_at(scope, &name.split(STEP).collect::<Vec<_>>())
    }

    pub fn find_enum_at<S: AsRef<str>>(&self, scope: usize, path: &[S]) -> Option<usize> {
        let (last, types) = path.split_last()?;
        if types.is_empty() {
            return self.visible(&self.enums_by_path, scope, last.as_ref());
        }
        let holder = self.record(scope, types)?;
        let inner = [self.records.get(holder)?.path.as_slice(), &[last.as_ref()]].concat();
        self.enums_by_path.get(&inner).copied()
    }

    fn visible(&self, among: &BTreeMap<Vec<&'s str>, usize>, scope: usize, name: &str) -> Option<usize> {
        let path = &self.records.get(scope)?.path;
        let mut depths = (0..=path.len()).rev();
        depths.find_map(|depth| among.get(&[path.get(..depth)?, &[name]].concat()).copied())
    }

    pub fn outermost(&self, id: &str) -> Option<usize> {
        self.by_path.get(&vec![id]).copied()
    }

    /// Starts with the record itself.
    pub fn around(&self, index: usize) -> impl Iterator<Item = &KnownRecord<'s>> {
        let first = self.records.get(index);
        std::iter::successors(first, |record| self.records.get(record.around?))
    }
}
