use kumalak_env::{OBSERVATION_LEN, Observation, derive_seed};

use super::evaluation::Answer;
use crate::evaluator::Evaluations;

/// Answers of an evaluator by what it was asked: a table of fixed size in which each position has one place, and the
/// newer one stays.
///
/// The key is the whole observation, compared byte by byte, and that is all an evaluator sees: so positions that differ in
/// their history alone share an answer, and no two others ever do. The answers are those that the evaluator gave, bit for
/// bit. Since each search has its own table and nothing depends on time, equal searches still give equal results.
#[derive(Debug, Default)]
pub(super) struct EvaluationCache {
    entries: Vec<Entry>,
    /// The entry that waits for each row of the present call.
    places: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    observation: Observation,
    content: Content,
}

#[derive(Clone, Copy, Debug)]
enum Content {
    Nothing,
    /// The evaluator is asked in this row of the present call.
    Asked(u32),
    Known(Answer),
}

/// Where the answer about a position is to be had.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Source {
    /// In this row of the present call to the evaluator.
    Row(usize),
    /// Here.
    Cache(Answer),
}

// The number stands in `docs/search.md`.
const _: () = assert!(size_of::<Entry>() == 80);

const EMPTY: Entry = Entry {
    observation: [0; OBSERVATION_LEN],
    content: Content::Nothing,
};

impl EvaluationCache {
    /// Gives the table this size; a change of size empties it. 0 turns it off.
    pub(super) fn set_size(&mut self, mebibytes: u32) {
        let entries = mebibytes as usize * (1 << 20) / size_of::<Entry>();
        if self.entries.len() != entries {
            self.entries = vec![EMPTY; entries];
        }
    }

    /// Forgets all answers.
    pub(super) fn clear(&mut self) {
        self.entries.fill(EMPTY);
        self.places.clear();
    }

    /// Asks about a position. Unless the answer is here or on its way, the observation is added to `questions`.
    pub(super) fn ask(&mut self, observation: &Observation, questions: &mut Vec<Observation>) -> Source {
        if self.entries.is_empty() {
            questions.push(*observation);
            return Source::Row(questions.len() - 1);
        }
        let place = self.place_of(observation);
        let entry = &mut self.entries[place];
        if entry.observation == *observation {
            match entry.content {
                Content::Known(answer) => return Source::Cache(answer),
                Content::Asked(row) => return Source::Row(row as usize),
                Content::Nothing => {}
            }
        }
        let row = questions.len();
        *entry = Entry {
            observation: *observation,
            content: Content::Asked(row as u32),
        };
        self.places.push(place);
        questions.push(*observation);
        Source::Row(row)
    }

    /// Keeps the answers to all questions of the present call.
    pub(super) fn keep(&mut self, evaluations: &Evaluations) {
        for (row, place) in self.places.drain(..).enumerate() {
            let content = &mut self.entries[place].content;
            // Another position may have taken the place since.
            if matches!(content, Content::Asked(asked) if *asked as usize == row) {
                *content = Content::Known(Answer::of_row(evaluations, row));
            }
        }
    }

    fn place_of(&self, observation: &Observation) -> usize {
        let mut hash = 0;
        for part in observation.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            hash = derive_seed(hash, u64::from_le_bytes(word));
        }
        ((u128::from(hash) * self.entries.len() as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use kumalak_env::{Position, Rules};
    use ndarray::ArrayView2;

    use super::*;
    use crate::evaluator::Evaluator;
    use crate::hash_evaluator::HashEvaluator;

    fn answers(questions: &[Observation]) -> Evaluations {
        let mut evaluations = Evaluations::zeros(questions.len());
        let rows = ArrayView2::from(questions);
        HashEvaluator::default().evaluate(rows, &mut evaluations).unwrap();
        evaluations
    }

    fn observation(number: u8) -> Observation {
        let mut observation = Position::start(&Rules::STANDARD).observation(1);
        observation[3] = number;
        observation
    }

    #[test]
    fn a_question_is_asked_once() {
        let mut cache = EvaluationCache::default();
        cache.set_size(1);
        let mut questions = Vec::new();
        let [a, b] = [1, 2].map(observation);
        assert_eq!(cache.ask(&a, &mut questions), Source::Row(0));
        assert_eq!(cache.ask(&b, &mut questions), Source::Row(1));
        assert_eq!(cache.ask(&a, &mut questions), Source::Row(0));
        let evaluations = answers(&questions);
        cache.keep(&evaluations);
        let known = Source::Cache(Answer::of_row(&evaluations, 1));
        assert_eq!(cache.ask(&b, &mut Vec::new()), known);
        let mut again = b;
        again[22] = 1;
        assert_eq!(
            cache.ask(&again, &mut Vec::new()),
            Source::Row(0),
            "a repetition is another question"
        );
    }

    #[test]
    fn a_full_table_never_mixes_answers_up() {
        let mut cache = EvaluationCache {
            entries: vec![EMPTY; 3],
            ..EvaluationCache::default()
        };
        for round in 0..40 {
            let batch: Vec<Observation> = (0..9)
                .map(|index| observation((round * 5 + index * 3) % 40))
                .collect();
            let mut questions = Vec::new();
            let sources: Vec<Source> = batch.iter().map(|one| cache.ask(one, &mut questions)).collect();
            let evaluations = answers(&questions);
            cache.keep(&evaluations);
            for (one, source) in batch.iter().zip(sources) {
                let found = match source {
                    Source::Row(row) => Answer::of_row(&evaluations, row),
                    Source::Cache(answer) => answer,
                };
                assert_eq!(found, Answer::of_row(&answers(&[*one]), 0));
            }
        }
    }

    #[test]
    fn without_memory_every_question_is_asked() {
        let mut cache = EvaluationCache::default();
        let mut questions = Vec::new();
        for row in 0..3 {
            assert_eq!(cache.ask(&observation(0), &mut questions), Source::Row(row));
        }
        cache.keep(&answers(&questions));
    }
}
