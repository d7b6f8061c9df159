//! What reports say of what a scan has found.

use super::found::{FoundEnvelope, Located, Scan};
use crate::file_name::FileName;
use crate::finding::Finding;
use crate::report::{Compression, Diagnostic, Hexadecimal, Integer};

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

    /// A finding in the bundle number `bundle` of a scan of the input `name`; its offset counts in what the bundle is in.
    pub(crate) fn of_bundle(name: &FileName, scan: &Scan, bundle: usize, finding: Finding) -> Self {
        let found = scan.bundles.get(bundle);
        let elsewhere = found
            .zip(finding.entry)
            .and_then(|(found, entry)| found.archive_of(entry));
        let file = found
            .map_or(name, |found| elsewhere.unwrap_or(&found.input).name())
            .clone();
        let member = found.and_then(|found| found.archive_member().cloned());
        let entry = finding.entry;
        let section = found.and_then(|found| section(scan, found.region));
        Self { section, bundle: Some(bundle), entry, ..Self::new(name, &Located { file, member, finding }) }
    }

    /// The same in the region number `region` of a scan, and the bundle number `bundle`, if it is about one.
    pub(crate) fn within(self, scan: &Scan, region: usize, bundle: Option<usize>) -> Self {
        Self { section: section(scan, region), bundle, ..self }
    }

    /// Everything that a scan of the input `name` has found, in the order of [`Scan::findings`].
    #[doc(hidden)]
    pub fn of_scan<'s>(name: &'s FileName, scan: &'s Scan) -> impl Iterator<Item = Self> + 's {
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

impl Compression {
    /// What an envelope says of itself.
    #[doc(hidden)]
    pub fn new(envelope: &FoundEnvelope) -> Self {
        let header = &envelope.header;
        Self {
            format: envelope.format.name(),
            version: header.version,
            method: header.method.as_ref().ok().map(|method| method.name),
            level: None,
            offset: Some(Integer(header.start)),
            size: Integer(envelope.len),
            compressed_size: Integer(envelope.compressed_len()),
            decompressed_size: Integer(header.decompressed_len.value),
            digest: header.digest.as_ref().map(|digest| Hexadecimal(digest.value)),
            declares_size: header.len.is_some(),
            took: None,
        }
    }
}
