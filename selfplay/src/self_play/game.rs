use kumalak_env::{Game, GameRng, GameStatus, Pit, Rules, stream};

use super::early_end::{GameEnd, ResignationTest, ResignationWatch, adjudicate};
use super::opening::play_opening;
use super::playout_cap::SearchKind;
use super::settings::SelfPlaySettings;
use super::targets::{SearchedPosition, samples};
use crate::mcts::{NoiseSample, SearchResult, SearchSettings};
use crate::sample::Sample;

/// A finished self-play game.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlayGame {
    /// Its number: with the seed it decides the game's random stream.
    pub number: u64,
    /// All moves, from the start of the rule set.
    pub moves: Vec<Pit>,
    /// How many of them came before the first search and have no sample: random moves and those of an earlier game.
    pub opening_plies: usize,
    /// Its result. A game that was given up has ended by resignation; one that was adjudicated too, or by agreement.
    pub status: GameStatus,
    /// How it came to its end.
    pub end: GameEnd,
    /// Whether giving up would have been right, if a side would have and the game was played out to see.
    pub resignation_test: Option<ResignationTest>,
    /// A sample for each move with a full search, in order. None if the ply cap of the rules cut the game off, since nobody
    /// knows then what the network should have said.
    pub samples: Vec<Sample>,
}

/// What all games of a run have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameSetup<'a> {
    pub(super) settings: &'a SelfPlaySettings,
    pub(super) rules: Rules,
    pub(super) seed: u64,
    /// Moves of earlier games, from the start of the rule set.
    pub(super) earlier: &'a [Vec<Pit>],
}

/// A self-play game in progress.
#[derive(Debug)]
pub(super) struct GameInProgress {
    number: u64,
    game: Game,
    rng: GameRng,
    opening_plies: usize,
    /// What the search in progress is.
    kind: SearchKind,
    watch: ResignationWatch,
    end: GameEnd,
    searched: Vec<SearchedPosition>,
}

impl GameInProgress {
    /// Starts the game with this number and plays its opening.
    pub(super) fn start(setup: &GameSetup<'_>, number: u64) -> Self {
        let settings = setup.settings;
        let mut game = Game::new(setup.rules);
        let mut rng = stream(setup.seed, number);
        play_opening(
            &mut game,
            &settings.restarts,
            setup.earlier,
            &settings.random_opening,
            &mut rng,
        );
        let watch = ResignationWatch::new(settings.resignation, &mut rng);
        Self {
            number,
            opening_plies: game.moves().len(),
            game,
            rng,
            kind: SearchKind::Full,
            watch,
            end: GameEnd::PlayedOut,
            searched: Vec::new(),
        }
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// Settings and noise of the next search.
    pub(super) fn next_search(
        &mut self,
        settings: &SelfPlaySettings,
    ) -> (SearchSettings, Option<NoiseSample>) {
        self.kind = settings.playout_cap.draw(&mut self.rng);
        match self.kind {
            SearchKind::Full => {
                let noise = settings.root_noise.sample(self.game.legal_moves(), &mut self.rng);
                (settings.search, noise)
            }
            SearchKind::Fast(simulations) => (
                SearchSettings {
                    simulations,
                    ..settings.search
                },
                None,
            ),
        }
    }

    /// Keeps what the search found, and ends the game or plays a move.
    pub(super) fn advance(&mut self, result: &SearchResult, settings: &SelfPlaySettings) {
        let mover = self.game.position().turn();
        let ply = self.game.moves().len();
        if self.kind == SearchKind::Full {
            self.searched.push(SearchedPosition::new(&self.game, result));
        }
        if let Some(value) = settings.adjudication.verdict(result) {
            adjudicate(&mut self.game, value);
            self.end = GameEnd::Adjudicated;
        } else if self.watch.gives_up(mover, result.value.0) {
            self.game.resign(mover);
            self.end = GameEnd::Resigned;
        } else {
            let pit = settings.temperature.draw(result, ply, &mut self.rng);
            self.game.play(pit);
        }
    }

    /// The game with its samples, once it is over.
    pub(super) fn finish(self, settings: &SelfPlaySettings) -> SelfPlayGame {
        SelfPlayGame {
            resignation_test: self.resignation_test(),
            number: self.number,
            moves: self.game.moves().to_vec(),
            opening_plies: self.opening_plies,
            status: self.game.status(),
            end: self.end,
            samples: samples(
                self.number,
                &self.game,
                self.end,
                &self.searched,
                settings.surprise_weight,
            ),
        }
    }

    fn resignation_test(&self) -> Option<ResignationTest> {
        let side = self.watch.would_have?;
        let outcome = self.game.status().outcome()?;
        Some(if outcome.winner() == Some(!side) {
            ResignationTest::Right
        } else {
            ResignationTest::Wrong
        })
    }
}
