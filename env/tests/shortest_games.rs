//! The shortest possible games: 11 plies, and no game is shorter.

use kumalak_env::{Ending, Game, GameStatus, MoveNotation, Outcome, Rules, Side};

const GAMES: &str = include_str!("data/shortest_games.txt");

#[test]
fn every_listed_game_is_a_majority_win_at_ply_11() {
    let mut games = 0;
    for line in GAMES.lines().filter(|line| !line.starts_with('#')) {
        let (kazans, moves) = line.split_once(' ').expect("kazans, then moves");
        let mut game = Game::new(Rules::STANDARD);
        for written in moves.split(' ') {
            assert_eq!(game.status(), GameStatus::Ongoing, "{line}");
            let written: MoveNotation = written.parse().unwrap();
            assert_eq!(game.play(written.origin).notation(), written, "{line}");
        }
        assert_eq!(game.moves().len(), 11, "{line}");
        let expected = GameStatus::Over {
            outcome: Outcome::WhiteWins,
            ending: Ending::Majority,
        };
        assert_eq!(game.status(), expected, "{line}");
        let [white, black] = Side::ALL.map(|side| game.position().kazan(side));
        assert_eq!(format!("{white}:{black}"), kazans, "{line}");
        games += 1;
    }
    assert_eq!(games, 696);
}
