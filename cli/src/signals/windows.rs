//! Removes unfinished files on Ctrl-C, Ctrl-Break, closed windows and the end of the session.

use std::process;

use offload_bundle::ops::remove_unfinished;

/// `STATUS_CONTROL_C_EXIT`, the default exit code on Ctrl-C.
const ENDED: i32 = 0xC000_013A_u32.cast_signed();

/// On an error, the program ends by default.
pub(crate) fn clean_up_at_the_end() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        let _nothing_unfinished = remove_unfinished();
        process::exit(ENDED);
    })
}
