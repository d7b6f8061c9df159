//! Progress bars on terminals for slow work.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use offload_bundle::ops::Progress;

/// Faster work shows no progress.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(crate) struct Bar {
    total: u64,
    done: u64,
    started: Instant,
    /// Created when the work starts, for its estimate of speed.
    bar: Option<ProgressBar>,
    wanted: bool,
}

impl Bar {
    pub(crate) fn new(wanted: bool) -> Self {
        Self { total: 0, done: 0, started: Instant::now(), bar: None, wanted }
    }
}

impl Progress for Bar {
    fn begin(&mut self, total: u64) {
        self.end();
        (self.total, self.done, self.started) = (total, 0, Instant::now());
        self.bar = self.wanted.then(|| hidden(Some(total)));
    }

    fn advance(&mut self, bytes: u64) {
        self.done = self.done.saturating_add(bytes).min(self.total);
        if let Some(bar) = &self.bar {
            if bar.is_hidden() && self.started.elapsed() >= PATIENCE {
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            bar.set_position(self.done);
        }
    }

    fn end(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

pub(crate) fn hidden(total: Option<u64>) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
    bar.set_style(style());
    bar
}

pub(crate) fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{bytes} of {total_bytes}, {binary_bytes_per_sec}, {eta} left {wide_bar}");
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn bar_never_passes_total() {
        let mut bar = Bar::new(true);
        bar.begin(10);
        let shown = bar.bar.clone().unwrap();
        bar.advance(4);
        assert_eq!(shown.position(), 4);
        bar.advance(7);
        assert_eq!((shown.position(), shown.length()), (10, Some(10)));
        bar.end();
        assert!(bar.bar.is_none() && shown.is_finished());
        let mut unwanted = Bar::new(false);
        unwanted.begin(10);
        unwanted.advance(1);
        assert!(unwanted.bar.is_none());
    }
}
