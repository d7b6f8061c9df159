//! What a console tells the program to end by: Ctrl-C, Ctrl-Break, the window that is closed, the end of the session.

use std::process;

use offload_bundle::ops::remove_unfinished;

/// `STATUS_CONTROL_C_EXIT`, with which a program ends that knows nothing of consoles.
const ENDED: i32 = 0xC000_013A_u32.cast_signed();

/// From now on what ends the program first has it removed what it would leave behind.
///
/// # Errors
///
/// What the system says. The program then ends as any other.
pub(crate) fn clean_up_at_the_end() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        let _nothing_unfinished = remove_unfinished();
        process::exit(ENDED);
    })
}
