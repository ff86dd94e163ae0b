use kumalak_env::Game;
use kumalak_selfplay::PlayerSpec;
use serde_json::{Map, Value, json};

/// What a player says about a position, for people and for programs.
pub(super) struct PositionReport {
    /// The report without the board.
    pub(super) text: String,
    /// The same numbers.
    pub(super) fields: Map<String, Value>,
}

impl PositionReport {
    /// A report; `fields` is an object.
    pub(super) fn new(text: String, fields: Value) -> Self {
        let fields = match fields {
            Value::Object(fields) => fields,
            other => Map::from_iter([("judgement".to_owned(), other)]),
        };
        Self { text, fields }
    }

    /// The report with what it is about. Everything is seen by the side to move.
    pub(super) fn json(self, game: &Game, judge: &PlayerSpec) -> Value {
        let plies = game.moves().len() as u32;
        let mut fields = Map::from_iter([
            ("judge".to_owned(), json!(judge)),
            ("rules".to_owned(), json!(game.rules())),
            (
                "fen".to_owned(),
                json!(game.position().to_fen(game.rules(), plies / 2 + 1)),
            ),
            (
                "side".to_owned(),
                json!(game.position().turn().to_string().to_lowercase()),
            ),
        ]);
        fields.extend(self.fields);
        Value::Object(fields)
    }
}
