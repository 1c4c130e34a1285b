//! Background jobs: the updates that they send, and that each of them ends.

use super::{
    WATCH_INTERVAL, collect_until, new_jobs, random_record, ronl_line, scan_library, wait_for_job,
    write_archive,
};
use crate::common::{self, names};
use kifu_app::jobs::{
    AnalysisQuery, BotQuery, ExportContent, ExportRequest, FileStatus, JobKind, JobUpdate, Jobs,
    Overwrite, PictureRequest, SaveOutcome, SaveRequest, SaveTarget,
};
use kifu_app::library::{GameAddress, Library, load_path};
use kifu_app::open_game::OpenGame;
use kifu_app::store::{Draft, DraftSession, Folders};
use kifu_core::contract::Setup;
use kifu_core::games::{CATALOGUE, by_id as by_game_id};
use kifu_core::record::write_ron;
use kifu_core::scene::Palette;
use kifu_logs::formats::{FORMATS, PictureParts, by_id};
use kifu_study::arena::{CommandSpec, Contestant, ContestantKind};
use kifu_study::failure::FailureKind;
use kifu_study::render::PictureFormat;
use kifu_study::review::Thresholds;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, RwLock};
use std::time::{Duration, Instant};
use tempfile::tempdir;

#[test]
fn cancelled_scans_end_both_running_and_queued() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("archive.ronl");
    write_archive(&path, 2000, 100);
    // After each update, a job waits for this lock.
    let permission = Arc::new(RwLock::new(()));
    let gate = Arc::clone(&permission);
    let mut jobs = Jobs::new(WATCH_INTERVAL, Arc::new(move || drop(gate.read())));
    let closed = permission.write().unwrap();
    let id = jobs.scan_paths(vec![path.clone()]);
    collect_until(&mut jobs, |job, update| {
        job == id && matches!(update, JobUpdate::Rows(_))
    });
    jobs.cancel(id);
    drop(closed);
    let updates = wait_for_job(&mut jobs, id);
    assert!(
        matches!(updates.last(), Some(JobUpdate::Cancelled)),
        "{updates:?}"
    );
    // Two jobs run at once. A queued job that is cancelled never starts.
    let closed = permission.write().unwrap();
    let ids: Vec<_> = (0..4)
        .map(|_| jobs.scan_paths(vec![path.clone()]))
        .collect();
    for id in &ids {
        jobs.cancel(*id);
    }
    drop(closed);
    let last = ids[3];
    assert!(matches!(
        wait_for_job(&mut jobs, last)[..],
        [JobUpdate::Cancelled]
    ));
}

/// Returns a request for a short analysis of Zuniq, with a bot that is run as a shell script.
#[cfg(unix)]
fn analysis_with_bot(script: &str) -> AnalysisQuery {
    let game = by_game_id(CATALOGUE, "zuniq").unwrap();
    let setup = Setup::default();
    AnalysisQuery {
        node_limit: None,
        game,
        position: game.start(&setup).unwrap().position(),
        include: None,
        line_count: 1,
        thread_count: 1,
        time_limit: Duration::from_millis(60),
        extension_ms: Arc::default(),
        bot: Some(BotQuery {
            contestant: Contestant {
                name: "mybot".to_owned(),
                kind: ContestantKind::Contest(CommandSpec {
                    argv: ["sh", "-c", script].map(str::to_owned).to_vec(),
                    ..CommandSpec::default()
                }),
                clock: None,
            },
            setup,
            tokens: Vec::new(),
            chance: None,
        }),
    }
}

#[cfg(unix)]
#[test]
fn analysis_ends_with_the_answer_of_the_bot() {
    let mut jobs = new_jobs();
    for (script, expected) in [
        (
            "read start; sleep 0.2; echo win=0.62 >&2; echo A2h",
            "mybot: A2h (win 62.0 %, plays along)",
        ),
        (
            "exit 3",
            "mybot: no move: no answer: it exited with status 3 (plays along)",
        ),
    ] {
        let id = jobs.analyze(analysis_with_bot(script));
        let updates = wait_for_job(&mut jobs, id);
        let last = updates.iter().rev().find_map(|update| match update {
            JobUpdate::Analysis(update) => Some(update),
            _ => None,
        });
        assert_eq!(last.unwrap().bot.as_deref(), Some(expected), "{updates:?}");
    }
}

