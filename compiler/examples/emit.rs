fn main() {
    let t = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let mut m = igc_compiler::ir::parse::parse(&t).unwrap();
    let o = igc_compiler::passes::Options::default();
    igc_compiler::passes::run(&mut m, &o, &mut |p, m| eprintln!("== {p}\n{m}")).unwrap();
    println!("{}", igc_compiler::opencl::with_library(&igc_compiler::opencl::emit(&m, &o)));
    eprintln!(
        "{}",
        serde_json::to_string_pretty(&igc_compiler::schedule::schedule(&m, &o)).unwrap()
    );
}
