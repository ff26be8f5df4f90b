cmake_minimum_required(VERSION 3.12)
project(application C)

add_subdirectory(one EXCLUDE_FROM_ALL)
add_subdirectory(two)

add_executable(application application.c)
target_link_libraries(application PRIVATE igc::bfs_wl fast::bfs_wl_all)
