//! The batched search against a literal one: recursive, one game at a time, with a whole [`Game`] in every node, so that
//! results, repetitions and turns come from the rules and not from the search.

use crate::support::{random_game, search, simulations};
use kumalak_env::{Game, Goal, Pit, RepetitionRule, Rules, TuzdikRule};
use kumalak_selfplay::{
    Evaluations, Evaluator, Fpu, HashEvaluator, LeafValue, MoverValue, PuctSettings, SearchSettings,
    Selection, Solver,
};
use ndarray::ArrayView2;

/// `Node` of the pseudocode published with `AlphaZero` (2018), with values from the side to move.
struct Node {
    game: Game,
    prior: f64,
    visits: u32,
    value_sum: f64,
    children: Vec<(Pit, Self)>,
}

impl Node {
    fn new(game: Game, prior: f64) -> Self {
        Self {
            game,
            prior,
            visits: 0,
            value_sum: 0.0,
            children: Vec::new(),
        }
    }

    fn value(&self) -> f64 {
        self.value_sum / f64::from(self.visits)
    }

    /// One simulation from here on; returns the value for the side to move here.
    fn simulate(&mut self, evaluator: &mut dyn Evaluator, settings: &SearchSettings) -> f64 {
        let value = match self.game.status().outcome() {
            Some(outcome) => {
                let mover = self.game.position().turn();
                let own = f64::from(self.game.position().kazan(mover));
                let margin = own - f64::from(self.game.position().kazan(!mover));
                let result = MoverValue::of_outcome(outcome, mover).0;
                blend(f64::from(result), margin, self.game.rules(), settings)
            }
            None if self.visits == 0 => self.expand(evaluator, settings),
            None => {
                let best = self.best_child(settings);
                -self.children[best].1.simulate(evaluator, settings)
            }
        };
        self.visits += 1;
        self.value_sum += value;
        value
    }

    fn expand(&mut self, evaluator: &mut dyn Evaluator, settings: &SearchSettings) -> f64 {
        let observation = self.game.position().observation(self.game.occurrences());
        let mut answer = Evaluations::zeros(1);
        evaluator
            .evaluate(ArrayView2::from(&[observation]), &mut answer)
            .expect("the evaluator works");
        let weight = |pit: Pit| f64::from(answer.policy_logits[[0, pit.index()]]).exp();
        let total: f64 = self.game.legal_moves().iter().map(weight).sum();
        for pit in self.game.legal_moves() {
            let mut after = self.game.clone();
            after.play(pit);
            self.children.push((pit, Self::new(after, weight(pit) / total)));
        }
        blend(
            f64::from(answer.value(0).0),
            f64::from(answer.margin[0]),
            self.game.rules(),
            settings,
        )
    }

    fn best_child(&self, settings: &SearchSettings) -> usize {
        let visits = f64::from(self.visits);
        let Selection::Puct(puct) = settings.selection else {
            panic!("this is the search with PUCT");
        };
        let base = f64::from(puct.c_base);
        let rate = ((1.0 + visits + base) / base).ln() + f64::from(puct.c_init);
        let tried = self.children.iter().filter(|(_, child)| child.visits > 0);
        let tried_prior: f64 = tried.map(|(_, child)| child.prior).sum();
        let untried = match puct.fpu {
            Fpu::Absolute { value } => f64::from(value),
            Fpu::ParentMinus { reduction } => self.value() - f64::from(reduction) * tried_prior.sqrt(),
        };
        let score = |child: &Self| {
            let value = if child.visits > 0 { -child.value() } else { untried };
            value + rate * child.prior * visits.sqrt() / (1.0 + f64::from(child.visits))
        };
        let scores: Vec<f64> = self.children.iter().map(|(_, child)| score(child)).collect();
        (0..scores.len())
            .reduce(|best, next| if scores[next] > scores[best] { next } else { best })
            .expect("the game goes on")
    }
}

