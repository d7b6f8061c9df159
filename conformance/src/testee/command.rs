//! A command-line tool as an implementation.

use std::io;
use std::path::Path;

use offload_bundle::input::Input;
use offload_bundle::ops::{self, Context};
use offload_bundle::request::{BundleRequest, EntrySource};
use offload_bundle_formats::registry::REGISTRY;
use serde_json::{Value, json};

use super::adapter::{Adapter, Call, Filling};
use super::answer::{Answer, Breakdown};
use super::archive::all_members;
use super::confined::{Ended, Limits, Scratch};
use super::implementation::Testee;
use crate::case::{NewObject, Question, digest};
use crate::tools::optional;

/// The name of the input in the folder of a run.
const INPUT: &str = "input";
/// The name of an archive there.
const ARCHIVE: &str = "input.a";
/// The name of the output, where there is one.
const OUTPUT: &str = "output";

/// A tool under test.
#[derive(Debug, Clone)]
pub struct CommandTestee {
    adapter: Adapter,
    limits: Limits,
}

impl CommandTestee {
    /// The tool, if it is installed. Says that it is skipped if not.
    pub fn find(adapter: Adapter, limits: Limits) -> Option<Self> {
        optional(&adapter.program).then_some(Self { adapter, limits })
    }

    fn run(&self, scratch: &Scratch, call: &Call, filling: &Filling<'_>, outputs: &[String]) -> io::Result<Ended> {
        let words: Vec<String> = self
            .adapter
            .prefix
            .iter()
            .cloned()
            .chain(call.filled(filling))
            .collect();
        let variables = self.adapter.environment.iter().chain(&call.environment);
        let variables: Vec<(String, String)> = variables.map(|(name, value)| (name.clone(), value.clone())).collect();
        scratch.run(
            Path::new(&self.adapter.program),
            &words,
            &variables,
            outputs,
            self.limits,
        )
    }

    fn ask(&self, question: &Question<Vec<u8>>) -> io::Result<Answer> {
        let Some(call) = self.adapter.operations.get(question.op()) else {
            return Ok(Answer::Skipped(format!("it has no operation {:?}", question.op())));
        };
        let scratch = Scratch::new()?;
        match question {
            Question::List { file_type, input } => {
                if let Some(skipped) = self.without_type(file_type) {
                    return Ok(skipped);
                }
                scratch.put(INPUT, input)?;
                let filling = Filling { file_type, inputs: vec![INPUT.into()], ..Filling::default() };
                Ok(listed(call, &self.run(&scratch, call, &filling, &[])?))
            }
            Question::Unbundle { file_type, input, targets, allow_missing } => {
                if let Some(skipped) = self.without_type(file_type) {
                    return Ok(skipped);
                }
                scratch.put(INPUT, input)?;
                let outputs: Vec<String> = (0..targets.len()).map(|number| format!("{OUTPUT}-{number}")).collect();
                let filling = Filling {
                    file_type,
                    inputs: vec![INPUT.into()],
                    outputs: outputs.clone(),
                    targets: targets.iter().map(String::as_str).collect(),
                    allow_missing: *allow_missing,
                    ..Filling::default()
                };
                let ended = self.run(&scratch, call, &filling, &outputs)?;
                Ok(written(&scratch, &ended, &outputs, |contents| {
                    let shown: Vec<Value> = contents
                        .iter()
                        .map(|content| json!({ "content": digest(content) }))
                        .collect();
                    json!({ "outputs": shown })
                }))
            }
            Question::SplitArchive { input, targets, allow_missing } => {
                scratch.put(ARCHIVE, input)?;
                let outputs: Vec<String> = (0..targets.len())
                    .map(|number| format!("{OUTPUT}-{number}.a"))
                    .collect();
                let filling = Filling {
                    inputs: vec![ARCHIVE.into()],
                    outputs: outputs.clone(),
                    targets: targets.iter().map(String::as_str).collect(),
                    allow_missing: *allow_missing,
                    ..Filling::default()
                };
                let ended = self.run(&scratch, call, &filling, &outputs)?;
                Ok(match written(&scratch, &ended, &outputs, |_| Value::Null) {
                    Answer::Value { contents, .. } => match all_members(&contents) {
                        Ok((value, contents)) => Answer::Value { value, contents },
                        Err(why) => Answer::value(json!({ "error": why })),
                    },
                    answer => answer,
                })
            }
            Question::Bundle { file_type, entries, alignment } => {
                if let Some(skipped) = self.without_type(file_type) {
                    return Ok(skipped);
                }
                let inputs = put_all(&scratch, entries)?;
                let filling = Filling {
                    file_type,
                    inputs,
                    outputs: vec![OUTPUT.into()],
                    targets: entries.iter().map(|entry| entry.id.as_str()).collect(),
                    alignment: *alignment,
                    ..Filling::default()
                };
                self.one_file(&scratch, call, &filling)
            }
            Question::Compress { input, version, method } => {
                scratch.put(INPUT, input)?;
                let filling = Filling {
                    inputs: vec![INPUT.into()],
                    outputs: vec![OUTPUT.into()],
                    version: Some(*version),
                    method,
                    ..Filling::default()
                };
                self.one_file(&scratch, call, &filling)
            }
            Question::Decompress { input } => {
                scratch.put(INPUT, input)?;
                let filling =
                    Filling { inputs: vec![INPUT.into()], outputs: vec![OUTPUT.into()], ..Filling::default() };
                self.one_file(&scratch, call, &filling)
            }
            Question::Compatible { stored, asked } => self.compatible(&scratch, call, stored, asked),
            Question::Compose { ids } => {
                let entries: Vec<NewObject<Vec<u8>>> = ids
                    .iter()
                    .map(|id| NewObject { id: id.clone(), content: id.clone().into_bytes() })
                    .collect();
                let inputs = put_all(&scratch, &entries)?;
                let filling = Filling {
                    inputs,
                    outputs: vec![OUTPUT.into()],
                    targets: ids.iter().map(String::as_str).collect(),
                    ..Filling::default()
                };
                let ended = self.run(&scratch, call, &filling, &filling.outputs)?;
                Ok(written(
                    &scratch,
                    &ended,
                    &filling.outputs,
                    |_| json!({ "together": true }),
                ))
            }
            _ => Ok(Answer::Skipped(format!(
                "command lines for {:?} are not described",
                question.op()
            ))),
        }
    }

