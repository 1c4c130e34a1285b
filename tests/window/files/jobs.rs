//! Jobs: what they tell, and that they always end.

use super::{WATCH_INTERVAL, archive, jobs, library, line, record, wait, wait_until};
use crate::common::{self, names};
use kifu_app::jobs::{
    ExportContent, ExportRequest, FileStatus, JobKind, JobUpdate, Jobs, PictureRequest,
    SaveOutcome, SaveRequest, SaveTarget,
};
use kifu_app::library::{GameAddress, Library, load_path};
use kifu_app::open_game::OpenGame;
use kifu_app::store::{Draft, DraftSession, Folders};
use kifu_core::games::{CATALOGUE, by_id as by_game_id};
use kifu_core::record::write_ron;
use kifu_core::scene::Palette;
use kifu_logs::formats::{FORMATS, PictureParts, by_id};
use kifu_study::failure::FailureKind;
use kifu_study::render::PictureFormat;
use kifu_study::review::Thresholds;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, RwLock};
use std::time::Duration;
use tempfile::tempdir;

#[test]
fn pictures_are_written_and_replace_nothing_unasked() {
    let folder = tempdir().unwrap();
    let mut jobs = jobs();
    let request = |format: PictureFormat, overwrite| {
        let game = record(1);
        let open_game = OpenGame::new(game.clone(), by_game_id(CATALOGUE, &game.game).unwrap());
        let parts = PictureParts::default();
        let picture = open_game
            .unwrap()
            .shown_picture(parts, Thresholds::default());
        PictureRequest {
            picture: Box::new(picture),
            format,
            palette: Palette::LIGHT,
            path: folder.path().join(format!("game.{}", format.id())),
            overwrite,
        }
    };
    for format in PictureFormat::ALL {
        let id = jobs.export_picture(request(format, false));
        match &wait(&mut jobs, id)[..] {
            [JobUpdate::Exported(done), JobUpdate::Ended] => {
                let file = fs::read(&done.path).unwrap();
                let start: &[u8] = match format {
                    PictureFormat::Svg => b"<svg",
                    PictureFormat::Png => b"\x89PNG",
                    PictureFormat::Gif => b"GIF89a",
                };
                assert!(file.starts_with(start), "{format:?}");
            }
            other => panic!("{other:?}"),
        }
    }
    fs::write(folder.path().join("game.png"), "mine").unwrap();
    let id = jobs.export_picture(request(PictureFormat::Png, false));
    let refused = wait(&mut jobs, id);
    assert!(
        matches!(&refused[..], [JobUpdate::Failed(_)]),
        "{refused:?}"
    );
    assert_eq!(fs::read(folder.path().join("game.png")).unwrap(), b"mine");
    let id = jobs.export_picture(request(PictureFormat::Png, true));
    assert!(matches!(wait(&mut jobs, id).last(), Some(JobUpdate::Ended)));
    assert_eq!(names(folder.path()), ["game.gif", "game.png", "game.svg"]);
}

#[test]
fn a_scan_tells_rows_and_progress_and_wakes_the_window() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("archive.ronl");
    archive(&path, 2000, 200);
    let woken = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&woken);
    let mut jobs = Jobs::new(
        WATCH_INTERVAL,
        Arc::new(move || {
            count.fetch_add(1, Ordering::Relaxed);
        }),
    );
    let id = jobs.scan_paths(vec![path.clone()]);
    assert_eq!(
        jobs.running()
            .map(|job| (job.id, job.kind))
            .collect::<Vec<_>>(),
        [(id, JobKind::Scan)]
    );
    let mut library = Library::default();
    let mut last = None;
    for news in wait(&mut jobs, id) {
        match news {
            JobUpdate::Rows(batch) => library.add_batch(id.0, batch),
            JobUpdate::Progress(progress) => last = Some(progress),
            JobUpdate::Ended => {}
            other => panic!("{other:?}"),
        }
    }
    library.end_scan(id.0);
    library.refresh();
    let size = fs::metadata(&path).unwrap().len();
    let last = last.unwrap();
    assert_eq!(
        (last.done_bytes, last.total_bytes, last.done_games),
        (size, Some(size), 2000)
    );
    assert_eq!(library.shown().len(), 2000);
    assert!(woken.load(Ordering::Relaxed) >= 3);
    assert_eq!(jobs.running().count(), 0);
}

