//! Values of the options of a table.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use offload_bundle_core::options::OptionValues;

use super::value;

/// In command-line order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::drop_ins) struct Parsed {
    given: Vec<(&'static str, OsString)>,
}

impl Parsed {
    pub(super) fn add(&mut self, name: &'static str, value: &OsStr) {
        self.given.push((name, value.to_owned()));
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.all(name).next().is_some()
    }

    fn all(&self, name: &str) -> impl DoubleEndedIterator<Item = &OsString> {
        self.given
            .iter()
            .filter(move |(given, _)| *given == name)
            .map(|(_, value)| value)
    }

    fn last<T>(&self, name: &str, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        read(self.all(name).next_back()?.to_str()?)
    }
}

impl OptionValues for Parsed {
    type Path = PathBuf;

    fn flag(&self, name: &str) -> Option<bool> {
        self.last(name, value::flag)
    }

    fn unsigned(&self, name: &str) -> Option<u32> {
        self.last(name, value::parse_unsigned)
    }

    fn integer(&self, name: &str) -> Option<i32> {
        self.last(name, value::integer)
    }

    fn text(&self, name: &str) -> Option<String> {
        self.last(name, |text| Some(text.to_owned()))
    }

    fn texts(&self, name: &str) -> Vec<String> {
        // All are text: the parser refuses others.
        self.all(name)
            .filter_map(|value| value.to_str())
            .map(str::to_owned)
            .collect()
    }

    fn file(&self, name: &str) -> Option<PathBuf> {
        self.all(name).next_back().map(PathBuf::from)
    }

    fn files(&self, name: &str) -> Vec<PathBuf> {
        self.all(name).map(PathBuf::from).collect()
    }
}
