//! A program that speaks the pipe protocol. One that crashes or hangs is started again for the next question.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::answer::{Answer, Breakdown};
use super::confined::{Limits, sanitizer};
use super::implementation::Testee;
use crate::case::{OPERATIONS, Question};
use crate::protocol::{Description, VERSION, answer_of, describe_line, question_line};

/// So many bytes of what a program says last are kept.
const LAST_SAID: usize = 1 << 16;
/// The most bytes of one answer.
const LONGEST: u64 = 1 << 30;

/// A program that speaks the pipe protocol.
#[derive(Debug)]
pub struct PipeTestee {
    command: Vec<String>,
    limits: Limits,
    description: Description,
    running: Option<Running>,
    asked: usize,
}

#[derive(Debug)]
struct Running {
    child: Child,
    questions: ChildStdin,
    answers: Receiver<io::Result<String>>,
    /// What it said, once it has ended.
    said: Receiver<String>,
}

impl PipeTestee {
    /// Starts the program `command` with its words and asks it to describe itself.
    ///
    /// # Errors
    ///
    /// It cannot be started, or does not describe itself as the protocol says.
    pub fn start(command: Vec<String>, limits: Limits) -> io::Result<Self> {
        let description =
            Description { name: String::new(), version: String::new(), protocol: VERSION, ops: Vec::new() };
        let mut testee = Self { command, limits, description, running: None, asked: 0 };
        let line = testee
            .exchange(&describe_line())
            .map_err(|breakdown| io::Error::other(format!("it does not describe itself: {breakdown:?}")))?;
        testee.description = serde_json::from_str(&line).map_err(|error| {
            io::Error::other(format!(
                "it does not describe itself as the protocol says: {error}: {line}"
            ))
        })?;
        if testee.description.protocol != VERSION {
            let found = testee.description.protocol;
            return Err(io::Error::other(format!(
                "it speaks version {found} of the protocol, and the suite version {VERSION}"
            )));
        }
        let ops = &testee.description.ops;
        let known = || OPERATIONS.join(", ");
        match ops.iter().find(|op| !OPERATIONS.contains(&op.as_str())) {
            Some(unknown) => Err(io::Error::other(format!(
                "there is no operation {unknown:?}; there is: {}",
                known()
            ))),
            None if ops.is_empty() => Err(io::Error::other(format!("it has no operation; there is: {}", known()))),
            None => Ok(testee),
        }
    }

    /// What it says of itself.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// Sends a line and waits for one.
    fn exchange(&mut self, line: &str) -> Result<String, Breakdown> {
        let protocol = |error: io::Error| Breakdown::Protocol(error.to_string());
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.spawn().map_err(protocol)?,
        };
        // One that has ended says so by its answer.
        let sent = running
            .questions
            .write_all(format!("{line}\n").as_bytes())
            .and_then(|()| running.questions.flush());
        match running.answers.recv_timeout(self.limits.time) {
            Ok(Ok(answer)) => {
                self.running = Some(running);
                Ok(answer)
            }
            Ok(Err(error)) => {
                let _ = running.end();
                Err(protocol(error))
            }
            Err(RecvTimeoutError::Timeout) => {
                let _ = running.end();
                Err(Breakdown::Hang)
            }
            Err(RecvTimeoutError::Disconnected) => Err(match running.child.wait() {
                Ok(status) => match (running.fault(self.limits.time), status.signal()) {
                    (Some(fault), _) => Breakdown::Crash(fault),
                    (None, Some(24)) => Breakdown::Hang,
                    (None, Some(signal)) => Breakdown::Crash(format!("signal {signal}")),
                    (None, None) if sent.is_err() || !status.success() => {
                        Breakdown::Crash(format!("it ended: {status}"))
                    }
                    (None, None) => Breakdown::Silent,
                },
                Err(error) => protocol(error),
            }),
        }
    }

    fn spawn(&self) -> io::Result<Running> {
        let limits = format!("ulimit -c 0; {}exec \"$0\" \"$@\"", self.limits.memory());
        let mut child = Command::new("sh")
            .args(["-c", &limits])
            .args(&self.command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let (Some(questions), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::Error::other("there is no pipe to it"));
        };
        let (send, answers) = channel();
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            loop {
                let mut line = String::new();
                let read = (&mut stdout).take(LONGEST).read_line(&mut line);
                let ended = matches!(read, Ok(0) | Err(_));
                if matches!(read, Ok(0)) || send.send(read.map(|_| line)).is_err() || ended {
                    return;
                }
            }
        });
        let (tell, said) = channel();
        thread::spawn(move || drop(tell.send(pass_on(stderr))));
        Ok(Running { child, questions, answers, said })
    }
}

