//! `cargo xtask bench --growth`: every command on inputs of n, 2n, 4n and 8n parts. Fails if time or memory grows by more than [`MOST`] per
//! step.

mod commands;
mod files;

use std::fs;
use std::path::Path;

use self::commands::Case;
use super::measure::{self, Run};

pub const SIZES: [usize; 4] = [1, 2, 4, 8];
/// For time and memory if the size doubles.
const MOST: f64 = 2.3;
/// In milliseconds: shorter times are mostly process start.
const LEAST: f64 = 10.0;

pub fn run(folder: &Path, ours: &str, turns: usize, only: Option<&str>) -> Result<(), String> {
    let at = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(folder.join("out")).map_err(at)?;
    println!("Subjects of size n, 2n, 4n and 8n; best of {turns} runs; processor time and peak memory.");
    println!(
        "{:<18} {:<34} {:>6}   ms: n 2n 4n 8n (largest step)         MiB: n 2n 4n 8n (largest step)",
        "n of", "command", "n"
    );
    let mut wrong = Vec::new();
    for subject in files::SUBJECTS
        .iter()
        .filter(|subject| only.is_none_or(|only| subject.name.contains(only)))
    {
        for size in SIZES {
            (subject.make)(folder, subject.n * size).map_err(at)?;
        }
        for case in commands::cases(subject) {
            let row = Row::measure(folder, ours, subject.n, &case, turns)?;
            println!(
                "{:<18} {:<34} {:>6}   {}",
                subject.name,
                case.name,
                subject.n,
                row.text()
            );
            wrong.extend(row.is_steep().then(|| format!("{} of {}", case.name, subject.name)));
        }
        fs::remove_dir_all(folder)
            .and_then(|()| fs::create_dir_all(folder.join("out")))
            .map_err(at)?;
    }
    match wrong.as_slice() {
        [] => Ok(()),
        wrong => Err(format!(
            "grew by more than {MOST} from one size to its double: {}",
            wrong.join("; ")
        )),
    }
}

struct Row {
    runs: Vec<Run>,
}

impl Row {
    fn measure(folder: &Path, ours: &str, n: usize, case: &Case, turns: usize) -> Result<Self, String> {
        let mut runs = Vec::new();
        for size in SIZES {
            let words: Vec<String> = std::iter::once(ours.to_owned()).chain((case.words)(n * size)).collect();
            let mut best: Option<Run> = None;
            for _ in 0..turns.max(1) {
                super::input::clear_outputs(folder)?;
                let run = measure::in_child_until(folder, &words, case.code)?;
                best = Some(best.map_or(run, |best| best.better(run)));
            }
            runs.extend(best);
        }
        super::input::clear_outputs(folder)?;
        Ok(Self { runs })
    }

    fn times(&self) -> Vec<f64> {
        self.runs
            .iter()
            .map(|run| run.processor.as_secs_f64() * 1000.0)
            .collect()
    }

    fn memory(&self) -> Vec<f64> {
        self.runs.iter().map(|run| run.peak as f64 / 1024.0).collect()
    }

    fn is_steep(&self) -> bool {
        largest_step(&self.times(), LEAST) > MOST || largest_step(&self.memory(), 0.0) > MOST
    }

    fn text(&self) -> String {
        let shown = |numbers: &[f64], least: f64, width: usize| {
            let text = numbers
                .iter()
                .map(|number| format!("{number:>width$.1}"))
                .collect::<Vec<_>>()
                .join(" ");
            let step = largest_step(numbers, least);
            format!("{text} ({step:.2}{})", if step > MOST { ", TOO STEEP" } else { "" })
        };
        format!("{}   {}", shown(&self.times(), LEAST, 7), shown(&self.memory(), 0.0, 6))
    }
}

/// Numbers below `least` are ignored.
fn largest_step(numbers: &[f64], least: f64) -> f64 {
    let steps = numbers.iter().zip(numbers.iter().skip(1));
    let steps = steps.filter(|(before, _)| **before >= least);
    steps
        .map(|(before, after)| after / before.max(f64::EPSILON))
        .fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn largest_step_ignores_small_numbers() {
        assert_eq!(largest_step(&[10.0, 20.0, 30.0, 90.0], 0.0), 3.0);
        assert_eq!(largest_step(&[1.0, 20.0, 30.0, 60.0], 10.0), 2.0);
        assert_eq!(largest_step(&[1.0, 2.0], 10.0), 0.0);
    }
}
