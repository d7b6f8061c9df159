//! Processors with numeric names, and code that runs across them.

use super::answers::Loading;
use super::tables::{Generations, Grammar};

const DIGITS: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Numbered<'n> {
    pub(super) number: u32,
    letter: &'n str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Loaded {
    pub(super) loading: Option<Loading>,
    /// `None` if the names suffice.
    pub(super) why: Option<&'static str>,
    /// Greater is better among images that run in the same way.
    pub(super) number: u32,
}

impl Grammar<'static> {
    pub(super) fn load(&self, image: Option<&str>, stored: &str, asked: &str) -> Option<Loaded> {
        self.generations
            .iter()
            .find_map(|row| row.load_in(image, stored, asked))
    }
}

impl Generations<'static> {
    fn load_in(&self, image: Option<&str>, stored: &str, asked: &str) -> Option<Loaded> {
        let [code, gpu] = [self.parse_number(stored)?, self.parse_number(asked)?].map(|one| self.rename(one));
        let (loading, why) = if self.is_unlinked(image) {
            (None, Some(self.refuses))
        } else if self.is_compiled(image) {
            let runs = match code.letter {
                "" => gpu.number >= code.number,
                letter if self.alone.contains(&letter) => gpu.number == code.number,
                _ => code.is_earlier_than(gpu),
            };
            (runs.then_some(Loading::Compiled), runs.then_some(self.compiles))
        } else if code.number == gpu.number {
            (Some(Loading::Own), (stored != asked).then_some(self.earlier))
        } else {
            let runs = code.is_earlier_than(gpu)
                && !self.alone.contains(&code.letter)
                && ![code, gpu].into_iter().any(|one| self.is_apart(one));
            (runs.then_some(Loading::Earlier), runs.then_some(self.earlier))
        };
        Some(Loaded { loading, why, number: code.number })
    }

    pub(super) fn is_compiled(&self, image: Option<&str>) -> bool {
        image.is_some_and(|image| self.compiled.contains(&image))
    }

    pub(super) fn is_unlinked(&self, image: Option<&str>) -> bool {
        image.is_some_and(|image| self.unlinked.contains(&image))
    }

    pub(super) fn parse_number<'n>(&self, name: &'n str) -> Option<Numbered<'n>> {
        let rest = name.strip_prefix(self.begins)?;
        let end = rest
            .find(|character: char| !character.is_ascii_digit())
            .unwrap_or(rest.len());
        let (digits, letter) = rest.split_at_checked(end)?;
        let is_known = letter.is_empty() || self.alone.contains(&letter) || self.together.contains(&letter);
        let number = digits.parse().ok().filter(|_| digits.len() <= DIGITS && is_known)?;
        Some(Numbered { number, letter })
    }

    fn rename<'n>(&self, one: Numbered<'n>) -> Numbered<'n> {
        let number = |name: &'static str| Some(self.parse_number(name)?.number);
        let renamed = self
            .renamed
            .iter()
            .find(|renamed| number(renamed.from) == Some(one.number));
        let number = renamed.and_then(|renamed| number(renamed.to)).unwrap_or(one.number);
        Numbered { number, ..one }
    }

    fn is_apart(&self, one: Numbered<'_>) -> bool {
        let mut apart = self.apart.iter().filter_map(|name| self.parse_number(name));
        apart.any(|other| other.number == one.number)
    }
}

impl Numbered<'_> {
    fn is_earlier_than(self, later: Self) -> bool {
        self.number / 10 == later.number / 10 && self.number <= later.number
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::super::tiny::TINY;
    use super::*;

    fn loading(asked: &str, stored: &[(&str, Option<&str>)]) -> Vec<Option<Loading>> {
        let loaded = stored.iter().map(|(name, image)| TINY.load(*image, name, asked));
        loaded.map(|loaded| loaded.and_then(|loaded| loaded.loading)).collect()
    }

    #[test]
    fn machine_code_runs_on_later_processors() {
        let stored = [("n70", None), ("n71", None), ("n75", None), ("n76", None), ("n69", None), ("n80", None)];
        let earlier = Some(Loading::Earlier);
        assert_eq!(
            loading("n75", &stored),
            [earlier, earlier, Some(Loading::Own), None, None, None]
        );
        assert_eq!(loading("n75x", &stored), loading("n75", &stored));
        // The rules also apply to unknown numbers.
        assert_eq!(loading("n131", &[("n130", None), ("n120", None)]), [earlier, None]);
    }

    #[test]
    fn suffixes_limit_compatible_processors() {
        let (own, earlier, compiled) = (Some(Loading::Own), Some(Loading::Earlier), Some(Loading::Compiled));
        let stored = [("n70x", None), ("n70y", None), ("n70x", Some("text")), ("n70y", Some("text"))];
        assert_eq!(loading("n70", &stored), [own, own, compiled, compiled]);
        assert_eq!(loading("n75", &stored), [None, earlier, None, compiled]);
        assert_eq!(loading("n80", &stored), [None; 4]);
        assert_eq!(TINY.load(None, "n70z", "n70"), None);
    }

    #[test]
    fn separate_processors_run_compiled_code() {
        let (own, compiled) = (Some(Loading::Own), Some(Loading::Compiled));
        let stored =
            [("n70", None), ("n72", None), ("n70", Some("text")), ("n60", Some("text")), ("n74", Some("text"))];
        assert_eq!(loading("n72", &stored), [None, own, compiled, compiled, None]);
        assert_eq!(
            loading("n75", &[("n72", None), ("n72", Some("text"))]),
            [None, compiled]
        );
    }

    #[test]
    fn renumbered_processor_runs_code_for_both() {
        let (own, earlier, compiled) = (Some(Loading::Own), Some(Loading::Earlier), Some(Loading::Compiled));
        assert_eq!(
            loading("n81", &[("n73", None), ("n73y", None), ("n70y", None)]),
            [own, own, None]
        );
        assert_eq!(
            loading("n73", &[("n81", None), ("n80", None), ("n71", None)]),
            [own, earlier, None]
        );
        assert_eq!(
            loading("n75", &[("n73", Some("text")), ("n70", Some("text"))]),
            [None, compiled]
        );
    }

    #[test]
    fn unlinked_code_runs_nowhere() {
        assert_eq!(
            loading("n70", &[("n70", Some("loose")), ("n70", Some("other"))]),
            [None, Some(Loading::Own)]
        );
        assert_eq!(
            TINY.load(Some("loose"), "n70", "n70").unwrap().why,
            Some("{image} is loose")
        );
    }

    #[test]
    fn different_number_kinds_are_not_compared() {
        for (stored, asked) in
            [("c1", "n70"), ("n70", "c1"), ("n", "n70"), ("n70", "n12345"), ("m70", "n70"), ("n7o", "n70")]
        {
            assert_eq!(TINY.load(None, stored, asked), None, "{stored} {asked}");
        }
    }
}
