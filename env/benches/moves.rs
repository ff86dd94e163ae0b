//! Moves per second, and their ratio to a plain loop over one position in the same run:
//! `cargo bench --profile release -p kumalak-env`.
//!
//! Every line is the best of several short turns, which alternate so that a busy machine slows all of them down alike.

use std::hint::black_box;
use std::thread;
use std::time::Instant;

use kumalak_env::{Autoreset, OBSERVATION_LEN, Position, Rules, SimdLevel, VecEnv, perft, stream};
use rand::RngExt;

const TURNS: usize = 100;

/// Something that plays moves, in turns.
struct Contestant {
    name: String,
    /// Plays for a while and says how many moves that was.
    turn: Box<dyn FnMut() -> u64>,
    turns_left: usize,
    best: f64,
}

impl Contestant {
    fn new(name: impl Into<String>, turns: usize, turn: impl FnMut() -> u64 + 'static) -> Self {
        Self {
            name: name.into(),
            turn: Box::new(turn),
            turns_left: turns,
            best: 0.0,
        }
    }

    fn take_turn(&mut self) {
        let Some(turns_left) = self.turns_left.checked_sub(1) else {
            return;
        };
        self.turns_left = turns_left;
        let start = Instant::now();
        let moves = (self.turn)();
        self.best = self.best.max(moves as f64 / start.elapsed().as_secs_f64());
    }
}

/// One position, a random legal move, and a new game after the last: what the others are compared with.
fn one_position() -> Contestant {
    let rules = black_box(Rules::STANDARD);
    let play = random_moves(move || rules);
    Contestant::new("one position, random moves", TURNS, play)
}

/// The same with rules that the compiler knows, so that it leaves out every switch: what variants cost.
fn one_position_without_switches() -> Contestant {
    let play = random_moves(|| Rules::STANDARD);
    Contestant::new("one position, no rule switches compiled", TURNS, play)
}

#[inline(always)]
fn random_moves(rules: impl Fn() -> Rules + 'static) -> impl FnMut() -> u64 + 'static {
    let mut generator = stream(1, 0);
    let mut position = Position::start(&rules());
    move || {
        const MOVES: u64 = 20_000;
        let rules = rules();
        for _ in 0..MOVES {
            let legal = position.legal_moves(&rules);
            let pit = legal.nth(generator.random_range(0..legal.len()));
            position.play_unchecked(&rules, pit.expect("an unfinished position has a legal move"));
            if position.is_over() {
                position = Position::start(&rules);
            }
        }
        black_box(&position);
        MOVES
    }
}

/// Perft: its leaves are counted, not played.
fn counting(depth: u32, turns: usize) -> Contestant {
    let rules = black_box(Rules::STANDARD);
    let count = move || perft(&Position::start(&rules), &rules, depth);
    Contestant::new(format!("perft to depth {depth}, leaves counted"), turns, count)
}

#[derive(Clone, Copy)]
enum Arrays {
    NotWritten,
    Written,
}

/// Random moves on many boards, with new games in the same step.
fn many_boards(boards: usize, level: SimdLevel, arrays: Arrays) -> Contestant {
    let mut env = new_env(boards, 1)
        .with_simd_level(level)
        .expect("the level is available");
    let mut actions = vec![0; boards];
    let mut observations = vec![0; boards * OBSERVATION_LEN];
    let mut action_mask = vec![false; boards * 9];
    let written = match arrays {
        Arrays::NotWritten => "",
        Arrays::Written => ", observations and masks written",
    };
    Contestant::new(format!("{boards} boards, {level}{written}"), TURNS, move || {
        let steps = 300_000_usize.div_ceil(boards);
        for _ in 0..steps {
            step_at_random(&mut env, &mut actions);
            if let Arrays::Written = arrays {
                env.observations_into(&mut observations).expect("the array fits");
                env.action_mask_into(&mut action_mask).expect("the array fits");
            }
        }
        (steps * boards) as u64
    })
}

/// The boards of several environments, each stepped by its own thread.
fn many_threads(threads: usize, boards: usize) -> Contestant {
    let mut envs: Vec<VecEnv> = (0..threads)
        .map(|thread| new_env(boards, thread as u64))
        .collect();
    Contestant::new(
        format!("{threads} threads with {boards} boards each"),
        TURNS / 4,
        move || {
            const STEPS: usize = 2000;
            thread::scope(|scope| {
                for env in &mut envs {
                    scope.spawn(|| {
                        let mut actions = vec![0; boards];
                        for _ in 0..STEPS {
                            step_at_random(env, &mut actions);
                        }
                    });
                }
            });
            (threads * STEPS * boards) as u64
        },
    )
}

fn new_env(boards: usize, seed: u64) -> VecEnv {
    let env = VecEnv::new(Rules::STANDARD, boards, seed).expect("there are boards");
    env.with_autoreset(Autoreset::SameStep)
}

fn step_at_random(env: &mut VecEnv, actions: &mut [u8]) {
    env.sample_actions(actions).expect("the array fits");
    env.step(actions).expect("sampled actions are legal");
}

/// Prints how many bytes a board takes, new and after many steps, and one position.
fn print_memory() {
    const BOARDS: usize = 65_536;
    for (name, rules) in Rules::PRESETS.iter().take(3) {
        let env = VecEnv::new(*rules, BOARDS, 1).expect("there are boards");
        let mut env = env.with_autoreset(Autoreset::SameStep);
        let fresh = env.memory_bytes() / BOARDS;
        let mut actions = vec![0; BOARDS];
        for _ in 0..1000 {
            step_at_random(&mut env, &mut actions);
        }
        let used = env.memory_bytes() / BOARDS;
        println!("memory, {name}: {fresh} bytes a board, {used} after 1000 random steps");
    }
    println!("memory: {} bytes a position", size_of::<Position>());
}

fn main() {
    let mut contestants = vec![one_position(), one_position_without_switches(), counting(9, 5)];
    for level in SimdLevel::ALL.into_iter().filter(|level| level.is_available()) {
        for boards in [64, 1024, 16_384] {
            contestants.push(many_boards(boards, level, Arrays::NotWritten));
        }
        contestants.push(many_boards(1024, level, Arrays::Written));
    }
    let cores = thread::available_parallelism().map_or(1, usize::from);
    for threads in (0..)
        .map(|doublings| 1 << doublings)
        .take_while(|&threads| threads <= cores)
    {
        contestants.push(many_threads(threads, 1024));
    }
    for _ in 0..TURNS {
        contestants.iter_mut().for_each(Contestant::take_turn);
    }
    let unit = contestants[0].best;
    for Contestant { name, best, .. } in &contestants {
        println!(
            "{name:60} {:8.1} million/s  ratio {:6.2}",
            best / 1e6,
            best / unit
        );
    }
    print_memory();
}
