//! From a checked placement schema to file types with containers.

use crate::ir::Project;
use crate::ir::binary::{self, Format};
use crate::ir::placement::{Container, Doing, FileType, Head, Holds, NotYet, ObjectFormat, Placement, Section};
use crate::model::placement::Spec;
use crate::model::sections;

/// Resolves `spec` in a project that holds all formats already.
pub fn lower(spec: &Spec, project: &Project) -> Placement {
    let mut containers = binary(project);
    let heads: Vec<Head> = spec.heads.iter().map(head).collect();
    let mut file_types = Vec::new();
    for file_type in &spec.file_types {
        let parameters: Vec<(String, String)> = file_type
            .with
            .iter()
            .map(|(name, value)| (name.text.clone(), value.text.clone()))
            .collect();
        let same =
            |container: &Container| container.format == file_type.format.text && container.parameters == parameters;
        let container = containers.iter().position(same).unwrap_or_else(|| {
            containers.push(Container {
                format: file_type.format.text.clone(),
                text: true,
                parameters: parameters.clone(),
                default_alignment: 1,
            });
            containers.len() - 1
        });
        file_types.push(FileType {
            id: file_type.id.text.clone(),
            title: file_type.title.clone(),
            container,
            suffix: file_type.suffix.text.clone(),
            since: file_type.since.clone(),
            not_yet: file_type
                .not_yet
                .iter()
                .map(|not_yet| NotYet {
                    doing: match not_yet.to.as_ref().map(|to| to.text.as_str()) {
                        Some("read") => Doing::Reading,
                        Some("write") => Doing::Writing,
                        _ => Doing::Anything,
                    },
                    head: spec.heads.iter().position(|head| head.id.text == not_yet.when.text),
                    why: not_yet.why.clone(),
                })
                .collect(),
        });
    }
    Placement {
        file: spec.file.clone(),
        doc: spec.doc.clone(),
        refs: spec.refs.clone(),
        containers,
        wrappers: wrappers(project),
        heads,
        file_types,
        sections: spec.sections.iter().map(section).collect(),
        ids: ids(project),
    }
}

/// Every binary format that holds code objects, whether or not a file type names it: input can be of any.
fn binary(project: &Project) -> Vec<Container> {
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
fn wrappers(project: &Project) -> Vec<String> {
    let formats = project.formats.iter().filter(|format| format.wrapper.is_some());
    formats.map(|format| format.id.clone()).collect()
}

fn ids(project: &Project) -> Option<String> {
    let grammar = project.ids.as_ref()?;
    Some(format!("{}::{}", grammar.module, grammar.type_name))
}

fn head(head: &crate::model::placement::Head) -> Head {
    Head {
        id: head.id.text.clone(),
        doc: head.doc.clone(),
        magics: head
            .magics
            .iter()
            .map(|magic| (magic.title.clone(), magic.bytes.clone()))
            .collect(),
    }
}

fn section(section: &sections::Section) -> Section {
    let formats = section.formats.iter().filter_map(|word| {
        let (_, format) = ObjectFormat::WORDS.iter().find(|(known, _)| *known == word.text)?;
        Some(*format)
    });
    let holds = match section.holds.text.as_str() {
        "entry" => Holds::Entry {
            file_type: section
                .file_type
                .as_ref()
                .map_or_else(String::new, |word| word.text.clone()),
            host: section.host.as_ref().map_or_else(Vec::new, |host| host.content.clone()),
            host_not_yet: section
                .host
                .as_ref()
                .map_or_else(String::new, |host| host.not_yet.clone()),
        },
        "reference" => Holds::Reference,
        "pointer" => Holds::Pointer,
        _ => Holds::Containers,
    };
    let fixed = section.name.as_ref().or(section.prefix.as_ref());
    Section {
        id: section.id.text.clone(),
        title: section.title.clone(),
        doc: section.doc.clone(),
        formats: formats.collect(),
        fixed: fixed.map_or_else(String::new, |word| word.text.clone()),
        open: section.name.is_none(),
        holds,
    }
}
