//! Compresses or decompresses bundles inside a library, program or package.

use std::sync::Arc;

use offload_bundle::input::Input;
use offload_bundle::internal::messages::of_version;
use offload_bundle::internal::ops::{CompressionChoice, ReusePolicy, Task};
use offload_bundle::internal::scan::Scan;
use offload_bundle::ops::Context;
use offload_bundle::report::{CompressReport, ConvertedBundle, ConvertedFile, Integer};
use offload_bundle::request::CompressionRequest;
use offload_bundle::{Error, FileName, Refusal};
use offload_bundle_core::registry::Registry;

use super::Wanted;
use crate::holder::Edit;
use crate::rewritten::{self, Rewritten};
use crate::unit::{Unit, UnitForm};
use crate::wheel::packed::rewrite_package;

/// `scan` is `None` for a package. Nothing is written on errors.
pub(super) fn convert(
    registry: &Registry,
    wanted: Wanted<'_>,
    task: &Task<'_>,
    (input, scan): (Arc<Input>, Option<Scan>),
    context: &mut Context<'_>,
) -> Result<CompressReport, Error> {
    let mut report = CompressReport::default();
    report.output = task.output.as_ref().map(FileName::from);
    report.dry_run = task.dry_run;
    report.size_before = Integer(input.len());
    let mut add = |input: &Input, rewritten: Rewritten| {
        let (file, bundles) = report_file(input, rewritten, wanted);
        report.files.push(file);
        report.bundles.extend(bundles);
    };
    match scan {
        Some(scan) => {
            let mut choose = |units: &mut [Unit<'_>]| choose(registry, wanted, (task, &input), units);
            let rewritten =
                rewritten::rewrite_scanned(registry, task, (&input, &scan, Edit::Any), context, &mut choose)?;
            let size = rewritten.size;
            add(&input, rewritten);
            report.size = Integer(size);
        }
        None => {
            let mut each = |task: &Task<'_>, input: &Arc<Input>, context: &mut Context<'_>| {
                let mut choose = |units: &mut [Unit<'_>]| choose(registry, wanted, (task, input), units);
                let rewritten = rewritten::rewrite(registry, task, (input, Edit::Any), context, &mut choose)?;
                let has_changed = !rewritten.is_unchanged;
                add(input, rewritten);
                Ok(has_changed)
            };
            let package = rewrite_package(registry, task, &input, context, &mut each)?;
            report.size = Integer(package.size);
            report.package = Some(input.name().clone());
            report.unchanged = package.left;
        }
    }
    Ok(report)
}

fn choose(
    registry: &Registry,
    wanted: Wanted<'_>,
    (task, input): (&Task<'_>, &Arc<Input>),
    units: &mut [Unit<'_>],
) -> Result<(), Error> {
    for unit in units {
        unit.form = match wanted {
            Wanted::Plain if unit.envelope().is_none() => UnitForm::AsFound,
            Wanted::Plain => UnitForm::Plain,
            Wanted::Compressed(request, usual) => compress_unit(registry, (request, usual), (task, input), unit)?,
        };
    }
    Ok(())
}

fn compress_unit(
    registry: &Registry,
    (request, usual): (&CompressionRequest, CompressionChoice),
    (task, input): (&Task<'_>, &Arc<Input>),
    unit: &Unit<'_>,
) -> Result<UnitForm, Error> {
    let inside = || Error::Inside { file: input.name().into() };
    let bundle = unit.bundles.first().ok_or_else(inside)?;
    let container = bundle.found.form.container().ok_or_else(inside)?;
    let path = task.path(input);
    let choice = usual
        .for_container(registry, request, container.name())?
        .for_version(bundle.found.bundle.version, path.as_path())?;
    let form = match unit.envelope() {
        Some(envelope) => {
            // The version stays unless the request names one: a longer header may not fit.
            let is_alike = envelope.format.name() == choice.envelope.name();
            let choice = match request.version {
                None if is_alike => CompressionChoice { version: envelope.header.version, ..choice },
                _ => choice,
            };
            let compressed = (Arc::clone(input), Arc::clone(envelope));
            let kept = ReusePolicy::for_request(request).reusable(&choice, &compressed, &bundle.found.input);
            match kept {
                Some(_) if envelope.header.version == choice.version => UnitForm::AsFound,
                Some(_) => UnitForm::Headed(choice),
                None => UnitForm::Compressed(choice),
            }
        }
        None => UnitForm::Compressed(choice),
    };
    if !matches!(form, UnitForm::AsFound) && unit.is_in_a_section() && !choice.declares_length(path.as_path())? {
        let why = format!(
            "a {}{} does not say how long it is, and a loader has only its address: ask for another version",
            choice.envelope.title(),
            of_version(choice.version)
        );
        return Err(input.refuse(Refusal::new("no-length", why)));
    }
    Ok(form)
}

fn report_file(input: &Input, rewritten: Rewritten, wanted: Wanted<'_>) -> (ConvertedFile, Vec<ConvertedBundle>) {
    let bundles = rewritten.units.iter().map(|unit| {
        let mut bundle = ConvertedBundle::default();
        bundle.file = input.name().into();
        bundle.offset = Integer(unit.after.ofs);
        bundle.size = Integer(unit.after.len);
        bundle.compression = match wanted {
            Wanted::Compressed(..) => unit.compression.clone(),
            Wanted::Plain => unit.compression_before.clone(),
        };
        bundle
    });
    let bundles = bundles.collect();
    let mut file = ConvertedFile::default();
    file.file = input.name().into();
    file.warnings = rewritten.warnings.clone();
    file.rewritten = Some(rewritten.into_report());
    (file, bundles)
}
