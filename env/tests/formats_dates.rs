//! Dates of records.

use kumalak_env::record::DateSpan;
use proptest::prelude::*;

fn date(text: &str) -> DateSpan {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_same_day_is_written_in_several_ways() {
    let day = date("2025.03.30");
    for text in ["2025-03-30", "2025/3/30", "30.03.2025", " 2025.03.30 "] {
        assert_eq!(date(text), day, "{text}");
    }
    assert_eq!(date("2025.03.??"), date("2025-03"));
    assert_eq!(date("03.2025"), date("2025-03"));
    assert_eq!(date("2025.??.??"), date("2025"));
}

#[test]
fn a_span_lies_within_others_with_all_its_days() {
    let within = |text: &str, since: Option<&str>, until: Option<&str>| {
        date(text).lies_within(since.map(date), until.map(date))
    };
    assert!(within("2025", None, None));
    assert!(within("2025", Some("2025"), Some("2025")));
    assert!(within("2025.03.30", Some("2025-03-30"), Some("2025-03-30")));
    assert!(!within("2025.03.??", Some("2025-03-02"), None));
    assert!(!within("2025", None, Some("2025-11")));
    assert!(within("2024", None, Some("2025-11")));
}

#[test]
fn a_span_is_before_another_if_they_share_no_day() {
    let is_before = |one: &str, other: &str| {
        let span = |text: &str| text.parse::<DateSpan>().expect("a date");
        span(one).is_before(&span(other))
    };
    assert!(is_before("2020", "2025"));
    assert!(is_before("2025-03-30", "2025-03-31"));
    assert!(is_before("2025-02", "2025-03"));
    assert!(!is_before("2025", "2025-06") && !is_before("2025-06", "2025"));
    assert!(!is_before("2025-03", "2025-02"));
}

#[test]
fn what_is_no_date_is_an_error() {
    for text in [
        "",
        "?",
        "????.??.??",
        "25",
        "2025.13",
        "2025.00.01",
        "2025.01.32",
        "2025.??.03",
        "2025.1.2.3",
        "+202.01.01",
        "1.2.3",
        "2025.001",
        "٢٠٢٥",
    ] {
        let error = text.parse::<DateSpan>().expect_err(text).to_string();
        assert!(error.starts_with("expected a date such as 2025"), "{error}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,12}|[0-9?./-]{0,12}") {
        let _ = text.parse::<DateSpan>();
    }
}
