//! Repeats a case and keeps its files.

use std::fs;
use std::path::Path;

use offload_bundle_conformance::case::Case;
use offload_bundle_conformance::difference::Compared;
use offload_bundle_conformance::embedded;
use offload_bundle_conformance::protocol::{describe_line, question_line};
use offload_bundle_conformance::runner::ask_and_compare;
use offload_bundle_conformance::verdict::Verdict;

use crate::printing::say_line;
use crate::testees::Found;

pub(crate) fn repeat(found: &Found, case: &Case) -> Result<Verdict, String> {
    let mut testee = (found.new)();
    testee.keep();
    let (verdict, bytes) = ask_and_compare(testee.as_mut(), case, &embedded::fixture);
    say_line!("{} {}: {}: {verdict}", found.name, case.id, verdict.word());
    say_line!("  {}", case.why);
    let calls = testee.calls();
    for called in &calls {
        say_line!("  files: {}", called.folder.display());
        say_line!("  again: cd {} && {}", called.folder.display(), called.line());
        let ended = called.ended.iter().flat_map(|ended| ended.lines());
        ended.for_each(|line| say_line!("  ended: {line}"));
    }
    if let Some(pipe) = &found.pipe {
        let folder = keep(case)?;
        say_line!("  files: {folder}");
        say_line!("  again: {pipe} < {folder}/questions.jsonl");
        keep_bytes(Path::new(&folder), &bytes)?;
    } else if let Some(called) = calls.first() {
        keep_bytes(&called.folder, &bytes)?;
    }
    Ok(verdict)
}

fn keep_bytes(folder: &Path, bytes: &[Compared]) -> Result<(), String> {
    for one in bytes {
        let sides = one
            .file_names(bytes.len() == 1)
            .into_iter()
            .zip([&one.expected, &one.found]);
        for (name, content) in sides.filter_map(|(name, content)| Some((name, content.as_ref()?))) {
            fs::write(folder.join(&name), content).map_err(|error| format!("{name}: {error}"))?;
            say_line!("  bytes: {}", folder.join(&name).display());
        }
    }
    Ok(())
}

/// Into a new folder, with its protocol lines.
fn keep(case: &Case) -> Result<String, String> {
    let question = case
        .ask
        .try_map(|bytes| bytes.resolve(&embedded::fixture))
        .map_err(|error| error.to_string())?;
    let folder = tempfile::Builder::new()
        .prefix("conformance-")
        .tempdir()
        .map_err(|error| error.to_string())?
        .keep();
    let lines = format!("{}\n{}\n", describe_line(), question_line(&case.id, &question));
    let text = serde_json::to_string_pretty(case).map_err(|error| error.to_string())?;
    fs::write(folder.join("questions.jsonl"), lines)
        .and_then(|()| fs::write(folder.join("case.json"), text + "\n"))
        .map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder.display().to_string())
}
