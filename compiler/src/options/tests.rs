//! Tests of configurations and their text.

use super::*;

#[test]
fn lists_are_read_in_any_order() {
    assert_eq!(Options::parse("").map(|o| o.to_string()), Ok("none".into()));
    assert_eq!(Options::parse("none").map(|o| o.to_string()), Ok("none".into()));
    assert_eq!(Options::parse(" sz256 ,").map(|o| o.to_string()), Ok("sz256".into()));
    assert_eq!(Options::parse("sz256,none"), Err(OptionsError::NotAlone("none")));
    assert_eq!(Options::parse("all,wg"), Err(OptionsError::NotAlone("all")));
    assert_eq!(Options::parse("sz256").map(|o| o.workgroup_size()), Ok(256));
}

#[test]
fn all_is_every_flag_that_there_is() {
    let all = Options::parse("all").expect("it is a configuration");
    for (_, flag) in Flag::ALL {
        assert_eq!(all.is_on(flag), flag != Flag::Fg1);
    }
}

/// Checks that there are 96 configurations, all different. `fg1` and `fg8` never occur
/// together, the baseline is the first, and `--opts` accepts the text of each.
#[test]
fn the_space_is_that_of_the_study() {
    let space = Options::all_configurations();
    assert_eq!(space.len(), 96);
    assert_eq!(space[0], Options::default());
    let distinct: std::collections::HashSet<&Options> = space.iter().collect();
    assert_eq!(distinct.len(), space.len());
    for options in &space {
        assert_eq!(Options::parse(&options.to_string()).as_ref(), Ok(options));
    }
    assert!(space.contains(&Options::everything()));
}

#[test]
fn each_flag_stands_alone_between_nothing_and_everything() {
    let names: Vec<String> = Options::each().iter().map(|o| o.to_string()).collect();
    assert_eq!(names[0], "none");
    assert_eq!(names[1..=Flag::ALL.len()], Flag::ALL.map(|(name, _)| name));
    assert_eq!(names[Flag::ALL.len() + 1..], [Options::everything().to_string()]);
    assert_eq!(Ok(Options::everything()), Options::parse("all"));
}

#[test]
fn a_flag_that_is_turned_on_and_off_leaves_no_trace() {
    let sg = Options::parse("sg").expect("it is a configuration");
    let both = sg.with(Flag::Fg8).expect("they go together");
    assert_eq!(both.flags().collect::<Vec<_>>(), [Flag::Sg, Flag::Fg8]);
    assert_eq!(both.without(Flag::Fg8), sg);
    assert_eq!(both.without(Flag::Wg), both);
    assert_eq!((both.with(Flag::Fg1), both.with(Flag::Sg)), (None, None));
}

