use std::fmt;

use kumalak_selfplay::Sample;

use super::folder::ReplayChunk;

/// What samples of self-play are like. All values are from the side to move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ReplayStatistics {
    chunks: u64,
    /// Bytes on the disk, of all chunks, the smallest and the largest one.
    bytes: [u64; 3],
    positions: u64,
    games: Games,
    policy_entropy: Mean,
    weight: Mean,
    heaviest: f64,
    values: Values,
    margin: Mean,
}

/// Games, as far as samples tell.
#[derive(Clone, PartialEq, Debug, Default)]
struct Games {
    /// Number of the game that the last sample was from.
    last: Option<u64>,
    count: u64,
    played_out: u64,
    /// Won by White, drawn, won by Black.
    results: [u64; 3],
    plies: Mean,
    longest: u32,
    /// At the end of games that were played out: with a tuzdik of both sides, of one, of none.
    tuzdiks: [u64; 3],
}

/// Root values and results.
#[derive(Clone, PartialEq, Debug, Default)]
struct Values {
    value: Mean,
    outcome: Mean,
    squared_value: Mean,
    squared_outcome: Mean,
    product: Mean,
    squared_error: Mean,
}

/// A mean over what was added.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Mean {
    count: u64,
    sum: f64,
}

impl Mean {
    fn add(&mut self, number: f64) {
        self.count += 1;
        self.sum += number;
    }

    fn value(self) -> f64 {
        self.sum / self.count.max(1) as f64
    }
}

impl ReplayStatistics {
    /// Adds the samples of a chunk, those of each game one after another.
    pub fn add(&mut self, chunk: &ReplayChunk, samples: &[Sample]) {
        let [all, least, most] = &mut self.bytes;
        *all += chunk.bytes;
        *least = if self.chunks == 0 {
            chunk.bytes
        } else {
            chunk.bytes.min(*least)
        };
        *most = chunk.bytes.max(*most);
        self.chunks += 1;
        for sample in samples {
            self.add_sample(sample);
        }
    }

    fn add_sample(&mut self, sample: &Sample) {
        self.positions += 1;
        if self.games.last != Some(sample.game) {
            self.games.last = Some(sample.game);
            self.games.add(sample);
        }
        self.policy_entropy.add(entropy(&sample.policy));
        self.weight.add(f64::from(sample.weight));
        self.heaviest = self.heaviest.max(f64::from(sample.weight));
        self.values
            .add(f64::from(sample.root_value), f64::from(sample.outcome));
        if sample.played_out == 1 {
            self.margin.add(f64::from(sample.margin).abs());
        }
    }

    /// Number of samples.
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// Number of games.
    pub const fn games(&self) -> u64 {
        self.games.count
    }
}

impl Games {
    /// Adds the game of its first sample.
    fn add(&mut self, sample: &Sample) {
        self.count += 1;
        let for_white = if sample.ply.is_multiple_of(2) {
            sample.outcome
        } else {
            -sample.outcome
        };
        self.results[(1 - for_white) as usize] += 1;
        if sample.played_out == 1 {
            self.played_out += 1;
            let plies = u32::from(sample.ply) + u32::from(sample.plies_left);
            self.plies.add(f64::from(plies));
            self.longest = self.longest.max(plies);
            let none = [sample.own_tuzdik, sample.opponent_tuzdik].map(|tuzdik| usize::from(tuzdik == 0));
            self.tuzdiks[none.iter().sum::<usize>()] += 1;
        }
    }
}

impl Values {
    fn add(&mut self, value: f64, outcome: f64) {
        self.value.add(value);
        self.outcome.add(outcome);
        self.squared_value.add(value * value);
        self.squared_outcome.add(outcome * outcome);
        self.product.add(value * outcome);
        self.squared_error.add((value - outcome) * (value - outcome));
    }

