use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::description::{EngineStderr, ProcessDescription};
use super::error::EngineError;
use super::process_group;
use crate::monitor::Monitor;

/// The longest line, in bytes, that is taken from a program; a longer one is taken in pieces.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that a program may be ahead of us before it has to wait.
const LINES_AHEAD: usize = 256;
/// How often the monitor is asked while we wait.
const MONITOR_EVERY: Duration = Duration::from_millis(20);
/// How long a program that has closed its output may take to end, so that its exit status is known.
const LAST_BREATH: Duration = Duration::from_millis(200);

/// A program that is running, with its ends of the pipes. Dropping it ends the program and all that it has started.
#[derive(Debug)]
pub(super) struct EngineProcess {
    child: Child,
    /// Text on its way to the program. A thread of its own writes it, since a program that hangs does not read.
    input: Option<Sender<String>>,
    output: Receiver<String>,
    has_answered: bool,
    /// How it has ended, once the system has been asked. Its number, and that of its group, may belong to others since then.
    last_words: Option<String>,
    quit: String,
    quit_patience: Duration,
}

/// Why the line that was waited for did not come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum NoAnswer {
    /// It took too long.
    Late,
    /// The program has ended, or closed its output; how.
    Ended(String),
    /// The monitor asked to stop.
    Stopped,
}

impl EngineProcess {
    /// Starts a program. `quit` is what tells it to end; it then has `quit_patience` to do so.
    pub(super) fn start(
        description: &ProcessDescription,
        quit: String,
        quit_patience: Duration,
    ) -> Result<Self, EngineError> {
        let mut command = Command::new(&description.command);
        command
            .args(&description.args)
            .envs(&description.environment)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(match description.stderr {
                EngineStderr::Discard => Stdio::null(),
                EngineStderr::Show => Stdio::inherit(),
            });
        if let Some(folder) = &description.folder {
            command.current_dir(folder);
        }
        process_group::separate(&mut command);
        let mut child = command.spawn().map_err(|source| EngineError::Start {
            command: description.command.clone(),
            source,
        })?;
        let input = child.stdin.take().map(write_input);
        let output = read_output(child.stdout.take().expect("stdout is a pipe"));
        Ok(Self {
            child,
            input,
            output,
            has_answered: false,
            last_words: None,
            quit,
            quit_patience,
        })
    }

    /// Sends the lines of a text; blank ones are left out.
    pub(super) fn send(&self, text: &str) {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let text: String = lines.map(|line| format!("{line}\n")).collect();
        if let Some(input) = &self.input {
            // A program that takes no text any more will not answer either, and that is noticed.
            let _ = input.send(text);
        }
    }

    /// Whether it has ever said what was waited for. Until then it may still be starting.
    pub(super) const fn has_answered(&self) -> bool {
        self.has_answered
    }

    /// Forgets lines that nobody has asked for.
    pub(super) fn forget_output(&self) {
        while self.output.try_recv().is_ok() {}
    }

    /// Waits for the first line that `accept` can use; others are skipped.
    pub(super) fn wait_for<T>(
        &mut self,
        deadline: Instant,
        monitor: &dyn Monitor,
        mut accept: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, NoAnswer> {
        loop {
            if monitor.is_stopped() {
                return Err(NoAnswer::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(MONITOR_EVERY)) {
                Ok(line) => {
                    if let Some(answer) = accept(&line) {
                        self.has_answered = true;
                        return Ok(answer);
                    }
                    // Somebody who talks on and on is late too.
                    if left.is_zero() {
                        return Err(self.late());
                    }
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(self.late()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(NoAnswer::Ended(self.last_words())),
            }
        }
    }

    /// Ends the program at once.
    pub(super) fn kill(mut self) {
        self.quit.clear();
        self.quit_patience = Duration::ZERO;
    }

    /// Why nothing came in time. A program that has ended is not noticed before if others, which it has started, hold its
    /// output open.
    fn late(&mut self) -> NoAnswer {
        if self.last_words.is_some() || process_group::ends_within(&mut self.child, Duration::ZERO) {
            NoAnswer::Ended(self.last_words())
        } else {
            NoAnswer::Late
        }
    }

    /// How a program has ended, or that it closed its output and went on.
    fn last_words(&mut self) -> String {
        if let Some(words) = &self.last_words {
            return words.clone();
        }
        let has_ended = process_group::ends_within(&mut self.child, LAST_BREATH);
        let words = match process_group::end(&mut self.child, Duration::ZERO) {
            Ok(status) if has_ended => format!("it ended with {status}"),
            _ => "it closed its output".to_owned(),
        };
        self.last_words.insert(words).clone()
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        if self.last_words.is_some() {
            return;
        }
        let quit = std::mem::take(&mut self.quit);
        self.send(&quit);
        self.input = None;
        // There is nobody left to tell.
        let _ = process_group::end(&mut self.child, self.quit_patience);
    }
}

/// Writes what is sent until the program takes no more or nobody sends any more, and then closes its input.
fn write_input(mut input: ChildStdin) -> Sender<String> {
    let (sender, receiver) = channel::<String>();
    thread::spawn(move || {
        for text in receiver {
            let written = input.write_all(text.as_bytes()).and_then(|()| input.flush());
            if written.is_err() {
                return;
            }
        }
    });
    sender
}

/// Reads lines until the program writes no more or nobody listens any more.
fn read_output(output: ChildStdout) -> Receiver<String> {
    let (sender, receiver) = sync_channel(LINES_AHEAD);
    thread::spawn(move || {
        let mut output = BufReader::new(output);
        loop {
            let mut line = Vec::new();
            match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
                Ok(bytes) if bytes > 0 => {
                    let line = String::from_utf8_lossy(&line).trim().to_owned();
                    if sender.send(line).is_err() {
                        return;
                    }
                }
                _ => return,
            }
        }
    });
    receiver
}

#[cfg(all(test, unix))]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_program_that_was_collected_is_not_ended_again() {
        let description = ProcessDescription {
            command: "sh".into(),
            args: ["-c", "exec >&-; sleep 600"].map(str::to_owned).to_vec(),
            folder: None,
            environment: BTreeMap::new(),
            stderr: EngineStderr::Discard,
        };
        let mut process = EngineProcess::start(&description, String::new(), Duration::ZERO).unwrap();
        let later = Instant::now() + Duration::from_secs(600);
        // To ask it again is to be told again, and not how our own signal ended it.
        for _ in 0..2 {
            let answer = process.wait_for(later, &(), |_| Some(()));
            assert_eq!(answer, Err(NoAnswer::Ended("it closed its output".to_owned())));
        }
    }
}
