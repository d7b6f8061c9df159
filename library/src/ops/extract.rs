//! `extract`: writes entries of everything that a scan finds into a folder, each to a file named after where it comes from.

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use serde_json::{Value, json};

use super::check::{refuse_rereading, refuse_unsound};
use super::names::Names;
use super::session::{Outcome, Session, pretty};
use crate::error::OpError;
use crate::input::Input;
use crate::output::{self, MadeFolders, Output, write_all};
use crate::request::ExtractRequest;
use crate::scan::{EntryRef, FoundBundle, Scan, scan};

/// Extracts what is wanted of all inputs, or nothing. Says which files it wrote, one a line; [`OpError::NothingFits`] if there are
/// none.
///
/// As JSON: `files`, `left_out` (how many entries fitted and were not written, because they are empty or only stand for something
/// else), `dry_run`. A file is `input`, `bundle` (its
/// number in the input, from 0), `start` (first byte of the bundle, or of what it is compressed in, in the input), `section` (null
/// if it is in none), `id`, `canonical` (null if it has none), `offset`, `size`, `output`. The offset counts from the start of the
/// input, or of what was compressed.
///
/// # Errors
///
/// [`OpError::NothingFits`] where nothing is wanted; what the inputs or the outputs make impossible. Then nothing is written.
pub fn extract(session: &mut Session<'_>, request: &ExtractRequest) -> Result<Outcome, OpError> {
    refuse_rereading(&request.inputs)?;
    let mut wanted = Wanted { names: Names::default(), chosen: Vec::new(), left_out: 0, there: Vec::new() };
    let mut inputs = Vec::new();
    for file in &request.inputs {
        let input = file.open()?;
        let name = input.name();
        match scan(session.registry, &input, &request.scan) {
            Ok(found) => {
                session.note_external_code(name, &found);
                refuse_unsound(session, &found, request.lenient)?;
                wanted.choose(session, request, name, &found)?;
            }
            Err(error @ OpError::NotABundle { .. }) if request.lenient => session.message(&error.to_string()),
            Err(error) => return Err(error),
        }
        inputs.push(input);
    }
    if wanted.chosen.is_empty() {
        return Err(OpError::NothingFits {
            files: request
                .inputs
                .iter()
                .map(|input| input.path().to_string_lossy().into_owned())
                .collect(),
            stored: wanted.there,
            left_out: wanted.left_out,
        });
    }
    refuse_replacing(request, &inputs, &wanted.chosen)?;
    if !request.dry_run {
        let outputs: Vec<Output<'_>> = wanted
            .chosen
            .iter()
            .map(|chosen| Output::range(&chosen.output, &chosen.input, chosen.place))
            .collect();
        let made = MadeFolders::make(&request.folder)?;
        write_all(&outputs, session.out, session.progress)?;
        made.keep();
    }
    if session.json {
        let files: Vec<Value> = wanted.chosen.into_iter().map(|chosen| chosen.report).collect();
        let report = json!({ "files": files, "left_out": wanted.left_out, "dry_run": request.dry_run });
        session.print(&pretty(&report))?;
    } else {
        let text: String = wanted
            .chosen
            .iter()
            .flat_map(|chosen| [chosen.output.as_str(), "\n"])
            .collect();
        session.print(&text)?;
        if wanted.left_out > 0 {
            session.message(&format!(
                "entries without content that were left out: {}",
                wanted.left_out
            ));
        }
    }
    Ok(Outcome::Yes)
}

/// What is wanted of the inputs so far.
struct Wanted {
    names: Names,
    chosen: Vec<Chosen>,
    /// How many entries were left out because they have no content of their own.
    left_out: u64,
    /// The IDs of all entries that there are.
    there: Vec<String>,
}

/// What goes to one file.
struct Chosen {
    output: String,
    input: Arc<Input>,
    place: Place,
    report: Value,
}

impl Wanted {
    /// Chooses among the entries of one input, which was given as `name`.
    fn choose(
        &mut self,
        session: &Session<'_>,
        request: &ExtractRequest,
        name: &str,
        scan: &Scan,
    ) -> Result<(), OpError> {
        let ids = session.registry.ids;
        for stored in EntryRef::all(scan) {
            let id = stored.entry.id.as_deref().ok();
            self.there.extend(id.map(String::from));
            if !request.filter.takes(ids, id) {
                continue;
            }
            let by_kind = !request.filter.takes_any_kind();
            if stored.placeholder.is_some() && !by_kind {
                self.left_out = self.left_out.saturating_add(1);
                continue;
            }
            let place = match stored.readable() {
                Ok(place) => place,
                // It has been warned of.
                Err(_) if request.lenient => continue,
                Err(error) => return Err(error),
            };
            if place.len == 0 && !request.empty && !by_kind {
                self.left_out = self.left_out.saturating_add(1);
                continue;
            }
            let file = self.names.give_within(name, stored.bundle, id.unwrap_or_default());
            let output = request.folder.join(file).to_string_lossy().into_owned();
            let found = scan.bundles.get(stored.bundle);
            let region = found.and_then(|found| scan.regions.get(found.region));
            let report = json!({
                "input": name,
                "bundle": stored.bundle,
                "start": found.map(FoundBundle::start),
                "section": region.and_then(|region| region.kind.section()),
                "id": id,
                "canonical": id.and_then(|id| ids.canonical(id).ok()),
                "offset": place.ofs,
                "size": place.len,
                "output": output,
            });
            self.chosen
                .push(Chosen { output, input: Arc::clone(stored.input), place, report });
        }
        Ok(())
    }
}

/// Refuses outputs that would replace something: an input, anything that is no regular file, and a file if that is not allowed. A
/// link is refused like the others, because what it points at may lie anywhere.
fn refuse_replacing(request: &ExtractRequest, inputs: &[Arc<Input>], chosen: &[Chosen]) -> Result<(), OpError> {
    let mut paths = BTreeSet::new();
    for chosen in chosen {
        let file = || chosen.output.clone();
        match fs::symlink_metadata(&chosen.output) {
            Err(_) => {}
            Ok(_) if !request.force => return Err(OpError::Exists { file: file() }),
            Ok(there) if !there.is_file() => return Err(OpError::NotAFile { file: file() }),
            Ok(_) => {}
        }
        let there = output::identity(&chosen.output);
        if inputs.iter().any(|input| input.is(there)) {
            return Err(OpError::OutputIsInput { file: file() });
        }
        if !paths.insert(&chosen.output) {
            return Err(OpError::SameOutput { file: file() });
        }
    }
    Ok(())
}
