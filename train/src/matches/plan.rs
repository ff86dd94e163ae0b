use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use kumalak_env::solver::{Solution, SolverLimits};
use kumalak_env::{Position, Rules};
use kumalak_selfplay::{
    Adjudication, ArenaSettings, Balance, FaultPolicy, PlayerSpec, Schedule, Sprt, StopRule,
};
use kumalak_train::{ComputeDevice, INFO_FILE, NETWORK_FILE, resolve_checkpoint};
use serde::{Deserialize, Serialize};

use super::kind::MatchKind;
use super::opening_spec::OpeningSpec;
use crate::build_player::{build_players, check_solvable};
use crate::commands::solver_error;
use crate::exit::UsageError;
use crate::fingerprint::fingerprint;
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
    /// Fingerprints of the files that make the player what it is, so that changed ones are noticed.
    pub(crate) files: BTreeMap<PathBuf, String>,
}

impl PlannedPlayer {
    /// The player with the checkpoint that its path leads to now.
    pub(crate) fn new(spec: &PlayerSpec) -> anyhow::Result<Self> {
        let (checkpoint, files) = match spec {
            PlayerSpec::Network { path, .. } | PlayerSpec::Policy { path, .. } => {
                let checkpoint = resolve_checkpoint(path)?;
                let files = [INFO_FILE, NETWORK_FILE].map(|name| checkpoint.join(name));
                (Some(checkpoint), files.to_vec())
            }
            PlayerSpec::Engine { path } => (None, vec![path.clone()]),
            PlayerSpec::Random
            | PlayerSpec::Greedy
            | PlayerSpec::AlphaBeta(_)
            | PlayerSpec::Rollouts(_)
            | PlayerSpec::Exact => (None, Vec::new()),
        };
        let hashed = files.into_iter().map(|path| {
            let hash = fingerprint(&path)?;
            Ok((path, hash))
        });
        Ok(Self {
            spec: spec.clone(),
            checkpoint,
            files: hashed.collect::<anyhow::Result<_>>()?,
        })
    }

    /// Checks that the player is still what it was.
    fn check_unchanged(&self) -> anyhow::Result<()> {
        let now = Self::new(&self.spec)?;
        if let (Some(then), Some(now)) = (&self.checkpoint, &now.checkpoint)
            && then != now
        {
            bail!(
                "{} was {} when the match began and is {} now, so that the match cannot go on",
                self.spec,
                then.display(),
                now.display()
            );
        }
        let is_changed = |(path, hash): &(&PathBuf, &String)| now.files.get(*path) != Some(hash);
        if let Some((path, _)) = self.files.iter().find(is_changed) {
            bail!(
                "{}: {} has changed since the match began, so that it cannot go on",
                self.spec,
                path.display()
            );
        }
        Ok(())
    }
}

impl MatchPlan {
    /// The version that this program writes and reads.
    pub(crate) const FORMAT: u32 = 3;

    /// Names of the players.
    pub(crate) fn names(&self) -> Vec<String> {
        self.players
            .iter()
            .map(|player| player.spec.to_string())
            .collect()
    }

    /// Checks what can be wrong before a match begins, so that a start that fails leaves no folder behind. Every player is
    /// built once for that.
    ///
    /// # Errors
    /// If the openings cannot be read, a player cannot be built, or the board is too large to be solved where that is needed.
    pub(crate) fn check(&self, device: ComputeDevice) -> anyhow::Result<()> {
        self.settings()?;
        for PlannedPlayer { spec, .. } in &self.players {
            // Other openings may begin where little is left to solve.
            if let OpeningSpec::Random(_) = self.openings {
                check_solvable(spec, &self.rules, &Position::start(&self.rules))?;
            }
            drop(build_players(spec, &self.rules, device, 1)?);
            if self.adjudication != Adjudication::Off && !spec.gives_evaluations() {
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
            Some(path) => Some(fingerprint(path)?),
        };
        Ok(Self {
            openings_hash,
            ..self
        })
    }

    /// Checks that the files that the plan names are still what they were.
    ///
    /// # Errors
    /// If a player's file has changed, its name stands for another checkpoint, or the openings have changed.
    pub(crate) fn check_unchanged(&self) -> anyhow::Result<()> {
        for player in &self.players {
            player.check_unchanged()?;
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
