//! The games of files, read one by one, checked and chosen.

use std::fmt::Display;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use kumalak_env::record::{
    GameRecord, Place, RecordError, RecordFormat, RecordReader, ReplayedGame, read_records,
};

use super::filter::FilterArgs;
use super::source::{Source, total_mebibytes};
use crate::commands::shared_args::RulesArgs;
use crate::exit::UsageError;
use crate::interrupt;
use crate::progress::Progress;

/// Files with games, and how to read them.
#[derive(Args)]
pub(super) struct SourceArgs {
    /// Files with game records; - is stdin
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Format of the files
    #[arg(long, value_enum, default_value_t = FormatChoice::Auto)]
    format: FormatChoice,
    #[command(flatten)]
    pub(super) rules: RulesArgs,
    #[command(flatten)]
    filter: FilterArgs,
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

/// What has become of a game that was handed on.
pub(super) enum Handled {
    /// All is well.
    Done,
    /// It could not be used, for this reason.
    Refused(String),
}

/// What has become of all games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Reading {
    /// Games that cannot be read, that differ from the rules, or that were refused.
    pub(super) faults: u64,
    /// Sound games that the filters leave out.
    pub(super) filtered_out: u64,
    /// Whether Ctrl-C ended the reading.
    pub(super) is_interrupted: bool,
}

impl SourceArgs {
    /// Whether the games of this file are read.
    pub(super) fn reads(&self, file: &Path) -> bool {
        let place = file.canonicalize().ok();
        place.is_some()
            && self
                .files
                .iter()
                .any(|source| source.canonicalize().ok() == place)
    }

    /// Reads all files and hands on each game that agrees with the rules and passes the filters. Every other is a line on
    /// stderr or counted. Memory does not grow with the files.
    pub(super) fn for_each_game(
        &self,
        mut use_game: impl FnMut(&GameRecord, &ReplayedGame) -> io::Result<Handled>,
    ) -> io::Result<Reading> {
        let progress = Progress::new("replay", "MiB", total_mebibytes(&self.files));
        let mut games = Games {
            args: self,
            progress: &progress,
            reading: Reading::default(),
        };
        let result = self
            .files
            .iter()
            .try_for_each(|file| games.file(file, &mut use_game));
        progress.clear();
        result.map(|()| games.reading)
    }

    /// Checks what clap cannot: that a game can meet all conditions.
    pub(super) fn check(&self) -> Result<(), UsageError> {
        self.filter.check()
    }

    /// The only path, if it is a folder, which holds no game records.
    ///
    /// # Errors
    /// If an option that is for game records stands beside the folder.
    pub(super) fn folder(&self) -> Result<Option<&Path>, UsageError> {
        let path = match self.files.as_slice() {
            [path] if path.is_dir() => path,
            _ => return Ok(None),
        };
        if self.is_filtered() || self.format != FormatChoice::Auto || self.rules.given().is_some() {
            return Err(UsageError(format!(
                "{} is a folder with samples of self-play: --format, --rules and the options that choose games are for \
                 files of game records",
                path.display()
            )));
        }
        Ok(Some(path))
    }

    /// Whether the filters leave out any game.
    pub(super) fn is_filtered(&self) -> bool {
        !self.filter.is_empty()
    }
}

/// The games of all files.
struct Games<'a> {
    args: &'a SourceArgs,
    progress: &'a Progress,
    reading: Reading,
}

impl<'a> Games<'a> {
    fn file(
        &mut self,
        path: &Path,
        use_game: &mut impl FnMut(&GameRecord, &ReplayedGame) -> io::Result<Handled>,
    ) -> io::Result<()> {
        if path.is_dir() {
            let path = path.display();
            self.fault(&format!(
                "{path}: expected a file with game records, found a folder; 'kumalak replay stats {path}' describes one with \
                 samples of self-play"
            ));
            return Ok(());
        }
        let records = match self.open(path) {
            Ok(records) => records,
            Err(error) => {
                self.fault(&error);
                return Ok(());
            }
        };
        for record in records {
            if interrupt::is_interrupted() {
                self.reading.is_interrupted = true;
                return Ok(());
            }
            let record = match record {
                Ok(record) => record,
                Err(error) => {
                    self.fault(&error);
                    continue;
                }
            };
            match record.replay(&self.args.rules.rules()) {
                Err(error) => self.fault(&error),
                Ok(game) if !self.args.filter.accepts(&record, &game) => self.reading.filtered_out += 1,
                Ok(game) => {
                    if let Handled::Refused(reason) = use_game(&record, &game)? {
                        self.fault(&format!("{}: {reason}", record.place));
                    }
                }
            }
        }
        Ok(())
    }

    fn open(&self, path: &Path) -> Result<RecordReader<BufReader<Source<'a>>>, RecordError> {
        let source = Source::name(path);
        let file = Source::open(path, self.progress).map_err(|error| RecordError {
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

    fn fault(&mut self, error: &dyn Display) {
        self.reading.faults += 1;
        self.progress.say(&format!("error: {error}"));
    }
}
