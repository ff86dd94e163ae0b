//! All games of a file, as they come.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;

use anyhow::bail;
use kumalak_env::record::{GameRecord, open_records};
use kumalak_env::{Position, Side};
use kumalak_selfplay::{AnalysisSummary, BandWidth, Monitor, Player, PlayerError, analyze_game};
use serde_json::json;

use super::judged::JudgedGame;
use super::{GameArgs, Judge};
use crate::build_player::{build_players, check_solvable};
use crate::exit::Finish;
use crate::interrupt;
use crate::progress::{Progress, print_line};

/// Judges every game of a file: a line for each, in order, and a table at the end. A record that does not replay is reported
/// and left out.
pub(super) fn run(file: &Path, judge: &Judge<'_>, args: &GameArgs) -> anyhow::Result<Finish> {
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = args.threads.map_or_else(cores, |threads| threads as usize);
    check_solvable(judge.spec, judge.rules, &Position::start(judge.rules))?;
    // Reading is nothing beside judging, and tells how much there is to do.
    let games = open_records(file)?.count() as u64;
    let mut players = build_players(judge.spec, judge.rules, judge.device, threads)?;
    interrupt::listen()?;
    let progress = Progress::new("analyze", "games", games);
    let mut batch = Batch {
        judge,
        args,
        progress: &progress,
        summary: AnalysisSummary::new(BandWidth::new(args.band.get()).unwrap_or(BandWidth::DEFAULT)),
        number: 0,
        faults: 0,
    };
    let mut records = open_records(file)?;
    loop {
        let group: Vec<_> = records.by_ref().take(threads).collect();
        if group.is_empty() || progress.is_stopped() {
            break;
        }
        if batch.judge_group(group, &mut players)? == Progressed::Stopped {
            break;
        }
    }
    progress.clear();
    batch.conclude()
}

/// Whether a group of games was finished.
#[derive(PartialEq, Eq)]
enum Progressed {
    On,
    Stopped,
}

/// The games so far.
struct Batch<'a> {
    judge: &'a Judge<'a>,
    args: &'a GameArgs,
    progress: &'a Progress,
    summary: AnalysisSummary,
    number: usize,
    faults: usize,
}

type Judgement = anyhow::Result<JudgedGame>;

impl Batch<'_> {
    /// Judges as many games as there are players, and prints them in order.
    fn judge_group<E: std::error::Error + Send + Sync + 'static>(
        &mut self,
        group: Vec<Result<GameRecord, E>>,
        players: &mut [Box<dyn Player>],
    ) -> anyhow::Result<Progressed> {
        let (judge, progress) = (self.judge, self.progress);
        let judged: Vec<Judgement> = thread::scope(|scope| {
            let threads: Vec<_> = group
                .into_iter()
                .zip(players)
                .map(|(record, player)| {
                    scope.spawn(move || judge_record(record?, player.as_mut(), judge, progress))
                })
                .collect();
            let joined = threads.into_iter().map(|thread| {
                thread
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            joined.collect()
        });
        for judged in judged {
            self.number += 1;
            match judged {
                Ok(judged) if !judged.is_whole() => return Ok(Progressed::Stopped),
                Ok(judged) => {
                    let ratings = Side::ALL.map(|side| judged.rating(side));
                    self.summary.add(&judged.analysis, ratings, judged.outcome());
                    self.print(&judged)?;
                }
                Err(error) => match error.downcast::<PlayerError>() {
                    Ok(PlayerError::Stopped) => return Ok(Progressed::Stopped),
                    Ok(error) => return Err(error.into()),
                    Err(error) => {
                        self.faults += 1;
                        self.progress.say(&format!("error: {error}"));
                    }
                },
            }
            self.progress.add(1);
        }
        Ok(Progressed::On)
    }

    fn print(&self, judged: &JudgedGame) -> io::Result<()> {
        let mut out = io::stdout();
        if self.args.json {
            return writeln!(out, "{}", judged.json());
        }
        writeln!(out, "game {}: {}", self.number, judged.title())?;
        for side in Side::ALL {
            writeln!(out, "  {side}  {}", judged.side_line(side))?;
        }
        Ok(())
    }

    fn conclude(self) -> anyhow::Result<Finish> {
        let mut out = io::stdout();
        if self.args.json {
            writeln!(out, "{}", json!({ "summary": self.summary }))?;
        } else {
            write!(out, "\n{}", self.summary)?;
        }
        if interrupt::is_interrupted() {
            print_line(&format!(
                "interrupted: {} games were judged",
                self.summary.games()
            ));
            return Ok(Finish::Interrupted);
        }
        Ok(if self.faults > 0 {
            Finish::FoundFaults
        } else {
            Finish::Done
        })
    }
}

fn judge_record(
    record: GameRecord,
    player: &mut dyn Player,
    judge: &Judge<'_>,
    progress: &Progress,
) -> Judgement {
    let game = record.replay(judge.rules)?.game;
    let rules = record.setup(judge.rules)?.rules;
    if rules != *judge.rules {
        bail!(
            "{}: the game was played by the rules {rules}, see --rules",
            record.place
        );
    }
    let analysis = analyze_game(player, &game, judge.positions_per_call(), 0, progress)?;
    Ok(JudgedGame {
        record,
        game,
        analysis,
        judge: judge.spec.to_string(),
    })
}