#[test]
fn a_cancelled_scan_ends_and_the_next_one_runs() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("archive.ronl");
    archive(&path, 2000, 100);
    // A job that has told something goes on when it may.
    let may_go_on = Arc::new(RwLock::new(()));
    let gate = Arc::clone(&may_go_on);
    let mut jobs = Jobs::new(WATCH_INTERVAL, Arc::new(move || drop(gate.read())));
    let closed = may_go_on.write().unwrap();
    let id = jobs.scan_paths(vec![path.clone()]);
    wait_until(&mut jobs, |of, news| {
        of == id && matches!(news, JobUpdate::Rows(_))
    });
    jobs.cancel(id);
    drop(closed);
    let news = wait(&mut jobs, id);
    assert!(
        matches!(news.last(), Some(JobUpdate::Cancelled)),
        "{news:?}"
    );
    // Two run at once. One that still waits does not even begin.
    let closed = may_go_on.write().unwrap();
    let ids: Vec<_> = (0..4)
        .map(|_| jobs.scan_paths(vec![path.clone()]))
        .collect();
    for id in &ids {
        jobs.cancel(*id);
    }
    drop(closed);
    let last = ids[3];
    assert!(matches!(wait(&mut jobs, last)[..], [JobUpdate::Cancelled]));
}

#[test]
fn a_panic_becomes_a_message_and_the_next_job_runs() {
    let mut jobs = jobs();
    let id = jobs.start_write(JobKind::Settings, || panic!("of all things"));
    match &wait(&mut jobs, id)[..] {
        [JobUpdate::Failed(failure)] => {
            assert_eq!(failure.kind, FailureKind::Internal);
            assert!(failure.message.contains("of all things"));
        }
        other => panic!("{other:?}"),
    }
    let id = jobs.start_write(JobKind::Settings, || Ok(()));
    assert!(matches!(wait(&mut jobs, id)[..], [JobUpdate::Ended]));
}

#[test]
fn settings_that_wait_are_written_when_the_program_ends() {
    let mut jobs = jobs();
    let written = Arc::new(AtomicUsize::new(0));
    for _ in 0..5 {
        let count = Arc::clone(&written);
        jobs.start_write(JobKind::Settings, move || {
            std::thread::sleep(Duration::from_millis(10));
            count.fetch_add(1, Ordering::Relaxed);
            Ok(())
        });
    }
    drop(jobs);
    assert_eq!(written.load(Ordering::Relaxed), 5);
}

#[test]
fn results_carry_the_number_of_their_job() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("archive.ronl");
    let records = archive(&path, 30, 30);
    let list = library(&[&path]);
    let mut jobs = jobs();
    let ids: Vec<_> = (0..30)
        .map(|row| jobs.open(list.address(row).unwrap()))
        .collect();
    let missing = jobs.open_path(folder.path().join("missing.ron"), 0);
    let mut seen = 0;
    let mut left = 31;
    common::wait_until("all results", || {
        for event in jobs.take_events() {
            left -= usize::from(event.update.is_last());
            if let JobUpdate::GameOpened(opened) = event.update {
                let at = ids.iter().position(|id| *id == event.id).unwrap();
                assert_eq!(opened.game.record, records[at]);
                seen += 1;
            } else if event.id == missing {
                assert!(matches!(event.update, JobUpdate::Failed(_)));
            }
        }
        left == 0
    });
    assert_eq!(seen, 30);
}

#[test]
fn pasted_texts_are_read_whatever_they_are() {
    let mut jobs = jobs();
    for text in [
        write_ron(&record(1)),
        "game: clobber\nb1a1".to_owned(),
        "no game".to_owned(),
    ] {
        let id = jobs.parse_text(text);
        match &wait(&mut jobs, id)[..] {
            [JobUpdate::TextParsed(games), JobUpdate::Ended] => assert_eq!(games.len(), 1),
            other => panic!("{other:?}"),
        }
    }
}

/// A file with a game that is watched under a number.
struct Watched {
    key: u64,
    path: PathBuf,
    text: String,
}

