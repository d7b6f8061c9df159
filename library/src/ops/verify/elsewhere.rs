//! Device code that was moved out of a file: it must be where the file says.

use crate::file_name::FileName;
use crate::finding::{Anomaly, Finding, NameList};
use crate::report::{Diagnostic, ExternalCode, ExternalCodeReference};
use crate::scan::{Located, Scan};

/// So many paths are reported.
const SHOWN: usize = 8;

/// What is wrong with the places where device code of the input `name` should be. Loaders take what is there, so one place is enough.
pub(super) fn findings(name: &FileName, scan: &Scan) -> Vec<Diagnostic> {
    let mut unsaid_in = None;
    let findings = scan.external_code.iter().filter_map(|external| {
        let ExternalCode { member, section, offset, moved_count, reference, .. } = external;
        let (section, offset, anomaly) = match reference {
            // Loaders may be told of other archives.
            Some(_) if scan.followed => return None,
            Some(reference) => (&reference.section, reference.offset, check(reference)?),
            // A file that is kept for debuggers lacks its device code, and nothing says that it was moved. Else it is reported once.
            None if *moved_count > 0 && unsaid_in != Some(member) => {
                unsaid_in = Some(member);
                let why = "no section of this file".into();
                (section, *offset, Anomaly::BadReference { why })
            }
            None => return None,
        };
        let located = Located { file: name.clone(), member: None, finding: Finding::at(offset.0, anomaly) };
        let (member, section) = (member.clone(), Some(section.clone()));
        Some(Diagnostic { member, section, ..Diagnostic::new(name, &located) })
    });
    findings.collect()
}

/// What is wrong with where `reference` leads.
fn check(reference: &ExternalCodeReference) -> Option<Anomaly> {
    if let Some(why) = &reference.error {
        return Some(Anomaly::BadReference { why: why.clone() });
    }
    let mut looked_up = reference.paths.iter().map(|path| path.files.as_ref());
    if reference.paths.is_empty() || !looked_up.all(|files| files.is_some_and(Vec::is_empty)) {
        return None;
    }
    let paths = reference.paths.iter().map(|path| path.path.to_string());
    Some(Anomaly::ElsewhereMissing { paths: NameList::new(paths, SHOWN) })
}
