use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use kumalak_env::Rules;
use kumalak_env::solver::{Solution, SolverLimits};
use kumalak_selfplay::{
    Adjudication, ArenaSettings, Balance, FaultPolicy, PlayerSpec, Schedule, Sprt, StopRule,
};
use kumalak_train::resolve_checkpoint;
use serde::{Deserialize, Serialize};

use super::kind::MatchKind;
use super::opening_spec::OpeningSpec;
use crate::commands::solver_error;
use crate::exit::UsageError;
use crate::progress::print_line;

/// Everything that decides the games of a match or tournament; the folder of a match keeps it as `match.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatchPlan {
    /// Version of the file.
    pub(crate) format: u32,
    /// Which command plays it.
    pub(crate) kind: MatchKind,
    /// Who plays.
    pub(crate) players: Vec<PlannedPlayer>,
    /// Who meets whom.
    pub(crate) schedule: Schedule,
    /// The rule set.
    pub(crate) rules: Rules,
    /// Openings of each match.
    pub(crate) pairs: u32,
    /// Where the openings come from.
    pub(crate) openings: OpeningSpec,
    /// Hash of the openings' file, so that a changed one is noticed.
    pub(crate) openings_hash: Option<String>,
    /// Greatest advantage in stones of an opening.
    pub(crate) balance: Option<u16>,
    /// Seed of openings and players.
    pub(crate) seed: u64,
    /// Time control.
    pub(crate) time: String,
    /// Milliseconds beyond the time.
    pub(crate) grace_ms: u64,
    /// When games are adjudicated.
    pub(crate) adjudication: Adjudication,
    /// What a fault costs.
    pub(crate) faults: FaultPolicy,
    /// On a small board, games end by their exact value as soon as no more than so many stones lie in the pits.
    pub(crate) solved_stones: Option<u16>,
    /// Sequential test that ends the match.
    pub(crate) sprt: Option<String>,
    /// The player whose rating is 0 in the table, if one was named.
    pub(crate) anchor: Option<PlayerSpec>,
}

/// A player of a plan.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlannedPlayer {
    /// What the user wrote.
    pub(crate) spec: PlayerSpec,
    /// The checkpoint that it meant when the match began.
    pub(crate) checkpoint: Option<PathBuf>,
}

impl PlannedPlayer {
    /// The player with the checkpoint that its path leads to now.
    pub(crate) fn new(spec: &PlayerSpec) -> anyhow::Result<Self> {
        let checkpoint = match spec {
            PlayerSpec::Network { path, .. } | PlayerSpec::Policy { path, .. } => {
                Some(resolve_checkpoint(path)?)
            }
            _ => None,
        };
        Ok(Self {
            spec: spec.clone(),
            checkpoint,
        })
    }
}

impl MatchPlan {
    /// The version that this program writes and reads.
    pub(crate) const FORMAT: u32 = 2;

    /// Names of the players.
    pub(crate) fn names(&self) -> Vec<String> {
        self.players
            .iter()
            .map(|player| player.spec.to_string())
            .collect()
    }

