//! `kumalak arena`: a match of two players.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use kumalak_selfplay::{Completion, MatchReport, PlayerSpec, Schedule, Sprt};

use super::shared_args::RulesArgs;
use crate::exit::Finish;
use crate::interrupt;
use crate::matches::{
    FolderArgs, MatchArgs, MatchFolder, MatchKind, begin, check_target, play_plan, resume, save_games,
    say_how_to_go_on,
};
use crate::progress::print_line;

/// Let two players play a match
#[derive(Args)]
#[command(
    long_about = "Let two players play a match of paired games: every opening is played twice, so that each player has \
                  each colour. The table shows wins, draws, losses, the score and the Elo difference of FIRST with \
                  95 % intervals, and how likely it is that FIRST is the stronger one. Without a time limit equal \
                  arguments give equal games, whatever the number of threads.\n\n\
                  Ctrl-C ends the match; the table then holds the pairs that were finished. With --out every finished pair \
                  is kept at once, and --resume goes on after Ctrl-C or a kill.",
    after_help = "PLAYERS:\n  \
                  random               uniformly random moves\n  \
                  greedy               the most stones in one ply\n  \
                  alphabeta:depth=4    alpha-beta search; also nodes=N, time=100ms, hash=16MiB\n  \
                  mcts:sims=2000       tree search by random play; also time=100ms\n  \
                  exact                perfect play on small boards\n  \
                  net:PATH,sims=64     tree search with a network and so many simulations a move\n  \
                  net:PATH,time=100ms  the same for so long a move; also search=gumbel (needs sims) and nodes=N\n  \
                  policy:PATH          a network's policy without search\n  \
                  engine:FILE          a program outside that FILE describes, see configs/engines\n  \
                  PATH is a run folder (its latest checkpoint), RUN/best, RUN/latest or the folder of a checkpoint.\n\n\
                  EXAMPLES:\n  \
                  kumalak arena greedy random\n  \
                  kumalak arena net:runs/first/best,sims=64 alphabeta:depth=4 --pairs 200 --save games.pgn\n  \
                  kumalak arena policy:runs/b policy:runs/a --seed 7 --json > match.json\n  \
                  kumalak arena alphabeta:depth=5 alphabeta:depth=4 --sprt elo0=0,elo1=10 --pairs 10000 --out matches/depth\n  \
                  kumalak arena --resume --out matches/depth\n  \
                  kumalak arena greedy random --rules standard,pits=3,stones=3 --adjudicate-solved 6\n  \
                  kumalak arena net:runs/a,sims=400 net:runs/b,sims=400 --openings book:my.book --time 10s+100ms"
)]
pub(crate) struct ArenaArgs {
    /// The player whose score is shown
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    first: Option<PlayerSpec>,
    /// The other player
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    second: Option<PlayerSpec>,
    /// Number of openings of a match, each for two games
    #[arg(long, default_value_t = 100, conflicts_with = "resume", value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    #[command(flatten)]
    play: MatchArgs,
    /// End as soon as this test is decided: elo0=0,elo1=5 and optionally alpha, beta, scale=normalized or logistic
    #[arg(long, value_name = "TEST", conflicts_with = "resume")]
    sprt: Option<Sprt>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    folder: FolderArgs,
    /// File for the games: PlayOK's format if it ends in .pgn, TGK's if in .tgk, else that of this program
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &ArenaArgs) -> anyhow::Result<Finish> {
    if let Some(target) = &args.save {
        check_target(target)?;
    }
    interrupt::listen()?;
    let (folder, plan, finished) = match (&args.first, &args.second, &args.folder.out) {
        (Some(first), Some(second), out) => {
            let players = [first.clone(), second.clone()];
            let rules = args.rules.rules();
            let plan = args.play.plan(
                MatchKind::Arena,
                &players,
                Schedule::RoundRobin,
                &rules,
                args.pairs,
            )?;
            let plan = plan.with_test(args.sprt);
            // Settings that do not work leave no folder behind.
            plan.check(args.play.device.device)?;
            let folder = out.as_ref().map(|out| begin(out, &plan)).transpose()?;
            (folder, plan, Default::default())
        }
        (_, _, out) => {
            let out = out.as_ref().context("--resume needs --out")?;
            let (folder, plan, finished) = resume(out, MatchKind::Arena, |plan| {
                plan.with_given_rules(args.rules.given())
            })?;
            (Some(folder), plan, finished)
        }
    };
    let threads = args.play.threads(plan.pairs);
    let device = args.play.device.device;
    let played = play_plan("arena", &plan, folder.as_ref(), finished, device, threads)?;
    let Some((_, _, report)) = played.matches.first() else {
        print_line("interrupted before the first pair of games was finished");
        say_how_to_go_on(args.folder.resumption(MatchKind::Arena).as_deref());
        return Ok(Finish::Interrupted);
    };
    // Files come first: whoever reads the table may have gone.
    if let Some(folder) = &folder {
        keep(folder, &played.matches)?;
    }
    if let Some(target) = &args.save {
        save_games(target, report)?;
    }
    print_report(args, report, plan.pairs)?;
    Ok(played.finish)
}

fn keep(folder: &MatchFolder, matches: &[(usize, usize, MatchReport)]) -> anyhow::Result<()> {
    let [(_, _, report)] = matches else { return Ok(()) };
    folder.write_results(matches, &report.to_string(), &json(report)?)
}

/// The table without the games, which have files of their own.
fn json(report: &MatchReport) -> anyhow::Result<serde_json::Value> {
    let mut json = serde_json::to_value(report).context("cannot write the table as JSON")?;
    if let Some(fields) = json.as_object_mut() {
        fields.remove("games");
    }
    Ok(json)
}

fn print_report(args: &ArenaArgs, report: &MatchReport, pairs: u32) -> anyhow::Result<()> {
    let mut out = io::stdout();
    if args.play.json {
        writeln!(out, "{:#}", json(report)?)?;
    } else {
        writeln!(out, "{report}")?;
    }
    if report.completion == Completion::Stopped {
        let finished = report.pairs.pairs();
        print_line(&format!("interrupted: {finished} of {pairs} pairs were finished"));
        say_how_to_go_on(args.folder.resumption(MatchKind::Arena).as_deref());
    }
    Ok(())
}
