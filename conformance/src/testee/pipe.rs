//! A program with the pipe protocol. It restarts after a crash or a hang.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::answer::{Answer, Breakdown};
use super::confined::{Limits, sanitizer};
use super::implementation::Testee;
use super::process_group::ProcessGroup;
use crate::case::{OPERATIONS, Question};
use crate::protocol::{Description, VERSION, answer_of, describe_line, id_of, question_line};

const LAST_SAID: usize = 1 << 16;
/// Between checks for the program's end.
const LOOK: Duration = Duration::from_millis(100);
/// The children of an ended program may hold standard error open.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// In bytes. The longest correct answer has slightly more than 2 MiB.
const LONGEST: u64 = 64 << 20;

const HINT: &str =
    r#"hint: answer {"op": "describe"} with a line such as {"name": "mine", "protocol": 1, "ops": ["read"]}"#;

/// A program that speaks the pipe protocol.
#[derive(Debug)]
pub struct PipeTestee {
    command: Vec<String>,
    limits: Limits,
    description: Description,
    running: Option<Running>,
    asked: usize,
    /// Kept if the program ended without its description.
    last_words: String,
}

#[derive(Debug)]
struct Running {
    group: ProcessGroup,
    questions: Sender<String>,
    answers: Receiver<Result<String, Breakdown>>,
    /// Standard error.
    said: Receiver<String>,
    last_words: Option<String>,
    is_heard: Arc<AtomicBool>,
    /// Their answers may follow the stray line.
    owed: BTreeSet<String>,
}

impl PipeTestee {
    /// Starts a program and asks for its description.
    ///
    /// # Errors
    ///
    /// Returns an error if it does not start, or does not describe itself.
    pub fn start(command: Vec<String>, limits: Limits) -> io::Result<Self> {
        let description =
            Description { name: String::new(), version: String::new(), protocol: VERSION, ops: Vec::new() };
        let mut testee = Self { command, limits, description, running: None, asked: 0, last_words: String::new() };
        let fail = |why: &str, said: &str| io::Error::other(format!("{why}\n{said}{HINT}"));
        let line = testee.exchange(&describe_line()).map_err(|breakdown| {
            let said = testee.last_words.trim_end();
            let end = if said.is_empty() { "" } else { "\n" };
            fail(
                &format!("it does not describe itself: {breakdown}"),
                &format!("{said}{end}"),
            )
        })?;
        testee.description = serde_json::from_str(&line).map_err(|error| {
            let found: String = line.trim_end().chars().take(200).collect();
            fail(&format!("its first line is not a description: {error}: {found}"), "")
        })?;
        if testee.description.protocol != VERSION {
            let found = testee.description.protocol;
            return Err(io::Error::other(format!(
                "it speaks protocol version {found}, and the suite speaks version {VERSION}"
            )));
        }
        let ops = &testee.description.ops;
        let known = || OPERATIONS.join(", ");
        match ops.iter().find(|op| !OPERATIONS.contains(&op.as_str())) {
            Some(unknown) => Err(io::Error::other(format!(
                "unknown operation {unknown:?}; choose from {}",
                known()
            ))),
            None if ops.is_empty() => Err(io::Error::other(format!(
                "it names no operation; choose from {}",
                known()
            ))),
            None => Ok(testee),
        }
    }

    /// Returns the program's description.
    pub fn description(&self) -> &Description {
        &self.description
    }

    fn exchange(&mut self, line: &str) -> Result<String, Breakdown> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => {
                self.running = Some(self.spawn().map_err(|error| Breakdown::Protocol(error.to_string()))?);
                // A restarted program describes itself again.
                return match self.is_described() {
                    true => self.exchange(&describe_line()).and_then(|_| self.exchange(line)),
                    false => self.exchange(line),
                };
            }
        };
        // A program that has ended reads nothing and answers nothing.
        let _ = running.questions.send(format!("{line}\n"));
        let received = loop {
            let received = running.receive(self.limits.time);
            match &received {
                // Each question has at most one late answer, so that the loop ends.
                Ok(Ok(late)) if !running.owed.is_empty() && id_of(late).is_some_and(|id| running.owed.remove(&id)) => {}
                _ => break received,
            }
        };
        let breakdown = match received {
            Ok(Ok(answer)) => {
                running.is_heard.store(true, Ordering::Relaxed);
                self.running = Some(running);
                return Ok(answer);
            }
            Ok(Err(breakdown)) => breakdown,
            Err(RecvTimeoutError::Timeout) => Breakdown::Hang,
            Err(RecvTimeoutError::Disconnected) => running.breakdown(self.limits.time),
        };
        if !self.is_described() {
            let _ = running.group.end();
            self.last_words = running.last_words(self.limits.time).to_owned();
        }
        Err(breakdown)
    }

    fn is_described(&self) -> bool {
        !self.description.ops.is_empty()
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
            return Err(io::Error::other("the program lacks a pipe"));
        };
        // A program that does not read its question blocks only this thread.
        let (questions, asked) = channel();
        thread::spawn(move || drop(write_lines(stdin, &asked)));
        let answers = lines_of(stdout);
        // A tool that is not installed is silent.
        let is_heard = Arc::new(AtomicBool::new(self.is_described()));
        let (tell, said) = channel();
        let passes = Arc::clone(&is_heard);
        thread::spawn(move || drop(tell.send(pass_on(stderr, &passes))));
        Ok(Running { group, questions, answers, said, is_heard, last_words: None, owed: BTreeSet::new() })
    }
}

