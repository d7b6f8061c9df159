//! The view of a file of tables: statics, each set to a constant expression.

use databake::Bake;
use offload_bundle_core::bake::{Definition, Shared};
use serde_json::json;

use super::rust::Documented;
use crate::bake::Baker;
use crate::emit::Page;

/// What is in the file.
#[derive(Debug)]
pub struct Tables {
    source: String,
    about: Vec<String>,
    items: Vec<Documented>,
    baker: Baker,
}

/// The page of a file at `path` with one static, such as `pub static NAME: Type` (`head`), which is set to `table`.
pub fn page(source: &str, about: &str, doc: &str, head: &str, table: &impl Bake, path: String) -> Page {
    let mut file = Tables::new(source, vec![about.to_owned()]);
    let value = file.bake(table);
    file.add(vec![doc.to_owned()], head, &value);
    file.page(path)
}

impl Tables {
    /// An empty file, from the schema `source`, with what it is about.
    pub fn new(source: &str, about: Vec<String>) -> Self {
        Self { source: source.to_owned(), about, items: Vec::new(), baker: Baker::default() }
    }

    /// The expression that gives `table`, for use in another.
    pub fn bake(&mut self, table: &impl Bake) -> String {
        self.baker.bake(table)
    }

    /// What the type at `path` goes by.
    pub fn name(&mut self, path: &str) -> String {
        self.baker.name(path)
    }

    /// From here on, rows leave out what is the same in `usual`, the associated constant `name` of their type; those that say no more
    /// than `taken` are made by its function `new`.
    pub fn leave_out(&mut self, name: &'static str, taken: &'static [&'static str], usual: &impl Bake) {
        self.baker.leave_out(name, taken, usual);
    }

    /// From here on, a value that is the same as `table`, a static of another file, goes by the path `name`.
    pub fn share(&mut self, name: &str, table: &impl Bake) {
        self.baker.share(name, table);
    }

    /// Adds a constant that rows go by from here on which are the same as `table`.
    pub fn add_constant(&mut self, name: &str, of: &str, table: &impl Bake) {
        let value = self.baker.constant(name, table);
        self.add(Vec::new(), &format!("const {name}: {of}"), &value);
    }

    /// Adds an item that is not a table.
    pub fn add_items(&mut self, items: Vec<Documented>) {
        self.items.extend(items);
    }

    /// Adds a static, such as `pub static NAME: Type`, that is set to `value`.
    pub fn add(&mut self, docs: Vec<String>, head: &str, value: &str) {
        self.items.push(Documented::set(docs, head, value));
    }

    /// Adds the static of a table of the type at `path` that others refer to.
    pub fn add_shared(&mut self, docs: Vec<String>, path: &str, table: &impl Shared) {
        let head = format!("static {}: {}<'_>", table.constant(), self.name(path));
        let value = self.bake(&Definition(table));
        self.add(docs, &head, &value);
    }

    /// The page of the file at `path`.
    pub fn page(self, path: String) -> Page {
        let Self { source, about, items, baker } = self;
        let view = json!({ "source": source, "about": about, "uses": baker.uses(), "items": items });
        Page::new("tables.rs.tera", path, &view)
    }
}
