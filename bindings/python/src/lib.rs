//! The native part of the Python module `offload_bundle`; the folder `offload_bundle/` contains the Python part and the types.

mod bundle;
mod command;
mod entry;
mod error;
mod file;
mod guard;
mod matching;
mod operations;
mod request;
mod rewriting;
mod source;
mod target;
mod verdict;

use pyo3::prelude::*;

/// The native part of `offload_bundle`.
#[pymodule(name = "_native")]
mod native {
    #[pymodule_export]
    use crate::bundle::Bundle;
    #[pymodule_export]
    use crate::command::run;
    #[pymodule_export]
    use crate::entry::Entry;
    #[pymodule_export]
    use crate::file::{File, open};
    #[pymodule_export]
    use crate::matching::{Candidate, Match};
    #[pymodule_export]
    use crate::operations::{bundle, compress, decompress, diff, extract, list_files, prune, size, supports, verify};
    #[pymodule_export]
    use crate::rewriting::{compress_file, decompress_file, replace};
    #[pymodule_export]
    use crate::target::TargetId;
    #[pymodule_export]
    use crate::verdict::{Reason, Verdict};
}
