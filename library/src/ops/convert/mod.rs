//! `convert`: writes the entries of an input to containers of another format or version.

pub(crate) mod converted;

use std::sync::Arc;

use offload_bundle_core::attributes::Attributes;
use offload_bundle_core::container::{NewEntry, PlanOptions};
use offload_bundle_core::registry::Registry;

use self::converted::{LossKind, LossSummary};
use super::check::refuse_unsound;
use super::check_bundle;
use super::context::{Context, no_output};
use super::convert::converted::Converter;
use super::pack::{Image, PlannedContainers, choose_version};
use crate::error::Error;
use crate::input::{Input, identity};
use crate::output::write_all;
use crate::package;
use crate::report::{ConvertReport, ConvertedEntry, Diagnostic, Integer, Loss};
use crate::request::{ContainerFormat, ConvertRequest};
use crate::scan::{EntryRef, Form, FoundBundle, Scan, scan};

/// Writes all entries of the input, in file order, to as few containers of the format as its version allows. Compressed
/// bundles are decompressed, and the output is not compressed.
///
/// # Errors
///
/// Returns [`Error::Lossy`] if the format cannot store all content and attributes, and losses are not allowed. Padding
/// and other data that no reader needs is always dropped. Returns another error if the entries, the version or the
/// output do not allow the conversion. The output is then unchanged.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let (bundle, output) = (folder.path().join("app.hipfb"), folder.path().join("out.hipfb"));
/// # offload_bundle::BundleBuilder::new().entry("host-x86_64-unknown-linux-gnu-", b"").write(&bundle)?;
/// use offload_bundle::ops::{self, Context};
/// use offload_bundle::REGISTRY;
/// use offload_bundle::request::{ContainerFormat, ConvertRequest};
///
/// let mut request = ConvertRequest::default();
/// request.input = bundle.into();
/// request.output = Some(output);
/// request.to = ContainerFormat::from_name(&REGISTRY, "bundle");
/// let report = ops::convert(&REGISTRY, &request, &mut Context::default())?;
/// for loss in &report.lost {
///     eprintln!("lost: {}", loss.message);
/// }
/// # assert_eq!(report.entries.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn convert(
    registry: &Registry,
    request: &ConvertRequest,
    context: &mut Context<'_>,
) -> Result<ConvertReport, Error> {
    let ContainerFormat(container) = match request.to {
        Some(format) => format,
        None => ContainerFormat::all(registry).next().ok_or(Error::NoContainer)?,
    };
    let output = (request.output.as_ref()).ok_or_else(|| request.input.refuse(no_output()))?;
    let version = choose_version(container, request.version)?;
    let input = package::open(registry, &request.input, &request.scan)?;
    if input.has_identity(identity(output)) {
        return Err(Error::OutputIsInput { file: output.into() });
    }
    let scan = scan(registry, &input, &request.scan)?;
    refuse_unsound(&scan, false)?;
    let converter = Converter { ids: registry.ids, table: container.attributes(), release: request.release };
    let mut details = LossSummary::default();
    lost_of_frames(&scan, &mut details);
    let mut images = Vec::new();
    for stored in EntryRef::all(&scan) {
        let (input, place) = stored.content()?;
        if let Some((id, attributes)) = converter.convert(&stored, (&input, place), &mut details)? {
            images.push(Image { input, place, attributes, id });
        }
    }
    if let Some(host) = request.host.as_deref().filter(|_| container.attributes().is_none()) {
        add_host(registry, host, &mut images);
    }
    if container.attributes().is_none() {
        let ids: Vec<&str> = images.iter().map(|image| image.id.as_str()).collect();
        check_bundle(registry.ids, &ids, true)?;
    }
    if images.is_empty() && container.most_entries(version) < u64::MAX {
        return Err(Error::NoImages);
    }
    let lost = details.of_kind(LossKind::Lost);
    if !lost.is_empty() && !request.lossy {
        let lost = lost.into_iter().map(|loss| loss.message).collect();
        return Err(Error::Lossy { file: input.name().into(), lost });
    }
    let options = PlanOptions { version, ..PlanOptions::default() };
    let planned = PlannedContainers::plan(container, options, output, &images)?;
    let converted = images.iter().zip(&planned.places);
    let converted = converted.map(|(image, planned)| ConvertedEntry {
        bundle: planned.container,
        entry: planned.entry,
        id: image.id.clone(),
        offset: Integer(planned.place.ofs),
        size: Integer(planned.place.len),
    });
    let report = ConvertReport {
        file: input.name().into(),
        output: Some(output.into()),
        size: Integer(planned.output.len()),
        format: container.name(),
        version,
        container_count: planned.starts.len(),
        dry_run: request.dry_run,
        entries: converted.collect(),
        lost,
        omitted: details.of_kind(LossKind::NotNeeded),
        warnings: Diagnostic::of_scan(input.name(), &scan).collect(),
        ..ConvertReport::default()
    };
    if !request.dry_run {
        context.split(|stdout, progress| write_all(&[planned.output], stdout, progress))?;
    }
    Ok(report)
}

fn add_host(registry: &Registry, host: &str, images: &mut Vec<Image>) {
    if images.iter().any(|image| registry.ids.is_host(&image.id)) {
        return;
    }
    let input = Arc::new(Input::from_bytes(host, Vec::new()));
    let (place, attributes) = (input.full_range(), Attributes::default());
    images.insert(0, Image { input, place, attributes, id: host.into() });
}

fn lost_of_frames(scan: &Scan, details: &mut LossSummary) {
    for (number, found) in scan.in_use() {
        let Form::Container(container) = found.form else {
            continue;
        };
        if container.attributes().is_none() && !is_plain(container, found) {
            let message = format!("bundle {number}: padding between its code objects");
            let loss = Loss { bundle: number, entry: None, code: "alignment", message, count: 1 };
            details.add("", LossKind::NotNeeded, loss);
        }
    }
}

/// An unreadable ID counts as different.
fn is_plain(container: &dyn offload_bundle_core::container::Container, found: &FoundBundle) -> bool {
    let stored = &found.bundle.entries;
    let entries = stored.iter().map(|entry| {
        let (id, place) = (entry.id.as_deref().ok()?, entry.place.as_ref().ok()?);
        Some((id, place))
    });
    let Some(entries) = entries.collect::<Option<Vec<_>>>() else {
        return true;
    };
    let new: Vec<NewEntry<'_>> = entries.iter().map(|(id, place)| NewEntry::new(id, place.len)).collect();
    let Ok(plan) = container.plan(&new, PlanOptions::default()) else {
        return true;
    };
    let places = plan.places.iter().zip(&entries);
    let mut differing = places
        .filter(|(planned, (_, place))| place.len > 0 && planned.ofs.saturating_add(found.bundle.start) != place.ofs);
    differing.next().is_none()
}
