use kumalak_env::{
    Game, GameRng, GameStatus, MAX_PITS, Observation, Outcome, Pit, Position, Rules, Side, stream,
};

use super::settings::SelfPlaySettings;
use crate::mcts::{SearchResult, SearchRoot, final_margin};
use crate::sample::Sample;
use crate::value::MoverValue;

/// A finished self-play game.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlayGame {
    /// Its number: with the seed it decides the game's random stream.
    pub number: u64,
    /// All moves, from the start of the rule set.
    pub moves: Vec<Pit>,
    /// How many of them were random opening moves, which have no sample.
    pub random_plies: usize,
    /// How it ended.
    pub status: GameStatus,
    /// A sample for each move after the random opening, in order. None if the ply cap of the rules cut the game off, since
    /// nobody knows then what the network should have said.
    pub samples: Vec<Sample>,
}

/// A self-play game in progress.
#[derive(Debug)]
pub(super) struct GameInProgress {
    number: u64,
    game: Game,
    rng: GameRng,
    random_plies: usize,
    searched: Vec<SearchedPosition>,
}

/// What a sample needs from the time before its game ends.
#[derive(Clone, Copy, Debug)]
struct SearchedPosition {
    mover: Side,
    observation: Observation,
    policy: [f32; MAX_PITS],
    root_value: MoverValue,
}

impl GameInProgress {
    /// Starts the game with this number and plays its random opening.
    pub(super) fn start(settings: &SelfPlaySettings, rules: Rules, seed: u64, number: u64) -> Self {
        let mut game = Game::new(rules);
        let mut rng = stream(seed, number);
        settings.random_opening.play(&mut game, &mut rng);
        let random_plies = game.moves().len();
        Self {
            number,
            game,
            rng,
            random_plies,
            searched: Vec::new(),
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// The present position as the root of a search.
    pub(super) fn search_root(&mut self, settings: &SelfPlaySettings) -> SearchRoot<'_> {
        SearchRoot::with_noise(&self.game, &settings.root_noise, &mut self.rng)
    }

    /// Keeps what the search found and plays a move.
    pub(super) fn advance(&mut self, result: &SearchResult, settings: &SelfPlaySettings) {
        let position = self.game.position();
        self.searched.push(SearchedPosition {
            mover: position.turn(),
            observation: position.observation(self.game.occurrences()),
            policy: result.policy(),
            root_value: result.value,
        });
        let ply = self.game.moves().len();
        let pit = settings.temperature.draw(result, ply, &mut self.rng);
        self.game.play(pit);
    }

    /// The game with its samples, once it is over.
    pub(super) fn finish(self) -> SelfPlayGame {
        let samples = match self.game.status().outcome() {
            Some(outcome) => self
                .searched
                .iter()
                .map(|searched| searched.sample(outcome, self.game.position()))
                .collect(),
            None => Vec::new(),
        };
        SelfPlayGame {
            number: self.number,
            moves: self.game.moves().to_vec(),
            random_plies: self.random_plies,
            status: self.game.status(),
            samples,
        }
    }
}

impl SearchedPosition {
    fn sample(&self, outcome: Outcome, last: &Position) -> Sample {
        Sample {
            policy: self.policy,
            root_value: self.root_value.0,
            margin: final_margin(last, self.mover),
            outcome: outcome.sign_for(self.mover),
            observation: self.observation,
            reserved: [0; 2],
        }
    }
}
