//! Pictures of games: a board with players, score, last move and result around it.
//!
//! The page is itself a [`Scene`], so that every picture format draws the same one.

mod caption;
mod marks;

use crate::games::{DynGame, DynState};
use crate::record::Record;
use crate::scene::{Anchor, BOLD, Point, Role, Scene, SceneOptions, cut_to, point_at, width_of};
use caption::Caption;
pub use marks::mark_items;

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

/// Creates the picture of a game after a ply, from 0, or at its end.
///
/// Returns `None` if the game cannot start from its setup, or has fewer legal plies.
pub fn game_picture(record: &Record, game: &dyn DynGame, ply: Option<u32>) -> Option<Scene> {
    let mut state = game.start(&record.setup).ok()?;
    let lead_in = game.info().lead_in;
    let plies = record.tokens().count().saturating_sub(lead_in);
    let wanted = match ply {
        Some(ply) => usize::try_from(ply).ok()?,
        None => plies,
    };
    if wanted > plies {
        return None;
    }
    let mut last = None;
    for token in record.tokens().take(lead_in + wanted) {
        let mover = state.mover();
        if state.play(token).is_err() {
            break;
        }
        last = Some((mover, token));
    }
    let is_end = wanted == plies;
    let caption = Caption::of_game(record, game, state.as_ref(), wanted, last, is_end);
    let mut board = state.scene(SceneOptions::default());
    let note = u32::try_from(wanted)
        .ok()
        .and_then(|ply| record.notes.get(&ply));
    let marks = mark_items(&board, note.into_iter().flat_map(|note| &note.marks));
    board.items.extend(marks);
    Some(compose_page(&caption, &board))
}

/// Creates the picture of a position that was not reached in a game.
pub fn position_picture(game: &dyn DynGame, state: &dyn DynState) -> Scene {
    let caption = Caption::of_position(game, state);
    compose_page(&caption, &state.scene(SceneOptions::default()))
}

fn compose_page(caption: &Caption, board: &Scene) -> Scene {
    let scale = MAX_BOARD_SIZE / board.size.x.max(board.size.y);
    let width = MAX_BOARD_SIZE + 2.0 * MARGIN;
    let failure_lines = wrap_in_two(&caption.failure, MAX_BOARD_SIZE / (0.85 * SMALL_TEXT_SIZE));
    let foot = HEADER_HEIGHT + board.size.y * scale;
    let lines = (0..failure_lines.len()).map(|_| LINE_HEIGHT).sum::<f32>();
    let mut page = Scene::new(width, foot + FOOTER_HEIGHT + lines, board.badges.clone());
    page.label = format!("{} {}", caption.accessible_label, board.label);
    page.fill(page.area(), 0.0, Role::Page);
    draw_header(&mut page, caption);
    page.embed(
        board,
        point_at((width - board.size.x * scale) / 2.0, HEADER_HEIGHT),
        scale,
    );
    let mut line = TextLine {
        at: point_at(width / 2.0, foot + 26.0),
        anchor: Anchor::Middle,
        role: Role::Text,
        size: 19.0,
        is_bold: true,
        max_width: MAX_BOARD_SIZE,
    };
    line.write(&mut page, &caption.headline);
    line.is_bold = false;
    line.size = SMALL_TEXT_SIZE;
    line.role = Role::Bad;
    for text in failure_lines {
        line.at.y += LINE_HEIGHT;
        line.write(&mut page, &text);
    }
    line.at.y += LINE_HEIGHT;
    line.role = Role::Muted;
    line.write(&mut page, &caption.event_line);
    page
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
