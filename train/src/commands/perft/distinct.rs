use std::io::{self, Write};
use std::ops::ControlFlow;

use kumalak_env::{DistinctLevel, DistinctReport, Position, Rules, distinct_positions};

use crate::exit::Finish;
use crate::interrupt;
use crate::progress::Progress;

/// Prints a line for every level as soon as it is counted.
pub(super) fn run(
    out: &mut impl Write,
    position: &Position,
    rules: &Rules,
    depth: u32,
) -> anyhow::Result<Finish> {
    interrupt::listen()?;
    writeln!(
        out,
        "  ply    positions         moves        no tuzdik   White's only   Black's only           both         ends"
    )?;
    let mut bar: Option<Bar> = None;
    let mut printed = Ok(());
    let mut ply = 0;
    distinct_positions(position, rules, depth, |report| {
        match report {
            DistinctReport::Working { ply, seen, total } => {
                bar.get_or_insert_with(|| Bar::new(ply, total)).show(seen);
            }
            DistinctReport::Level(level) => {
                if let Some(bar) = bar.take() {
                    bar.progress.clear();
                }
                printed = print_level(out, ply, &level);
                ply += 1;
            }
        }
        match interrupt::is_interrupted() || printed.is_err() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    printed?;
    Ok(match interrupt::is_interrupted() {
        true => Finish::Interrupted,
        false => Finish::Done,
    })
}

fn print_level(out: &mut impl Write, ply: u32, level: &DistinctLevel) -> io::Result<()> {
    writeln!(
        out,
        "{ply:5} {:12} {:13} {:16} {:14} {:14} {:14} {:12}",
        level.positions,
        level.edges,
        level.edges_without_tuzdik,
        level.edges_with_white_tuzdik,
        level.edges_with_black_tuzdik,
        level.edges_with_both_tuzdiks,
        level.edges_that_end,
    )?;
    out.flush()
}

/// The progress of one level.
struct Bar {
    progress: Progress,
    seen: u64,
}

impl Bar {
    fn new(ply: u32, total: u64) -> Self {
        Self {
            progress: Progress::new(format!("ply {ply}"), "moves", total),
            seen: 0,
        }
    }

    fn show(&mut self, seen: u64) {
        self.progress.add(seen - self.seen);
        self.seen = seen;
    }
}
