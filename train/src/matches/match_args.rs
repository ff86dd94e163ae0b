use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use kumalak_env::Rules;
use kumalak_selfplay::{Adjudication, FaultPolicy, PlayerSpec, Schedule, TimeControl};

use super::adjudication_arg::parse_adjudication;
use super::kind::MatchKind;
use super::opening_spec::OpeningSpec;
use super::plan::{MatchPlan, PlannedPlayer};
use crate::commands::shared_args::DeviceArgs;
use crate::progress::print_line;

/// How games are played, and on what.
#[derive(Args)]
pub(crate) struct MatchArgs {
    /// Where games begin: random:PLIES, book:FILE, or games:FILE,plies=8-20 for positions of real games
    /// [default: random:6]
    #[arg(long, value_name = "OPENINGS", conflicts_with_all = ["resume", "opening_plies"])]
    openings: Option<OpeningSpec>,
    /// Random moves at the start of each game; short for --openings random:PLIES
    #[arg(long, value_name = "PLIES", conflicts_with = "resume")]
    opening_plies: Option<usize>,
    /// Take only openings in which a search of four plies sees no greater advantage than so many stones
    #[arg(long, value_name = "STONES", conflicts_with = "resume")]
    balance: Option<u16>,
    /// Seed of openings and players
    #[arg(long, default_value_t = 0, conflicts_with = "resume")]
    seed: u64,
    /// Time: 100ms for every move, or 10s+100ms for a clock with an increment; who is late loses [default: unlimited]
    #[arg(long, value_name = "TIME", conflicts_with = "resume")]
    time: Option<TimeControl>,
    /// Milliseconds that a move may take beyond its time
    #[arg(
        long,
        value_name = "MS",
        default_value_t = 0,
        requires = "time",
        conflicts_with = "resume"
    )]
    grace: u64,
    /// End games on which both players agree: plies=8,value=0.95,stones=40 (moves in a row, expected result, advantage)
    #[arg(long, value_name = "WHEN", conflicts_with = "resume", value_parser = parse_adjudication)]
    adjudicate: Option<Adjudication>,
    /// End games by the exact result of best play, once no more than so many stones lie in the pits; on small boards, which
    /// are solved first
    #[arg(long, value_name = "STONES", conflicts_with = "resume")]
    adjudicate_solved: Option<u16>,
    /// What an illegal move or the failure of an outside program costs [default: game if such a program plays, else match]
    #[arg(long, value_name = "COST", conflicts_with = "resume")]
    faults: Option<FaultCost>,
    /// Threads to play on; without a time limit they change no result [default: number of cores]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    #[command(flatten)]
    pub(crate) device: DeviceArgs,
    /// Print the table as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Where a match is kept.
#[derive(Args)]
pub(crate) struct FolderArgs {
    /// Folder for settings, games and table, so that the match survives a kill
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the match in the folder
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
}

impl FolderArgs {
    /// The command that goes on with the match; `None` if it is not kept.
    pub(crate) fn resumption(&self, kind: MatchKind) -> Option<String> {
        let out = self.out.as_ref()?;
        Some(format!(
            "kumalak {} --resume --out {}",
            kind.command(),
            out.display()
        ))
    }
}

/// Tells the user the command that goes on, if there is one.
pub(crate) fn say_how_to_go_on(resumption: Option<&str>) {
    if let Some(command) = resumption {
        print_line(&format!("go on with: {command}"));
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum FaultCost {
    /// The match ends with the error
    Match,
    /// The player loses the game, and the match goes on
    Game,
}

impl MatchArgs {
    /// The plan of these players' matches of so many pairs.
    ///
    /// # Errors
    /// If a player's checkpoint or the openings' file is not there.
    pub(crate) fn plan(
        &self,
        kind: MatchKind,
        players: &[PlayerSpec],
        schedule: Schedule,
        rules: &Rules,
        pairs: u32,
    ) -> anyhow::Result<MatchPlan> {
        let openings = match (&self.openings, self.opening_plies) {
            (Some(openings), _) => openings.clone(),
            (None, plies) => OpeningSpec::Random(plies.unwrap_or(6)),
        };
        MatchPlan {
            format: MatchPlan::FORMAT,
            kind,
            players: players
                .iter()
                .map(PlannedPlayer::new)
                .collect::<anyhow::Result<_>>()?,
            schedule,
            rules: *rules,
            pairs,
            openings,
            openings_hash: None,
            balance: self.balance,
            seed: self.seed,
            time: self.time.unwrap_or_default().to_string(),
            grace_ms: self.grace,
            adjudication: self.adjudicate.unwrap_or_default(),
            faults: self.fault_policy(players),
            solved_stones: self.adjudicate_solved,
            sprt: None,
            anchor: None,
        }
        .with_openings_hash()
    }

    /// What a fault costs: a program outside is not ours to mend, so that it loses the game and the match goes on.
    fn fault_policy(&self, players: &[PlayerSpec]) -> FaultPolicy {
        let is_outside = |player: &PlayerSpec| matches!(player, PlayerSpec::Engine { .. });
        match self.faults {
            Some(FaultCost::Match) => FaultPolicy::EndMatch,
            Some(FaultCost::Game) => FaultPolicy::LoseGame,
            None if players.iter().any(is_outside) => FaultPolicy::LoseGame,
            None => FaultPolicy::EndMatch,
        }
    }

    /// Threads for a match: no more than pairs, since others would have nothing to do.
    pub(crate) fn threads(&self, pairs: u32) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = self.threads.map_or_else(cores, |threads| threads as usize);
        threads.min(pairs as usize)
    }
}
