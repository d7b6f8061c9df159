//! Makes the use of a closed standard stream an error. A program only needs `use offload_bundle_closed_streams as _;`.
//!
//! Before `main`, Rust opens the null device for each closed standard stream: results are lost without an error, and input is empty. That
//! device cannot be distinguished from a null device passed by the parent. This crate runs earlier and opens a symbolic link in its place:
//! reading and writing fail with "Bad file descriptor", and opening `/dev/stdin` or `/dev/stdout` fails too. It works on Linux; elsewhere
//! the crate does nothing. `std::io::stdout` treats this error as success, so programs must write to a [`std::fs::File`].

#[cfg(target_os = "linux")]
mod linux {
    use rustix::fd::IntoRawFd;
    use rustix::fs::{Mode, OFlags, open};
    use rustix::io::{Errno, fcntl_getfd};
    use rustix::stdio::{stderr, stdin, stdout};

    /// The system calls the functions in this section before `main`.
    #[allow(unsafe_code, reason = "the system expects a function of this type in this section")]
    #[used]
    #[unsafe(link_section = ".init_array")]
    static BEFORE_MAIN: extern "C" fn() = fill;

    extern "C" fn fill() {
        for stream in [stdin(), stdout(), stderr()] {
            if fcntl_getfd(stream) == Err(Errno::BADF) {
                // `open` returns the lowest free descriptor, which is this one. It stays open until the program ends.
                let name = open(c"/proc/self", OFlags::PATH | OFlags::NOFOLLOW, Mode::empty());
                let name = name.or_else(|_| open(c"/", OFlags::PATH, Mode::empty()));
                let _ = name.map(IntoRawFd::into_raw_fd);
            }
        }
    }
}
