//! Where a container has its entries, and what it says of each.

use super::attr::Attr;
use super::keys::{ContainerId, ContainerKeys, MadeId};
use super::kind::Kind;
use super::rules::Write;
use super::spec::{Spec, Type};

/// Where the entries of one version are.
#[derive(Debug, Clone, Copy)]
pub struct EntryList<'s> {
    /// The version; nothing where the list is in the outermost record.
    pub version: Option<u64>,
    /// The record of an entry.
    pub entry: &'s Type,
}

impl Spec {
    /// The switch of the outermost record that tells versions apart.
    pub fn switch(&self) -> Option<&Attr> {
        let mut fields = self.root.seq.iter();
        fields.find(|attr| matches!(attr.kind.value, Kind::Versions { .. }))
    }

    /// The lists of entries: of the outermost record, or of every record of its switch.
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
    /// What IDs are made of, where no field holds them.
    pub fn made_id(&self) -> Option<&MadeId> {
        match &self.id {
            ContainerId::Made(made) => Some(made),
            ContainerId::Field(_) => None,
        }
    }
}

impl Type {
    /// The numbers of an entry that only its maker can know.
    pub fn given_numbers(&self) -> impl Iterator<Item = &Attr> {
        let given = |attr: &&Attr| attr.write.as_ref().is_none_or(|write| write.value == Write::Given);
        let numbers = self.seq.iter().filter(|attr| attr.is_number());
        numbers.filter(given).filter(|attr| self.switch_on(attr).is_none())
    }
}
