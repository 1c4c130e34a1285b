//! The kept inputs of the fuzzer: all laws hold for each.

use kifu::lab::fuzz::corpus::load;
use kifu::lab::fuzz::target::Target;
use std::path::Path;

#[test]
fn all_laws_hold_for_the_corpus() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/corpus");
    let mut count = 0;
    for target in Target::all() {
        for (path, input) in load(&folder, target).unwrap() {
            count += 1;
            if let Err(broken) = target.check(&input) {
                panic!("{}: {broken}", path.display());
            }
        }
    }
    assert!(count > 200, "the corpus is gone");
}

#[test]
fn every_file_of_the_corpus_has_a_target() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/corpus");
    for entry in folder.read_dir().unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(Target::by_name(&name).is_some(), "{name}");
    }
}
