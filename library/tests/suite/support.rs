//! One-line requests for tests, fixtures, and made-up files.

use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle::input::{Input, InputFile};
use offload_bundle::ops::{self, Context};
use offload_bundle::report::{
    DiffReport, ExtractReport, FileNotes, InspectedFile, ListReport, Outcome, SizeReport, SupportingTarget,
    SupportsInput, VerifyReport,
};
use offload_bundle::request::{
    CompressRequest, DiffRequest, ExtractRequest, InspectRequest, ListRequest, RequestedTarget, SizeBy, SizeRequest,
    SupportsRequest, VerifyRequest,
};
use offload_bundle::{BundleBuilder, REGISTRY};
use tempfile::TempDir;

pub const HOST: &str = "host-x86_64-unknown-linux-gnu-";

pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/fixtures")
}

pub fn own(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let files = paths.into_iter();
    files
        .flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] })
        .collect()
}

pub fn folder_with(name: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    (folder, path)
}

pub fn memory(bytes: impl AsRef<[u8]>) -> InputFile {
    Input::from_bytes("in", bytes.as_ref().to_vec()).into()
}

pub fn target(text: &str) -> RequestedTarget {
    RequestedTarget::parse(&REGISTRY, text).unwrap()
}

pub fn targets(texts: &[&str]) -> Vec<RequestedTarget> {
    texts.iter().map(|text| target(text)).collect()
}

pub trait Inputs: Default {
    fn inputs(&mut self) -> &mut Vec<InputFile>;
}

macro_rules! of_inputs {
    ($($request:ty),*) => {
        $(impl Inputs for $request {
            fn inputs(&mut self) -> &mut Vec<InputFile> {
                &mut self.inputs
            }
        })*
    };
}

of_inputs!(
    CompressRequest,
    ExtractRequest,
    InspectRequest,
    ListRequest,
    SizeRequest,
    VerifyRequest
);

pub fn about<R: Inputs>(input: impl Into<InputFile>) -> R {
    let mut request = R::default();
    request.inputs().push(input.into());
    request
}

pub fn listed(input: impl Into<InputFile>) -> ListReport {
    ops::list(&REGISTRY, &about(input)).unwrap()
}

pub fn inspected(input: impl Into<InputFile>) -> InspectedFile {
    ops::inspect(&REGISTRY, &about(input)).unwrap().files.remove(0)
}

pub fn verified(input: impl Into<InputFile>) -> VerifyReport {
    ops::verify(&REGISTRY, &about(input)).unwrap()
}

pub fn codes(input: impl Into<InputFile>) -> Vec<&'static str> {
    let findings = verified(input).files.into_iter().flat_map(|file| file.findings);
    findings.map(|finding| finding.code).collect()
}

#[derive(Debug)]
pub struct Supported {
    pub supported: Option<bool>,
    pub only_with: Vec<String>,
    pub unit_count: usize,
    pub supported_unit_count: usize,
    pub with: Vec<SupportingTarget>,
    pub bundles_without: Vec<usize>,
    pub targets: Vec<String>,
    pub notes: FileNotes,
}

pub fn supports(gpu: &str, input: impl Into<InputFile>) -> (Supported, Outcome) {
    let mut request = SupportsRequest::new(target(gpu));
    request.inputs = vec![input.into()];
    let mut report = ops::supports(&REGISTRY, &request).unwrap();
    let SupportsInput { answer: mut input, files, .. } = report.inputs.remove(0);
    let whole = input.gpus.remove(0);
    let sets = || input.sets.iter().map(|set| &set.gpus[0]);
    let supported = Supported {
        supported: whole.supported,
        only_with: whole.only_with,
        unit_count: sets().map(|set| set.unit_count).sum(),
        supported_unit_count: sets().map(|set| set.supported_unit_count).sum(),
        with: sets().flat_map(|set| set.best_code.clone()).collect(),
        bundles_without: sets().flat_map(|set| set.bundles_without.clone()).collect(),
        targets: input.targets,
        notes: files.into_iter().next().map(|file| file.notes).unwrap_or_default(),
    };
    (supported, report.summary.outcome)
}

pub fn sized(input: impl Into<InputFile>, by: SizeBy) -> SizeReport {
    let mut request: SizeRequest = about(input);
    request.by = by;
    ops::size(&REGISTRY, &request).unwrap()
}

pub fn extracted(input: impl Into<InputFile>, folder: PathBuf) -> ExtractReport {
    let mut request: ExtractRequest = about(input);
    request.folder = folder;
    ops::extract(&REGISTRY, &request, &mut Context::default()).unwrap()
}

pub fn diff(before: impl Into<InputFile>, after: impl Into<InputFile>) -> DiffReport {
    let mut request = DiffRequest::default();
    (request.before, request.after) = (before.into(), after.into());
    ops::diff(&REGISTRY, &request).unwrap()
}

/// A bundle with an empty host entry and an entry per processor.
pub fn bundle(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let host = BundleBuilder::new().entry(HOST, b"");
    let with = |bundle: BundleBuilder, (name, content): &(&str, &[u8])| {
        bundle.entry(format!("hip-amdgcn-amd-amdhsa--{name}"), *content)
    };
    entries.iter().fold(host, with).to_bytes().unwrap()
}
