//! The check of other implementations: it passes right ones, names the mistakes of wrong ones, and survives broken ones.

mod common;

use common::{any_rules, random_position, rule_sets};
use kumalak_env::conformance::{
    Aspect, CheckSettings, ConformanceReport, FindingKind, Implementation, ImplementationError,
    LibraryImplementation, Mistake, MistakenImplementation, Snapshot, check_implementation, serve,
};
use kumalak_env::{Fen, Game, Outcome, Pit, Rules, Side, stream};
use proptest::prelude::*;

const RULES: Rules = Rules::STANDARD;

fn check(implementation: &mut dyn Implementation, rules: Rules, random_games: u32) -> ConformanceReport {
    let settings = CheckSettings {
        rules,
        random_games,
        ..CheckSettings::default()
    };
    check_implementation(implementation, &settings, |_| {})
}

#[test]
fn the_library_and_the_model_keep_every_rule_set() {
    for (name, rules) in rule_sets() {
        let report = check(&mut LibraryImplementation::new(rules), rules, 10);
        assert!(report.passes(), "{name}: {report}");
        let report = check(&mut MistakenImplementation::new(rules, None), rules, 30);
        assert!(report.passes(), "{name}: {report}");
        assert!(report.moves > 100, "{name}: {report}");
    }
}

#[test]
fn every_usual_mistake_is_named() {
    for mistake in Mistake::ALL {
        let report = check(&mut MistakenImplementation::new(RULES, Some(mistake)), RULES, 200);
        let kinds: Vec<FindingKind> = report.findings.iter().map(|finding| finding.kind).collect();
        assert_eq!(kinds, [FindingKind::Mistake(mistake)], "{mistake}: {report}");
        let text = report.to_string();
        assert!(text.contains(mistake.explanation()), "{text}");
        assert!(!report.passes());
    }
}

#[test]
fn a_variant_is_a_mistake_under_other_rules() {
    for (rules, mistake) in [
        (Rules::OLD_SOWING, Mistake::FirstStoneNextPit),
        (Rules::RUSS_1984, Mistake::OppositeBarred),
        (Rules::KAZAKH_CLUB, Mistake::NoMajority),
        (Rules::POLISH, Mistake::AtsyrauStuckPlayerLoses),
        (Rules::SERVER, Mistake::NoRepetition),
        (Rules::LAST_PIT_TUZDIK, Mistake::LastPitTuzdik),
        (Rules::SAME_NUMBER_TUZDIK, Mistake::SameNumberTuzdik),
    ] {
        let report = check(&mut LibraryImplementation::new(rules), RULES, 200);
        let kinds: Vec<FindingKind> = report.findings.iter().map(|finding| finding.kind).collect();
        assert_eq!(kinds, [FindingKind::Mistake(mistake)], "{rules}: {report}");
    }
}

/// The library with something wrong about its answers.
struct Spoiled {
    library: LibraryImplementation,
    spoil: fn(&mut Snapshot),
    sets_positions: bool,
}

impl Implementation for Spoiled {
    fn start(&mut self) -> Result<Snapshot, ImplementationError> {
        self.library.start()
    }

    fn set_position(&mut self, position: &Fen) -> Result<Option<Snapshot>, ImplementationError> {
        match self.sets_positions {
            true => self.library.set_position(position),
            false => Ok(None),
        }
    }

    fn play(&mut self, pit: Pit) -> Result<Snapshot, ImplementationError> {
        let mut answer = self.library.play(pit)?;
        (self.spoil)(&mut answer);
        Ok(answer)
    }
}

fn spoiled(spoil: fn(&mut Snapshot)) -> Spoiled {
    Spoiled {
        library: LibraryImplementation::new(RULES),
        spoil,
        sets_positions: true,
    }
}

#[test]
fn what_no_usual_mistake_explains_is_told_by_where_it_shows() {
    type Spoil = fn(&mut Snapshot);
    let cases: [(Spoil, Aspect); 5] = [
        (|answer| answer.board.turn = !answer.board.turn, Aspect::Turn),
        (|answer| answer.board.pits[0][3] ^= 1, Aspect::Pits),
        (|answer| answer.board.kazans[1] += 1, Aspect::Kazans),
        (
            |answer| answer.board.tuzdiks = [Some(Pit::ALL[8]); 2],
            Aspect::Tuzdiks,
        ),
        (
            |answer| answer.outcome = answer.outcome.or(Some(Outcome::Draw)),
            Aspect::Result,
        ),
    ];
    for (spoil, aspect) in cases {
        let report = check(&mut spoiled(spoil), RULES, 5);
        assert_eq!(report.findings.len(), 1, "{report}");
        assert_eq!(report.findings[0].kind, FindingKind::Unexplained(aspect));
        assert!(report.findings[0].count > 5);
    }
}

