//! The source of the kernels: a common part, and templates for each vector width and number of
//! loads.

use igc_compiler::codegen::{Language, with_library};

/// The kernels that do not depend on a configuration.
pub const COMMON: &str = include_str!("common.cl");
const STREAMING: &str = include_str!("streaming.cl");
const TILES: &str = include_str!("tiles.cl");

/// Widths of OpenCL vectors for streaming operations.
pub const STREAMING_WIDTHS: [u32; 5] = [1, 2, 4, 8, 16];
/// Numbers of vectors of a tile that a work-item loads, and their widths.
pub const TILE_LOADS: [u32; 2] = [1, 4];
pub const TILE_WIDTHS: [u32; 3] = [1, 2, 4];

/// Returns all kernels, for workgroups of one size.
pub fn source() -> String {
    let mut text = with_library(Language::OpenCl, COMMON);
    for width in STREAMING_WIDTHS {
        text += &instance(STREAMING, "float", width, 1, &width.to_string());
    }
    for loads in TILE_LOADS {
        for width in TILE_WIDTHS {
            text += &instance(TILES, "uint", width, loads, &tile_suffix(loads, width));
        }
    }
    text
}

/// Returns the name of a kernel of `streaming.cl`.
pub fn streaming_name(kernel: &str, width: u32) -> String {
    format!("igc_cal_{kernel}_{width}")
}

/// Returns the name of a kernel of `tiles.cl`.
pub fn tiles_name(kernel: &str, loads: u32, width: u32) -> String {
    format!("igc_cal_{kernel}_{}", tile_suffix(loads, width))
}

fn tile_suffix(loads: u32, width: u32) -> String {
    format!("{loads}x{width}")
}

/// Returns a template with the macros that it needs.
pub fn instance(template: &str, element: &str, width: u32, loads: u32, suffix: &str) -> String {
    let (vector, sum) = match width {
        1 => (element.to_string(), "(v)".to_string()),
        // OpenCL C names the elements of a vector s0 to sf.
        width => {
            let elements: Vec<String> = (0..width).map(|i| format!("(v).s{i:x}")).collect();
            (format!("{element}{width}"), format!("({})", elements.join(" + ")))
        }
    };
    let macros = [
        ("IGC_CAL_WIDTH".to_string(), format!("{width}u")),
        ("IGC_CAL_LOADS".to_string(), format!("{loads}u")),
        ("IGC_CAL_T".to_string(), vector),
        ("IGC_CAL_SUM(v)".to_string(), sum),
        ("IGC_CAL_NAME(name)".to_string(), format!("igc_cal_##name##_{suffix}")),
    ];
    let mut text = String::from("\n");
    for (name, value) in &macros {
        text += &format!("#define {name} {value}\n");
    }
    text += template;
    for (name, _) in &macros {
        let name = name.split('(').next().unwrap_or(name);
        text += &format!("#undef {name}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instance_names_its_kernels_and_leaves_no_macro() {
        let text = instance("kernel void IGC_CAL_NAME(copy)();\n", "float", 2, 1, "2");
        assert!(text.contains("#define IGC_CAL_T float2\n"));
        assert!(text.contains("#define IGC_CAL_SUM(v) ((v).s0 + (v).s1)\n"));
        assert!(text.contains("#define IGC_CAL_NAME(name) igc_cal_##name##_2\n"));
        assert_eq!(text.matches("#define").count(), text.matches("#undef").count());
        assert!(instance("", "float", 16, 1, "16").contains("+ (v).sf)"));
    }

    /// The templates must define the names that launches use.
    #[test]
    fn kernels_have_the_names_that_are_asked_for() {
        assert_eq!(streaming_name("copy", 4), "igc_cal_copy_4");
        assert_eq!(tiles_name("tiles_scan", 4, 2), "igc_cal_tiles_scan_4x2");
        assert!(source().contains("igc_cal_##name##_4x2"));
    }
}