    /// Whether the tool finds, for the request `asked`, what is stored under `stored` in a bundle that holds nothing else.
    fn compatible(&self, scratch: &Scratch, call: &Call, stored: &str, asked: &str) -> io::Result<Answer> {
        let mut request = BundleRequest::default();
        request.file_type = REGISTRY.file_type("bc");
        request.entries = vec![EntrySource::new(stored, Input::from_bytes("stored", stored.into()))];
        request.output = scratch.run_folder().join(INPUT);
        request.unchecked = true;
        ops::bundle(&REGISTRY, &request, &mut Context::default()).map_err(io::Error::other)?;
        let outputs = vec![OUTPUT.to_string()];
        let filling = Filling {
            inputs: vec![INPUT.into()],
            outputs: outputs.clone(),
            targets: vec![asked],
            ..Filling::default()
        };
        let ended = self.run(scratch, call, &filling, &outputs)?;
        if call.no.iter().any(|words| ended.stderr.contains(words)) && ended.breakdown.is_none() {
            return Ok(Answer::value(json!({ "compatible": false })));
        }
        let answer = written(scratch, &ended, &outputs, |_| json!({ "compatible": true }));
        Ok(match answer {
            Answer::Value { value, contents } if contents.iter().all(|content| content == stored.as_bytes()) => {
                Answer::value(value)
            }
            Answer::Value { .. } => Answer::Broken(Breakdown::Silent),
            other => other,
        })
    }

    /// The answer of a call that writes one file.
    fn one_file(&self, scratch: &Scratch, call: &Call, filling: &Filling<'_>) -> io::Result<Answer> {
        let ended = self.run(scratch, call, filling, &filling.outputs)?;
        Ok(written(
            scratch,
            &ended,
            &filling.outputs,
            |contents| json!({ "bytes": contents.first().map(|content| digest(content)) }),
        ))
    }

    fn without_type(&self, file_type: &str) -> Option<Answer> {
        let known = self.adapter.file_types.as_ref()?;
        let missing = !known.iter().any(|known| known == file_type);
        missing.then(|| Answer::Skipped(format!("it has no file type {file_type:?}")))
    }
}

impl Testee for CommandTestee {
    fn name(&self) -> &str {
        &self.adapter.name
    }

    fn answer(&mut self, question: &Question<Vec<u8>>) -> Answer {
        self.ask(question)
            .unwrap_or_else(|error| Answer::Broken(Breakdown::Protocol(error.to_string())))
    }
}

