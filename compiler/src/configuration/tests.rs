//! Tests of configurations and their text.

use super::*;

#[test]
fn lists_are_read_in_any_order() {
    assert_eq!(Configuration::parse("").map(|o| o.to_string()), Ok("none".into()));
    assert_eq!(Configuration::parse("none").map(|o| o.to_string()), Ok("none".into()));
    assert_eq!(Configuration::parse(" sz256 ,").map(|o| o.to_string()), Ok("sz256".into()));
    assert_eq!(Configuration::parse("sz256,none"), Err(ConfigurationError::NotAlone("none")));
    assert_eq!(Configuration::parse("all,wg"), Err(ConfigurationError::NotAlone("all")));
    assert_eq!(Configuration::parse("sz256").map(|o| o.workgroup_size as u32), Ok(256));
}

#[test]
fn all_is_every_flag_that_there_is() {
    let all = Configuration::parse("all").expect("it is a configuration");
    for flag in Flag::OF_96 {
        assert_eq!(all.is_on(flag), flag != Flag::Fg1);
    }
}

/// Checks that there are 96 configurations, all different. `fg1` and `fg8` never occur
/// together, the baseline is the first, and `--opts` accepts the text of each.
#[test]
fn the_space_is_that_of_the_study() {
    let space = Configuration::all_configurations();
    assert_eq!(space.len(), 96);
    assert_eq!(space[0], Configuration::default());
    let distinct: std::collections::HashSet<&Configuration> = space.iter().collect();
    assert_eq!(distinct.len(), space.len());
    for options in &space {
        assert_eq!(Configuration::parse(&options.to_string()).as_ref(), Ok(options));
    }
    assert!(space.contains(&Configuration::everything()));
}

#[test]
fn each_flag_stands_alone_between_nothing_and_everything() {
    let names: Vec<String> = Configuration::each().iter().map(|o| o.to_string()).collect();
    assert_eq!(names[0], "none");
    assert_eq!(names[1..=Flag::OF_96.len()], Flag::OF_96.map(Flag::name));
    assert_eq!(names[Flag::OF_96.len() + 1..], [Configuration::everything().to_string()]);
    assert_eq!(Ok(Configuration::everything()), Configuration::parse("all"));
}

/// Tests that each flag is the only one of the configuration with it alone, that the texts of both
/// spellings are read, and that without it nothing is left. The rows are in the order of the
/// declarations.
#[test]
fn the_table_is_consistent() {
    for (at, row) in FLAGS.iter().enumerate() {
        let alone = Configuration::of_flags([row.flag]).expect("one flag excludes nothing");
        assert_eq!(alone.flags().collect::<Vec<_>>(), [row.flag]);
        assert_eq!(alone.to_string(), row.name);
        for name in [row.name].into_iter().chain(row.earlier) {
            assert_eq!(Configuration::parse(name).as_ref(), Ok(&alone), "{name}");
        }
        assert_eq!(alone.without(row.flag), Configuration::default());
        assert_eq!((row.flag as usize, row.flag.row().name), (at, row.name));
        assert!(row.choice.flags().contains(&row.flag), "{}", row.name);
        assert_eq!(alone.flag(row.choice), Some(row.flag));
    }
    for (at, row) in CHOICES.iter().enumerate() {
        assert_eq!((row.choice as usize, row.choice.row().name), (at, row.name));
        assert_eq!(Configuration::default().flag(row.choice), None);
    }
    let mut names: Vec<&str> =
        FLAGS.iter().flat_map(|row| [row.name].into_iter().chain(row.earlier)).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "no two flags have the same name");
}