    /// Checks what can be wrong before a match begins.
    ///
    /// # Errors
    /// If the openings cannot be read, or the board is too large to be solved where that is asked for.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        self.settings()?;
        for PlannedPlayer { spec, .. } in &self.players {
            if self.adjudication != Adjudication::Off && gives_no_evaluation(spec) {
                print_line(&format!(
                    "note: {spec} never says what it thinks of its moves, so that --adjudicate ends none of its games"
                ));
            }
        }
        if self.solved_stones.is_some() {
            Solution::check(&self.rules, &SolverLimits::default()).map_err(solver_error)?;
        }
        Ok(())
    }

    /// The settings of each match, but for the exact values.
    ///
    /// # Errors
    /// If the openings cannot be read, or a text of the file is none that this program writes.
    pub(crate) fn settings(&self) -> anyhow::Result<ArenaSettings> {
        let rules = self.rules;
        let balance = self.balance.map_or(Balance::Any, Balance::within);
        let openings = self.openings.load(&rules, balance)?;
        let defaults = ArenaSettings::default();
        let batches = self.players.iter().any(|player| player.checkpoint.is_some());
        Ok(ArenaSettings {
            rules,
            pairs: self.pairs as usize,
            openings,
            seed: self.seed,
            // Players that do not batch gain nothing from a lane, and pairs that end one by one survive Ctrl-C.
            lane_pairs: if batches { defaults.lane_pairs } else { 1 },
            time_control: self.time.parse()?,
            grace: Duration::from_millis(self.grace_ms),
            adjudication: self.adjudication,
            exact_values: None,
            faults: self.faults,
            stop: match &self.sprt {
                None => StopRule::AllPairs,
                Some(sprt) => StopRule::Sprt(sprt.parse::<Sprt>()?),
            },
        })
    }

    /// The plan, if rules that are given on the command line are its own.
    ///
    /// # Errors
    /// If they are not: a match that goes on keeps its rules.
    pub(crate) fn with_given_rules(self, given: Option<Rules>) -> anyhow::Result<Self> {
        if given.is_some_and(|given| given != self.rules) {
            bail!(
                "the match is played by the rules {}, and goes on by them",
                self.rules
            );
        }
        Ok(self)
    }

    /// The same plan with a sequential test.
    pub(crate) fn with_test(self, sprt: Option<Sprt>) -> Self {
        Self {
            sprt: sprt.map(|sprt| sprt.to_string()),
            ..self
        }
    }

    /// The same plan with another anchor, if one is given.
    ///
    /// # Errors
    /// If the anchor is none of the players.
    pub(crate) fn with_anchor(self, given: Option<&PlayerSpec>) -> anyhow::Result<Self> {
        let Some(anchor) = given else { return Ok(self) };
        if !self.players.iter().any(|player| player.spec == *anchor) {
            let message = format!(
                "--anchor {anchor} is none of the players {}",
                self.names().join(", ")
            );
            return Err(UsageError(message).into());
        }
        Ok(Self {
            anchor: Some(anchor.clone()),
            ..self
        })
    }

    /// The number of the player whose rating is 0, if one was named and still plays.
    pub(crate) fn anchor_number(&self) -> Option<usize> {
        let anchor = self.anchor.as_ref()?;
        self.players.iter().position(|player| player.spec == *anchor)
    }

    /// The same plan with the hash of the openings' file as it is now.
    pub(crate) fn with_openings_hash(self) -> anyhow::Result<Self> {
        let openings_hash = match self.openings.file() {
            None => None,
            Some(path) => {
                let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
                Some(format!("{:016x}", fnv1a(&bytes)))
            }
        };
        Ok(Self {
            openings_hash,
            ..self
        })
    }

    /// Checks that the files that the plan names are still what they were.
    ///
    /// # Errors
    /// If a checkpoint's name stands for another checkpoint, or the openings have changed.
    pub(crate) fn check_unchanged(&self) -> anyhow::Result<()> {
        for planned in &self.players {
            let now = PlannedPlayer::new(&planned.spec)?;
            if let (Some(then), Some(now)) = (&planned.checkpoint, &now.checkpoint)
                && then != now
            {
                bail!(
                    "{} was {} when the match began and is {} now, so that the match cannot go on",
                    planned.spec,
                    then.display(),
                    now.display()
                );
            }
        }
        if self.clone().with_openings_hash()? != *self {
            bail!(
                "{} has changed since the match began, so that it cannot go on",
                self.openings
            );
        }
        Ok(())
    }
}

/// Whether a player chooses without an evaluation that others could agree with.
const fn gives_no_evaluation(player: &PlayerSpec) -> bool {
    match player {
        PlayerSpec::Random | PlayerSpec::Greedy | PlayerSpec::Exact | PlayerSpec::Engine { .. } => true,
        PlayerSpec::AlphaBeta(_)
        | PlayerSpec::Rollouts(_)
        | PlayerSpec::Network { .. }
        | PlayerSpec::Policy { .. } => false,
    }
}

/// The 64-bit hash FNV-1a of G. Fowler, L. Noll and K. Vo: enough to notice that a file has changed.
fn fnv1a(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_its_inventors() {
        // Test vectors of the reference implementation.
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
