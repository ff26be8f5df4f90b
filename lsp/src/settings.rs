//! What a user can set, as `initializationOptions` or in the section `igc` of the editor's settings.

use igc::Configuration;
use igc::auto::Target;
use serde::Deserialize;
use serde_json::Value;

/// The graph on which code lenses run programs, and about which `auto` decides.
const GRAPH: &str = "rmat:12";

/// The settings of a user.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// The configuration whose effects are shown. `None` means the one that `auto` chooses.
    pub configuration: Option<Configuration>,
    /// Whether hints and hovers state the effects of the configuration.
    pub shows_effects: bool,
    /// Whether hints state the types of locals.
    pub shows_types: bool,
    /// The graph on which code lenses run programs, and about which `auto` decides.
    pub graph: String,
    /// The kind of device for which `auto` decides.
    pub device: Target,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            configuration: None,
            shows_effects: true,
            shows_types: true,
            graph: GRAPH.to_owned(),
            device: Target::Gpu,
        }
    }
}

/// The settings as JSON. An unknown setting is ignored.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Json {
    configuration: Option<String>,
    graph: Option<String>,
    device: Option<String>,
    inlay_hints: Option<Hints>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Hints {
    types: Option<bool>,
    effects: Option<bool>,
}

impl Settings {
    /// Reads settings. Returns the default for those that are wrong or missing, and a message about each wrong one.
    pub fn of(json: &Value) -> (Settings, Vec<String>) {
        let mut settings = Settings::default();
        let mut wrong = vec![];
        // Editors send the section `igc`, or its content.
        let json = json.get("igc").unwrap_or(json);
        if json.is_null() {
            return (settings, wrong);
        }
        let json = match Json::deserialize(json) {
            Ok(json) => json,
            Err(error) => {
                wrong.push(format!("the settings of igc are wrong: {error}"));
                return (settings, wrong);
            }
        };
        match json.configuration.as_deref() {
            None | Some("" | "auto") => {}
            Some(text) => match Configuration::parse(text) {
                Ok(configuration) => settings.configuration = Some(configuration),
                Err(error) => wrong.push(format!("igc.configuration: {error}")),
            },
        }
        match json.device.as_deref() {
            None | Some("" | "gpu") => {}
            Some("cpu") => settings.device = Target::Cpu,
            Some("opencl-cpu") => settings.device = Target::OpenclCpu,
            Some(_) => wrong.push("igc.device: the kinds are gpu, cpu and opencl-cpu".to_owned()),
        }
        if let Some(graph) = json.graph.filter(|graph| !graph.is_empty()) {
            settings.graph = graph;
        }
        let hints = json.inlay_hints.unwrap_or_default();
        settings.shows_types = hints.types.unwrap_or(true);
        settings.shows_effects = hints.effects.unwrap_or(true);
        (settings, wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_are_read() {
        let json = json!({"igc": {
            "configuration": "fg8,sg",
            "graph": "road:1000",
            "device": "cpu",
            "inlayHints": {"types": false},
            "somethingElse": 1,
        }});
        let (settings, wrong) = Settings::of(&json);
        let expected = Settings {
            configuration: Some(Configuration::parse("fg8,sg").expect("it is one")),
            shows_effects: true,
            shows_types: false,
            graph: "road:1000".into(),
            device: Target::Cpu,
        };
        assert_eq!((settings, wrong), (expected, vec![]));
        assert_eq!(Settings::of(&Value::Null), (Settings::default(), vec![]));
        let nulls = json!({"configuration": null, "graph": null, "inlayHints": null});
        assert_eq!(Settings::of(&nulls), (Settings::default(), vec![]));
    }

    #[test]
    fn wrong_settings_keep_the_default() {
        let json = json!({"configuration": "fg9", "device": "toaster"});
        let (settings, wrong) = Settings::of(&json);
        assert_eq!(settings, Settings::default());
        assert_eq!(wrong.len(), 2);
        assert!(
            wrong[0].contains("unknown value `fg9`")
                || wrong[0].contains("unknown optimisation `fg9`"),
            "{wrong:?}"
        );
        let (settings, wrong) = Settings::of(&json!({"graph": 7}));
        assert_eq!((settings, wrong.len()), (Settings::default(), 1));
    }
}
