//! `kifu-lab growth`: counts of its tools, the bar, and machines without a tool.

use crate::{KIFU_LAB, Run, folder, run};
use assert_cmd::Command;
use kifu_lab::growth::archives::GamePool;
use kifu_lab::growth::counter::InstructionCounter;
use kifu_lab::growth::{MAX_RATIO, MeasuredGrowth};

#[test]
fn counters_read_output_of_their_tools() {
    let perf = "# started on Sat\n\n123456,,instructions:u,1000,100.00,,\n";
    assert_eq!(InstructionCounter::Perf.parse(perf), Some(123_456));
    let forbidden = "<not supported>,,instructions:u,0,100.00,,\n";
    assert_eq!(InstructionCounter::Perf.parse(forbidden), None);
    for valgrind in [
        "==7== I   refs:      3,901,134\n",
        "==7== I refs:  3,901,134\n",
    ] {
        let text = format!("==7== Command: kifu validate\n{valgrind}");
        assert_eq!(InstructionCounter::Valgrind.parse(&text), Some(3_901_134));
    }
}

#[test]
fn ratio_leaves_out_start_of_program() {
    let linear = MeasuredGrowth::new([50_000_000, 60_000_000, 90_000_000], [0, 0]);
    assert!((linear.ratio() - 4.0).abs() < 1e-9);
    let quadratic = MeasuredGrowth::new([50_000_000, 60_000_000, 210_000_000], [0, 0]);
    assert!(quadratic.ratio() > MAX_RATIO);
    let noise = MeasuredGrowth::new([50_000_000, 50_000_010, 50_000_090], [0, 0]);
    assert!(noise.ratio() < 1.0);
}

#[test]
fn archives_of_one_seed_are_equal() {
    let [first, second] = [(); 2].map(|()| GamePool::new(7));
    assert_eq!(first.games(50), second.games(50));
    assert_ne!(first.games(50), GamePool::new(8).games(50));
    assert_eq!(first.games(50)[0].1.lines().count(), 50);
}

/// Runs the command with tools that count by a formula of the bytes of the archive.
#[cfg(unix)]
fn growth_with(valgrind: &str) -> Run {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    let place = folder(&[]);
    for (name, script) in [("perf", "exit 1"), ("valgrind", valgrind)] {
        let path = place.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:/usr/bin:/bin", place.path().display());
    let mut command = Command::new(KIFU_LAB);
    command.args(["growth", "--kifu", "/bin/true", "merge"]);
    run(command.current_dir(place.path()).env("PATH", path))
}

#[cfg(unix)]
const COUNT_BYTES: &str = r#"for arg in "$@"; do
    case $arg in --log-file=*) log=${arg#--log-file=} ;; esac
done
size=$(cat games.ronl 2>/dev/null | wc -c)
"#;

#[cfg(unix)]
#[test]
fn growth_above_bar_sets_exit_status() {
    let linear = r#"echo "==1== I refs: $((9000000 + size * 100))" >"$log""#;
    let run = growth_with(&format!("{COUNT_BYTES}{linear}"));
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    assert!(!run.out.contains("FAST"), "{}", run.out);
    let quadratic = r#"echo "==1== I refs: $((9000000 + size * size))" >"$log""#;
    let run = growth_with(&format!("{COUNT_BYTES}{quadratic}"));
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.contains("GROWS TOO FAST"), "{}", run.out);
}

#[cfg(unix)]
#[test]
fn growth_without_counting_tool_measures_nothing() {
    let run = growth_with("exit 1");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("nothing is measured"), "{}", run.out);
}
