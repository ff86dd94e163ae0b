mod report;

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

    /// `None` if nothing was added.
    fn value(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
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

    /// Pearson's correlation; `None` if one of both never changes.
    fn correlation(&self) -> Option<f64> {
        let (value, outcome) = (self.value.value()?, self.outcome.value()?);
        let covariance = self.product.value()? - value * outcome;
        let value_variance = self.squared_value.value()? - value * value;
        let outcome_variance = self.squared_outcome.value()? - outcome * outcome;
        let scale = value_variance * outcome_variance;
        (scale > 0.0).then(|| covariance / scale.sqrt())
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
            "chunks     1 (2.0 KiB, 2.0 KiB to 2.0 KiB each)",
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
        let json = statistics.to_json();
        assert_eq!(json["games"], 2);
        assert_eq!(json["results"]["0-1"], 1);
        assert_eq!(json["plies"]["longest"], 50);
        assert_eq!(json["values"]["mean_squared_difference"], 0.25);
    }

    #[test]
    fn what_was_not_counted_has_no_mean() {
        let nothing = ReplayStatistics::default();
        let text = nothing.to_string();
        for line in [
            "positions  0 (- bytes",
            "plies      mean -, longest 0",
            "correlation -",
        ] {
            assert!(text.contains(line), "{text}");
        }
        assert_eq!(nothing.to_json()["margin"], serde_json::Value::Null);
        let sample = Sample {
            outcome: 1,
            ..Sample::zeroed()
        };
        let mut statistics = nothing;
        let chunk = ReplayChunk {
            number: 1,
            path: "000001.zst".into(),
            samples: 1,
            bytes: 3 << 20,
        };
        statistics.add(&chunk, &[sample]);
        let text = statistics.to_string();
        for line in [
            "chunks     1 (3.0 MiB, 3.0 MiB to 3.0 MiB each)",
            "margin     mean - stones",
        ] {
            assert!(text.contains(line), "{text}");
        }
    }
}
