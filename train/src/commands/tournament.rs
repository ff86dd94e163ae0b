//! `kumalak tournament`: matches of several players.

use std::io::{self, Write};

use anyhow::Context;
use clap::Args;
use kumalak_selfplay::{PlayerSpec, RatingAnchor, Schedule, TournamentReport};

use super::shared_args::RulesArgs;
use crate::exit::{Finish, UsageError};
use crate::interrupt;
use crate::matches::{FolderArgs, MatchArgs, MatchKind, Played, begin, play_plan, resume, say_how_to_go_on};
use crate::progress::print_line;

/// Let several players meet, and rate them
#[derive(Args)]
#[command(
    long_about = "Let several players meet in matches of paired games, and rate them together. Every match is played from the \
                  same openings. The table shows maximum-likelihood ratings with 95 % intervals, the likelihood that each player \
                  is stronger than the next (LOS), and what each scored against each.\n\n\
                  Ctrl-C ends the tournament; with --out every finished pair of games is kept, and --resume goes on.",
    after_help = "EXAMPLES:\n  \
                  kumalak tournament --player random --player greedy --player alphabeta:depth=2 --pairs 50\n  \
                  kumalak tournament --format gauntlet --player net:runs/a,sims=64 --player greedy --player random\n  \
                  kumalak tournament --player net:runs/a,sims=64 --player greedy --anchor greedy --out matches/all\n  \
                  kumalak tournament --resume --out matches/all\n\n\
                  'kumalak arena --help' lists the players."
)]
pub(crate) struct TournamentArgs {
    /// A player; give two or more
    #[arg(
        long = "player",
        value_name = "PLAYER",
        required_unless_present = "resume",
        conflicts_with = "resume"
    )]
    players: Vec<PlayerSpec>,
    /// Who meets whom: round-robin (all) or gauntlet (the first player meets all others)
    #[arg(long, default_value_t = Schedule::RoundRobin, conflicts_with = "resume")]
    format: Schedule,
    /// The player with rating 0 [default: the mean of all is 0]
    #[arg(long, value_name = "PLAYER")]
    anchor: Option<PlayerSpec>,
    /// Number of openings of a match, each for two games
    #[arg(long, default_value_t = 100, conflicts_with = "resume", value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    #[command(flatten)]
    play: MatchArgs,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    folder: FolderArgs,
}

/// Runs the command.
pub(crate) fn run(args: &TournamentArgs) -> anyhow::Result<Finish> {
    interrupt::listen()?;
    let (folder, plan, finished) = if args.folder.resume {
        let out = args.folder.out.as_ref().context("--resume needs --out")?;
        let (folder, plan, finished) = resume(out, MatchKind::Tournament, |plan| {
            let plan = plan.with_given_rules(args.rules.given())?;
            plan.with_anchor(args.anchor.as_ref())
        })?;
        (Some(folder), plan, finished)
    } else {
        check_players(&args.players)?;
        let rules = args.rules.rules();
        let plan = args.play.plan(
            MatchKind::Tournament,
            &args.players,
            args.format,
            &rules,
            args.pairs,
        )?;
        let plan = plan.with_anchor(args.anchor.as_ref())?;
        plan.check(args.play.device.device)?;
        let folder = args
            .folder
            .out
            .as_ref()
            .map(|out| begin(out, &plan))
            .transpose()?;
        (folder, plan, Default::default())
    };
    let names = plan.names();
    let anchor = plan
        .anchor_number()
        .map_or(RatingAnchor::Mean, RatingAnchor::Player);
    let threads = args.play.threads(plan.pairs);
    let device = args.play.device.device;
    let played = play_plan("tournament", &plan, folder.as_ref(), finished, device, threads)?;
    let resumption = args.folder.resumption(MatchKind::Tournament);
    let Some(report) = table(&names, &played, anchor, resumption.as_deref())? else {
        return Ok(Finish::Interrupted);
    };
    let json = serde_json::to_value(&report).context("cannot write the table as JSON")?;
    // Files come first: whoever reads the table may have gone.
    if let Some(folder) = &folder {
        folder.write_results(&played.matches, &report.to_string(), &json)?;
    }
    if args.play.json {
        writeln!(io::stdout(), "{json:#}")?;
    } else {
        writeln!(io::stdout(), "{report}")?;
    }
    Ok(played.finish)
}

/// The table; `None`, with a word to the user, if an interrupted tournament does not yet connect all players. `resumption` is
/// the command that goes on.
pub(super) fn table(
    names: &[String],
    played: &Played,
    anchor: RatingAnchor,
    resumption: Option<&str>,
) -> anyhow::Result<Option<TournamentReport>> {
    match TournamentReport::new(names, &played.matches, anchor) {
        Ok(report) => {
            if played.finish == Finish::Interrupted {
                print_line("interrupted: the table holds the pairs that were finished");
                say_how_to_go_on(resumption);
            }
            Ok(Some(report))
        }
        Err(_) if played.finish == Finish::Interrupted => {
            print_line("interrupted before every player had met others, so that there are no ratings yet");
            say_how_to_go_on(resumption);
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

fn check_players(players: &[PlayerSpec]) -> Result<(), UsageError> {
    if players.len() < 2 {
        return Err(UsageError(
            "a tournament needs at least two players, see --player".to_owned(),
        ));
    }
    match players
        .iter()
        .enumerate()
        .find(|(index, player)| players[..*index].contains(player))
    {
        Some((_, player)) => Err(UsageError(format!("{player} is given twice"))),
        None => Ok(()),
    }
}