impl Testee for PipeTestee {
    fn name(&self) -> &str {
        &self.description.name
    }

    fn answer(&mut self, question: &Question<Vec<u8>>) -> Answer {
        let known: BTreeSet<&str> = self.description.ops.iter().map(String::as_str).collect();
        if !known.contains(question.op()) {
            return Answer::Skipped(format!("it lacks the operation {:?}", question.op()));
        }
        // The case id would allow a lookup table of answers.
        self.asked = self.asked.saturating_add(1);
        let id = format!("question {}", self.asked);
        match self.exchange(&question_line(&id, question)) {
            Ok(line) => {
                let answer = answer_of(&line, &id);
                if matches!(answer, Answer::Broken(_))
                    && id_of(&line).as_ref() != Some(&id)
                    && let Some(running) = &mut self.running
                {
                    running.owed.insert(id);
                }
                answer
            }
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

/// A full channel blocks the program, which bounds memory.
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

/// While `is_heard`. Returns the last part.
fn pass_on(mut stderr: impl Read, is_heard: &AtomicBool) -> String {
    let (mut kept, mut passed, mut chunk) = (Vec::new(), 0_usize, [0; 4096]);
    loop {
        let len = stderr.read(&mut chunk).unwrap_or_default();
        kept.extend_from_slice(chunk.get(..len).unwrap_or_default());
        if is_heard.load(Ordering::Relaxed) {
            let _ = io::stderr().write_all(kept.get(passed..).unwrap_or_default());
            passed = kept.len();
        }
        if len == 0 {
            return String::from_utf8_lossy(&kept).into_owned();
        }
        let surplus = kept.len().saturating_sub(LAST_SAID);
        kept.drain(..surplus);
        passed = passed.saturating_sub(surplus);
    }
}

fn code(status: ExitStatus) -> String {
    status
        .code()
        .map_or_else(|| status.to_string(), |code| format!("exit code {code}"))
}

impl Running {
    /// The program's children may hold its output open after its end.
    fn receive(&self, time: Duration) -> Result<Result<String, Breakdown>, RecvTimeoutError> {
        let start = Instant::now();
        loop {
            let has_exited = self.group.has_exited();
            let rest = time.saturating_sub(start.elapsed());
            match self.answers.recv_timeout(rest.min(LOOK)) {
                Err(RecvTimeoutError::Timeout) if has_exited => return Err(RecvTimeoutError::Disconnected),
                Err(RecvTimeoutError::Timeout) if !rest.is_zero() => {}
                received => return received,
            }
        }
    }

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
            (None, None) if !status.success() => Breakdown::Crash(code(status)),
            (None, None) => Breakdown::Silent,
        }
    }

    /// From a sanitizer, in standard error.
    fn fault(&mut self, time: Duration) -> Option<String> {
        sanitizer(self.last_words(time)).map(|fault| format!("sanitizer: {fault}"))
    }

    fn last_words(&mut self, time: Duration) -> &str {
        let said = &self.said;
        let heard = || said.recv_timeout(time.min(LAST_WORDS)).unwrap_or_default();
        self.last_words.get_or_insert_with(heard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DESCRIBE: &str = r#"read q; echo '{"name": "shell", "protocol": 1, "ops": ["parse_id", "read"]}'; "#;

    fn started(script: &str, seconds: u64) -> PipeTestee {
        let command = vec!["sh".to_string(), "-c".into(), format!("{DESCRIBE}{script}")];
        let limits = Limits { time: Duration::from_secs(3600), ..Limits::default() };
        let mut testee = PipeTestee::start(command, limits).unwrap();
        testee.limits.time = Duration::from_secs(seconds);
        testee
    }

    fn answer(script: &str) -> Answer {
        started(script, 3600).answer(&Question::ParseId { text: "x".into() })
    }

    #[test]
    fn sanitizer_message_before_end_is_crash() {
        let line = "echo 'SUMMARY: AddressSanitizer: heap-buffer-overflow a.c:3' >&2; exit 1";
        let crash = Breakdown::Crash("sanitizer: heap-buffer-overflow".into());
        assert_eq!(answer(&format!("read q; {line}")), Answer::Broken(crash));
    }

    #[test]
    fn ended_and_hanging_testees_differ() {
        assert_eq!(
            answer("read q; kill -SEGV $$"),
            Answer::Broken(Breakdown::Crash("signal 11".into()))
        );
        assert_eq!(answer("read q; exit 0"), Answer::Broken(Breakdown::Silent));
        for script in ["read q; sleep 60", "read q; exec >&-; sleep 60"] {
            let answer = started(script, 1).answer(&Question::ParseId { text: "x".into() });
            assert_eq!(answer, Answer::Broken(Breakdown::Hang), "{script}");
        }
        assert_eq!(
            answer(r#"read q; echo '{"id": "question 1", "rejected": "no"}'"#),
            Answer::Rejected("no".into())
        );
    }

    #[test]
    fn children_left_behind_hide_no_exit() {
        let left = "sleep 60 & setsid sleep 60 & exit 3";
        let crash = Answer::Broken(Breakdown::Crash("exit code 3".into()));
        assert_eq!(answer(&format!("read q; {left}")), crash);
        let mut testee = started(
            &format!(r#"read q; echo '{{"id": "question 1", "rejected": "no"}}'; {left}"#),
            3600,
        );
        let answers = [(); 2].map(|()| testee.answer(&Question::ParseId { text: "x".into() }));
        assert_eq!(answers, [Answer::Rejected("no".into()), crash]);
    }

    #[test]
    fn testee_that_reads_nothing_hangs() {
        let input = vec![0; 1 << 20];
        let answer = started("sleep 60", 1).answer(&Question::Read { format: "binary_bundle".into(), input });
        assert_eq!(answer, Answer::Broken(Breakdown::Hang));
    }

    #[test]
    fn unlimited_answer_is_too_long() {
        let answer = started("tr '\\0' x < /dev/zero", 3600).answer(&Question::ParseId { text: "x".into() });
        assert_eq!(answer, Answer::Broken(Breakdown::TooMuchOutput));
    }

    /// Reports the number of lines when dropped.
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
    fn long_answers_are_read_in_pieces() {
        let (tell, read) = channel();
        let lines = lines_of(Endless(0, tell));
        assert_eq!(lines.recv().unwrap(), Ok("\n".into()));
        // Time to fill an unbounded channel.
        thread::sleep(Duration::from_millis(200));
        drop(lines);
        let read = read.recv().unwrap();
        assert!(read <= 1 << 16, "{read} bytes");
    }

    /// Reasons of rejections, or `broken`.
    fn answers(script: &str) -> Vec<String> {
        let mut testee = started(script, 3600);
        let ask = |_| match testee.answer(&Question::ParseId { text: "x".into() }) {
            Answer::Rejected(why) => why,
            Answer::Broken(Breakdown::Protocol(_)) => "broken".into(),
            answer => panic!("{answer:?}"),
        };
        (0..4).map(ask).collect()
    }

    #[test]
    fn a_stray_line_costs_one_case() {
        let answer = |number: &str| format!(r#"echo '{{"id": "question {number}", "rejected": "{number}"}}'; "#);
        let each = |stray: [&str; 4]| {
            let lines = ["1", "2", "3", "4"].iter().zip(stray);
            let lines = lines.map(|(number, stray)| format!("read q; {stray}{}", answer(number)));
            format!("{}read q", lines.collect::<String>())
        };
        assert_eq!(answers(&each([""; 4])), ["1", "2", "3", "4"]);
        assert_eq!(answers(&each(["", "echo debug; ", "", ""])), ["1", "broken", "3", "4"]);
        assert_eq!(answers(&each(["", &answer("1"), "", ""])), ["1", "broken", "3", "4"]);
        assert_eq!(
            answers(&each(["echo a; ", "", "echo b; ", ""])),
            ["broken", "2", "broken", "4"]
        );
        // Repeating an answer does not hang the suite.
        assert_eq!(
            answers(&format!("while read q; do {} done", answer("1"))),
            ["1", "broken", "broken", "broken"]
        );
    }

    #[test]
    fn a_program_that_is_started_again_describes_itself() {
        let mut testee = started(r#"read q; echo '{"id": "question 2", "rejected": "no"}'; read q"#, 3600);
        testee.running = None;
        testee.asked = 1;
        let answer = testee.answer(&Question::ParseId { text: "x".into() });
        assert_eq!(answer, Answer::Rejected("no".into()));
    }

    #[test]
    fn missing_operations_are_not_asked() {
        let mut testee = started("exit 3", 1);
        let skipped = testee.answer(&Question::Decompress { input: Vec::new() });
        assert_eq!(skipped, Answer::Skipped("it lacks the operation \"decompress\"".into()));
        assert_eq!((testee.name(), &*testee.description().version), ("shell", ""));
    }

    #[test]
    fn testee_without_description_is_refused() {
        let start = |script: &str| {
            let command = vec!["sh".to_string(), "-c".into(), format!("read q; {script}")];
            PipeTestee::start(command, Limits::default()).unwrap_err().to_string()
        };
        let refused = start("echo hello");
        assert!(
            refused.starts_with("its first line is not a description: expected value"),
            "{refused}"
        );
        assert!(refused.ends_with(&format!(": hello\n{HINT}")), "{refused}");
        let silent = start("exit 0");
        assert_eq!(
            silent,
            format!("it does not describe itself: it ended without an answer\n{HINT}")
        );
        assert!(start(r#"echo '{"name": "x", "protocol": 2, "ops": []}'"#).contains("version 2"));
        let refused = start("echo no library >&2; exit 1");
        let expected = "it does not describe itself: it ended: exit code 1\nno library\n";
        assert_eq!(refused, format!("{expected}{HINT}"));
    }
}