#[cfg(unix)]
#[test]
fn cancelled_analysis_ends_a_bot_that_never_answers() {
    let mut jobs = new_jobs();
    let started_at = Instant::now();
    let id = jobs.analyze(analysis_with_bot("sleep 60"));
    collect_until(&mut jobs, |job, update| {
        job == id && matches!(update, JobUpdate::Analysis(_))
    });
    jobs.cancel(id);
    let updates = wait_for_job(&mut jobs, id);
    assert!(
        matches!(updates.last(), Some(JobUpdate::Cancelled)),
        "{updates:?}"
    );
    assert!(started_at.elapsed() < Duration::from_secs(20));
}

#[test]
fn panicking_job_fails_and_next_job_runs() {
    let mut jobs = new_jobs();
    let id = jobs.start_write(JobKind::Settings, || panic!("of all things"));
    match &wait_for_job(&mut jobs, id)[..] {
        [JobUpdate::Failed(failure)] => {
            assert_eq!(failure.kind, FailureKind::Internal);
            assert!(failure.message.contains("of all things"));
        }
        other => panic!("{other:?}"),
    }
    let id = jobs.start_write(JobKind::Settings, || Ok(()));
    assert!(matches!(
        wait_for_job(&mut jobs, id)[..],
        [JobUpdate::Ended]
    ));
}

