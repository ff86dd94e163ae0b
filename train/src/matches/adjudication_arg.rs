use kumalak_selfplay::Adjudication;

/// Reads `plies=8,value=0.95,stones=40`; what is left out has these values.
///
/// # Errors
/// Says what was expected.
pub(super) fn parse_adjudication(text: &str) -> Result<Adjudication, String> {
    let (mut plies, mut value, mut stones) = (8, 0.95, 40.0);
    for part in text.split(',') {
        let expected = || {
            format!(
                "expected plies, value or stones as key=value (plies=8,value=0.95,stones=40), got {part:?}"
            )
        };
        let (key, number) = part.split_once('=').ok_or_else(expected)?;
        match key {
            "plies" => {
                plies =
                    parse(number, |plies: &u32| *plies >= 2).ok_or("plies must be a whole number from 2")?;
            }
            "value" => {
                value = parse(number, |value: &f32| (0.0..=1.0).contains(value))
                    .ok_or("value must be from 0 to 1")?;
            }
            "stones" => {
                stones = parse(number, |stones: &f32| (0.0..=1000.0).contains(stones))
                    .ok_or("stones must be a number from 0 to 1000")?;
            }
            _ => return Err(expected()),
        }
    }
    Ok(Adjudication::Agreement { plies, value, stones })
}

fn parse<T: std::str::FromStr>(text: &str, is_allowed: impl Fn(&T) -> bool) -> Option<T> {
    text.parse().ok().filter(|number| is_allowed(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_has_a_default() {
        assert_eq!(
            parse_adjudication("plies=4,stones=20"),
            Ok(Adjudication::Agreement {
                plies: 4,
                value: 0.95,
                stones: 20.0
            })
        );
        for text in ["", "plies=1", "value=2", "stones=nan", "depth=3", "plies"] {
            assert!(parse_adjudication(text).is_err(), "{text}");
        }
    }
}
