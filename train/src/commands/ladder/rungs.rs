use std::path::Path;

use anyhow::{Context, bail};
use kumalak_selfplay::{MatchReport, NetworkSearch, PlayerSpec, Schedule};
use kumalak_train::kept_checkpoints;

use crate::matches::{MatchPlan, PlannedPlayer};

/// The checkpoints of a run as players, in order.
pub(super) fn kept_rungs(run: &Path, simulations: u32, every: u32) -> anyhow::Result<Vec<PlayerSpec>> {
    let kept = kept_checkpoints(run)?;
    let Some(&last) = kept.last() else {
        bail!("the run {} has no checkpoint yet", run.display());
    };
    let chosen = kept
        .into_iter()
        .filter(|&iteration| iteration.is_multiple_of(every) || iteration == last);
    Ok(chosen
        .map(|iteration| rung(run, iteration, simulations))
        .collect())
}

fn rung(run: &Path, iteration: u32, simulations: u32) -> PlayerSpec {
    let path = run.join("checkpoints").join(format!("{iteration:06}"));
    PlayerSpec::Network {
        path,
        search: NetworkSearch::of_simulations(simulations),
    }
}

/// The iteration of a checkpoint of a run; `None` for other players.
pub(super) fn iteration(player: &PlannedPlayer) -> Option<u32> {
    player.checkpoint.as_ref()?.file_name()?.to_str()?.parse().ok()
}

/// A ladder's plan with the checkpoints that the run has made since, and without those that it has removed.
pub(super) fn with_new_rungs(plan: MatchPlan, run: &Path, every: u32) -> anyhow::Result<MatchPlan> {
    let Schedule::Ladder { rungs, reach } = plan.schedule else {
        bail!(
            "{} holds another kind of tournament",
            run.join("ladder").display()
        );
    };
    let (old, baselines) = plan.players.split_at(rungs);
    let newest = old
        .iter()
        .filter_map(iteration)
        .max()
        .context("the ladder has no checkpoint")?;
    let simulations = simulations(&old[0].spec)?;
    let kept = kept_checkpoints(run)?;
    let mut players: Vec<PlannedPlayer> = old
        .iter()
        .filter(|player| iteration(player).is_some_and(|iteration| kept.contains(&iteration)))
        .cloned()
        .collect();
    let last = kept.last().copied();
    for &iteration in kept.iter().filter(|&&iteration| iteration > newest) {
        if iteration.is_multiple_of(every) || Some(iteration) == last {
            players.push(PlannedPlayer::new(&rung(run, iteration, simulations))?);
        }
    }
    let rungs = players.len();
    players.extend_from_slice(baselines);
    Ok(MatchPlan {
        players,
        schedule: Schedule::Ladder { rungs, reach },
        ..plan
    })
}

/// The simulations of a rung, which all have the same.
fn simulations(spec: &PlayerSpec) -> anyhow::Result<u32> {
    let simulations = match spec {
        PlayerSpec::Network { search, .. } => search.simulations,
        _ => None,
    };
    simulations.with_context(|| format!("{spec} is no rung of a ladder"))
}

/// The baseline against which the checkpoints scored nearest to one half, as the number of a player: with another one as the
/// anchor, the doubt about it would widen the interval of every checkpoint. `rungs` is the number of checkpoints, which are the
/// first players; without a match against a baseline it is the last of the `players`.
pub(super) fn nearest_baseline(
    rungs: usize,
    players: usize,
    matches: &[(usize, usize, MatchReport)],
) -> usize {
    let distance = |baseline: usize| {
        let met = matches
            .iter()
            .filter(|(first, second, _)| *first < rungs && *second == baseline);
        let scores: Vec<f64> = met.filter_map(|(_, _, report)| report.pairs.mean()).collect();
        let score = scores.iter().sum::<f64>() / scores.len() as f64;
        (!scores.is_empty()).then_some((score - 0.5).abs())
    };
    let distances = (rungs..players).filter_map(|baseline| Some((baseline, distance(baseline)?)));
    let nearest = distances.min_by(|(_, one), (_, other)| one.total_cmp(other));
    nearest.map_or(players - 1, |(baseline, _)| baseline)
}
