//! The view of the registry.

use databake::Bake;
use offload_bundle_core::placement::ContentKind;

use super::rust::{bytes_literal, literal};
use super::tables::Tables;
use crate::emit::Page;
use crate::ir::placement::{Container, Placement, Plain};
use crate::prose::comma_list;

/// Without an ID grammar, operations are impossible, so there is no registry.
pub fn page(placement: &Placement<'_>) -> Option<Page> {
    let ids = placement.ids.as_ref()?;
    let mut docs = vec!["The registry: containers, file types, and the grammar of IDs.".to_owned()];
    docs.push(String::new());
    docs.extend(placement.spec.docs.doc.lines().map(str::to_owned));
    for section in &placement.spec.docs.doc_ref {
        docs.extend([String::new(), format!("Source: {section}.")]);
    }
    let mut file = Tables::new(placement.file, docs);
    for container in &placement.containers {
        add_container(container, &mut file);
    }
    file.baker
        .leave_out("PLAIN", &["name", "doc", "sign"], &ContentKind::PLAIN);
    let about = "File types of `--type`.";
    add_list("FILE_TYPES", "FileType", about, &placement.file_types, &mut file);
    let about = "Sections of object files with device code.";
    add_list("SECTIONS", "SectionRule", about, &placement.sections, &mut file);
    let about = "Images that linked programs register.";
    add_list("IMAGES", "ImageRule", about, &placement.images, &mut file);
    let about = "Formats that each runtime reads, by release.";
    add_list("RUNTIMES", "RuntimeRule", about, &placement.runtimes, &mut file);
    let about = "Object files that embed containers.";
    add_list("EMBEDDINGS", "EmbeddingRule", about, &placement.embeddings, &mut file);
    let about = "Machines of new object files.";
    add_list("MACHINES", "MachineRule", about, &placement.machines, &mut file);
    let about = "File kinds, by their first bytes.";
    add_list("CONTENTS", "ContentKind", about, &placement.contents, &mut file);
    add_plain("PLAIN", "Formats without code objects.", &placement.plain, &mut file);
    add_plain(
        "HOSTS",
        "Formats of sections that point to containers.",
        &placement.hosts,
        &mut file,
    );
    let containers = placement.containers.iter();
    let containers = containers.map(|container| format!("&{}", container.name.0));
    let envelopes = placement.envelopes.iter();
    let envelopes = envelopes.map(|(module, face)| format!("&crate::{module}::{face}"));
    let registry = file.baker.name("offload_bundle_core::registry::Registry");
    let value = format!(
        "{registry} {{ containers: &[{}], envelopes: &[{}], plain: PLAIN, hosts: HOSTS, file_types: FILE_TYPES, sections: SECTIONS, \
         images: IMAGES, runtimes: RUNTIMES, embeddings: EMBEDDINGS, machines: MACHINES, contents: CONTENTS, ids: &crate::{ids}::GRAMMAR }}",
        comma_list(containers),
        comma_list(envelopes),
    );
    let head = format!("pub static REGISTRY: {registry}");
    file.add(vec!["All formats, file types and rules.".to_owned()], &head, &value);
    Some(file.page("formats/src/registry.rs".to_owned()))
}

fn add_list(name: &str, of: &str, doc: &str, list: &impl Bake, file: &mut Tables) {
    let head = format!(
        "static {name}: &[{}<'_>]",
        file.baker.name(&format!("offload_bundle_core::placement::{of}"))
    );
    let value = file.baker.bake(list);
    file.add(vec![doc.to_owned()], &head, &value);
}

fn add_plain(name: &str, doc: &str, formats: &[Plain<'_>], file: &mut Tables) {
    let of = file.baker.name("offload_bundle_core::plain::PlainFormat");
    let formats = formats.iter().map(|format| {
        let (name, title, module) = (literal(format.name), literal(format.title), format.module);
        format!("{of} {{ name: {name}, title: {title}, tree: &crate::{module}::TREE }}")
    });
    let value = format!("&[{}]", comma_list(formats));
    file.add(vec![doc.to_owned()], &format!("static {name}: &[{of}]"), &value);
}

fn add_container(container: &Container<'_>, file: &mut Tables) {
    let module = format!("crate::{}", container.module);
    let parameters = || container.parameters.iter();
    let (of, value) = if let Some(lead) = &container.lead {
        let of = file.baker.name("offload_bundle_core::text::TextContainer");
        let values = comma_list(parameters().map(|(_, value)| bytes_literal(value.as_bytes())));
        let lead = bytes_literal(lead);
        let value = format!("{of} {{ format: &{module}::FORMAT, parameters: &[{values}], lead: {lead} }}");
        (of, value)
    } else {
        let of = file.baker.name(container.face_type);
        (of, format!("{module}::{}", container.face))
    };
    let with = parameters().map(|(name, value)| format!(" with the {name} `{value}`"));
    let doc = format!("`{}`{}.", container.format, with.collect::<Vec<_>>().join(" and"));
    file.add(vec![doc], &format!("static {}: {of}", container.name.0), &value);
}
