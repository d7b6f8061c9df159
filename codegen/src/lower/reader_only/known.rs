//! The types and enums of a schema that is only read and of those that it imports, and which of them a name means.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::reader_only::{Enum, Holds, Record, Spec};

/// All types and enums, in the order in which tables refer to them.
#[derive(Debug)]
pub(super) struct Known<'s> {
    pub(super) records: Vec<KnownRecord<'s>>,
    pub(super) enums: Vec<KnownEnum<'s>>,
    by_path: BTreeMap<Vec<&'s str>, usize>,
    enums_by_path: BTreeMap<Vec<&'s str>, usize>,
}

/// A record, and where it is.
#[derive(Debug)]
pub(super) struct KnownRecord<'s> {
    pub(super) record: &'s Record,
    /// From the id of its schema on.
    pub(super) path: Vec<&'s str>,
    /// The record that it is declared in.
    pub(super) around: Option<usize>,
    /// The records whose fields hold it.
    pub(super) holders: BTreeSet<usize>,
}

#[derive(Debug)]
pub(super) struct KnownEnum<'s> {
    pub(super) named: &'s Enum,
    pub(super) path: Vec<&'s str>,
}

impl<'s> Known<'s> {
    /// Those of `specs`, of which the first is not imported: it comes last.
    pub(super) fn of(specs: &[&'s Spec]) -> Self {
        let (by_path, enums_by_path) = (BTreeMap::new(), BTreeMap::new());
        let mut known = Self { records: Vec::new(), enums: Vec::new(), by_path, enums_by_path };
        for spec in specs.iter().rev() {
            known.add(&spec.root, Vec::new(), None);
        }
        for index in 0..known.records.len() {
            for held in known.held(index) {
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

    /// The records that fields of a record hold.
    fn held(&self, index: usize) -> Vec<usize> {
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

    /// The record that `path` means in the record at `scope`: of those whose name it begins with, the innermost.
    pub(super) fn record<S: AsRef<str>>(&self, scope: usize, path: &[S]) -> Option<usize> {
        let (first, rest) = path.split_first()?;
        let mut found = self.visible(&self.by_path, scope, first.as_ref())?;
        for step in rest {
            let inner = [self.records.get(found)?.path.as_slice(), &[step.as_ref()]].concat();
            found = *self.by_path.get(&inner)?;
        }
        Some(found)
    }

    /// The enum that `path` means there: its last step is that of an enum, the others are types.
    pub(super) fn named<S: AsRef<str>>(&self, scope: usize, path: &[S]) -> Option<usize> {
        let (last, types) = path.split_last()?;
        if types.is_empty() {
            return self.visible(&self.enums_by_path, scope, last.as_ref());
        }
        let holder = self.record(scope, types)?;
        let inner = [self.records.get(holder)?.path.as_slice(), &[last.as_ref()]].concat();
        self.enums_by_path.get(&inner).copied()
    }

    /// What is called `name` in the record at `scope`, or around it, or at the top.
    fn visible(&self, among: &BTreeMap<Vec<&'s str>, usize>, scope: usize, name: &str) -> Option<usize> {
        let path = &self.records.get(scope)?.path;
        let mut depths = (0..=path.len()).rev();
        depths.find_map(|depth| among.get(&[path.get(..depth)?, &[name]].concat()).copied())
    }

    /// The outermost record of the schema called `id`.
    pub(super) fn outermost(&self, id: &str) -> Option<usize> {
        self.by_path.get(&vec![id]).copied()
    }

    /// The records around the one at `index`, itself first.
    pub(super) fn around(&self, index: usize) -> impl Iterator<Item = &KnownRecord<'s>> {
        let first = self.records.get(index);
        std::iter::successors(first, |record| self.records.get(record.around?))
    }
}
