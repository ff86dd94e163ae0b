use kumalak_env::{MAX_PITS, MAX_STONES};
use kumalak_selfplay::Sample;

/// How far rounding may take a sum of shares, or a mean of values, beyond its range.
const ROUNDING: f32 = 1e-3;

/// The first field of a record that no search and no game can have given, with what it should be; `None` if all of them
/// are sound. Checksums tell damage; this tells bytes that were never samples, before anything counts with them.
pub(super) fn record_fault(sample: &Sample) -> Option<&'static str> {
    let is_share = |share: &f32| (-ROUNDING..=1.0 + ROUNDING).contains(share);
    let sum: f32 = sample.policy.iter().sum();
    let tuzdiks = [sample.own_tuzdik, sample.opponent_tuzdik];
    let checks = [
        (
            sample.policy.iter().all(is_share) && (sum - 1.0).abs() <= ROUNDING,
            "policy must be shares that sum to 1",
        ),
        (
            sample.root_value.abs() <= 1.0 + ROUNDING,
            "root_value must be from -1 to 1",
        ),
        (
            sample.weight >= 0.0 && sample.weight.is_finite(),
            "weight must be at least 0",
        ),
        (
            usize::from(sample.margin.unsigned_abs()) <= MAX_STONES,
            "margin must be at most the stones of the board",
        ),
        ((-1..=1).contains(&sample.outcome), "outcome must be 1, 0 or -1"),
        (
            tuzdiks.iter().all(|&pit| usize::from(pit) <= MAX_PITS),
            "tuzdiks must be from 0 to 9",
        ),
        (sample.played_out <= 1, "played_out must be 0 or 1"),
        (sample.reserved == [0; 3], "reserved must be 0"),
    ];
    checks
        .iter()
        .find(|(holds, _)| !holds)
        .map(|&(_, expected)| expected)
}

#[cfg(test)]
mod tests {
    use bytemuck::Zeroable;

    use super::*;

    fn sound() -> Sample {
        let mut sample = Sample::zeroed();
        sample.policy[4] = 1.0;
        sample
    }

    #[track_caller]
    fn assert_refused(field: &str, change: impl FnOnce(&mut Sample)) {
        let mut sample = sound();
        change(&mut sample);
        let fault = record_fault(&sample).unwrap_or_default();
        assert!(fault.starts_with(field), "{field}: {fault:?}");
    }

    #[test]
    fn each_field_is_looked_at() {
        assert_eq!(record_fault(&sound()), None);
        assert_refused("policy", |sample| sample.policy[4] = 0.5);
        assert_refused("policy", |sample| sample.policy[4] = f32::NAN);
        assert_refused("policy", |sample| {
            sample.policy[0] = 2.0;
            sample.policy[1] = -2.0;
        });
        assert_refused("root_value", |sample| sample.root_value = f32::NAN);
        assert_refused("root_value", |sample| sample.root_value = -1.5);
        assert_refused("weight", |sample| sample.weight = -1.0);
        assert_refused("weight", |sample| sample.weight = f32::INFINITY);
        assert_refused("margin", |sample| sample.margin = i16::MIN);
        assert_refused("outcome", |sample| sample.outcome = -128);
        assert_refused("tuzdiks", |sample| sample.opponent_tuzdik = 10);
        assert_refused("played_out", |sample| sample.played_out = 2);
        assert_refused("reserved", |sample| sample.reserved[1] = 1);
    }
}
