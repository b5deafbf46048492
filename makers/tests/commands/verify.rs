//! Tests that `verify` confirms the claims of the table of shortest games, and finds false claims.

use std::{fs, thread, time::Duration};

use crate::common::{failure, folder, interrupt, repository, run, spawn, stdout};

const TABLE: &str = "output/shortest_games.tsv";

/// The number of positions after 0, 1, 2, ... plies (OEIS A083276).
const POSITIONS: [u64; 7] = [1, 20, 400, 5_362, 72_078, 822_518, 9_417_681];

fn enumerate(plies: usize) {
    let said = stdout(repository(), &["verify", "--exhaustive", &plies.to_string()]);
    let count = POSITIONS[plies - 1];
    let line = format!("; {count} positions before ply {plies} enumerated");
    assert!(said.contains(&line), "{said}");
    assert!(said.contains("\nevery claim that was checked holds\n"), "{said}");
}

/// The number of positions that we enumerate agrees with the OEIS, and the strings that we find agree with
/// the table of shortest games. The earliest strings that need a discovered check occur at ply 5, so an
/// enumeration of six plies finds some of them.
#[test]
fn all_positions_of_six_plies() {
    enumerate(6);
}

#[test]
#[ignore = "takes half a minute: ten million positions"]
fn all_positions_of_seven_plies() {
    enumerate(7);
}

#[test]
#[cfg(unix)]
fn an_enumeration_can_be_stopped() {
    let child = spawn(repository(), &["verify", "--exhaustive", "9", TABLE]);
    thread::sleep(Duration::from_secs(2));
    interrupt(&child);
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("stopped"), "{error}");
}

/// If a game is longer than necessary, `verify` rejects its row in the table, whatever bound and reason the row
/// claims.
#[test]
fn a_forged_proof_is_named() {
    let table = fs::read_to_string(repository().join(TABLE)).expect("the table");
    let folder = folder();
    let verify = |line: &str, args: &[&str]| {
        let forged = table.lines().map(|old| match old.split('\t').next() {
            Some("Qh4#") => format!("{line}\n"),
            _ => format!("{old}\n"),
        });
        fs::write(folder.path().join("table.tsv"), forged.collect::<String>()).expect("written");
        run(folder.path(), &[&["verify", "table.tsv"], args].concat(), 1).0
    };
    let game = "f3 e6 a3 a6 g4 Qh4#";
    let said = verify(&format!("Qh4#\t6\t6\t{game}\tall"), &[]);
    assert!(said.contains("says 6 by all, but should say 4 by all"), "{said}");
    let said = verify(&format!("Qh4#\t6\t4\t{game}\tprospects"), &[]);
    assert!(said.contains("says 4 by prospects, but should say 4 by all"), "{said}");
    // The row itself looks right, but the enumeration finds a shorter game.
    let said = verify(&format!("Qh4#\t6\t4\t{game}\tall"), &["--exhaustive", "4"]);
    assert!(said.contains("Qh4# has 6 plies, but 4 are enough"), "{said}");
}

#[test]
fn plans_are_searched_again() {
    let table = fs::read_to_string(repository().join(TABLE)).expect("the table");
    let folder = folder();
    // In the table, the game of `Q8xc2` has 13 plies, and the bound from counting moves (`count`) is also 13.
    // We replace the game with a longer one.
    let forged = table.lines().map(|line| match line.split('\t').next() {
        Some("Q8xc2") => {
            "Q8xc2\t14\t14\tg3 c5 Bg2 c4 Bxb7 c3 Kf1 cxd2 Bxc8 dxc1=Q h3 Qxc8 Nf3 Q8xc2\tplan\n"
                .to_owned()
        }
        _ => format!("{line}\n"),
    });
    fs::write(folder.path().join("table.tsv"), forged.collect::<String>()).expect("written");
    let args = ["verify", "table.tsv", "--plans", "13", "--only", "Q8xc2"];
    let said = run(folder.path(), &args, 1).0;
    assert!(said.contains("Q8xc2 can be played at ply 13"), "{said}");
    assert!(said.contains("says 14 by plan, but should say 13 by count"), "{said}");

    // `--plans` does not search for strings that name the whole from-square, or for strings that
    // `--exhaustive` or `--narrow` searches for.
    for san in ["Qa1b2", "Rhe8"] {
        let error = failure(repository(), &["verify", "--plans", "13", "--only", san]);
        let what = "with `--narrow 0` and `--plans 13`, no search looks for";
        assert_eq!(error, format!("error: {what} {san}\n"));
    }
}

/// With `--only`, `--narrow` searches only for the given string. At the start of the games of `Raa1` and `Raa2`,
/// we insert four plies that lead back to the initial position. We pass `--only Raa1`, so the search must find a
/// shorter game for `Raa1`, but not for `Raa2`.
#[test]
fn prospects_of_a_string_are_searched_again() {
    let table = fs::read_to_string(repository().join(TABLE)).expect("the table");
    let folder = folder();
    let forged = table.lines().map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
        [san @ ("Raa1" | "Raa2"), "11", "11", game, why] => {
            format!("{san}\t15\t15\tNf3 Nf6 Ng1 Ng8 {game}\t{why}\n")
        }
        _ => format!("{line}\n"),
    });
    fs::write(folder.path().join("table.tsv"), forged.collect::<String>()).expect("written");
    let args = ["verify", "table.tsv", "--narrow", "11", "--only", "Raa1"];
    let said = run(folder.path(), &args, 1).0;
    assert!(said.contains("Raa1 can be played at ply 11"), "{said}");
    assert_eq!(said.matches("can be played").count(), 1, "{said}");

    for (args, san) in [(["--narrow", "10"], "Raa1"), (["--narrow", "12"], "Nbd7")] {
        let error = failure(repository(), &[&["verify", "--only", san][..], &args].concat());
        assert!(error.contains("no search looks for"), "{error}");
    }
}

/// Proves a sample of the bounds whose reason is `plan`, each by a separate run of `verify`. Five bounds take
/// a minute. To prove all such bounds, run `makers verify --plans 17`, which takes five hours.
#[test]
#[ignore = "takes a minute: every thousandth plan"]
fn some_plans_hold() {
    let table = fs::read_to_string(repository().join(TABLE)).expect("the table");
    let plans = table.lines().filter(|line| line.ends_with("\tplan"));
    let sans = plans.filter_map(|line| line.split('\t').next());
    let mut proven = 0;
    for san in sans.skip(50).step_by(1000) {
        let said = stdout(repository(), &["verify", "--plans", "17", "--only", san]);
        assert!(said.contains("\nevery claim that was checked holds\n"), "{san}: {said}");
        proven += 1;
    }
    assert!(proven >= 4, "{proven}");
}
