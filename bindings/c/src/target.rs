//! Target IDs.

use std::ffi::{CString, c_char};

use offload_bundle::REGISTRY;
use offload_bundle::TargetId;
use offload_bundle::offload_bundle_core::ids::IdComponentError;
use offload_bundle::ops;
use offload_bundle::request::TargetCanonicalRequest;

use crate::bytes::Bytes;
use crate::error::{Error, Failure};
use crate::foreign::{Chars, Held, Out};
use crate::guard::make;
use crate::input::{gpu, text};
use crate::owned_text::to_c_string;
use crate::status::Status;

/// A target ID: a processor and its features. The caller frees it.
pub struct Target {
    text: CString,
    processor: CString,
    features: Vec<(CString, bool)>,
}

/// A feature of a target ID. Its name is zero-terminated.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Feature {
    /// Name, such as `xnack`.
    pub name: *const c_char,
    /// Whether the feature must be on; otherwise it must be off.
    pub on: bool,
}

impl Target {
    pub(crate) fn new(target: &TargetId<'_>) -> Self {
        let written = target.to_string();
        let features = target.features.iter();
        Self {
            text: to_c_string(REGISTRY.ids.canonical_target(&written).unwrap_or(written)),
            processor: to_c_string(target.processor),
            features: features
                .map(|feature| (to_c_string(feature.name), feature.on))
                .collect(),
        }
    }

    fn parse(text: &str) -> Result<Self, Failure> {
        let parsed = TargetId::parse(text);
        let parsed = parsed.map_err(|error| Failure::bad_id(text, &IdComponentError::Malformed(error)))?;
        Ok(Self::new(&parsed))
    }
}

/// Parses a target ID, such as `gfx90a:xnack+`. The caller frees `*target`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_target_parse(
    id: Chars,
    target: Out<Option<Box<Target>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(target, error, || Target::parse(text(&id, "the target ID")?))
}

/// Target ID of a product, such as `RX 7900 XTX`, or of a processor. Letter case does not matter. The caller frees `*target`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_target_of_gpu(
    name: Chars,
    target: Out<Option<Box<Target>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(target, error, || Target::parse(gpu(&name)?.text()))
}

/// Canonical spelling of a bundle entry ID or target ID, as a text. The caller frees `*canonical`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_canonical_id(
    id: Chars,
    canonical: Out<Option<Box<Bytes>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(canonical, error, || {
        let mut request = TargetCanonicalRequest::default();
        request.ids = vec![text(&id, "the ID")?.into()];
        let report = ops::target_canonical(&REGISTRY, &request)?;
        let canonical = report.ids.into_iter().next().map(|id| id.canonical);
        Ok(Bytes::text(to_c_string(canonical.unwrap_or_default())))
    })
}

/// Canonical spelling. The text is valid until the target is freed, and empty for null.
#[unsafe(no_mangle)]
pub extern "C" fn ob_target_text(target: Held<Target>) -> *const c_char {
    target.get().map_or(c"".as_ptr(), |target| target.text.as_ptr())
}

/// Processor, such as `gfx90a`. The text is valid until the target is freed, and empty for null.
#[unsafe(no_mangle)]
pub extern "C" fn ob_target_processor(target: Held<Target>) -> *const c_char {
    target.get().map_or(c"".as_ptr(), |target| target.processor.as_ptr())
}

/// Number of its features.
#[unsafe(no_mangle)]
pub extern "C" fn ob_target_feature_count(target: Held<Target>) -> usize {
    target.get().map_or(0, |target| target.features.len())
}

/// Returns feature `number`, from 0, in ID order. Its name is valid until the target is freed, and empty if `number` is out of
/// range.
#[unsafe(no_mangle)]
pub extern "C" fn ob_target_feature(target: Held<Target>, number: usize) -> Feature {
    let feature = target.get().and_then(|target| target.features.get(number));
    let none = Feature { name: c"".as_ptr(), on: false };
    feature.map_or(none, |(name, on)| Feature { name: name.as_ptr(), on: *on })
}

/// Frees a target ID. Null has no effect.
#[unsafe(no_mangle)]
pub extern "C" fn ob_target_free(target: Option<Box<Target>>) {
    drop(target);
}
