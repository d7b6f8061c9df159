//! A command-line tool as an implementation.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use serde_json::json;

use super::adapter::{Adapter, Call};
use super::answer::{Answer, Breakdown};
use super::archive::{all_members, whole_archives};
use super::called::Called;
use super::confined::{Limits, Scratch};
use super::ended::Ended;
use super::filling::Filling;
use super::implementation::Testee;
use super::memory::fill_memory;
use super::placed::{INPUT, OUTPUT, contents, put};
use super::seen::{self, images, read_list, read_outputs};
use crate::case::{NewObject, Question, digest};
use crate::tools::program;

const ARCHIVE: &str = "input.a";

/// A tool under test.
#[derive(Debug, Clone)]
pub struct CommandTestee {
    pub(super) adapter: Adapter,
    pub(super) program: PathBuf,
    pub(super) limits: Limits,
    pub(super) calls: Option<Arc<Mutex<Vec<Called>>>>,
    pub(super) kept: bool,
    /// Calls are recorded without running.
    pub(super) dry: bool,
    pub(super) fills_memory: bool,
}

impl CommandTestee {
    /// Finds the tool of `adapter`.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not installed.
    pub fn find(adapter: Adapter, limits: Limits) -> Result<Self, String> {
        let program = program(&adapter.program, adapter.variable.as_deref())?;
        Ok(Self { adapter, program, limits, calls: None, kept: false, dry: false, fills_memory: false })
    }

    fn scratch(&self) -> io::Result<Scratch> {
        let mut scratch = Scratch::new()?;
        if self.kept {
            scratch.keep();
        }
        Ok(scratch)
    }

    pub(super) fn run(
        &self,
        scratch: &Scratch,
        call: &Call,
        filling: &Filling<'_>,
        outputs: &[String],
    ) -> io::Result<Ended> {
        let words: Vec<String> = self.adapter.prefix.iter().cloned().chain(call.fill(filling)).collect();
        let variables = self.adapter.environment.iter().chain(&call.environment);
        let variables = variables.map(|(name, value)| (name.clone(), value.clone()));
        let variables: Vec<(String, String)> = variables.chain(fill_memory(self.fills_memory)).collect();
        if let Some(calls) = &self.calls
            && let Ok(mut calls) = calls.lock()
        {
            let program = std::iter::once(self.adapter.program.clone());
            calls.push(Called {
                folder: scratch.run_folder(),
                environment: variables.clone(),
                words: program.chain(words.iter().cloned()).collect(),
                inputs: scratch.inputs(),
                ended: None,
            });
        }
        if self.dry {
            return Ok(Ended { code: Some(0), stdout: Vec::new(), stderr: String::new(), breakdown: None });
        }
        let ended = scratch.run(&self.program, &words, &variables, outputs, self.limits)?;
        if let Some(mut calls) = self.calls.as_ref().and_then(|calls| calls.lock().ok())
            && let Some(called) = calls.last_mut()
        {
            called.ended = Some(ended.to_string());
        }
        Ok(ended)
    }