#[test]
fn positions_need_not_be_supported() {
    let mut without = Spoiled {
        sets_positions: false,
        ..spoiled(|_| {})
    };
    let report = check(&mut without, RULES, 5);
    assert!(report.passes(), "{report}");
    assert_eq!((report.lines, report.skipped), (39 + 1 + 6 + 5, 40));
    assert!(report.to_string().contains("skipped   40 positions"), "{report}");
}

#[test]
fn progress_counts_the_lines_of_play() {
    let mut seen = Vec::new();
    let settings = CheckSettings {
        random_games: 3,
        ..CheckSettings::default()
    };
    let mut library = LibraryImplementation::new(RULES);
    check_implementation(&mut library, &settings, |progress| {
        seen.push((progress.done, progress.total));
    });
    let expected: Vec<(usize, usize)> = (1..=49).map(|done| (done, 49)).collect();
    assert_eq!(seen, expected);
}

fn answers(commands: &[u8]) -> Vec<String> {
    let mut answers = Vec::new();
    // Bytes that are no text are an error of the input.
    let _ = serve(
        &RULES,
        &mut LibraryImplementation::new(RULES),
        commands,
        &mut answers,
    );
    let answers = String::from_utf8(answers).expect("answers are text");
    answers.lines().map(str::to_owned).collect()
}

#[test]
fn senseless_commands_are_answered_with_an_error() {
    let found = answers(b"play 7\nstart\nplay 0\nplay 10\nplay\nhello\nposition 9 9\nplay 7\nplay 2\nplay 2\nplay 2\nquit\nstart\n");
    assert!(
        found[1].starts_with("turn=white") && found[7].starts_with("turn=black"),
        "{found:?}"
    );
    let errors: Vec<&str> = found
        .iter()
        .filter_map(|line| line.strip_prefix("error "))
        .collect();
    assert_eq!(
        errors,
        [
            "expected start or position first",
            "expected the number of a pit",
            "expected the number of a pit",
            "expected start, position FEN, play PIT or quit",
            "expected start, position FEN, play PIT or quit",
            "expected 5 fields (rows, two scores, side to move, move number) and perhaps rules=, found 2",
            "pit 2 is empty",
            "pit 2 is empty",
        ]
    );
    assert_eq!(found.len(), 11);
}

#[test]
fn answers_are_refused_with_field_and_reason() {
    let error = |text: &str| Snapshot::parse(&RULES, text).expect_err(text).to_string();
    let good = Snapshot::of(&Game::new(RULES)).to_text(&RULES);
    assert_eq!(error("").split(',').next(), Some("expected the fields turn"));
    assert!(error(&format!("{good} turn=white")).starts_with("expected the fields"));
    assert!(error(&good.replace("turn=white ", "")).starts_with("expected the fields"));
    assert_eq!(
        error(&good.replace("white", "w")),
        "turn: expected white or black, found \"w\""
    );
    assert_eq!(
        error(&good.replace("9/9", "9,9/9")).split(',').next(),
        Some("pits: expected 9 numbers")
    );
    assert_eq!(
        error(&good.replace("-,-", "10,-")),
        "tuzdiks: expected two pits from 1 to 9 or -, and a comma between them, found \"10,-\""
    );
    assert_eq!(
        error(&good.replace("ongoing", "1:0")),
        "result: expected ongoing, 1-0, 1/2-1/2 or 0-1, found \"1:0\""
    );
    let fields: Vec<&str> = good.split(' ').rev().collect();
    assert_eq!(
        Snapshot::parse(&RULES, &fields.join("  ")),
        Snapshot::parse(&RULES, &good)
    );
}

