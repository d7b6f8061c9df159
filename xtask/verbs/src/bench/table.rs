//! Benchmark results as a table.

use std::time::Duration;

use super::measure::Run;

/// The name of the tool that ours is compared with.
pub const CLANG: &str = "clang 22";
pub const HEADING: &str = "operation          who          min s   median s   × first   × clang   peak MiB    out MiB";

pub fn rows(operation: &str, names: &[&str], runs: &[Vec<Run>]) -> String {
    let medians: Vec<Duration> = runs.iter().map(|runs| median(runs)).collect();
    let clang = names
        .iter()
        .position(|name| *name == CLANG)
        .and_then(|at| medians.get(at))
        .copied();
    let first = medians.first().copied().unwrap_or_default();
    let mut lines = Vec::new();
    for ((name, runs), median) in names.iter().zip(runs).zip(&medians) {
        let least = runs.iter().map(|run| run.time).min().unwrap_or_default();
        let peak = runs.iter().map(|run| run.peak).max().unwrap_or_default() / 1024;
        // All runs write the same bytes.
        let written = runs.last().map_or(0, |run| run.written) as f64 / f64::from(1 << 20);
        let ratio = |other: Duration| median.as_secs_f64() / other.as_secs_f64().max(f64::EPSILON);
        let against = clang.map_or("-".to_owned(), |clang| format!("{:.2}", ratio(clang)));
        let (least, median) = (least.as_secs_f64(), median.as_secs_f64());
        let ratio = ratio(first);
        lines.push(format!(
            "{operation:<18} {name:<9} {least:>8.4}   {median:>8.4}   {ratio:>7.2}   {against:>7}   {peak:>8}   {written:>8.2}"
        ));
    }
    lines.join("\n")
}

fn median(runs: &[Run]) -> Duration {
    let mut times: Vec<Duration> = runs.iter().map(|run| run.time).collect();
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_of_medians() {
        let runs = |seconds: [u64; 3]| {
            seconds
                .map(|s| Run { time: Duration::from_secs(s), processor: Duration::ZERO, peak: 2048, written: 3 << 19 })
                .to_vec()
        };
        let text = rows(
            "copy",
            &["cp", "ours", CLANG],
            &[runs([2, 1, 9]), runs([4, 4, 4]), runs([8, 8, 8])],
        );
        let words: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(
            words[0],
            ["copy", "cp", "1.0000", "2.0000", "1.00", "0.25", "2", "1.50"]
        );
        assert_eq!(
            words[1],
            ["copy", "ours", "4.0000", "4.0000", "2.00", "0.50", "2", "1.50"]
        );
    }
}
