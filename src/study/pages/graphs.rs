//! The graphs of a game: win probability, luck, score and time over the plies, with axes, labels and
//! the line of the current ply.

use super::text::{signed_percent, time_text};
use crate::review::{JudgedPly, PlayerFailure, ReviewedGame, counted_loss_text};
use kifu_core::contract::Player;
use kifu_core::record::Glyph;
use kifu_logs::bot_output::{common_numbers, number_series};
use maud::{Markup, html};

/// The height of the graph of win probability, in SVG units.
const CHANCES_HEIGHT: f64 = 180.0;
/// The height of the other graphs, in SVG units.
const SMALL_HEIGHT: f64 = 90.0;

/// The maximum number of graphs of what the bots reported.
const MAX_NUMBER_GRAPHS: usize = 8;

/// The graphs of a game on a page.
pub(super) struct GameGraphs<'a> {
    /// The game.
    pub game: &'a ReviewedGame,
    /// The last place of the game: its last ply, or the failure after it.
    pub places: u32,
    /// The start of the id of a ply's place on the page, before the number of the ply.
    pub anchor_prefix: &'a str,
}

impl GameGraphs<'_> {
    /// Returns the graphs of win probability and of luck with their captions, if there is
    /// something to draw.
    pub fn evaluation(&self) -> Markup {
        let game = self.game;
        if game.judged.len() < 2 {
            return Markup::default();
        }
        let [first, second] = game.game.sides();
        html! {
            div {
                h3 { "Win probability of " (first) }
                figure {
                    (self.chances())
                    figcaption {
                        "Before each ply, for " (first) "; proven results are 0 and 100 %. Key \
                         moments are marked: a disc for " (first) ", a square for " (second) "."
                    }
                }
            }
            @if game.judged.iter().any(|ply| ply.evaluation.luck.is_some()) {
                div {
                    h3 { "Luck" }
                    figure {
                        (self.luck())
                        figcaption {
                            "The luck of each deal, above the line if it favoured " (first) ": \
                             the value of the best move with it minus the expected value. Luck is \
                             not part of either player's loss."
                        }
                    }
                }
            }
        }
    }

    /// Returns the failure after the last ply, if the game ended with one.
    fn final_failure(&self) -> Option<&PlayerFailure> {
        let mut failures = self.game.failures.iter();
        failures.find(|failed| failed.ply > self.game.plies)
    }

    /// Returns the graph of win probability.
    fn chances(&self) -> Markup {
        let game = self.game;
        let y_at = |chance: f64| TOP + CHANCES_HEIGHT * (1.0 - chance.clamp(0.0, 1.0));
        let axes = [(1.0, "100 %"), (0.5, "50 %"), (0.0, "0 %")];
        let chart = Chart {
            label: "Win probability before each ply",
            plies: self.places,
            height: CHANCES_HEIGHT,
            axes: axes.map(|(at, text)| (y_at(at), text.to_owned())).into(),
        };
        let mut points: Vec<(f64, f64)> = Vec::new();
        for ply in &game.judged {
            let chance = win_of_first(ply.player, ply.evaluation.best.win);
            points.push((chart.x_at(ply.ply - 1), y_at(chance)));
        }
        if let Some(last) = game.judged.last() {
            let chance = win_of_first(last.player, last.evaluation.played.win);
            points.push((chart.x_at(last.ply), y_at(chance)));
        }
        if let Some(failed) = self.final_failure()
            && let Some(value) = failed.value
        {
            let chance = win_of_first(failed.player, value.win);
            points.push((chart.x_at(failed.ply), y_at(chance)));
        }
        let line = coordinates(&points);
        let area = |edge: f64| {
            let ends = [points.first(), points.last()].map(|end| end.map_or(0.0, |(x, _)| *x));
            format!("{:.1},{edge:.1} {line} {:.1},{edge:.1}", ends[0], ends[1])
        };
        chart.render(&html! {
            polygon.share1 points=(area(y_at(0.0))) {}
            polygon.share2 points=(area(y_at(1.0))) {}
            polyline.line points=(line) {}
            @for (ply, (x, y)) in game.judged.iter().zip(&points) {
                @if game.moment(ply.ply).is_some() { (self.moment_mark(ply, *x, *y)) }
            }
        })
    }

    /// Returns the mark of a key moment, with a link to its place.
    fn moment_mark(&self, ply: &JudgedPly, x: f64, y: f64) -> Markup {
        let side = self.game.game.sides()[ply.player.index()];
        let glyph = ply.judgement.class.glyph().map_or("", Glyph::symbol);
        html! {
            a href={ "#" (self.anchor_prefix) (ply.ply) } {
                title {
                    "Ply " (ply.ply) ", " (side) " " (ply.token) (glyph) ": "
                    (counted_loss_text(ply.judgement.counted_loss()))
                }
                @match ply.player {
                    Player::First => circle.mark.side1 cx=(decimal(x)) cy=(decimal(y)) r="6" {},
                    Player::Second => rect.mark.side2
                        x=(decimal(x - 5.5)) y=(decimal(y - 5.5)) width="11" height="11" {},
                }
            }
        }
    }

    /// Returns the graph of luck, with a bar per ply.
    fn luck(&self) -> Markup {
        let each = self.game.judged.iter().filter_map(|ply| {
            let win = ply.evaluation.luck?.win;
            Some((
                ply.ply,
                if ply.player == Player::First {
                    win
                } else {
                    -win
                },
            ))
        });
        let each: Vec<(u32, f64)> = each.collect();
        let most = each.iter().map(|(_, win)| win.abs()).fold(0.02, f64::max);
        let half = SMALL_HEIGHT / 2.0;
        let axes = [(TOP, most), (TOP + half, 0.0), (TOP + 2.0 * half, -most)];
        let chart = Chart {
            label: "Luck of each ply",
            plies: self.places,
            height: SMALL_HEIGHT,
            axes: axes.map(|(y, share)| (y, signed_percent(share))).into(),
        };
        let bar = |ply: u32, win: f64| {
            let height = half * win.abs() / most;
            let y = if win < 0.0 {
                TOP + half
            } else {
                TOP + half - height
            };
            let class = if win < 0.0 { "side2" } else { "side1" };
            let title = format!("Ply {ply}: {}", signed_percent(win));
            self.bar(&chart, ply, (y, height), class, &title)
        };
        chart.render(&html! { @for (ply, win) in &each { (bar(*ply, *win)) } })
    }

    /// Returns a graph of each number that the players' bots reported, the first of them open.
    pub fn bot_numbers(&self) -> Markup {
        let reports = &self.game.bot_reports;
        let series = |name: &str, player: Player| number_series(reports, player, name);
        let names = common_numbers(reports);
        let [first, second] = self.game.game.sides();
        html! {
            @if !names.is_empty() {
                div {
                    h3 { "Reported by the bots" }
                    @for (nth, name) in names.iter().take(MAX_NUMBER_GRAPHS).enumerate() {
                        details open[nth == 0] {
                            summary { (name) }
                            figure {
                                (number_chart(name, self.places, &[
                                    ("score1", series(name, Player::First)),
                                    ("score2", series(name, Player::Second)),
                                ], &[]))
                            }
                        }
                    }
                    p.muted {
                        "A solid line for " (first) ", a dashed one for " (second)
                        ". Values are those of the player whose bot it is."
                    }
                }
            }
        }
    }

    /// Returns the width of a ply's bar.
    fn bar_width(&self) -> f64 {
        (WIDTH / f64::from(self.places.max(1)) * 0.6).min(16.0)
    }

    /// Returns the bar of a ply, which begins at the height `y`.
    fn bar(
        &self,
        chart: &Chart<'_>,
        ply: u32,
        (y, height): (f64, f64),
        class: &str,
        title: &str,
    ) -> Markup {
        let width = self.bar_width();
        html! {
            rect class=(class) x=(decimal(chart.x_at(ply) - width)) y=(decimal(y))
                width=(decimal(width)) height=(decimal(height)) { title { (title) } }
        }
    }

    /// Returns the graph of the scores with its caption; nothing in a game without a running score.
    ///
    /// `scores` are those after each ply, from 0.
    pub fn score(&self, scores: &[Option<[i32; 2]>]) -> Markup {
        let Some(series) = running_scores(scores) else {
            return Markup::default();
        };
        let all = || series.iter().flatten().copied();
        let (low, high) = (
            all().min().unwrap_or(0).min(0),
            all().max().unwrap_or(0).max(1),
        );
        let y_at = |score: i32| {
            TOP + SMALL_HEIGHT * f64::from(high - score) / f64::from((high - low).max(1))
        };
        let chart = Chart {
            label: "Score after each ply",
            plies: self.places,
            height: SMALL_HEIGHT,
            axes: [high, low]
                .map(|score| (y_at(score), score.to_string()))
                .into(),
        };
        let line = |player: Player| {
            let points = (0..)
                .zip(&series)
                .map(|(ply, pair)| (ply, pair[player.index()]));
            let points = points.map(|(ply, score)| (chart.x_at(ply), y_at(score)));
            coordinates(&points.collect::<Vec<_>>())
        };
        let [first, second] = self.game.game.sides();
        html! {
            div {
                h3 { "Score" }
                figure {
                    (chart.render(&html! {
                        polyline.score1 points=(line(Player::First)) {}
                        polyline.score2 points=(line(Player::Second)) {}
                    }))
                    figcaption {
                        "After each ply: a solid line for " (first) ", a dashed one for "
                        (second) "."
                    }
                }
            }
        }
    }

    /// Returns the graph of the time of each ply with its caption; nothing if no times are known.
    ///
    /// `movers` are the players who made the plies, from 1.
    pub fn time(&self, movers: &[Option<Player>]) -> Markup {
        let record = &self.game.record;
        let each = (1..).zip(movers).filter_map(|(ply, mover)| {
            let ms = record.times_ms.get_ms(ply)?;
            Some((ply, (*mover)?, ms))
        });
        let each: Vec<(u32, Player, u32)> = each.collect();
        let most = each.iter().map(|(_, _, ms)| *ms).max().unwrap_or(0);
        if most == 0 {
            return Markup::default();
        }
        let half = SMALL_HEIGHT / 2.0;
        let most_text = time_text(most.into());
        let chart = Chart {
            label: "Time of each ply",
            plies: self.places,
            height: SMALL_HEIGHT,
            axes: vec![
                (TOP, most_text.clone()),
                (TOP + half, "0".to_owned()),
                (TOP + 2.0 * half, most_text),
            ],
        };
        // Bars without titles, which share a path: the panel of a ply also has its time.
        let width = self.bar_width();
        let bars = |side: Player| {
            let bar = |(ply, _, ms): &(u32, Player, u32)| {
                let height = half * f64::from(*ms) / f64::from(most);
                let height = if side == Player::First {
                    -height
                } else {
                    height
                };
                let x = chart.x_at(*ply) - width;
                let [x, height, width] = [x, height, width].map(decimal);
                format!("M{x} {}v{height}h{width}V{}z", TOP + half, TOP + half)
            };
            each.iter()
                .filter(|(_, player, _)| *player == side)
                .map(bar)
                .collect::<String>()
        };
        let [first, second] = self.game.game.sides();
        html! {
            div {
                h3 { "Time" }
                figure {
                    (chart.render(&html! {
                        path.side1 d=(bars(Player::First)) {}
                        path.side2 d=(bars(Player::Second)) {}
                    }))
                    figcaption {
                        "The time of each ply: " (first) " above the line, " (second) " below it."
                    }
                }
            }
        }
    }
}

