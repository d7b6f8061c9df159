//! Two runs write the same outputs from different inputs at once: each output is complete.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};

use crate::support::program::{clean, command, told};

use super::CODE;
use super::lines::{after, commands, files, filled, inputs, outputs, with_outputs_in};

const ROUNDS: usize = 3;

fn start(folder: &Path, words: &str) -> Child {
    let mut command = command();
    clean(command.args(words.split(' ')).current_dir(folder))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn racing_outputs_are_whole() {
    let both = [inputs(CODE), inputs(&b"another code object, which is longer. ".repeat(3000))];
    for words in commands() {
        let wanted = both.each_ref().map(|before| outputs(&after(before, &words)));
        for _ in 0..ROUNDS {
            let folders = both.each_ref().map(filled);
            let shared = tempfile::tempdir().unwrap();
            fs::write(shared.path().join("old"), "before").unwrap();
            let words = with_outputs_in(shared.path(), &words);
            let ended = folders
                .each_ref()
                .map(|folder| start(folder.path(), &words))
                .map(|child| child.wait_with_output().unwrap());
            let said: Vec<String> = ended.iter().map(told).collect();
            // One run can find the other's outputs.
            let done = ended.iter().filter(|output| output.status.success()).count();
            assert!(
                done > 0 && ended.iter().all(|output| output.status.code().is_some()),
                "{words}: {said:?}"
            );
            for (name, bytes) in files(shared.path()) {
                let of_one = wanted.iter().any(|wanted| wanted.get(&name) == Some(&bytes));
                assert!(of_one, "{words}: {} is of neither: {said:?}", name.display());
            }
            for name in wanted[0].keys() {
                assert!(
                    shared.path().join(name).exists(),
                    "{words}: no {}: {said:?}",
                    name.display()
                );
            }
        }
    }
}
