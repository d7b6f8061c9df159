//! Types and enums inside types: they become those of the schema, called by their paths, `outer::inner`.

use super::attr::Attr;
use super::enums::Enum;
use super::kind::Kind;
use super::spec::{Spec, Type};
use crate::model::layout::STEP;
use crate::spanned::Spanned;

impl Spec {
    /// What `record` can call the type or enum at `path`: by its last step where it is in `record` or around it.
    pub fn spelling<'p>(&self, record: &Type, path: &'p str) -> &'p str {
        let around = if self.is_root(record) { "" } else { record.id.as_str() };
        match path.rsplit_once(STEP) {
            Some((outer, name)) if outer == around || around.starts_with(&format!("{outer}{STEP}")) => name,
            _ => path,
        }
    }

    /// Calls types and enums by single words, as generated code must: `outer_inner`.
    pub fn flatten(&mut self) {
        let flat = |id: &mut String| *id = id.replace(STEP, "_");
        self.types.iter_mut().for_each(|record| flat(&mut record.id.value));
        self.enums.iter_mut().for_each(|named| flat(&mut named.id.value));
        let records = std::iter::once(&mut self.root).chain(self.types.iter_mut());
        for attr in records.flat_map(Type::attrs_mut) {
            attr.references().into_iter().for_each(flat);
        }
    }
}

impl Type {
    /// What it is called where it is.
    pub fn own_name(&self) -> Spanned<String> {
        own_name(&self.id)
    }
}

impl Enum {
    /// What it is called where it is.
    pub fn own_name(&self) -> Spanned<String> {
        own_name(&self.id)
    }
}

fn own_name(id: &Spanned<String>) -> Spanned<String> {
    let name = id.rsplit(STEP).next().unwrap_or(id);
    id.with(name.to_owned())
}

impl Kind {
    /// The types that it names.
    pub(super) fn records_mut(&mut self) -> Vec<&mut String> {
        match self {
            Self::Record(id) => vec![id],
            Self::Versions { cases, .. } => cases.iter_mut().map(|(_, id)| &mut id.value).collect(),
            _ => Vec::new(),
        }
    }
}

impl Attr {
    /// The types and the enum that it names.
    fn references(&mut self) -> Vec<&mut String> {
        let Self { kind, names, .. } = self;
        let names = names.iter_mut().map(|names| &mut names.value);
        names.chain(kind.value.records_mut()).collect()
    }
}
