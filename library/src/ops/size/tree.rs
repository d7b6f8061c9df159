//! Only the largest children, and sums of the rest.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::StoredEntry;

use super::rows::Key;
use crate::error::Error;
use crate::ops::inspect::{BundleFields, Look};
use crate::ops::selection::Served;
use crate::report::{
    CodePart, Compression, Integer, OmittedTotals, SizeTree, SizeTreeBundle, SizeTreeCodeObject, SizeTreeFile,
    SizeTreePart, SizedFile,
};
use crate::scan::{FoundBundle, Scan};
use crate::shown::Natural;

/// Flat lists, where each item has the position of its parent.
#[derive(Debug, Default)]
pub(super) struct TreeBuilder {
    bundles: Vec<(usize, SizeTreeBundle)>,
    code_objects: Vec<(usize, SizeTreeCodeObject)>,
    parts: Vec<(usize, SizeTreePart)>,
    names: Vec<String>,
    known: BTreeMap<String, usize>,
    /// Parts other than kernels of the current code object.
    beside: BTreeMap<CodePart, usize>,
    of_file: BTreeMap<usize, usize>,
    fields: BundleFields,
    without_fields: usize,
}

impl TreeBuilder {
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
            omitted: OmittedTotals::default(),
            fields: Vec::new(),
        };
        self.bundles.push((file, bundle));
    }

    pub(super) fn last_bundle(&self) -> Option<usize> {
        self.bundles.len().checked_sub(1)
    }

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
            omitted: OmittedTotals::default(),
        };
        let bundle = self.last_bundle().unwrap_or_default();
        self.code_objects.push((bundle, code_object));
    }

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

    pub(super) fn add(&mut self, position: usize, size: u64, in_file: u64) {
        let Some((code_object, part)) = self.parts.get_mut(position) else {
            return;
        };
        part.size.add(size);
        part.size_in_file.add(in_file);
        let Some((bundle, code_object)) = self.code_objects.get_mut(*code_object) else {
            return;
        };
        code_object.size.add(size);
        code_object.size_in_file.add(in_file);
        if let Some((_, bundle)) = self.bundles.get_mut(*bundle) {
            bundle.size.add(size);
            bundle.size_in_file.add(in_file);
        }
    }

    pub(super) fn add_container(&mut self, position: usize, size: u64, in_file: u64) {
        if let Some((_, bundle)) = self.bundles.get_mut(position) {
            bundle.size.add(size);
            bundle.size_in_file.add(in_file);
            bundle.container_size.add(in_file);
        }
    }

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

    pub(super) fn into_tree(self, files: &[SizedFile]) -> SizeTree {
        let Self { bundles, mut code_objects, parts, names, without_fields, .. } = self;
        let kernels = keep_parts(parts, names, &mut code_objects);
        SizeTree { kernels, without_fields, ..keep_tree(bundles, code_objects, files) }
    }
}

const KERNELS: usize = 20_000;
/// In bytes.
const NAMES: usize = 4 << 20;
/// Limits bundles too.
const CODE_OBJECTS: usize = 10_000;

fn keep_tree(
    mut bundles: Vec<(usize, SizeTreeBundle)>,
    mut code_objects: Vec<(usize, SizeTreeCodeObject)>,
    files: &[SizedFile],
) -> SizeTree {
    let mut tree = SizeTree::default();
    let size_of = |code_object: &SizeTreeCodeObject| (code_object.size_in_file.0, code_object.size.0);
    code_objects.sort_by_key(|(_, code_object)| Reverse(size_of(code_object)));
    for (number, (bundle, code_object)) in code_objects.into_iter().enumerate() {
        let Some((_, bundle)) = bundles.get_mut(bundle) else {
            continue;
        };
        match number < CODE_OBJECTS {
            true => bundle.code_objects.push(code_object),
            false => bundle.omitted.add(code_object.size_in_file.0, code_object.size.0),
        }
    }
    bundles.sort_by_key(|(_, bundle)| Reverse((bundle.size_in_file.0, bundle.size.0)));
    let of_file = |file: &SizedFile| SizeTreeFile {
        file: file.file.clone(),
        size: file.size,
        other_size: file.size,
        bundles: Vec::new(),
        omitted: OmittedTotals::default(),
    };
    let mut of_files: Vec<SizeTreeFile> = files.iter().map(of_file).collect();
    for (number, (file, bundle)) in bundles.into_iter().enumerate() {
        let Some(file) = of_files.get_mut(file) else { continue };
        file.other_size = Integer(file.other_size.0.saturating_sub(bundle.size_in_file.0));
        match number < CODE_OBJECTS {
            true => file.bundles.push(bundle),
            false => file.omitted.add(bundle.size_in_file.0, bundle.size.0),
        }
    }
    of_files.sort_by_key(|file| Reverse(file.size.0));
    for file in of_files {
        match file.bundles.is_empty() {
            false => tree.files.push(file),
            true if file.omitted.count > 0 => tree.omitted.add(file.size.0, file.size.0),
            true => {}
        }
    }
    tree
}

