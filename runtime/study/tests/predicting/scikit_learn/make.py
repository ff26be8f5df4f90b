#!/usr/bin/env python3
"""Writes vectors.json: samples, and the trees that scikit-learn grows from them.

The test `scikit_learn` of igc-study compares its trees with this file. To write it again:

    python3 -m venv venv && venv/bin/pip install scikit-learn==1.9.1
    venv/bin/python make.py > vectors.json

scikit-learn breaks ties between splits at random, igc-study by the order of the features. The file
therefore contains only samples that give the same tree for every random state.
"""

import json
import random

from sklearn.tree import DecisionTreeClassifier

RANDOM = random.Random(7)
LOTS = 12


def value():
    """A number that the single precision of scikit-learn represents exactly."""
    return RANDOM.randint(-640, 640) / 64.0


def label(row, classes, noise):
    """The class of a row: some structure, and some noise."""
    if RANDOM.random() < noise:
        return RANDOM.randrange(classes)
    return (2 * (row[0] > 1.0) + (row[-1] + row[1] > 0.0)) % classes


def grow(rows, labels, depth, leaf, lot):
    tree = DecisionTreeClassifier(
        criterion="gini",
        max_depth=depth,
        min_samples_leaf=leaf,
        min_impurity_decrease=1e-9,
        random_state=lot,
    )
    return tree.fit(rows, labels)


def sample(size, features, classes, noise, depth, leaf):
    """A sample with its tree; None if the tree depends on the random state."""
    rows = [[value() for _ in range(features)] for _ in range(size)]
    labels = [label(row, classes, noise) for row in rows]
    if set(labels) != set(range(classes)):
        return None
    fresh = [[value() for _ in range(features)] for _ in range(20)]
    trees = [grow(rows, labels, depth, leaf, lot) for lot in range(LOTS)]
    outcomes = {
        (
            tuple(round(float(share), 12) for share in tree.feature_importances_),
            int(tree.get_n_leaves()),
            tuple(map(int, tree.predict(fresh + rows))),
            tuple(zip(map(int, tree.tree_.feature), map(float, tree.tree_.threshold))),
        )
        for tree in trees
    }
    if len(outcomes) != 1:
        return None
    importances, leaves, _, _ = outcomes.pop()
    return {
        "depth": depth,
        "leaf": leaf,
        "rows": rows,
        "labels": labels,
        "classes": classes,
        "importances": importances,
        "leaves": leaves,
        "fresh": fresh,
        "predicted": [int(found) for found in trees[0].predict(fresh)],
    }


def main():
    samples = []
    for size in [12, 30, 60]:
        for features in [2, 4]:
            for classes in [2, 3, 4]:
                for noise in [0.0, 0.2, 1.0]:
                    for depth, leaf in [(2, 1), (4, 3), (6, 2)]:
                        tries = (
                            sample(size, features, classes, noise, depth, leaf) for _ in range(20)
                        )
                        found = next((found for found in tries if found), None)
                        if found:
                            samples.append(found)
    print(json.dumps(samples[::2], separators=(",", ":")))


if __name__ == "__main__":
    main()
