//! Runs the program and holds what it said.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// What a finished run has left.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The program, with settings under which an error must stay one line.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumalak"));
    command.args(args).env("RUST_BACKTRACE", "1").stdin(Stdio::null());
    command
}

/// Runs the program to its end.
pub(crate) fn kumalak(args: &[&str]) -> Run {
    Run::from(command(args).output().unwrap())
}

/// Runs the program to its end with this text on stdin.
pub(crate) fn kumalak_reading(args: &[&str], input: &str) -> Run {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that has seen enough may close its end first.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    Run::from(child.wait_with_output().unwrap())
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().expect("no signal ended the program"),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Run {
    /// Asserts success and returns stdout.
    #[track_caller]
    pub(crate) fn success(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (0, ""));
        self.stdout
    }

    /// Asserts that the run failed with this code and one line of error that holds all these words.
    #[track_caller]
    pub(crate) fn failure(&self, code: i32, words: &[&str]) {
        assert_eq!(self.code, code, "{}", self.stderr);
        assert_eq!(self.stderr.lines().count(), 1, "{}", self.stderr);
        assert!(self.stderr.starts_with("error: "), "{}", self.stderr);
        for word in words {
            assert!(
                self.stderr.contains(word),
                "{word:?} is missing in {}",
                self.stderr
            );
        }
    }
}