#[test]
fn queued_settings_are_written_before_program_ends() {
    let mut jobs = new_jobs();
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
fn results_carry_id_of_their_job() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("archive.ronl");
    let records = write_archive(&path, 30, 30);
    let library = scan_library(&[&path]);
    let mut jobs = new_jobs();
    let ids: Vec<_> = (0..30)
        .map(|row| jobs.open(library.address(row).unwrap()))
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
fn pasted_text_of_any_format_is_parsed() {
    let mut jobs = new_jobs();
    for text in [
        write_ron(&random_record(1)),
        "game: clobber\nb1a1".to_owned(),
        "no game".to_owned(),
    ] {
        let id = jobs.parse_text(text);
        match &wait_for_job(&mut jobs, id)[..] {
            [JobUpdate::TextParsed(games), JobUpdate::Ended] => assert_eq!(games.len(), 1),
            other => panic!("{other:?}"),
        }
    }
}

/// A file whose second game is watched under a key.
struct Watched {
    key: u64,
    path: PathBuf,
    text: String,
}

impl Watched {
    fn new(key: u64, folder: &Path, jobs: &Jobs) -> Self {
        let path = folder.join(format!("{key}.ronl"));
        write_archive(&path, 3, 3);
        let text = fs::read_to_string(&path).unwrap();
        let opened = load_path(&path, 1).unwrap();
        jobs.watch(key, opened.address, opened.content_stamp);
        Self { key, path, text }
    }

    /// Replaces the file atomically, so that no reader sees half of it.
    fn write(&self, text: &str) {
        let temporary = self.path.with_extension("new");
        fs::write(&temporary, text).unwrap();
        fs::rename(&temporary, &self.path).unwrap();
    }

    /// Replaces the watched game with one of another length.
    fn change(&self) {
        self.write(&self.text.replacen("kept 1", "kept 1000", 1));
    }

    /// Waits for the next status of any file, which must be that of this one.
    fn status(&self, jobs: &mut Jobs) -> FileStatus {
        let all = collect_until(jobs, |_, update| {
            matches!(update, JobUpdate::FileStatus(..))
        });
        match all.last() {
            Some((_, JobUpdate::FileStatus(key, status))) if *key == self.key => *status,
            other => panic!("{other:?}"),
        }
    }

    /// Waits until all files have been checked again, and asserts that no other file had an update.
    ///
    /// In one round this file changes, in the next it changes back.
    fn next_round(&self, jobs: &mut Jobs) {
        self.change();
        assert_eq!(self.status(jobs), FileStatus::Changed);
        self.write(&self.text);
        assert_eq!(self.status(jobs), FileStatus::Unchanged);
    }
}

#[test]
fn watched_file_reports_each_change_once() {
    let folder = tempdir().unwrap();
    let mut jobs = new_jobs();
    let watched = Watched::new(5, folder.path(), &jobs);
    let other = Watched::new(6, folder.path(), &jobs);
    // An added game does not change the watched one.
    watched.write(&format!("{}{}", watched.text, ronl_line(&random_record(9))));
    other.next_round(&mut jobs);
    watched.change();
    assert_eq!(watched.status(&mut jobs), FileStatus::Changed);
    other.next_round(&mut jobs);
    watched.write(&watched.text);
    assert_eq!(watched.status(&mut jobs), FileStatus::Unchanged);
    fs::remove_file(&watched.path).unwrap();
    assert_eq!(watched.status(&mut jobs), FileStatus::Gone);
    other.next_round(&mut jobs);
    jobs.unwatch(5);
    other.next_round(&mut jobs);
    watched.write("x");
    other.next_round(&mut jobs);
}

fn export(content: ExportContent, format: &'static str, path: &Path) -> ExportRequest {
    ExportRequest {
        content,
        format: by_id(format).unwrap(),
        path: path.to_owned(),
        overwrite: false,
    }
}

#[test]
fn game_export_succeeds_or_explains_refusal_for_every_format() {
    let folder = tempdir().unwrap();
    let mut jobs = new_jobs();
    for format in FORMATS {
        let path = folder.path().join(format.id());
        let content = ExportContent::Record(Box::new(random_record(1)));
        let id = jobs.export(export(content, format.id(), &path));
        match &wait_for_job(&mut jobs, id)[..] {
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
        ExportContent::Record(Box::new(random_record(1))),
        "ron",
        &folder.path().join("ron"),
    ));
    match &wait_for_job(&mut jobs, id)[..] {
        [JobUpdate::Failed(failure)] => assert_eq!(failure.kind, FailureKind::AlreadyExists),
        other => panic!("{other:?}"),
    }
    let mut device = export(
        ExportContent::Record(Box::new(random_record(1))),
        "ron",
        Path::new("/dev/full"),
    );
    device.overwrite = true;
    let id = jobs.export(device);
    assert!(matches!(
        wait_for_job(&mut jobs, id)[..],
        [JobUpdate::Failed(_)]
    ));
}

fn addresses(library: &Library) -> Vec<GameAddress> {
    library
        .shown()
        .iter()
        .map(|row| library.address(*row).unwrap())
        .collect()
}

#[test]
fn queued_saves_and_drafts_are_written_before_program_ends() {
    let folder = tempdir().unwrap();
    let folders = Folders::all_in(folder.path());
    let _quiet = crate::no_child_starts();
    let (session, _) = DraftSession::start(&folders).unwrap();
    let session = Arc::new(session);
    let mut jobs = new_jobs();
    for number in 0..20 {
        let path = folder.path().join(format!("{number}.ron"));
        let target = SaveTarget::File {
            path,
            overwrite: Overwrite::Nothing,
        };
        let record = Box::new(random_record(number));
        jobs.save(SaveRequest { record, target });
        let draft = Draft {
            tab_id: 1,
            title: number.to_string(),
            source: None,
            ply: 0,
            record: super::random_record(number),
        };
        jobs.autosave(Arc::clone(&session), draft, None);
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
fn save_job_reports_new_address_of_game() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("game.ron");
    let mut jobs = new_jobs();
    let target = SaveTarget::File {
        path: path.clone(),
        overwrite: Overwrite::Nothing,
    };
    let id = jobs.save(SaveRequest {
        record: Box::new(random_record(1)),
        target,
    });
    match &wait_for_job(&mut jobs, id)[..] {
        [JobUpdate::SaveFinished(outcome), JobUpdate::Ended] => match &**outcome {
            SaveOutcome::Saved(saved) => assert_eq!(saved.address.origin.path(), Some(&*path)),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
    let id = jobs.check_paths(vec![path.clone(), folder.path().join("no")]);
    match &wait_for_job(&mut jobs, id)[..] {
        [JobUpdate::PathsChecked(checked), JobUpdate::Ended] => {
            assert_eq!((checked[0].1, checked[1].1), (true, false));
        }
        other => panic!("{other:?}"),
    }
}

mod slow {
    use super::*;

    #[test]
    fn picture_export_writes_every_format_and_overwrites_only_if_allowed() {
        let folder = tempdir().unwrap();
        let mut jobs = new_jobs();
        let request = |format: PictureFormat, overwrite| {
            let game = random_record(1);
            let open_game = OpenGame::new(game.clone(), by_game_id(CATALOGUE, &game.game).unwrap());
            let parts = PictureParts::default();
            let picture = open_game
                .unwrap()
                .shown_picture(parts, Thresholds::default());
            PictureRequest {
                picture: Box::new(picture),
                format,
                palette: Palette::LIGHT,
                fonts: Vec::new(),
                path: folder.path().join(format!("game.{}", format.id())),
                overwrite,
            }
        };
        for format in PictureFormat::ALL {
            let id = jobs.export_picture(request(format, false));
            match &wait_for_job(&mut jobs, id)[..] {
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
        let refused = wait_for_job(&mut jobs, id);
        assert!(
            matches!(&refused[..], [JobUpdate::Failed(_)]),
            "{refused:?}"
        );
        assert_eq!(fs::read(folder.path().join("game.png")).unwrap(), b"mine");
        let id = jobs.export_picture(request(PictureFormat::Png, true));
        assert!(matches!(
            wait_for_job(&mut jobs, id).last(),
            Some(JobUpdate::Ended)
        ));
        assert_eq!(names(folder.path()), ["game.gif", "game.png", "game.svg"]);
    }

    #[test]
    fn scan_reports_rows_and_progress_and_wakes_window() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("archive.ronl");
        write_archive(&path, 2000, 200);
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
        for update in wait_for_job(&mut jobs, id) {
            match update {
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
    fn many_games_are_exported_to_one_file() {
        let folder = tempdir().unwrap();
        let (path, to) = (
            folder.path().join("archive.ronl"),
            folder.path().join("new.ronl"),
        );
        write_archive(&path, 2000, 200);
        let library = scan_library(&[&path]);
        let mut jobs = new_jobs();
        let id = jobs.export(export(
            ExportContent::Games(addresses(&library)),
            "ronl",
            &to,
        ));
        let updates = wait_for_job(&mut jobs, id);
        assert!(
            matches!(updates.last(), Some(JobUpdate::Ended)),
            "{updates:?}"
        );
        assert_eq!(fs::read(&path).unwrap(), fs::read(&to).unwrap());
        let id = jobs.export(export(
            ExportContent::Games(addresses(&library)),
            "ron",
            &folder.path().join("x.ron"),
        ));
        match &wait_for_job(&mut jobs, id)[..] {
            [JobUpdate::Failed(failure)] => {
                assert!(failure.message.contains("holds only one game"));
            }
            other => panic!("{other:?}"),
        }
        fs::remove_file(&path).unwrap();
        let id = jobs.export(export(
            ExportContent::Games(addresses(&library)),
            "ronl",
            &folder.path().join("y.ronl"),
        ));
        assert!(matches!(
            wait_for_job(&mut jobs, id).last(),
            Some(JobUpdate::Failed(_))
        ));
        assert_eq!(names(folder.path()), ["new.ronl"]);
    }

    #[test]
    fn trace_job_reports_games_in_batches() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("archive.ronl");
        write_archive(&path, 2500, 2500);
        let mut library = scan_library(&[&path]);
        let games = library.take_untraced();
        assert_eq!(games.len(), 2500);
        let mut jobs = new_jobs();
        let id = jobs.trace(games);
        let updates = wait_for_job(&mut jobs, id);
        let batches = updates.into_iter().filter_map(|update| match update {
            JobUpdate::Traced(traces) => Some(traces),
            _ => None,
        });
        let batches: Vec<_> = batches.collect();
        assert!(batches.len() > 1, "all traces came in one batch");
        for batch in batches {
            library.add_traces(&batch);
        }
        assert!(!library.is_counting());
    }
}
