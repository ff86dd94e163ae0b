use std::collections::VecDeque;
use std::io::{self, BufRead, Chain, Cursor, Read};
use std::sync::Arc;

use super::error::{Place, RecordError, RecordProblem, TextEncoding};

/// The longest line, in bytes, that a reader takes; a longer one is an error and is skipped without being stored.
pub const MAX_LINE_BYTES: usize = 64 * 1024;

/// A line of text without its line end.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) text: String,
    /// Counted from 1.
    pub(super) number: u64,
}

/// The lines of a source, decoded one by one.
#[derive(Debug)]
pub(super) struct Lines<R> {
    reader: Chain<Cursor<Vec<u8>>, R>,
    encoding: TextEncoding,
    source: Arc<str>,
    /// Lines read so far.
    count: u64,
    /// What was looked at and put back, next first.
    waiting: VecDeque<Result<Line, RecordError>>,
    failed: bool,
}

/// Bytes of one line.
enum RawLine {
    Bytes(Vec<u8>),
    TooLong,
    End,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `reader`. The first bytes are read at once, for the byte order mark.
    pub(super) fn new(mut reader: R, source: &str) -> Result<Self, RecordError> {
        let source: Arc<str> = source.into();
        let mut head = Vec::new();
        reader
            .by_ref()
            .take(3)
            .read_to_end(&mut head)
            .map_err(|error| RecordError {
                place: Place {
                    source: source.clone(),
                    line: 0,
                },
                ply: None,
                problem: error.into(),
            })?;
        let (encoding, mark) = match head[..] {
            [0xef, 0xbb, 0xbf] => (TextEncoding::Utf8, 3),
            [0xff, 0xfe, ..] => (TextEncoding::Utf16Le, 2),
            [0xfe, 0xff, ..] => (TextEncoding::Utf16Be, 2),
            _ => (TextEncoding::Utf8, 0),
        };
        Ok(Self {
            reader: Cursor::new(head.split_off(mark)).chain(reader),
            encoding,
            source,
            count: 0,
            waiting: VecDeque::new(),
            failed: false,
        })
    }

    /// The next line; `None` at the end, and after the source failed.
    pub(super) fn next(&mut self) -> Result<Option<Line>, RecordError> {
        if let Some(line) = self.waiting.pop_front() {
            return line.map(Some);
        }
        if self.failed {
            return Ok(None);
        }
        let number = self.count + 1;
        let raw = self.read_raw();
        if !matches!(raw, Ok(RawLine::End)) {
            self.count = number;
        }
        let problem = match raw {
            Ok(RawLine::End) => return Ok(None),
            Ok(RawLine::TooLong) => RecordProblem::LineTooLong,
            Ok(RawLine::Bytes(bytes)) => match decode(self.encoding, bytes) {
                Some(text) => return Ok(Some(Line { text, number })),
                None => RecordProblem::Encoding {
                    encoding: self.encoding,
                },
            },
            Err(error) => {
                self.failed = true;
                error.into()
            }
        };
        Err(self.error(number, None, problem))
    }

    /// Puts something back, to be returned by the next call of [`next`](Self::next).
    pub(super) fn put_back(&mut self, line: Result<Line, RecordError>) {
        self.waiting.push_front(line);
    }

    /// The next line that holds more than white space.
    pub(super) fn next_filled(&mut self) -> Result<Option<Line>, RecordError> {
        loop {
            match self.next()? {
                Some(line) if line.text.trim().is_empty() => {}
                other => return Ok(other),
            }
        }
    }

    /// Skips lines until one for which `is_start` holds, which stays to be read. Bad lines are skipped too, but not the
    /// failure of the source.
    pub(super) fn skip_until(&mut self, mut is_start: impl FnMut(&str) -> bool) {
        loop {
            match self.next() {
                Ok(Some(line)) if !is_start(&line.text) => {}
                Ok(None) => return,
                Err(error) if !matches!(error.problem, RecordProblem::Io(_)) => {}
                found => return self.put_back(found.map(|line| line.expect("the end has been dealt with"))),
            }
        }
    }

    /// A line of this source.
    pub(super) fn place(&self, line: u64) -> Place {
        Place {
            source: self.source.clone(),
            line,
        }
    }

    /// The place of the end of the source.
    pub(super) fn end(&self) -> Place {
        self.place(self.count)
    }

    /// An error on a line of this source.
    pub(super) fn error(&self, line: u64, ply: Option<usize>, problem: RecordProblem) -> RecordError {
        RecordError {
            place: self.place(line),
            ply,
            problem,
        }
    }

    fn read_raw(&mut self) -> io::Result<RawLine> {
        let mut bytes = Vec::new();
        let mut length = 0;
        let mut previous = 0;
        loop {
            let chunk = match self.reader.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                return Ok(raw_line(bytes, length));
            }
            let mut used = 0;
            let mut complete = false;
            for &byte in chunk {
                used += 1;
                length += 1;
                if length <= MAX_LINE_BYTES {
                    bytes.push(byte);
                }
                complete = ends_line(self.encoding, length, previous, byte);
                if complete {
                    break;
                }
                previous = byte;
            }
            self.reader.consume(used);
            if complete {
                return Ok(raw_line(bytes, length));
            }
        }
    }
}

/// Whether the `length`-th byte of a line completes its line feed.
fn ends_line(encoding: TextEncoding, length: usize, previous: u8, byte: u8) -> bool {
    match encoding {
        TextEncoding::Utf8 => byte == b'\n',
        TextEncoding::Utf16Le => length.is_multiple_of(2) && [previous, byte] == [b'\n', 0],
        TextEncoding::Utf16Be => length.is_multiple_of(2) && [previous, byte] == [0, b'\n'],
    }
}

fn raw_line(bytes: Vec<u8>, length: usize) -> RawLine {
    match length {
        0 => RawLine::End,
        1..=MAX_LINE_BYTES => RawLine::Bytes(bytes),
        _ => RawLine::TooLong,
    }
}

/// The text of a line without its line end; `None` if the bytes are no text.
fn decode(encoding: TextEncoding, bytes: Vec<u8>) -> Option<String> {
    let mut text = match encoding {
        TextEncoding::Utf8 => String::from_utf8(bytes).ok()?,
        TextEncoding::Utf16Le => decode_utf16(&bytes, u16::from_le_bytes)?,
        TextEncoding::Utf16Be => decode_utf16(&bytes, u16::from_be_bytes)?,
    };
    text.truncate(text.trim_end_matches(['\r', '\n']).len());
    Some(text)
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    char::decode_utf16(pairs.iter().map(|&pair| unit(pair)))
        .collect::<Result<_, _>>()
        .ok()
}
