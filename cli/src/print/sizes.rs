//! Sizes in bytes: exact, or in human-readable units.

/// Each unit is 1024 of the previous one.
const UNITS: [&str; 7] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Sizes {
    #[default]
    Exact,
    /// With one decimal, in the largest unit that gives at least 1.
    Human,
}

impl Sizes {
    /// If it is absent, `by_itself` chooses human-readable sizes.
    pub(super) fn new(told: Option<&str>, by_itself: bool) -> Self {
        match (told, by_itself) {
            (Some("human"), _) => Self::Human,
            (Some("exact"), _) | (_, false) => Self::Exact,
            (_, true) => Self::Human,
        }
    }

    pub(super) fn cell(self, bytes: u64) -> String {
        match self {
            Self::Exact => bytes.to_string(),
            Self::Human => human(bytes),
        }
    }

    pub(super) fn words(self, bytes: u64) -> String {
        match self {
            Self::Exact => format!("{bytes} bytes"),
            Self::Human => human(bytes),
        }
    }
}

fn human(bytes: u64) -> String {
    let mut tenths = u128::from(bytes).saturating_mul(10);
    let mut units = UNITS.iter();
    let mut unit = units.next().copied().unwrap_or_default();
    if bytes < 1024 {
        return format!("{bytes} {unit}");
    }
    // Sizes that would round to 1024 get the next unit.
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
    fn sizes_are_rounded_to_one_decimal() {
        for (bytes, text) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1.0 KiB"),
            (1536, "1.5 KiB"),
            (1024 * 1024 - 410, "1.0 MiB"),
            (1024 * 1024 - 1, "1.0 MiB"),
            (5 * 1024 * 1024 * 1024, "5.0 GiB"),
            (u64::MAX, "16.0 EiB"),
        ] {
            assert_eq!(human(bytes), text);
        }
    }

    #[test]
    fn option_overrides_default_sizes() {
        for (told, by_itself, expected) in [
            (Some("auto"), true, Sizes::Human),
            (Some("auto"), false, Sizes::Exact),
            (Some("exact"), true, Sizes::Exact),
            (Some("human"), false, Sizes::Human),
            (None, true, Sizes::Human),
            (None, false, Sizes::Exact),
        ] {
            assert_eq!(Sizes::new(told, by_itself), expected, "{told:?} {by_itself}");
        }
        assert_eq!(
            (Sizes::Exact.cell(1536), Sizes::Exact.words(1536)),
            ("1536".into(), "1536 bytes".into())
        );
    }
}
