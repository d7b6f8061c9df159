//! The reference in a section to device code that was moved out of its file.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::bytes::length;
use crate::error::{Path, WriteError, WriteProblem};
use crate::message_pack::{put_list, put_map, put_text};

/// The layout of the reference to device code that was moved out of a file: a MessagePack map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct ReferenceRule<'a> {
    /// The key of the list of paths, which are relative to the folder of the file.
    pub paths: &'a str,
    /// The key of the name of the code there.
    pub name: &'a str,
    /// The placeholder of the target in a path. Only the first one in a path counts.
    pub target: &'a str,
    /// The number of bytes of the section that are read.
    pub at_most: u64,
    /// The separator between that name and the number of a unit, in archives whose row names consist of both.
    pub unit: &'a str,
    /// The rule of the sections whose code it is; empty if code is not moved there.
    pub of: &'a str,
    /// The path template of archives, from the folder that `target` paths lead to; `*` is replaced by the name of the archive.
    pub archive: &'a str,
    /// The ID of the empty host entry at the start of bundles that hold the code again; empty if there is none.
    pub host: &'a str,
    /// The environment variables that loaders read.
    pub environment: LoaderEnvironment<'a>,
}

/// The environment variables that make loaders use other archives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct LoaderEnvironment<'a> {
    /// The variable with archives that are used instead.
    pub instead: &'a str,
    /// The variable with archives that are used first.
    pub before: &'a str,
    /// The variable that disables all archives, unless it is empty or begins with 0.
    pub off: &'a str,
}

/// The placeholder of the name of an archive.
const NAME: &str = "*";

impl ReferenceRule<'_> {
    /// Returns the section for code called `name`, which may be at `paths`.
    ///
    /// # Errors
    ///
    /// Returns an error if the section is longer than readers read.
    pub fn write(&self, name: &str, paths: &[&str]) -> Result<Vec<u8>, WriteError> {
        let mut out = Vec::new();
        put_map(&mut out, 2)?;
        put_text(&mut out, self.paths)?;
        put_list(&mut out, paths.len())?;
        for path in paths {
            put_text(&mut out, path)?;
        }
        put_text(&mut out, self.name)?;
        put_text(&mut out, name)?;
        let found = length(&out);
        match found > self.at_most {
            true => Err(WriteError::new(
                Path::default(),
                WriteProblem::TooLarge { found, max: self.at_most },
            )),
            false => Ok(out),
        }
    }

    /// Returns the name of the row in archives for unit number `unit` of the code called `name`.
    pub fn row(&self, name: &str, unit: usize) -> String {
        format!("{name}{}{unit}", self.unit)
    }

    /// Returns the path of the archive called `archive` for `processor`, from the root folder of the conversion.
    pub fn archive_of(&self, archive: &str, processor: &str) -> String {
        self.archive
            .replacen(NAME, archive, 1)
            .replacen(self.target, processor, 1)
    }

    /// Returns the path from a file `depth` folders deep to the archives called `archive`, for any processor.
    pub fn path_from(&self, depth: usize, archive: &str) -> String {
        let mut path = String::new();
        for _ in 0..depth {
            path.push_str("../");
        }
        path.push_str(&self.archive.replacen(NAME, archive, 1));
        path
    }

    /// Returns whether an archive may be called `archive`: the name must not lead its path elsewhere.
    pub fn may_be_called(&self, archive: &str) -> bool {
        let leads = |character: char| matches!(character, '/' | '\\') || character.is_control();
        !archive.is_empty() && !archive.contains(leads) && !archive.contains(self.target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: ReferenceRule<'_> = ReferenceRule {
        paths: "to",
        name: "as",
        target: "<who>",
        at_most: 40,
        unit: "+",
        of: "",
        archive: "shelf/*-<who>.box",
        host: "",
        environment: LoaderEnvironment { instead: "", before: "", off: "" },
    };

    #[test]
    fn paths_lead_from_the_file_to_its_archives() {
        assert_eq!(RULE.archive_of("mine", "c1"), "shelf/mine-c1.box");
        assert_eq!(RULE.path_from(0, "mine"), "shelf/mine-<who>.box");
        assert_eq!(RULE.path_from(2, "mine"), "../../shelf/mine-<who>.box");
        assert_eq!(RULE.row("lib/one", 3), "lib/one+3");
    }

    #[test]
    fn it_is_a_map_of_the_paths_and_the_name() {
        let bytes = RULE.write("n", &["a", "b"]).unwrap();
        assert_eq!(bytes, b"\x82\xa2to\x92\xa1a\xa1b\xa2as\xa1n");
        assert!(RULE.write("a name that is longer than readers look", &[]).is_err());
    }

    #[test]
    fn a_name_leads_nowhere() {
        for name in ["", "a/b", "..\\a", "a\n", "to-<who>"] {
            assert!(!RULE.may_be_called(name), "{name:?}");
        }
        assert!(RULE.may_be_called("lib.mine-1.2"));
    }
}
