//! Signals that tell the program to end: what it has not finished is removed, and then it ends as if it knew nothing of signals.

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

/// What tells a program to end.
const ENDING: [i32; 4] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];
/// All that the thread needs, so that it can be had where memory is scarce.
const STACK: usize = 64 << 10;

/// From now on a signal that ends the program first has it removed what it would leave behind, and a file that grows too long is an error.
/// Signals that the caller of the program has it ignore, as `nohup` does, stay ignored.
///
/// # Errors
///
/// What the system says. Signals then do what they always do.
pub(crate) fn clean_up_at_the_end() -> io::Result<()> {
    let ignored = ignored_signals();
    let ending = ENDING.into_iter().filter(move |signal| ignored & bit(*signal) == 0);
    let (ready, is_ready) = mpsc::channel();
    // Signals are taken over by the thread that waits for them: without it they must do what they always do.
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
                // It ends the process; where it cannot, the process goes on as it was.
                let _ = emulate_default_handler(signal);
            }
        })?;
    is_ready.recv().unwrap_or(Ok(()))?;
    // The write fails instead.
    signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false))).map(drop)
}

/// The signals that are ignored, one bit each. Where the system does not tell, none.
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let digits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    digits.map_or(0, |digits| u64::from_str_radix(digits.trim(), 16).unwrap_or(0))
}

fn bit(signal: i32) -> u64 {
    let number = u32::try_from(signal.saturating_sub(1)).unwrap_or(u32::MAX);
    1_u64.checked_shl(number).unwrap_or(0)
}
