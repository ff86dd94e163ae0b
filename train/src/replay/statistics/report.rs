use std::fmt;

use serde_json::{Value, json};

use super::{Mean, ReplayStatistics};

/// A table of lines that end with a line feed; `-` stands for the mean of nothing.
impl fmt::Display for ReplayStatistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [bytes, least, most] = self.bytes.map(size);
        let (chunks, positions) = (self.chunks, self.positions);
        let per_position = Mean {
            count: positions,
            sum: self.bytes[0] as f64,
        };
        writeln!(f, "chunks     {chunks} ({bytes}, {least} to {most} each)")?;
        let per_position = number(per_position.value(), 1);
        writeln!(
            f,
            "positions  {positions} ({per_position} bytes each on the disk)"
        )?;
        self.write_games(f)?;
        let [margin, entropy] =
            [(self.margin, 1), (self.policy_entropy, 3)].map(|(mean, digits)| number(mean.value(), digits));
        writeln!(f, "margin     mean {margin} stones")?;
        writeln!(f, "policy     mean entropy {entropy} nats")?;
        self.write_values(f)?;
        let (weight, heaviest) = (number(self.weight.value(), 3), self.heaviest);
        writeln!(f, "weights    mean {weight}, heaviest {heaviest:.2}")
    }
}

impl ReplayStatistics {
    fn write_games(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = &self.games;
        writeln!(f, "games      {} ({} played out)", games.count, games.played_out)?;
        let (mean, longest) = (number(games.plies.value(), 1), games.longest);
        writeln!(
            f,
            "plies      mean {mean}, longest {longest}, of games played out"
        )?;
        let [won, drawn, lost] = games.results;
        writeln!(f, "results    1-0 {won}, 1/2-1/2 {drawn}, 0-1 {lost}")?;
        let [both, one, none] = games.tuzdiks;
        writeln!(f, "tuzdiks    both sides {both}, one {one}, none {none}")
    }

    fn write_values(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = &self.values;
        let [root, result] = [values.value, values.outcome]
            .map(|mean| mean.value().map_or("-".to_owned(), |mean| format!("{mean:+.3}")));
        let difference = number(values.squared_error.value(), 3);
        let correlation = number(values.correlation(), 3);
        writeln!(
            f,
            "values     root {root}, result {result}, mean squared difference {difference}, correlation {correlation}"
        )
    }

    /// The same numbers for programs; the mean of nothing is `null`.
    pub fn to_json(&self) -> Value {
        let [bytes, least, most] = self.bytes;
        let (games, values) = (&self.games, &self.values);
        let [won, drawn, lost] = games.results;
        let [both, one, none] = games.tuzdiks;
        json!({
            "chunks": self.chunks,
            "bytes": { "all": bytes, "smallest_chunk": least, "largest_chunk": most },
            "positions": self.positions,
            "games": games.count,
            "played_out": games.played_out,
            "plies": { "mean": games.plies.value(), "longest": games.longest },
            "results": { "1-0": won, "1/2-1/2": drawn, "0-1": lost },
            "tuzdiks": { "both_sides": both, "one": one, "none": none },
            "margin": self.margin.value(),
            "policy_entropy": self.policy_entropy.value(),
            "values": {
                "root": values.value.value(),
                "result": values.outcome.value(),
                "mean_squared_difference": values.squared_error.value(),
                "correlation": values.correlation(),
            },
            "weights": { "mean": self.weight.value(), "heaviest": self.heaviest },
        })
    }
}

/// A number with so many decimals, or `-`.
fn number(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.decimals$}"))
}

/// Bytes as KiB, or from one MiB on as MiB.
fn size(bytes: u64) -> String {
    match bytes as f64 / 1024.0 {
        kib if kib < 1024.0 => format!("{kib:.1} KiB"),
        kib => format!("{:.1} MiB", kib / 1024.0),
    }
}
