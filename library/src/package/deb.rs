//! Debian packages: an `ar` archive with a compressed tar archive of the installed files.

use std::sync::Arc;

use super::Reading;
use super::packed::{Content, PackedFile, Visit};
use super::stop::{Stop, damaged};
use crate::archive::Members;
use crate::input::Input;

/// Name prefix; the suffix of the compression follows.
const FILES: &[u8] = b"data.tar";

impl Reading<'_> {
    /// Other members describe the package.
    pub(super) fn deb(&self, package: &Arc<Input>, visit: &mut Visit<'_>) -> Result<(), Stop> {
        let Some(mut members) = Members::open(package)? else {
            return Ok(());
        };
        while let Some(member) = members.next()? {
            let member = member.map_err(|error| damaged(error.error))?;
            if let Some(place) = member.content.filter(|_| member.name.starts_with(FILES)) {
                visit(PackedFile::new(member.name, Content::Place(place)))?;
            }
        }
        Ok(())
    }
}
