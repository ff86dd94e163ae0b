use crate::program::kumalak;

#[test]
fn compares_random_games_with_the_published_means() {
    let play = |threads: &str| {
        kumalak(&[
            "random-play",
            "--games",
            "2000",
            "--seed",
            "3",
            "--threads",
            threads,
        ])
        .success()
    };
    let table = play("1");
    assert!(table.contains("published"), "{table}");
    assert!(table.contains("124.475"), "{table}");
    assert!(table.contains("2000 games of "), "{table}");
    assert_eq!(table, play("2"));
}

#[test]
fn knows_other_rule_sets() {
    let table = kumalak(&["random-play", "--games", "500", "--rules", "bestemshe"]).success();
    assert!(!table.contains("published"), "{table}");
    assert!(table.contains("500 games of "), "{table}");
}

#[test]
fn refuses_no_games() {
    kumalak(&["random-play", "--games", "0"]).failure(2, &["--games", "0"]);
}

#[test]
fn what_was_not_counted_is_a_dash() {
    let table = kumalak(&["random-play", "--games", "1"]).success();
    let plies = table.lines().find(|line| line.starts_with("plies ")).unwrap();
    let columns: Vec<&str> = plies.split_whitespace().collect();
    assert_eq!(
        (columns[2], columns[3], columns[4]),
        ("-", "124.475", "-"),
        "{table}"
    );
    assert!(table.contains("\n1 game of "), "{table}");
    let small = kumalak(&["random-play", "--games", "9", "--rules", "pits=2,stones=1"]).success();
    assert!(!small.contains("NaN"), "{small}");
}
