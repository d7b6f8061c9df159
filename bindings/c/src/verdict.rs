//! Whether what is for one target may serve another, and why.

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

/// Why something may serve, or why not. Both texts end with a zero byte.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Reason {
    /// A stable word for the rule, such as `processor`.
    pub rule: *const c_char,
    /// What it says, for people.
    pub text: *const c_char,
}

/// Reasons, as they are kept for C.
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

    /// The reason with this number; empty texts where there is none.
    pub(crate) fn to_row(reasons: Option<&Self>, number: usize) -> Reason {
        let reason = reasons.and_then(|reasons| reasons.0.get(number));
        let (rule, text) = reason.map_or((c"", c""), |(rule, text)| (rule.as_c_str(), text.as_c_str()));
        Reason { rule: rule.as_ptr(), text: text.as_ptr() }
    }
}

/// Whether what is for one target may serve a request for another, and why. The caller frees it.
pub struct Verdict {
    compatible: bool,
    loads: bool,
    rank: u32,
    reasons: Reasons,
}

/// Whether code that is stored under the ID `stored` may serve a request for `requested`. Each is a bundle entry ID or a target ID; where one
/// is a target ID, targets alone are compared. The caller frees `*verdict`.
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
            loads: report.loads,
            rank: report.rank,
            reasons: reasons.map(|reason| (reason.rule, reason.text.as_str())).collect(),
        })
    })
}

/// Whether it may, by the rules of those who match names. No for null.
#[unsafe(no_mangle)]
pub extern "C" fn ob_comparison_compatible(verdict: Held<Verdict>) -> bool {
    verdict.get().is_some_and(|verdict| verdict.compatible)
}

/// Whether loaders run it: also what is for the generic processor of a family, or for an earlier one of a generation. No for null.
#[unsafe(no_mangle)]
pub extern "C" fn ob_comparison_loads(verdict: Held<Verdict>) -> bool {
    verdict.get().is_some_and(|verdict| verdict.loads)
}

/// How well it serves: of several that are loaded in the same way the one with the highest rank is best.
#[unsafe(no_mangle)]
pub extern "C" fn ob_comparison_rank(verdict: Held<Verdict>) -> u32 {
    verdict.get().map_or(0, |verdict| verdict.rank)
}

/// How many reasons there are: at least one.
#[unsafe(no_mangle)]
pub extern "C" fn ob_comparison_reason_count(verdict: Held<Verdict>) -> usize {
    verdict.get().map_or(0, |verdict| verdict.reasons.len())
}

/// One of them, from 0. Its texts stay until the verdict is freed; they are empty where there is none with this number.
#[unsafe(no_mangle)]
pub extern "C" fn ob_comparison_reason(verdict: Held<Verdict>, number: usize) -> Reason {
    Reasons::to_row(verdict.get().map(|verdict| &verdict.reasons), number)
}

/// Frees a verdict. Null is nothing.
#[unsafe(no_mangle)]
pub extern "C" fn ob_comparison_free(verdict: Option<Box<Verdict>>) {
    drop(verdict);
}
