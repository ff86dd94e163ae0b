//! Learning rates by step.

use kumalak_train::LearningRateSchedule;

#[test]
fn a_constant_never_changes() {
    let schedule = LearningRateSchedule::Constant { peak: 0.5 };
    assert!(
        [0, 1, 1 << 40]
            .iter()
            .all(|&step| schedule.learning_rate(step) == 0.5)
    );
}

#[test]
fn a_rise_begins_above_zero_and_ends_at_the_peak() {
    let schedule = LearningRateSchedule::Warmup {
        peak: 1.0,
        warmup_steps: 4,
    };
    let rates = (0..6)
        .map(|step| schedule.learning_rate(step))
        .collect::<Vec<_>>();
    assert_eq!(rates, [0.25, 0.5, 0.75, 1.0, 1.0, 1.0]);
}

#[test]
fn a_cosine_falls_from_peak_to_floor_and_stays() {
    let schedule = LearningRateSchedule::WarmupCosine {
        peak: 1.0,
        floor: 0.1,
        warmup_steps: 10,
        total_steps: 110,
    };
    assert_eq!(schedule.learning_rate(9), 1.0);
    assert_eq!(schedule.learning_rate(10), 1.0);
    assert!((schedule.learning_rate(60) - 0.55).abs() < 1e-12);
    assert!((schedule.learning_rate(110) - 0.1).abs() < 1e-12);
    assert!((schedule.learning_rate(u64::MAX) - 0.1).abs() < 1e-12);
    let falls = (10..110).all(|step| schedule.learning_rate(step + 1) < schedule.learning_rate(step));
    assert!(falls);
}

#[test]
fn degenerate_lengths_are_no_division_by_zero() {
    let schedule = LearningRateSchedule::WarmupCosine {
        peak: 1.0,
        floor: 0.5,
        warmup_steps: 0,
        total_steps: 0,
    };
    assert_eq!(schedule.learning_rate(0), 1.0);
    assert_eq!(schedule.learning_rate(1), 0.5);
}

#[test]
fn schedules_are_read_from_settings() {
    let text = "[warmup_cosine]\npeak = 0.01\nfloor = 0.001\nwarmup_steps = 5\ntotal_steps = 50\n";
    let schedule: LearningRateSchedule = toml::from_str(text).unwrap();
    assert_eq!(toml::to_string(&schedule).unwrap(), text);
    assert!(toml::from_str::<LearningRateSchedule>("[constant]\npeak = 1.0\nfloor = 0.1\n").is_err());
}
