//! A program together with the programs that it starts: they end together.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// How often a program that is to end is looked at.
const POLL: Duration = Duration::from_millis(5);

/// Puts the program that `command` will start at the head of a group of its own. Ctrl-C in a terminal then does not reach
/// it, so that it is us who end it.
pub(super) fn separate(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Waits until the program has ended, at most for `patience`; then ends it and all programs of its group by force.
///
/// The group is ended before the program is collected, since until then no other group can have its number.
pub(super) fn end(child: &mut Child, patience: Duration) -> io::Result<ExitStatus> {
    ends_within(child, patience);
    kill_group(child);
    child.wait()
}

/// Waits until the program has ended, at most for `patience`; whether it has. It is not collected yet.
pub(super) fn ends_within(child: &mut Child, patience: Duration) -> bool {
    let deadline = Instant::now() + patience;
    while !has_ended(child) {
        if Instant::now() >= deadline {
            return false;
        }
        thread::sleep(POLL);
    }
    true
}

#[cfg(unix)]
fn has_ended(child: &Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    // A child about which the system says nothing is not worth waiting for.
    Pid::from_raw(child.id() as i32).is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
}

#[cfg(unix)]
fn kill_group(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};

    if let Some(pid) = Pid::from_raw(child.id() as i32) {
        // A group that has ended already is what is wanted.
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    // A program that has ended already is what is wanted.
    let _ = child.kill();
}
