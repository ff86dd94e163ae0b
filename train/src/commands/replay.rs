//! `kumalak replay`: checks and counts game records.

mod counted_file;
mod statistics;

use std::fmt::Display;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use kumalak_env::record::{GameRecord, Place, RecordError, RecordFormat, RecordReader, read_records};

use self::counted_file::CountedFile;
use self::statistics::ReplayStatistics;
use super::shared_args::RulesArgs;
use crate::exit::Finish;
use crate::interrupt;
use crate::progress::{Progress, print_line};

/// Check game records against the rules and count them
#[derive(Args)]
#[command(
    long_about = "Check game records against the rules and count them. Every move, pit of the last stone, tuzdik mark, \
                  kazan, ending and result that a record states is compared with the board. A game that differs is one \
                  line on stderr with file, line and ply; the others are still read. The exit code is 1 if any differs.",
    after_help = "EXAMPLES:\n  \
                  kumalak replay games.pgn\n  \
                  kumalak replay --format tgk masters/*.tgk\n  \
                  kumalak replay games.kumalak 2> wrong.txt"
)]
pub(crate) struct ReplayArgs {
    /// Files with game records
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Format of the files
    #[arg(long, value_enum, default_value_t = FormatChoice::Auto)]
    format: FormatChoice,
    #[command(flatten)]
    rules: RulesArgs,
}

/// The format of the files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum FormatChoice {
    /// Told by the first lines of each file
    Auto,
    /// PlayOK's tagged files
    Playok,
    /// Tagged files of tournament databases
    Tgk,
    /// The format of this program
    Kumalak,
    /// One game of PlayStrategy a line
    Playstrategy,
}

impl FormatChoice {
    const fn format(self) -> Option<RecordFormat> {
        match self {
            Self::Auto => None,
            Self::Playok => Some(RecordFormat::PlayOk),
            Self::Tgk => Some(RecordFormat::Tgk),
            Self::Kumalak => Some(RecordFormat::Kumalak),
            Self::Playstrategy => Some(RecordFormat::PlayStrategy),
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &ReplayArgs) -> anyhow::Result<Finish> {
    interrupt::listen()?;
    let progress = Progress::new("replay", "bytes", total_bytes(&args.files));
    let mut check = Check {
        args,
        progress: &progress,
        statistics: ReplayStatistics::default(),
    };
    for file in &args.files {
        check.file(file);
    }
    progress.clear();
    let statistics = check.statistics;
    let written = write!(io::stdout(), "{statistics}");
    if interrupt::is_interrupted() {
        print_line("interrupted: not all games were read");
        return Ok(Finish::Interrupted);
    }
    // Faults count even if nobody has read the numbers to their end.
    if statistics.faults() > 0 {
        return Ok(Finish::FoundFaults);
    }
    written?;
    Ok(Finish::Done)
}

/// Length of those files that there are; the others fail later.
fn total_bytes(files: &[PathBuf]) -> u64 {
    let lengths = files.iter().filter_map(|file| file.metadata().ok());
    lengths.map(|metadata| metadata.len()).sum()
}

/// The check of all files.
struct Check<'a> {
    args: &'a ReplayArgs,
    progress: &'a Progress,
    statistics: ReplayStatistics,
}

impl<'a> Check<'a> {
    fn file(&mut self, path: &Path) {
        match self.open(path) {
            Ok(records) => {
                for record in records {
                    if interrupt::is_interrupted() {
                        return;
                    }
                    self.record(record);
                }
            }
            Err(error) => self.fault(&error),
        }
    }

    fn open(&self, path: &Path) -> Result<RecordReader<BufReader<CountedFile<'a>>>, RecordError> {
        let source = path.display().to_string();
        let file = CountedFile::open(path, self.progress).map_err(|error| RecordError {
            place: Place {
                source: source.as_str().into(),
                line: 0,
            },
            ply: None,
            problem: error.into(),
        })?;
        let reader = BufReader::new(file);
        match self.args.format.format() {
            Some(format) => RecordReader::with_format(reader, &source, format),
            None => read_records(reader, &source),
        }
    }

    fn record(&mut self, record: Result<GameRecord, RecordError>) {
        match record {
            Ok(record) => match record.replay(&self.args.rules.rules()) {
                Ok(game) => self.statistics.count(&game),
                Err(error) => self.fault(&error),
            },
            Err(error) => self.fault(&error),
        }
    }

    fn fault(&mut self, error: &dyn Display) {
        self.statistics.count_fault();
        self.progress.say(&format!("error: {error}"));
    }
}
