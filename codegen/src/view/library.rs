//! Views of the root of the formats' crate.

use serde_json::json;

use super::rust::literal;
use super::text;
use crate::emit::Page;
use crate::ir::Project;
use crate::ir::binary::Format;
use crate::ir::face::Face;

pub fn pages(project: &Project<'_>) -> Vec<Page> {
    let mut modules: Vec<String> = project.formats.iter().map(|format| format.module.clone()).collect();
    modules.extend(project.texts.iter().map(|format| format.table.name.to_owned()));
    modules.extend(project.ids.iter().map(|grammar| grammar.spec.meta.id.value.clone()));
    modules.extend(project.placement.iter().map(|_| "registry".to_owned()));
    modules.sort();
    let texts: Vec<_> = project.texts.iter().map(text::sample).collect();
    let mut typed = project.formats.iter().filter(|format| format.spec.is_typed);
    let has_samples = typed.next().is_some() || !texts.is_empty();
    let front = json!({ "modules": modules, "has_samples": has_samples });
    let mut pages = vec![Page::new("lib.rs.tera", "formats/src/lib.rs", &front)];
    if has_samples {
        let formats = project.formats.iter();
        let formats = formats.filter(|format| !format.is_read_only());
        let sampled = |format: &Format<'_>| {
            let names = &format.root()?.names;
            let module = format!("crate::{}", format.module);
            let face = match &format.face {
                None => "Face::Plain".to_owned(),
                Some(face @ Face::Envelope(..)) => format!("Face::Envelope(&{module}::{})", face.constant()),
                Some(face) => format!("Face::Container(&{module}::{})", face.constant()),
            };
            let options = format.names.options.iter();
            let options = options.map(|(id, (member, _))| json!({ "id": literal(id), "member": member }));
            Some(json!({
                "name": literal(format.id),
                "test": format.module,
                "reader": format!("{module}::{}", names.reader),
                "module": module,
                "face": face,
                "options": options.collect::<Vec<_>>(),
            }))
        };
        let formats: Vec<_> = formats.filter_map(sampled).collect();
        let samples = json!({ "formats": formats, "texts": texts });
        pages.push(Page::new("samples.rs.tera", "formats/src/samples.rs", &samples));
    }
    pages
}
