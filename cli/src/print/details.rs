//! One line per file or bundle for `--verbose`.

use std::path::Path;

use offload_bundle::FileName;
use offload_bundle::report::{
    BundleReport, CompressReport, Compression, ConvertReport, ExtractedEntry, FileSummary, ListedBundle, PackReport,
    UnbundleReport, UnpackReport,
};

use super::counted::pluralize;
use super::notes::{section, within};
use super::printer::Printer;
use super::shown::show;

pub(super) fn say_listed(printer: &mut Printer<'_>, file: &FileName, bundle: &ListedBundle) {
    printer.detail(|| {
        format!(
            "{}: bundle {}: {}{} at byte {:#x}: {}{}",
            within(file, bundle.member.as_ref()),
            bundle.bundle,
            bundle.format,
            in_section(section(bundle.section.as_deref(), bundle.section_offset)),
            bundle.start,
            pluralize(bundle.entries.len(), "entry", "entries"),
            describe_compression(bundle.compression.as_ref()),
        )
    });
}

pub(super) fn say_counted(printer: &mut Printer<'_>, file: &FileName, number: usize, one: &str, several: &str) {
    printer.detail(|| format!("{file}: {}", pluralize(number, one, several)));
}

pub(super) fn say_verified(
    printer: &mut Printer<'_>,
    file: &FileName,
    summary: &FileSummary,
    findings: impl FnOnce() -> usize,
) {
    printer.detail(|| {
        format!(
            "{file}: checked {}, {}: {}",
            pluralize(summary.bundle_count, "bundle", "bundles"),
            pluralize(summary.entry_count, "entry", "entries"),
            pluralize(findings(), "finding", "findings"),
        )
    });
}

pub(super) fn say_extracted(printer: &mut Printer<'_>, entry: &ExtractedEntry, dry_run: bool) {
    let sizes = printer.settings().sizes_err;
    printer.detail(|| {
        let id = entry.id.as_deref().unwrap_or("?");
        let what = format!(
            "entry {id} of bundle {} of {}{}",
            entry.bundle,
            within(&entry.file, entry.member.as_ref()),
            in_section(section(entry.section.as_deref(), entry.section_offset))
        );
        wrote(&entry.output, &sizes.words(entry.size.0), &what, dry_run)
    });
}

pub(super) fn say_unbundled(printer: &mut Printer<'_>, report: &UnbundleReport) {
    let sizes = printer.settings().sizes_err;
    for entry in &report.outputs {
        printer.detail(|| {
            let what = match (&entry.id, entry.bundle) {
                (Some(id), Some(bundle)) => format!("entry {id} of bundle {bundle} of {}", report.file),
                _ => format!("nothing in {} serves the request", report.file),
            };
            wrote(&entry.output, &sizes.words(entry.size.0), &what, false)
        });
    }
    for archive in report.archives.iter().flatten() {
        printer.detail(|| {
            let what = pluralize(archive.members.len(), "code object", "code objects");
            let what = format!("an archive of {what} of {}", report.file);
            wrote(&archive.output, &sizes.words(archive.size.0), &what, false)
        });
    }
}

pub(super) fn say_bundled(printer: &mut Printer<'_>, report: &BundleReport) {
    let sizes = printer.settings().sizes_err;
    for entry in &report.entries {
        printer.detail(|| {
            let (file, id, offset) = (&entry.file, &entry.id, entry.offset.0);
            format!("{file}: entry {id} at byte {offset:#x}: {}", sizes.words(entry.size.0))
        });
    }
    printer.detail(|| {
        let entries = pluralize(report.entries.len(), "entry", "entries");
        let what = format!(
            "{}, {entries}{}",
            report.format,
            describe_compression(report.compression.as_ref())
        );
        wrote(&report.output, &sizes.words(report.size.0), &what, false)
    });
}

pub(super) fn say_recompressed(printer: &mut Printer<'_>, report: &CompressReport) {
    let output = report.output.as_ref().map_or_else(|| "-".into(), ToString::to_string);
    let sizes = printer.settings().sizes_err;
    for bundle in &report.bundles {
        printer.detail(|| {
            let (file, offset, size) = (&bundle.file, bundle.offset.0, sizes.words(bundle.size.0));
            let compressed = describe_compression(bundle.compression.as_ref());
            format!("{output}: bundle of {file} at byte {offset:#x}: {size}{compressed}")
        });
    }
}

pub(super) fn say_packed(printer: &mut Printer<'_>, report: &PackReport) {
    let sizes = printer.settings().sizes_err;
    for image in &report.images {
        printer.detail(|| {
            let (file, id, offset) = (&image.file, show(&image.id), image.offset.0);
            format!("{file}: image {id} at byte {offset:#x}: {}", sizes.words(image.size.0))
        });
    }
    printer.detail(|| {
        let images = pluralize(report.images.len(), "image", "images");
        let containers = in_containers(report.format, report.version, report.container_count);
        let what = format!(
            "{containers}, {images}{}",
            describe_compression(report.compression.as_ref())
        );
        wrote(&report.output, &sizes.words(report.size.0), &what, report.dry_run)
    });
}

pub(super) fn say_unpacked(printer: &mut Printer<'_>, report: &UnpackReport) {
    let sizes = printer.settings().sizes_err;
    for file in &report.outputs {
        printer.detail(|| {
            let id = file.image.id.as_deref().map_or_else(|| "?".into(), show);
            let within = within(&report.file, file.image.member.as_ref());
            let what = format!("image {id} of container {} of {within}", file.image.bundle);
            wrote(&file.output, &sizes.words(file.image.size.0), &what, report.dry_run)
        });
    }
    for archive in &report.archives {
        printer.detail(|| {
            let what = pluralize(archive.members.len(), "image", "images");
            let what = format!("an archive of {what} of {}", report.file);
            wrote(&archive.output, &sizes.words(archive.size.0), &what, report.dry_run)
        });
    }
}

pub(super) fn say_converted(printer: &mut Printer<'_>, report: &ConvertReport) {
    let sizes = printer.settings().sizes_err;
    printer.detail(|| {
        let entries = pluralize(report.entries.len(), "entry", "entries");
        let what = format!(
            "{}, {entries}",
            in_containers(report.format, report.version, report.container_count)
        );
        let output = report.output.as_ref().unwrap_or(&report.file);
        wrote(output, &sizes.words(report.size.0), &what, report.dry_run)
    });
}

fn in_containers(format: &str, version: Option<u64>, count: usize) -> String {
    let version = version.map_or_else(String::new, |version| format!(" version {version}"));
    match count {
        1 => format!("{format}{version}"),
        count => format!("{count} containers of {format}{version}"),
    }
}

pub(super) fn wrote(output: &Path, size: &str, what: &str, dry_run: bool) -> String {
    let would = if dry_run { "would write" } else { "wrote" };
    format!("{}: {would} {size}: {what}", output.display())
}

fn in_section(section: Option<String>) -> String {
    section
        .map(|section| format!(" in section {section}"))
        .unwrap_or_default()
}

fn describe_compression(compression: Option<&Compression>) -> String {
    compression.map_or_else(String::new, |compression| {
        format!(
            ", compressed: {}, {}",
            in_containers(compression.format, compression.version, 1),
            compression.method.unwrap_or("?")
        )
    })
}
