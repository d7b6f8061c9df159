//! The implementations of a run.

use clap::ArgMatches;
use clap::parser::ValueSource;
use offload_bundle_conformance::runner::Unstarted;
use offload_bundle_conformance::testee::{
    AcceptingTestee, Adapter, CommandTestee, Limits, Ours, Patience, PipeTestee, Testee, quote,
};
use offload_bundle_conformance::{embedded, tools};

use crate::chosen::words;
use crate::limits::limits;
use crate::own_tool::{is_a_file, own_tool, read_description};

pub(crate) struct Found {
    pub(crate) name: String,
    /// If the user names no folder.
    pub(crate) expected_as: Option<String>,
    /// They select it.
    options: Vec<String>,
    /// For the pipe protocol.
    pub(crate) pipe: Option<String>,
    pub(crate) new: Box<dyn Fn() -> Box<dyn Testee> + Sync>,
}

impl Found {
    /// With the same limits.
    pub(crate) fn command(&self, matches: &ArgMatches) -> String {
        let given = |name: &str| matches.value_source(name) == Some(ValueSource::CommandLine);
        let limits = ["timeout", "memory"].into_iter().filter(|name| given(name));
        let limits = limits.flat_map(|name| {
            let words = matches.get_raw(name).into_iter().flatten();
            words.flat_map(move |word| [format!("--{name}"), word.to_string_lossy().into_owned()])
        });
        let words: Vec<String> = self
            .options
            .iter()
            .cloned()
            .chain(limits)
            .map(|word| quote(&word))
            .collect();
        format!("offload-bundle-conformance {}", words.join(" "))
    }

    fn named_by(self, option: &str, word: &str) -> Self {
        Self { options: vec![option.into(), word.into()], ..self }
    }
}

pub(crate) fn find(matches: &ArgMatches) -> Result<(Vec<Found>, Vec<String>), String> {
    let most = matches.get_one("hangs").copied().unwrap_or(u32::MAX);
    let watched = |one: Found| {
        let (patience, new) = (Patience::new(most), one.new);
        // The name becomes the file name of the expectations.
        let is_a_path = one.name.is_empty() || one.name.starts_with('.') || one.name.contains(['/', '\\']);
        match is_a_path || one.name.contains(char::is_control) {
            true => Err(format!(
                "{:?} cannot be the name of a testee: it becomes the file name of the expectations",
                one.name
            )),
            false => Ok(Found { new: Box::new(move || patience.with(new())), ..one }),
        }
    };
    let (found, missing) = all_found(matches)?;
    let found = found.into_iter().map(watched).collect::<Result<_, _>>()?;
    Ok((found, missing))
}

fn all_found(matches: &ArgMatches) -> Result<(Vec<Found>, Vec<String>), String> {
    let limits = limits(matches)?;
    let (wanted, pipes, readers) = (
        words(matches, "testee"),
        words(matches, "pipe"),
        words(matches, "accepts"),
    );
    let (files, wanted): (Vec<&str>, Vec<&str>) = wanted.into_iter().partition(|name| is_a_file(name));
    let program = matches.get_one::<String>("program");
    let all = wanted.is_empty() && files.is_empty() && program.is_none() && pipes.is_empty() && readers.is_empty();
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for file in files {
        let one = adapt(read_description(file)?, limits)?.map_err(|error| format!("{file}: {error}"))?;
        found.push(one.named_by("--testee", file));
    }
    if let Some(program) = program {
        let (adapter, expected_as) = own_tool(matches, program)?;
        let one = adapt(adapter, limits)?.map_err(|error| format!("--program {program}: {error}"))?;
        let mut options = vec!["--program".to_owned(), program.clone()];
        options.extend(
            words(matches, "emulate")
                .into_iter()
                .flat_map(|name| ["--emulate".into(), name.into()]),
        );
        let release = matches.get_one::<u32>("release").map(u32::to_string);
        options.extend(release.into_iter().flat_map(|release| ["--release".into(), release]));
        found.push(Found { expected_as, options, ..one });
    }
    if all || wanted.contains(&Ours.name()) {
        let this = std::env::current_exe().map_err(|error| error.to_string())?;
        found.push(Found {
            name: Ours.name().into(),
            expected_as: Some(Ours.name().into()),
            options: vec!["--testee".into(), Ours.name().into()],
            pipe: Some(format!("{} serve", quote(&this.to_string_lossy()))),
            new: Box::new(|| Box::new(Ours)),
        });
    }
    for adapter in embedded::adapters()? {
        let asked_for = wanted.contains(&adapter.name.as_str());
        if !asked_for && !all {
            continue;
        }
        let name = adapter.name.clone();
        match adapt(adapter, limits)? {
            Ok(one) => found.push(one.named_by("--testee", &name)),
            Err(error) if asked_for => return Err(format!("{name}: {error}")),
            Err(_) => missing.push(name),
        }
    }
    if let Some(unknown) = wanted.iter().find(|name| !found.iter().any(|one| one.name == **name)) {
        let known: Vec<String> = embedded::adapters()?.into_iter().map(|adapter| adapter.name).collect();
        return Err(format!(
            "unknown testee {unknown:?}; choose one of {}, {}",
            Ours.name(),
            known.join(", ")
        ));
    }
    for command in pipes {
        found.push(pipe(command, limits)?.named_by("--pipe", command));
    }
    for line in readers {
        let testee = AcceptingTestee::new(line, limits).map_err(|error| format!("--accepts: {error}"))?;
        let name = testee.name().to_string();
        found.push(Found {
            expected_as: Some(name.clone()),
            name,
            options: vec!["--accepts".into(), line.into()],
            pipe: None,
            new: Box::new(move || Box::new(testee.clone())),
        });
    }
    Ok((found, missing))
}

/// Or the reason that it is not installed.
fn adapt(adapter: Adapter, limits: Limits) -> Result<Result<Found, String>, String> {
    let Some(script) = &adapter.script else {
        let name = adapter.name.clone();
        let found = CommandTestee::find(adapter, limits);
        let expected_as = Some(name.clone());
        return Ok(found.map(|testee| Found {
            name,
            expected_as,
            options: Vec::new(),
            pipe: None,
            new: Box::new(move || Box::new(testee.clone())),
        }));
    };
    let program = match tools::program(&adapter.program, adapter.variable.as_deref()) {
        Ok(program) => program.to_string_lossy().into_owned(),
        Err(missing) => return Ok(Err(missing)),
    };
    let line = adapter.prefix.iter().fold(
        format!("{} conformance/testees/{script}", quote(&program)),
        |line, word| format!("{line} {}", quote(word)),
    );
    let mut command = vec![program, "-c".into(), embedded::script(script)?.into()];
    command.extend(adapter.prefix.iter().cloned());
    Ok(through_a_pipe(command, line, limits))
}

fn pipe(line: &str, limits: Limits) -> Result<Found, String> {
    let command: Vec<String> = line.split_whitespace().map(String::from).collect();
    through_a_pipe(command, line.into(), limits).map_err(|error| format!("{line}: {error}"))
}

/// `line` starts it by hand.
fn through_a_pipe(command: Vec<String>, line: String, limits: Limits) -> Result<Found, String> {
    let start = move || PipeTestee::start(command.clone(), limits);
    let name = start().map_err(|error| error.to_string())?.name().to_string();
    let new = move || -> Box<dyn Testee> {
        match start() {
            Ok(testee) => Box::new(testee),
            Err(error) => Box::new(Unstarted(error.to_string())),
        }
    };
    Ok(Found { expected_as: Some(name.clone()), name, options: Vec::new(), pipe: Some(line), new: Box::new(new) })
}
