//! The view of a file of tables: statics, each set to a constant expression.

use databake::Bake;
use offload_bundle_core::bake::{Definition, Shared};
use serde::Serialize;

use crate::bake::Baker;
use crate::emit::Page;

/// What stands in the file.
#[derive(Debug, Serialize)]
pub struct Tables {
    source: String,
    docs: Vec<String>,
    uses: String,
    items: Vec<Item>,
    #[serde(skip)]
    baker: Baker,
}

/// One static.
#[derive(Debug, Serialize)]
struct Item {
    docs: Vec<String>,
    /// All of it but the semicolon.
    text: String,
}

impl Tables {
    /// An empty file, from the schema `source`.
    pub fn new(source: &str, docs: Vec<String>) -> Self {
        Self { source: source.to_owned(), docs, uses: String::new(), items: Vec::new(), baker: Baker::default() }
    }

    /// The expression that gives `table`, for use in another.
    pub fn bake(&mut self, table: &impl Bake) -> String {
        self.baker.bake(table)
    }

    /// What the type at `path` goes by.
    pub fn name(&mut self, path: &str) -> String {
        self.baker.name(path)
    }

    /// Adds a static, such as `pub static NAME: Type`, that is set to `value`.
    pub fn add(&mut self, docs: Vec<String>, head: &str, value: &str) {
        self.items.push(Item { docs, text: format!("{head} = {value}") });
    }

    /// Adds the static of a table of the type at `path` that others refer to.
    pub fn add_shared(&mut self, docs: Vec<String>, path: &str, table: &impl Shared) {
        let head = format!("static {}: {}<'_>", table.constant(), self.name(path));
        let value = self.bake(&Definition(table));
        self.add(docs, &head, &value);
    }

    /// The page of the file at `path`.
    pub fn page(mut self, path: String) -> Page {
        self.uses = self.baker.uses();
        Page::new("tables.rs.tera", path, &self)
    }
}
