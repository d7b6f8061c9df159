//! Which implementations are asked.

use clap::ArgMatches;
use offload_bundle_conformance::runner::Unstarted;
use offload_bundle_conformance::testee::{
    AcceptingTestee, Adapter, CommandTestee, Limits, Ours, PipeTestee, Testee, quoted,
};
use offload_bundle_conformance::{embedded, tools};

use crate::chosen::words;

/// An implementation that is asked.
pub(crate) struct Found {
    pub(crate) name: String,
    /// The command line of a program that answers for it, where it speaks the pipe protocol.
    pub(crate) pipe: Option<String>,
    /// Makes it, once for each job.
    pub(crate) new: Box<dyn Fn() -> Box<dyn Testee> + Sync>,
}

/// The implementations to ask: ours, tools by their names, programs as they were given.
pub(crate) fn found(matches: &ArgMatches) -> Result<Vec<Found>, String> {
    let (wanted, pipes, readers) = (
        words(matches, "testee"),
        words(matches, "pipe"),
        words(matches, "accepts"),
    );
    let all = wanted.is_empty() && pipes.is_empty() && readers.is_empty();
    let mut found = Vec::new();
    if all || wanted.contains(&Ours.name()) {
        let this = std::env::current_exe().map_err(|error| error.to_string())?;
        found.push(Found {
            name: Ours.name().into(),
            pipe: Some(format!("{} serve", quoted(&this.to_string_lossy()))),
            new: Box::new(|| Box::new(Ours)),
        });
    }
    for adapter in embedded::adapters()? {
        let asked_for = wanted.contains(&adapter.name.as_str());
        if !asked_for && !all {
            continue;
        }
        let name = adapter.name.clone();
        match adapted(adapter)? {
            Some(one) => found.push(one),
            None if asked_for => return Err(format!("{name} is not installed")),
            None => {}
        }
    }
    if let Some(unknown) = wanted.iter().find(|name| !found.iter().any(|one| one.name == **name)) {
        let known: Vec<String> = embedded::adapters()?.into_iter().map(|adapter| adapter.name).collect();
        return Err(format!(
            "there is no testee {unknown:?}; beside {} there are {}",
            Ours.name(),
            known.join(", ")
        ));
    }
    for command in pipes {
        found.push(pipe(command)?);
    }
    for line in readers {
        let testee = AcceptingTestee::new(line, Limits::default()).map_err(|error| format!("--accepts: {error}"))?;
        found.push(Found { name: testee.name().into(), pipe: None, new: Box::new(move || Box::new(testee.clone())) });
    }
    Ok(found)
}

/// The tool or the script that an adapter is for, if it is there. Says that it is skipped if not.
fn adapted(adapter: Adapter) -> Result<Option<Found>, String> {
    let Some(script) = &adapter.script else {
        let name = adapter.name.clone();
        let found = CommandTestee::find(adapter, Limits::default());
        return Ok(found.map(|testee| Found { name, pipe: None, new: Box::new(move || Box::new(testee.clone())) }));
    };
    let Some(program) = tools::program(&adapter.name, &adapter.program, adapter.variable.as_deref()) else {
        return Ok(None);
    };
    let program = program.to_string_lossy().into_owned();
    let line = format!("{} conformance/testees/{script}", quoted(&program));
    match through_a_pipe(vec![program, "-c".into(), embedded::script(script)?.into()], line) {
        Ok(found) => Ok(Some(found)),
        Err(error) => {
            eprintln!("skipped: {}: {error}", adapter.name);
            Ok(None)
        }
    }
}

fn pipe(line: &str) -> Result<Found, String> {
    let command: Vec<String> = line.split_whitespace().map(String::from).collect();
    through_a_pipe(command, line.into()).map_err(|error| format!("{line}: {error}"))
}

/// A program that speaks the pipe protocol; `line` calls it.
fn through_a_pipe(command: Vec<String>, line: String) -> Result<Found, String> {
    let start = move || PipeTestee::start(command.clone(), Limits::default());
    let name = start().map_err(|error| error.to_string())?.name().to_string();
    let new = move || -> Box<dyn Testee> {
        match start() {
            Ok(testee) => Box::new(testee),
            Err(error) => Box::new(Unstarted(error.to_string())),
        }
    };
    Ok(Found { name, pipe: Some(line), new: Box::new(new) })
}
