//! Nested types and enums, which are named by path: `outer::inner`.

use super::attr::Attr;
use super::enums::Enum;
use super::kind::Kind;
use super::spec::{Spec, Type};
use crate::model::layout::STEP;
use crate::spanned::Spanned;

impl Spec {
    /// Returns the shortest name of `path` within `record`.
    pub fn spelling<'p>(&self, record: &Type, path: &'p str) -> &'p str {
        let around = if self.is_root(record) { "" } else { record.id.as_str() };
        match path.rsplit_once(STEP) {
            Some((outer, name)) if outer == around || around.starts_with(&format!("{outer}{STEP}")) => name,
            _ => path,
        }
    }

    /// Renames types and enums to single words for generated code: `outer_inner`.
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
    pub fn own_name(&self) -> Spanned<String> {
        own_name(&self.id)
    }
}

impl Enum {
    pub fn own_name(&self) -> Spanned<String> {
        own_name(&self.id)
    }
}

fn own_name(id: &Spanned<String>) -> Spanned<String> {
    let name = id.rsplit(STEP).next().unwrap_or(id);
    id.with(name.to_owned())
}

impl Kind {
    pub(super) fn records_mut(&mut self) -> Vec<&mut String> {
        match self {
            Self::Record(id) => vec![id],
            Self::Versions { cases, .. } => cases.iter_mut().map(|(_, id)| &mut id.value).collect(),
            _ => Vec::new(),
        }
    }
}

impl Attr {
    fn references(&mut self) -> Vec<&mut String> {
        let Self { kind, names, .. } = self;
        let names = names.iter_mut().map(|names| &mut names.value);
        names.chain(kind.value.records_mut()).collect()
    }
}
