//! Builds the files of an export.

use std::collections::BTreeMap;

use serde_json::Value;

use super::exported::{Citation, Expected, Export, ExportedCase, FileOfBytes, Manifest};
use crate::case::{Bytes, BytesError, Case, Collection, Expectation, digest, for_each_byte_string, map_byte_strings};
use crate::difference::file_name;
use crate::embedded::{Suite, fixture};
use crate::requirements::Requirements;

const FORM: u32 = 1;

/// Returns reproducible export files by path.
///
/// # Errors
///
/// Returns an error if a case has invalid bytes or an unknown requirement.
pub fn export(collection: &Collection, requirements: &Requirements) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut files = BTreeMap::new();
    let exported = collection
        .cases()
        .map(|case| export_case(case, requirements, &mut files));
    let export = Export(exported.collect::<Result<_, String>>()?);
    let lines = export
        .0
        .iter()
        .map(serde_json::to_string)
        .collect::<Result<Vec<_>, _>>();
    let lines = lines.map_err(|error| error.to_string())?.join(",\n");
    files.insert("cases.json".into(), format!("[\n{lines}\n]\n").into_bytes());
    let Suite { version, digest } = Suite::this();
    let manifest = Manifest {
        form: FORM,
        version,
        digest,
        cases: export.0.len(),
        files: files
            .iter()
            .map(|(path, bytes)| (path.clone(), sha256(bytes)))
            .collect(),
    };
    let manifest = serde_json::to_string_pretty(&manifest).map_err(|error| error.to_string())?;
    files.insert("manifest.json".into(), (manifest + "\n").into_bytes());
    Ok(files)
}

fn sha256(bytes: &[u8]) -> String {
    digest(bytes)
        .get("sha256")
        .and_then(Value::as_str)
        .unwrap_or_default()
        .into()
}

fn export_case(
    case: &Case,
    requirements: &Requirements,
    files: &mut BTreeMap<String, Vec<u8>>,
) -> Result<ExportedCase, String> {
    let fail = |error: BytesError| format!("{}: {error}", case.id);
    let mut put = |name: &str, bytes: Vec<u8>| {
        let file = FileOfBytes { file: format!("bytes/{}/{name}", case.id), size: bytes.len(), sha256: sha256(&bytes) };
        files.insert(file.file.clone(), bytes);
        file
    };
    let mut number = 0_usize;
    let mut count = 0_usize;
    let _ = case.ask.try_map(|_| {
        count = count.saturating_add(1);
        Ok::<_, BytesError>(())
    });
    let question = case.ask.try_map(|bytes| {
        let name = match count {
            1 => "input.bin".to_string(),
            _ => format!("input-{number}.bin"),
        };
        number = number.saturating_add(1);
        Ok(put(&name, bytes.resolve(&fixture)?))
    });
    let question = question.map_err(fail)?;
    let mut count = 0_usize;
    if let Some(value) = case.expect.accepted_value() {
        for_each_byte_string(value, &mut |_, _| count = count.saturating_add(1));
    }
    let mut in_file = |path: &str, value: &Value| {
        let bytes = Bytes::of_value(path, value)?.resolve(&fixture)?;
        let file = put(&file_name("expected", path, count == 1), bytes);
        Ok(serde_json::to_value(file).unwrap_or_default())
    };
    let value = case
        .expect
        .accepted_value()
        .map(|value| map_byte_strings(value, &mut in_file));
    let value = value.transpose().map_err(fail)?;
    let (expect, because) = match &case.expect {
        Expectation::Accept(_) => (Expected::Accept, None),
        Expectation::Reject(why) => (Expected::Reject, Some(why.clone())),
        Expectation::Either { because, .. } => (Expected::Either, Some(because.clone())),
    };
    let asks = serde_json::to_string(&(&question, &expect, &value)).map_err(|error| error.to_string())?;
    Ok(ExportedCase {
        id: case.id.clone(),
        digest: sha256(asks.as_bytes()).chars().take(16).collect(),
        level: case.level,
        why: case.why.clone(),
        citations: case
            .requires
            .iter()
            .map(|id| citation(id, requirements))
            .collect::<Result<_, _>>()?,
        source: case.source.clone(),
        edge: case.edge.clone(),
        neighbour: case.neighbour.clone(),
        question,
        expect,
        because,
        value,
    })
}

fn citation(id: &str, requirements: &Requirements) -> Result<Citation, String> {
    let missing = || format!("unknown requirement {id:?}");
    let statement = requirements
        .requirements
        .iter()
        .find(|one| one.id == id)
        .ok_or_else(missing)?;
    let source = requirements.sources.get(&statement.source).ok_or_else(missing)?;
    Ok(Citation {
        id: id.into(),
        document: format!("{}: {}", source.title, source.of),
        section: statement.section.clone(),
        says: statement.says.clone(),
        sentence: statement.sentence.clone(),
    })
}
