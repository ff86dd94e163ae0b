use std::io;
use std::sync::Arc;

use kumalak_env::solver::SolverLimits;
use kumalak_selfplay::{
    ArenaError, Completion, ExactValues, MatchObserver, MatchReport, MatchStanding, PlayedPair,
    continue_match,
};
use kumalak_train::ComputeDevice;

use super::folder::MatchFolder;
use super::pair_log::FinishedPairs;
use super::plan::MatchPlan;
use crate::build_player::build_players;
use crate::commands::solve;
use crate::exit::Finish;
use crate::progress::Progress;

/// What came of the matches of a plan.
pub(crate) struct Played {
    /// Every match of which a pair was finished, with the numbers of its players.
    pub(crate) matches: Vec<(usize, usize, MatchReport)>,
    /// Whether all were played to their end.
    pub(crate) finish: Finish,
}

/// Plays the matches of a plan, one after the other, without the pairs that are finished already.
///
/// # Errors
/// If a player cannot be built or fails, or the results cannot be kept.
pub(crate) fn play_plan(
    label: &str,
    plan: &MatchPlan,
    folder: Option<&MatchFolder>,
    mut finished: FinishedPairs,
    device: ComputeDevice,
    threads: usize,
) -> anyhow::Result<Played> {
    let mut settings = plan.settings()?;
    let names = plan.names();
    let pairings = plan.schedule.pairings(names.len());
    if let Some(stones) = plan.solved_stones {
        let Some(solution) = solve(&plan.rules, &SolverLimits::default())? else {
            return Ok(Played {
                matches: Vec::new(),
                finish: Finish::Interrupted,
            });
        };
        settings.exact_values = Some(ExactValues::new(Arc::new(solution)).within_stones(stones.into()));
    }
    let progress = Progress::new(label, "games", 2 * settings.pairs as u64 * pairings.len() as u64);
    let mut matches = Vec::new();
    let mut finish = Finish::Done;
    for (first, second) in pairings {
        let kept = finished
            .remove(&(names[first].clone(), names[second].clone()))
            .unwrap_or_default();
        progress.add_earlier(2 * kept.len() as u64);
        let build =
            |player: usize| build_players(&plan.players[player].spec, &settings.rules, device, threads);
        let keeper = Keeper {
            folder,
            progress: &progress,
            first: &names[first],
            second: &names[second],
        };
        let result = continue_match(
            &settings,
            &mut build(first)?,
            &mut build(second)?,
            &progress,
            &keeper,
            kept,
        );
        match result {
            Ok(report) => {
                if report.completion == Completion::Stopped {
                    finish = Finish::Interrupted;
                }
                matches.push((first, second, report));
            }
            Err(ArenaError::Stopped) => finish = Finish::Interrupted,
            Err(error) => {
                progress.clear();
                return Err(error.into());
            }
        }
        if finish == Finish::Interrupted {
            break;
        }
    }
    if matches.is_empty() {
        progress.clear();
    } else {
        if matches.len() > 1 {
            // What it shows last is the standing of one of the matches.
            progress.note("");
        }
        progress.finish("");
    }
    Ok(Played { matches, finish })
}

/// Keeps the pairs of a match and shows how it stands.
struct Keeper<'a> {
    folder: Option<&'a MatchFolder>,
    progress: &'a Progress,
    first: &'a str,
    second: &'a str,
}

impl MatchObserver for Keeper<'_> {
    fn pair_finished(&self, pair: &PlayedPair, standing: &MatchStanding) -> io::Result<()> {
        if let Some(folder) = self.folder {
            folder.log.append(self.first, self.second, pair)?;
        }
        self.progress
            .note(format!("{} against {}: {standing}", self.first, self.second));
        Ok(())
    }
}