impl Testee for PipeTestee {
    fn name(&self) -> &str {
        &self.description.name
    }

    fn answer(&mut self, question: &Question<Vec<u8>>) -> Answer {
        let known: BTreeSet<&str> = self.description.ops.iter().map(String::as_str).collect();
        if !known.contains(question.op()) {
            return Answer::Skipped(format!("it has no operation {:?}", question.op()));
        }
        // Not the id of the case: an answer is to the question, not looked up by its name.
        self.asked = self.asked.saturating_add(1);
        let id = format!("question {}", self.asked);
        match self.exchange(&question_line(&id, question)) {
            Ok(line) => answer_of(&line, &id),
            Err(breakdown) => Answer::Broken(breakdown),
        }
    }
}

/// Passes on what a program says as it says it. The result is the last of it, once it says no more.
fn pass_on(mut stderr: impl Read) -> String {
    let (mut kept, mut chunk) = (Vec::new(), [0; 4096]);
    while let Ok(len @ 1..) = stderr.read(&mut chunk) {
        let said = chunk.get(..len).unwrap_or_default();
        let _ = io::stderr().write_all(said);
        kept.extend_from_slice(said);
        let surplus = kept.len().saturating_sub(LAST_SAID);
        kept.drain(..surplus);
    }
    String::from_utf8_lossy(&kept).into_owned()
}

impl Running {
    /// What a sanitizer has found in a program that has ended, if it said so.
    fn fault(&self, time: Duration) -> Option<String> {
        let said = self.said.recv_timeout(time).ok()?;
        sanitizer(&said).map(|fault| format!("sanitizer: {fault}"))
    }

    fn end(&mut self) -> io::Result<()> {
        let group = format!("-{}", self.child.id());
        let _ = Command::new("kill")
            .args(["-KILL", "--", &group])
            .stderr(Stdio::null())
            .status();
        let _ = self.child.kill();
        self.child.wait().map(drop)
    }
}

impl Drop for PipeTestee {
    fn drop(&mut self) {
        if let Some(mut running) = self.running.take() {
            let _ = running.end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DESCRIBE: &str = r#"read q; echo '{"name": "shell", "protocol": 1, "ops": ["parse_id"]}'; "#;

    fn started(script: &str) -> PipeTestee {
        let command = vec!["sh".to_string(), "-c".into(), format!("{DESCRIBE}{script}")];
        let limits = Limits { time: Duration::from_secs(1), ..Limits::default() };
        PipeTestee::start(command, limits).unwrap()
    }

    fn answer(script: &str) -> Answer {
        started(script).answer(&Question::ParseId { text: "x".into() })
    }

    #[test]
    fn what_a_sanitizer_said_before_the_program_ended_is_the_crash() {
        let line = "echo 'SUMMARY: AddressSanitizer: heap-buffer-overflow a.c:3' >&2; exit 1";
        let crash = Breakdown::Crash("sanitizer: heap-buffer-overflow".into());
        assert_eq!(answer(&format!("read q; {line}")), Answer::Broken(crash));
    }

    #[test]
    fn a_testee_that_ends_is_told_from_one_that_hangs() {
        assert_eq!(
            answer("read q; kill -SEGV $$"),
            Answer::Broken(Breakdown::Crash("signal 11".into()))
        );
        assert_eq!(answer("read q; sleep 60"), Answer::Broken(Breakdown::Hang));
        assert_eq!(answer("read q; exit 0"), Answer::Broken(Breakdown::Silent));
        assert_eq!(
            answer(r#"read q; echo '{"id": "question 1", "rejected": "no"}'"#),
            Answer::Rejected("no".into())
        );
    }

    #[test]
    fn what_it_does_not_have_it_is_not_asked() {
        let mut testee = started("exit 3");
        let skipped = testee.answer(&Question::Decompress { input: Vec::new() });
        assert_eq!(skipped, Answer::Skipped("it has no operation \"decompress\"".into()));
        assert_eq!((testee.name(), &*testee.description().version), ("shell", ""));
    }

    #[test]
    fn one_that_does_not_describe_itself_is_refused() {
        let start = |line: &str| {
            let command = vec!["sh".to_string(), "-c".into(), format!("read q; echo '{line}'")];
            PipeTestee::start(command, Limits::default()).unwrap_err().to_string()
        };
        assert!(start("hello").contains("does not describe itself"));
        assert!(start(r#"{"name": "x", "protocol": 2, "ops": []}"#).contains("version 2"));
    }
}
