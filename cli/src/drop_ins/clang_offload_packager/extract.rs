//! Extracts the images that each `-image` selects, and names the files.

use std::ffi::OsStr;
use std::path::Path;

use offload_bundle::input::InputFile;
use offload_bundle::ops::{self, Context};
use offload_bundle::report::UnpackReport;
use offload_bundle::request::rules::{ImageName, ScanRules, UnpackRules};
use offload_bundle::request::{ImageRequest, UnpackRequest};
use offload_bundle::{Error, Severity};

use super::driver::{Driver, message};
use super::image::{Image, kinds};
use crate::print;

/// The release that numbers all images, rather than the selected ones.
const COUNTS_ALL: &str = "16";

/// All images if none is selected.
pub(super) fn extract(driver: &mut Driver<'_>, input: &Path) -> Result<(), String> {
    let mut request = UnpackRequest::default();
    request.input = InputFile::from(input)
        .open()
        .map_err(|error| message(&error.into()))?
        .into();
    let images = driver.options.images.iter();
    let wanted = images.map(|image| parse_wanted(driver, &Image::parse(image.as_os_str())?));
    request.wanted = wanted.collect::<Result<_, _>>()?;
    // The tool does not search files.
    request.scan = request.scan.with_rules(ScanRules { own_form: true, unchecked: true });
    request.archive = driver.options.archive == Some(true);
    let naming: fn(&ImageName<'_>) -> String = match driver.release.behaves_as.as_str() {
        _ if request.archive => member_name,
        COUNTS_ALL => |image| name(image, image.position),
        _ => |image| name(image, image.matched),
    };
    request.exact = true;
    request.force = true;
    let request = request.with_rules(UnpackRules {
        missing_is_empty: true,
        last_of_several: true,
        allow_output_is_input: true,
        naming: Some(naming),
    });
    let mut context = Context { stdout: Some(driver.printer.stdout()), ..Context::default() };
    let report = ops::unpack(driver.registry, &request, &mut context);
    let report = report.map_err(|error| match &error {
        Error::NoArchiveName { .. } => "Image must have a 'file' argument.".to_owned(),
        other => message(other),
    })?;
    warn(driver, &report);
    Ok(())
}

/// A key without `=` is a mistake.
fn parse_wanted(driver: &Driver<'_>, image: &Image) -> Result<ImageRequest, String> {
    if let Some(key) = image.without_value() {
        let text = format!("'{key}' has no value; '{key}=' asks for images without one");
        return Err(image.error(&text));
    }
    let mut wanted = ImageRequest::any();
    if let Some(file) = image.file()? {
        wanted = wanted.to(file);
    }
    let kind = kinds(driver.table()?)?;
    if let Some((word, numbers)) = image.kind(kind, |word| kind.numbers_of(word).collect())? {
        wanted = wanted.number(kind.name, format!("kind={word}"), numbers);
    }
    for key in image.text_keys() {
        wanted = wanted.text(key, image.value(key)?);
    }
    Ok(wanted)
}

fn name(image: &ImageName<'_>, number: usize) -> String {
    let ImageName { triple, target, suffix, .. } = image;
    format!("{}-{triple}-{target}.{number}.{suffix}", stem(image.input))
}

/// The stem of the file or member that contains the image.
fn member_name(image: &ImageName<'_>) -> String {
    file_name(image.member.unwrap_or(image.input))
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or(OsStr::new(""))
        .to_string_lossy()
        .into_owned()
}

/// Up to the last dot, which can be its first byte.
fn stem(input: &Path) -> String {
    let name = file_name(input);
    match name.rsplit_once('.') {
        Some((stem, _)) => stem.to_owned(),
        None => name,
    }
}

/// Several images for one file, and odd input.
fn warn(driver: &mut Driver<'_>, report: &UnpackReport) {
    for output in report.outputs.iter().filter(|output| !output.other_matches.is_empty()) {
        let text = format!("Multiple inputs match to a single file, '{}'", output.output);
        driver.warn(&text);
    }
    let warnings = report.warnings.iter().filter(|found| found.severity > Severity::Note);
    print::warn(&mut driver.printer, &report.file, warnings);
}
