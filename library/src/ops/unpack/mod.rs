//! `unpack`: writes images to files, selected by attributes.

pub(crate) mod image;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::error::{WriteError, WriteProblem};
use offload_bundle_core::registry::Registry;

use super::check::refuse_unsound;
use super::context::{Context, ReadFiles};
use super::names::{Names, one_name};
use super::unpack::image::{Image, fitting};
use crate::archive::{NewMember, Symbols, archive, symbols_of};
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::{Input, STANDARD};
use crate::output::{self, Output, OutputFile};
use crate::package;
use crate::report::{Diagnostic, Integer, UnpackReport, UnpackedArchive, UnpackedFile, UnpackedMember};
use crate::request::{ImageRequest, UnpackRequest};
use crate::scan::{FoundBundle, Scan, scan};

/// Writes the requested images: all or none.
///
/// # Errors
///
/// Returns [`Error::NoImageFits`], [`Error::SeveralImages`], or an error if the input cannot be read or an output
/// cannot be written. Nothing is written then.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let (packed, output) = (folder.path().join("app.bin"), folder.path().join("gfx90a.o"));
/// # let image = offload_bundle::Image::new(b"code").kind("hip").target("gfx90a");
/// # offload_bundle::OffloadBinaryBuilder::new().image(image).write(&packed)?;
/// use offload_bundle::ops::{self, Context};
/// use offload_bundle::REGISTRY;
/// use offload_bundle::request::{UnpackRequest, ImageRequest};
///
/// let mut request = UnpackRequest::default();
/// request.input = packed.into();
/// request.wanted = vec![ImageRequest::any().text("arch", "gfx90a").to(&output)];
/// ops::unpack(&REGISTRY, &request, &mut Context::default())?;
/// # assert_eq!(std::fs::read(&output)?, b"code");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn unpack(registry: &Registry, request: &UnpackRequest, context: &mut Context<'_>) -> Result<UnpackReport, Error> {
    let input = package::open(registry, &request.input, &request.scan)?;
    let scan = scan(registry, &input, &request.scan)?;
    refuse_unsound(&scan, request.lenient)?;
    let images = Image::all(&scan);
    let is_unpacked = |found: &&FoundBundle| images.is_empty() && !found.bundle.entries.is_empty();
    if let Some(found) = scan.bundles.first().filter(is_unpacked) {
        return Err(Error::NotPacked { file: input.name().into(), format: found.form.title() });
    }
    let mut unpacking = Unpacking { request, file: input.name(), names: Names::default() };
    let mut report = UnpackReport {
        file: input.name().into(),
        dry_run: request.dry_run,
        warnings: Diagnostic::of_scan(input.name(), &scan).collect(),
        ..UnpackReport::default()
    };
    let any = [ImageRequest::any()];
    let wanted = if request.wanted.is_empty() {
        &any
    } else {
        request.wanted.as_slice()
    };
    let mut files = Vec::new();
    let mut archives = Vec::new();
    for (number, wanted) in wanted.iter().enumerate() {
        let fitting = fitting(registry.ids, request, (input.name(), &images), wanted)?;
        match (request.archive, &wanted.output) {
            (true, None) => return Err(Error::NoArchiveName { asked: wanted.to_string() }),
            (true, Some(output)) => archives.push(unpacking.archive(number, output, &fitting)?),
            (false, _) => {
                let requested = (!request.wanted.is_empty()).then_some(number);
                unpacking.files(requested, wanted, &fitting, &mut files)?;
            }
        }
    }
    for file in files.iter().filter(|file| file.report.is_named_here) {
        output::refuse_standing(&file.report.output, request.force)?;
    }
    let mut outputs: Vec<Output<'_>> = files.iter().map(|file| file.output(request.force)).collect();
    for archive in &archives {
        let (output, made) = archive.output()?;
        outputs.push(output);
        report.archives.push(made);
    }
    let outputs = refuse_replacing(request, (&input, &scan), outputs)?;
    if !request.dry_run {
        let is_within = files.iter().any(|file| file.report.is_named_here);
        context.write_within(is_within.then_some(&request.folder), &outputs)?;
    }
    drop(outputs);
    report.outputs = files.into_iter().map(|file| file.report).collect();
    Ok(report)
}

struct ImageFile {
    input: Arc<Input>,
    place: Place,
    report: UnpackedFile,
}

impl ImageFile {
    fn output(&self, force: bool) -> Output<'_> {
        let output = Output::range(&self.report.output, &self.input, self.place);
        match self.report.is_named_here {
            true => output.with_made_name(force),
            false => output,
        }
    }
}

struct ImageArchive<'r> {
    requested: usize,
    path: &'r Path,
    members: Vec<ArchivedImage>,
}

struct ArchivedImage {
    input: Arc<Input>,
    place: Place,
    symbols: Symbols,
    report: UnpackedMember,
}

