//! Archives with device code that was moved out of libraries, opened once for all libraries that come one after the other and share them.

use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;

use offload_bundle_core::container::Container;
use offload_bundle_core::registry::Registry;
use offload_bundle_core::toc::{Toc, TocReader};

use super::archives::Candidate;
use super::file_kind::LookedFor;
use super::toc::read_toc;
use crate::file_error::FileError;
use crate::file_kind::FileKind;
use crate::finding::Anomaly;
use crate::input::{HEAD, Identity, Input, WindowReader, identity};
use crate::reason::reason;

/// An archive that can be read, and its table of contents.
#[derive(Debug)]
pub(super) struct OpenArchive {
    pub(super) input: Arc<Input>,
    pub(super) container: &'static dyn Container,
    pub(super) format: &'static TocReader,
    pub(super) toc: Toc,
}

/// How long the tables of archives that are kept are together, in bytes. They take some ten times that in memory.
const MOST_KEPT: u64 = 4 << 20;

/// The archives of the library that was looked into last. More would take memory without end, and so would all of a library with very many.
#[derive(Debug)]
pub(crate) struct KnownArchives {
    own: BTreeMap<Identity, Arc<OpenArchive>>,
    /// Those of the library before.
    before: BTreeMap<Identity, Arc<OpenArchive>>,
    /// How long the tables of others may be that are kept, in bytes.
    left: u64,
    most: u64,
}

impl Default for KnownArchives {
    fn default() -> Self {
        Self { own: BTreeMap::new(), before: BTreeMap::new(), left: MOST_KEPT, most: MOST_KEPT }
    }
}

impl KnownArchives {
    /// Another library is looked into, which may share them.
    pub(super) fn next_library(&mut self) {
        self.before = mem::take(&mut self.own);
        self.left = self.most;
    }

    /// The archive; or what there is instead.
    pub(super) fn open(&mut self, registry: &Registry, candidate: &Candidate) -> Result<Arc<OpenArchive>, Anomaly> {
        let identity = identity(&candidate.path);
        let known = identity.and_then(|identity| self.before.remove(&identity));
        let archive = match known.filter(|known| known.input.check_unchanged().is_ok()) {
            Some(known) => known,
            None => Arc::new(open(registry, candidate)?),
        };
        if let (Some(identity), Some(left)) = (archive.input.identity(), self.left.checked_sub(archive.toc.table.len)) {
            self.own.insert(identity, Arc::clone(&archive));
            self.left = left;
        }
        Ok(archive)
    }
}

fn open(registry: &Registry, candidate: &Candidate) -> Result<OpenArchive, Anomaly> {
    let variable = candidate.variable;
    let unreadable = |why: String| Anomaly::UnreadableArchive { why, variable };
    let failed = |error: FileError| unreadable(error.cause.to_string());
    let input = Input::open_regular(&candidate.path).map_err(|error| unreadable(reason(&error)))?;
    let container = registry.recognise(&input.head(HEAD).map_err(failed)?);
    let Some((container, format)) = container.and_then(|container| Some((container, container.toc()?))) else {
        let kind = FileKind::recognize(registry, &input, &LookedFor::default()).map_err(failed)?;
        let found = kind.map_or_else(|| "something else".to_owned(), |kind| kind.description);
        return Err(Anomaly::NoArchive { found, variable });
    };
    let toc = input.unless_changed(read_toc(&mut WindowReader::new(&input), format, 0));
    let toc = toc.map_err(failed)?;
    Ok(OpenArchive { input: Arc::new(input), container, format, toc })
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs;

    use offload_bundle_formats::registry::REGISTRY;
    use offload_bundle_testing::kpack::{Archive, Scheme};

    use super::*;

    // Elsewhere files have no identity by which they are known.
    #[test]
    fn libraries_that_follow_one_another_share_archives() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(".kpack")).unwrap();
        for target in ["one", "other"] {
            let archive = Archive::new(Scheme::Zstd, &[target], &[("lib.so#0", &[(target, b"code")])]);
            fs::write(
                folder.path().join(format!(".kpack/lib_{target}.kpack")),
                archive.bytes(),
            )
            .unwrap();
        }
        let at = |name: &str| Candidate { path: folder.path().join(name), targets: None, variable: None };
        let mut known = KnownArchives::default();
        let mut next = |candidate: &Candidate| {
            known.next_library();
            known.open(&REGISTRY, candidate)
        };
        let archive = next(&at(".kpack/lib_one.kpack")).unwrap();
        assert_eq!(archive.toc.row_count(), 1);
        let again = next(&at("./.kpack/../.kpack/lib_one.kpack")).unwrap();
        assert!(Arc::ptr_eq(&archive, &again));
        // What the library before has not looked into is forgotten.
        next(&at(".kpack/lib_other.kpack")).unwrap();
        let anew = next(&at(".kpack/lib_one.kpack")).unwrap();
        assert!(!Arc::ptr_eq(&archive, &anew));
        // So are tables that are too long together.
        let mut one = KnownArchives { most: archive.toc.table.len, ..KnownArchives::default() };
        let mut both = || {
            one.next_library();
            [".kpack/lib_one.kpack", ".kpack/lib_other.kpack"].map(|name| one.open(&REGISTRY, &at(name)).unwrap())
        };
        let [[first, second], [first_again, second_again]] = [both(), both()];
        assert!(Arc::ptr_eq(&first, &first_again) && !Arc::ptr_eq(&second, &second_again));
        // What has changed is opened anew.
        fs::write(folder.path().join(".kpack/lib_one.kpack"), "something else").unwrap();
        assert!(matches!(
            next(&at(".kpack/lib_one.kpack")),
            Err(Anomaly::NoArchive { .. })
        ));
    }
}
