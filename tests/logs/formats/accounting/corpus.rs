//! The kept inputs of the fuzzer: all laws hold for each.

use kifu_laws::corpus::load;
use kifu_laws::target::LawTarget;

#[test]
fn every_file_of_the_corpus_has_a_target() {
    let folder = crate::common::repository().join("fixtures/corpus");
    for entry in folder.read_dir().unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(LawTarget::by_name(&name).is_some(), "{name}");
    }
}

mod slow {
    use super::*;

    #[test]
    fn all_laws_hold_for_the_corpus() {
        let folder = crate::common::repository().join("fixtures/corpus");
        let mut count = 0;
        for target in LawTarget::all() {
            for (path, input) in load(&folder, target).unwrap() {
                count += 1;
                if let Err(broken) = target.check(&input) {
                    panic!("{}: {broken}", path.display());
                }
            }
        }
        assert!(count > 200, "the corpus is gone");
    }
}
