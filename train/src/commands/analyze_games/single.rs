//! One game.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use kumalak_env::record::{GameRecord, open_records};
use kumalak_selfplay::{PlayerError, analyze_game};
use kumalak_train::write_atomic;

use super::judged::JudgedGame;
use super::svg::win_curve;
use super::{GameArgs, Judge, PositionProgress};
use crate::build_player::{build_players, check_solvable};
use crate::exit::{Finish, UsageError};
use crate::interrupt;
use crate::progress::{Progress, print_line};

/// Judges the game that the arguments name and prints it.
pub(super) fn run(file: &Path, judge: &Judge<'_>, args: &GameArgs) -> anyhow::Result<Finish> {
    let record = pick(file, args)?;
    let game = record.replay(judge.rules)?.game;
    // A record may say that it was played by other rules.
    let rules = record.setup(judge.rules)?.rules;
    check_solvable(judge.spec, &rules, game.start())?;
    let mut players = build_players(judge.spec, &rules, judge.device, 1)?;
    let player = players.first_mut().context("no player")?;
    interrupt::listen()?;
    let progress = Progress::new("analyze", "positions", game.moves().len() as u64 + 1);
    let monitor = PositionProgress(&progress);
    let analysis = analyze_game(player.as_mut(), &game, judge.positions_per_call(), 0, &monitor);
    progress.clear();
    let analysis = match analysis {
        Ok(analysis) => analysis,
        Err(PlayerError::Stopped) => {
            print_line("interrupted before a move was judged");
            return Ok(Finish::Interrupted);
        }
        Err(error) => return Err(error.into()),
    };
    let judged = JudgedGame {
        record,
        game,
        analysis,
        judge: judge.spec.to_string(),
    };
    if let Some((target, points)) = args.svg.as_ref().zip(judged.analysis.white_points()) {
        let picture = win_curve(&judged, &points, args.worst);
        write_atomic(target, |file| file.write_all(picture.as_bytes()))?;
    }
    let mut out = io::stdout();
    if args.json {
        writeln!(out, "{:#}", judged.json())?;
    } else {
        write!(out, "{}", judged.text(args.worst)?)?;
    }
    if !judged.is_whole() {
        let (done, all) = (judged.analysis.moves.len(), judged.game.moves().len());
        print_line(&format!("interrupted: {done} of {all} moves were judged"));
        return Ok(Finish::Interrupted);
    }
    Ok(Finish::Done)
}

/// The game with the number that is asked for, or the only one.
fn pick(file: &Path, args: &GameArgs) -> anyhow::Result<GameRecord> {
    let mut records = open_records(file)?;
    let Some(number) = args.game else {
        let first = records
            .next()
            .with_context(|| format!("{} holds no game", file.display()))??;
        return match records.next() {
            None => Ok(first),
            Some(_) => Err(UsageError(format!(
                "{} holds several games: --game N judges one of them, --all judges every one",
                file.display()
            ))
            .into()),
        };
    };
    let mut games = 0;
    for record in records {
        games += 1;
        if games == number.get() {
            return Ok(record?);
        }
    }
    Err(UsageError(format!("--game {number}: {} holds {games} games", file.display())).into())
}
