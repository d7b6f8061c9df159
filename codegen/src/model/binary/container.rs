//! The entries of a container.

use super::{Attr, ContainerId, ContainerKeys, Holds, MadeId, Record, Spec, Write};

#[derive(Debug, Clone, Copy)]
pub struct EntryList<'s> {
    /// The version; `None` if the list is in the root.
    pub version: Option<u64>,
    pub entry: &'s Record,
}

impl Spec {
    pub fn switch(&self) -> Option<&Attr> {
        let mut fields = self.root.seq.iter();
        fields.find(|attr| matches!(attr.holds.value, Holds::Switch(..)))
    }

    pub fn entry_lists(&self, keys: &ContainerKeys) -> Vec<EntryList<'_>> {
        let of = |version, holder| self.entry_list(keys, version, holder);
        if let Some(list) = of(None, &self.root) {
            return vec![list];
        }
        let cases = self.switch().into_iter().flat_map(|switch| self.cases(switch));
        let mut lists: Vec<EntryList<'_>> = cases
            .filter_map(|(version, record)| of(Some(version), record))
            .collect();
        lists.sort_by_key(|list| list.version);
        lists
    }

    fn entry_list<'s>(
        &'s self,
        keys: &ContainerKeys,
        version: Option<u64>,
        holder: &'s Record,
    ) -> Option<EntryList<'s>> {
        let list = holder.find(&keys.entries.value).filter(|attr| attr.is_list())?;
        Some(EntryList { version, entry: self.record_of(list)? })
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

impl Record {
    /// The numbers that only the caller knows.
    pub fn given_numbers(&self) -> impl Iterator<Item = &Attr> {
        let given = |attr: &&Attr| attr.write.as_ref().is_none_or(|write| write.value == Write::Given);
        let numbers = self.seq.iter().filter(|attr| attr.is_number());
        numbers.filter(given).filter(|attr| self.switch_on(attr).is_none())
    }
}
