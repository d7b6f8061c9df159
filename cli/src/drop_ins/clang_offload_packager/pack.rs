//! Packs images, with keys sorted as the release does.

use std::path::{Path, PathBuf};

use offload_bundle::ops::{self, Context};
use offload_bundle::request::rules::PackRules;
use offload_bundle::request::{FormatVersion, ImageSource, PackRequest, Release};

use super::driver::{Driver, message};
use super::image::{Image, is_text, kinds};
use super::order;

const VERSION: u64 = 1;
/// The first releases require it.
const TRIPLE: &str = "triple";
/// Reads the whole value as a file name, commas included.
const ONE_FILE: &str = "16";
/// Requires no triple.
const NO_TRIPLE: &str = "22";

pub(super) fn pack(driver: &mut Driver<'_>, output: PathBuf) -> Result<(), String> {
    if driver.options.images.is_empty() {
        return Err("no image is given: there is nothing to pack; give --image".to_owned());
    }
    let images = driver.options.images.iter();
    let images: Vec<Image> = images
        .map(|image| Image::parse(image.as_os_str()))
        .collect::<Result<_, _>>()?;
    let mut request = PackRequest::default();
    request.output = output;
    request.version = Some(FormatVersion(VERSION));
    request.release = Release::from_name(driver.registry, &driver.release.behaves_as);
    let sources = images.iter().map(|image| source(driver, image));
    request.images = sources.collect::<Result<_, _>>()?;
    let mut context = Context { stdout: Some(driver.printer.stdout()), ..Context::default() };
    let packed = ops::pack(
        driver.registry,
        &request.with_rules(PackRules { unchecked: true }),
        &mut context,
    );
    packed.map_err(|error| message(&error))?;
    Ok(())
}

/// Several files can have the same attributes.
fn source(driver: &Driver<'_>, image: &Image) -> Result<ImageSource, String> {
    let release = driver.release.behaves_as.as_str();
    match release {
        NO_TRIPLE if !image.has("file") => return Err("'file' is a required image arguments".to_owned()),
        NO_TRIPLE => {}
        _ if !image.has("file") || !image.has(TRIPLE) => {
            return Err("'file' and 'triple' are required image arguments".to_owned());
        }
        _ => {}
    }
    let file = image.file()?.unwrap_or_default();
    let mut source = ImageSource::new(Path::new(file));
    if release != ONE_FILE {
        let files = clap_lex::OsStrExt::split(file, ",");
        source.files = files.map(|file| Path::new(file).into()).collect();
    }
    let kind = kinds(driver.table()?)?;
    let number = image.kind(kind, |word| kind.number_in(word, Some(release)).into_iter().collect())?;
    let number = number.and_then(|(_, numbers)| numbers.first().copied());
    source.attributes.numbers.push((kind.name, number.unwrap_or_default()));
    let keys: Vec<&str> = image.keys().collect();
    for key in order::order_keys(release, &keys, is_text) {
        source = source.text(key, image.value(key)?);
    }
    Ok(source)
}
