use kumalak_selfplay::Monitor;

/// Watches a training run. What is counted between [`begin`](Self::begin) and [`end`](Self::end) belongs to that stage.
pub trait TrainingMonitor: Monitor {
    /// A stage begins.
    fn begin(&self, stage: &Stage<'_>) {
        let _ = stage;
    }

    /// One more step of the training stage is done; `loss` is that of its batch.
    fn step(&self, loss: f64) {
        let _ = loss;
    }

    /// The stage is over; `summary` says in a few words what came out.
    fn end(&self, summary: &str) {
        let _ = summary;
    }

    /// Something worth a line, such as left-overs that were dropped.
    fn message(&self, text: &str) {
        let _ = text;
    }
}

/// Watches nothing and never stops.
impl TrainingMonitor for () {}

/// A part of the work that takes time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage<'a> {
    /// The network plays itself.
    SelfPlay {
        /// Number of the iteration, from 1.
        iteration: u32,
        /// Games to play.
        games: u32,
    },
    /// The network learns.
    Training {
        /// Number of the iteration, from 1.
        iteration: u32,
        /// Steps of the optimizer to make.
        steps: u32,
    },
    /// The network plays somebody else.
    Match {
        /// Number of the iteration after which it plays; 0 is the untrained network.
        iteration: u32,
        /// The other player.
        opponent: &'a str,
        /// Games to play.
        games: u32,
    },
}
