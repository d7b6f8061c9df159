//! A program that speaks the pipe protocol. One that crashes or hangs is started again for the next question.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use super::answer::{Answer, Breakdown};
use super::confined::{Limits, sanitizer};
use super::implementation::Testee;
use super::process_group::ProcessGroup;
use crate::case::{OPERATIONS, Question};
use crate::protocol::{Description, VERSION, answer_of, describe_line, question_line};

/// So many bytes of what a program says last are kept.
const LAST_SAID: usize = 1 << 16;
/// The most bytes of one answer. The longest right answer has a little more than 2 MiB.
const LONGEST: u64 = 64 << 20;

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
    group: ProcessGroup,
    questions: Sender<String>,
    answers: Receiver<Result<String, Breakdown>>,
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
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.spawn().map_err(|error| Breakdown::Protocol(error.to_string()))?,
        };
        // A program that has ended reads nothing: it has no answer either.
        let _ = running.questions.send(format!("{line}\n"));
        match running.answers.recv_timeout(self.limits.time) {
            Ok(answer) => {
                let answer = answer?;
                self.running = Some(running);
                Ok(answer)
            }
            Err(RecvTimeoutError::Timeout) => Err(Breakdown::Hang),
            Err(RecvTimeoutError::Disconnected) => Err(running.breakdown(self.limits.time)),
        }
    }

    fn spawn(&self) -> io::Result<Running> {
        let limits = format!("ulimit -c 0; {}exec \"$0\" \"$@\"", self.limits.memory());
        let mut command = Command::new("sh");
        command
            .args(["-c", &limits])
            .args(&self.command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut group = ProcessGroup::start(&mut command)?;
        let child = &mut group.child;
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::Error::other("there is no pipe to it"));
        };
        // A program that does not read its question blocks only this thread.
        let (questions, asked) = channel();
        thread::spawn(move || drop(write_lines(stdin, &asked)));
        let answers = lines_of(stdout);
        let (tell, said) = channel();
        thread::spawn(move || drop(tell.send(pass_on(stderr))));
        Ok(Running { group, questions, answers, said })
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

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) -> io::Result<()> {
    for line in lines {
        stdin.write_all(line.as_bytes())?;
        stdin.flush()?;
    }
    Ok(())
}

/// The lines of `stdout`. One that nobody receives stops the program, and takes no memory here.
fn lines_of(stdout: impl Read + Send + 'static) -> Receiver<Result<String, Breakdown>> {
    let (send, lines) = sync_channel(1);
    thread::spawn(move || read_lines(stdout, &send));
    lines
}

fn read_lines(stdout: impl Read, answers: &SyncSender<Result<String, Breakdown>>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = String::new();
        let answer = match (&mut stdout).take(LONGEST).read_line(&mut line) {
            Ok(0) => return,
            Ok(_) if line.len() as u64 == LONGEST && !line.ends_with('\n') => Err(Breakdown::TooMuchOutput),
            Ok(_) => Ok(line),
            Err(error) => Err(Breakdown::Protocol(error.to_string())),
        };
        let is_last = answer.is_err();
        if answers.send(answer).is_err() || is_last {
            return;
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
    /// How a program ended that said nothing more.
    fn breakdown(&mut self, time: Duration) -> Breakdown {
        let status = match self.group.wait(time) {
            Ok(Some(status)) => status,
            Ok(None) => return Breakdown::Hang,
            Err(error) => return Breakdown::Protocol(error.to_string()),
        };
        match (self.fault(time), status.signal()) {
            (Some(fault), _) => Breakdown::Crash(fault),
            (None, Some(24)) => Breakdown::Hang,
            (None, Some(signal)) => Breakdown::Crash(format!("signal {signal}")),
            (None, None) if !status.success() => Breakdown::Crash(format!("it ended: {status}")),
            (None, None) => Breakdown::Silent,
        }
    }

    /// What a sanitizer has found in a program that has ended, if it said so.
    fn fault(&self, time: Duration) -> Option<String> {
        let said = self.said.recv_timeout(time).ok()?;
        sanitizer(&said).map(|fault| format!("sanitizer: {fault}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DESCRIBE: &str = r#"read q; echo '{"name": "shell", "protocol": 1, "ops": ["parse_id", "read"]}'; "#;

    fn started(script: &str, seconds: u64) -> PipeTestee {
        let command = vec!["sh".to_string(), "-c".into(), format!("{DESCRIBE}{script}")];
        let limits = Limits { time: Duration::from_secs(seconds), ..Limits::default() };
        PipeTestee::start(command, limits).unwrap()
    }

    fn answer(script: &str) -> Answer {
        started(script, 1).answer(&Question::ParseId { text: "x".into() })
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
        assert_eq!(answer("read q; exec >&-; sleep 60"), Answer::Broken(Breakdown::Hang));
        assert_eq!(
            answer(r#"read q; echo '{"id": "question 1", "rejected": "no"}'"#),
            Answer::Rejected("no".into())
        );
    }

    #[test]
    fn a_testee_that_reads_no_question_hangs() {
        let input = vec![0; 1 << 20];
        let answer = started("sleep 60", 1).answer(&Question::Read { format: "binary_bundle".into(), input });
        assert_eq!(answer, Answer::Broken(Breakdown::Hang));
    }

    #[test]
    fn an_answer_without_an_end_is_too_long() {
        let answer = started("tr '\\0' x < /dev/zero", 60).answer(&Question::ParseId { text: "x".into() });
        assert_eq!(answer, Answer::Broken(Breakdown::TooMuchOutput));
    }

    /// Gives out lines without end, and tells how many bytes that were once nobody reads any more.
    struct Endless(usize, Sender<usize>);

    impl Read for Endless {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            into.fill(b'\n');
            self.0 += into.len();
            Ok(into.len())
        }
    }

    impl Drop for Endless {
        fn drop(&mut self) {
            let _ = self.1.send(self.0);
        }
    }

    #[test]
    fn answers_without_end_are_read_as_they_are_received() {
        let (tell, read) = channel();
        let lines = lines_of(Endless(0, tell));
        assert_eq!(lines.recv().unwrap(), Ok("\n".into()));
        // Where lines pile up, this is the time to.
        thread::sleep(Duration::from_millis(200));
        drop(lines);
        let read = read.recv().unwrap();
        assert!(read <= 1 << 16, "{read} bytes");
    }

    #[test]
    fn what_it_does_not_have_it_is_not_asked() {
        let mut testee = started("exit 3", 1);
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