    /// Pearson's correlation; 0 if one of both never changes.
    fn correlation(&self) -> f64 {
        let variance = |square: Mean, mean: Mean| square.value() - mean.value() * mean.value();
        let covariance = self.product.value() - self.value.value() * self.outcome.value();
        let scale = variance(self.squared_value, self.value) * variance(self.squared_outcome, self.outcome);
        if scale > 0.0 {
            covariance / scale.sqrt()
        } else {
            0.0
        }
    }
}

/// A table of lines that end with a line feed.
impl fmt::Display for ReplayStatistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [bytes, least, most] = self.bytes.map(|bytes| bytes as f64 / 1024.0);
        writeln!(
            f,
            "chunks     {} ({bytes:.1} KiB, {least:.1} to {most:.1} each)",
            self.chunks
        )?;
        let positions = self.positions.max(1) as f64;
        writeln!(
            f,
            "positions  {} ({:.1} bytes each on the disk)",
            self.positions,
            self.bytes[0] as f64 / positions
        )?;
        let games = &self.games;
        writeln!(f, "games      {} ({} played out)", games.count, games.played_out)?;
        let (mean, longest) = (games.plies.value(), games.longest);
        writeln!(
            f,
            "plies      mean {mean:.1}, longest {longest}, of games played out"
        )?;
        let [won, drawn, lost] = games.results;
        writeln!(f, "results    1-0 {won}, 1/2-1/2 {drawn}, 0-1 {lost}")?;
        let [both, one, none] = games.tuzdiks;
        writeln!(f, "tuzdiks    both sides {both}, one {one}, none {none}")?;
        writeln!(f, "margin     mean {:.1} stones", self.margin.value())?;
        writeln!(
            f,
            "policy     mean entropy {:.3} nats",
            self.policy_entropy.value()
        )?;
        let values = &self.values;
        writeln!(
            f,
            "values     root {:+.3}, result {:+.3}, mean squared difference {:.3}, correlation {:.3}",
            values.value.value(),
            values.outcome.value(),
            values.squared_error.value(),
            values.correlation()
        )?;
        writeln!(
            f,
            "weights    mean {:.3}, heaviest {:.2}",
            self.weight.value(),
            self.heaviest
        )
    }
}

/// In nats.
fn entropy(policy: &[f32]) -> f64 {
    let terms = policy.iter().filter(|&&share| share > 0.0).map(|&share| {
        let share = f64::from(share);
        -share * share.ln()
    });
    terms.sum()
}

#[cfg(test)]
mod tests {
    use bytemuck::Zeroable;

    use super::*;

    #[test]
    fn games_results_and_values_are_counted() {
        let sample = |game, ply, outcome, root_value| Sample {
            game,
            ply,
            plies_left: 50 - ply,
            outcome,
            root_value,
            weight: 1.0,
            played_out: 1,
            own_tuzdik: 3,
            margin: 20 * i16::from(outcome),
            policy: [0.5, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            ..Sample::zeroed()
        };
        let samples = [sample(7, 4, 1, 0.5), sample(7, 5, -1, -0.5), sample(8, 3, 1, 0.5)];
        let chunk = ReplayChunk {
            number: 1,
            path: "000001.zst".into(),
            samples: 3,
            bytes: 2048,
        };
        let mut statistics = ReplayStatistics::default();
        statistics.add(&chunk, &samples);
        assert_eq!((statistics.positions(), statistics.games()), (3, 2));
        let text = statistics.to_string();
        for line in [
            "chunks     1 (2.0 KiB, 2.0 to 2.0 each)",
            "games      2 (2 played out)",
            "plies      mean 50.0, longest 50, of games played out",
            "results    1-0 1, 1/2-1/2 0, 0-1 1",
            "tuzdiks    both sides 0, one 2, none 0",
            "policy     mean entropy 0.693 nats",
            "mean squared difference 0.250, correlation 1.000",
            "weights    mean 1.000, heaviest 1.00",
        ] {
            assert!(text.contains(line), "{text}");
        }
        assert!(ReplayStatistics::default().to_string().contains("positions  0"));
    }
}
