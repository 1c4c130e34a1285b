//! Games and events as HTML pages to publish: each page is one file that loads nothing else.
//!
//! - [`game_page()`] makes the page of one game, with a board that is stepped through.
//! - [`Event`] makes the pages of an event: an index with standings, and one for each player.
//! - [`scout_page()`] is the page of a scouting report.
//! - [`ReviewPage`] is the report of a review, with a section for each game.
//!
//! All pages share one frame with one style sheet. Texts of logs are untrusted: they are kept in
//! [`Markup`](maud::Markup), which escapes them by its type, and no text of a log goes into a script.

mod event;
mod frame;
mod game_page;
mod graphs;
mod review_page;
mod review_parts;
mod scout_page;
mod text;

pub use event::{Event, EventGame, LuckSheet, PageFile, StandingsSheet, standings_page};
pub use frame::{PageScript, render_page};
pub use game_page::{GamePageLinks, game_page};
pub use review_page::ReviewPage;
pub use scout_page::scout_page;