fn put_all(scratch: &Scratch, entries: &[NewObject<Vec<u8>>]) -> io::Result<Vec<String>> {
    let entries = entries.iter().enumerate();
    let names = entries.map(|(number, entry)| {
        let name = format!("{INPUT}-{number}");
        scratch.put(&name, &entry.content).map(|()| name)
    });
    names.collect()
}

/// Words of the program, one a line.
fn listed(call: &Call, ended: &Ended) -> Answer {
    if let Some(breakdown) = &ended.breakdown {
        return Answer::Broken(breakdown.clone());
    }
    if ended.code != Some(0) {
        return Answer::Rejected(ended.stderr.clone());
    }
    let text = String::from_utf8_lossy(&ended.stdout);
    let mut ids: Vec<&str> = text
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
        .collect();
    if ids.is_empty() && ended.stderr.is_empty() && !call.empty_is_an_answer {
        return Answer::Broken(Breakdown::Silent);
    }
    ids.sort_unstable();
    ids.dedup();
    Answer::value(json!({ "ids": ids }))
}

/// Files that the program wrote.
fn written(scratch: &Scratch, ended: &Ended, outputs: &[String], value: impl FnOnce(&[Vec<u8>]) -> Value) -> Answer {
    if let Some(breakdown) = &ended.breakdown {
        return Answer::Broken(breakdown.clone());
    }
    if ended.code != Some(0) {
        return Answer::Rejected(ended.stderr.clone());
    }
    let contents: Option<Vec<Vec<u8>>> = outputs.iter().map(|output| scratch.get(output)).collect();
    match contents {
        Some(contents) => Answer::Value { value: value(&contents), contents },
        None => Answer::Broken(Breakdown::Silent),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHELL: &str = r#"
name: shell
about: A shell that does as if.
program: sh
file-types: [bc]
operations:
  list: { words: ['-c', 'cat "$0"', '{input}'] }
  unbundle: { words: ['-c', 'for out in "$@"; do cp input "$out"; done', sh, '{each-output}', { when: allow_missing, word: extra }] }
  bundle: { words: ['-c', 'echo "$0" > output', '{inputs} {targets} {file_type}'] }
"#;

    fn testee() -> CommandTestee {
        let adapter: Adapter = serde_yaml::from_str(SHELL).unwrap();
        CommandTestee::find(adapter, Limits::default()).unwrap()
    }

    fn text(contents: &[Vec<u8>]) -> Vec<String> {
        contents
            .iter()
            .map(|content| String::from_utf8_lossy(content).into_owned())
            .collect()
    }

    #[test]
    fn lines_are_ids_and_silence_is_no_answer() {
        let list = |file_type: &str, input: &str| {
            testee().answer(&Question::List { file_type: file_type.into(), input: input.into() })
        };
        assert_eq!(list("bc", "b\na\n"), Answer::value(json!({ "ids": ["a", "b"] })));
        assert_eq!(list("bc", ""), Answer::Broken(Breakdown::Silent));
        assert_eq!(list("o", "a"), Answer::Skipped("it has no file type \"o\"".into()));
    }

    #[test]
    fn each_output_is_read_and_another_file_is_not_allowed() {
        let unbundle = |allow_missing| {
            let targets = vec!["a".into(), "b".into()];
            testee().answer(&Question::Unbundle {
                file_type: "bc".into(),
                input: b"in".to_vec(),
                targets,
                allow_missing,
            })
        };
        let Answer::Value { contents, .. } = unbundle(false) else {
            panic!("no value")
        };
        assert_eq!(text(&contents), ["in", "in"]);
        assert_eq!(
            unbundle(true),
            Answer::Broken(Breakdown::WroteElsewhere(vec!["extra".into()]))
        );
    }

    #[test]
    fn entries_become_files_and_their_ids_targets() {
        let entry = |id: &str| NewObject { id: id.into(), content: Vec::new() };
        let bundle =
            Question::Bundle { file_type: "bc".into(), entries: vec![entry("x"), entry("y")], alignment: None };
        let Answer::Value { contents, .. } = testee().answer(&bundle) else {
            panic!("no value")
        };
        assert_eq!(text(&contents), ["input-0,input-1 x,y bc\n"]);
        let skipped = testee().answer(&Question::Decompress { input: Vec::new() });
        assert_eq!(skipped, Answer::Skipped("it has no operation \"decompress\"".into()));
    }
}
