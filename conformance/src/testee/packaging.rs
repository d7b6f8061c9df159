//! Packs and extracts images with a command-line tool.

use std::io;

use super::adapter::Call;
use super::answer::Answer;
use super::command::CommandTestee;
use super::confined::Scratch;
use super::filling::Filling;
use super::placed::{INPUT, OUTPUT, put};
use super::seen::read_extracted;
use crate::case::NewImage;

impl CommandTestee {
    pub(super) fn extract(
        &self,
        scratch: &Scratch,
        call: &Call,
        (strings, offload_kind): (&[(String, String)], Option<u16>),
        one_output: bool,
    ) -> io::Result<Answer> {
        let filter = match call.filter(strings, offload_kind, one_output.then_some(OUTPUT)) {
            Ok(filter) => filter,
            Err(why) => return Ok(Answer::Skipped(why)),
        };
        let filling = Filling { inputs: vec![INPUT.into()], filter, ..Filling::default() };
        let allowed = match one_output {
            true => vec![OUTPUT.into()],
            false => call.made_up_outputs(),
        };
        let ended = self.run(scratch, call, &filling, &allowed)?;
        Ok(read_extracted(scratch, call, &ended, one_output))
    }

    pub(super) fn pack(
        &self,
        scratch: &Scratch,
        call: &Call,
        images: &[NewImage<Vec<u8>>],
        version: u32,
    ) -> io::Result<Answer> {
        let said = match call.images(images) {
            Ok(said) => said,
            Err(why) => return Ok(Answer::Skipped(why)),
        };
        // The tool reads the image kind from the suffix.
        let suffixes = said.get("{each-image_kind}").filter(|_| call.suffixes.is_some());
        let suffix = |number| suffixes.and_then(|all| all.get(number)).map_or("", String::as_str);
        let contents = images.iter().enumerate();
        let inputs = put(
            scratch,
            contents.map(|(number, image)| (&*image.content, suffix(number))),
        )?;
        let filling = Filling {
            inputs,
            outputs: vec![OUTPUT.into()],
            version: Some(version),
            images: said,
            ..Filling::default()
        };
        self.one_file(scratch, call, &filling)
    }
}
