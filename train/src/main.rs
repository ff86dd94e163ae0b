//! The program `kumalak`: training, matches, analysis and checks for Toguz Kumalak.

mod build_player;
mod commands;
mod exit;
mod fingerprint;
mod interrupt;
mod matches;
mod paint;
mod player_option;
mod progress;
mod terminal_board;
mod training_progress;
mod written_move;

use std::process::ExitCode;

use clap::Parser;

use crate::commands::Command;

/// Reinforcement learning for Toguz Kumalak (тоғыз құмалақ).
#[derive(Parser)]
#[command(
    name = "kumalak",
    version,
    long_about = "Reinforcement learning for Toguz Kumalak (тоғыз құмалақ): train networks by self-play, \
                  let players meet in matches, analyse positions, play against them, and check game records.",
    after_help = "EXAMPLES:\n  \
                  kumalak train --config configs/cpu.toml --run runs/first\n  \
                  kumalak arena net:runs/first/best,sims=64 alphabeta:depth=4\n  \
                  kumalak play --against alphabeta:depth=4\n\n\
                  'kumalak COMMAND --help' explains a command and shows examples.\n\
                  Exit codes: 0 done, 1 failed, 2 wrong arguments, 130 interrupted by Ctrl-C.",
    arg_required_else_help = true
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    exit::install_panic_hook();
    match Cli::try_parse() {
        Ok(cli) => exit::conclude(cli.command.run()),
        Err(error) => exit::conclude_usage(&error),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn every_command_is_explained_with_examples() {
        let program = Cli::command();
        program.clone().debug_assert();
        for command in program.get_subcommands() {
            let name = command.get_name();
            assert!(command.get_long_about().is_some(), "{name}");
            let examples = command
                .get_after_help()
                .map(ToString::to_string)
                .unwrap_or_default();
            assert!(
                examples.contains(&format!("EXAMPLES:\n  kumalak {name}")),
                "{name}: {examples}"
            );
        }
    }
}
