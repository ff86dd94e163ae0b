//! White's chances during a game as a picture.

use std::fmt::Write;

use kumalak_env::Side;

use super::judged::JudgedGame;
use super::report::percent;

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 320.0;
// Space for the title and the axes.
const LEFT: f64 = 48.0;
const TOP: f64 = 44.0;
const RIGHT: f64 = 16.0;
const BOTTOM: f64 = 36.0;
/// About how many plies are numbered.
const PLY_LABELS: usize = 12;

/// The curve of White's chances after 0, 1, … plies, with the worst moves marked and named.
pub(super) fn win_curve(judged: &JudgedGame, points: &[f64], worst: usize) -> String {
    let frame = Frame {
        plies: points.len().saturating_sub(1).max(1),
    };
    let mut svg = String::new();
    frame.begin(
        &mut svg,
        &format!("{}, judged by {}", judged.title(), judged.judge),
    );
    frame.axes(&mut svg);
    frame.curve(&mut svg, points);
    let notations = judged.notations();
    for analyzed in judged.analysis.worst(worst) {
        let [played, best] = &notations[analyzed.ply - 1];
        let name = format!(
            "ply {}, {}: {played} instead of {best}, {} lost",
            analyzed.ply,
            analyzed.side,
            percent(analyzed.loss().unwrap_or_default())
        );
        let mark = Mark {
            ply: analyzed.ply,
            share: points[analyzed.ply],
            side: analyzed.side,
        };
        frame.mark(&mut svg, &mark, played, &name);
    }
    svg + "</svg>\n"
}

/// A bad move on the curve.
struct Mark {
    ply: usize,
    share: f64,
    side: Side,
}

/// Where what lies in the picture.
struct Frame {
    plies: usize,
}

impl Mark {
    /// How far below the mark the baseline of its label lies. White's bad moves are dips of the curve and Black's are peaks:
    /// outside of them nothing crosses the label, unless that is outside of the frame.
    fn label_offset(&self) -> f64 {
        let is_below = match self.side {
            Side::White => self.share >= 0.1,
            Side::Black => self.share > 0.9,
        };
        if is_below { 18.0 } else { -9.0 }
    }
}

impl Frame {
    fn x(&self, ply: usize) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * ply as f64 / self.plies as f64
    }

    fn y(points: f64) -> f64 {
        TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - points)
    }

    fn begin(&self, svg: &mut String, title: &str) {
        let title = escaped(title);
        let _ = writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"12\" fill=\"#333\">\n\
             <title>{title}</title>\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
             <text x=\"{LEFT}\" y=\"24\" font-size=\"14\">{title}</text>"
        );
    }

    fn axes(&self, svg: &mut String) {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
            let y = Self::y(share);
            let colour = if share == 0.5 { "#999" } else { "#e4e4e4" };
            let _ = writeln!(
                svg,
                "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"{colour}\"/>\n\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{:.0}%</text>",
                LEFT - 6.0,
                y + 4.0,
                100.0 * share
            );
        }
        let step = (self.plies / PLY_LABELS)
            .max(1)
            .next_multiple_of(if self.plies > 60 { 10 } else { 1 });
        for ply in (0..=self.plies).step_by(step) {
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{ply}</text>",
                self.x(ply),
                bottom + 16.0
            );
        }
        let _ = writeln!(
            svg,
            "<text x=\"{LEFT}\" y=\"{0:.1}\">White's chances after each ply; a draw is half</text>\n\
             <text x=\"{right}\" y=\"{0:.1}\" text-anchor=\"end\">ply</text>",
            HEIGHT - 6.0
        );
    }

    fn curve(&self, svg: &mut String, points: &[f64]) {
        let corners: Vec<String> = points
            .iter()
            .enumerate()
            .map(|(ply, &share)| format!("{:.1},{:.1}", self.x(ply), Self::y(share)))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"1.5\"/>",
            corners.join(" ")
        );
    }

    fn mark(&self, svg: &mut String, mark: &Mark, label: &str, name: &str) {
        let (x, y) = (self.x(mark.ply), Self::y(mark.share));
        let label_y = y + mark.label_offset();
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#c0392b\"><title>{}</title></circle>\n\
             <text x=\"{x:.1}\" y=\"{label_y:.1}\" text-anchor=\"middle\" fill=\"#c0392b\">{}</text>",
            escaped(name),
            escaped(label)
        );
    }
}

/// Text of a record between tags.
fn escaped(text: &str) -> String {
    let shown = text.chars().filter(|letter| !letter.is_control());
    let mut safe = String::new();
    for letter in shown {
        match letter {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            _ => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_cannot_break_the_picture() {
        assert_eq!(escaped("<a & \"b\">\u{7}"), "&lt;a &amp; &quot;b&quot;&gt;");
    }

    #[test]
    fn labels_lie_outside_of_the_curve_and_inside_of_the_frame() {
        let is_below = |side, share| Mark { ply: 1, share, side }.label_offset() > 0.0;
        assert_eq!(
            [0.05, 0.5, 0.95].map(|share| is_below(Side::White, share)),
            [false, true, true]
        );
        assert_eq!(
            [0.05, 0.5, 0.95].map(|share| is_below(Side::Black, share)),
            [false, false, true]
        );
    }

    #[test]
    fn the_ends_of_the_axes_lie_on_the_frame() {
        let frame = Frame { plies: 80 };
        assert_eq!((frame.x(0), frame.x(80)), (LEFT, WIDTH - RIGHT));
        assert_eq!((Frame::y(1.0), Frame::y(0.0)), (TOP, HEIGHT - BOTTOM));
    }
}
