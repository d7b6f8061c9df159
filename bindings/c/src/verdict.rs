//! Whether code for one target serves another, and the reasons.

use std::ffi::{CString, c_char};

use offload_bundle::REGISTRY;
use offload_bundle::ops;
use offload_bundle::request::TargetCompatRequest;

use crate::error::Error;
use crate::foreign::{Chars, Held, Out};
use crate::guard::make;
use crate::input::text;
use crate::owned_text::to_c_string;
use crate::status::Status;

/// A reason for or against a match. Both texts end with a zero byte.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Reason {
    /// Stable name of the rule, such as `processor`.
    pub rule: *const c_char,
    /// The reason as a sentence.
    pub text: *const c_char,
}

pub(crate) struct Reasons(Vec<(CString, CString)>);

impl<'r> FromIterator<(&'r str, &'r str)> for Reasons {
    fn from_iter<I: IntoIterator<Item = (&'r str, &'r str)>>(reasons: I) -> Self {
        Self(
            reasons
                .into_iter()
                .map(|(rule, text)| (to_c_string(rule), to_c_string(text)))
                .collect(),
        )
    }
}

impl Reasons {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Empty texts for an invalid number.
    pub(crate) fn to_row(reasons: Option<&Self>, number: usize) -> Reason {
        let reason = reasons.and_then(|reasons| reasons.0.get(number));
        let (rule, text) = reason.map_or((c"", c""), |(rule, text)| (rule.as_c_str(), text.as_c_str()));
        Reason { rule: rule.as_ptr(), text: text.as_ptr() }
    }
}

/// Whether code for one target serves a request for another, and the reasons. The caller frees it.
pub struct Verdict {
    compatible: bool,
    loads: bool,
    rank: u32,
    reasons: Reasons,
}

/// Compares an entry `stored` with a request `requested`. Each is a bundle entry ID or a target ID; if one is a target ID, only targets
/// are compared. The caller frees `*verdict`.
#[unsafe(no_mangle)]
pub extern "C" fn ob_compare(
    stored: Chars,
    requested: Chars,
    verdict: Out<Option<Box<Verdict>>>,
    error: Out<Option<Box<Error>>>,
) -> Status {
    make(verdict, error, || {
        let mut request = TargetCompatRequest::default();
        request.stored = text(&stored, "the stored ID")?.into();
        request.requested = text(&requested, "the requested ID")?.into();
        let report = ops::target_compat(&REGISTRY, &request)?;
        let reasons = report.reasons.iter();
        Ok(Verdict {
            compatible: report.compatible,
            loads: report.loadable,
            rank: report.rank,
            reasons: reasons.map(|reason| (reason.rule, reason.text.as_str())).collect(),
        })
    })
}

/// Whether the names match. False for null.
#[unsafe(no_mangle)]
pub extern "C" fn ob_comparison_compatible(verdict: Held<Verdict>) -> bool {
    verdict.get().is_some_and(|verdict| verdict.compatible)
}

/// Whether loaders run the entry, including generic code of a family and code for an earlier processor of a generation. False for null.
#[unsafe(no_mangle)]
pub extern "C" fn ob_comparison_loadable(verdict: Held<Verdict>) -> bool {
    verdict.get().is_some_and(|verdict| verdict.loads)
}

/// Rank of the match; among entries that loaders run in the same way, the highest is best.
#[unsafe(no_mangle)]
pub extern "C" fn ob_comparison_rank(verdict: Held<Verdict>) -> u32 {
    verdict.get().map_or(0, |verdict| verdict.rank)
}

/// Number of reasons, at least 1.
#[unsafe(no_mangle)]
pub extern "C" fn ob_comparison_reason_count(verdict: Held<Verdict>) -> usize {
    verdict.get().map_or(0, |verdict| verdict.reasons.len())
}

/// Returns reason `number`, from 0. Its texts are valid until the verdict is freed, and empty if `number` is out of range.
#[unsafe(no_mangle)]
pub extern "C" fn ob_comparison_reason(verdict: Held<Verdict>, number: usize) -> Reason {
    Reasons::to_row(verdict.get().map(|verdict| &verdict.reasons), number)
}

/// Frees a verdict. Null has no effect.
#[unsafe(no_mangle)]
pub extern "C" fn ob_comparison_free(verdict: Option<Box<Verdict>>) {
    drop(verdict);
}
