//! Extracts images with our own implementation.

use std::path::Path;

use offload_bundle::input::Input;
use offload_bundle::ops::{self, Context};
use offload_bundle::request::{ImageRequest, UnpackRequest};
use offload_bundle_formats::registry::REGISTRY;

use super::refusal::Refusal;

pub(super) fn extract(
    bytes: &[u8],
    strings: &[(String, String)],
    offload_kind: Option<u16>,
    one_output: bool,
) -> Result<Vec<Vec<u8>>, Refusal> {
    let folder = tempfile::tempdir()?;
    let mut wanted = ImageRequest::any();
    for (key, value) in strings {
        wanted = wanted.text(key, value);
    }
    if let Some(kind) = offload_kind {
        wanted = wanted.number("offload_kind", format!("kind={kind}"), vec![kind.into()]);
    }
    if one_output {
        wanted = wanted.to(folder.path().join("output"));
    }
    let mut request = UnpackRequest::default();
    request.input = Input::from_bytes("input", bytes.to_vec()).into();
    request.wanted = vec![wanted];
    request.folder = folder.path().into();
    request.exact = true;
    let report = ops::unpack(&REGISTRY, &request, &mut Context::default())?;
    let read = |path: &Path| std::fs::read(path).map_err(Refusal::from);
    report.outputs.iter().map(|file| read(file.output.as_path())).collect()
}
