//! What a terminal shows while a command only reads: how long it has taken, and how much has been read.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};
use offload_bundle::input::bytes_read;

use crate::print::Settings;
use crate::progress::PATIENCE;

/// How often the line changes.
const PACE: Duration = Duration::from_millis(100);

/// A line that appears if the work takes long enough to wonder, and goes away when it is done.
#[derive(Debug)]
pub(crate) struct Waiting {
    line: ProgressBar,
    done: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Waiting {
    /// A line on standard error that has not appeared, if that is a terminal and somebody wants it.
    pub(crate) fn begin(settings: Settings) -> Option<Self> {
        settings
            .progress
            .then(|| Self::on(ProgressDrawTarget::stderr(), PATIENCE))
    }

    fn on(target: ProgressDrawTarget, patience: Duration) -> Self {
        let line = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} read, {elapsed}") {
            line.set_style(style);
        }
        let (done, stop) = channel::<()>();
        let before = bytes_read();
        let shown = line.clone();
        let thread = std::thread::spawn(move || {
            let mut wait = patience;
            while stop.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                shown.set_message(HumanBytes(bytes_read().saturating_sub(before)).to_string());
                shown.tick();
                wait = PACE;
            }
        });
        Self { line, done: Some(done), thread: Some(thread) }
    }

    /// Does `work`, which prints something, while the line is away.
    pub(crate) fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        self.line.suspend(work)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        drop(self.done.take());
        if let Some(thread) = self.thread.take() {
            // It has nothing to say.
            let _ = thread.join();
        }
        self.line.finish_and_clear();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use indicatif::TermLike;

    use super::*;

    /// A terminal that keeps what is written, and tells when a line is taken away.
    #[derive(Debug, Clone, Default)]
    struct Terminal(Arc<Mutex<String>>);

    impl Terminal {
        fn add(&self, text: &str) -> io::Result<()> {
            self.0.lock().unwrap().push_str(text);
            Ok(())
        }

        fn shown(&self) -> String {
            self.0.lock().unwrap().clone()
        }
    }

    impl TermLike for Terminal {
        fn width(&self) -> u16 {
            80
        }
        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn write_line(&self, text: &str) -> io::Result<()> {
            self.add(text)
        }
        fn write_str(&self, text: &str) -> io::Result<()> {
            self.add(text)
        }
        fn clear_line(&self) -> io::Result<()> {
            self.add("<away>")
        }
        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_line_appears_and_is_away_while_something_is_printed() {
        let terminal = Terminal::default();
        let waiting = Waiting::on(
            ProgressDrawTarget::term_like(Box::new(terminal.clone())),
            Duration::ZERO,
        );
        while !terminal.shown().contains(" read, ") {
            std::thread::yield_now();
        }
        waiting.aside(|| terminal.add("<printed>")).unwrap();
        let shown = terminal.shown();
        let (before, _) = shown.split_once("<printed>").unwrap();
        assert!(before.ends_with("<away>"), "{before}");
        drop(waiting);
        assert!(terminal.shown().ends_with("<away>"), "{}", terminal.shown());
    }

    #[test]
    fn work_that_is_done_sooner_shows_nothing() {
        let terminal = Terminal::default();
        let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
        drop(Waiting::on(target, Duration::MAX));
        assert!(!terminal.shown().contains("read"), "{}", terminal.shown());
    }
}