    fn ask(&self, question: &Question<Vec<u8>>) -> io::Result<Answer> {
        let Some(call) = self.adapter.operations.get(question.op()) else {
            return Ok(Answer::Skipped(format!("it lacks the operation {:?}", question.op())));
        };
        if let Some(skipped) = call.without_word_for(&question.options()) {
            return Ok(skipped);
        }
        let scratch = self.scratch()?;
        match question {
            Question::List { file_type, input } => {
                if let Some(skipped) = call.without_type(file_type, &self.adapter) {
                    return Ok(skipped);
                }
                scratch.put(INPUT, input)?;
                let filling = Filling { file_type, inputs: vec![INPUT.into()], ..Filling::default() };
                let ended = self.run(&scratch, call, &filling, &call.made_up_outputs())?;
                Ok(read_list(&scratch, call, &ended))
            }
            Question::Unbundle { file_type, input, targets, .. } => {
                if let Some(skipped) = call.without_type(file_type, &self.adapter) {
                    return Ok(skipped);
                }
                scratch.put(INPUT, input)?;
                let outputs: Vec<String> = (0..targets.len()).map(|number| format!("{OUTPUT}-{number}")).collect();
                let filling = Filling {
                    file_type,
                    inputs: vec![INPUT.into()],
                    outputs: outputs.clone(),
                    targets: targets.iter().map(|id| self.adapter.host_ids.spelling(id)).collect(),
                    options: question.options(),
                    ..Filling::default()
                };
                let allowed = [outputs.clone(), call.made_up_outputs()].concat();
                let ended = self.run(&scratch, call, &filling, &allowed)?;
                Ok(read_outputs(&scratch, &ended, &outputs, seen::outputs))
            }
            Question::SplitArchive { input, targets, whole, .. } => {
                scratch.put(ARCHIVE, input)?;
                let outputs: Vec<String> = (0..targets.len())
                    .map(|number| format!("{OUTPUT}-{number}.a"))
                    .collect();
                let filling = Filling {
                    inputs: vec![ARCHIVE.into()],
                    outputs: outputs.clone(),
                    targets: targets.iter().map(|id| self.adapter.host_ids.spelling(id)).collect(),
                    options: question.options(),
                    ..Filling::default()
                };
                let ended = self.run(&scratch, call, &filling, &outputs)?;
                Ok(match read_outputs(&scratch, &ended, &outputs, whole_archives) {
                    Answer::Value { contents, .. } if !whole => match all_members(&contents) {
                        Ok((value, contents)) => Answer::Value { value, contents },
                        Err(why) => Answer::value(json!({ "error": why })),
                    },
                    answer => answer,
                })
            }
            Question::Bundle { file_type, entries, alignment, level, .. } => {
                if let Some(skipped) = call.without_type(file_type, &self.adapter) {
                    return Ok(skipped);
                }
                let inputs = put(&scratch, contents(entries))?;
                let filling = Filling {
                    file_type,
                    inputs,
                    outputs: vec![OUTPUT.into()],
                    targets: entries
                        .iter()
                        .map(|entry| self.adapter.host_ids.spelling(&entry.id))
                        .collect(),
                    alignment: *alignment,
                    level: *level,
                    options: question.options(),
                    ..Filling::default()
                };
                self.one_file(&scratch, call, &filling)
            }
            Question::Compress { input, version, method, level } => {
                if let Some(skipped) = call.without_version(*version).or_else(|| call.without_method(method)) {
                    return Ok(skipped);
                }
                scratch.put(INPUT, input)?;
                let filling = Filling {
                    inputs: vec![INPUT.into()],
                    outputs: vec![OUTPUT.into()],
                    version: Some(*version),
                    method,
                    level: *level,
                    options: question.options(),
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
                let inputs = put(&scratch, contents(&entries))?;
                let filling = Filling {
                    inputs,
                    outputs: vec![OUTPUT.into()],
                    targets: ids.iter().map(String::as_str).collect(),
                    ..Filling::default()
                };
                let ended = self.run(&scratch, call, &filling, &filling.outputs)?;
                Ok(read_outputs(
                    &scratch,
                    &ended,
                    &filling.outputs,
                    |_| json!({ "together": true }),
                ))
            }
            Question::Images { input } => {
                scratch.put(INPUT, input)?;
                let filling = Filling { inputs: vec![INPUT.into()], ..Filling::default() };
                let ended = self.run(&scratch, call, &filling, &call.made_up_outputs())?;
                Ok(images(&scratch, call, &ended))
            }
            Question::Extract { input, strings, offload_kind, one_output } => {
                scratch.put(INPUT, input)?;
                self.extract(&scratch, call, (strings, *offload_kind), *one_output)
            }
            Question::Pack { images, version } => {
                if let Some(skipped) = call.without_version(*version) {
                    return Ok(skipped);
                }
                self.pack(&scratch, call, images, *version)
            }
            _ => Ok(Answer::Skipped(format!(
                "command lines for {:?} are not described",
                question.op()
            ))),
        }
    }

    pub(super) fn one_file(&self, scratch: &Scratch, call: &Call, filling: &Filling<'_>) -> io::Result<Answer> {
        let ended = self.run(scratch, call, filling, &filling.outputs)?;
        Ok(read_outputs(
            scratch,
            &ended,
            &filling.outputs,
            |contents| json!({ "bytes": contents.first().map(|content| digest(content)) }),
        ))
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

    fn answer_again(&mut self, question: &Question<Vec<u8>>) -> Answer {
        self.fills_memory = true;
        let answer = self.answer(question);
        self.fills_memory = false;
        answer
    }

    fn keep(&mut self) {
        self.kept = true;
        self.remember();
    }

    fn calls(&mut self) -> Vec<Called> {
        let calls = self.calls.as_ref().and_then(|calls| calls.lock().ok());
        calls.map(|mut calls| std::mem::take(&mut *calls)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::case::NewImage;

    const SHELL: &str = r#"
name: shell
about: A shell that does as if.
program: sh
file-types: [bc]
operations:
  list: { words: ['-c', 'cat "$0"', '{input}'] }
  unbundle: { words: ['-c', 'for out in "$@"; do cp input "$out"; done', sh, '{each-output}', { when: allow_missing, word: extra }] }
  images: { words: ['-c', 'cp input out-t-a.0.o; echo b > out-t-a.1.'], files: out-, suffixes: { .o: 1 } }
  pack: { words: ['-c', 'for i in "$@"; do cat "$i"; done > output', sh, '{each-input}'], versions: [1] }
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
    fn lines_are_ids_and_silence_is_missing() {
        let list = |file_type: &str, input: &str| {
            testee().answer(&Question::List { file_type: file_type.into(), input: input.into() })
        };
        assert_eq!(list("bc", "b\na\n"), Answer::value(json!({ "ids": ["a", "b"] })));
        assert_eq!(list("bc", ""), Answer::Broken(Breakdown::Silent));
        assert_eq!(list("o", "a"), Answer::Skipped("it lacks the file type \"o\"".into()));
    }

    #[test]
    fn outputs_are_read_and_others_refused() {
        let unbundle = |allow_missing| {
            let targets = vec!["a".into(), "b".into()];
            testee().answer(&Question::Unbundle {
                file_type: "bc".into(),
                input: b"in".to_vec(),
                targets,
                allow_missing,
                interchangeable_kinds: false,
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
    fn images_are_files_with_chosen_names() {
        let answer = testee().answer(&Question::Images { input: b"a".to_vec() });
        let Answer::Part { value, contents } = answer else {
            panic!("{answer:?}")
        };
        assert_eq!(text(&contents), ["a", "b\n"]);
        assert_eq!(value["images"][0]["image_kind"], 1);
        assert_eq!(value["images"][1]["image_kind"], Value::Null);
        let image = |content: &[u8]| NewImage {
            image_kind: 1,
            offload_kind: 2,
            flags: 0,
            strings: Vec::new(),
            content: content.to_vec(),
        };
        let pack = |version| testee().answer(&Question::Pack { images: vec![image(b"x"), image(b"y")], version });
        assert!(matches!(pack(1), Answer::Value { contents, .. } if text(&contents) == ["xy"]));
        assert_eq!(pack(2), Answer::Skipped("it cannot select version 2".into()));
    }

    #[test]
    fn entries_become_files_and_targets() {
        let entry = |id: &str| NewObject { id: id.into(), content: Vec::new() };
        let bundle = Question::Bundle {
            file_type: "bc".into(),
            entries: vec![entry("x"), entry("y")],
            alignment: None,
            compress: false,
            level: None,
        };
        let Answer::Value { contents, .. } = testee().answer(&bundle) else {
            panic!("no value")
        };
        assert_eq!(text(&contents), ["input-0,input-1 x,y bc\n"]);
        let skipped = testee().answer(&Question::Decompress { input: Vec::new() });
        assert_eq!(skipped, Answer::Skipped("it lacks the operation \"decompress\"".into()));
    }
}
