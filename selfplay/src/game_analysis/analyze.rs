use kumalak_env::{Game, Outcome, Pit, Side, stream};

use crate::monitor::{Counter, Monitor};
use crate::move_evaluation::MoveEvaluation;
use crate::move_limits::{MoveLimits, MoveTime};
use crate::player::{Player, PlayerError};

/// A game as a player judges it.
#[derive(Clone, PartialEq, Debug)]
pub struct GameAnalysis {
    /// Its moves, in order; fewer than the game has if the analysis was stopped.
    pub moves: Vec<AnalyzedMove>,
    /// The points that White may expect after the last of them, from 0 to 1; exact if the rules have ended the game. `None`
    /// if they have not and the player does not say what it thinks.
    pub final_points: Option<f64>,
}

/// A move of a game as a player judges it.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalyzedMove {
    /// Its number, counted from 1.
    pub ply: usize,
    /// The side that moved.
    pub side: Side,
    /// The pit that was played.
    pub played: Pit,
    /// The pit that the player would have chosen.
    pub best: Pit,
    /// Number of legal moves.
    pub choices: usize,
    /// What it is worth; `None` if the player chooses without saying what it thinks.
    pub judgement: Option<MoveJudgement>,
}

/// What a player says of a move, from the side that made it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveJudgement {
    /// What the player says of the position before the move.
    pub evaluation: MoveEvaluation,
    /// The points that the mover could expect before the move, from 0 to 1.
    pub points_before: f64,
    /// The points that the mover can expect after it.
    pub points_after: f64,
}

impl AnalyzedMove {
    /// Whether it is the player's own choice.
    pub fn is_first_choice(&self) -> bool {
        self.played == self.best
    }

    /// Whether there was another move.
    pub fn is_choice(&self) -> bool {
        self.choices > 1
    }

    /// The points that the move gives away: what the mover could expect before it less what he can expect after it, and 0
    /// for the player's own choice and where the move turns out better than that. `None` without a judgement.
    pub fn loss(&self) -> Option<f64> {
        let judgement = self.judgement?;
        if self.is_first_choice() {
            return Some(0.0);
        }
        Some((judgement.points_before - judgement.points_after).max(0.0))
    }

    /// The points that White could expect before the move. `None` without a judgement.
    pub fn white_points_before(&self) -> Option<f64> {
        let judgement = self.judgement?;
        Some(points_of_white(judgement.points_before, self.side))
    }
}

impl GameAnalysis {
    /// The points that White may expect after 0, 1, … moves: `[moves + 1]`. `None` if the player does not say what it thinks.
    pub fn white_points(&self) -> Option<Vec<f64>> {
        let before = self.moves.iter().map(AnalyzedMove::white_points_before);
        before.chain([self.final_points]).collect()
    }

    /// The moves that give most points away, the worst first; those that give nothing away are no part of it.
    pub fn worst(&self, count: usize) -> Vec<&AnalyzedMove> {
        let lossy = |analyzed: &&AnalyzedMove| analyzed.loss() > Some(0.0);
        let mut moves: Vec<_> = self.moves.iter().filter(lossy).collect();
        let loss = |analyzed: &AnalyzedMove| analyzed.loss().unwrap_or_default();
        moves.sort_by(|a, b| loss(b).total_cmp(&loss(a)));
        moves.truncate(count);
        moves
    }
}

/// Judges every move of a game by asking `player` for each position, `positions_per_call` of them at once.
///
/// A move is worth what the player says of the position that it leads to; a finished position has its exact value. So every
/// position is judged once. Of a player that says nothing only the choices are told. `monitor` hears of every position as a move. The random numbers for a position come from the
/// stream of `seed` with its ply.
///
/// A monitor that stops it gets the moves that were judged up to then, if there are any.
///
/// # Errors
/// If the player fails, or is stopped before a move was judged.
pub fn analyze_game(
    player: &mut dyn Player,
    game: &Game,
    positions_per_call: usize,
    seed: u64,
    monitor: &dyn Monitor,
) -> Result<GameAnalysis, PlayerError> {
    let positions = positions_of(game);
    let open: Vec<&Game> = positions.iter().filter(|position| !position.is_over()).collect();
    let mut judged = Vec::with_capacity(positions.len());
    for (call, games) in open.chunks(positions_per_call.max(1)).enumerate() {
        let first_ply = call * positions_per_call.max(1);
        match judge(player, games, first_ply, seed, monitor) {
            Ok(positions) => judged.extend(positions),
            // A move needs the judgement of the position after it too.
            Err(PlayerError::Stopped) if judged.len() > 1 => break,
            Err(error) => return Err(error),
        }
        monitor.advance(Counter::Moves, games.len() as u64);
    }
    let points_of_position = |ply: usize| -> Option<f64> {
        let position = &positions[ply];
        let mover = position.position().turn();
        match position.status().outcome() {
            Some(outcome) => Some(points_of_outcome(outcome, Side::White)),
            None => judged[ply]
                .1
                .map(|evaluation| points_of_white(evaluation.expected_points(), mover)),
        }
    };
    let judged_moves = if judged.len() == open.len() {
        game.moves().len()
    } else {
        judged.len() - 1
    };
    let moves = game.moves()[..judged_moves].iter().enumerate();
    let moves = moves.map(|(index, &played)| {
        let before = &positions[index];
        let side = before.position().turn();
        let (best, evaluation) = judged[index];
        let points_after = points_of_position(index + 1);
        AnalyzedMove {
            ply: index + 1,
            side,
            played,
            best,
            choices: before.legal_moves().len(),
            judgement: evaluation
                .zip(points_after)
                .map(|(evaluation, points_after)| MoveJudgement {
                    evaluation,
                    points_before: evaluation.expected_points(),
                    points_after: points_of_white(points_after, side),
                }),
        }
    });
    Ok(GameAnalysis {
        moves: moves.collect(),
        final_points: points_of_position(judged_moves),
    })
}

fn judge(
    player: &mut dyn Player,
    games: &[&Game],
    first_ply: usize,
    seed: u64,
    monitor: &dyn Monitor,
) -> Result<Vec<(Pit, Option<MoveEvaluation>)>, PlayerError> {
    if monitor.is_stopped() {
        return Err(PlayerError::Stopped);
    }
    let limits = MoveLimits {
        time: MoveTime::Unlimited,
        monitor,
    };
    let mut rngs: Vec<_> = (0..games.len())
        .map(|index| stream(seed, (first_ply + index) as u64))
        .collect();
    let mut rngs: Vec<_> = rngs.iter_mut().collect();
    let pits = player.choose(games, &mut rngs, &limits)?;
    let evaluations = player.evaluations();
    let choices = pits.into_iter().enumerate();
    Ok(choices
        .map(|(index, pit)| (pit, evaluations.get(index).copied()))
        .collect())
}

/// The game after 0, 1, … moves: `[moves + 1]`.
fn positions_of(game: &Game) -> Vec<Game> {
    let mut position = Game::from_position(*game.rules(), *game.start());
    let mut positions = vec![position.clone()];
    for &pit in game.moves() {
        position.play(pit);
        positions.push(position.clone());
    }
    positions
}

/// Points of White if `mover` has these, and the other way round.
fn points_of_white(points: f64, mover: Side) -> f64 {
    match mover {
        Side::White => points,
        Side::Black => 1.0 - points,
    }
}

fn points_of_outcome(outcome: Outcome, side: Side) -> f64 {
    (1.0 + f64::from(outcome.sign_for(side))) / 2.0
}
