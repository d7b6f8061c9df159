//! What a file holds for each target, as a table with sizes for people.

use offload_bundle::report::TargetSummary;

use super::shown::shown;
use super::table::{Align, table};

/// Stands for what there is not.
const NOTHING: &str = "-";
/// The units of sizes: each is 1024 of the one before.
const UNITS: [&str; 7] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];

/// The table; under it, where there are several rows, their sum.
pub(super) fn summary(targets: &[TargetSummary]) -> String {
    let columns = [Align::Left, Align::Left, Align::Right, Align::Right, Align::Right, Align::Right];
    let headings = ["target", "kind", "bundles", "code objects", "size", "in file"];
    let mut rows = vec![headings.map(String::from).to_vec()];
    rows.extend(targets.iter().map(|target| {
        let name = |name: &Option<String>| name.as_deref().map_or_else(|| NOTHING.into(), shown);
        vec![
            name(&target.target),
            name(&target.kind),
            target.bundles.to_string(),
            target.code_objects.to_string(),
            size(target.size.0),
            size(target.size_in_file.0),
        ]
    }));
    if targets.len() > 1 {
        let code_objects: usize = targets.iter().map(|target| target.code_objects).sum();
        let sum = |of: fn(&TargetSummary) -> u64| size(targets.iter().map(of).fold(0, u64::saturating_add));
        rows.push(vec![
            "all".into(),
            String::new(),
            String::new(),
            code_objects.to_string(),
            sum(|target| target.size.0),
            sum(|target| target.size_in_file.0),
        ]);
    }
    table(&columns, &rows)
}

/// `bytes` with one digit after the point, in the largest unit of which there is one.
fn size(bytes: u64) -> String {
    let mut tenths = u128::from(bytes).saturating_mul(10);
    let mut units = UNITS.iter();
    let mut unit = units.next().copied().unwrap_or_default();
    if bytes < 1024 {
        return format!("{bytes} {unit}");
    }
    // What would round to 1024 counts as one of the next unit.
    while tenths >= 10_235 {
        let Some(next) = units.next() else { break };
        unit = next;
        tenths = tenths.saturating_add(512).checked_div(1024).unwrap_or(0);
    }
    let (whole, tenth) = (tenths.checked_div(10).unwrap_or(0), tenths.checked_rem(10).unwrap_or(0));
    format!("{whole}.{tenth} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_rounded_to_a_digit_that_people_read() {
        for (bytes, text) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1.0 KiB"),
            (1536, "1.5 KiB"),
            (1024 * 1024 - 1, "1.0 MiB"),
            (5 * 1024 * 1024 * 1024, "5.0 GiB"),
            (u64::MAX, "16.0 EiB"),
        ] {
            assert_eq!(size(bytes), text);
        }
    }
}
