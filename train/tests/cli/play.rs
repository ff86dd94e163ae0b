use crate::program::{Run, kumalak, kumalak_reading};

/// White wins at once by 91.
const ONE_MOVE_FROM_VICTORY: &str = "10S,7,1S/8,1S 80 70 S 1";
const START: &str = "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1";

fn play_greedy(input: &str) -> Run {
    kumalak_reading(&["play", "--against", "greedy", "--seed", "1"], input)
}

#[test]
fn a_game_is_played_to_its_end() {
    let args = ["play", "--against", "random", "--fen", ONE_MOVE_FROM_VICTORY];
    let output = kumalak_reading(&args, "9\n").success();
    assert!(output.contains("You play White against random"), "{output}");
    assert!(output.contains("You play 91, wins 2 stones."), "{output}");
    assert!(
        output.contains("You win: 1-0 by majority. White 82, Black 70."),
        "{output}"
    );
    assert!(output.ends_with("Moves: 91\n"), "{output}");
}

#[test]
fn the_opponent_answers_and_the_board_is_plain_in_a_pipe() {
    let output = play_greedy("76\nquit\n").success();
    assert!(output.contains("You play 76, wins 10 stones."), "{output}");
    assert!(output.contains("greedy plays "), "{output}");
    assert!(output.contains("│  kazan  10"), "{output}");
    assert!(
        output.contains("The game is left unfinished. Moves: 76 "),
        "{output}"
    );
    assert!(!output.contains('\x1b'), "{output}");
}

#[test]
fn the_end_of_the_input_leaves_politely() {
    for input in ["", "7\n", "7"] {
        let output = play_greedy(input).success();
        assert!(output.contains("The game is left unfinished."), "{output}");
    }
    assert!(
        kumalak(&["play", "--seed", "1"])
            .success()
            .contains("left unfinished")
    );
}

#[test]
fn wrong_input_is_explained_and_changes_nothing() {
    let output = play_greedy("0\nseven\n75\n768\n\nfen\nquit\n").success();
    assert!(
        output.contains("expected a pit (1-9) or a move such as 76 or 68X, got \"0\"; help lists"),
        "{output}"
    );
    assert!(
        output.contains("Not played: 75 is written, but pit 7 gives 76; moves lists"),
        "{output}"
    );
    assert!(output.contains(START), "{output}");
}

#[test]
fn an_empty_pit_is_refused() {
    let args = ["play", "--against", "random", "--fen", ONE_MOVE_FROM_VICTORY];
    let output = kumalak_reading(&args, "3\nmoves\n9\n").success();
    assert!(
        output.contains("Not played: pit 3 of White is empty; moves lists"),
        "{output}"
    );
    assert!(output.contains("\n  91, wins 2 stones\n"), "{output}");
}

#[test]
fn text_that_is_no_unicode_is_explained() {
    use std::io::Write;
    use std::process::Stdio;

    let mut child = crate::program::command(&["play", "--seed", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"\xff\xfe\nquit\n")
        .unwrap();
    let output = Run::from(child.wait_with_output().unwrap()).success();
    assert!(output.contains("expected a pit"), "{output}");
}

#[test]
fn undo_takes_back_the_move_and_the_answer() {
    let output = play_greedy("undo\n7\nundo\nfen\nquit\n").success();
    assert!(
        output.contains("There is no move of yours to take back."),
        "{output}"
    );
    assert!(output.contains(START), "{output}");
}

#[test]
fn a_hint_changes_no_move_of_the_opponent() {
    let play = |input| kumalak_reading(&["play", "--against", "random", "--seed", "5"], input).success();
    let last_line = |output: &str| output.lines().last().unwrap().to_owned();
    let plain = play("7\nrecord\nquit\n");
    let hinted = play("hint\n7\nhint\nhint\nrecord\nquit\n");
    assert!(hinted.contains("random would play "), "{hinted}");
    assert_eq!(last_line(&plain), last_line(&hinted));
}

#[test]
fn a_person_can_play_black_and_resign() {
    let args = ["play", "--against", "greedy", "--side", "black", "--seed", "1"];
    let output = kumalak_reading(&args, "resign\n").success();
    assert!(output.contains("You play Black against greedy"), "{output}");
    assert!(output.contains("You lose: 1-0 by resignation."), "{output}");
}

#[test]
fn help_lists_the_commands() {
    let output = play_greedy("help\nquit\n").success();
    for word in ["moves", "hint", "undo", "fen", "record", "resign", "quit"] {
        assert!(output.contains(word), "{output}");
    }
}

#[test]
fn a_game_is_gone_on_with_from_its_moves() {
    let args = [
        "play",
        "--against",
        "greedy",
        "--seed",
        "1",
        "--moves",
        "76 98 22",
        "--side",
        "black",
    ];
    let output = kumalak_reading(&args, "undo\nrecord\nquit\n").success();
    assert!(
        output.contains("Black, ply 4> undo\nTwo plies are taken back."),
        "{output}"
    );
    assert!(output.contains("Black, ply 2> record\nMoves: 76\n"), "{output}");
    kumalak(&["play", "--moves", "76 77"]).failure(2, &["--moves", "move 2 (77)"]);
}
