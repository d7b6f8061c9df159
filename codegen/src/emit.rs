//! Rendering of templates. Only this file uses the template engine.

use serde::Serialize;

use crate::{File, fold};

#[cfg(test)]
mod unused_fields;

#[derive(Debug, Clone)]
pub struct Page {
    template: &'static str,
    path: String,
    context: tera::Context,
}

impl Page {
    pub fn new(template: &'static str, path: impl Into<String>, view: &impl Serialize) -> Self {
        let mut context = tera::Context::new();
        context.insert("view", view);
        Self { template, path: path.into(), context }
    }
}

macro_rules! templates {
    ($($name:literal,)*) => {
        [$(($name, include_str!(concat!("../templates/", $name)))),*]
    };
}

const TEMPLATES: &[(&str, &str)] = &templates![
    "binary_convert.rs.tera",
    "binary_enums.rs.tera",
    "binary_mod.rs.tera",
    "binary_read.rs.tera",
    "binary_write.rs.tera",
    "c/envelope.h.tera",
    "c/format.h.tera",
    "c/header.h.tera",
    "c/ids.h.tera",
    "c/ids_compare.h.tera",
    "c/ids_read.h.tera",
    "c/ids_spell.h.tera",
    "c/image.h.tera",
    "c/item.h.tera",
    "c/record.h.tera",
    "c/runtime.h.tera",
    "cli_drop_in.rs.tera",
    "cli_lib.rs.tera",
    "cli_page.md.tera",
    "cli_requests.rs.tera",
    "format_page.md.tera",
    "ids_mod.rs.tera",
    "ids_tests.rs.tera",
    "lib.rs.tera",
    "samples.rs.tera",
    "tables.rs.tera",
    "text_mod.rs.tera",
];

/// Panics if a template does not match its view, which tests of this crate detect.
#[allow(clippy::panic)]
pub fn all(pages: &[Page]) -> Vec<File> {
    let engine = engine();
    pages
        .iter()
        .map(|page| match engine.render(page.template, &page.context) {
            Ok(text) if page.path.ends_with(".h") => File { path: page.path.clone(), text: fold::fold_code(&text) },
            Ok(text) => File { path: page.path.clone(), text },
            Err(error) => panic!("the template {} does not fit its view: {error}", page.template),
        })
        .collect()
}

#[allow(clippy::panic)]
fn engine() -> tera::Tera {
    let mut engine = tera::Tera::default();
    engine.autoescape_on(Vec::<&str>::new());
    if let Err(error) = engine.add_raw_templates(TEMPLATES.iter().copied()) {
        panic!("a template of the generator is broken: {error}");
    }
    engine
}
