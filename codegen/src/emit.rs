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
        Self { template, path: path.into(), context }
    }
}

/// The templates, by file name.
const TEMPLATES: &[(&str, &str)] = &[
    (
        "binary_wrapper.rs.tera",
        include_str!("../templates/binary_wrapper.rs.tera"),
    ),
    ("catalog.rs.tera", include_str!("../templates/catalog.rs.tera")),
    ("text_mod.rs.tera", include_str!("../templates/text_mod.rs.tera")),
    ("text_read.rs.tera", include_str!("../templates/text_read.rs.tera")),
    ("text_write.rs.tera", include_str!("../templates/text_write.rs.tera")),
    (
        "text_describe.rs.tera",
        include_str!("../templates/text_describe.rs.tera"),
    ),
    (
        "text_container.rs.tera",
        include_str!("../templates/text_container.rs.tera"),
    ),
    (
        "text_strategy.rs.tera",
        include_str!("../templates/text_strategy.rs.tera"),
    ),
    (
        "text_arbitrary.rs.tera",
        include_str!("../templates/text_arbitrary.rs.tera"),
    ),
    ("text_tests.rs.tera", include_str!("../templates/text_tests.rs.tera")),
    ("ids_mod.rs.tera", include_str!("../templates/ids_mod.rs.tera")),
    ("ids_parse.rs.tera", include_str!("../templates/ids_parse.rs.tera")),
    ("ids_format.rs.tera", include_str!("../templates/ids_format.rs.tera")),
    ("ids_tables.rs.tera", include_str!("../templates/ids_tables.rs.tera")),
    ("ids_compat.rs.tera", include_str!("../templates/ids_compat.rs.tera")),
    (
        "ids_code_objects.rs.tera",
        include_str!("../templates/ids_code_objects.rs.tera"),
    ),
    (
        "ids_composition.rs.tera",
        include_str!("../templates/ids_composition.rs.tera"),
    ),
    ("ids_styles.rs.tera", include_str!("../templates/ids_styles.rs.tera")),
    (
        "ids_strategy.rs.tera",
        include_str!("../templates/ids_strategy.rs.tera"),
    ),
    ("ids_tests.rs.tera", include_str!("../templates/ids_tests.rs.tera")),
    ("cli_bin.rs.tera", include_str!("../templates/cli_bin.rs.tera")),
    (
        "cli_commands.rs.tera",
        include_str!("../templates/cli_commands.rs.tera"),
    ),
    (
        "cli_dispatch.rs.tera",
        include_str!("../templates/cli_dispatch.rs.tera"),
    ),
    ("cli_drop_in.rs.tera", include_str!("../templates/cli_drop_in.rs.tera")),
    ("cli_mod.rs.tera", include_str!("../templates/cli_mod.rs.tera")),
    ("cli_page.md.tera", include_str!("../templates/cli_page.md.tera")),
    ("cli_values.rs.tera", include_str!("../templates/cli_values.rs.tera")),
    (
        "binary_arbitrary.rs.tera",
        include_str!("../templates/binary_arbitrary.rs.tera"),
    ),
    (
        "binary_container.rs.tera",
        include_str!("../templates/binary_container.rs.tera"),
    ),
    (
        "binary_convert.rs.tera",
        include_str!("../templates/binary_convert.rs.tera"),
    ),
    (
        "binary_describe.rs.tera",
        include_str!("../templates/binary_describe.rs.tera"),
    ),
    (
        "binary_enums.rs.tera",
        include_str!("../templates/binary_enums.rs.tera"),
    ),
    ("binary_mod.rs.tera", include_str!("../templates/binary_mod.rs.tera")),
    ("binary_read.rs.tera", include_str!("../templates/binary_read.rs.tera")),
    (
        "binary_strategy.rs.tera",
        include_str!("../templates/binary_strategy.rs.tera"),
    ),
    (
        "binary_tests.rs.tera",
        include_str!("../templates/binary_tests.rs.tera"),
    ),
    (
        "binary_write.rs.tera",
        include_str!("../templates/binary_write.rs.tera"),
    ),
    ("binary_page.md.tera", include_str!("../templates/binary_page.md.tera")),
    ("text_page.md.tera", include_str!("../templates/text_page.md.tera")),
    ("lib.rs.tera", include_str!("../templates/lib.rs.tera")),
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
            Ok(text) => File { path: page.path.clone(), text },
            Err(error) => panic!("the template {} does not fit its view: {error}", page.template),
        })
        .collect()
}
