//! The pages of an event in a folder: a page for each game and each player, and an index.

use super::game_spool::{GameSpool, GameText, SpooledGame};
use super::manifest::{MANIFEST_NAME, PageManifest, hash_of, sealed, sealed_record};
use super::viewer::{VIEWER_FOLDER, ViewerFile};
use super::{GameToPublish, PublishArgs, no_games, read_games, review_if_asked};
use crate::arena::standings::{GameStandings, standings_of};
use crate::common::progress::{Interruption, Progress};
use crate::common::shared_args::ById;
use crate::common::text::pluralize;
use crate::{Status, terminal};
use annotate_snippets::Level;
use kifu_core::record::{Record, write_ron};
use kifu_logs::files::{
    FallbackThreadPool, FileNamer, FolderSharing, OutputError, PlannedFolder, UnsyncedFolders,
    WritePlan, file_stem_of_name,
};
use kifu_study::arena::DEFAULT_LUCK_NODES;
use kifu_study::failure::Failure;
use kifu_study::pages::{Event, EventGame, GamePageLinks, PageFile, game_page};
use kifu_study::review::{BotHistory, BotModels, ReviewedGame};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Add;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The number of games that are prepared together.
const GAMES_PER_STEP: usize = 4096;
/// The number of pages after which their names are made durable.
const PAGES_PER_SYNC: usize = 32;

/// Writes the pages of all games.
///
/// The index is written last: it never leads to a page that is not there.
pub(super) fn publish(
    args: &PublishArgs,
    viewer_files: &[ViewerFile],
    folder: &PlannedFolder,
    status: &mut Status,
) -> Result<(), Failure> {
    let spool = GameSpool::create_in(folder.path())?;
    let mut playable: Vec<NamedGame> = Vec::new();
    let mut names = FileNamer::default();
    let mut without_page = 0;
    let receiver = &mut |place, read: GameToPublish| {
        let Some(game) = read.game else {
            without_page += 1;
            return Ok(());
        };
        let path = format!("games/{}", names.unique_name(&read.stem, "html"));
        let game = SpooledGame {
            place,
            game,
            plies: read.plies,
            span: spool.push(&read.text)?,
        };
        let file = PageFile { path };
        playable.push(NamedGame { game, file });
        Ok(())
    };
    let luck_nodes = args.luck_adjusted.then_some(DEFAULT_LUCK_NODES);
    let counter = read_games(args, luck_nodes, receiver, status)?;
    if playable.is_empty() && without_page == 0 {
        return Err(no_games());
    }
    let pool = FallbackThreadPool::start(args.jobs.into());
    let default_game = args.reading.game.map(|ById(game)| game);
    let standings = standings_of(counter, default_game, status);
    let progress = Progress::start("game", args.quiet);
    progress.set_total(playable.len() as u64);
    let event_names = Mutex::new(EventNames::default());
    let history = Mutex::new(BotHistory::default());
    let mut published = Vec::with_capacity(playable.len());
    let mut event_games = Vec::with_capacity(playable.len());
    let mut playable = playable.into_iter();
    let mut prepare_some = || {
        let some = playable.by_ref().take(GAMES_PER_STEP).collect();
        let prepared =
            pool.run(|| prepare(some, args, &spool, (&event_names, &history), &progress));
        (!prepared.is_empty()).then_some(prepared)
    };
    for outcome in std::iter::from_fn(&mut prepare_some).flatten() {
        match outcome {
            Ok((game, event_game)) => {
                published.push(game);
                event_games.push(event_game);
            }
            // One game that cannot be shown does not keep the others from being published.
            Err((location, failure)) if failure.is_about_input() => {
                let message = format!("{location}: {failure}");
                terminal::print_message(Level::WARNING, &message, failure.hint.as_deref());
                status.raise(Status::Error);
                without_page += 1;
            }
            Err((_, failure)) => return Err(failure),
        }
    }
    let title = args.title.clone();
    let event_names = event_names.into_inner();
    let title = title.unwrap_or_else(|| {
        let names = event_names.unwrap_or_else(PoisonError::into_inner);
        names.title()
    });
    let players = player_files(&event_games);
    let sheets = standings.iter().map(GameStandings::sheet).collect();
    progress.clear();
    let progress = Progress::start("page", args.quiet);
    let history = history.into_inner().unwrap_or_else(PoisonError::into_inner);
    let bot_models = history.models();
    let event = Event::new(title, event_games, sheets, players).with_bot_models(&bot_models);
    let job = FolderJob {
        args,
        folder,
        spool: &spool,
        event: &event,
        bot_models: &bot_models,
        viewer_files,
        progress: &progress,
        before: PageManifest::read(folder.path()),
    };
    let mut names = job.event.games.iter().map(|game| game.file.path.as_str());
    if !args.force && job.before.is_of_others(&mut names) {
        let folder = args.out.display();
        let message = format!("expected the pages of these games in `{folder}`, found other games");
        let hint = "give another folder, or --force to replace the index";
        return Err(Failure::usage(message).hint(hint));
    }
    progress.set_total(published.len() as u64);
    progress.set_interruption(Interruption::Repeatable {
        path: args.out.clone(),
    });
    let counts = pool.run(|| job.write_all(&published))?;
    progress.clear();
    report(args, counts, without_page);
    Ok(())
}

