//! Progress on a terminal, for work that takes long enough to wonder.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use offload_bundle::ops::Progress;

/// Work that is done sooner shows nothing.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);

/// A bar that appears when its time has come, if it is wanted.
#[derive(Debug)]
pub(crate) struct Bar {
    total: u64,
    done: u64,
    started: Instant,
    shown: Option<ProgressBar>,
    wanted: bool,
}

impl Bar {
    /// A bar that has not appeared.
    pub(crate) fn new(wanted: bool) -> Self {
        Self { total: 0, done: 0, started: Instant::now(), shown: None, wanted }
    }
}

impl Progress for Bar {
    fn begin(&mut self, total: u64) {
        self.end();
        (self.total, self.done, self.started) = (total, 0, Instant::now());
    }

    fn advance(&mut self, bytes: u64) {
        self.done = self.done.saturating_add(bytes);
        if self.wanted && self.started.elapsed() >= PATIENCE {
            let bar = self.shown.get_or_insert_with(|| {
                let bar = ProgressBar::new(self.total);
                if let Ok(style) = ProgressStyle::with_template("{bar:40} {bytes} of {total_bytes}, {eta} left") {
                    bar.set_style(style);
                }
                bar
            });
            bar.set_position(self.done);
        }
    }

    fn end(&mut self) {
        if let Some(bar) = self.shown.take() {
            bar.finish_and_clear();
        }
    }
}
