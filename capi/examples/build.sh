cc -std=c11 -o hops hops.c $(pkg-config --cflags --libs igc)
c++ -std=c++17 -o solve solve.cpp $(pkg-config --cflags --libs igc)
