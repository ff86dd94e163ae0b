//! Settings as configuration files write them.

use kumalak_selfplay::{
    Fpu, GumbelSettings, LeafValue, PuctSettings, QScale, RootNoise, Selection, SelfPlaySettings, TreeReuse,
};

#[test]
fn every_key_can_be_written() {
    let text = "
        games_per_lane = 32
        slots_per_lane = 16
        root_noise = { dirichlet = { alpha = 1.0, fraction = 0.25 } }
        [search]
        simulations = 100
        solver = 'off'
        leaves = 2
        node_limit = 1000
        tree_reuse = 'keep'
        cache_mebibytes = 8
        selection = { puct = { c_init = 1.5, c_base = 10000, fpu = { absolute = { value = -0.1 } } } }
        leaf_value = { win_loss_and_margin = { weight = 0.2, scale = 20 } }
        [temperature]
        opening = 1.0
        opening_plies = 20
        later = 0.25
        [random_opening]
        share = 0.1
        max_plies = 4
    ";
    let settings: SelfPlaySettings = toml::from_str(text).unwrap();
    let puct = PuctSettings {
        c_init: 1.5,
        c_base: 10_000.0,
        fpu: Fpu::Absolute { value: -0.1 },
    };
    assert_eq!(settings.search.selection, Selection::Puct(puct));
    assert_eq!(settings.search.tree_reuse, TreeReuse::Keep);
    let margin = LeafValue::WinLossAndMargin {
        weight: 0.2,
        scale: 20.0,
    };
    assert_eq!(settings.search.leaf_value, margin);
    assert_eq!(settings.validate(), Ok(()));
    let written = toml::to_string(&settings).unwrap();
    assert_eq!(toml::from_str::<SelfPlaySettings>(&written).unwrap(), settings);
}

#[test]
fn what_is_left_out_has_its_default() {
    assert_eq!(
        toml::from_str::<SelfPlaySettings>("").unwrap(),
        SelfPlaySettings::default()
    );
    let settings: SelfPlaySettings = toml::from_str("root_noise = 'none'").unwrap();
    assert_eq!(settings.root_noise, RootNoise::None);
    assert_eq!(SelfPlaySettings::default().validate(), Ok(()));
    let gumbel = "
        root_noise = { gumbel = { scale = 1.0 } }
        search = { selection = { gumbel = { q_scale = { fixed = { scale = 1.0 } } } } }
    ";
    let settings: SelfPlaySettings = toml::from_str(gumbel).unwrap();
    let expected = GumbelSettings {
        q_scale: QScale::Fixed { scale: 1.0 },
        ..GumbelSettings::default()
    };
    assert_eq!(settings.search.selection, Selection::Gumbel(expected));
    assert_eq!(settings.validate(), Ok(()));
}

#[test]
fn unknown_keys_and_senseless_values_are_named() {
    let unknown = |text| toml::from_str::<SelfPlaySettings>(text).unwrap_err().to_string();
    assert!(unknown("[search]\nsimulation = 3").contains("unknown field `simulation`"));
    let extra = unknown("[search.selection.puct]\nfpu = { absolute = { value = 0.0, reduction = 3 } }");
    assert!(extra.contains("reduction"), "{extra}");
    assert!(unknown("root_noise = 'gauss'").contains("unknown variant `gauss`"));
    let senseless = |text| {
        let settings: SelfPlaySettings = toml::from_str(text).unwrap();
        settings.validate().unwrap_err().to_string()
    };
    assert_eq!(
        senseless("search = { selection = { puct = { fpu = { parent_minus = { reduction = -1 } } } } }"),
        "search.selection.puct.fpu.parent_minus.reduction must be from 0 to 2, got -1",
    );
    assert_eq!(
        senseless("search = { selection = { gumbel = { max_considered = 10 } } }"),
        "search.selection.gumbel.max_considered must be from 1 to 9, got 10",
    );
    assert_eq!(
        senseless("search = { tree_reuse = 'keep', selection = { gumbel = {} } }"),
        "search.tree_reuse must be \"fresh\" with gumbel, whose schedule counts visits from 0, got \"keep\"",
    );
    assert_eq!(
        senseless("search = { leaves = 0 }"),
        "search.leaves must be from 1 to 255, got 0",
    );
    assert_eq!(
        senseless("search = { node_limit = 1 }"),
        "search.node_limit must be from 2 to 1073741824, got 1",
    );
    assert_eq!(
        senseless("search = { leaf_value = { win_loss_and_margin = { weight = 0.5, scale = 20 } } }"),
        "search.leaf_value.win_loss_and_margin.weight must be from 0 to below 1/3, got 0.5",
    );
    assert_eq!(
        senseless("root_noise = { dirichlet = { alpha = 0, fraction = 0.2 } }"),
        "root_noise.dirichlet.alpha must be from 0.01 to 100, got 0",
    );
    assert_eq!(
        senseless("random_opening = { share = 2 }"),
        "random_opening.share must be from 0 to 1, got 2",
    );
}
