//! One file for each command of the program.

mod analyze;
mod analyze_games;
mod arena;
mod bench;
mod conformance;
mod engine;
mod fit_evaluation;
mod ladder;
mod perft;
mod play;
mod random_play;
mod regret;
mod replay;
mod selfplay;
pub(crate) mod shared_args;
mod solve;
mod tournament;
mod train;

pub(crate) use self::solve::{solve, solver_error};

use clap::Subcommand;

use crate::exit::Finish;

/// What the program can be asked to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    Train(train::TrainArgs),
    #[command(name = "selfplay")]
    SelfPlay(selfplay::SelfPlayArgs),
    Arena(arena::ArenaArgs),
    Tournament(tournament::TournamentArgs),
    Ladder(ladder::LadderArgs),
    Play(play::PlayArgs),
    Analyze(analyze::AnalyzeArgs),
    Engine(engine::EngineArgs),
    Replay(replay::ReplayArgs),
    Perft(perft::PerftArgs),
    RandomPlay(random_play::RandomPlayArgs),
    Solve(solve::SolveArgs),
    Conformance(conformance::ConformanceArgs),
    Regret(regret::RegretArgs),
    Bench(bench::BenchArgs),
    FitEvaluation(fit_evaluation::FitEvaluationArgs),
}

impl Command {
    /// Does it.
    pub(crate) fn run(self) -> anyhow::Result<Finish> {
        match self {
            Self::Train(args) => train::run(&args),
            Self::SelfPlay(args) => selfplay::run(&args),
            Self::Arena(args) => arena::run(&args),
            Self::Tournament(args) => tournament::run(&args),
            Self::Ladder(args) => ladder::run(&args),
            Self::Play(args) => play::run(&args),
            Self::Analyze(args) => analyze::run(&args),
            Self::Engine(args) => engine::run(&args),
            Self::Replay(args) => replay::run(&args),
            Self::Perft(args) => perft::run(&args),
            Self::RandomPlay(args) => random_play::run(&args),
            Self::Solve(args) => solve::run(&args),
            Self::Conformance(args) => conformance::run(&args),
            Self::Regret(args) => regret::run(&args),
            Self::Bench(args) => bench::run(&args),
            Self::FitEvaluation(args) => fit_evaluation::run(&args),
        }
    }
}
