//! What is searched at once.

use std::sync::Arc;

use offload_bundle_core::container::{Bundle, Container};

use super::form::Form;
use super::found::{FoundBundle, FoundEnvelope};
use crate::input::Input;

/// A part of an input: the number of the region that it belongs to, and what it is in if it was decompressed.
#[derive(Clone, Copy)]
pub(super) struct Part<'p> {
    pub(super) input: &'p Arc<Input>,
    pub(super) region: usize,
    pub(super) inside: Option<&'p Arc<FoundEnvelope>>,
}

impl<'p> Part<'p> {
    pub(super) fn new(input: &'p Arc<Input>, region: usize) -> Self {
        Self { input, region, inside: None }
    }

    /// A bundle that was found in it.
    pub(super) fn bundle(self, container: &'static dyn Container, bundle: Bundle) -> FoundBundle {
        let found = FoundBundle::new(Form::Container(container), bundle, self.input, self.region);
        FoundBundle { envelope: self.inside.cloned(), ..found }
    }
}
