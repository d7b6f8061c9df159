//! The view of a file of table statics.

use databake::Bake;
use offload_bundle_core::bake::{Definition, Shared};
use serde_json::json;

use super::rust::Documented;
use crate::bake::Baker;
use crate::emit::Page;

#[derive(Debug)]
pub struct Tables {
    source: String,
    about: Vec<String>,
    items: Vec<Documented>,
    pub baker: Baker,
}

pub fn page(source: &str, about: &str, doc: &str, head: &str, table: &impl Bake, path: String) -> Page {
    let mut file = Tables::new(source, vec![about.to_owned()]);
    let value = file.baker.bake(table);
    file.add(vec![doc.to_owned()], head, &value);
    file.page(path)
}

impl Tables {
    pub fn new(source: &str, about: Vec<String>) -> Self {
        Self { source: source.to_owned(), about, items: Vec::new(), baker: Baker::default() }
    }

    /// From now on, rows equal to `table` are printed as the constant.
    pub fn add_constant(&mut self, name: &str, of: &str, table: &impl Bake) {
        let value = self.baker.constant(name, table);
        self.add(Vec::new(), &format!("const {name}: {of}"), &value);
    }

    pub fn add_items(&mut self, items: Vec<Documented>) {
        self.items.extend(items);
    }

    pub fn add(&mut self, docs: Vec<String>, head: &str, value: &str) {
        self.items.push(Documented::set(docs, head, value));
    }

    pub fn add_shared(&mut self, docs: Vec<String>, path: &str, table: &impl Shared) {
        let head = format!("static {}: {}<'_>", table.constant(), self.baker.name(path));
        let value = self.baker.bake(&Definition(table));
        self.add(docs, &head, &value);
    }

    pub fn page(self, path: String) -> Page {
        let Self { source, about, items, baker } = self;
        let view = json!({ "source": source, "about": about, "uses": baker.uses(), "items": items });
        Page::new("tables.rs.tera", path, &view)
    }
}
