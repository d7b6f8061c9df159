//! Has a command-line tool pack images.

use std::io;

use super::adapter::Call;
use super::answer::Answer;
use super::command::CommandTestee;
use super::confined::Scratch;
use super::filling::Filling;
use super::placed::{OUTPUT, put};
use crate::case::NewImage;

impl CommandTestee {
    /// The answer to the question what `images` are when they are packed.
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
        // Where a suffix says the kind, files have it.
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