fn blend(result: f64, margin: f64, rules: &Rules, settings: &SearchSettings) -> f64 {
    match settings.leaf_value {
        LeafValue::WinLoss => result,
        LeafValue::WinLossAndMargin { weight, scale } => {
            let wanted = if rules.goal() == Goal::Giveaway {
                -margin
            } else {
                margin
            };
            let (weight, scale) = (f64::from(weight), f64::from(scale));
            (1.0 - weight) * result + weight * wanted / (wanted.abs() + scale)
        }
    }
}

fn compare(game: &Game, settings: &SearchSettings) {
    let mut evaluator = HashEvaluator { seed: 7 };
    let settings = &SearchSettings {
        solver: Solver::Off,
        ..*settings
    };
    let result = search(game, &mut evaluator, settings);
    let mut root = Node::new(game.clone(), 1.0);
    for _ in 0..=settings.simulations {
        root.simulate(&mut evaluator, settings);
    }
    for (pit, child) in &root.children {
        let context = format!("pit {pit} of {:?} under {settings:?}", game.position());
        assert_eq!(result.visits[pit.index()], child.visits, "{context}");
        if let Some(value) = result.move_values[pit.index()] {
            assert!((f64::from(value.0) + child.value()).abs() < 1e-4, "{context}");
        }
    }
    assert!((f64::from(result.value.0) - root.value()).abs() < 1e-4);
}

#[test]
fn on_standard_games() {
    for index in 0..16 {
        let game = random_game(Rules::STANDARD, 7 * index as usize, index);
        compare(&game, &simulations(200));
    }
}

#[test]
fn on_boards_where_positions_come_back() {
    let small = Rules::new(2, 2).unwrap();
    let no_tuzdik = Rules::new(3, 3).unwrap().with_tuzdik(TuzdikRule::None);
    for rules in [small, small.with_tuzdik(TuzdikRule::None), no_tuzdik] {
        for index in 0..12 {
            compare(&random_game(rules, index as usize, index), &simulations(600));
        }
    }
}

#[test]
fn after_1500_plies_without_a_capture() {
    let game = endless_game(1500);
    assert_eq!(game.history().occurrences(game.position()), game.occurrences());
    assert!(game.occurrences() > 100);
    compare(&game, &simulations(300));
}

/// A game that goes round in a circle, which no rule forbids here.
fn endless_game(plies: usize) -> Game {
    let rules = Rules::new(2, 2).unwrap().with_tuzdik(TuzdikRule::None);
    let rules = rules.with_repetition(RepetitionRule::None).unwrap();
    let (random, first) = (0..)
        .map(|index| random_game(rules, 12, index))
        .find_map(|game| Some((game.clone(), first_occurrence(&game)?)))
        .expect("some random game repeats a position");
    let circle = random.moves()[first..].iter().cycle();
    let mut game = Game::new(rules);
    for &pit in random.moves()[..first].iter().chain(circle).take(plies) {
        game.play(pit);
    }
    game
}

/// The ply after which the last position of a game had occurred before.
fn first_occurrence(game: &Game) -> Option<usize> {
    let mut earlier = Game::new(*game.rules());
    game.moves().iter().position(|&pit| {
        let is_last = earlier.position() == game.position();
        earlier.play(pit);
        is_last
    })
}

#[test]
fn with_the_margin_and_an_absolute_fpu() {
    let settings = SearchSettings {
        selection: Selection::Puct(PuctSettings {
            fpu: Fpu::Absolute { value: -0.5 },
            c_init: 2.0,
            c_base: 50.0,
        }),
        leaf_value: LeafValue::WinLossAndMargin {
            weight: 0.25,
            scale: 12.0,
        },
        ..simulations(250)
    };
    for goal in [Goal::MostStones, Goal::Giveaway] {
        for index in 0..8 {
            let game = random_game(Rules::STANDARD.with_goal(goal), 14 * index as usize, index);
            compare(&game, &settings);
        }
    }
}
