use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use kumalak_env::record::{RecordFormat, RecordWriter};
use kumalak_selfplay::MatchReport;
use kumalak_train::{Program, write_atomic};
use serde::{Deserialize, Serialize};

use super::kind::MatchKind;
use super::pair_log::{FinishedPairs, PairLog};
use super::plan::MatchPlan;
use super::save::write_records;

/// The folder of a match or a tournament.
///
/// ```text
/// match.json         players and settings
/// provenance.json    which program played, when and how
/// pairs.jsonl        every finished pair with its games, one a line, in the order in which they ended
/// games.kumalak      the games as records, by match and pair
/// report.txt, report.json    the table
/// lock               held by the process that plays here
/// ```
pub(crate) struct MatchFolder {
    root: PathBuf,
    pub(super) log: PairLog,
    _lock: File,
}

const PLAN: &str = "match.json";
/// Name under which [`write_atomic`] writes the plan.
const PARTIAL_PLAN: &str = ".match.json.partial";
const LOCK: &str = "lock";
const PAIRS: &str = "pairs.jsonl";
const GAMES: &str = "games.kumalak";
const PROVENANCE: &str = "provenance.json";

#[derive(Default, Serialize, Deserialize)]
struct Provenance {
    launches: Vec<Launch>,
}

/// A process that played in a folder.
#[derive(Serialize, Deserialize)]
struct Launch {
    /// Pairs that were finished when it began.
    from_pairs: usize,
    #[serde(flatten)]
    program: Program,
}

/// Begins a match in a new or empty folder.
///
/// # Errors
/// If the folder holds a match or anything else, or the system refuses.
pub(crate) fn begin(root: &Path, plan: &MatchPlan) -> anyhow::Result<MatchFolder> {
    if root.join(PLAN).exists() {
        bail!(
            "{} holds a match: continue it with --resume, or remove the folder",
            root.display()
        );
    }
    // A process that was killed before it wrote the plan leaves these.
    let is_ours = |entry: &fs::DirEntry| [LOCK, PARTIAL_PLAN].iter().any(|ours| entry.file_name() == *ours);
    if root.is_dir() && fs::read_dir(root)?.any(|entry| entry.is_ok_and(|entry| !is_ours(&entry))) {
        bail!(
            "{} is not empty: choose another folder for the match",
            root.display()
        );
    }
    fs::create_dir_all(root).with_context(|| format!("cannot make {}", root.display()))?;
    let lock = lock(root)?;
    write_json(&root.join(PLAN), plan)?;
    open(root, lock, plan).map(|(folder, _)| folder)
}

/// Goes on with the match in a folder, after `change` has had a look at its plan. Returns the plan and the finished pairs too.
///
/// # Errors
/// If there is no match, it is of another kind or version, its files have changed, or somebody plays there.
pub(crate) fn resume(
    root: &Path,
    kind: MatchKind,
    change: impl FnOnce(MatchPlan) -> anyhow::Result<MatchPlan>,
) -> anyhow::Result<(MatchFolder, MatchPlan, FinishedPairs)> {
    let path = root.join(PLAN);
    if !path.is_file() {
        bail!("{} holds no match (it has no {PLAN})", root.display());
    }
    let lock = lock(root)?;
    let kept = read_plan(&path)?;
    if kept.kind != kind {
        bail!(
            "{} holds {}, not {}: go on with kumalak {}",
            root.display(),
            kept.kind.name(),
            kind.name(),
            kept.kind.command()
        );
    }
    let plan = change(kept.clone())?;
    plan.check_unchanged()?;
    if plan != kept {
        write_json(&path, &plan)?;
    }
    let (folder, finished) = open(root, lock, &plan)?;
    Ok((folder, plan, finished))
}

fn read_plan(path: &Path) -> anyhow::Result<MatchPlan> {
    /// What every version of the file has.
    #[derive(Deserialize)]
    struct Version {
        format: u32,
    }
    let refused = || format!("cannot read {}", path.display());
    let text = fs::read_to_string(path).with_context(refused)?;
    let Version { format } = serde_json::from_str(&text).with_context(refused)?;
    if format != MatchPlan::FORMAT {
        let expected = MatchPlan::FORMAT;
        bail!(
            "{}: expected format {expected}, found {format}: the match was begun by another version of kumalak, and goes on only \
             with that one",
            path.display()
        );
    }
    serde_json::from_str(&text).with_context(refused)
}

/// The system frees the lock when the process ends, however it ends.
fn lock(root: &Path) -> anyhow::Result<File> {
    let path = root.join(LOCK);
    let lock = File::create(&path).with_context(|| format!("cannot use {}", path.display()))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => bail!("another process is playing in {}", root.display()),
        Err(TryLockError::Error(error)) => {
            Err(error).with_context(|| format!("cannot use {}", path.display()))
        }
    }
}

fn open(root: &Path, lock: File, plan: &MatchPlan) -> anyhow::Result<(MatchFolder, FinishedPairs)> {
    let (log, finished) = PairLog::open(&root.join(PAIRS), &plan.rules)?;
    let path = root.join(PROVENANCE);
    let mut provenance: Provenance = match fs::read_to_string(&path) {
        Ok(text) => serde_json::from_str(&text).with_context(|| format!("cannot read {}", path.display()))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Provenance::default(),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    provenance.launches.push(Launch {
        from_pairs: finished.values().map(Vec::len).sum(),
        program: Program::current(),
    });
    write_json(&path, &provenance)?;
    let folder = MatchFolder {
        root: root.to_owned(),
        log,
        _lock: lock,
    };
    Ok((folder, finished))
}

impl MatchFolder {
    /// Writes the games and the table, as text and as JSON.
    ///
    /// # Errors
    /// If the system refuses.
    pub(crate) fn write_results(
        &self,
        matches: &[(usize, usize, MatchReport)],
        text: &str,
        json: &serde_json::Value,
    ) -> anyhow::Result<()> {
        write_atomic(&self.root.join(GAMES), |file| {
            let mut writer = RecordWriter::new(file, RecordFormat::Kumalak);
            for (_, _, report) in matches {
                write_records(&mut writer, report)?;
            }
            writer.finish().map(drop)
        })?;
        self.write("report.txt", text)?;
        write_json(&self.root.join("report.json"), json)
    }

    /// Writes a file of the folder.
    ///
    /// # Errors
    /// If the system refuses.
    pub(crate) fn write(&self, name: &str, text: &str) -> anyhow::Result<()> {
        Ok(write_atomic(&self.root.join(name), |file| {
            writeln!(file, "{}", text.trim_end())
        })?)
    }
}

fn write_json(path: &Path, value: &impl Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(value).context("cannot write JSON")?;
    Ok(write_atomic(path, |file| writeln!(file, "{text}"))?)
}