/// Returns the graph of a number over the plies: a line for each series, and the band between two
/// bounds of each ply.
pub(super) fn number_chart(
    label: &str,
    plies: u32,
    series: &[(&str, Vec<(u32, f64)>)],
    band: &[(u32, f64, f64)],
) -> Markup {
    let lines = series.iter().flat_map(|(_, points)| points);
    let bounds = band.iter().flat_map(|(_, low, high)| [*low, *high]);
    let all = || {
        lines
            .clone()
            .map(|(_, number)| *number)
            .chain(bounds.clone())
    };
    let (low, high) = all().fold((f64::MAX, f64::MIN), |(low, high), number| {
        (low.min(number), high.max(number))
    });
    // Numbers may be so large that their difference is not finite.
    let range = (high / 2.0 - low / 2.0).max(f64::MIN_POSITIVE);
    let y_at = |number: f64| TOP + SMALL_HEIGHT * ((high / 2.0 - number / 2.0) / range).min(1.0);
    let chart = Chart {
        label,
        plies,
        height: SMALL_HEIGHT,
        axes: [high, low]
            .map(|number| (y_at(number), short_number(number)))
            .into(),
    };
    let upper = band
        .iter()
        .map(|(ply, _, high)| (chart.x_at(*ply), y_at(*high)));
    let lower = band
        .iter()
        .rev()
        .map(|(ply, low, _)| (chart.x_at(*ply), y_at(*low)));
    let area: Vec<(f64, f64)> = upper.chain(lower).collect();
    chart.render(&html! {
        @if !area.is_empty() { polygon.share1 points=(coordinates(&area)) {} }
        @for (class, points) in series {
            @let points: Vec<(f64, f64)> = points.iter()
                .map(|(ply, number)| (chart.x_at(*ply), y_at(*number))).collect();
            @if points.len() == 1 {
                circle class=(class) cx=(decimal(points[0].0)) cy=(decimal(points[0].1)) r="3" {}
            } @else if !points.is_empty() {
                polyline class=(class) points=(coordinates(&points)) {}
            }
        }
    })
}

