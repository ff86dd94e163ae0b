use rand::RngExt;

use super::cases::{Case, all};
use super::findings::{Difference, Evidence, Observation};
use super::{ConformanceReport, Implementation, ImplementationError, Snapshot};
use crate::game::Game;
use crate::outcome::Ending;
use crate::pit::Pit;
use crate::random::stream;
use crate::rules::Rules;

/// What to check an implementation with.
///
/// | setting | default | meaning |
/// |---|---|---|
/// | `rules` | standard | rules that the implementation should keep; a ply cap is left out of account |
/// | `random_games` | 200 | games of random moves |
/// | `seed` | 1 | seed of these |
/// | `max_plies` | 1,000 | plies after which a random game is left |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckSettings {
    /// Rules that the implementation should keep. A ply cap is left out of account.
    pub rules: Rules,
    /// Games of random moves.
    pub random_games: u32,
    /// Seed of the random games.
    pub seed: u64,
    /// Plies after which a random game is left.
    pub max_plies: usize,
}

impl Default for CheckSettings {
    fn default() -> Self {
        Self {
            rules: Rules::STANDARD,
            random_games: 200,
            seed: 1,
            max_plies: 1000,
        }
    }
}

/// How far a check has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckProgress {
    /// Lines of play that are done.
    pub done: usize,
    /// Lines of play in all.
    pub total: usize,
}

/// Checks an implementation with delicate moves, recorded games and random games. Each line of play ends at its first
/// difference. `progress` is called after each line.
///
/// An implementation that does not answer ends the check; the report then says where, beside what was found until then.
pub fn check_implementation(
    implementation: &mut dyn Implementation,
    settings: &CheckSettings,
    mut progress: impl FnMut(CheckProgress),
) -> ConformanceReport {
    let rules = settings.rules.with_ply_cap(None);
    let cases = all(&rules);
    let total = cases.len() + settings.random_games as usize;
    let mut check = Check {
        implementation,
        rules,
        evidence: Evidence::default(),
        moves: 0,
        skipped: 0,
        at: (String::new(), 0),
    };
    let mut failure = None;
    let mut done = 0;
    let random_games = (0..settings.random_games).map(Line::Random);
    for line in cases.iter().map(Line::Case).chain(random_games) {
        let played = match line {
            Line::Case(case) => check.play_case(case),
            Line::Random(index) => check.play_random(settings, index),
        };
        if let Err(error) = played {
            failure = Some((check.at.clone(), error));
            break;
        }
        done += 1;
        progress(CheckProgress { done, total });
    }
    ConformanceReport {
        rules,
        lines: done,
        moves: check.moves,
        skipped: check.skipped,
        findings: check.evidence.findings(),
        failure: failure.map(|((line, ply), error)| (line, ply, error)),
    }
}

/// A line of play.
enum Line<'a> {
    Case(&'a Case),
    Random(u32),
}

/// A check that is under way.
struct Check<'a> {
    implementation: &'a mut dyn Implementation,
    rules: Rules,
    evidence: Evidence,
    moves: u64,
    skipped: u64,
    /// Line of play and ply that is due.
    at: (String, usize),
}

impl Check<'_> {
    fn play_case(&mut self, case: &Case) -> Result<(), ImplementationError> {
        self.at = (case.name.clone(), 0);
        let (mut game, answer) = match &case.position {
            None => (Game::new(self.rules), Some(self.implementation.start()?)),
            Some(fen) => {
                let answer = self.implementation.set_position(fen)?;
                (Game::from_position(self.rules, fen.position), answer)
            }
        };
        let Some(answer) = answer else {
            self.skipped += 1;
            return Ok(());
        };
        let mut agrees = self.compare_start(&game, answer);
        for &pit in &case.pits {
            if !agrees || !game.legal_moves().contains(pit) {
                break;
            }
            agrees = self.play(&mut game, pit)?;
        }
        Ok(())
    }

    fn play_random(&mut self, settings: &CheckSettings, index: u32) -> Result<(), ImplementationError> {
        self.at = (format!("random game {}", index + 1), 0);
        let mut random = stream(settings.seed, index.into());
        let mut game = Game::new(self.rules);
        let answer = self.implementation.start()?;
        let mut agrees = self.compare_start(&game, answer);
        while agrees && !game.is_over() && game.moves().len() < settings.max_plies {
            let moves = game.legal_moves();
            let pit = moves.nth(random.random_range(0..moves.len()));
            agrees = self.play(&mut game, pit.expect("the index is below the length"))?;
        }
        Ok(())
    }

    /// Compares the board before the first move; whether it is right.
    fn compare_start(&mut self, game: &Game, found: Snapshot) -> bool {
        let expected = Snapshot::of(game);
        let agrees = expected.agrees_with(&found);
        if !agrees {
            self.evidence
                .add_wrong_start(self.difference(game, None, expected, found));
        }
        agrees
    }

    /// Plays a move on both boards and compares them; whether they agree.
    fn play(&mut self, game: &mut Game, pit: Pit) -> Result<bool, ImplementationError> {
        self.at.1 = game.moves().len() + 1;
        let before = game.clone();
        game.play(pit);
        let found = self.implementation.play(pit)?;
        self.moves += 1;
        let expected = Snapshot::of(game);
        let agrees = expected.agrees_with(&found);
        let observation = Observation {
            rules: &self.rules,
            before: before.position().board(),
            pit,
            is_repetition: game.status().ending() == Some(Ending::Repetition),
            found,
        };
        if agrees {
            self.evidence.add_agreement(&observation);
        } else {
            let difference = self.difference(&before, Some(pit), expected, found);
            self.evidence.add_difference(&observation, difference);
        }
        Ok(agrees)
    }

    fn difference(&self, before: &Game, pit: Option<Pit>, expected: Snapshot, found: Snapshot) -> Difference {
        Difference {
            line: self.at.0.clone(),
            ply: self.at.1,
            before: before.position().to_fen(&self.rules, 1),
            pit,
            expected,
            found,
        }
    }
}