impl ImageArchive<'_> {
    fn output(&self) -> Result<(Output<'_>, UnpackedArchive), Error> {
        let members = self.members.iter().map(|member| NewMember {
            name: member.report.name.as_os_str().as_encoded_bytes().to_vec(),
            input: &member.input,
            place: member.place,
            symbols: member.symbols.clone(),
        });
        let members: Vec<NewMember<'_>> = members.collect();
        let parts = archive(&members).map_err(|error| Error::Write { file: self.path.into(), error })?;
        let output = Output::new(self.path, parts);
        let report = UnpackedArchive {
            requested: self.requested,
            output: self.path.into(),
            size: Integer(output.len()),
            needs_symbol_table: members.iter().any(|member| member.symbols == Symbols::Unknown),
            members: self.members.iter().map(|member| member.report.clone()).collect(),
        };
        Ok((output, report))
    }
}

struct Unpacking<'r> {
    request: &'r UnpackRequest,
    file: &'r FileName,
    names: Names,
}

impl<'r> Unpacking<'r> {
    fn name(&mut self, image: &Image<'_>, matched: usize) -> String {
        let name = image.name(self.file, matched);
        match self.request.rules.naming {
            Some(naming) => one_name(&naming(&name)),
            None => self.names.give_image(&name),
        }
    }

    fn files(
        &mut self,
        requested: Option<usize>,
        wanted: &ImageRequest,
        fitting: &[&Image<'_>],
        files: &mut Vec<ImageFile>,
    ) -> Result<(), Error> {
        let mut add = |image: &Image<'_>, output: FileName, is_named_here, others| -> Result<(), Error> {
            let (input, place) = image.stored.content()?;
            let report =
                UnpackedFile { requested, image: image.report(), output, is_named_here, other_matches: others };
            files.push(ImageFile { input, place, report });
            Ok(())
        };
        let Some(output) = &wanted.output else {
            for (matched, image) in fitting.iter().enumerate() {
                let name = self.name(image, matched);
                add(image, self.request.folder.join(name).into(), true, Vec::new())?;
            }
            return Ok(());
        };
        let Some(chosen) = self.one_of(wanted, fitting) else {
            return match fitting {
                [] => Ok(()),
                _ => Err(Error::SeveralImages {
                    output: output.into(),
                    asked: wanted.to_string(),
                    images: fitting.iter().map(|image| image.id().into()).collect(),
                }),
            };
        };
        let others = fitting.iter().filter(|image| image.position != chosen.position);
        add(
            chosen,
            output.into(),
            false,
            others.map(|image| image.report()).collect(),
        )
    }

    /// The only match, or the only exact match.
    fn one_of<'i, 's>(&self, wanted: &ImageRequest, fitting: &[&'i Image<'s>]) -> Option<&'i Image<'s>> {
        match fitting {
            [only] => return Some(only),
            [.., last] if self.request.rules.last_of_several => return Some(last),
            _ => {}
        }
        let equal: Vec<_> = fitting.iter().filter(|image| image.has_texts(wanted)).collect();
        match equal.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    fn archive(&mut self, requested: usize, path: &'r Path, fitting: &[&Image<'_>]) -> Result<ImageArchive<'r>, Error> {
        let members = fitting.iter().enumerate().map(|(matched, image)| {
            let (input, place) = image.stored.content()?;
            let symbols = symbols_of(&input, place)?;
            let name = self.name(image, matched);
            if name.contains('\n') {
                let why = format!("the member's name {name:?} would hold a line break");
                let error = WriteError::new("members", WriteProblem::Unreadable { why });
                return Err(Error::Write { file: path.into(), error });
            }
            let report = UnpackedMember { name: name.into(), image: image.report() };
            Ok(ArchivedImage { input, place, symbols, report })
        });
        let members = members.collect::<Result<_, _>>()?;
        Ok(ImageArchive { requested, path, members })
    }
}

/// The input must stay, and outputs must differ.
fn refuse_replacing<'o>(
    request: &UnpackRequest,
    (input, scan): (&Input, &Scan),
    outputs: Vec<Output<'o>>,
) -> Result<Vec<Output<'o>>, Error> {
    let read = ReadFiles::from_scan(input, Some(scan));
    let mut places: BTreeMap<OutputFile, usize> = BTreeMap::new();
    let mut kept: Vec<Option<Output<'o>>> = Vec::new();
    for output in outputs {
        if !request.rules.allow_output_is_input {
            read.refuse(&output.path)?;
        }
        if output.path.as_os_str() != STANDARD {
            // In a folder that does not exist yet, each file has a single path.
            let place = OutputFile::at(&output.path);
            let place = place.unwrap_or_else(|| OutputFile::New(output.path.as_path().into()));
            if let Some(before) = places.insert(place, kept.len()) {
                if !request.rules.last_of_several {
                    return Err(Error::SameOutput { file: output.path.clone() });
                }
                if let Some(before) = kept.get_mut(before) {
                    *before = None;
                }
            }
        }
        kept.push(Some(output));
    }
    Ok(kept.into_iter().flatten().collect())
}