impl Watched {
    fn new(key: u64, folder: &Path, jobs: &Jobs) -> Self {
        let path = folder.join(format!("{key}.ronl"));
        archive(&path, 3, 3);
        let text = fs::read_to_string(&path).unwrap();
        let opened = load_path(&path, 1).unwrap();
        jobs.watch(key, opened.address, opened.content_stamp);
        Self { key, path, text }
    }

    /// Replaces the file at once, so that nobody sees it half written.
    fn write(&self, text: &str) {
        let beside = self.path.with_extension("new");
        fs::write(&beside, text).unwrap();
        fs::rename(&beside, &self.path).unwrap();
    }

    /// Writes another game of another length in the place of the watched one.
    fn change(&self) {
        self.write(&self.text.replacen("kept 1", "kept 1000", 1));
    }

    /// Waits for the next status of any file, which must be that of this one.
    fn status(&self, jobs: &mut Jobs) -> FileStatus {
        let all = wait_until(jobs, |_, news| matches!(news, JobUpdate::FileStatus(..)));
        match all.last() {
            Some((_, JobUpdate::FileStatus(key, status))) if *key == self.key => *status,
            other => panic!("{other:?}"),
        }
    }

    /// Waits until all files have been looked at anew and nothing was told of the others: in one
    /// round this file changes, in the next it changes back.
    fn next_round(&self, jobs: &mut Jobs) {
        self.change();
        assert_eq!(self.status(jobs), FileStatus::Changed);
        self.write(&self.text);
        assert_eq!(self.status(jobs), FileStatus::Unchanged);
    }
}

#[test]
fn a_watched_file_tells_of_each_change_once() {
    let folder = tempdir().unwrap();
    let mut jobs = jobs();
    let watched = Watched::new(5, folder.path(), &jobs);
    let beside = Watched::new(6, folder.path(), &jobs);
    // Another game is added: this one is as it was.
    watched.write(&format!("{}{}", watched.text, line(&record(9))));
    beside.next_round(&mut jobs);
    watched.change();
    assert_eq!(watched.status(&mut jobs), FileStatus::Changed);
    beside.next_round(&mut jobs);
    watched.write(&watched.text);
    assert_eq!(watched.status(&mut jobs), FileStatus::Unchanged);
    fs::remove_file(&watched.path).unwrap();
    assert_eq!(watched.status(&mut jobs), FileStatus::Gone);
    beside.next_round(&mut jobs);
    jobs.unwatch(5);
    beside.next_round(&mut jobs);
    watched.write("x");
    beside.next_round(&mut jobs);
}

fn export(what: ExportContent, format: &'static str, path: &Path) -> ExportRequest {
    ExportRequest {
        content: what,
        format: by_id(format).unwrap(),
        path: path.to_owned(),
        overwrite: false,
    }
}

#[test]
fn a_game_is_exported_in_every_format_or_refused_in_words() {
    let folder = tempdir().unwrap();
    let mut jobs = jobs();
    for format in FORMATS {
        let path = folder.path().join(format.id());
        let what = ExportContent::Record(Box::new(record(1)));
        let id = jobs.export(export(what, format.id(), &path));
        match &wait(&mut jobs, id)[..] {
            [JobUpdate::Exported(done), JobUpdate::Ended] => {
                assert_eq!((done.game_count, done.skipped_count), (1, 0));
                assert!(fs::metadata(&path).unwrap().len() > 0);
            }
            [JobUpdate::Failed(failure)] => {
                assert_eq!(failure.kind, FailureKind::Output);
                assert!(failure.message.contains(format.id()), "{failure}");
                assert!(!path.exists());
            }
            other => panic!("{other:?}"),
        }
    }
    let id = jobs.export(export(
        ExportContent::Record(Box::new(record(1))),
        "ron",
        &folder.path().join("ron"),
    ));
    match &wait(&mut jobs, id)[..] {
        [JobUpdate::Failed(failure)] => assert_eq!(failure.kind, FailureKind::AlreadyExists),
        other => panic!("{other:?}"),
    }
    let mut device = export(
        ExportContent::Record(Box::new(record(1))),
        "ron",
        Path::new("/dev/full"),
    );
    device.overwrite = true;
    let id = jobs.export(device);
    assert!(matches!(wait(&mut jobs, id)[..], [JobUpdate::Failed(_)]));
}

