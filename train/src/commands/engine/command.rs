//! What may be said to the engine.

use std::str::FromStr;
use std::time::Duration;

/// A line of the protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum EngineCommand {
    /// Who are you, and which options are there?
    Hello,
    /// The same for programs that speak UCI.
    Uci,
    /// Answer when everything before is done.
    IsReady,
    /// Change an option.
    SetOption { name: String, value: String },
    /// The next position belongs to another game.
    NewGame,
    /// Set up a position: a FEN or the start, and moves from there.
    Position { fen: Option<String>, moves: Vec<String> },
    /// Search.
    Go(GoLimits),
    /// Answer now.
    Stop,
    /// Draw the board.
    Display,
    /// List the commands.
    Help,
    /// End.
    Quit,
}

/// What bounds a search, besides the player's own limits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct GoLimits {
    pub(super) depth: Option<u64>,
    pub(super) nodes: Option<u64>,
    pub(super) simulations: Option<u64>,
    pub(super) move_time: Option<Duration>,
    /// What White and Black have left.
    pub(super) clocks: [Option<Duration>; 2],
    /// What White and Black gain with each move.
    pub(super) increments: [Duration; 2],
    pub(super) is_infinite: bool,
}

/// What `help` shows.
pub(super) const HELP: &str = "\
hello                                who this is and which options there are, ends with ok
isready                              answers readyok
setoption name NAME value VALUE      change an option
newgame                              begin another game
position start [moves M1 M2 …]       the start of the game, and moves such as 76, 68X or 7
position fen FEN [moves M1 M2 …]     a position as PlayStrategy writes it
go [LIMITS]                          search and answer bestmove; LIMITS are any of
   depth N | nodes N | sims N | movetime MS | wtime MS btime MS [winc MS binc MS] | infinite
stop                                 end the searches asked for so far; each answers at once
display                              draw the board
help                                 this list
quit                                 leave (so does Ctrl-D)";

/// Reads a line; the error says what was expected.
impl FromStr for EngineCommand {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let mut words = line.split_whitespace();
        let command = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        match command.to_lowercase().as_str() {
            "hello" => Ok(Self::Hello),
            "uci" => Ok(Self::Uci),
            "isready" => Ok(Self::IsReady),
            "setoption" => set_option(&rest),
            "newgame" | "ucinewgame" => Ok(Self::NewGame),
            "position" => position(&rest),
            "go" => go(&rest).map(Self::Go),
            "stop" => Ok(Self::Stop),
            "display" | "d" => Ok(Self::Display),
            "help" | "?" => Ok(Self::Help),
            "quit" | "exit" => Ok(Self::Quit),
            _ => Err(format!(
                "unknown command {}; help lists the commands",
                quoted(command)
            )),
        }
    }
}

fn set_option(words: &[&str]) -> Result<EngineCommand, String> {
    let value = words.iter().position(|&word| word == "value");
    match (words.first(), value) {
        (Some(&"name"), Some(value)) if value > 1 => Ok(EngineCommand::SetOption {
            name: words[1..value].join(" "),
            value: words[value + 1..].join(" "),
        }),
        _ => Err("expected setoption name NAME value VALUE".to_owned()),
    }
}

fn position(words: &[&str]) -> Result<EngineCommand, String> {
    let expected = || "expected position start or position fen FEN, and moves M1 M2 … after it".to_owned();
    let (setup, moves) = match words.iter().position(|&word| word == "moves") {
        Some(index) => (&words[..index], &words[index + 1..]),
        None => (words, &words[..0]),
    };
    let fen = match setup {
        ["start" | "startpos"] => None,
        ["fen", fields @ ..] => Some(fields.join(" ")),
        _ => return Err(expected()),
    };
    Ok(EngineCommand::Position {
        fen,
        moves: moves.iter().map(|&text| text.to_owned()).collect(),
    })
}

fn go(words: &[&str]) -> Result<GoLimits, String> {
    let mut limits = GoLimits::default();
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        if word == "infinite" {
            limits.is_infinite = true;
            continue;
        }
        let mut number = || {
            let text = words.next().copied().unwrap_or_default();
            text.parse::<u64>()
                .map_err(|_| format!("go {word}: expected a whole number, got {}", quoted(text)))
        };
        let mut time = || number().map(Duration::from_millis);
        match word {
            "movetime" => limits.move_time = Some(time()?),
            "wtime" => limits.clocks[0] = Some(time()?),
            "btime" => limits.clocks[1] = Some(time()?),
            "winc" => limits.increments[0] = time()?,
            "binc" => limits.increments[1] = time()?,
            "depth" => limits.depth = Some(at_least_one(word, number()?)?),
            "nodes" => limits.nodes = Some(at_least_one(word, number()?)?),
            "sims" => limits.simulations = Some(at_least_one(word, number()?)?),
            _ => {
                return Err(format!("go: unknown limit {}; help lists them", quoted(word)));
            }
        }
    }
    Ok(limits)
}

fn at_least_one(word: &str, number: u64) -> Result<u64, String> {
    if number == 0 {
        return Err(format!("go {word}: expected at least 1, got 0"));
    }
    Ok(number)
}

/// The beginning of foreign text, in quotes.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown: String = text.chars().take(LONGEST).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("{shown:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        let parse = |line: &str| line.parse::<EngineCommand>().unwrap();
        assert_eq!(parse("  HELLO "), EngineCommand::Hello);
        assert_eq!(
            parse("setoption name player value net:a b,sims=5"),
            EngineCommand::SetOption {
                name: "player".to_owned(),
                value: "net:a b,sims=5".to_owned()
            }
        );
        assert_eq!(
            parse("position fen 1S,8/9 80 81 S 1 moves 7 68X"),
            EngineCommand::Position {
                fen: Some("1S,8/9 80 81 S 1".to_owned()),
                moves: vec!["7".to_owned(), "68X".to_owned()]
            }
        );
        let limits = GoLimits {
            depth: Some(4),
            move_time: Some(Duration::from_millis(50)),
            clocks: [Some(Duration::from_secs(1)), None],
            is_infinite: true,
            ..GoLimits::default()
        };
        assert_eq!(
            parse("go depth 4 movetime 50 wtime 1000 infinite"),
            EngineCommand::Go(limits)
        );
    }

    #[test]
    fn anything_else_is_explained() {
        for (line, words) in [
            ("fly", "unknown command \"fly\"; help lists the commands"),
            ("go depth", "go depth: expected a whole number, got \"\""),
            ("go depth x", "got \"x\""),
            ("go depth -1", "got \"-1\""),
            ("go nodes 0", "go nodes: expected at least 1"),
            ("go sims 99999999999999999999", "expected a whole number"),
            ("go fast", "unknown limit \"fast\""),
            ("position", "expected position start or position fen"),
            ("position moves 7", "expected position start"),
            ("setoption player", "expected setoption name NAME value VALUE"),
            ("setoption name value 7", "expected setoption name"),
        ] {
            let error = line.parse::<EngineCommand>().unwrap_err();
            assert!(error.contains(words), "{line}: {error}");
        }
        let long = "x".repeat(100_000).parse::<EngineCommand>().unwrap_err();
        assert!(long.len() < 200);
    }
}
