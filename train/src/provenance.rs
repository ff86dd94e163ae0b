use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// Where the results of a run come from: one entry for its start and one for each time that it was resumed.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Provenance {
    /// The processes that trained, in order.
    pub launches: Vec<Launch>,
}

/// One process that trained in a run folder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Launch {
    /// Iterations that were complete when it began.
    pub from_iteration: u32,
    /// The process.
    #[serde(flatten)]
    pub program: Program,
    /// Seed of the run.
    pub seed: u64,
}

/// A process of this program: what ran, where and when.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Program {
    /// The words of the command line.
    pub command: Vec<String>,
    /// Version of the program.
    pub kumalak: String,
    /// Git revision that was built, with `-dirty` if files had changed; `unknown` outside a checkout.
    pub git: String,
    /// Version of PyTorch whose libtorch is linked.
    pub libtorch: String,
    /// Compiler that built the program.
    pub rustc: String,
    /// Operating system and architecture, such as `linux x86_64`.
    pub platform: String,
    /// Name of the processor, where the system tells it.
    pub cpu: String,
    /// Processors that the process may use.
    pub cpu_threads: usize,
    /// Start of the process, in seconds since 1970 (UTC).
    pub started_unix_seconds: u64,
}

impl Launch {
    /// This process.
    pub fn current(seed: u64, from_iteration: u32) -> Self {
        Self {
            from_iteration,
            program: Program::current(),
            seed,
        }
    }
}

impl Program {
    /// This process.
    pub fn current() -> Self {
        Self {
            command: std::env::args().collect(),
            kumalak: env!("CARGO_PKG_VERSION").to_owned(),
            git: env!("KUMALAK_GIT").to_owned(),
            libtorch: env!("KUMALAK_LIBTORCH").to_owned(),
            rustc: env!("KUMALAK_RUSTC").to_owned(),
            platform: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            cpu: cpu_name().unwrap_or_else(|| "unknown".to_owned()),
            cpu_threads: std::thread::available_parallelism().map_or(1, usize::from),
            started_unix_seconds: SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |time| time.as_secs()),
        }
    }
}

fn cpu_name() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_launch_survives_its_file() {
        let provenance = Provenance {
            launches: vec![Launch::current(7, 3)],
        };
        let text = serde_json::to_string(&provenance).unwrap();
        assert_eq!(serde_json::from_str::<Provenance>(&text).unwrap(), provenance);
        assert!(provenance.launches[0].program.rustc.starts_with("rustc "));
    }
}
