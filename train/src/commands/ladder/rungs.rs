use std::path::Path;

use anyhow::{Context, bail};
use kumalak_selfplay::{PlayerSpec, Schedule};
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
    chosen
        .map(|iteration| rung(run, iteration, simulations))
        .collect()
}

fn rung(run: &Path, iteration: u32, simulations: u32) -> anyhow::Result<PlayerSpec> {
    let path = run.join("checkpoints").join(format!("{iteration:06}"));
    Ok(format!("net:{},sims={simulations}", path.display()).parse()?)
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
            players.push(PlannedPlayer::new(&rung(run, iteration, simulations)?)?);
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
    let text = spec.to_string();
    let (_, simulations) = text
        .rsplit_once("sims=")
        .with_context(|| format!("{text} is no rung of a ladder"))?;
    Ok(simulations.parse()?)
}
