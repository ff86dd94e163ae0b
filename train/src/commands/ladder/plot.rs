use std::fmt::Write;

use kumalak_selfplay::{RankedPlayer, TournamentReport};

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 70.0;
/// Room for the names of the baselines.
const RIGHT: f64 = 210.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 50.0;

/// Room between the frame and the first and last point.
const INSET: f64 = 12.0;
/// Least distance of two names of baselines.
const LINE_HEIGHT: f64 = 15.0;
/// Most characters of a name that fit beside the frame.
const LONGEST_NAME: usize = 26;

const INK: &str = "#333333";
const GRID: &str = "#dddddd";
const CURVE: &str = "#1f6fb4";
const BASELINE: &str = "#b4531f";

/// A range of numbers drawn along an axis, and its marks.
struct Axis {
    low: f64,
    high: f64,
    step: f64,
    /// Coordinates of `low` and `high`.
    from: f64,
    to: f64,
}

/// The ratings of the checkpoints by iteration with their error bars, and those of the other players as dashed lines, as a
/// picture in SVG. `iterations` are those of the players by number; `anchor` is the name of the player with rating 0.
pub(super) fn svg(
    title: &str,
    anchor: &str,
    report: &TournamentReport,
    iterations: &[Option<u32>],
) -> String {
    let iteration = |player: &RankedPlayer| iterations[player.number].map(f64::from);
    let mut rungs: Vec<(f64, &RankedPlayer)> = report
        .players
        .iter()
        .filter_map(|player| Some((iteration(player)?, player)))
        .collect();
    rungs.sort_by(|one, other| one.0.total_cmp(&other.0));
    let across = Axis::around(
        rungs.iter().map(|(at, _)| *at),
        LEFT + INSET,
        WIDTH - RIGHT - INSET,
    );
    let ends = report
        .players
        .iter()
        .flat_map(|player| [-1.0, 1.0].map(|sign| player.rating.elo + sign * player.rating.margin));
    let up = Axis::around(ends, HEIGHT - BOTTOM, TOP);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\" fill=\"{INK}\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"15\">{}</text>\n\
         <text x=\"{LEFT}\" y=\"42\">Elo difference to {}; bars are 95 % intervals{}</text>\n",
        escaped(title),
        escaped(anchor),
        if report.method_note().is_some() {
            "; one drawn pair was added to each match"
        } else {
            ""
        }
    );
    draw_grid(&mut text, &across, &up);
    draw_baselines(
        &mut text,
        report.players.iter().filter(|player| iteration(player).is_none()),
        &up,
    );
    draw_curve(&mut text, &rungs, &across, &up);
    text.push_str("</svg>\n");
    text
}

fn draw_grid(text: &mut String, across: &Axis, up: &Axis) {
    for mark in up.marks() {
        let y = up.place(mark);
        let _ = writeln!(
            text,
            "<path d=\"M{LEFT} {y:.1}H{:.1}\" stroke=\"{GRID}\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{mark}</text>",
            WIDTH - RIGHT,
            LEFT - 8.0,
            y + 4.0
        );
    }
    for mark in across.marks() {
        let x = across.place(mark);
        let bottom = HEIGHT - BOTTOM;
        let _ = writeln!(
            text,
            "<path d=\"M{x:.1} {TOP}V{bottom}\" stroke=\"{GRID}\"/><text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{mark}</text>",
            bottom + 18.0
        );
    }
    let middle = f64::midpoint(LEFT, WIDTH - RIGHT);
    let _ = writeln!(
        text,
        "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">iteration</text>\n\
         <text x=\"18\" y=\"{:.1}\" text-anchor=\"middle\" transform=\"rotate(-90 18 {:.1})\">Elo</text>",
        HEIGHT - 12.0,
        HEIGHT / 2.0,
        HEIGHT / 2.0
    );
}

/// Players of the same strength have their names below each other, and a line leads from each name to its rating.
fn draw_baselines<'a>(text: &mut String, players: impl Iterator<Item = &'a RankedPlayer>, up: &Axis) {
    let right = WIDTH - RIGHT;
    let lines: Vec<(&RankedPlayer, f64)> = players
        .map(|player| (player, up.place(player.rating.elo)))
        .collect();
    let heights: Vec<f64> = lines.iter().map(|(_, y)| *y).collect();
    for ((player, y), name_y) in lines.iter().zip(spread(&heights)) {
        let _ = writeln!(
            text,
            "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"{BASELINE}\" stroke-dasharray=\"6 4\"/>\
             <path d=\"M{right} {y:.1}L{:.1} {name_y:.1}\" stroke=\"{BASELINE}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{BASELINE}\">{}<title>{}: {}</title></text>",
            right + 10.0,
            right + 14.0,
            name_y + 4.0,
            escaped(&shortened(&player.name)),
            escaped(&player.name),
            player.rating
        );
    }
}

