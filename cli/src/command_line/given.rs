//! Values of a command line for the arguments of its command.

use clap::ArgMatches;
use offload_bundle_cli_words::{FromWord, GivenArguments};

pub(crate) struct Given<'m>(&'m ArgMatches);

impl<'m> Given<'m> {
    /// Names outermost first; values of the innermost.
    pub(crate) fn collect(mut matches: &'m ArgMatches) -> (Vec<&'m str>, Self) {
        let mut names = Vec::new();
        while let Some((name, inner)) = matches.subcommand() {
            names.push(name);
            matches = inner;
        }
        (names, Self(matches))
    }
}

impl GivenArguments for Given<'_> {
    fn flag<T: From<bool>>(&self, name: &str, field: &mut T) {
        *field = self.0.get_flag(name).into();
    }

    fn one<T: FromWord>(&self, name: &str, field: &mut T) {
        if let Some(value) = self.0.get_one::<T>(name) {
            field.clone_from(value);
        }
    }

    fn all<T: FromWord>(&self, name: &str, field: &mut Vec<T>) {
        *field = self.0.get_many(name).into_iter().flatten().cloned().collect();
    }
}
