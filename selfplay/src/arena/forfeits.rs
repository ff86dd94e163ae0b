use std::fmt;

use serde::Serialize;

use crate::arena::played_game::PlayedGame;
use crate::arena::termination::Termination;

/// Games that a player lost on time, or by faults of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Forfeit {
    /// Name of the player.
    pub player: String,
    /// What the player did wrong; `None` if the time ran out.
    pub fault: Option<String>,
    /// How many games it cost.
    pub games: u64,
}

/// Most kinds of forfeits that a table lists.
const LONGEST_LIST: usize = 5;

impl Forfeit {
    /// The forfeits in the games of two players with these names, the most frequent first.
    pub(crate) fn count(first: &str, second: &str, games: &[PlayedGame]) -> Vec<Self> {
        let lost = games.iter().filter_map(|played| {
            let (loser, fault) = match &played.termination {
                Termination::Time { loser } => (*loser, None),
                Termination::Fault { loser, reason } => (*loser, Some(reason.clone())),
                Termination::Rules | Termination::Adjudication { .. } => return None,
            };
            let player = if loser == played.first_side { first } else { second };
            Some(Self {
                player: player.to_owned(),
                fault,
                games: 1,
            })
        });
        Self::merged(lost)
    }

    /// One forfeit for each player and fault, the most frequent first.
    pub(crate) fn merged(forfeits: impl IntoIterator<Item = Self>) -> Vec<Self> {
        let mut merged: Vec<Self> = Vec::new();
        for forfeit in forfeits {
            let is_alike =
                |other: &&mut Self| (&other.player, &other.fault) == (&forfeit.player, &forfeit.fault);
            match merged.iter_mut().find(is_alike) {
                Some(alike) => alike.games += forfeit.games,
                None => merged.push(forfeit),
            }
        }
        merged.sort_by_key(|forfeit| std::cmp::Reverse(forfeit.games));
        merged
    }

    /// Lines for a table: the most frequent ones, and how many games the others cost.
    pub(crate) fn lines(forfeits: &[Self]) -> impl Iterator<Item = String> + '_ {
        let (shown, others) = forfeits.split_at(forfeits.len().min(LONGEST_LIST));
        let games: u64 = others.iter().map(|forfeit| forfeit.games).sum();
        let rest = (games > 0).then(|| format!("{games} more games were lost by other faults"));
        shown.iter().map(Self::to_string).chain(rest)
    }
}

/// `greedy lost 3 games on time`, `engine:x.toml lost 1 game by a fault: no move within 500 ms`.
impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let noun = if self.games == 1 { "game" } else { "games" };
        write!(f, "{} lost {} {noun} ", self.player, self.games)?;
        match &self.fault {
            Some(fault) => write!(f, "by a fault: {fault}"),
            None => f.write_str("on time"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forfeit(player: &str, fault: Option<&str>, games: u64) -> Forfeit {
        Forfeit {
            player: player.to_owned(),
            fault: fault.map(str::to_owned),
            games,
        }
    }

    #[test]
    fn equal_faults_of_a_player_are_counted_together() {
        let merged = Forfeit::merged([
            forfeit("a", None, 1),
            forfeit("b", None, 1),
            forfeit("a", Some("no move"), 2),
            forfeit("b", None, 2),
            forfeit("a", Some("no move"), 3),
        ]);
        let lines: Vec<String> = Forfeit::lines(&merged).collect();
        assert_eq!(
            lines,
            [
                "a lost 5 games by a fault: no move",
                "b lost 3 games on time",
                "a lost 1 game on time"
            ]
        );
    }

    #[test]
    fn a_long_list_is_cut() {
        let faults = ["1", "2", "3", "4", "5", "6", "7"].map(|fault| forfeit("a", Some(fault), 2));
        let lines: Vec<String> = Forfeit::lines(&faults).collect();
        assert_eq!(lines.len(), 6);
        assert_eq!(lines[5], "4 more games were lost by other faults");
    }
}