/// Heights at least [`LINE_HEIGHT`] apart and near the given ones, which go down the picture.
fn spread(heights: &[f64]) -> Vec<f64> {
    let mut places = heights.to_vec();
    for index in 1..places.len() {
        places[index] = places[index].max(places[index - 1] + LINE_HEIGHT);
    }
    let mut lowest = HEIGHT - BOTTOM;
    for place in places.iter_mut().rev() {
        *place = place.min(lowest);
        lowest = *place - LINE_HEIGHT;
    }
    places
}

/// The beginning and the end of a name that is too long.
fn shortened(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= LONGEST_NAME {
        return name.to_owned();
    }
    let half = (LONGEST_NAME - 1) / 2;
    let part = |letters: &[char]| letters.iter().collect::<String>();
    format!(
        "{}…{}",
        part(&letters[..half]),
        part(&letters[letters.len() - half..])
    )
}

fn draw_curve(text: &mut String, rungs: &[(f64, &RankedPlayer)], across: &Axis, up: &Axis) {
    let points: Vec<String> = rungs
        .iter()
        .map(|(at, player)| format!("{:.1},{:.1}", across.place(*at), up.place(player.rating.elo)))
        .collect();
    let _ = writeln!(
        text,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{CURVE}\" stroke-width=\"2\"/>",
        points.join(" ")
    );
    for (at, player) in rungs {
        let (x, rating) = (across.place(*at), player.rating);
        let [low, high] = [-1.0, 1.0].map(|sign| up.place(rating.elo + sign * rating.margin));
        let _ = writeln!(
            text,
            "<path d=\"M{x:.1} {low:.1}V{high:.1}\" stroke=\"{CURVE}\"/>\
             <circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"3.5\" fill=\"{CURVE}\"><title>{}: {rating}</title></circle>",
            up.place(rating.elo),
            escaped(&player.name)
        );
    }
}

impl Axis {
    /// An axis from `from` to `to` that holds all these numbers, with marks at round ones.
    fn around(numbers: impl Iterator<Item = f64>, from: f64, to: f64) -> Self {
        let (low, high) = numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| {
            (low.min(number), high.max(number))
        });
        let step = round_step((high - low).max(1.0) / 6.0);
        Self {
            low: (low / step).floor() * step,
            high: (high / step).ceil().max((low / step).floor() + 1.0) * step,
            step,
            from,
            to,
        }
    }

    fn place(&self, number: f64) -> f64 {
        self.from + (number - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    fn marks(&self) -> impl Iterator<Item = f64> {
        let count = ((self.high - self.low) / self.step).round() as u32;
        (0..=count).map(|mark| self.low + f64::from(mark) * self.step)
    }
}

/// The smallest of 1, 2, 5, 10, 20, … that is no less than this.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor()).max(1.0);
    let factors = [1.0, 2.0, 5.0, 10.0].into_iter();
    factors
        .map(|factor| factor * power)
        .find(|step| *step >= least)
        .unwrap_or(10.0 * power)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_equal_players_do_not_cover_each_other() {
        assert_eq!(spread(&[100.0, 200.0]), [100.0, 200.0]);
        assert_eq!(spread(&[100.0, 101.0, 102.0]), [100.0, 115.0, 130.0]);
        let bottom = HEIGHT - BOTTOM;
        assert_eq!(spread(&[bottom - 1.0, bottom]), [bottom - LINE_HEIGHT, bottom]);
        assert!(spread(&[]).is_empty());
    }

    #[test]
    fn long_names_keep_their_beginning_and_end() {
        assert_eq!(shortened("alphabeta:depth=4"), "alphabeta:depth=4");
        assert_eq!(
            shortened("net:runs/first/checkpoints/000003,sims=64"),
            "net:runs/fir…0003,sims=64"
        );
    }

    #[test]
    fn axes_hold_their_numbers_and_have_round_marks() {
        let axis = Axis::around([-437.0, 812.0].into_iter(), 430.0, 40.0);
        assert_eq!((axis.low, axis.high, axis.step), (-500.0, 1000.0, 500.0));
        assert_eq!((axis.place(-500.0), axis.place(1000.0)), (430.0, 40.0));
        assert_eq!(axis.marks().collect::<Vec<_>>(), [-500.0, 0.0, 500.0, 1000.0]);
        let one = Axis::around([7.0].into_iter(), 0.0, 1.0);
        assert_eq!(one.marks().collect::<Vec<_>>(), [7.0, 8.0]);
        assert_eq!(
            [0.2, 1.0, 3.0, 6.0, 21.0].map(round_step),
            [1.0, 1.0, 5.0, 10.0, 50.0]
        );
    }
}
