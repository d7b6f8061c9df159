//! The view of the registry.

use serde::Serialize;

use crate::emit::Page;
use crate::ir::placement::{Container, Doing, FileType, Head, NotYet, Placement};
use crate::names::camel;
use crate::view::rust::{bytes_literal, literal};
use crate::view::sections::{self, SectionView};

/// Everything that the template of the registry places.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)] // Each field is the place of that name in the template.
pub struct RegistryView {
    pub source: String,
    pub doc: Vec<String>,
    pub refs: Vec<String>,
    pub containers: Vec<ContainerView>,
    pub envelopes: Vec<String>,
    pub heads: Vec<HeadView>,
    pub file_types: Vec<FileTypeView>,
    pub sections: Vec<SectionView>,
    /// Path of the grammar's value.
    pub ids: String,
}

/// A container with its parameters.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)] // As above.
pub struct ContainerView {
    pub name: String,
    pub path: String,
    pub value: String,
    pub doc: String,
}

/// First bytes of some kind of file.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)] // As above.
pub struct HeadView {
    pub name: String,
    pub doc: Vec<String>,
    pub magics: Vec<MagicView>,
}

/// Bytes that a file begins with.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)] // As above.
pub struct MagicView {
    pub title: String,
    pub bytes: String,
}

/// A file type; all fields are Rust expressions.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)] // As above.
pub struct FileTypeView {
    pub name: String,
    pub title: String,
    pub container: String,
    pub text: bool,
    pub default_alignment: u64,
    pub unsupported: Vec<String>,
    pub suffix: String,
    pub since: String,
}

/// The page of the registry. Without a grammar of IDs there is nothing that operations could work on, so none.
pub fn page(placement: &Placement) -> Option<Page> {
    let view = RegistryView::new(placement)?;
    Some(Page::new("registry.rs.tera", "formats/src/registry.rs", &view))
}

impl RegistryView {
    /// Spells `placement` in Rust.
    pub fn new(placement: &Placement) -> Option<Self> {
        let ids = placement.ids.as_ref()?;
        let names: Vec<String> = (0..placement.containers.len())
            .map(|index| container_name(placement, index))
            .collect();
        Some(Self {
            source: placement.file.clone(),
            doc: placement.doc.lines().map(str::to_owned).collect(),
            refs: placement.refs.clone(),
            containers: placement
                .containers
                .iter()
                .zip(&names)
                .map(|(container, name)| view_container(container, name))
                .collect(),
            envelopes: placement
                .envelopes
                .iter()
                .map(|format| format!("crate::{format}::{}Envelope", camel(format)))
                .collect(),
            heads: placement.heads.iter().map(head).collect(),
            file_types: placement
                .file_types
                .iter()
                .map(|file_type| view_file_type(placement, file_type, &names))
                .collect(),
            sections: sections::sections(placement),
            ids: format!("crate::{ids}"),
        })
    }
}

/// A constant's name: the format's, and the first file type that has these parameters where the format has any.
fn container_name(placement: &Placement, index: usize) -> String {
    let container = &placement.containers[index];
    let first = placement
        .file_types
        .iter()
        .find(|file_type| file_type.container == index);
    let name = match first {
        Some(file_type) if !container.parameters.is_empty() => format!("{}_{}", container.format, file_type.id),
        _ => container.format.clone(),
    };
    name.to_uppercase().replace(|c: char| !c.is_ascii_alphanumeric(), "_")
}

fn view_container(container: &Container, name: &str) -> ContainerView {
    let module = format!("crate::{}", container.format);
    let values = container
        .parameters
        .iter()
        .map(|(_, value)| bytes_literal(value.as_bytes()));
    let (path, value) = if container.text {
        let values: Vec<String> = values.collect();
        let fields = format!("format: &{module}::FORMAT, parameters: &[{}]", values.join(", "));
        ("TextContainer".to_owned(), format!("TextContainer {{ {fields} }}"))
    } else {
        let path = format!("{module}::{}Container", camel(&container.format));
        (path.clone(), path)
    };
    let said: Vec<String> = container
        .parameters
        .iter()
        .map(|(name, value)| format!(" with the {name} `{value}`"))
        .collect();
    ContainerView { name: name.to_owned(), value, path, doc: format!("`{}`{}.", container.format, said.join(" and")) }
}

fn head(head: &Head) -> HeadView {
    HeadView {
        name: head.id.to_uppercase(),
        doc: head.doc.lines().map(str::to_owned).collect(),
        magics: head
            .magics
            .iter()
            .map(|(title, bytes)| MagicView { title: title.clone(), bytes: format!("b\"{}\"", bytes.escape_ascii()) })
            .collect(),
    }
}

fn view_file_type(placement: &Placement, file_type: &FileType, names: &[String]) -> FileTypeView {
    let container = &placement.containers[file_type.container];
    FileTypeView {
        name: literal(&file_type.id),
        title: literal(&file_type.title),
        container: names[file_type.container].clone(),
        text: container.text,
        default_alignment: container.default_alignment,
        unsupported: file_type
            .not_yet
            .iter()
            .map(|not_yet| unsupported(placement, not_yet))
            .collect(),
        suffix: literal(&file_type.suffix),
        since: option(file_type.since.as_deref().map(literal)),
    }
}

fn option(value: Option<String>) -> String {
    value.map_or_else(|| "None".to_owned(), |value| format!("Some({value})"))
}

fn unsupported(placement: &Placement, not_yet: &NotYet) -> String {
    let when = match not_yet.head {
        Some(head) => format!("Matcher::StartsWith({})", placement.heads[head].id.to_uppercase()),
        None => "Matcher::Always".to_owned(),
    };
    let direction = match not_yet.doing {
        Doing::Reading => "Direction::Reading",
        Doing::Writing => "Direction::Writing",
        Doing::Anything => "Direction::Both",
    };
    format!(
        "Unsupported {{ why: {}, when: {when}, direction: {direction} }}",
        literal(&not_yet.why)
    )
}
