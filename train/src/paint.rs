//! Colours, where there is a terminal that shows them.

use std::fmt::Display;
use std::io::{self, IsTerminal};

/// Whether to colour text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Paint {
    /// Plain text, for files, pipes and people who set `NO_COLOR`.
    Plain,
    /// ANSI colours.
    Colours,
}

/// What a piece of text is, which decides its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tone {
    /// Stands back: lines, empty pits, explanations.
    Faint,
    /// Stands out: headings, kazans.
    Strong,
    /// Part of the last move.
    LastMove,
    /// A tuzdik.
    Tuzdik,
}

impl Paint {
    /// The choice for stdout: colours only on a terminal that is not `dumb`, and not if `NO_COLOR` is set to anything
    /// (<https://no-color.org>).
    pub(crate) fn for_stdout() -> Self {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        if io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb {
            Self::Colours
        } else {
            Self::Plain
        }
    }

    /// The text in the colour of its tone.
    pub(crate) fn text(self, tone: Tone, text: impl Display) -> String {
        let code = match tone {
            Tone::Faint => "2",
            Tone::Strong => "1",
            Tone::LastMove => "1;33",
            Tone::Tuzdik => "1;31",
        };
        match self {
            Self::Plain => text.to_string(),
            Self::Colours => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_has_no_escape_codes() {
        assert_eq!(Paint::Plain.text(Tone::Strong, 12), "12");
        assert_eq!(Paint::Colours.text(Tone::Strong, 12), "\x1b[1m12\x1b[0m");
    }
}
