//! Code objects by themselves, with no bundle around them.

use std::sync::Arc;

use offload_bundle_core::attributes::Attributes;
use offload_bundle_core::container::{Bundle, StoredEntry};
use offload_bundle_core::error::Path;
use offload_bundle_core::placement::ObjectFormat;
use offload_bundle_core::registry::Registry;

use super::form::Form;
use super::found::{FoundBundle, Scan};
use super::region::{Region, RegionKind};
use super::search::scan;
use crate::error::Error;
use crate::input::{HEAD, Input};
use crate::object::elf_header;
use crate::request::ScanRequest;

/// A scan that takes a code object by itself as a bundle of one entry, for those who only read.
///
/// # Errors
///
/// Those of [`scan`].
pub(crate) fn scan_or_bare(registry: &Registry, input: &Arc<Input>, options: &ScanRequest) -> Result<Scan, Error> {
    let found = scan(registry, input, options);
    if options.file_type.is_some() || options.rules.own_form {
        return found;
    }
    match found {
        Ok(scan) if scan.bundles.is_empty() && scan.external_code.is_empty() => {
            Ok(bare(registry, input)?.unwrap_or(scan))
        }
        // A code object whose sections cannot be read is one all the same.
        Err(error @ (Error::NotABundle { .. } | Error::Read { .. })) => bare(registry, input)?.ok_or(error),
        found => found,
    }
}

/// The code object that `input` is; none if it is something else.
///
/// # Errors
///
/// The input cannot be read.
pub fn bare(registry: &Registry, input: &Arc<Input>) -> Result<Option<Scan>, Error> {
    let head = input.head(HEAD)?;
    let content = registry
        .content(&head)
        .filter(|content| content.object == Some(ObjectFormat::Elf));
    let header = elf_header(&head);
    let (Some(content), Some(id)) = (content, header.and_then(|header| registry.ids.bare_id(&header))) else {
        return Ok(None);
    };
    let place = input.whole();
    let entry = StoredEntry {
        index: 0,
        id: Ok(id),
        id_offset: 0,
        place: Ok(place),
        path: Path::from("header"),
        ofs_field: "e_machine",
        ofs_offset: 0,
        attributes: Attributes::default(),
    };
    let bundle = Bundle { start: 0, frame_len: 0, len: place.len, version: None, entries: vec![entry] };
    let found = FoundBundle::new(Form::Bare(content), bundle, input, 0);
    let region = Region { kind: RegionKind::Whole, place };
    Ok(Some(Scan {
        regions: vec![region],
        bundles: vec![found],
        ..Scan::default()
    }))
}