fn places(list: &Library) -> Vec<GameAddress> {
    list.shown()
        .iter()
        .map(|row| list.address(*row).unwrap())
        .collect()
}

#[test]
fn many_games_are_exported_into_one_file() {
    let folder = tempdir().unwrap();
    let (path, to) = (
        folder.path().join("archive.ronl"),
        folder.path().join("new.ronl"),
    );
    archive(&path, 2000, 200);
    let list = library(&[&path]);
    let mut jobs = jobs();
    let id = jobs.export(export(ExportContent::Games(places(&list)), "ronl", &to));
    let news = wait(&mut jobs, id);
    assert!(matches!(news.last(), Some(JobUpdate::Ended)), "{news:?}");
    assert_eq!(fs::read(&path).unwrap(), fs::read(&to).unwrap());
    let id = jobs.export(export(
        ExportContent::Games(places(&list)),
        "ron",
        &folder.path().join("x.ron"),
    ));
    match &wait(&mut jobs, id)[..] {
        [JobUpdate::Failed(failure)] => assert!(failure.message.contains("holds only one game")),
        other => panic!("{other:?}"),
    }
    fs::remove_file(&path).unwrap();
    let id = jobs.export(export(
        ExportContent::Games(places(&list)),
        "ronl",
        &folder.path().join("y.ronl"),
    ));
    assert!(matches!(
        wait(&mut jobs, id).last(),
        Some(JobUpdate::Failed(_))
    ));
    assert_eq!(names(folder.path()), ["new.ronl"]);
}

#[test]
fn games_are_traced_in_batches() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("archive.ronl");
    archive(&path, 2500, 2500);
    let mut list = library(&[&path]);
    let games = list.take_untraced();
    assert_eq!(games.len(), 2500);
    let mut jobs = jobs();
    let id = jobs.trace(games);
    let updates = wait(&mut jobs, id);
    let batches = updates.into_iter().filter_map(|update| match update {
        JobUpdate::Traced(traces) => Some(traces),
        _ => None,
    });
    let batches: Vec<_> = batches.collect();
    assert!(batches.len() > 1, "the first are counted before the last");
    for batch in batches {
        list.add_traces(&batch);
    }
    assert!(!list.is_counting());
}

#[test]
fn what_is_to_be_written_is_written_before_the_program_ends() {
    let folder = tempdir().unwrap();
    let folders = Folders::all_in(folder.path());
    let _quiet = crate::no_child_starts();
    let (session, _) = DraftSession::start(&folders).unwrap();
    let session = Arc::new(session);
    let mut jobs = jobs();
    for number in 0..20 {
        let path = folder.path().join(format!("{number}.ron"));
        let to = SaveTarget::File {
            path,
            overwrite: false,
        };
        let record = Box::new(record(number));
        jobs.save(SaveRequest { record, target: to });
        let draft = Draft {
            tab_id: 1,
            title: number.to_string(),
            source: None,
            ply: 0,
            record: super::record(number),
        };
        jobs.autosave(Arc::clone(&session), draft);
    }
    drop(jobs);
    let records = names(folder.path());
    assert_eq!(
        records.iter().filter(|name| name.contains(".ron")).count(),
        20
    );
    drop(session);
    let (_, orphans) = DraftSession::start(&folders).unwrap();
    assert_eq!(
        (orphans[0].drafts.len(), &*orphans[0].drafts[0].title),
        (1, "19")
    );
}

#[test]
fn a_saved_game_is_told_with_its_new_place() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("game.ron");
    let mut jobs = jobs();
    let to = SaveTarget::File {
        path: path.clone(),
        overwrite: false,
    };
    let id = jobs.save(SaveRequest {
        record: Box::new(record(1)),
        target: to,
    });
    match &wait(&mut jobs, id)[..] {
        [JobUpdate::SaveFinished(answer), JobUpdate::Ended] => match &**answer {
            SaveOutcome::Saved(kept) => assert_eq!(kept.address.origin.path(), Some(&*path)),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
    let id = jobs.check_paths(vec![path.clone(), folder.path().join("no")]);
    match &wait(&mut jobs, id)[..] {
        [JobUpdate::PathsChecked(looked), JobUpdate::Ended] => {
            assert_eq!((looked[0].1, looked[1].1), (true, false));
        }
        other => panic!("{other:?}"),
    }
}
