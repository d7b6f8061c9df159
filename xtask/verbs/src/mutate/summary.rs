//! How many changes came to what, as a run goes on and at its end.

use std::time::{Duration, Instant};

use super::fate::Fate;
use super::list::LIST;
use super::mutant::Mutant;

/// The count.
#[derive(Debug)]
pub struct Summary {
    total: usize,
    refused: usize,
    noticed: usize,
    no_change: usize,
    explained: usize,
    half_asked: usize,
    survivors: Vec<String>,
    compiled: Vec<Duration>,
}

impl Summary {
    /// Of so many changes.
    pub fn new(total: usize) -> Self {
        let (refused, noticed, no_change, explained, half_asked) = (0, 0, 0, 0, 0);
        let (survivors, compiled) = (Vec::new(), Vec::new());
        Self { total, refused, noticed, no_change, explained, half_asked, survivors, compiled }
    }

    /// Whether there is time for one more before `end`: as much as the slowest took so far.
    pub fn fits(&self, end: Option<Instant>) -> bool {
        let slowest = self.compiled.iter().max().copied().unwrap_or_default();
        end.is_none_or(|end| Instant::now() + slowest < end)
    }

    /// One took so long to compile and test.
    pub fn add_time(&mut self, took: Duration) {
        self.compiled.push(took);
    }

    /// One that nothing noticed so far, and of which not all is asked.
    pub fn add_left(&mut self, mutant: &Mutant, why: Option<&str>) {
        self.half_asked += 1;
        eprintln!(
            "{mutant}: nothing so far{}",
            why.map_or(String::new(), |why| format!("; explained: {why}"))
        );
    }

    /// One more.
    pub fn add(&mut self, mutant: &Mutant, fate: Fate, why: Option<&str>) {
        match (fate, why) {
            (Fate::Refused(by), _) => {
                self.refused += 1;
                eprintln!("{mutant}: refused: {by}");
            }
            (Fate::Noticed(by), _) => {
                self.noticed += 1;
                eprintln!("{mutant}: {by}");
            }
            (Fate::NoChange, _) => {
                self.no_change += 1;
                eprintln!("{mutant}: generates the same code");
            }
            (Fate::Survives, Some(why)) => {
                self.explained += 1;
                eprintln!("{mutant}: SURVIVES: {why}");
            }
            (Fate::Survives, None) => {
                eprintln!("{mutant}: SURVIVES");
                self.survivors.push(mutant.to_string());
            }
        }
    }

    /// Says how many there were of each, and fails where some survive. The copy took as long as `prepared` to compile.
    pub fn end(self, prepared: Duration) -> Result<(), String> {
        let Self { total, refused, noticed, no_change, explained, half_asked, survivors, compiled } = self;
        eprintln!(
            "{noticed} noticed by tests, {refused} refused by the generator, {no_change} without effect on code, \
             {explained} survive as explained, {} survive",
            survivors.len()
        );
        if !compiled.is_empty() {
            let seconds = compiled.iter().sum::<Duration>().as_secs();
            eprintln!("{} were compiled, in {seconds} seconds", compiled.len());
        }
        eprintln!(
            "{} seconds before went to compiling the copy, which do not count",
            prepared.as_secs()
        );
        if half_asked > 0 {
            eprintln!("of {half_asked} not all was asked");
        }
        match total - noticed - refused - no_change - explained - half_asked - survivors.len() {
            0 => {}
            left => eprintln!("{left} of {total} were left for want of time: another --seed draws others"),
        }
        match survivors.as_slice() {
            [] => Ok(()),
            some => Err(format!(
                "no test notices these; give each a case, or say why none can, in {LIST}:\n{}",
                some.join("\n")
            )),
        }
    }
}
