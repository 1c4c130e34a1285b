//! The page of a picture: the board, with players, texts and an evaluation bar around it.

use super::caption::Caption;
use super::overlay::EvaluationBar;
use kifu_core::record::Glyph;
use kifu_core::scene::{
    Anchor, BOLD, Point, Role, Scene, SceneOptions, cut_to, point_at, width_of,
};

/// The maximum width and height of the board, in units of the page.
const MAX_BOARD_SIZE: f32 = 640.0;
/// The width of the empty margin.
const MARGIN: f32 = 22.0;
/// The height of the header above the board.
const HEADER_HEIGHT: f32 = 76.0;
/// The height of the footer below the board.
const FOOTER_HEIGHT: f32 = 72.0;
/// The height of each additional line in the footer.
const LINE_HEIGHT: f32 = 24.0;
/// The size of small text.
const SMALL_TEXT_SIZE: f32 = 14.0;

/// The width of the space for the evaluation bar.
const BAR_SPACE: f32 = 30.0;

/// The content of a page.
pub(super) struct PageContent<'a> {
    /// The board.
    pub board: &'a Scene,
    /// The texts around the board.
    pub caption: &'a Caption,
    /// The parts to show.
    pub parts: PictureParts,
    /// The line about a better move, which may be empty; `None` leaves no room for it.
    pub better_line: Option<&'a str>,
    /// The sentence on what decided the game; empty if there is none.
    pub decision: &'a str,
    /// The evaluation bar, if there is one.
    pub evaluation_bar: Option<EvaluationBar>,
}

impl PageContent<'_> {
    /// Returns the page as a picture.
    pub fn compose(&self) -> Scene {
        let (board, caption) = (self.board, self.caption);
        let scale = MAX_BOARD_SIZE / board.size.x.max(board.size.y);
        let bar_space = self.evaluation_bar.map_or(0.0, |_| BAR_SPACE);
        let width = MAX_BOARD_SIZE + 2.0 * MARGIN + bar_space;
        let top = if self.parts.names {
            HEADER_HEIGHT
        } else {
            MARGIN
        };
        let foot = top + board.size.y * scale;
        let footer = if self.parts.caption {
            self.footer_lines()
        } else {
            Vec::new()
        };
        let height = match &footer[..] {
            [] => foot + MARGIN,
            lines => foot + FOOTER_HEIGHT + lines.iter().skip(2).map(|_| LINE_HEIGHT).sum::<f32>(),
        };
        let mut page = Scene::new(width, height, board.badges.clone());
        page.label = format!("{} {}", caption.accessible_label, board.label);
        page.fill(page.area(), 0.0, Role::Page);
        if self.parts.names {
            draw_header(&mut page, caption);
        }
        let left = (width + bar_space - board.size.x * scale) / 2.0;
        page.embed(board, point_at(left, top), scale);
        if let Some(bar) = self.evaluation_bar {
            let x = left - BAR_SPACE / 2.0;
            bar.draw(&mut page, x, [top, foot]);
        }
        let mut line = TextLine {
            at: point_at(f32::midpoint(width, bar_space), foot + 26.0),
            anchor: Anchor::Middle,
            role: Role::Text,
            size: 19.0,
            is_bold: true,
            max_width: MAX_BOARD_SIZE,
        };
        for (role, text) in footer {
            line.role = role;
            line.write(&mut page, &text);
            line.at.y += LINE_HEIGHT;
            line.is_bold = false;
            line.size = SMALL_TEXT_SIZE;
        }
        page
    }

    /// Returns the lines below the board, the headline first.
    fn footer_lines(&self) -> Vec<(Role, String)> {
        let caption = self.caption;
        let max_width = MAX_BOARD_SIZE / (0.85 * SMALL_TEXT_SIZE);
        let better = self
            .better_line
            .map(|text| (Role::Preview, text.to_owned()));
        let failure = wrap_in_two(&caption.failure, max_width).into_iter();
        let mut lines = vec![(Role::Text, caption.headline.clone())];
        lines.extend(better);
        lines.extend(failure.map(|text| (Role::Bad, text)));
        // Lines of about equal size, rather than the first one made smaller to fit.
        let line_width = MAX_BOARD_SIZE / SMALL_TEXT_SIZE;
        let decision = wrap_in_two(self.decision, line_width).into_iter();
        lines.extend(decision.map(|text| (Role::Text, text)));
        lines.push((Role::Muted, caption.event_line.clone()));
        lines
    }
}