/// Tests that flags of one choice exclude each other, and that among flags of different choices only
/// orders by edge exclude the sharing of a node's edges, and `adaptive` excludes what it chooses.
#[test]
fn the_types_of_the_fields_say_what_excludes_what() {
    let is_by_edge = |flag: Flag| flag >= Flag::Edge && flag <= Flag::RevStructEdge;
    let is_chosen =
        |flag: Flag| [Choice::Order, Choice::Sharing, Choice::Frontier].contains(&flag.choice());
    let one_way = |a: Flag, b: Flag| {
        is_by_edge(a) && b.choice() == Choice::Sharing || a == Flag::Adaptive && is_chosen(b)
    };
    for a in Flag::every() {
        for b in Flag::every().filter(|b| *b != a) {
            let excluded = Configuration::default().choosing(a).with(b).is_none();
            let expected = a.choice() == b.choice() || one_way(a, b) || one_way(b, a);
            assert_eq!(excluded, expected, "{} and {}", a.name(), b.name());
        }
    }
}

#[test]
fn a_flag_that_is_turned_on_and_off_leaves_no_trace() {
    let sg = Configuration::parse("sg").expect("it is a configuration");
    let both = sg.with(Flag::Fg8).expect("they go together");
    assert_eq!(both.flags().collect::<Vec<_>>(), [Flag::Sg, Flag::Fg8]);
    assert_eq!(both.without(Flag::Fg8), sg);
    assert_eq!(both.without(Flag::Wg), both);
    assert_eq!((both.with(Flag::Fg1), both.with(Flag::Sg)), (None, None));
}

