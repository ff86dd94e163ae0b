//! A conversation with the engine.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};

use kumalak_env::{Game, GameStatus, Pit, Position, Side, Sowing};

use super::command::{EngineCommand, GoLimits, HELP};
use super::effort::Effort;
use super::input::LONGEST_LINE;
use super::options::EngineOptions;
use super::output::{best_move_line, info_line};
use super::search::{SearchTask, Searcher};
use super::watch::Info;
use crate::build_player::build_players;
use crate::paint::Paint;
use crate::terminal_board::TerminalBoard;
use crate::written_move::WrittenMove;

/// What happens to a session.
pub(super) enum Event {
    /// Somebody said something.
    Line(String),
    /// Nobody says anything any more.
    InputEnded,
    /// A search has got so far.
    Found(Info),
    /// A search has ended: with its answer, or with what went wrong.
    Finished(Result<Option<Pit>, String>),
}

/// Whether somebody types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Prompt {
    /// Somebody does, and sees when it is his turn.
    Shown,
    /// A program speaks.
    None,
}

/// What a person sees when it is his turn.
const PROMPT: &str = "kumalak> ";

/// Whether the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stay {
    Yes,
    No,
}

/// A conversation.
pub(super) struct Session<W> {
    /// What the options were when the conversation began.
    defaults: EngineOptions,
    options: EngineOptions,
    game: Game,
    last_move: Option<Sowing>,
    /// The searches that were asked for, in their order. The first one goes on, the others wait.
    searches: VecDeque<Asked>,
    searcher: Searcher,
    has_input: bool,
    output: W,
    prompt: Prompt,
}

/// A search whose answer is due.
struct Asked {
    game: Game,
    stop: Arc<AtomicBool>,
    waits_for_stop: bool,
    /// The answer, while it waits for `stop`.
    answer: Option<Option<Pit>>,
}

impl<W: Write> Session<W> {
    /// A session that has not begun.
    pub(super) fn new(options: EngineOptions, events: Sender<Event>, output: W, prompt: Prompt) -> Self {
        Self {
            game: Game::new(options.rules),
            defaults: options.clone(),
            options,
            last_move: None,
            searches: VecDeque::new(),
            searcher: Searcher::start(events),
            has_input: true,
            output,
            prompt,
        }
    }

    /// Answers until somebody quits, or nothing more is said and the last search has ended.
    pub(super) fn run(mut self, events: &Receiver<Event>) -> io::Result<()> {
        let talked = self.talk(events);
        // The thread that searches is waited for.
        for asked in &self.searches {
            asked.stop.store(true, Ordering::Relaxed);
        }
        talked
    }

    fn talk(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        if self.prompt == Prompt::Shown {
            let name = &self.options.player;
            writeln!(self.output, "kumalak engine with {name}; help lists the commands")?;
        }
        self.show_prompt()?;
        for event in events {
            let stay = self.follow(event)?;
            self.output.flush()?;
            if stay == Stay::No {
                break;
            }
        }
        Ok(())
    }

    fn follow(&mut self, event: Event) -> io::Result<Stay> {
        match event {
            Event::Line(line) if line.trim().is_empty() => self.show_prompt()?,
            Event::Line(line) => {
                let stay = self.answer(&line)?;
                self.show_prompt()?;
                return Ok(stay);
            }
            Event::InputEnded => {
                self.has_input = false;
                // Nobody will say stop, and only the last search can wait for it.
                self.stop_searches(|asked| asked.waits_for_stop)?;
            }
            Event::Found(info) => {
                if let Some(asked) = self.searches.front() {
                    writeln!(self.output, "{}", info_line(&asked.game, &info))?;
                }
            }
            Event::Finished(answer) => self.finish(answer)?,
        }
        Ok(if self.has_input || !self.searches.is_empty() {
            Stay::Yes
        } else {
            Stay::No
        })
    }

    fn answer(&mut self, line: &str) -> io::Result<Stay> {
        if line.len() > LONGEST_LINE {
            writeln!(self.output, "error a line is longer than {LONGEST_LINE} bytes")?;
            return Ok(Stay::Yes);
        }
        let command = match line.parse() {
            Ok(EngineCommand::Quit) => return Ok(Stay::No),
            Ok(command) => command,
            Err(reason) => {
                writeln!(self.output, "error {reason}")?;
                return Ok(Stay::Yes);
            }
        };
        if let Err(reason) = self.obey(command)? {
            writeln!(self.output, "error {reason}")?;
        }
        Ok(Stay::Yes)
    }

    fn obey(&mut self, command: EngineCommand) -> io::Result<Result<(), String>> {
        match command {
            EngineCommand::Hello => self.introduce("ok")?,
            EngineCommand::Uci => self.introduce("uciok")?,
            EngineCommand::IsReady => writeln!(self.output, "readyok")?,
            EngineCommand::SetOption { name, value } => return Ok(self.set_option(&name, &value)),
            EngineCommand::NewGame => self.set_up(Game::new(self.options.rules), None),
            EngineCommand::Position { fen, moves } => return Ok(self.set_position(fen.as_deref(), &moves)),
            EngineCommand::Go(limits) => return self.go(&limits),
            EngineCommand::Stop => self.stop_searches(|_| true)?,
            EngineCommand::Display => self.display()?,
            EngineCommand::Help => writeln!(self.output, "{HELP}")?,
            EngineCommand::Quit => {}
        }
        Ok(Ok(()))
    }

