//! Makes it an error to use a standard stream that is closed when the program starts. A program says `use offload_bundle_closed_streams as
//! _;`, and that is all.
//!
//! Rust opens the null device in place of such a stream before `main`, for reading and writing: results are lost without an error, and
//! input is empty. Nothing tells that device from one that the parent has given. So this comes first, and puts the name of a link there:
//! reading or writing fails with "Bad file descriptor", and opening `/dev/stdin` or `/dev/stdout` fails too. It is for Linux; elsewhere the
//! crate does nothing. `std::io::stdout` takes just the first error for success, so such a program writes to a
//! [`std::fs::File`].

#[cfg(target_os = "linux")]
mod linux {
    use rustix::fd::IntoRawFd;
    use rustix::fs::{Mode, OFlags, open};
    use rustix::io::{Errno, fcntl_getfd};
    use rustix::stdio::{stderr, stdin, stdout};

    /// The system calls what this section lists before it calls `main`.
    #[allow(
        unsafe_code,
        reason = "a function of this type is what the system expects in this section"
    )]
    #[used]
    #[unsafe(link_section = ".init_array")]
    static BEFORE_MAIN: extern "C" fn() = fill;

    /// Opens each standard stream that is closed so that it cannot be used.
    extern "C" fn fill() {
        for stream in [stdin(), stdout(), stderr()] {
            if fcntl_getfd(stream) == Err(Errno::BADF) {
                // The lowest free descriptor is given, which is this one. It stays open as long as the program runs.
                let name = open(c"/proc/self", OFlags::PATH | OFlags::NOFOLLOW, Mode::empty());
                let name = name.or_else(|_| open(c"/", OFlags::PATH, Mode::empty()));
                let _ = name.map(IntoRawFd::into_raw_fd);
            }
        }
    }
}
