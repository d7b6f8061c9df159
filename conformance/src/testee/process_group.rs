//! Ends a program together with its children.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// Dropping it kills the group.
#[derive(Debug)]
pub(super) struct ProcessGroup {
    pub(super) child: Child,
    has_ended: bool,
}

impl ProcessGroup {
    pub(super) fn start(command: &mut Command) -> io::Result<Self> {
        Ok(Self { child: command.process_group(0).spawn()?, has_ended: false })
    }

    /// Kills the rest of the group after the program. `None` if the time is up.
    pub(super) fn wait(&mut self, time: Duration) -> io::Result<Option<ExitStatus>> {
        let pid = Pid::from_child(&self.child);
        let (has_ended, ended) = channel::<()>();
        let is_late = thread::scope(|scope| {
            // Most programs end within milliseconds: polling would take as long again.
            let watch = scope.spawn(move || {
                let is_late = matches!(ended.recv_timeout(time), Err(RecvTimeoutError::Timeout));
                if is_late {
                    kill(pid);
                }
                is_late
            });
            // The zombie keeps its number until the group has ended.
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            let seen = loop {
                match waitid(WaitId::Pid(pid), options) {
                    Err(rustix::io::Errno::INTR) => {}
                    seen => break seen,
                }
            };
            drop(has_ended);
            let is_late = watch.join().unwrap_or_default();
            seen.map(|_| is_late)
        })?;
        let status = self.end()?;
        Ok((!is_late).then_some(status))
    }

    /// Its children may still run.
    pub(super) fn has_exited(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), options), Ok(Some(_)))
    }

    pub(super) fn end(&mut self) -> io::Result<ExitStatus> {
        if !self.has_ended {
            kill(Pid::from_child(&self.child));
        }
        let status = self.child.wait()?;
        self.has_ended = true;
        Ok(status)
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

fn kill(group: Pid) {
    // ESRCH: the group is empty.
    let _ = kill_process_group(group, Signal::KILL);
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    /// Panics if a child survives.
    fn wait(script: &str, time: Duration) -> Option<ExitStatus> {
        let (mut held, holder) = io::pipe().unwrap();
        // Only the started programs hold the pipe open.
        let mut group = ProcessGroup::start(Command::new("sh").args(["-c", script]).stdout(holder)).unwrap();
        let status = group.wait(time).unwrap();
        let (send, closed) = channel();
        thread::spawn(move || send.send(held.read_to_end(&mut Vec::new()).is_ok()));
        assert_eq!(closed.recv_timeout(Duration::from_secs(60)), Ok(true), "{script}");
        status
    }

    #[test]
    fn late_program_ends_with_children() {
        let soon = Duration::from_millis(100);
        assert_eq!(wait("sleep 100000", soon), None);
        assert_eq!(wait("sleep 100000 & wait", soon), None);
        assert_eq!(wait("sh -c 'sleep 100000; :' | sleep 100000; :", soon), None);
    }

    #[test]
    fn orphaned_children_end_too() {
        let status = wait("sleep 100000 & exit 3", Duration::from_secs(60));
        assert_eq!(status.and_then(|status| status.code()), Some(3));
    }
}
