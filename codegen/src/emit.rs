//! Templates and views to text: the only file that knows the template engine.

use serde::Serialize;

use crate::File;

/// One file to emit: a template with its view.
#[derive(Debug, Clone)]
pub struct Page {
    template: &'static str,
    path: String,
    context: tera::Context,
}

impl Page {
    /// The page that `template` makes of `view`, to stand at `path` below the generated crate's folder.
    pub fn new(template: &'static str, path: impl Into<String>, view: &impl Serialize) -> Self {
        let mut context = tera::Context::new();
        context.insert("view", view);
        Self {
            template,
            path: path.into(),
            context,
        }
    }
}

/// The templates, by file name.
const TEMPLATES: &[(&str, &str)] = &[
    ("cli_bin.rs.tera", include_str!("../templates/cli_bin.rs.tera")),
    ("cli_commands.rs.tera", include_str!("../templates/cli_commands.rs.tera")),
    ("cli_dispatch.rs.tera", include_str!("../templates/cli_dispatch.rs.tera")),
    ("cli_drop_in.rs.tera", include_str!("../templates/cli_drop_in.rs.tera")),
    ("cli_mod.rs.tera", include_str!("../templates/cli_mod.rs.tera")),
    ("cli_page.md.tera", include_str!("../templates/cli_page.md.tera")),
    ("cli_values.rs.tera", include_str!("../templates/cli_values.rs.tera")),
];

/// Renders every page. Panics only on a template that does not fit its view, which the tests of this crate would show.
#[allow(clippy::panic)]
pub fn all(pages: &[Page]) -> Vec<File> {
    let mut engine = tera::Tera::default();
    engine.autoescape_on(Vec::<&str>::new());
    if let Err(error) = engine.add_raw_templates(TEMPLATES.iter().copied()) {
        panic!("a template of the generator is broken: {error}");
    }
    pages
        .iter()
        .map(|page| match engine.render(page.template, &page.context) {
            Ok(text) => File {
                path: page.path.clone(),
                text,
            },
            Err(error) => panic!("the template {} does not fit its view: {error}", page.template),
        })
        .collect()
}