/// A game with the name of its page.
struct NamedGame {
    game: SpooledGame,
    file: PageFile,
}

/// A game with what the pages of the event show of it, or its location and why it has no page.
type PreparedGame = Result<(SpooledGame, EventGame), (String, Failure)>;

/// Reviews and judges all games, and extracts what the pages of the event show of them.
fn prepare(
    games: Vec<NamedGame>,
    args: &PublishArgs,
    spool: &GameSpool,
    (event_names, history): (&Mutex<EventNames>, &Mutex<BotHistory>),
    progress: &Progress,
) -> Vec<PreparedGame> {
    let prepare_one = |NamedGame { mut game, file }: NamedGame| {
        let in_work = progress.start_game();
        let (mut record, findings) = spool.read(game.span)?.parse()?;
        let (kind, plies) = (game.game, game.plies);
        if review_if_asked(&mut record, kind, plies, args, &in_work)? {
            game.span = spool.push(&GameText::new(&record, &findings))?;
        }
        let location = game.place.text();
        let reviewed =
            ReviewedGame::without_reasons(location, kind, record, plies, &args.thresholds)?;
        let reviewed = reviewed.with_bot_reports(args.bots.patterns());
        let event_game = EventGame::new(&reviewed, &findings, file)?;
        let mut names = event_names.lock().unwrap_or_else(PoisonError::into_inner);
        names.add(&reviewed.record, kind.name());
        drop(names);
        let mut history = history.lock().unwrap_or_else(PoisonError::into_inner);
        history.add(&reviewed.record, &reviewed.bot_reports, &reviewed.judged);
        Ok((game, event_game))
    };
    let games = games.into_par_iter();
    games
        .map(|named| {
            let place = named.game.place.clone();
            prepare_one(named).map_err(|failure| (place.text(), failure))
        })
        .collect()
}

/// The names of the event and of the game that some games have, at most two of each.
#[derive(Default)]
struct EventNames {
    events: BTreeSet<String>,
    games: BTreeSet<&'static str>,
}

impl EventNames {
    fn add(&mut self, record: &Record, game: &'static str) {
        if self.events.len() < 2 && !self.events.contains(&record.event.name) {
            self.events.insert(record.event.name.clone());
        }
        self.games.insert(game);
    }

    /// Returns the title of the event: the name that all its games have, or else the game.
    fn title(&self) -> String {
        let event = self.events.first().filter(|_| self.events.len() == 1);
        let game = self.games.first().filter(|_| self.games.len() == 1);
        let event = event.map(String::as_str).filter(|name| !name.is_empty());
        event.or(game.copied()).unwrap_or("Games").to_owned()
    }
}

