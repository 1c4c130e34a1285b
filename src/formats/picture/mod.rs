//! A game's board with all that is said around it: players, score, what was played, the result.
//!
//! The page is a [`Scene`] itself, so that every format of pictures draws the same one.

mod caption;
mod marks;

use crate::games::{DynGame, DynState};
use crate::record::Record;
use crate::scene::{Anchor, BOLD, Point, Role, Scene, SceneOptions, cut_to, point_at, width_of};
use caption::Caption;
pub use marks::mark_items;

/// Width and height of the board at most, in units of the page.
const MAX_BOARD_SIZE: f32 = 640.0;
/// What stays free at the edges.
const MARGIN: f32 = 22.0;
/// Height of what stands above the board.
const HEADER_HEIGHT: f32 = 76.0;
/// Height of what stands below it.
const FOOTER_HEIGHT: f32 = 72.0;
/// Height of one more line below it.
const LINE_HEIGHT: f32 = 24.0;
/// The size of small letters.
const SMALL_TEXT_SIZE: f32 = 14.0;

/// The picture of a game after a ply, from 0, or at its end: a page. `None` if the
/// game cannot start from its setup, or has not as many legal plies.
pub fn game_picture(record: &Record, book: &dyn DynGame, ply: Option<u32>) -> Option<Scene> {
    let mut table = book.start(&record.setup).ok()?;
    let lead_in = book.info().lead_in;
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
        let mover = table.mover();
        if table.play(token).is_err() {
            break;
        }
        last = Some((mover, token));
    }
    let is_end = wanted == plies;
    let caption = Caption::of_game(record, book, table.as_ref(), wanted, last, is_end);
    let mut board = table.scene(SceneOptions::default());
    let note = u32::try_from(wanted)
        .ok()
        .and_then(|ply| record.notes.get(&ply));
    let drawn = mark_items(&board, note.into_iter().flat_map(|note| &note.marks));
    board.items.extend(drawn);
    Some(compose_page(&caption, &board))
}

/// The picture of a position that no game led to.
pub fn position_picture(book: &dyn DynGame, table: &dyn DynState) -> Scene {
    let caption = Caption::of_position(book, table);
    compose_page(&caption, &table.scene(SceneOptions::default()))
}

fn compose_page(caption: &Caption, board: &Scene) -> Scene {
    let scale = MAX_BOARD_SIZE / board.size.x.max(board.size.y);
    let width = MAX_BOARD_SIZE + 2.0 * MARGIN;
    let alarm = wrap_in_two(&caption.failure, MAX_BOARD_SIZE / (0.85 * SMALL_TEXT_SIZE));
    let foot = HEADER_HEIGHT + board.size.y * scale;
    let lines = (0..alarm.len()).map(|_| LINE_HEIGHT).sum::<f32>();
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
    for text in alarm {
        line.at.y += LINE_HEIGHT;
        line.write(&mut page, &text);
    }
    line.at.y += LINE_HEIGHT;
    line.role = Role::Muted;
    line.write(&mut page, &caption.event_line);
    page
}

/// The players on both sides, the score between them.
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
    let room = (width - taken) / 2.0 - MARGIN - 60.0;
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
            max_width: room,
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

/// A line of text that must not be wider than its room.
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
    /// Smaller letters before cut words.
    fn write(&self, page: &mut Scene, text: &str) {
        if text.is_empty() {
            return;
        }
        let heavy = if self.is_bold { BOLD } else { 1.0 };
        let width = width_of(text) * heavy;
        let size = (self.max_width / width).clamp(self.size * 0.75, self.size);
        let text = cut_to(text, self.max_width / heavy / size);
        page.write(self.at, self.anchor, size, self.role, text);
        if self.is_bold {
            page.embolden();
        }
    }
}

/// A text in at most two lines, broken between words.
fn wrap_in_two(text: &str, most: f32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let last = lines.len() - 1;
        let longer = format!("{} {word}", lines[last]);
        if last == 0 && !lines[0].is_empty() && width_of(&longer) > most {
            lines.push(word.to_owned());
        } else {
            lines[last] = longer.trim_start().to_owned();
        }
        if last == 1 && width_of(&lines[1]) > 2.0 * most {
            break;
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}
