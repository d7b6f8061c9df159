//! Progress on a terminal, for work that takes long enough to wonder.

use indicatif::{ProgressBar, ProgressStyle};
use std::{
    io::{IsTerminal, stderr},
    time::{Duration, Instant},
};

use crate::files::{Output, Progress};

/// Work that is done sooner shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar that appears when its time has come.
#[derive(Debug)]
pub(super) struct Bar {
    total: u64,
    done: u64,
    started: Instant,
    shown: Option<ProgressBar>,
    wanted: bool,
}

impl Bar {
    /// A bar for writing `outputs`; never shown unless `wanted` and standard error is a terminal.
    pub(super) fn new(wanted: bool, outputs: &[Output<'_>]) -> Self {
        Self {
            total: outputs.iter().map(Output::len).fold(0, u64::saturating_add),
            done: 0,
            started: Instant::now(),
            shown: None,
            wanted: wanted && stderr().is_terminal(),
        }
    }
}

impl Progress for Bar {
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
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.shown {
            bar.finish_and_clear();
        }
    }
}
