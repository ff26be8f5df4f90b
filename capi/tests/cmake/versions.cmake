# Versions that have another interface are refused. Run with `cmake -P`, with the path of the version file in FILE.

function(expect version result)
    set(PACKAGE_FIND_VERSION "${version}")
    include("${FILE}")
    if(NOT PACKAGE_VERSION_COMPATIBLE STREQUAL result)
        message(FATAL_ERROR "version ${version}: ${PACKAGE_VERSION_COMPATIBLE} instead of ${result}")
    endif()
endfunction()

expect("${VERSION}" TRUE)
expect(0.0 FALSE)
expect(99.1 FALSE)
expect("${VERSION}.1" FALSE)