/// Draws the players on both sides and the score between them.
fn draw_header(page: &mut Scene, caption: &Caption) {
    const SCORE: f32 = 26.0;
    let (width, middle) = (page.size.x, 38.0);
    let score = TextLine {
        at: point_at(width / 2.0, middle),
        anchor: Anchor::Middle,
        role: Role::Text,
        size: SCORE,
        is_bold: true,
        max_width: 160.0,
    };
    score.write(page, &caption.score);
    let taken = (width_of(&caption.score) * SCORE * BOLD).min(160.0);
    let name_width = (width - taken) / 2.0 - MARGIN - 60.0;
    let sides = [
        (Anchor::Start, MARGIN, 1.0),
        (Anchor::End, width - MARGIN, -1.0),
    ];
    for (index, (anchor, edge, inward)) in sides.into_iter().enumerate() {
        page.badge(index, point_at(edge + 18.0 * inward, middle), 18.0);
        let alone = caption.subtitles[index].is_empty();
        let up = if alone { 0.0 } else { 10.0 };
        let name = TextLine {
            at: point_at(edge + 48.0 * inward, middle - up),
            anchor,
            role: Role::Text,
            size: 19.0,
            is_bold: true,
            max_width: name_width,
        };
        name.write(page, &caption.names[index]);
        let below = TextLine {
            at: name.at.offset(0.0, 23.0),
            role: if caption.has_won[index] {
                Role::Good
            } else {
                Role::Muted
            },
            size: SMALL_TEXT_SIZE,
            is_bold: false,
            ..name
        };
        below.write(page, &caption.subtitles[index]);
    }
}

/// The style of a line of text and the width that it must fit into.
#[derive(Clone, Copy)]
struct TextLine {
    at: Point,
    anchor: Anchor,
    role: Role,
    size: f32,
    is_bold: bool,
    max_width: f32,
}

impl TextLine {
    /// Writes the text in smaller letters if it is too wide, and shortens it if that is not enough.
    fn write(&self, page: &mut Scene, text: &str) {
        if text.is_empty() {
            return;
        }
        let weight = if self.is_bold { BOLD } else { 1.0 };
        let width = width_of(text) * weight;
        let size = (self.max_width / width).clamp(self.size * 0.75, self.size);
        let text = cut_to(text, self.max_width / weight / size);
        page.write(self.at, self.anchor, size, self.role, text);
        if self.is_bold {
            page.embolden();
        }
    }
}

/// Wraps a text to at most two lines, at word boundaries.
fn wrap_in_two(text: &str, max_width: f32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let last = lines.len() - 1;
        let longer = format!("{} {word}", lines[last]);
        if last == 0 && !lines[0].is_empty() && width_of(&longer) > max_width {
            lines.push(word.to_owned());
        } else {
            lines[last] = longer.trim_start().to_owned();
        }
        if last == 1 && width_of(&lines[1]) > 2.0 * max_width {
            break;
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

// The parts of a game's picture, and the judgement that it can show.

/// The optional parts of the picture of a game.
///
/// ```
/// use kifu_logs::formats::PictureParts;
///
/// let board_alone = PictureParts { coordinates: true, ..PictureParts::NONE };
/// assert!(!board_alone.names && PictureParts::default().names);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a part")]
pub struct PictureParts {
    /// Whether to label columns and rows.
    pub coordinates: bool,
    /// Whether to show each player's secrets, first player first.
    pub secrets: [bool; 2],
    /// Whether to show the players and the score above the board.
    pub names: bool,
    /// Whether to show the time that each player has used, if it is known.
    pub clocks: bool,
    /// Whether to describe the ply and the event below the board.
    pub caption: bool,
    /// Whether to draw the marks of the record.
    pub marks: bool,
    /// Whether to show the glyph of the last move.
    pub glyphs: bool,
    /// Whether to draw the better move at a key moment.
    pub arrows: bool,
    /// Whether to show the evaluation bar of a reviewed game.
    pub evaluation: bool,
}

impl PictureParts {
    /// No parts: only the board, with everything on it.
    pub const NONE: Self = Self {
        coordinates: false,
        secrets: [true; 2],
        names: false,
        clocks: false,
        caption: false,
        marks: false,
        glyphs: false,
        arrows: false,
        evaluation: false,
    };
}

impl PictureParts {
    /// Returns the options of the board; `hit_areas` are needed to draw what is on a square.
    pub(super) const fn scene_options(self, hit_areas: bool) -> SceneOptions {
        SceneOptions {
            coordinates: self.coordinates,
            secrets: self.secrets,
            hit_areas,
        }
    }
}

impl Default for PictureParts {
    fn default() -> Self {
        Self {
            coordinates: true,
            secrets: [true; 2],
            names: true,
            clocks: true,
            caption: true,
            marks: true,
            glyphs: true,
            arrows: true,
            evaluation: true,
        }
    }
}

/// The judgement of a ply by a review, as far as a picture shows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PictureJudgement {
    /// The win probability of the first player after the ply, 0 to 1, and whether it is proven.
    pub win_probability: Option<(f64, bool)>,
    /// The glyph of the move, unless the record has one.
    pub glyph: Option<Glyph>,
    /// The better move, if the ply is a key moment.
    pub better: Option<BetterMove>,
    /// The sentence on what decided the game, at its end; else empty.
    pub headline: String,
    /// Whether to leave room for the line about a better move even if there is none, so that the
    /// pictures of all plies have the same layout.
    pub keeps_line: bool,
}

/// The move that would have been better at a key moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BetterMove {
    /// The token of the move, without a chance outcome.
    pub token: String,
    /// The line below the board.
    pub text: String,
}