fn keep_parts(
    mut parts: Vec<(usize, SizeTreePart)>,
    mut names: Vec<String>,
    code_objects: &mut [(usize, SizeTreeCodeObject)],
) -> Vec<String> {
    parts.sort_by_key(|(_, part)| Reverse((part.size_in_file.0, part.size.0)));
    let mut kept_names: Vec<String> = Vec::new();
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    let (mut kernels, mut room): (usize, usize) = (KERNELS, NAMES);
    for (code_object, part) in parts.into_iter().filter(|(_, part)| part.size.0 > 0) {
        let Some((_, code_object)) = code_objects.get_mut(code_object) else {
            continue;
        };
        let Some(old) = part.kernel else {
            code_object.parts.push(part);
            continue;
        };
        let number = numbers.get(&old).copied().or_else(|| {
            let name = names.get_mut(old)?;
            room = room.checked_sub(name.len())?;
            kept_names.push(std::mem::take(name));
            let number = kept_names.len().saturating_sub(1);
            numbers.insert(old, number);
            Some(number)
        });
        match (number, kernels.checked_sub(1)) {
            (Some(number), Some(left)) => {
                kernels = left;
                code_object.parts.push(SizeTreePart { kernel: Some(number), ..part });
            }
            _ => code_object.omitted.add(part.size_in_file.0, part.size.0),
        }
    }
    kept_names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::CodePart;

    fn code_object() -> (usize, SizeTreeCodeObject) {
        let code_object = SizeTreeCodeObject {
            entry: 0,
            path: String::new(),
            id: None,
            kind: None,
            target: None,
            offset: Integer(0),
            size_in_file: Integer(0),
            size: Integer(0),
            parts: Vec::new(),
            omitted: OmittedTotals::default(),
        };
        (0, code_object)
    }

    fn part(kernel: Option<usize>, size: u64) -> (usize, SizeTreePart) {
        let part = kernel.is_none().then_some(CodePart::Data);
        (
            0,
            SizeTreePart { kernel, part, size_in_file: Integer(size), size: Integer(size) },
        )
    }

    #[test]
    fn small_kernels_beyond_limit_are_omitted() {
        let mut code_objects = [code_object()];
        let sizes = 1..=u64::try_from(KERNELS).unwrap() + 3;
        let mut parts: Vec<_> = sizes.map(|size| part(Some(0), size)).collect();
        parts.push(part(None, 1));
        assert_eq!(super::keep_parts(parts, vec!["add".into()], &mut code_objects), ["add"]);
        let (_, kept) = &code_objects[0];
        assert_eq!(kept.parts.len(), KERNELS + 1);
        assert_eq!(kept.omitted.count, 3);
        assert_eq!(kept.omitted.size.0, 1 + 2 + 3);
    }

    #[test]
    fn kernels_beyond_name_limit_are_omitted() {
        let mut code_objects = [code_object()];
        let parts = vec![part(Some(0), 1), part(Some(1), 2), part(Some(2), 3), part(Some(1), 4)];
        let names = vec!["short".into(), "x".repeat(NAMES - 5), "longer".into()];
        let kept = super::keep_parts(parts, names, &mut code_objects);
        assert_eq!(kept.iter().map(String::len).collect::<Vec<_>>(), [NAMES - 5, 5]);
        let (_, code_object) = &code_objects[0];
        let numbers: Vec<_> = code_object
            .parts
            .iter()
            .map(|part| (part.kernel, part.size.0))
            .collect();
        assert_eq!(numbers, [(Some(0), 4), (Some(0), 2), (Some(1), 1)]);
        assert_eq!((code_object.omitted.count, code_object.omitted.size.0), (1, 3));
    }
}
