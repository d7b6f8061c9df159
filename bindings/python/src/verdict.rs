//! Verdicts on the compatibility of targets, with reasons.

use pyo3::prelude::*;

/// A rule, and its message.
#[pyclass(frozen, eq, hash, get_all, module = "offload_bundle")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Reason {
    rule: &'static str,
    text: String,
}

/// Whether code for one target may run as another.
#[pyclass(frozen, get_all, module = "offload_bundle")]
#[derive(Clone)]
pub(crate) struct Verdict {
    compatible: bool,
    loads: bool,
    rank: u32,
    reasons: Vec<Reason>,
}

pub(crate) fn reasons(reasons: &[offload_bundle::Reason]) -> Vec<Reason> {
    let reasons = reasons.iter();
    reasons
        .map(|reason| Reason { rule: reason.rule, text: reason.text.clone() })
        .collect()
}

impl From<offload_bundle::Verdict> for Verdict {
    fn from(verdict: offload_bundle::Verdict) -> Self {
        let offload_bundle::Verdict { compatible, loads, rank, .. } = verdict;
        Self { compatible, loads: loads.is_some(), rank, reasons: reasons(&verdict.reasons) }
    }
}

#[pymethods]
impl Reason {
    fn __repr__(&self) -> String {
        format!("<offload_bundle.Reason {}: {}>", self.rule, self.text)
    }

    fn __str__(&self) -> &str {
        &self.text
    }
}

#[pymethods]
impl Verdict {
    fn __bool__(&self) -> bool {
        self.compatible
    }

    fn __repr__(&self) -> String {
        let reasons: Vec<&str> = self.reasons.iter().map(|reason| reason.text.as_str()).collect();
        let verdict = if self.compatible { "yes" } else { "no" };
        format!("<offload_bundle.Verdict {verdict}: {}>", reasons.join("; "))
    }
}
