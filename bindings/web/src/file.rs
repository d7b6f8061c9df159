//! A chosen file, and operations on it.

use std::io::Write;
use std::sync::Arc;

use offload_bundle::input::{Input, InputFile};
use offload_bundle::ops;
use offload_bundle::report::ExtractedEntry;
use offload_bundle::request::{ExtractRequest, ListRequest, SizeBy, SizeRequest, SupportsRequest, VerifyRequest};
use offload_bundle::{Error, FileName, REGISTRY};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::answer::{Answer, answer, failure, gpu};
use crate::browser::{ChosenFile, Saved};
use crate::inspected;

/// A chosen file. Each method returns JSON, or throws JSON with `code` and `message`.
#[wasm_bindgen]
#[derive(Debug)]
pub struct File(Arc<Input>);

#[wasm_bindgen]
impl File {
    /// The worker's file `number` of `size` bytes.
    #[wasm_bindgen(constructor)]
    pub fn new(number: u32, name: &str, size: u64) -> Self {
        Self(Arc::new(Input::from_random_access(name, ChosenFile { number, size })))
    }

    /// Returns the output of `list --lenient --json`.
    ///
    /// # Errors
    ///
    /// Throws the error of the operation, as all methods do.
    pub fn list(&self) -> Answer {
        let mut request = ListRequest::default();
        (request.inputs, request.lenient) = (self.inputs(), true);
        answer(ops::list(&REGISTRY, &request))
    }

    /// Returns the output of `verify --json`.
    ///
    /// # Errors
    ///
    /// See [`File::list`].
    pub fn verify(&self) -> Answer {
        let mut request = VerifyRequest::default();
        request.inputs = self.inputs();
        answer(ops::verify(&REGISTRY, &request))
    }

    /// Returns the output of `size --by WORD --json`.
    ///
    /// # Errors
    ///
    /// See [`File::list`]; also throws if the word is unknown.
    pub fn size(&self, by: &str) -> Answer {
        let mut request = SizeRequest::default();
        request.inputs = self.inputs();
        let found = SizeBy::ALL.iter().find(|(word, _)| *word == by);
        let (_, by) = found.ok_or_else(|| failure("usage", &format!("sizes are not told by {by:?}")))?;
        request.by = *by;
        answer(ops::size(&REGISTRY, &request))
    }

    /// Returns the output of `supports GPU --json`.
    ///
    /// # Errors
    ///
    /// See [`File::list`]; also throws if the GPU is unknown.
    pub fn supports(&self, name: &str) -> Answer {
        let mut request = SupportsRequest::new(gpu(name)?);
        request.inputs = self.inputs();
        answer(ops::supports(&REGISTRY, &request))
    }

    /// Returns the parts of `inspect --json` without rows, and the number of the part to show first.
    ///
    /// # Errors
    ///
    /// See [`File::list`].
    pub fn parts(&self) -> Answer {
        answer(inspected::parts(self.inputs()))
    }

    /// Returns a part with its rows and bytes.
    ///
    /// # Errors
    ///
    /// See [`File::list`].
    pub fn part(&self, number: usize) -> Answer {
        answer(inspected::part(self.inputs(), number))
    }

    /// Passes the code object of an entry to the worker. `file` is the file's name in the JSON of `list`, `bundle` and `entry` are numbers.
    /// Returns the record of `extract --json` with a file name, or null if the entry is empty.
    ///
    /// # Errors
    ///
    /// See [`File::list`]; the worker must then discard the bytes.
    pub fn save(&self, file: &str, bundle: usize, entry: u32) -> Answer {
        answer(save(self.inputs(), (file, bundle, u64::from(entry)), &mut Saved))
    }

    fn inputs(&self) -> Vec<InputFile> {
        vec![Arc::clone(&self.0).into()]
    }
}

fn save(
    inputs: Vec<InputFile>,
    (file, bundle, entry): (&str, usize, u64),
    out: &mut dyn Write,
) -> Result<Option<ExtractedEntry>, Error> {
    let mut request = ExtractRequest::default();
    (request.inputs, request.lenient, request.empty) = (inputs, true, true);
    let is_it = |found: &ExtractedEntry| found.bundle == bundle && found.entry == entry && is_named(&found.file, file);
    let mut out = Some(out);
    let report = ops::extract_to(&REGISTRY, &request, &mut |found| match is_it(found) {
        true => out.take(),
        false => None,
    })?;
    Ok(report.outputs.into_iter().find(is_it))
}

fn is_named(name: &FileName, json: &str) -> bool {
    serde_json::to_string(name).is_ok_and(|own| own == json)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HIP: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../conformance/fixtures/objects/hip.22.so"
    );

    #[test]
    fn saved_code_object_equals_extracted_file() {
        let name = serde_json::to_string(HIP).unwrap();
        let mut code = Vec::new();
        let found = save(vec![HIP.into()], (&name, 0, 2), &mut code).unwrap().unwrap();
        let file = offload_bundle::open(HIP).unwrap();
        let entry = file.entries().nth(2).unwrap();
        assert_eq!(code, *entry.bytes().unwrap());
        assert_eq!(found.id.as_deref(), Some(entry.id().unwrap()));
        assert!(
            found
                .output
                .to_string()
                .ends_with("hip.22.so.0.hipv4-amdgcn-amd-amdhsa--gfx90a%3Axnack+"),
            "{}",
            found.output
        );
        for missing in [(name.as_str(), 0, 3), (name.as_str(), 1, 0), ("\"other\"", 0, 2)] {
            let mut nothing = Vec::new();
            assert!(save(vec![HIP.into()], missing, &mut nothing).unwrap().is_none());
            assert!(nothing.is_empty());
        }
    }
}
