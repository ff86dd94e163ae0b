use std::num::NonZero;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::Context;

/// Tells from time to time how much memory of the program is resident.
pub(super) struct MemoryWatch {
    started: Instant,
    every: Duration,
    sizes: Mutex<Sizes>,
}

/// Sizes seen so far, in KiB, without the first interval, in which everything is allocated.
struct Sizes {
    next: Instant,
    least: u64,
    most: u64,
}

impl MemoryWatch {
    /// Begins to watch.
    ///
    /// # Errors
    /// If the system does not tell.
    pub(super) fn start(seconds: NonZero<u32>) -> anyhow::Result<Self> {
        resident_kib().context("this system does not tell the resident memory: --memory needs /proc")?;
        let started = Instant::now();
        let every = Duration::from_secs(u64::from(seconds.get()));
        Ok(Self {
            started,
            every,
            sizes: Mutex::new(Sizes {
                next: started + every,
                least: u64::MAX,
                most: 0,
            }),
        })
    }

    /// A line with the size, if it is time for one.
    pub(super) fn line_if_due(&self) -> Option<String> {
        // Whoever finds the lock taken need not report: somebody else does.
        let mut sizes = self.sizes.try_lock().ok()?;
        let now = Instant::now();
        if now < sizes.next {
            return None;
        }
        sizes.next = now + self.every;
        let size = resident_kib()?;
        sizes.least = sizes.least.min(size);
        sizes.most = sizes.most.max(size);
        let seconds = now.duration_since(self.started).as_secs();
        Some(format!("memory: {} resident after {seconds} s", mebibytes(size)))
    }

    /// The range of all sizes that were told.
    pub(super) fn summary(&self) -> String {
        match self.sizes.lock() {
            Ok(sizes) if sizes.most > 0 => format!(
                "memory: {} to {} resident, the first interval aside",
                mebibytes(sizes.least),
                mebibytes(sizes.most)
            ),
            _ => "memory: too short to tell".to_owned(),
        }
    }
}

fn mebibytes(kib: u64) -> String {
    format!("{:.1} MiB", kib as f64 / 1024.0)
}

/// The line `VmRSS` of Linux.
fn resident_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_resident_memory_is_told_when_it_is_time() {
        let watch = MemoryWatch::start(NonZero::<u32>::MIN).unwrap();
        assert_eq!(watch.line_if_due(), None);
        assert_eq!(watch.summary(), "memory: too short to tell");
        watch.sizes.lock().unwrap().next = Instant::now();
        let line = watch.line_if_due().unwrap();
        assert!(line.contains(" MiB resident after 0 s"), "{line}");
        assert!(watch.summary().ends_with(" resident, the first interval aside"));
    }
}