/// Formats a number with about four digits.
pub(super) fn short_number(number: f64) -> String {
    match number.abs() {
        size if size >= 1e6 || (size > 0.0 && size < 1e-3) => format!("{number:.2e}"),
        size if size >= 100.0 || number.fract() == 0.0 => format!("{number:.0}"),
        size if size >= 1.0 => format!("{number:.1}"),
        _ => format!("{number:.3}"),
    }
}

/// Converts the win probability of a player to that of the first player.
fn win_of_first(player: Player, win: f64) -> f64 {
    match player {
        Player::First => win,
        Player::Second => 1.0 - win,
    }
}

/// Returns the scores after each ply; `None` if there are none or if only the last ply changes
/// them, so that they are a result and not a running score.
fn running_scores(scores: &[Option<[i32; 2]>]) -> Option<Vec<[i32; 2]>> {
    let mut last = scores.iter().flatten().next().copied()?;
    let series = scores.iter().map(|pair| {
        last = pair.unwrap_or(last);
        last
    });
    let series: Vec<[i32; 2]> = series.collect();
    let (_, before) = series.split_last()?;
    let is_running = before.iter().any(|pair| *pair != series[0]);
    is_running.then_some(series)
}

/// The width of the labels left of a graph, in SVG units, as all lengths here.
pub(super) const LEFT: f64 = 54.0;
/// The width of the graph proper.
pub(super) const WIDTH: f64 = 700.0;
/// The height above a graph.
pub(super) const TOP: f64 = 10.0;
const RIGHT: f64 = 14.0;
/// The height of the strip below a graph with the numbers of the plies.
const BOTTOM: f64 = 24.0;

