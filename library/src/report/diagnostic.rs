//! A finding with what it is about: which input, section, bundle and entry.

use offload_bundle_core::severity::Severity;
use serde::{Serialize, Serializer};

use super::integer::Integer;
use super::member::Member;
use crate::file_name::FileName;
use crate::finding::Finding;
use crate::scan::{Located, Scan};

/// Something wrong or odd in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Diagnostic {
    /// A stable word for the kind of finding.
    pub code: &'static str,
    /// How bad it is: `note`, `warning` or `error`.
    #[serde(serialize_with = "severity")]
    #[cfg_attr(feature = "schema", schemars(with = "SeverityWord"))]
    pub severity: Severity,
    /// What the offset counts in, where that is another than the file itself: what something in the file holds decompressed, or an entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<FileName>,
    /// The member of an archive that it is in, where it is in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// The section that it is in, where it is in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// Number of the bundle in the file, from 0, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bundle: Option<usize>,
    /// Number of the entry in the bundle, from 0, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<u64>,
    /// Where, in bytes.
    pub offset: Integer,
    /// The field at fault, such as `entries[0].id`; empty where it is about no field.
    pub path: String,
    /// What is wrong, for people.
    pub message: String,
}

/// The words for a severity.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(rename_all = "lowercase", inline)]
#[allow(dead_code)]
enum SeverityWord {
    Note,
    Warning,
    Error,
}

fn severity<S: Serializer>(severity: &Severity, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(severity.name())
}

impl Diagnostic {
    /// A finding in the input `name` that is about no bundle.
    pub(crate) fn new(name: &FileName, located: &Located) -> Self {
        let Located { file, member, finding } = located;
        Self {
            code: finding.code(),
            severity: finding.severity(),
            file: (file != name).then(|| file.clone()),
            member: member.as_deref().map(Into::into),
            section: None,
            bundle: None,
            entry: None,
            offset: Integer(finding.offset),
            path: finding.path.to_string(),
            message: finding.anomaly.to_string(),
        }
    }

    /// A finding in the bundle number `bundle` of a scan of the input `name`; its offset counts in what the bundle stands in.
    pub(crate) fn of_bundle(name: &FileName, scan: &Scan, bundle: usize, finding: Finding) -> Self {
        let found = scan.bundles.get(bundle);
        let file = found.map_or(name, |found| found.input.name()).clone();
        let member = found.and_then(|found| found.input.member().cloned());
        let entry = finding.entry;
        let section = found.and_then(|found| section(scan, found.region));
        Self { section, bundle: Some(bundle), entry, ..Self::new(name, &Located { file, member, finding }) }
    }

    /// The same in the region number `region` of a scan, and the bundle number `bundle`, if it is about one.
    pub(crate) fn within(self, scan: &Scan, region: usize, bundle: Option<usize>) -> Self {
        Self { section: section(scan, region), bundle, ..self }
    }

    /// Everything that a scan of the input `name` has found, in the order of [`Scan::findings`].
    pub(crate) fn of_scan<'s>(name: &'s FileName, scan: &'s Scan) -> impl Iterator<Item = Self> + 's {
        let bundles = scan.bundles.iter().enumerate();
        let found = bundles.flat_map(move |(number, found)| {
            let findings = found.findings.iter();
            findings.map(move |finding| Self::of_bundle(name, scan, number, finding.clone()))
        });
        found.chain(Self::of_no_bundle(name, scan))
    }

    /// What of that is about no bundle.
    pub(crate) fn of_no_bundle<'s>(name: &'s FileName, scan: &'s Scan) -> impl Iterator<Item = Self> + 's {
        let unread = scan.unread.iter().map(move |unread| {
            let located = Located::new(&unread.input, unread.error.clone());
            Self::new(name, &located).within(scan, unread.region, None)
        });
        let anomalies = scan.anomalies.iter().map(move |located| Self::new(name, located));
        unread.chain(anomalies)
    }
}

/// The section that a region is.
fn section(scan: &Scan, region: usize) -> Option<String> {
    scan.regions.get(region)?.kind.section().map(Into::into)
}
