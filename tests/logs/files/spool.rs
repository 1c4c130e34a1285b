//! Temporary files of texts.

use kifu_logs::files::Spool;

#[test]
fn spool_returns_texts_in_any_order_between_new_ones() {
    let folder = tempfile::tempdir().unwrap();
    let mut spool = Spool::create_in(folder.path()).unwrap();
    let text = |at: usize| format!("{at}é\n").repeat(at * 40 % 300);
    let mut spans = Vec::new();
    for at in 0..2000 {
        spans.push(spool.push(&text(at)).unwrap());
        if at % 7 == 0 {
            let earlier = at * 31 % (at + 1);
            assert_eq!(spool.read(spans[earlier]).unwrap(), text(earlier));
        }
    }
    for at in (0..2000).rev().step_by(13) {
        assert_eq!(spool.read(spans[at]).unwrap(), text(at));
    }
    let count = || std::fs::read_dir(folder.path()).unwrap().count();
    if cfg!(unix) {
        assert_eq!(count(), 0);
    }
    drop(spool);
    assert_eq!(count(), 0);
}

#[test]
fn spool_in_missing_folder_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let error = Spool::create_in(&folder.path().join("missing")).unwrap_err();
    assert!(error.to_string().contains("cannot use a temporary file"));
}
