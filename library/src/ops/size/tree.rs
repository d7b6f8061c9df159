//! The same as rows as a tree: each file, its bundles, their code objects, and what those consist of.

use std::collections::BTreeMap;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::StoredEntry;

use super::kept;
use super::rows::Key;
use crate::error::Error;
use crate::natural_order::Natural;
use crate::ops::inspect::BundleFields;
use crate::ops::inspect::Look;
use crate::ops::served::Served;
use crate::report::{
    CodePart, Compression, Integer, LeftOut, SizeTree, SizeTreeBundle, SizeTreeCodeObject, SizeTreePart, SizedFile,
};
use crate::scan::{FoundBundle, Scan};

/// What a tree is made of: lists, in which everything has the position of what it is in.
#[derive(Debug, Default)]
pub(super) struct TreeBuilder {
    bundles: Vec<(usize, SizeTreeBundle)>,
    code_objects: Vec<(usize, SizeTreeCodeObject)>,
    parts: Vec<(usize, SizeTreePart)>,
    names: Vec<String>,
    /// The position of each name.
    known: BTreeMap<String, usize>,
    /// What is beside kernels in the code object that is looked at now.
    beside: BTreeMap<CodePart, usize>,
    /// The bundles of the file that is looked at now, by number.
    of_file: BTreeMap<usize, usize>,
    fields: BundleFields,
    without_fields: usize,
}

impl TreeBuilder {
    /// The next bundle, by the numbers of its file and of itself.
    pub(super) fn begin_bundle(&mut self, (file, bundle): (usize, usize), found: &FoundBundle) {
        self.of_file.insert(bundle, self.bundles.len());
        let bundle = SizeTreeBundle {
            bundle,
            member: found.member(),
            section: None,
            offset: Integer(found.bundle.start),
            format: found.form.name(),
            title: found.form.title(),
            compression: found.envelope.as_deref().map(Compression::new),
            size_in_file: Integer(0),
            size: Integer(0),
            container_size: Integer(0),
            code_objects: Vec::new(),
            left_out: LeftOut::default(),
            fields: Vec::new(),
        };
        self.bundles.push((file, bundle));
    }

    /// The position of the bundle that was begun last.
    pub(super) fn last_bundle(&self) -> Option<usize> {
        self.bundles.len().checked_sub(1)
    }

    /// The next code object of the bundle that was begun last.
    pub(super) fn begin_code_object(&mut self, (kind, target): Served, place: Place, entry: &StoredEntry) {
        self.beside.clear();
        let code_object = SizeTreeCodeObject {
            entry: entry.index,
            path: entry.path.to_string(),
            id: entry.id.as_deref().ok().map(Into::into),
            kind,
            target: target.map(|Natural(target)| target),
            offset: Integer(place.ofs),
            size_in_file: Integer(0),
            size: Integer(0),
            parts: Vec::new(),
            left_out: LeftOut::default(),
        };
        let bundle = self.last_bundle().unwrap_or_default();
        self.code_objects.push((bundle, code_object));
    }

    /// The position of the part with this key of the code object that was begun last.
    pub(super) fn part(&mut self, key: &Key) -> usize {
        let next = self.parts.len();
        let kernel = key.kernel.as_ref().map(|Natural(name)| match self.known.get(name) {
            Some(number) => *number,
            None => {
                let number = self.names.len();
                self.names.push(name.clone());
                self.known.insert(name.clone(), number);
                number
            }
        });
        if let Some(known) = key.part.and_then(|part| self.beside.get(&part)) {
            return *known;
        }
        self.beside.extend(key.part.map(|part| (part, next)));
        let code_object = self.code_objects.len().saturating_sub(1);
        let part = SizeTreePart { kernel, part: key.part, size_in_file: Integer(0), size: Integer(0) };
        self.parts.push((code_object, part));
        next
    }

    /// Adds bytes to the part at `position`, to its code object and to the bundle of that.
    pub(super) fn add(&mut self, position: usize, size: u64, in_file: u64) {
        let Some((code_object, part)) = self.parts.get_mut(position) else {
            return;
        };
        add(&mut part.size, size);
        add(&mut part.size_in_file, in_file);
        let Some((bundle, code_object)) = self.code_objects.get_mut(*code_object) else {
            return;
        };
        add(&mut code_object.size, size);
        add(&mut code_object.size_in_file, in_file);
        if let Some((_, bundle)) = self.bundles.get_mut(*bundle) {
            add(&mut bundle.size, size);
            add(&mut bundle.size_in_file, in_file);
        }
    }

    /// Adds bytes to the bundle at `position` that are of none of its entries.
    pub(super) fn add_container(&mut self, position: usize, size: u64, in_file: u64) {
        if let Some((_, bundle)) = self.bundles.get_mut(position) {
            add(&mut bundle.size, size);
            add(&mut bundle.size_in_file, in_file);
            add(&mut bundle.container_size, in_file);
        }
    }

    /// Ends a file: explains the bundles that `scan` has found in it, which have all been begun.
    ///
    /// # Errors
    ///
    /// What the system says of the file.
    pub(super) fn explain(&mut self, scan: &Scan) -> Result<(), Error> {
        let of_file = std::mem::take(&mut self.of_file);
        let mut look = Look::default();
        for (number, found) in scan.in_use() {
            let position = of_file.get(&number).copied();
            let Some((_, bundle)) = position.and_then(|position| self.bundles.get_mut(position)) else {
                continue;
            };
            let region = scan.regions.get(found.region);
            bundle.section = region.and_then(|region| region.kind.section()).map(Into::into);
            match self.fields.explain(&mut look, scan, found)? {
                Some(fields) => bundle.fields = fields,
                None => self.without_fields = self.without_fields.saturating_add(1),
            }
        }
        Ok(())
    }

    /// The tree, whose files are `files`.
    pub(super) fn into_tree(self, files: &[SizedFile]) -> SizeTree {
        let Self { bundles, mut code_objects, parts, names, without_fields, .. } = self;
        let kernels = kept::parts(parts, names, &mut code_objects);
        SizeTree { kernels, without_fields, ..kept::tree(bundles, code_objects, files) }
    }
}

fn add(sum: &mut Integer, bytes: u64) {
    *sum = Integer(sum.0.saturating_add(bytes));
}