/// A graph over the plies of a game.
pub(super) struct Chart<'a> {
    /// The name of the graph.
    pub label: &'a str,
    /// The number of plies.
    pub plies: u32,
    /// The height of the graph proper.
    pub height: f64,
    /// The labels at the left: a height from the top, and a text.
    pub axes: Vec<(f64, String)>,
}

impl Chart<'_> {
    /// Returns the horizontal position of the board after `plies` plies.
    pub fn x_at(&self, plies: u32) -> f64 {
        LEFT + WIDTH * f64::from(plies) / f64::from(self.plies.max(1))
    }

    /// Returns the graph with its content.
    ///
    /// The script of a game's page finds the ply of a click by the attributes `data-`.
    pub fn render(&self, content: &Markup) -> Markup {
        let (width, height) = (LEFT + WIDTH + RIGHT, TOP + self.height + BOTTOM);
        let (left, right) = (LEFT, LEFT + WIDTH);
        html! {
            svg.graph xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) }
                role="group" aria-label=(self.label)
                data-left=(left) data-right=(right) data-plies=(self.plies) {
                @for (y, text) in &self.axes {
                    path.axis d={ "M" (LEFT) " " (decimal(*y)) "H" (right) } {}
                    text.scale x=(LEFT - 6.0) y=(decimal(y + 4.0)) text-anchor="end" { (text) }
                }
                @for ply in (0..=self.plies).step_by(label_step(self.plies)) {
                    text.ply x=(decimal(self.x_at(ply))) y=(TOP + self.height + 18.0)
                        text-anchor="middle" { (ply) }
                }
                (content)
                path.cursor d={ "M0 " (TOP) "v" (self.height) } {}
            }
        }
    }
}

/// Returns the distance between the plies whose numbers are written.
fn label_step(plies: u32) -> usize {
    let step = match plies {
        0..=12 => 2,
        13..=45 => 5,
        46..=120 => 10,
        _ => plies.div_ceil(100) * 10,
    };
    step as usize
}

/// Formats a length with at most one decimal.
pub(super) fn decimal(length: f64) -> String {
    let text = format!("{length:.1}");
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

/// Formats points as the coordinates of a line.
pub(super) fn coordinates(points: &[(f64, f64)]) -> String {
    let all = points
        .iter()
        .map(|(x, y)| format!("{},{}", decimal(*x), decimal(*y)));
    all.collect::<Vec<_>>().join(" ")
}