#[test]
fn an_order_of_passes_is_part_of_a_configuration() {
    let text = "sg,passes=gvn+dce+gvn";
    let options = Configuration::parse(text).expect("it is a configuration");
    assert_eq!(options.to_string(), text);
    assert_eq!(Configuration::parse(&format!("passes=gvn+dce+gvn,{}", "sg")), Ok(options.clone()));
    let order = PassOrder::parse("gvn, dce ,gvn").expect("it is an order");
    assert_eq!((&options.passes, order.to_string()), (&order, "gvn,dce,gvn".to_string()));
    let sg = options.with_passes(PassOrder::default());
    assert_eq!((sg.to_string(), sg.with_passes(order)), ("sg".to_string(), options.clone()));
    assert_eq!(options.without(Flag::Sg).to_string(), "passes=gvn+dce+gvn");
    let wide = options.with(Flag::Wg).map(|options| options.to_string());
    assert_eq!(wide, Some("wg,sg,passes=gvn+dce+gvn".to_string()));
    assert_eq!(
        Configuration::parse("none,passes=gvn").map(|o| o.to_string()),
        Ok("passes=gvn".into())
    );
    let json = serde_json::to_string(&options).expect("it is data");
    assert_eq!(json, r#"["sg","passes=gvn+dce+gvn"]"#);
    assert_eq!(serde_json::from_str::<Configuration>(&json).ok(), Some(options));
    assert!(serde_json::from_str::<Configuration>(r#"["fg1","fg8"]"#).is_err());
}

#[test]
fn an_order_of_passes_can_be_wrong() {
    let unknown = Err(ConfigurationError::UnknownPass("inline".into()));
    assert_eq!(PassOrder::parse("gvn,inline"), unknown);
    assert_eq!(PassOrder::parse("gvn,none"), Err(ConfigurationError::NotAlone("none")));
    assert_eq!(PassOrder::parse("standard,gvn"), Err(ConfigurationError::NotAlone("standard")));
    assert_eq!(PassOrder::parse("standard"), Ok(PassOrder::standard()));
    assert_eq!(PassOrder::parse(" none"), Ok(PassOrder::default()));
    let many = vec!["dce"; PassOrder::MAX + 1].join(",");
    assert_eq!(PassOrder::parse(&many), Err(ConfigurationError::TooManyPasses(65)));
    assert_eq!(
        Configuration::parse("passes=dce,passes=gvn"),
        Err(ConfigurationError::OrderTwice("passes="))
    );
}

#[test]
fn what_is_no_configuration_is_refused() {
    assert_eq!(Configuration::parse("fg2"), Err(ConfigurationError::Unknown("fg2".into())));
    let both = Err(ConfigurationError::Exclusive(Flag::Fg1, Flag::Fg8));
    assert_eq!(Configuration::parse("fg8,wg,fg1"), both);
    let both = |a, b| Err(ConfigurationError::Exclusive(a, b));
    assert_eq!(Configuration::parse("pull,push"), both(Flag::Push, Flag::Pull));
    assert_eq!(Configuration::parse("vwarp4,vwarp2"), both(Flag::Vwarp2, Flag::Vwarp4));
    assert_eq!(Configuration::parse("vwarp4,edge"), both(Flag::Edge, Flag::Vwarp4));
    assert_eq!(Configuration::parse("list,mask"), both(Flag::Mask, Flag::List));
    assert_eq!(Configuration::parse("count-wg,count-sg"), both(Flag::CountSg, Flag::CountWg));
    assert_eq!(Configuration::parse("grid=4,grid2"), both(Flag::Grid2, Flag::Grid4));
    assert_eq!(Configuration::parse("merge,vwarp2"), both(Flag::Vwarp2, Flag::Merge));
    assert_eq!(Configuration::parse("merge,rev-edge"), both(Flag::RevEdge, Flag::Merge));
    assert_eq!(Configuration::parse("oitergb,persistent"), both(Flag::Oitergb, Flag::Persistent));
    let value = ConfigurationError::UnknownValue(Choice::Width, "grid=5".into());
    assert_eq!(Configuration::parse("grid=5"), Err(value.clone()));
    let message = "unknown value `grid=5`; the values of this choice are grid=2, grid=4";
    assert_eq!(value.to_string(), message);
    assert!(Configuration::parse("merge,list").is_ok());
    assert_eq!(Configuration::parse("merge,adaptive"), both(Flag::Merge, Flag::Adaptive));
    for flag in [Flag::Vwarp2, Flag::Merge] {
        let text = format!("classes,{}", flag.name());
        assert_eq!(Configuration::parse(&text), both(flag, Flag::Classes));
    }
    assert_eq!(Configuration::parse("classes,edge"), both(Flag::Edge, Flag::Classes));
    assert_eq!(Configuration::parse("classes,adaptive"), both(Flag::Classes, Flag::Adaptive));
    assert!(Configuration::parse("classes,pull,bitmap,wg,sg,fg8,oitergb,narrow,hubs").is_ok());
    assert!(Configuration::parse("vwarp4,pull,fg8,oitergb").is_ok());
    assert!(Configuration::parse("pull,merge,bitmap,wg,oitergb").is_ok());
    assert!(Configuration::parse("coop-cv,edge,bitmap,count-sg").is_ok());
}

#[test]
fn an_order_of_llvms_passes_is_a_part_of_a_configuration() {
    let text = "sg,passes=gvn,llvm=sroa+early-cse-memssa+O3";
    let options = Configuration::parse(text).expect("it is a configuration");
    assert_eq!(options.to_string(), text);
    let pipeline = options.llvm.pipeline();
    assert_eq!(pipeline.as_deref(), Some("module(sroa,early-cse<memssa>,default<O3>)"));
    let standard = Configuration::parse("llvm=standard").expect("it is a configuration");
    assert_eq!(standard.to_string(), "llvm=O3");
    let driver = options.with_llvm(LlvmOrder::default());
    assert_eq!((driver.to_string(), driver.llvm.pipeline()), ("sg,passes=gvn".into(), None));
    assert_eq!(Configuration::parse("llvm=none"), Ok(Configuration::default()));
    assert_eq!(
        Configuration::parse("llvm=O9"),
        Err(ConfigurationError::UnknownLlvmPass("O9".into()))
    );
    assert_eq!(
        Configuration::parse("llvm=gvn,llvm=O3"),
        Err(ConfigurationError::OrderTwice("llvm="))
    );
}
