//! `replace`: replaces code objects in a library, program or bundle.

mod report;
mod wanted;

use std::sync::Arc;

use offload_bundle::input::{Input, InputFile};
use offload_bundle::internal::ops::{Task, check_requested};
use offload_bundle::internal::package;
use offload_bundle::ops::Context;
use offload_bundle::report::Integer;
use offload_bundle::request::RuntimeRelease;
use offload_bundle::{Error, FileName};
use offload_bundle_core::registry::Registry;

use super::holder::Edit;
use super::rewritten;
use super::runtime::suit;
use super::unit::Unit;
use super::wheel::packed::{PackageChange, rewrite_package};
pub use report::{ReplaceReport, ReplaceRequest, ReplacedEntry, ReplacedFile};
use wanted::Wanted;

/// Writes the input with other contents of some entries. Everything else stays: other entries, bytes outside of
/// bundles, and addresses. Pointers to bundles follow them, and compressed bundles are compressed again. The result is
/// read back and compared with the input before it appears. An entry that already holds the given bytes stays
/// unchanged.
///
/// # Errors
///
/// Returns [`Error::NotFound`] if no entry has an ID, and [`Error::Refused`] if several have it, if something
/// unsupported refers to the bundles, or if there is no room. Nothing is written then.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// # let folder = tempfile::tempdir()?;
/// # let (code, output) = (folder.path().join("gfx906.co"), folder.path().join("out.so"));
/// # std::fs::write(&code, b"code")?;
/// use offload_bundle::ops::Context;
/// use offload_bundle::request::EntrySource;
/// use offload_bundle::REGISTRY;
/// use offload_bundle_rewrite::ReplaceRequest;
///
/// let mut request = ReplaceRequest::default();
/// request.input = path.into();
/// request.output = Some(output);
/// request.entries = vec![EntrySource::new("hipv4-amdgcn-amd-amdhsa--gfx906", code)];
/// let report = offload_bundle_rewrite::replace(&REGISTRY, &request, &mut Context::default())?;
/// assert_eq!(report.entries[0].size, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn replace(
    registry: &Registry,
    request: &ReplaceRequest,
    context: &mut Context<'_>,
) -> Result<ReplaceReport, Error> {
    let ids: Vec<&str> = request.entries.iter().map(|entry| entry.id.as_str()).collect();
    check_requested(registry.ids, &ids)?;
    let files = request.entries.iter().map(|entry| &entry.file);
    offload_bundle::internal::walk::refuse_rereading(std::iter::once(&request.input).chain(files.clone()))?;
    let input = package::open(registry, &request.input, &request.scan)?;
    let asked = (request.output.as_deref(), request.in_place, request.dry_run);
    let task = Task::new((&request.input, &input), &request.scan, asked)?;
    let task = task.dropping_signatures(request.drop_signatures);
    let contents = files.map(InputFile::open).collect::<Result<Vec<_>, _>>()?;
    let is_package = rewritten::is_package(registry, &input)?;
    let mut replacing = Replacing {
        registry,
        is_alone: !is_package,
        runtime: request.runtime,
        wanted: Wanted::new(registry.ids, request, contents),
        report: ReplaceReport {
            file: input.name().into(),
            output: task.output.as_ref().map(FileName::from),
            dry_run: request.dry_run,
            size_before: Integer(input.len()),
            ..ReplaceReport::default()
        },
    };
    match is_package {
        true => {
            let package = rewrite_package(registry, &task, &input, context, &mut replacing)?;
            replacing.report.size = Integer(package.size);
            replacing.report.unchanged = package.left;
        }
        false => {
            replacing.rewrite(&task, &input, context)?;
            let size = replacing.report.files.first().map_or(0, |file| file.rewritten.size.0);
            replacing.report.size = Integer(size);
        }
    }
    Ok(replacing.report)
}

struct Replacing<'r> {
    registry: &'r Registry,
    is_alone: bool,
    runtime: Option<RuntimeRelease>,
    wanted: Wanted<'r>,
    report: ReplaceReport,
}

impl PackageChange for Replacing<'_> {
    fn rewrite(&mut self, task: &Task<'_>, input: &Arc<Input>, context: &mut Context<'_>) -> Result<bool, Error> {
        let Self { registry, is_alone, runtime, wanted, report } = self;
        let mut choose = |units: &mut [Unit<'_>]| {
            let replaced = wanted.replace(input, units)?;
            report.entries.extend(replaced);
            if *is_alone {
                wanted.refuse_missing(input)?;
            }
            suit(*runtime, input, units)
        };
        let rewritten = rewritten::rewrite(registry, task, (input, Edit::Any), context, &mut choose)?;
        let has_changed = !rewritten.is_unchanged;
        report.files.push(ReplacedFile {
            file: input.name().into(),
            warnings: rewritten.warnings.clone(),
            rewritten: rewritten.into_report(),
        });
        Ok(has_changed)
    }

    fn finish(&mut self, package: &Input) -> Result<(), Error> {
        self.wanted.refuse_missing(package)
    }
}