proptest! {
    #[test]
    fn snapshots_are_read_back((rules, seed) in (any_rules(), any::<u64>())) {
        let game = Game::from_position(rules, random_position(&rules, &mut stream(seed, 0)));
        let snapshot = Snapshot::of(&game);
        prop_assert_eq!(Snapshot::parse(&rules, &snapshot.to_text(&rules)), Ok(snapshot));
    }

    #[test]
    fn any_answer_is_read_or_refused(
        text in "\\PC{0,80}|turn=(white|b) pits=[0-9,/]{0,40} kazans=[0-9,]{0,9} tuzdiks=[0-9,-]{0,5} result=[a-z0-9/-]{0,8}",
    ) {
        if let Ok(snapshot) = Snapshot::parse(&RULES, &text) {
            prop_assert_eq!(Snapshot::parse(&RULES, &snapshot.to_text(&RULES)), Ok(snapshot));
        }
    }

    #[test]
    fn any_commands_are_answered_line_by_line(
        lines in prop::collection::vec("start|play [0-9]{1,2}|position [0-9S,/ ]{0,30}|\\PC{0,20}", 0..40),
    ) {
        let lines: Vec<String> = lines.into_iter().filter(|line| line.trim() != "quit").collect();
        let commands: String = lines.iter().map(|line| format!("{line}\n")).collect();
        prop_assert_eq!(answers(commands.as_bytes()).len(), lines.len());
    }

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        answers(&bytes);
    }
}

#[cfg(unix)]
mod processes {
    use std::path::Path;
    use std::process::Command;
    use std::time::Duration;

    use kumalak_env::conformance::ProcessImplementation;

    use super::*;

    const START: &str =
        "turn=white pits=9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9 kazans=0,0 tuzdiks=-,- result=ongoing";

    /// Starts a script of the shell that has this time for each answer.
    fn shell(script: &str, time_limit: Duration) -> ProcessImplementation {
        let mut command = Command::new("sh");
        ProcessImplementation::spawn(command.args(["-c", script]), RULES, time_limit)
            .expect("there is a shell")
    }

    /// How the check of a script ends.
    fn failure(script: &str, time_limit: Duration) -> String {
        let report = check(&mut shell(script, time_limit), RULES, 1);
        assert!(!report.passes());
        let text = report.to_string();
        let (line, ply, error) = report.failure.expect("the script is no implementation");
        assert!(text.contains(&error.to_string()), "{text}");
        format!("{line}, ply {ply}: {error}")
    }

    const LONG: Duration = Duration::from_secs(60);
    const SHORT: Duration = Duration::from_millis(100);

    #[test]
    fn a_missing_program_cannot_be_started() {
        let error = ProcessImplementation::spawn(&mut Command::new("/no/such/program"), RULES, LONG)
            .expect_err("there is no such program");
        assert!(
            error.to_string().starts_with("cannot start /no/such/program: "),
            "{error}"
        );
    }

    #[test]
    fn garbage_is_reported() {
        let position = "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1";
        assert_eq!(
            failure("cat", LONG),
            format!(
                "rule case start_76, ply 0: answer to `position {position}`: expected the fields turn, pits, kazans, tuzdiks \
                 and result, each once, found \"position 9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9…\""
            )
        );
        assert!(failure("exec yes", LONG).contains("found \"y\""));
        assert!(failure("head -c 100000 /dev/zero", LONG).contains("expected the fields"));
    }

    #[test]
    fn a_crash_is_reported_with_its_exit_code() {
        assert!(failure("exit 3", LONG).contains("the program ended (exit status: 3)"));
        let dies = format!(
            "read line; echo unsupported; read line; echo unsupported; read line; echo '{START}'; exit 4"
        );
        assert!(failure(&dies, LONG).contains("exit status: 4"));
        assert!(failure("kill -9 $$", LONG).contains("signal: 9"));
    }

    #[test]
    fn a_program_that_hangs_is_reported_and_ended() {
        assert!(failure("exec sleep 1000", SHORT).ends_with("within 0.1 s"));
        assert!(failure("while true; do echo '# thinking'; done", SHORT).ends_with("within 0.1 s"));
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hanging_program.pid");
        let script = format!(
            "echo $$ > '{}'; echo ready; trap '' TERM INT; exec sleep 1000",
            file.display()
        );
        let mut hanging = shell(&script, LONG);
        // Its first line is no board, and by then the number is written.
        hanging.start().expect_err("no board");
        let pid = std::fs::read_to_string(&file).expect("the script has written it");
        drop(hanging);
        assert!(!Path::new("/proc").join(pid.trim()).exists() || !Path::new("/proc/self").exists());
    }

    #[test]
    fn answers_that_come_are_read_between_comments() {
        let script = format!("read line; echo '# hello'; echo '{START}'; read line; echo unsupported");
        let mut answering = shell(&script, LONG);
        let start = Snapshot::of(&Game::new(RULES));
        assert_eq!(answering.start().expect("an answer"), start);
        let fen = Fen {
            position: *Game::new(RULES).position(),
            move_number: 1,
        };
        assert_eq!(answering.set_position(&fen).expect("an answer"), None);
        assert_eq!(start.board.turn, Side::White);
    }
}
