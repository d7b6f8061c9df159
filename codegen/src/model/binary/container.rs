//! The entries of a container.

use super::attr::Attr;
use super::keys::{ContainerId, ContainerKeys, MadeId};
use super::kind::Kind;
use super::rules::Write;
use super::spec::{Spec, Type};

#[derive(Debug, Clone, Copy)]
pub struct EntryList<'s> {
    /// The version; `None` if the list is in the root.
    pub version: Option<u64>,
    pub entry: &'s Type,
}

impl Spec {
    pub fn switch(&self) -> Option<&Attr> {
        let mut fields = self.root.seq.iter();
        fields.find(|attr| matches!(attr.kind.value, Kind::Versions { .. }))
    }

    pub fn entry_lists(&self, keys: &ContainerKeys) -> Vec<EntryList<'_>> {
        let of = |version, holder| self.entry_list(keys, version, holder);
        if let Some(list) = of(None, &self.root) {
            return vec![list];
        }
        let cases = match self.switch().map(|switch| &switch.kind.value) {
            Some(Kind::Versions { cases, .. }) => cases.as_slice(),
            _ => &[],
        };
        let mut lists: Vec<EntryList<'_>> = cases
            .iter()
            .filter_map(|(version, id)| of(Some(*version), self.find(&id.value)?))
            .collect();
        lists.sort_by_key(|list| list.version);
        lists
    }

    fn entry_list<'s>(&'s self, keys: &ContainerKeys, version: Option<u64>, holder: &'s Type) -> Option<EntryList<'s>> {
        let list = holder.find(&keys.entries.value).filter(|attr| attr.repeat.is_some())?;
        let Kind::Record(entry) = &list.kind.value else {
            return None;
        };
        Some(EntryList { version, entry: self.find(entry)? })
    }
}

impl ContainerKeys {
    pub fn made_id(&self) -> Option<&MadeId> {
        match &self.id {
            ContainerId::Made(made) => Some(made),
            ContainerId::Field(_) => None,
        }
    }
}

impl Type {
    /// The numbers that only the caller knows.
    pub fn given_numbers(&self) -> impl Iterator<Item = &Attr> {
        let given = |attr: &&Attr| attr.write.as_ref().is_none_or(|write| write.value == Write::Given);
        let numbers = self.seq.iter().filter(|attr| attr.is_number());
        numbers.filter(given).filter(|attr| self.switch_on(attr).is_none())
    }
}
