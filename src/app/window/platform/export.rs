//! Exports: a game in another format, as a picture, and the games that the library lists.

use super::super::file_dialog::FileDialogRequest;
use super::{JobPurpose, Platform, plain_text};
use crate::jobs::{ExportContent, ExportReport, ExportRequest, PictureRequest, PublishRequest};
use crate::library::GameAddress;
use crate::open_game::OpenGame;
use crate::state::{AppState, Theme, WEB_PAGE};
use kifu_core::scene::Palette;
use kifu_logs::formats::{self, format_to_write};
use kifu_study::render::PictureFormat;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Platform {
    pub(super) fn export_tab(
        &mut self,
        state: &mut AppState,
        tab_index: usize,
        id: &str,
        path: PathBuf,
        overwrite: bool,
    ) {
        let open_game = state
            .tabs
            .get(tab_index)
            .and_then(|tab| tab.open_game.as_ref());
        if id == WEB_PAGE {
            let record = open_game.map(OpenGame::to_record);
            if let Some(record) = record {
                self.publish_pages(ExportContent::Record(Box::new(record)), path, overwrite);
            }
        } else if let Some(format) = PictureFormat::by_id(id) {
            self.export_picture(state, tab_index, format, path, overwrite);
        } else if let (Some(open_game), Some(format)) = (open_game, formats::by_id(id)) {
            let content = ExportContent::Record(Box::new(open_game.to_record()));
            let job = self.jobs.export(ExportRequest {
                content,
                format,
                path,
                overwrite,
            });
            self.job_purposes.insert(job, JobPurpose::Ignore);
        }
    }

    /// Starts the export of a picture in the colours of the chosen theme.
    fn export_picture(
        &mut self,
        state: &AppState,
        tab_index: usize,
        format: PictureFormat,
        path: PathBuf,
        overwrite: bool,
    ) {
        let dark = state.preferences.theme == Theme::Dark;
        if let Some(picture) = state.shown_picture(tab_index) {
            let job = self.jobs.export_picture(PictureRequest {
                fonts: (self.fonts)(&picture),
                picture: Box::new(picture),
                format,
                palette: Palette { dark },
                path,
                overwrite,
            });
            self.job_purposes.insert(job, JobPurpose::Ignore);
        }
    }

    /// Asks where to write the games that the library lists.
    pub(super) fn ask_listed_path(&mut self, state: &AppState) {
        let path = listed_folder(state).join("listed.ronl");
        self.file_dialogs
            .open(FileDialogRequest::ListedPath(path), Arc::clone(&self.wake));
    }

    /// Writes the games that the library lists to a file, in the order in which they were found.
    pub(super) fn export_listed(&mut self, state: &mut AppState, path: PathBuf, overwrite: bool) {
        let Some(format) = format_to_write(&path) else {
            let extensions = formats::writable().filter_map(|format| format.extensions().first());
            let known: Vec<String> = extensions.map(|known| format!(".{known}")).collect();
            state.notify_error(format!(
                "The name of the file must end like one of these formats: {}",
                known.join(", ")
            ));
            return;
        };
        let addresses = listed_games(state);
        // A file must not shrink to those of its games that happen to be listed.
        let mut files = addresses.chunk_by(|a, b| Arc::ptr_eq(&a.origin, &b.origin));
        let is_source =
            |games: &[GameAddress]| games.first().is_some_and(|it| it.origin.is_file_at(&path));
        if files.any(is_source) {
            state.notify_error(format!(
                "The listed games come from this file. Choose another one: {}",
                path.display()
            ));
            return;
        }
        let job = self.jobs.export(ExportRequest {
            content: ExportContent::Games(addresses),
            format,
            path,
            overwrite,
        });
        self.job_purposes.insert(job, JobPurpose::Ignore);
    }
}

impl Platform {
    /// Asks for the folder for the web pages of the games that the library lists.
    pub(super) fn ask_pages_folder(&mut self, state: &AppState) {
        let path = listed_folder(state).join("pages");
        self.file_dialogs
            .open(FileDialogRequest::PagesFolder(path), Arc::clone(&self.wake));
    }

    /// Makes web pages of the games that the library lists, in the order in which they were found.
    pub(super) fn publish_listed(&mut self, state: &AppState, folder: &Path) {
        let games = ExportContent::Games(listed_games(state));
        // A path that ends in a separator is a folder, which need not exist.
        let folder = folder.join("");
        self.publish_pages(games, folder, false);
    }

    fn publish_pages(&mut self, games: ExportContent, out: PathBuf, overwrite: bool) {
        if let Some(publish) = self.publish {
            let job = self.jobs.publish(PublishRequest {
                games,
                out,
                overwrite,
                publish,
            });
            self.job_purposes.insert(job, JobPurpose::Ignore);
        }
    }
}

/// Returns the folder of the first listed game; empty if there is none.
fn listed_folder(state: &AppState) -> PathBuf {
    let folder = state.library.shown().first().and_then(|row| {
        let address = state.library.address(*row)?;
        Some(address.origin.path()?.parent()?.to_path_buf())
    });
    folder.unwrap_or_default()
}

/// Returns the games that the library lists, in the order in which they were found.
fn listed_games(state: &AppState) -> Vec<GameAddress> {
    let mut rows = state.library.shown().to_vec();
    rows.sort_unstable();
    let addresses = rows.iter().filter_map(|row| state.library.address(*row));
    addresses.collect()
}

/// Tells of a file that was written, and of games that are not in it.
pub(super) fn on_exported(state: &mut AppState, report: &ExportReport) {
    let mut message = format!("Saved {}", report.path.display());
    if report.game_count > 1 {
        message = format!("{message} ({} games)", report.game_count);
    }
    let reason = report.skip_reasons.first().map(|reason| plain_text(reason));
    let left_out = reason.map(|reason| match report.skipped_count {
        1 => reason,
        count => format!("{count} games could not be written, the first because: {reason}"),
    });
    match &report.page {
        Some(page) => state.offer_page(message, page.clone()),
        None => state.notify(message),
    }
    state.notify_missing_letters(&report.missing_letters);
    if let Some(left_out) = left_out {
        state.notify_error(left_out);
    }
}