#[test]
fn an_order_of_passes_is_part_of_a_configuration() {
    let text = "sg,passes=gvn+dce+gvn";
    let options = Options::parse(text).expect("it is a configuration");
    assert_eq!(options.to_string(), text);
    assert_eq!(Options::parse(&format!("passes=gvn+dce+gvn,{}", "sg")), Ok(options.clone()));
    let order = PassOrder::parse("gvn, dce ,gvn").expect("it is an order");
    assert_eq!((options.passes(), order.to_string()), (&order, "gvn,dce,gvn".to_string()));
    let sg = options.with_passes(PassOrder::default());
    assert_eq!((sg.to_string(), sg.with_passes(order)), ("sg".to_string(), options.clone()));
    assert_eq!(options.without(Flag::Sg).to_string(), "passes=gvn+dce+gvn");
    let wide = options.with(Flag::Wg).map(|options| options.to_string());
    assert_eq!(wide, Some("wg,sg,passes=gvn+dce+gvn".to_string()));
    assert_eq!(Options::parse("none,passes=gvn").map(|o| o.to_string()), Ok("passes=gvn".into()));
    let json = serde_json::to_string(&options).expect("it is data");
    assert_eq!(json, r#"["sg","passes=gvn+dce+gvn"]"#);
    assert_eq!(serde_json::from_str::<Options>(&json).ok(), Some(options));
    assert!(serde_json::from_str::<Options>(r#"["fg1","fg8"]"#).is_err());
}

#[test]
fn an_order_of_passes_can_be_wrong() {
    let unknown = Err(OptionsError::UnknownPass("inline".into()));
    assert_eq!(PassOrder::parse("gvn,inline"), unknown);
    assert_eq!(PassOrder::parse("gvn,none"), Err(OptionsError::NotAlone("none")));
    assert_eq!(PassOrder::parse("standard,gvn"), Err(OptionsError::NotAlone("standard")));
    assert_eq!(PassOrder::parse("standard"), Ok(PassOrder::standard()));
    assert_eq!(PassOrder::parse(" none"), Ok(PassOrder::default()));
    let many = vec!["dce"; PassOrder::MAX + 1].join(",");
    assert_eq!(PassOrder::parse(&many), Err(OptionsError::TooManyPasses(65)));
    assert_eq!(Options::parse("passes=dce,passes=gvn"), Err(OptionsError::OrderTwice("passes=")));
}

#[test]
fn what_is_no_configuration_is_refused() {
    assert_eq!(Options::parse("fg2"), Err(OptionsError::Unknown("fg2".into())));
    let both = Err(OptionsError::Exclusive(Flag::Fg1, Flag::Fg8));
    assert_eq!(Options::parse("fg8,wg,fg1"), both);
    let both = |a, b| Err(OptionsError::Exclusive(a, b));
    assert_eq!(Options::parse("pull,push"), both(Flag::Push, Flag::Pull));
    assert_eq!(Options::parse("vwarp4,vwarp2"), both(Flag::Vwarp2, Flag::Vwarp4));
    assert_eq!(Options::parse("vwarp4,edge"), both(Flag::Edge, Flag::Vwarp4));
    assert_eq!(Options::parse("list,mask"), both(Flag::Mask, Flag::List));
    assert_eq!(Options::parse("count-wg,count-sg"), both(Flag::CountSg, Flag::CountWg));
    assert_eq!(Options::parse("grid4,grid2"), both(Flag::Grid2, Flag::Grid4));
    assert_eq!(Options::parse("merge,vwarp2"), both(Flag::Vwarp2, Flag::Merge));
    assert_eq!(Options::parse("merge,rev-edge"), both(Flag::RevEdge, Flag::Merge));
    assert_eq!(Options::parse("merge,list"), both(Flag::Merge, Flag::List));
    assert_eq!(Options::parse("merge,adaptive"), both(Flag::Merge, Flag::Adaptive));
    for flag in [Flag::Vwarp2, Flag::Merge] {
        let text = format!("classes,{}", flag.name());
        assert_eq!(Options::parse(&text), both(flag, Flag::Classes));
    }
    assert_eq!(Options::parse("classes,edge"), both(Flag::Edge, Flag::Classes));
    assert_eq!(Options::parse("classes,adaptive"), both(Flag::Classes, Flag::Adaptive));
    assert!(Options::parse("classes,pull,bitmap,wg,sg,fg8,oitergb,narrow,hubs").is_ok());
    assert!(Options::parse("vwarp4,pull,fg8,oitergb").is_ok());
    assert!(Options::parse("pull,merge,bitmap,wg,oitergb").is_ok());
    assert!(Options::parse("coop-cv,edge,bitmap,count-sg").is_ok());
}

#[test]
fn an_order_of_llvms_passes_is_a_part_of_a_configuration() {
    let text = "sg,passes=gvn,llvm=sroa+early-cse-memssa+O3";
    let options = Options::parse(text).expect("it is a configuration");
    assert_eq!(options.to_string(), text);
    let pipeline = options.llvm().pipeline();
    assert_eq!(pipeline.as_deref(), Some("module(sroa,early-cse<memssa>,default<O3>)"));
    let standard = Options::parse("llvm=standard").expect("it is a configuration");
    assert_eq!(standard.to_string(), "llvm=O3");
    let driver = options.with_llvm(LlvmOrder::default());
    assert_eq!((driver.to_string(), driver.llvm().pipeline()), ("sg,passes=gvn".into(), None));
    assert_eq!(Options::parse("llvm=none"), Ok(Options::default()));
    assert_eq!(Options::parse("llvm=O9"), Err(OptionsError::UnknownLlvmPass("O9".into())));
    assert_eq!(Options::parse("llvm=gvn,llvm=O3"), Err(OptionsError::OrderTwice("llvm=")));
}
