//! The command that repeats a run with the plan that igc chose or measured.

use crate::device::DeviceArguments;

/// A run, as the words of its command name it.
pub struct Run<'a> {
    /// The name of the program.
    pub program: &'a str,
    /// The specification of the graph.
    pub graph: &'a str,
    /// The configuration.
    pub configuration: &'a str,
    /// Names and values of parameters.
    pub params: Vec<(String, String)>,
    /// Names and files of inputs.
    pub inputs: Vec<(String, String)>,
    /// The device.
    pub device: &'a DeviceArguments,
}

impl Run<'_> {
    /// Returns the words of the command.
    pub fn command(&self) -> Vec<String> {
        let Run { program, graph, configuration, params, inputs, device } = self;
        let words = ["igc", "run", program, "--graph", graph, "--opts", configuration];
        let mut words: Vec<String> = words.map(str::to_owned).to_vec();
        for (option, pairs) in [("-p", params), ("--input", inputs)] {
            for (name, value) in pairs {
                words.extend([option.to_owned(), format!("{name}={value}")]);
            }
        }
        words.extend(device.words());
        words
    }
}
