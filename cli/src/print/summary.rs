//! What a file holds for each target, as a table with sizes that people read, unless they want all digits.

use offload_bundle::report::TargetSummary;

use super::shown::shown;
use super::sizes::Sizes;
use super::table::{Align, table};

/// Stands for what there is not.
const NOTHING: &str = "-";

/// The table; under it, where there are several rows, their sum.
pub(super) fn summary(targets: &[TargetSummary], sizes: Sizes) -> String {
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
            sizes.cell(target.size.0),
            sizes.cell(target.size_in_file.0),
        ]
    }));
    if targets.len() > 1 {
        let code_objects: usize = targets.iter().map(|target| target.code_objects).sum();
        let sum = |of: fn(&TargetSummary) -> u64| sizes.cell(targets.iter().map(of).fold(0, u64::saturating_add));
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
