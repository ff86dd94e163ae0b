//! `kumalak arena`: a match of two players.

mod save;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::Context;
use clap::Args;
use kumalak_selfplay::{
    ArenaError, ArenaSettings, Completion, MatchReport, PlayedGame, PlayerSpec, Tally, play_match,
};

use self::save::{check_target, save_games};
use super::shared_args::{DeviceArgs, RulesArgs};
use crate::build_player::build_players;
use crate::exit::Finish;
use crate::interrupt;
use crate::progress::{Progress, print_line};

/// Let two players play a match
#[derive(Args)]
#[command(
    long_about = "Let two players play a match of paired games: every random opening is played twice, so that each player \
                  has each colour. The table shows wins, draws, losses, the score and the Elo difference of FIRST with \
                  95 % intervals. Equal arguments give equal games, whatever the number of threads.\n\n\
                  Ctrl-C ends the match; the table then holds the pairs that were finished.",
    after_help = "PLAYERS:\n  \
                  random               uniformly random moves\n  \
                  greedy               the most stones in one ply\n  \
                  alphabeta:depth=4    alpha-beta search to a depth\n  \
                  net:PATH,sims=64     tree search with a network and so many simulations a move\n  \
                  policy:PATH          a network's policy without search\n  \
                  PATH is a run folder (its latest checkpoint), RUN/best, RUN/latest or the folder of a checkpoint.\n\n\
                  EXAMPLES:\n  \
                  kumalak arena greedy random\n  \
                  kumalak arena net:runs/first/best,sims=64 alphabeta:depth=4 --pairs 200 --save games.pgn\n  \
                  kumalak arena policy:runs/b policy:runs/a --seed 7 --json > match.json"
)]
pub(crate) struct ArenaArgs {
    /// The player whose score is shown
    first: PlayerSpec,
    /// The other player
    second: PlayerSpec,
    /// Number of openings, each for two games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// Random moves at the start of each game
    #[arg(long, default_value_t = ArenaSettings::default().opening_plies)]
    opening_plies: usize,
    /// Seed of openings and players
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Threads to play on; they change no result [default: number of cores]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    device: DeviceArgs,
    /// File for the games: PlayOK's format if it ends in .pgn, TGK's if in .tgk, else that of this program
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Print the table as JSON
    #[arg(long)]
    json: bool,
}

impl ArenaArgs {
    fn settings(&self) -> ArenaSettings {
        let batches = [&self.first, &self.second]
            .iter()
            .any(|spec| matches!(spec, PlayerSpec::Network { .. } | PlayerSpec::Policy { .. }));
        ArenaSettings {
            rules: self.rules.rules(),
            pairs: self.pairs as usize,
            opening_plies: self.opening_plies,
            seed: self.seed,
            // Players that do not batch gain nothing from a lane, and pairs that end one by one survive Ctrl-C.
            lane_pairs: if batches {
                ArenaSettings::default().lane_pairs
            } else {
                1
            },
        }
    }

    /// No more threads than pairs, since others would have nothing to do.
    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = self.threads.map_or_else(cores, |threads| threads as usize);
        threads.min(self.pairs as usize)
    }
}

/// Runs the command.
pub(crate) fn run(args: &ArenaArgs) -> anyhow::Result<Finish> {
    if let Some(target) = &args.save {
        check_target(target)?;
    }
    let settings = args.settings();
    let build = |spec| build_players(spec, &settings.rules, args.device.device, args.threads());
    let mut first = build(&args.first)?;
    let mut second = build(&args.second)?;
    interrupt::listen()?;
    let progress = Progress::new("arena", "games", 2 * settings.pairs as u64);
    let tally = Mutex::new(Tally::default());
    let show_score = |game: &PlayedGame| {
        if let Ok(mut tally) = tally.lock() {
            *tally = *tally + game.tally();
            progress.note(tally.to_string());
        }
    };
    let report = match play_match(&settings, &mut first, &mut second, &progress, &show_score) {
        Ok(report) => report,
        Err(ArenaError::Stopped) => {
            progress.clear();
            print_line("interrupted before the first pair of games was finished");
            return Ok(Finish::Interrupted);
        }
        Err(error) => return Err(error.into()),
    };
    progress.finish("");
    print_report(args, &report)?;
    if let Some(target) = &args.save {
        save_games(target, &report)?;
    }
    Ok(match report.completion {
        Completion::Complete => Finish::Done,
        Completion::Stopped => Finish::Interrupted,
    })
}

fn print_report(args: &ArenaArgs, report: &MatchReport) -> anyhow::Result<()> {
    let mut out = io::stdout();
    if args.json {
        let mut json = serde_json::to_value(report).context("cannot write the table as JSON")?;
        if let Some(fields) = json.as_object_mut() {
            // The games have a format of their own, see --save.
            fields.remove("games");
        }
        writeln!(out, "{json:#}")?;
    } else {
        writeln!(out, "{report}")?;
    }
    if report.completion == Completion::Stopped {
        let finished = report.pairs.pairs();
        print_line(&format!(
            "interrupted: {finished} of {} pairs were finished",
            args.pairs
        ));
    }
    Ok(())
}
