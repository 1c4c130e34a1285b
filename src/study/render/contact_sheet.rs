//! Contact sheets: small boards of a game side by side.

use super::GamePictures;
use kifu_core::scene::{Anchor, Role, Scene, cut_to, point_at};

/// The width and height of the space for a board.
const CELL_SIZE: f32 = 200.0;
/// The space between cells and around them.
const GAP: f32 = 18.0;
/// The height of the label below a board.
const LABEL_HEIGHT: f32 = 24.0;
/// The height of the title.
const TITLE_HEIGHT: f32 = 58.0;
/// The size of a label's text.
const LABEL_SIZE: f32 = 13.0;

/// The plies and the columns of a contact sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SheetLayout {
    /// The first ply.
    pub from: u32,
    /// The last ply, which is always shown.
    pub to: u32,
    /// The number of plies from one board to the next; 0 is read as 1.
    pub step: u32,
    /// The number of columns; `None` for about as many as rows.
    pub columns: Option<u32>,
}

impl SheetLayout {
    /// Returns the plies that are shown.
    ///
    /// ```
    /// use kifu_study::render::SheetLayout;
    ///
    /// let layout = SheetLayout { from: 0, to: 7, step: 3, columns: None };
    /// assert_eq!(layout.plies(), [0, 3, 6, 7]);
    /// ```
    pub fn plies(&self) -> Vec<u32> {
        let step = usize::try_from(self.step.max(1)).unwrap_or(usize::MAX);
        let mut plies: Vec<u32> = (self.from..=self.to).step_by(step).collect();
        if plies.last() != Some(&self.to) {
            plies.push(self.to);
        }
        plies
    }

    /// Returns the number of columns for a number of boards.
    fn column_count(&self, boards: usize) -> usize {
        let columns = self
            .columns
            .and_then(|columns| usize::try_from(columns).ok());
        // Screens are wider than high.
        let wanted = columns.unwrap_or_else(|| (2 * boards).isqrt().max(2));
        wanted.clamp(1, boards.max(1))
    }
}

impl GamePictures<'_> {
    /// Returns a contact sheet of the game.
    pub fn contact_sheet(&self, layout: &SheetLayout) -> Scene {
        let boards = self.labelled_boards(layout.plies());
        let columns = layout.column_count(boards.len());
        let size = boards
            .first()
            .map_or(point_at(1.0, 1.0), |(board, _)| board.size);
        let scale = CELL_SIZE / size.x.max(size.y);
        let cell = point_at(size.x * scale, size.y * scale + LABEL_HEIGHT);
        let top = if self.parts().names {
            TITLE_HEIGHT
        } else {
            GAP
        };
        let [columns_f, rows_f] = [columns, boards.len().div_ceil(columns)].map(to_f32);
        let width = GAP + columns_f * (cell.x + GAP);
        let height = top + rows_f * (cell.y + GAP);
        let badges = boards.first().map(|(board, _)| board.badges.clone());
        let Some(badges) = badges else {
            return self.scene(layout.to);
        };
        let mut page = Scene::new(width, height, badges);
        page.fill(page.area(), 0.0, Role::Page);
        let (names, event) = self.title();
        page.label = format!("{names}. {} positions.", boards.len());
        if self.parts().names {
            let lines = [
                (20.0, 17.0, Role::Text, names),
                (41.0, LABEL_SIZE, Role::Muted, event),
            ];
            for (y, size, role, text) in lines {
                let text = cut_to(&text, (width - 2.0 * GAP) / size / 1.12);
                page.write(point_at(GAP, y), Anchor::Start, size, role, text);
                if role == Role::Text {
                    page.embolden();
                }
            }
        }
        for (at, (board, label)) in boards.iter().enumerate() {
            let (column, row) = (to_f32(at % columns), to_f32(at / columns));
            let corner = point_at(GAP + column * (cell.x + GAP), top + row * (cell.y + GAP));
            page.embed(board, corner, scale);
            let below = corner.offset(cell.x / 2.0, cell.y - LABEL_HEIGHT / 2.0 + 2.0);
            let label = cut_to(label, cell.x / LABEL_SIZE);
            page.label(below, LABEL_SIZE, Role::Text, label);
        }
        page
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts are small")]
const fn to_f32(count: usize) -> f32 {
    count as f32
}