    fn introduce(&mut self, end: &str) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        writeln!(self.output, "id name kumalak {version}")?;
        for line in self.defaults.lines() {
            writeln!(self.output, "{line}")?;
        }
        writeln!(self.output, "{end}")
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let changed = self.options.with(name, value)?;
        if changed.player != self.options.player || changed.rules != self.options.rules {
            let players = build_players(&changed.player, &changed.rules, changed.device, 1);
            players.map_err(|error| format!("{error:#}"))?;
        }
        if changed.rules != self.options.rules {
            self.set_up(Game::new(changed.rules), None);
        }
        self.options = changed;
        Ok(())
    }

    fn set_up(&mut self, game: Game, last_move: Option<Sowing>) {
        self.game = game;
        self.last_move = last_move;
    }

    /// Sets up a position, or leaves everything as it is and says why.
    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), String> {
        let rules = self.options.rules;
        let start = match fen {
            None => Position::start(&rules),
            Some(fen) => Position::from_fen(&rules, fen).map_err(|error| format!("position fen: {error}"))?,
        };
        let mut game = Game::from_position(rules, start);
        let mut last_move = None;
        for (index, text) in moves.iter().enumerate() {
            let played = text
                .parse()
                .and_then(|written: WrittenMove| written.play(&mut game));
            last_move = Some(played.map_err(|reason| format!("position: move {}: {reason}", index + 1))?);
        }
        self.set_up(game, last_move);
        Ok(())
    }

    /// Begins a search of the present position, or lets it wait for the searches before it.
    fn go(&mut self, limits: &GoLimits) -> io::Result<Result<(), String>> {
        if self.searches.back().is_some_and(|asked| asked.waits_for_stop) {
            return Ok(Err("an endless search is running; stop ends it".to_owned()));
        }
        let turn = self.game.position().turn();
        let effort = match Effort::new(&self.options.player, limits, turn) {
            Ok(effort) => effort,
            Err(reason) => return Ok(Err(reason)),
        };
        let mut asked = Asked {
            game: self.game.clone(),
            stop: Arc::new(AtomicBool::new(false)),
            waits_for_stop: effort.waits_for_stop,
            answer: None,
        };
        if self.game.is_over() {
            asked.waits_for_stop = false;
            asked.answer = Some(None);
        } else {
            self.searcher.begin(SearchTask {
                game: self.game.clone(),
                effort,
                options: self.options.clone(),
                stop: Arc::clone(&asked.stop),
            });
        }
        self.searches.push_back(asked);
        self.give_answers().map(Ok)
    }

    /// Asks those of the searches that were asked for so far for their answers. Without a search there is nothing to stop.
    fn stop_searches(&mut self, is_meant: impl Fn(&Asked) -> bool) -> io::Result<()> {
        for asked in self.searches.iter_mut().filter(|asked| is_meant(asked)) {
            asked.stop.store(true, Ordering::Relaxed);
            asked.waits_for_stop = false;
        }
        self.give_answers()
    }

    fn finish(&mut self, answer: Result<Option<Pit>, String>) -> io::Result<()> {
        let best = match answer {
            Ok(best) => best,
            Err(reason) => {
                writeln!(self.output, "error {reason}")?;
                None
            }
        };
        if let Some(asked) = self.searches.front_mut() {
            asked.answer = Some(best);
        }
        self.give_answers()
    }

    /// Gives the answers that are there and may be given, up to the first search that goes on.
    fn give_answers(&mut self) -> io::Result<()> {
        while let Some(asked) = self.searches.front()
            && let Some(best) = asked.answer
            && !asked.waits_for_stop
        {
            if asked.game.is_over() {
                writeln!(self.output, "info string {}", status(&asked.game))?;
            }
            writeln!(self.output, "{}", best_move_line(&asked.game, best))?;
            self.searches.pop_front();
            if self.searches.is_empty() {
                self.show_prompt()?;
            }
        }
        Ok(())
    }

    fn display(&mut self) -> io::Result<()> {
        let board = TerminalBoard {
            position: self.game.position(),
            rules: self.game.rules(),
            bottom: Side::White,
            last_move: self.last_move.as_ref(),
            paint: Paint::for_stdout(),
        };
        write!(self.output, "{board}")?;
        let plies = self.game.moves().len() as u32;
        let fen = self.game.position().to_fen(self.game.rules(), plies / 2 + 1);
        writeln!(self.output, "fen {fen}")?;
        writeln!(self.output, "player {}", self.options.player)?;
        writeln!(self.output, "{}", status(&self.game))
    }

    fn show_prompt(&mut self) -> io::Result<()> {
        if self.prompt == Prompt::Shown && self.searches.is_empty() {
            write!(self.output, "{PROMPT}")?;
        }
        self.output.flush()
    }
}

fn status(game: &Game) -> String {
    match game.status() {
        GameStatus::Ongoing => format!("{} is to move", game.position().turn()),
        GameStatus::Over { outcome, ending } => format!("the game is over: {outcome} by {ending}"),
        GameStatus::Truncated => "the game is over: it was cut off by the ply cap".to_owned(),
    }
}
