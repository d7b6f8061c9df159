//! Tests compatibility through `unbundle`.

use std::io;

use serde_json::json;

use super::adapter::Call;
use super::answer::{Answer, Breakdown};
use super::command::CommandTestee;
use super::confined::Scratch;
use super::filling::Filling;
use super::placed::{INPUT, OUTPUT};
use super::seen::read_outputs;
use crate::case::binary_bundle;

impl CommandTestee {
    pub(super) fn compatible(&self, scratch: &Scratch, call: &Call, stored: &str, asked: &str) -> io::Result<Answer> {
        let bundle = binary_bundle(&[(stored, stored.into())], 1).map_err(io::Error::other)?;
        scratch.put(INPUT, &bundle)?;
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
        let answer = read_outputs(scratch, &ended, &outputs, |_| json!({ "compatible": true }));
        Ok(match answer {
            Answer::Value { value, contents } if contents.iter().all(|content| content == stored.as_bytes()) => {
                Answer::value(value)
            }
            Answer::Value { .. } => Answer::Broken(Breakdown::Silent),
            other => other,
        })
    }
}
