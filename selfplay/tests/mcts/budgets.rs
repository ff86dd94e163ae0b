//! Bounds of a search besides its simulations, several leaves in one batch, and the cache of evaluations.

use std::ops::ControlFlow;
use std::sync::Mutex;

use kumalak_env::{Game, Rules, Side};
use kumalak_selfplay::{
    BatchSearch, Counter, GumbelSettings, HashEvaluator, Monitor, RootNoise, SearchResult, SearchRoot,
    SearchSettings, UniformEvaluator,
};

use crate::support::{gumbel, random_game, search, simulations};

#[derive(Default)]
struct Counts(Mutex<Vec<(Counter, u64)>>);

impl Counts {
    fn total(&self, wanted: Counter) -> u64 {
        let counts = self.0.lock().unwrap();
        counts
            .iter()
            .filter(|(counter, _)| *counter == wanted)
            .map(|(_, amount)| amount)
            .sum()
    }

    fn batches(&self) -> usize {
        let counts = self.0.lock().unwrap();
        counts
            .iter()
            .filter(|(counter, _)| *counter == Counter::Evaluations)
            .count()
    }
}

impl Monitor for Counts {
    fn advance(&self, counter: Counter, amount: u64) {
        self.0.lock().unwrap().push((counter, amount));
    }
}

fn watched(games: &[Game], settings: &SearchSettings) -> (Vec<SearchResult>, Counts) {
    let counts = Counts::default();
    let roots: Vec<SearchRoot<'_>> = games.iter().map(SearchRoot::new).collect();
    let results = BatchSearch::default()
        .search(&roots, &mut HashEvaluator::default(), settings, &counts)
        .unwrap();
    (results, counts)
}

#[test]
fn a_full_tree_is_searched_on_without_growing() {
    let game = random_game(Rules::STANDARD, 20, 0);
    for base in [simulations(2000), gumbel(2000, GumbelSettings::default())] {
        for leaves in [1, 8] {
            let settings = SearchSettings {
                node_limit: 100,
                leaves,
                ..base
            };
            let result = search(&game, &mut HashEvaluator::default(), &settings);
            assert_eq!(result.nodes, 100);
            assert_eq!(result.simulations, 2000);
            assert_eq!(result.visits.iter().sum::<u32>(), 2000);
            let roomy = SearchSettings {
                node_limit: 2001,
                ..settings
            };
            let unlimited = search(
                &game,
                &mut HashEvaluator::default(),
                &SearchSettings { leaves, ..base },
            );
            assert_eq!(search(&game, &mut HashEvaluator::default(), &roomy), unlimited);
        }
    }
}

#[test]
fn somebody_who_looks_on_can_end_the_search_with_its_results() {
    let game = random_game(Rules::STANDARD, 20, 0);
    for (looks, expected) in [(1, 0), (41, 40)] {
        let mut seen = 0;
        let found = BatchSearch::default()
            .search_while(
                &[SearchRoot::new(&game)],
                &mut HashEvaluator::default(),
                &simulations(1000),
                &(),
                &mut |progress| {
                    seen += 1;
                    assert_eq!(progress.simulations(), seen - 1);
                    if seen < looks {
                        return ControlFlow::Continue(());
                    }
                    assert_eq!(progress.results().len(), 1);
                    ControlFlow::Break(())
                },
            )
            .unwrap();
        assert_eq!(found[0].simulations, expected);
        assert!((found[0].policy().iter().sum::<f32>() - 1.0).abs() < 1e-5);
        if expected > 0 {
            assert_eq!(
                found[0],
                search(&game, &mut HashEvaluator::default(), &simulations(40))
            );
        } else {
            assert_eq!(found[0].best_move(), found[0].evaluation.most_probable());
        }
    }
}

#[test]
fn several_leaves_share_a_batch() {
    let game = random_game(Rules::STANDARD, 20, 0);
    for base in [simulations(800), gumbel(800, GumbelSettings::default())] {
        let settings = SearchSettings { leaves: 16, ..base };
        let (results, counts) = watched(std::slice::from_ref(&game), &settings);
        assert_eq!(results[0].visits.iter().sum::<u32>(), 800);
        assert_eq!(counts.total(Counter::Evaluations), 801);
        assert!(counts.batches() < 110, "{} batches", counts.batches());
        let (again, _) = watched(std::slice::from_ref(&game), &settings);
        assert_eq!(again, results);
        let one_by_one = search(&game, &mut HashEvaluator::default(), &base);
        assert!((results[0].value.0 - one_by_one.value.0).abs() < 0.1);
    }
}

#[test]
fn several_leaves_of_a_game_do_not_depend_on_the_other_games() {
    let games: Vec<Game> = (0..5)
        .map(|index| random_game(Rules::STANDARD, 60, index))
        .collect();
    let settings = SearchSettings {
        leaves: 8,
        ..simulations(300)
    };
    let (together, _) = watched(&games, &settings);
    for (game, result) in games.iter().zip(&together) {
        assert_eq!(&search(game, &mut HashEvaluator::default(), &settings), result);
    }
}

#[test]
fn a_cache_changes_nothing_but_the_number_of_evaluations() {
    let games: Vec<Game> = (0..6)
        .map(|index| random_game(Rules::new(3, 3).unwrap(), 4, index))
        .collect();
    for base in [
        simulations(400),
        SearchSettings {
            leaves: 4,
            ..simulations(400)
        },
    ] {
        let cached = SearchSettings {
            cache_mebibytes: 1,
            ..base
        };
        let (plain, all) = watched(&games, &base);
        let (results, asked) = watched(&games, &cached);
        assert_eq!(results, plain);
        let hits = asked.total(Counter::CacheHits);
        assert_eq!(
            asked.total(Counter::Evaluations) + hits,
            all.total(Counter::Evaluations)
        );
        assert!(hits > 100, "{hits} hits");
        assert_eq!(asked.total(Counter::Simulations), all.total(Counter::Simulations));
    }
}

#[test]
fn noise_must_fit_the_selection() {
    let game = Game::new(Rules::STANDARD);
    let mut rng = kumalak_env::stream(1, 0);
    let root = SearchRoot::with_noise(&game, &RootNoise::default(), &mut rng);
    let settings = gumbel(10, GumbelSettings::default());
    let error = BatchSearch::default().search(&[root], &mut UniformEvaluator, &settings, &());
    assert_eq!(
        error.unwrap_err().to_string(),
        "root_noise must be \"none\" or gumbel for a search with gumbel, got dirichlet"
    );
}

#[test]
fn mirrored_positions_give_equal_results_with_every_selection() {
    for index in 0..8 {
        let game = random_game(Rules::STANDARD, 16 * index as usize, index);
        let seen = Game::from_position(Rules::STANDARD, *game.position());
        let mirrored = Game::from_position(Rules::STANDARD, game.position().mirrored());
        assert!(mirrored.position().turn() == Side::Black || seen.position().turn() == Side::Black);
        let settings = SearchSettings {
            leaves: 4,
            ..gumbel(200, GumbelSettings::default())
        };
        let [one, other] =
            [&seen, &mirrored].map(|game| search(game, &mut HashEvaluator::default(), &settings));
        assert_eq!(one, other);
    }
}