/// Returns the pages of all players, by name.
fn player_files(games: &[EventGame]) -> BTreeMap<String, PageFile> {
    let players: BTreeSet<&String> = games.iter().flat_map(|game| &game.names).collect();
    let mut names = FileNamer::default();
    let file = |name: &String| {
        let file = names.unique_name(&file_stem_of_name(name), "html");
        let path = format!("players/{file}");
        (name.clone(), PageFile { path })
    };
    players.into_iter().map(file).collect()
}

/// The pages of an event that are being written.
struct FolderJob<'a> {
    args: &'a PublishArgs,
    folder: &'a PlannedFolder,
    spool: &'a GameSpool,
    event: &'a Event<'a>,
    bot_models: &'a BotModels,
    /// The viewer; empty without one.
    viewer_files: &'a [ViewerFile],
    progress: &'a Progress,
    /// The pages that kifu has made in the folder before.
    before: PageManifest,
}

impl FolderJob<'_> {
    /// Writes all pages, the index last, unless a file is there that kifu has not made: then none.
    fn write_all(&self, games: &[SpooledGame]) -> Result<WrittenCounts, Failure> {
        let indices: Vec<usize> = (0..games.len()).collect();
        let write_game =
            |at: &usize, writer: &mut PageWriter<'_>| self.write_game(*at, &games[*at], writer);
        let players: Vec<(&String, &PageFile)> = self.event.player_files.iter().collect();
        let write_player = |(name, file): &(&String, &PageFile), writer: &mut PageWriter<'_>| {
            writer.write(&file.path, "", &self.event.player_page(name))
        };
        let lists: Vec<usize> = (0..self.event.list_count()).collect();
        let write_list = |nth: &usize, writer: &mut PageWriter<'_>| {
            writer.write(&Event::list_path(*nth), "", &self.event.list_page(*nth))
        };
        let write_index = |(): &(), writer: &mut PageWriter<'_>| {
            writer.write("index.html", "", &self.event.index_page())
        };
        let game_name = |at: &usize| self.event.games[*at].file.path.clone();
        self.check_pages(&indices, game_name, write_game)?;
        self.check_pages(&players, |(_, file)| file.path.clone(), write_player)?;
        self.check_pages(&lists, |nth| Event::list_path(*nth), write_list)?;
        self.check_pages(&[()], |()| "index.html".to_owned(), write_index)?;
        let before = self.write_viewer(games)?;
        let pages = self.write_pages(&indices, |at, writer| {
            let _in_work = self.progress.start_game();
            write_game(at, writer)
        })?;
        let player_pages = self.write_pages(&players, write_player)?;
        let list_pages = self.write_pages(&lists, write_list)?;
        let mut writer = self.page_writer();
        write_index(&(), &mut writer)?;
        let (index, index_manifest) = writer.finish();
        let mut manifest = before;
        let mut counts = index;
        manifest.extend(index_manifest);
        for (more, made) in [pages, player_pages, list_pages] {
            counts = counts + more;
            manifest.extend(made);
        }
        self.write_manifest(&manifest)?;
        Ok(counts)
    }

    /// Writes the viewer and the records that it opens, before the pages that lead to them. Returns the
    /// list of all files that kifu has made so far.
    fn write_viewer(&self, games: &[SpooledGame]) -> Result<PageManifest, Failure> {
        let mut manifest = self.before.clone();
        if self.viewer_files.is_empty() {
            return Ok(manifest);
        }
        let indices: Vec<usize> = (0..games.len()).collect();
        let write_record =
            |at: &usize, writer: &mut PageWriter<'_>| self.write_record(*at, &games[*at], writer);
        let write_file = |file: &ViewerFile, writer: &mut PageWriter<'_>| {
            writer.write_file(&file.path, "", &file.bytes).map(drop)
        };
        self.check_pages(self.viewer_files, |file| file.path.clone(), write_file)?;
        self.check_pages(&indices, |at| self.record_path(*at), write_record)?;
        manifest.extend(self.write_pages(self.viewer_files, write_file)?.1);
        // These files have no hash in them: an interrupted run, too, must know them as its own.
        self.write_manifest(&manifest)?;
        manifest.extend(self.write_pages(&indices, write_record)?.1);
        Ok(manifest)
    }

    /// Returns the path of the record that the viewer opens, next to the page of its game.
    fn record_path(&self, at: usize) -> String {
        let page = &self.event.games[at].file.path;
        format!("{}.ron", page.strip_suffix(".html").unwrap_or(page))
    }

    /// Writes the record of a game, if it is not what is there.
    fn write_record(
        &self,
        at: usize,
        game: &SpooledGame,
        writer: &mut PageWriter<'_>,
    ) -> Result<(), Failure> {
        let (text, name) = (self.spool.read(game.span)?, self.record_path(at));
        let version = env!("CARGO_PKG_VERSION");
        let source = hash_of(format!("{version}\n{}", text.record_line()).as_bytes());
        if writer.is_current(&name, &source) {
            return Ok(());
        }
        let record = sealed_record(&write_ron(&text.parse()?.0));
        writer
            .write_file(&name, &source, record.as_bytes())
            .map(drop)
    }

    /// Writes the page of a game, if it is not what is there.
    fn write_game(
        &self,
        at: usize,
        game: &SpooledGame,
        writer: &mut PageWriter<'_>,
    ) -> Result<(), Failure> {
        let (text, links) = (self.spool.read(game.span)?, self.links_of_game(at));
        let name = &self.event.games[at].file.path;
        let source = self.page_source(at, game, &text, &links)?;
        if writer.keep_current(name, &source) {
            return Ok(());
        }
        let (record, findings) = text.parse()?;
        let (location, thresholds) = (game.place.text(), &self.args.thresholds);
        let reviewed = ReviewedGame::new(location, game.game, record, game.plies, thresholds)?;
        let reviewed = reviewed.with_bot_reports(self.args.bots.patterns());
        let reviewed = reviewed.with_diagnoses(self.bot_models);
        writer.write(name, &source, &game_page(&reviewed, &findings, &links)?)
    }

    /// Returns the hash of all that the page of a game is made from.
    fn page_source(
        &self,
        at: usize,
        game: &SpooledGame,
        text: &GameText,
        links: &GamePageLinks,
    ) -> Result<String, Failure> {
        let version = env!("CARGO_PKG_VERSION");
        let (record, findings) = (text.record_line(), text.findings()?);
        let (plies, thresholds) = (game.plies, self.args.thresholds);
        let patterns = self.args.bots.patterns().source();
        // The causes of losses depend on all games of a bot.
        let names = self.event.games[at].names.each_ref();
        let models = names.map(|name| self.bot_models.get(name));
        let source = format!(
            "{version}\n{record}{plies}\n{thresholds:?}\n{findings:?}\n{links:?}\n{patterns}\n\
             {models:?}"
        );
        Ok(hash_of(source.as_bytes()))
    }

    /// Writes the list of the pages that kifu has made.
    fn write_manifest(&self, manifest: &PageManifest) -> Result<(), Failure> {
        let text = manifest.to_json();
        if is_there(&self.folder.path().join(MANIFEST_NAME), text.as_bytes()) {
            return Ok(());
        }
        let mut file = self.folder.file(MANIFEST_NAME, true)?.without_rescue();
        file.write(text.as_bytes())?;
        let mut folders = UnsyncedFolders::default();
        file.finish_in(&mut folders)?;
        folders.sync();
        Ok(())
    }

    fn page_writer(&self) -> PageWriter<'_> {
        PageWriter {
            folder: self.folder,
            force: self.args.force,
            is_check: false,
            before: &self.before,
            folders: UnsyncedFolders::default(),
            made: PageManifest::default(),
            counts: WrittenCounts::default(),
        }
    }

    /// Checks that no page would replace a file that kifu has not made.
    ///
    /// # Errors
    /// Returns an error for the first such file that is not the same as its page.
    fn check_pages<T: Sync>(
        &self,
        items: &[T],
        name: impl Fn(&T) -> String + Sync,
        write: impl Fn(&T, &mut PageWriter<'_>) -> Result<(), Failure> + Sync,
    ) -> Result<(), Failure> {
        if self.args.force {
            return Ok(());
        }
        items.par_iter().try_for_each(|item| {
            let name = name(item);
            let path = self.folder.path().join(&name);
            if !path.exists() || self.before.is_own(&name, &path) {
                return Ok(());
            }
            let mut writer = PageWriter {
                is_check: true,
                ..self.page_writer()
            };
            write(item, &mut writer)
        })
    }

    /// Makes and writes pages in parallel.
    fn write_pages<T: Sync>(
        &self,
        items: &[T],
        write: impl Fn(&T, &mut PageWriter<'_>) -> Result<(), Failure> + Sync,
    ) -> Result<(WrittenCounts, PageManifest), Failure> {
        let write_chunk = |chunk: &[T]| {
            let mut writer = self.page_writer();
            for item in chunk {
                write(item, &mut writer)?;
            }
            Ok(writer.finish())
        };
        let written = items.par_chunks(PAGES_PER_SYNC).map(write_chunk);
        written.try_reduce(Default::default, |(counts, mut made), (more, other)| {
            made.extend(other);
            Ok((counts + more, made))
        })
    }

    /// Returns the links from a game's page to the other pages.
    fn links_of_game(&self, at: usize) -> GamePageLinks {
        let games = &self.event.games;
        let link = |file: &PageFile| format!("../{}", file.link());
        let neighbour = |at: Option<usize>| at.and_then(|at| games.get(at));
        GamePageLinks {
            index: Some("../index.html".to_owned()),
            players: games[at]
                .names
                .each_ref()
                .map(|name| self.event.player_files.get(name).map(link)),
            previous: neighbour(at.checked_sub(1)).map(|game| link(&game.file)),
            next: neighbour(at.checked_add(1)).map(|game| link(&game.file)),
            viewer: (!self.viewer_files.is_empty()).then(|| {
                let path = self.record_path(at);
                let game = PageFile { path }.link();
                // Within the fragment the address of the record is encoded once more.
                let game = game.replace('%', "%25");
                format!("../{VIEWER_FOLDER}/index.html#game=../{game}")
            }),
        }
    }
}

/// Reports what was written, and the games that have no page.
fn report(args: &PublishArgs, counts: WrittenCounts, without_page: usize) {
    if without_page > 0 {
        let message = format!(
            "{} without moves that can be replayed",
            pluralize(without_page, "game")
        );
        let hint = "they count in the standings and have no page; run `kifu validate` for details";
        terminal::print_message(Level::NOTE, &message, Some(hint));
    }
    if args.quiet {
        return;
    }
    let index = args.out.join("index.html");
    let mut message = format!(
        "wrote {} to {}",
        pluralize(counts.written, "page"),
        index.display()
    );
    if counts.kept > 0 {
        message.push_str(&format!("; {} were there already", counts.kept));
    }
    terminal::print_message(Level::NOTE, &message, None);
}

/// Plans the folder of an event with those in it, before the games are read: reading and reviewing
/// may take hours, and that nothing can be written should be known before.
///
/// # Errors
/// Returns an error if pages cannot be written there.
pub(super) fn plan_folder(
    plan: &mut WritePlan,
    args: &PublishArgs,
) -> Result<PlannedFolder, Failure> {
    let mut folder = plan.folder(&args.out, FolderSharing::Exclusive)?;
    folder.make_folder("games")?;
    folder.make_folder("players")?;
    if args.viewer.is_some() {
        folder.make_folder(VIEWER_FOLDER)?;
    }
    // It is removed again if the event has so few games that the index lists them.
    folder.make_folder("lists")?;
    for page in [
        "index.html",
        "games/index.html",
        "players/index.html",
        "lists/index.html",
    ] {
        folder.file(page, true)?;
    }
    Ok(folder)
}

// The writing of pages: whole or not at all, and only where they differ from what is there.

/// A writer of the pages of a folder.
struct PageWriter<'a> {
    folder: &'a PlannedFolder,
    /// Whether all pages are made again and other files are replaced.
    force: bool,
    /// Whether nothing is written, only refused.
    is_check: bool,
    /// The pages that kifu has made before.
    before: &'a PageManifest,
    folders: UnsyncedFolders,
    made: PageManifest,
    counts: WrittenCounts,
}

