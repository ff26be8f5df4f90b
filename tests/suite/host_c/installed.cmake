cmake_minimum_required(VERSION 3.12)
project(application C)

find_package(igc-programs REQUIRED)
find_package(fast-programs REQUIRED)

add_executable(application application.c)
target_link_libraries(application PRIVATE igc::bfs_wl fast::bfs_wl_all)
