//! How the program ends: exit codes, and errors as one line.

use std::fmt;
use std::io::{self, Write};
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::process::ExitCode;

use clap::Subcommand;
use clap::error::ErrorKind;
use kumalak_selfplay::EngineError;
use kumalak_train::ConfigError;

use crate::commands::Command;
use crate::progress::print_line;

const FAILED: u8 = 1;
const WRONG_USAGE: u8 = 2;
/// 128 + the number of SIGINT, as shells report it.
const INTERRUPTED: u8 = 130;

/// How a command that did not fail has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Finish {
    /// It did all it was asked.
    Done,
    /// It did its work and found fault with its input, which it has reported.
    FoundFaults,
    /// Ctrl-C stopped it; what was finished is kept.
    Interrupted,
}

/// An argument that clap could not judge alone, such as a position that the rule set does not allow.
#[derive(Debug)]
pub(crate) struct UsageError(pub(crate) String);

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// Turns the end of a command into an exit code, and an error into one line on stderr.
pub(crate) fn conclude(result: anyhow::Result<Finish>) -> ExitCode {
    let error = match result {
        Ok(Finish::Done) => return ExitCode::SUCCESS,
        Ok(Finish::FoundFaults) => return ExitCode::from(FAILED),
        Ok(Finish::Interrupted) => return ExitCode::from(INTERRUPTED),
        Err(error) => error,
    };
    if is_broken_pipe(&error) {
        return ExitCode::SUCCESS;
    }
    if let Some(EngineError::Stopped { .. }) = error.downcast_ref() {
        print_line(&error.to_string());
        return ExitCode::from(INTERRUPTED);
    }
    print_error(&one_line(&with_causes(&error)));
    ExitCode::from(if is_wrong_usage(&error) {
        WRONG_USAGE
    } else {
        FAILED
    })
}

fn is_wrong_usage(error: &anyhow::Error) -> bool {
    let is_wrong_option = error
        .downcast_ref::<ConfigError>()
        .is_some_and(ConfigError::is_of_option);
    is_wrong_option || error.is::<UsageError>()
}

/// Answers a command line that asks for help, or one that is wrong.
pub(crate) fn conclude_usage(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // A reader that went away has seen enough help.
            let _ = error.print();
            ExitCode::SUCCESS
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            ExitCode::from(WRONG_USAGE)
        }
        _ => {
            print_error(&usage_line(
                &plain_message(error),
                std::env::args().nth(1).as_deref(),
            ));
            ExitCode::from(WRONG_USAGE)
        }
    }
}

/// What clap says, with the range of numbers in plain words.
fn plain_message(error: &clap::Error) -> String {
    let message = error.to_string();
    let reason = std::error::Error::source(error).and_then(|source| Some((source, number_reason(source)?)));
    match reason {
        Some((source, reason)) => message.replacen(&source.to_string(), &reason, 1),
        None => message,
    }
}

/// Why text is not the number that an option takes; `None` if the trouble is another one.
fn number_reason(source: &(dyn std::error::Error + 'static)) -> Option<String> {
    if let Some(error) = source.downcast_ref::<ParseIntError>() {
        return Some(match error.kind() {
            IntErrorKind::Zero => "expected at least 1".to_owned(),
            IntErrorKind::PosOverflow => "the number is too large".to_owned(),
            _ => "expected a whole number, not negative".to_owned(),
        });
    }
    if source.is::<ParseFloatError>() {
        return Some("expected a number".to_owned());
    }
    let message = source.to_string();
    let (_, range) = message.split_once(" is not in ")?;
    let (least, most) = range.split_once("..")?;
    Some(match most.strip_prefix('=') {
        Some(most) if most != u32::MAX.to_string() => format!("expected {least} to {most}"),
        _ => format!("expected at least {least}"),
    })
}

/// Makes a bug of the program look like any other failure, whatever `RUST_BACKTRACE` says.
pub(crate) fn install_panic_hook() {
    std::panic::set_hook(Box::new(|panic| {
        print_error(&format!("internal error: {}", one_line(&panic.to_string())));
    }));
}

fn print_error(line: &str) {
    // With stderr closed there is nobody left to tell.
    let _ = writeln!(io::stderr(), "error: {line}");
}

/// Whether an error only says that the reader of our output has gone, as `head` does.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// An error with its causes, without those that its own words already end with.
fn with_causes(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.ends_with(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// A message without line breaks.
fn one_line(message: &str) -> String {
    let words: Vec<&str> = message.split_whitespace().collect();
    words.join(" ")
}

/// What clap has to say, without the usage that `--help` shows better. `first` is the first argument, which names the
/// command where clap does not.
fn usage_line(message: &str, first: Option<&str>) -> String {
    let (reason, rest) = message.split_once("Usage:").unwrap_or((message, ""));
    let reason = reason.split("For more information").next().unwrap_or_default();
    let reason = one_line(reason).replace(" tip: ", "; ");
    let command = rest
        .split_whitespace()
        .take_while(|word| word.starts_with(char::is_alphabetic))
        .collect::<Vec<_>>();
    let command = match first {
        _ if !command.is_empty() => command.join(" "),
        Some(name) if Command::has_subcommand(name) => format!("kumalak {name}"),
        _ => "kumalak".to_owned(),
    };
    format!("{}; see '{command} --help'", reason.trim_start_matches("error: "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line() {
        assert_eq!(
            one_line("cannot load\n  the weights\n"),
            "cannot load the weights"
        );
    }

    #[test]
    fn a_cause_is_said_once() {
        let cause = io::Error::new(io::ErrorKind::NotFound, "no such file");
        let error = anyhow::Error::new(cause).context("cannot read a.toml: no such file");
        assert_eq!(with_causes(&error), "cannot read a.toml: no such file");
        let error = error.context("cannot train");
        assert_eq!(
            with_causes(&error),
            "cannot train: cannot read a.toml: no such file"
        );
    }

    #[test]
    fn a_wrong_value_leads_to_the_help_of_its_command() {
        let message =
            "error: invalid value '0' for '<DEPTH>': too small\n\nFor more information, try '--help'.\n";
        let line = usage_line(message, Some("perft"));
        assert_eq!(
            line,
            "invalid value '0' for '<DEPTH>': too small; see 'kumalak perft --help'"
        );
        assert!(usage_line(message, Some("nonsense")).ends_with("see 'kumalak --help'"));
    }

    #[test]
    fn a_usage_error_is_one_line_that_names_the_command() {
        let message = "error: the following required arguments were not provided:\n  <DEPTH>\n\n\
                       Usage: kumalak perft <DEPTH>\n\nFor more information, try '--help'.\n";
        assert_eq!(
            usage_line(message, None),
            "the following required arguments were not provided: <DEPTH>; see 'kumalak perft --help'"
        );
    }

    #[test]
    fn a_closed_pipe_is_found_below_other_errors() {
        let pipe = io::Error::from(io::ErrorKind::BrokenPipe);
        assert!(is_broken_pipe(&anyhow::Error::new(pipe).context("cannot write")));
        assert!(!is_broken_pipe(&anyhow::anyhow!("another failure")));
    }
}
