//! The progress line of commands that only read: bytes read, total and time.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};
use offload_bundle::input::bytes_read;

use crate::progress::{PATIENCE, hidden, style};

/// Interval of updates.
const PACE: Duration = Duration::from_millis(100);

/// A progress line that appears after [`crate::progress::PATIENCE`] and disappears at the end.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    /// Once it has appeared. The lock also guards the terminal.
    line: Arc<Mutex<Option<ProgressBar>>>,
    done: Option<Sender<()>>,
    /// `None` if the system could not start a thread.
    thread: Option<JoinHandle<()>>,
}

impl ProgressLine {
    pub(crate) fn begin(total: Option<u64>) -> Self {
        Self::on(ProgressDrawTarget::stderr(), PATIENCE, total)
    }

    fn on(target: ProgressDrawTarget, patience: Duration, total: Option<u64>) -> Self {
        let (done, stop) = channel::<()>();
        let before = bytes_read();
        let line = Arc::new(Mutex::new(None));
        let shown = Arc::clone(&line);
        let show = move || {
            let (mut target, started) = (Some(target), Instant::now());
            // Created now, so that its estimate of speed is right.
            let bar = hidden(total);
            let mut wait = patience.min(PACE);
            while stop.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                let mut shown = lock(&shown);
                if let Some(target) = target.take_if(|_| started.elapsed() >= patience) {
                    bar.set_draw_target(target);
                    *shown = Some(bar.clone());
                }
                let read = bytes_read().saturating_sub(before);
                // Bytes that are read twice can exceed the total.
                match total.filter(|total| read < *total) {
                    Some(_) => bar.set_style(style()),
                    None => bar.set_style(without_total()),
                }
                bar.set_message(HumanBytes(read).to_string());
                bar.set_position(read);
                bar.tick();
                wait = PACE;
            }
        };
        let thread = std::thread::Builder::new().spawn(show).ok();
        Self { line, done: Some(done), thread }
    }

    pub(crate) fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        match &*lock(&self.line) {
            Some(line) => line.suspend(work),
            None => work(),
        }
    }
}

fn without_total() -> ProgressStyle {
    ProgressStyle::with_template("{spinner} {msg} read, {elapsed}").unwrap_or_else(|_| ProgressStyle::default_spinner())
}

/// A poisoned lock is harmless: no update leaves it half done.
fn lock(line: &Mutex<Option<ProgressBar>>) -> MutexGuard<'_, Option<ProgressBar>> {
    line.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        drop(self.done.take());
        if let Some(thread) = self.thread.take() {
            // The thread returns nothing.
            let _ = thread.join();
        }
        if let Some(line) = lock(&self.line).take() {
            line.finish_and_clear();
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::io::{self, Write};

    use indicatif::TermLike;

    use super::*;
    use crate::print::{Printer, Settings};

    /// Reports when a line is erased.
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

    impl Write for Terminal {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.add(str::from_utf8(bytes).unwrap())?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// `work` begins once the line is shown or cannot be.
    fn shown(patience: Duration, work: impl FnOnce(&mut Printer<'_>, &Terminal)) -> String {
        let terminal = Terminal::default();
        let (mut out, mut err) = (terminal.clone(), terminal.clone());
        let mut printer = Printer::new(&mut out, &mut err, Settings::default());
        let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
        let waiting = Some(ProgressLine::on(target, patience, None));
        printer.beside(waiting, |printer| {
            while patience.is_zero() && !terminal.shown().contains(" read, ") {
                std::thread::yield_now();
            }
            work(printer, &terminal);
        });
        terminal.shown()
    }

    #[test]
    fn line_is_hidden_during_messages() {
        let shown = shown(Duration::ZERO, |printer, terminal| {
            printer.say("<said>\n");
            while !terminal
                .shown()
                .split("<said>")
                .any(|part| part.starts_with('\n') && part.contains(" read, "))
            {
                std::thread::yield_now();
            }
        });
        let (before, behind) = shown.split_once("<said>\n").unwrap();
        assert!(before.ends_with("<away>"), "{shown}");
        assert!(behind.ends_with("<away>"), "{shown}");
    }

    #[test]
    fn first_partial_line_ends_progress() {
        let shown = shown(Duration::ZERO, |printer, _| {
            printer.print("half a line").unwrap();
            printer.say("<said>");
            printer.print(" and the rest\n").unwrap();
        });
        assert!(shown.ends_with("<away>half a line<said> and the rest\n"), "{shown}");
    }

    #[test]
    fn whole_lines_appear_above_progress() {
        let shown = shown(Duration::ZERO, |printer, terminal| {
            printer.print("<result>\n").unwrap();
            while !terminal
                .shown()
                .split("<result>")
                .any(|part| part.starts_with('\n') && part.contains(" read, "))
            {
                std::thread::yield_now();
            }
        });
        let (before, after) = shown.split_once("<result>\n").unwrap();
        assert!(before.ends_with("<away>") && after.ends_with("<away>"), "{shown}");
    }

    #[test]
    fn line_with_total_shows_rest() {
        let terminal = Terminal::default();
        let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
        let waiting = ProgressLine::on(target, Duration::ZERO, Some(u64::MAX));
        while !terminal.shown().contains(" left ") {
            std::thread::yield_now();
        }
        drop(waiting);
        assert!(terminal.shown().contains(" of 16.00 EiB, "), "{}", terminal.shown());
    }

    #[test]
    fn direct_output_ends_progress() {
        let shown = shown(Duration::ZERO, |printer, _| {
            printer.stdout().write_all(b"<page>").unwrap();
        });
        assert!(shown.ends_with("<away><page>"), "{shown}");
    }

    #[test]
    fn hidden_progress_writes_nothing() {
        let shown = shown(Duration::MAX, |printer, _| {
            printer.say("<said>");
            printer.print("<printed>").unwrap();
        });
        assert_eq!(shown, "<said><printed>");
        assert_eq!(self::shown(Duration::MAX, |_, _| {}), "");
    }
}
