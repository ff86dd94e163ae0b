//! Lines from stdin, whatever their bytes are.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::Sender;
use std::thread;

use super::session::Event;

/// The longest line, in bytes, that is understood. A game of 1,461 plies takes 6 kB.
pub(super) const LONGEST_LINE: usize = 1 << 16;

/// Sends every line of stdin, and then that it has ended.
pub(super) fn read_lines(events: Sender<Event>) {
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let event = match read_line(&mut input) {
                Ok(Some(line)) => Event::Line(line),
                Ok(None) | Err(_) => Event::InputEnded,
            };
            let is_last = matches!(event, Event::InputEnded);
            if events.send(event).is_err() || is_last {
                return;
            }
        }
    });
}

/// The next line without its end; `None` at the end of the input. Of a line that is too long the beginning is kept, with one
/// byte more than is understood.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut limited = input.take(LONGEST_LINE as u64 + 1);
    if limited.read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() > LONGEST_LINE && line.last() != Some(&b'\n') {
        skip_line(input)?;
    }
    Ok(Some(String::from_utf8_lossy(&line).trim_end().to_owned()))
}

/// Skips the rest of a line without keeping it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (length, is_end) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(index) => (index + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(length);
        if is_end {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_kind_are_read() {
        let mut bytes = b"hello\r\n\xff\xfe go\n".to_vec();
        bytes.extend(vec![b'x'; 3 * LONGEST_LINE]);
        bytes.extend(b"\nquit");
        let mut input = &bytes[..];
        let mut next = || read_line(&mut input).unwrap();
        assert_eq!(next().unwrap(), "hello");
        assert_eq!(next().unwrap(), "\u{fffd}\u{fffd} go");
        assert_eq!(next().unwrap().len(), LONGEST_LINE + 1);
        assert_eq!(next().unwrap(), "quit");
        assert_eq!(next(), None);
    }
}