/// The numbers of pages that were written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WrittenCounts {
    /// The number of pages that were already there.
    pub kept: usize,
    /// The number of pages that were written.
    pub written: usize,
}

impl Add for WrittenCounts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            kept: self.kept + other.kept,
            written: self.written + other.written,
        }
    }
}

impl PageWriter<'_> {
    /// Leaves a page alone that kifu has made from the same source, and reports whether it did.
    fn keep_current(&mut self, name: &str, source: &str) -> bool {
        let is_current = self.is_current(name, source);
        self.counts.kept += usize::from(is_current);
        is_current
    }

    /// Leaves a file alone that kifu has made from the same source, and reports whether it did.
    fn is_current(&mut self, name: &str, source: &str) -> bool {
        let path = self.folder.path().join(name);
        let is_current = !self.force && self.before.is_current(name, source, &path);
        if is_current {
            self.made.keep(name, self.before);
        }
        is_current
    }

    /// Writes a page to a file of the folder; `source` is the hash of what it was made from.
    fn write(&mut self, name: &str, source: &str, page: &str) -> Result<(), Failure> {
        if self.write_file(name, source, sealed(page).as_bytes())? {
            self.counts.written += 1;
        } else {
            self.counts.kept += 1;
        }
        Ok(())
    }

    /// Writes a file of the folder; `source` is the hash of what it was made from. Returns whether it
    /// was not there.
    ///
    /// A file that is already there byte by byte is left alone, so that an interrupted run is
    /// completed by a second one. One that kifu has made is replaced.
    fn write_file(&mut self, name: &str, source: &str, bytes: &[u8]) -> Result<bool, Failure> {
        let path = self.folder.path().join(name);
        self.made.add(name, source, bytes);
        if is_there(&path, bytes) {
            return Ok(false);
        }
        let force = self.force || self.before.is_own(name, &path);
        if self.is_check {
            let refused = (!force).then_some(OutputError::Exists { path });
            return refused.map_or(Ok(false), |error| Err(error.into()));
        }
        // Records are logs, but those in the folder of the output are not read.
        let is_record = Path::new(name).extension().is_some_and(|it| it == "ron");
        let file = if is_record {
            self.folder.file_of_games(name, force)
        } else {
            self.folder.file(name, force)
        };
        let mut file = file?.without_rescue();
        file.write(bytes)?;
        match file.finish_in(&mut self.folders) {
            Ok(()) => Ok(true),
            // Another program has written the same file meanwhile.
            Err(OutputError::Exists { .. }) if is_there(&path, bytes) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Makes the names of all written pages durable, and returns their numbers and list.
    fn finish(self) -> (WrittenCounts, PageManifest) {
        self.folders.sync();
        (self.counts, self.made)
    }
}

/// Reports whether a file with exactly these bytes is at a path.
pub(super) fn is_there(path: &Path, bytes: &[u8]) -> bool {
    let has_size = |meta: fs::Metadata| meta.is_file() && meta.len() == bytes.len() as u64;
    fs::metadata(path).is_ok_and(has_size) && fs::read(path).is_ok_and(|known| known == bytes)
}
