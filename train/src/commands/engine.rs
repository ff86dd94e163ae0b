//! `kumalak engine`: any player behind a text protocol, for other programs and for people who type.

mod command;
mod effort;
mod input;
mod options;
mod output;
mod search;
mod session;
mod watch;

use std::io::{self, IsTerminal};
use std::sync::mpsc::channel;

use clap::Args;
use kumalak_selfplay::PlayerSpec;

use self::options::EngineOptions;
use self::session::{Prompt, Session};
use super::shared_args::{DeviceArgs, RulesArgs};
use crate::build_player::build_players;
use crate::exit::Finish;

/// Let another program use a player through a text protocol
#[derive(Args)]
#[command(
    long_about = "Let another program use a player through a text protocol like UCI, line by line over stdin and stdout: \
                  hello, position, go, stop, quit and more. docs/protocol.md describes it; help lists the commands, so that \
                  it can be typed too. The player's own limits hold unless go gives others.",
    after_help = "EXAMPLES:\n  \
                  kumalak engine\n  \
                  kumalak engine --player net:runs/first/best,sims=800\n  \
                  printf 'position start moves 76 98\\ngo depth 6\\n' | kumalak engine --player alphabeta:depth=8"
)]
pub(crate) struct EngineArgs {
    /// Who plays; setoption changes it
    #[arg(long, value_name = "SPEC", default_value = "alphabeta:depth=6")]
    player: PlayerSpec,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    device: DeviceArgs,
    /// Seed of a player that plays at random
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// Runs the command.
pub(crate) fn run(args: &EngineArgs) -> anyhow::Result<Finish> {
    let options = EngineOptions {
        player: args.player.clone(),
        rules: args.rules.rules(),
        seed: args.seed,
        device: args.device.device,
    };
    // A player that does not work is refused before anybody asks it for a move.
    drop(build_players(&options.player, &options.rules, options.device, 1)?);
    let (events, received) = channel();
    input::read_lines(events.clone());
    let is_typed = io::stdin().is_terminal() && io::stdout().is_terminal();
    let prompt = if is_typed { Prompt::Shown } else { Prompt::None };
    Session::new(options, events, io::stdout(), prompt).run(&received)?;
    Ok(Finish::Done)
}
