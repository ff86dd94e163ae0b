//! The statistics of a collection as a table and as JSON.

use std::fmt;

use kumalak_env::{Ending, Side};
use serde_json::{Map, Value, json};

use super::collection::{Collection, OUTCOMES, Results};
use super::distribution::{Distribution, QUANTILES};
use super::games::Reading;

/// What a collection is like, and what became of the games that are not counted.
pub(super) struct Report<'a> {
    pub(super) collection: &'a Collection,
    pub(super) reading: Reading,
}

impl Report<'_> {
    /// The same numbers for programs.
    pub(super) fn json(&self) -> Value {
        let Collection {
            results,
            endings,
            plies,
            first_moves,
            tuzdiks,
            tuzdik_pits,
            tuzdik_plies,
            white_margins,
            margins,
            ratings,
            rated_wins,
        } = self.collection;
        let first_moves: Map<String, Value> = first_moves
            .iter()
            .map(|(notation, results)| (notation.clone(), named(&result_names(), results)))
            .collect();
        let by_side = Side::ALL.map(|side| {
            json!({
                "pits": tuzdik_pits[side.index()],
                "plies": summary_json(&tuzdik_plies[side.index()]),
            })
        });
        let [white, black] = by_side;
        json!({
            "games": self.collection.games(),
            "faults": self.reading.faults,
            "left_out": self.reading.filtered_out,
            "results": named(&result_names(), results),
            "endings": named(&ending_names(), endings),
            "plies": summary_json(plies),
            "first_moves": first_moves,
            "tuzdiks": { "games_with_0_1_2": tuzdiks, "white": white, "black": black },
            "margins": summary_json(margins),
            "white_margins": summary_json(white_margins),
            "ratings": summary_json(ratings),
            "decided_games_of_unequal_ratings": rated_wins[0],
            "of_these_won_by_the_higher": rated_wins[1],
        })
    }
}

/// Sections with a line each for what was counted, if anything was; shares are of the games of the section.
impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let collection = self.collection;
        writeln!(f, "games       {}", collection.games())?;
        writeln!(f, "faults      {}", self.reading.faults)?;
        writeln!(f, "left out    {}", self.reading.filtered_out)?;
        if collection.games() == 0 {
            return Ok(());
        }
        section(f, "results", &result_names(), &collection.results)?;
        section(f, "endings", &ending_names(), &collection.endings)?;
        self.write_first_moves(f)?;
        self.write_tuzdiks(f)?;
        self.write_distributions(f)
    }
}

impl Report<'_> {
    fn write_first_moves(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut moves: Vec<(&String, &Results)> = self.collection.first_moves.iter().collect();
        // The sort is stable, so that equal counts stay in the order of the notation.
        moves.sort_by_key(|(_, results)| std::cmp::Reverse(results.iter().sum::<u64>()));
        let total = moves.iter().map(|(_, results)| results.iter().sum::<u64>()).sum();
        writeln!(f, "\nfirst moves      games             White scores")?;
        for (notation, results) in moves {
            let games = results.iter().sum();
            let [wins, draws, losses, _] = *results;
            let score = match wins + draws + losses {
                0 => "-".to_owned(),
                played => format!(
                    "{:.1} %",
                    (wins as f64 + draws as f64 / 2.0) / played as f64 * 100.0
                ),
            };
            writeln!(
                f,
                "  {notation:<10} {games:>9} {:>8} {score:>15}",
                share(games, total)
            )?;
        }
        Ok(())
    }

    fn write_tuzdiks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let collection = self.collection;
        let names = ["none", "one", "two"].map(str::to_owned);
        section(f, "tuzdiks", &names, &collection.tuzdiks)?;
        writeln!(f, "\ntuzdik in pit    White's            Black's")?;
        let totals = collection.tuzdik_pits.map(|pits| pits.iter().sum::<u64>());
        for (index, (white, black)) in collection.tuzdik_pits[0]
            .iter()
            .zip(collection.tuzdik_pits[1])
            .enumerate()
        {
            if white + black > 0 {
                let number = index + 1;
                let shares = [share(*white, totals[0]), share(black, totals[1])];
                writeln!(
                    f,
                    "  {number:<10} {white:>9} {:>8} {black:>9} {:>8}",
                    shares[0], shares[1]
                )?;
            }
        }
        Ok(())
    }

    fn write_distributions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let collection = self.collection;
        write!(f, "\n{:<17}{:>9} {:>8}", "", "count", "mean")?;
        for (name, _) in QUANTILES {
            write!(f, " {name:>6}")?;
        }
        writeln!(f)?;
        for (name, distribution) in [
            ("plies", &collection.plies),
            ("White's tuzdik at", &collection.tuzdik_plies[0]),
            ("Black's tuzdik at", &collection.tuzdik_plies[1]),
            ("margin", &collection.margins),
            ("White's margin", &collection.white_margins),
            ("rating", &collection.ratings),
        ] {
            let Some(summary) = distribution.summary() else {
                continue;
            };
            write!(f, "{name:<17}{:>9} {:>8.1}", summary.count, summary.mean)?;
            for quantile in summary.quantiles {
                write!(f, " {quantile:>6}")?;
            }
            writeln!(f)?;
        }
        let [decided, higher] = collection.rated_wins;
        if decided > 0 {
            let share = share(higher, decided);
            writeln!(
                f,
                "\nThe higher rated player won {higher} of {decided} decided games ({share})."
            )?;
        }
        Ok(())
    }
}

fn result_names() -> Vec<String> {
    let names = OUTCOMES.iter().map(ToString::to_string);
    names.chain(["open".to_owned()]).collect()
}

fn ending_names() -> Vec<String> {
    let names = Ending::ALL.iter().map(ToString::to_string);
    names.chain(["not recorded".to_owned()]).collect()
}

/// A heading and a line for each count that is not zero.
fn section(f: &mut fmt::Formatter<'_>, title: &str, names: &[String], counts: &[u64]) -> fmt::Result {
    writeln!(f, "\n{title}")?;
    let total = counts.iter().sum();
    for (name, &count) in names.iter().zip(counts).filter(|&(_, &count)| count > 0) {
        writeln!(f, "  {name:<12} {count:>7} {:>8}", share(count, total))?;
    }
    Ok(())
}

fn share(count: u64, total: u64) -> String {
    format!("{:.1} %", count as f64 / total.max(1) as f64 * 100.0)
}

fn named(names: &[String], counts: &[u64]) -> Value {
    let counts = counts.iter().map(|&count| Value::from(count));
    Value::Object(names.iter().cloned().zip(counts).collect())
}

fn summary_json(distribution: &Distribution) -> Value {
    let Some(summary) = distribution.summary() else {
        return Value::Null;
    };
    let [least, p5, p25, median, p75, p95, most] = summary.quantiles;
    json!({
        "count": summary.count, "mean": summary.mean,
        "least": least, "p5": p5, "p25": p25, "median": median, "p75": p75, "p95": p95, "most": most,
    })
}
