//! Moves per second, and their ratio to a plain loop over one position in the same run:
//! `cargo bench --profile release -p kumalak-env`.
//!
//! Every line is the best of several short turns, which alternate so that a busy machine slows all of them down alike.

use std::hint::black_box;
use std::time::Instant;

use kumalak_env::{Autoreset, OBSERVATION_LEN, Position, Rules, SimdLevel, VecEnv, perft, stream};
use rand::RngExt;

const TURNS: usize = 100;
const RULES: Rules = Rules::STANDARD;

/// Something that plays moves, in turns.
struct Contestant {
    name: String,
    /// Plays for a while and says how many moves that was.
    turn: Box<dyn FnMut() -> u64>,
    best: f64,
}

impl Contestant {
    fn new(name: impl Into<String>, turn: impl FnMut() -> u64 + 'static) -> Self {
        Self {
            name: name.into(),
            turn: Box::new(turn),
            best: 0.0,
        }
    }

    fn take_turn(&mut self) {
        let start = Instant::now();
        let moves = (self.turn)();
        self.best = self.best.max(moves as f64 / start.elapsed().as_secs_f64());
    }
}

/// One position, a random legal move, and a new game after the last: what the others are compared with.
fn one_position() -> Contestant {
    let mut generator = stream(1, 0);
    let mut position = Position::start(&RULES);
    Contestant::new("one position, random moves", move || {
        const MOVES: u64 = 20_000;
        for _ in 0..MOVES {
            let legal = position.legal_moves(&RULES);
            let pit = legal.nth(generator.random_range(0..legal.len()));
            position.play_unchecked(&RULES, pit.expect("an unfinished position has a legal move"));
            if position.is_over() {
                position = Position::start(&RULES);
            }
        }
        black_box(&position);
        MOVES
    })
}

/// Perft: its leaves are counted, not played.
fn counting() -> Contestant {
    Contestant::new("perft to depth 6", || perft(&Position::start(&RULES), &RULES, 6))
}

#[derive(Clone, Copy)]
enum Arrays {
    NotWritten,
    Written,
}

/// Random moves on many boards, with new games in the same step.
fn many_boards(boards: usize, level: SimdLevel, arrays: Arrays) -> Contestant {
    let env = VecEnv::new(RULES, boards, 1).expect("there are boards");
    let env = env.with_autoreset(Autoreset::SameStep).with_simd_level(level);
    let mut env = env.expect("the level is available");
    let mut actions = vec![0; boards];
    let mut observations = vec![0; boards * OBSERVATION_LEN];
    let mut action_mask = vec![false; boards * 9];
    let written = match arrays {
        Arrays::NotWritten => "",
        Arrays::Written => ", observations and masks written",
    };
    Contestant::new(format!("{boards} boards, {level}{written}"), move || {
        let steps = 300_000_usize.div_ceil(boards);
        for _ in 0..steps {
            env.sample_actions(&mut actions).expect("the array fits");
            env.step(&actions).expect("sampled actions are legal");
            if let Arrays::Written = arrays {
                env.observations_into(&mut observations).expect("the array fits");
                env.action_mask_into(&mut action_mask).expect("the array fits");
            }
        }
        (steps * boards) as u64
    })
}

fn main() {
    let mut contestants = vec![one_position(), counting()];
    for level in SimdLevel::ALL.into_iter().filter(|level| level.is_available()) {
        for boards in [64, 1024, 16_384] {
            contestants.push(many_boards(boards, level, Arrays::NotWritten));
        }
        contestants.push(many_boards(1024, level, Arrays::Written));
    }
    for _ in 0..TURNS {
        for contestant in &mut contestants {
            contestant.take_turn();
        }
    }
    let unit = contestants[0].best;
    for Contestant { name, best, .. } in &contestants {
        println!(
            "{name:60} {:8.1} million/s  ratio {:6.2}",
            best / 1e6,
            best / unit
        );
    }
}
