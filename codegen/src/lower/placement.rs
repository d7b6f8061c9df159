//! From a checked placement schema to file types with containers.

use crate::ir::Project;
use crate::ir::binary::{self, Format};
use crate::ir::placement::{Container, Doing, FileType, Head, Holds, NotYet, ObjectFormat, Placement, Section};
use crate::model::placement::{self as model, Spec};

/// Resolves `spec` in a project that holds all formats already.
pub fn lower(file: &str, spec: &Spec, project: &Project<'_>) -> Placement {
    let mut containers = binary(project);
    let file_types = spec
        .file_types
        .iter()
        .map(|file_type| self::file_type(file_type, spec, project, &mut containers));
    let file_types = file_types.collect();
    Placement {
        file: file.to_owned(),
        doc: spec.docs.doc.to_string(),
        refs: spec.docs.doc_ref.to_vec(),
        containers,
        envelopes: envelopes(project),
        heads: spec.heads.iter().map(head).collect(),
        file_types,
        sections: spec.sections.iter().map(|section| self::section(section)).collect(),
        ids: ids(project),
    }
}

/// The file type; its container is added to those that there are.
fn file_type(
    file_type: &model::FileType,
    spec: &Spec,
    project: &Project<'_>,
    containers: &mut Vec<Container>,
) -> FileType {
    let format = &file_type.format.value;
    // In the order of the format.
    let texts = project.texts.iter().filter(|text| text.table.name == format);
    let names = texts.flat_map(|text| text.table.parameters);
    let value = |name: &&str| file_type.with.iter().find(|(known, _)| known.value == **name);
    let parameters: Vec<(String, String)> = names
        .filter_map(value)
        .map(|(name, value)| (name.value.clone(), value.value.clone()))
        .collect();
    let same = |container: &Container| container.format == *format && container.parameters == parameters;
    let container = containers.iter().position(same).unwrap_or_else(|| {
        containers.push(Container {
            format: format.clone(),
            text: true,
            parameters: parameters.clone(),
            default_alignment: 1,
        });
        containers.len() - 1
    });
    let not_yet = file_type.not_yet.iter().map(|not_yet| NotYet {
        doing: match not_yet.to {
            Some(model::Direction::Read) => Doing::Reading,
            Some(model::Direction::Write) => Doing::Writing,
            None => Doing::Anything,
        },
        head: spec.heads.iter().position(|head| head.id.value == not_yet.when.value),
        why: not_yet.why.to_string(),
    });
    FileType {
        id: file_type.id.value.clone(),
        title: file_type.title.to_string(),
        container,
        suffix: file_type.suffix.value.clone(),
        since: file_type.since.clone(),
        not_yet: not_yet.collect(),
    }
}

/// Every binary format that holds code objects, whether or not a file type names it: input can be of any.
fn binary(project: &Project<'_>) -> Vec<Container> {
    let holding = project
        .formats
        .iter()
        .filter_map(|format| Some((format, format.container.as_ref()?)));
    let container = |(format, container): (&Format, &binary::Container)| {
        let alignment = format
            .options
            .iter()
            .find(|option| Some(&option.id) == container.alignment.as_ref());
        Container {
            format: format.id.clone(),
            text: false,
            parameters: Vec::new(),
            default_alignment: alignment.map_or(1, |option| option.default),
        }
    };
    holding.map(container).collect()
}

/// Every format that holds something compressed: input can be of any.
fn envelopes(project: &Project<'_>) -> Vec<String> {
    let formats = project.formats.iter().filter(|format| format.envelope.is_some());
    formats.map(|format| format.id.clone()).collect()
}

fn ids(project: &Project<'_>) -> Option<String> {
    let grammar = project.ids.as_ref()?;
    Some(format!("{}::GRAMMAR", grammar.module))
}

fn head(head: &model::Head) -> Head {
    let magics = head
        .any_of
        .iter()
        .map(|magic| (magic.title.to_string(), magic.bytes.to_vec()));
    Head { id: head.id.value.clone(), doc: head.doc.to_string(), magics: magics.collect() }
}

fn section(section: &model::Section) -> Section {
    let formats = section.formats.iter().map(|format| match format {
        model::ObjectFormat::Elf => ObjectFormat::Elf,
        model::ObjectFormat::Coff => ObjectFormat::Coff,
    });
    let host = section.host.as_ref();
    let holds = match section.holds {
        model::Holds::Entry => Holds::Entry {
            file_type: section
                .file_type
                .as_ref()
                .map(|name| name.value.clone())
                .unwrap_or_default(),
            host: host.map(|host| host.content.to_vec()).unwrap_or_default(),
            host_not_yet: host.map(|host| host.not_yet.to_string()).unwrap_or_default(),
        },
        model::Holds::Reference => Holds::Reference,
        model::Holds::Pointer => Holds::Pointer,
        model::Holds::Containers => Holds::Containers,
    };
    let fixed = section.name.as_ref().or(section.prefix.as_ref());
    Section {
        id: section.id.value.clone(),
        title: section.title.to_string(),
        doc: section.docs.doc.to_string(),
        formats: formats.collect(),
        fixed: fixed.map(|fixed| fixed.value.clone()).unwrap_or_default(),
        open: section.name.is_none(),
        holds,
    }
}
