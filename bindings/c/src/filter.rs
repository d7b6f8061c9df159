//! Which entries are wanted.

use offload_bundle::REGISTRY;
use offload_bundle::request::{Filter as Wanted, RequestedKind, RequestedTriple};

use crate::error::Failure;
use crate::foreign::List;
use crate::input::{gpus, text};

/// Which entries are wanted: those that fit one name of each list that is not empty. Null means all, and so do zeros.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Filter {
    /// GPUs: target IDs, or names of products. A processor alone takes all of its variants.
    pub targets: List,
    /// How many.
    pub target_count: usize,
    /// Offload kinds, such as `hip` or `openmp`.
    pub kinds: List,
    /// How many.
    pub kind_count: usize,
    /// Target triples, such as `amdgcn-amd-amdhsa`.
    pub triples: List,
    /// How many.
    pub triple_count: usize,
}

impl Filter {
    pub(crate) fn to_wanted(given: Option<&Self>) -> Result<Wanted, Failure> {
        let mut wanted = Wanted::default();
        let Some(filter) = given else {
            return Ok(wanted);
        };
        wanted.targets = gpus(filter.targets, filter.target_count)?;
        let kinds = filter.kinds.texts(filter.kind_count);
        for name in kinds.ok_or_else(|| Failure::null("the list of kinds"))? {
            let name = text(name, "the name of a kind")?;
            let kind = RequestedKind::parse(&REGISTRY, name).map_err(|error| Failure::bad_id(name, &error))?;
            wanted.kinds.push(kind);
        }
        let triples = filter.triples.texts(filter.triple_count);
        for name in triples.ok_or_else(|| Failure::null("the list of triples"))? {
            let name = text(name, "a triple")?;
            let triple = RequestedTriple::parse(&REGISTRY, name).map_err(|error| Failure::bad_id(name, &error))?;
            wanted.triples.push(triple);
        }
        Ok(wanted)
    }
}
