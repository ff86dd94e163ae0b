use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{Implementation, ImplementationError, Snapshot};
use crate::fen::Fen;
use crate::pit::Pit;
use crate::rules::Rules;

/// The longest line, in bytes, that is taken from a program.
const LONGEST_ANSWER: u64 = 4096;
/// Lines that a program may be ahead of us.
const LINES_AHEAD: usize = 16;
/// How long a program may take to end by itself.
const GRACE: Duration = Duration::from_millis(500);

/// A program that answers each line of commands with one line; `docs/rules.md` describes them.
///
/// Dropping it ends the program.
#[derive(Debug)]
pub struct ProcessImplementation {
    rules: Rules,
    time_limit: Duration,
    child: Child,
    commands: Option<ChildStdin>,
    answers: Receiver<String>,
}

impl ProcessImplementation {
    /// Starts a program that plays by `rules` and has `time_limit` for each answer. What it writes to stderr stays visible.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn spawn(
        command: &mut Command,
        rules: Rules,
        time_limit: Duration,
    ) -> Result<Self, ImplementationError> {
        let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = spawned.map_err(|source| ImplementationError::Spawn {
            program: command.get_program().to_string_lossy().into_owned(),
            source,
        })?;
        let commands = child.stdin.take();
        let output = child.stdout.take().expect("stdout is a pipe");
        Ok(Self {
            rules,
            time_limit,
            child,
            commands,
            answers: read_answers(output),
        })
    }

    fn ask(&mut self, command: &str) -> Result<String, ImplementationError> {
        self.send(command);
        let deadline = Instant::now() + self.time_limit;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.answers.recv_timeout(left) {
                Ok(line) if line.starts_with('#') => {}
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(ImplementationError::Timeout {
                        command: command.to_owned(),
                        limit: self.time_limit,
                    });
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(ImplementationError::Exited {
                        command: command.to_owned(),
                        status: self.end().map_err(|source| ImplementationError::Lost {
                            command: command.to_owned(),
                            source,
                        })?,
                    });
                }
            }
        }
    }

    /// Sends a line. A program that does not take it will not answer it either, and that is reported.
    fn send(&mut self, command: &str) {
        if let Some(commands) = &mut self.commands {
            let _ = writeln!(commands, "{command}").and_then(|()| commands.flush());
        }
    }

    fn ask_board(&mut self, command: &str) -> Result<Snapshot, ImplementationError> {
        let answer = self.ask(command)?;
        self.read(command, &answer)
    }

    fn read(&self, command: &str, answer: &str) -> Result<Snapshot, ImplementationError> {
        Snapshot::parse(&self.rules, answer).map_err(|problem| ImplementationError::Answer {
            command: command.to_owned(),
            problem,
        })
    }

    /// Lets the program end, ends it if it does not, and returns how it ended.
    fn end(&mut self) -> io::Result<ExitStatus> {
        self.commands = None;
        let deadline = Instant::now() + GRACE;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
            }
            thread::sleep(Duration::from_millis(5));
        }
        self.child.kill()?;
        self.child.wait()
    }
}

/// The lines of a program, read by a thread that ends with the pipe or with the receiver.
fn read_answers(output: ChildStdout) -> Receiver<String> {
    let (sender, receiver) = sync_channel(LINES_AHEAD);
    thread::spawn(move || {
        let mut output = BufReader::new(output);
        loop {
            let mut line = Vec::new();
            match output.by_ref().take(LONGEST_ANSWER).read_until(b'\n', &mut line) {
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

impl Implementation for ProcessImplementation {
    fn start(&mut self) -> Result<Snapshot, ImplementationError> {
        self.ask_board("start")
    }

    fn set_position(&mut self, position: &Fen) -> Result<Option<Snapshot>, ImplementationError> {
        let command = format!("position {}", position.to_text(&self.rules));
        match self.ask(&command)? {
            answer if answer == "unsupported" => Ok(None),
            answer => self.read(&command, &answer).map(Some),
        }
    }

    fn play(&mut self, pit: Pit) -> Result<Snapshot, ImplementationError> {
        self.ask_board(&format!("play {pit}"))
    }
}

impl Drop for ProcessImplementation {
    fn drop(&mut self) {
        self.send("quit");
        // There is nobody left to tell.
        let _ = self.end();
    }
}
