//! Lowers the placement schema.

use offload_bundle_core::placement::{ContentKind, ContentSign, FileType};

use crate::arena::Arena;
use crate::ir::Project;
use crate::ir::binary::Format;
use crate::ir::face::Face;
use crate::ir::placement::{Container, Placement, Plain, Static};
use crate::model::placement::content::Content;
use crate::model::placement::{self as model, Spec};
use crate::scope::Scope;

pub fn lower<'a>(arena: &'a Arena, file: &'a str, spec: &'a Spec<'a>, project: &Project<'a>) -> Placement<'a> {
    let mut names = Scope::with(&[&[
        "CONTENTS",
        "EMBEDDINGS",
        "FILE_TYPES",
        "HOSTS",
        "IMAGES",
        "MACHINES",
        "PLAIN",
        "REGISTRY",
        "RUNTIMES",
        "SECTIONS",
    ]]);
    let mut containers = binary(arena, project, &mut names);
    let file_types = spec.file_types.iter();
    let file_types =
        arena.list(file_types.map(|file_type| self::file_type(arena, file_type, project, &mut containers, &mut names)));
    // Unlisted formats come last.
    let place = |format: &str| {
        let place = spec.formats.iter().position(|known| known.value == format);
        (place.unwrap_or(usize::MAX), format.to_owned())
    };
    containers.sort_by_cached_key(|container| place(&container.format));
    // Input can have any compressed format.
    let mut envelopes: Vec<&Format<'_>> = project
        .formats
        .iter()
        .filter(|format| format.envelope().is_some())
        .collect();
    envelopes.sort_by_cached_key(|format| place(format.id));
    let plain = project.formats.iter();
    let plain = plain.filter(|format| format.face.is_none() && format.spec.has_files());
    let plain = plain.map(|format| Plain {
        name: format.id,
        title: format.spec.title.as_str(),
        module: arena.text(&format.module),
    });
    let mut plain: Vec<Plain<'_>> = plain.collect();
    plain.sort_by_key(|format| format.name);
    let hosts: Vec<&str> = spec.sections.iter().filter_map(|section| section.shown_by).collect();
    let (hosts, plain) = plain.into_iter().partition(|format| hosts.contains(&format.name));
    Placement {
        file,
        spec,
        containers,
        envelopes: envelopes
            .iter()
            .map(|format| (format.module.clone(), format.constant()))
            .collect(),
        plain,
        hosts,
        contents: arena.list(spec.contents.iter().map(|content| kind(content, project))),
        file_types,
        sections: spec.sections,
        images: spec.images,
        runtimes: spec.runtimes,
        embeddings: spec.embeddings,
        machines: spec.machines,
        ids: project.ids.as_ref().map(|grammar| grammar.spec.meta.id.as_str()),
    }
}

fn kind<'a>(content: &Content<'a>, project: &Project<'a>) -> ContentKind<'a> {
    let format = content.format.as_ref();
    let format = format.and_then(|name| project.formats.iter().find(|format| format.id == name.value));
    match format.and_then(|format| format.tree.magic()) {
        Some(bytes) => ContentKind { sign: ContentSign::Bytes { at: 0, bytes }, ..content.kind },
        None => content.kind,
    }
}

fn file_type<'a>(
    arena: &'a Arena,
    file_type: &'a model::FileType<'a>,
    project: &Project<'a>,
    containers: &mut Vec<Container<'a>>,
    names: &mut Scope,
) -> FileType<'a, Static<'a>> {
    let format = &file_type.format.value;
    // In the order of the format.
    let texts = || project.texts.iter().filter(|text| text.table.name == format);
    let parameters = texts().flat_map(|text| text.table.parameters);
    let value = |name: &&str| file_type.with.iter().find(|(known, _)| known.value == **name);
    let parameters = parameters
        .filter_map(value)
        .map(|(name, value)| (name.as_str(), value.as_str()));
    let parameters: Vec<(&str, &str)> = parameters.collect();
    let same = |container: &&Container<'_>| container.format == *format && container.parameters == parameters;
    let container = containers.iter().find(same).cloned().unwrap_or_else(|| {
        let name = match parameters.is_empty() {
            true => format.clone(),
            false => format!("{format}_{}", file_type.id.value),
        };
        let container = Container {
            name: constant(arena, &name, names),
            format: format.clone(),
            module: format.clone(),
            face: "",
            face_type: "",
            lead: texts().next().map(|text| {
                let values: Vec<&[u8]> = parameters.iter().map(|(_, value)| value.as_bytes()).collect();
                text.table.delimiters(&values).start.lead
            }),
            parameters: parameters.clone(),
            default_alignment: 1,
        };
        containers.push(container.clone());
        container
    });
    FileType {
        name: &file_type.id,
        title: &file_type.title,
        container: container.name,
        text: container.lead.is_some(),
        archive: file_type.archive,
        members: file_type.members,
        default_alignment: container.default_alignment,
        suffix: &file_type.suffix,
        since: file_type.since.as_deref(),
    }
}

fn constant<'a>(arena: &'a Arena, name: &str, names: &mut Scope) -> Static<'a> {
    let name = name.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    Static(arena.text(&names.constant(&name)))
}

/// Includes formats without a file type, because input can have any format.
fn binary<'a>(arena: &'a Arena, project: &Project<'a>, names: &mut Scope) -> Vec<Container<'a>> {
    let is_container = |format: &&Format| format.face.is_some() && format.envelope().is_none();
    let holding = project.formats.iter().filter(is_container);
    let mut container = |format: &Format| {
        let option = format.container().and_then(|table| table.alignment);
        let mut options = format.spec.options.iter();
        let alignment = options.find(|known| Some(known.id.as_str()) == option);
        Container {
            name: constant(arena, format.id, names),
            format: format.id.to_owned(),
            module: format.module.clone(),
            face: format.constant(),
            face_type: format.face.as_ref().map_or("", Face::path),
            lead: None,
            parameters: Vec::new(),
            default_alignment: alignment.map_or(1, |option| *option.default),
        }
    };
    holding.map(&mut container).collect()
}
