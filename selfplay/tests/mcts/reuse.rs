//! Trees that are kept from one move to the next.

use kumalak_env::{Game, Pit, Rules, TuzdikRule};
use kumalak_selfplay::{BatchSearch, HashEvaluator, SearchResult, SearchRoot, SearchSettings, TreeReuse};

use crate::support::{random_game, search, simulations};

fn keeping(count: u32) -> SearchSettings {
    SearchSettings {
        tree_reuse: TreeReuse::Keep,
        ..simulations(count)
    }
}

fn search_with(batch: &mut BatchSearch, game: &Game, settings: &SearchSettings) -> SearchResult {
    batch
        .search(
            &[SearchRoot::new(game)],
            &mut HashEvaluator::default(),
            settings,
            &(),
        )
        .unwrap()
        .remove(0)
}

#[test]
fn the_subtree_of_the_moves_played_stays() {
    let mut game = random_game(Rules::STANDARD, 20, 0);
    let mut batch = BatchSearch::default();
    let first = search_with(&mut batch, &game, &keeping(400));
    let [own, reply] = [first.principal_variation[0], first.principal_variation[1]];
    game.play(own);
    game.play(reply);
    let kept = search_with(&mut batch, &game, &keeping(100));
    let fresh = search(&game, &mut HashEvaluator::default(), &simulations(100));
    let total = |result: &SearchResult| result.visits.iter().sum::<u32>();
    assert_eq!(kept.simulations, 100);
    assert_eq!(total(&fresh), 100);
    assert!(total(&kept) > 100, "{kept:?}");
    assert_eq!(kept.evaluation, fresh.evaluation);
    assert!(kept.nodes > fresh.nodes && kept.nodes < 500);
}

/// Going on with a tree is the same as having searched longer at once.
#[test]
fn a_search_of_the_same_position_goes_on() {
    let game = random_game(Rules::STANDARD, 30, 3);
    let mut batch = BatchSearch::default();
    search_with(&mut batch, &game, &keeping(150));
    let second = search_with(&mut batch, &game, &keeping(250));
    let at_once = search(&game, &mut HashEvaluator::default(), &simulations(400));
    assert_eq!(second.visits, at_once.visits);
    assert_eq!(second.value, at_once.value);
    assert_eq!(second.policy(), at_once.policy());
    assert_eq!(second.principal_variation, at_once.principal_variation);
}

#[test]
fn another_game_starts_anew() {
    let game = random_game(Rules::STANDARD, 20, 0);
    let other = random_game(Rules::STANDARD, 20, 1);
    let mut batch = BatchSearch::default();
    search_with(&mut batch, &game, &keeping(100));
    let found = search_with(&mut batch, &other, &keeping(100));
    assert_eq!(
        found,
        search(&other, &mut HashEvaluator::default(), &simulations(100))
    );
    // The same position with another history is another game: a repetition may count there.
    let bare = Game::from_position(Rules::STANDARD, *other.position());
    let found = search_with(&mut batch, &bare, &keeping(100));
    assert_eq!(
        found,
        search(&bare, &mut HashEvaluator::default(), &simulations(100))
    );
}

#[test]
fn numbered_games_find_their_trees_wherever_they_stand() {
    let mut games: Vec<Game> = (0..4)
        .map(|index| random_game(Rules::STANDARD, 12, index))
        .collect();
    let alone = |game: &Game, next: &Game| {
        let mut batch = BatchSearch::default();
        search_with(&mut batch, game, &keeping(120));
        search_with(&mut batch, next, &keeping(60))
    };
    let mut batch = BatchSearch::default();
    let roots: Vec<SearchRoot<'_>> = games
        .iter()
        .zip(7..)
        .map(|(game, number)| SearchRoot::new(game).numbered(number))
        .collect();
    let first = batch
        .search(&roots, &mut HashEvaluator::default(), &keeping(120), &())
        .unwrap();
    let before = games.clone();
    for (game, result) in games.iter_mut().zip(&first) {
        game.play(result.best_move());
    }
    // Game 8 is over, and the others stand in another order.
    let order = [3, 0, 2];
    let roots: Vec<SearchRoot<'_>> = order
        .map(|index| SearchRoot::new(&games[index]).numbered(7 + index as u64))
        .into();
    let second = batch
        .search(&roots, &mut HashEvaluator::default(), &keeping(60), &())
        .unwrap();
    for (index, result) in order.into_iter().zip(&second) {
        assert_eq!(result, &alone(&before[index], &games[index]));
    }
}

/// Whole games, on a board where positions come back: the tree never disagrees with the rules.
#[test]
fn a_kept_tree_knows_repetitions_and_endings() {
    let rules = Rules::new(2, 2).unwrap().with_tuzdik(TuzdikRule::None);
    for index in 0..20 {
        let mut game = random_game(rules, 2, index);
        let mut batch = BatchSearch::default();
        while !game.is_over() {
            let result = search_with(&mut batch, &game, &keeping(80));
            let fresh = search(&game, &mut HashEvaluator::default(), &simulations(4000));
            if let (Some(found), Some(expected)) = (result.proven, fresh.proven) {
                assert_eq!(found, expected, "{:?}", game.moves());
            }
            let legal = game.legal_moves();
            let chosen = Pit::ALL[(game.moves().len() * 5 + index as usize) % 9];
            game.play(if legal.contains(chosen) {
                chosen
            } else {
                result.best_move()
            });
        }
    }
}
