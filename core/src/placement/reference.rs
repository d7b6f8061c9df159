//! What a section says of device code that was moved out of its file.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::bytes::length;
use crate::error::{Path, WriteError, WriteProblem};
use crate::message_pack::{put_list, put_map, put_text};

/// How a section says where the device code is that was moved out of the file: in a map of MessagePack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct ReferenceRule<'a> {
    /// The key of the list of paths, which count from the folder of the file.
    pub paths: &'a str,
    /// The key of the name that the code has there.
    pub name: &'a str,
    /// What is in a path for a target; only the first one in a path counts.
    pub target: &'a str,
    /// How much of the section is read, in bytes.
    pub at_most: u64,
    /// What is between that name and the number of a unit, where archives have both together as a name.
    pub unit: &'a str,
    /// The rule of the sections whose code it is; empty where code is not moved there.
    pub of: &'a str,
    /// Where archives are put, from the folder that `target` paths lead to; `*` is replaced by the name of the archive.
    pub archive: &'a str,
    /// The ID of the empty entry for the host with which bundles begin that hold the code again; empty where they begin with none.
    pub host: &'a str,
    /// The environment variables that loaders look at.
    pub environment: LoaderEnvironment<'a>,
}

/// Environment variables by which loaders take other archives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct LoaderEnvironment<'a> {
    /// The one that lists archives which are taken instead.
    pub instead: &'a str,
    /// The one that lists archives which are taken before.
    pub before: &'a str,
    /// The one with which none is taken, unless it is empty or begins with 0.
    pub off: &'a str,
}

/// What is replaced by the name of an archive.
const NAME: &str = "*";

impl ReferenceRule<'_> {
    /// The section that says that the code is called `name`, and may be at `paths`.
    ///
    /// # Errors
    ///
    /// It is longer than readers look.
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

    /// What archives have the row of the unit number `unit` of what is called `name` under.
    pub fn row(&self, name: &str, unit: usize) -> String {
        format!("{name}{}{unit}", self.unit)
    }

    /// The path of the archive called `archive` for `processor`, from the root of what is converted.
    pub fn archive_of(&self, archive: &str, processor: &str) -> String {
        self.archive
            .replacen(NAME, archive, 1)
            .replacen(self.target, processor, 1)
    }

    /// The path by which a file that is so many folders deep finds the archives called `archive`, whatever their processors.
    pub fn path_from(&self, depth: usize, archive: &str) -> String {
        let mut path = String::new();
        for _ in 0..depth {
            path.push_str("../");
        }
        path.push_str(&self.archive.replacen(NAME, archive, 1));
        path
    }

    /// Whether an archive may be called `archive`: the path of one that is called so leads nowhere else.
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
