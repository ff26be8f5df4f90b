edge kind: bool;
edge back: edge;
edge from: node;
edge marked: bool = false;
edge length: f64;
node target: node;
main { }
output kind, back, from, marked, length, target;
