//! Removes unfinished files on signals, then ends by the default action.

use std::fs;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::thread;

use offload_bundle::ops::remove_unfinished;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

const ENDING: [i32; 4] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];
/// Small enough for scarce memory.
const STACK: usize = 64 << 10;

/// Exceeding the size limit becomes a write error. Ignored signals, as under `nohup`, stay ignored.
pub(crate) fn clean_up_at_the_end() -> io::Result<()> {
    let ignored = ignored_signals();
    let ending = ENDING.into_iter().filter(move |signal| ignored & bit(*signal) == 0);
    let (ready, is_ready) = mpsc::channel();
    // The handlers wait for the thread; without it, signals must keep their default action.
    thread::Builder::new()
        .name("signals".into())
        .stack_size(STACK)
        .spawn(move || {
            let taken = Signals::new(ending);
            let Ok(mut signals) = taken else {
                drop(ready.send(taken.map(drop)));
                return;
            };
            drop(ready.send(Ok(())));
            for signal in signals.forever() {
                let _nothing_unfinished = remove_unfinished();
                // This ends the process; if it fails, the process continues.
                let _ = emulate_default_handler(signal);
            }
        })?;
    is_ready.recv().unwrap_or(Ok(()))?;
    // The write fails with an error.
    signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false))).map(drop)
}

/// One bit each; 0 if the system does not report them.
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let digits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    digits.map_or(0, |digits| u64::from_str_radix(digits.trim(), 16).unwrap_or(0))
}

fn bit(signal: i32) -> u64 {
    let number = u32::try_from(signal.saturating_sub(1)).unwrap_or(u32::MAX);
    1_u64.checked_shl(number).unwrap_or(0)
}
