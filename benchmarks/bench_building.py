"""What ``verify construct --size`` says of the time, beside the time that building then takes.

    python benchmarks/bench_building.py [--repeat 3]

Processor time of building a transformer and of writing and certifying its .onnx file, over that of
``verify/building_time.py``; every network once before the clock runs, for imports and caches.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from constructions.interop.export import write_network
from constructions.interop.transformer_files import certified
from proofs.registry import find
from verify.building_time import FACTOR, seconds

NETWORKS = (
    ("sumformer.thm4_3", "exp(x1*x2)", "2", "1/100"),
    ("sumformer.thm4_3", "exp(x1*x2)", "2", "1/100000"),
    ("sumformer.thm4_3", "abs(x1-x2)", "2", "1/9"),
    ("sumformer.thm4_3", "exp(x1)/(exp(x1)+exp(x2)+exp(x3))", "3", "1/100"),
    ("sumformer.thm4_3", "1/(1+x1+x2+x3)", "3", "1/300"),
    ("sumformer.thm4_3", "x1+7*x1**2+3*x1*(x2+x3)**3", "3", "1/50"),
    ("sumformer.thm4_3", "x1*(x2+x3)**2", "3", "1/400"),
    ("sumformer.thm4_4", "max(x1,x2,x3)", "3", "1/20"),
    ("sumformer.thm4_5", "x1*(x2+x3)", "3", "1/4000"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "network.onnx"
        for claim_id, g, n, eps in NETWORKS:
            claim = find(claim_id)
            plan = claim.plan(  # type: ignore[misc]
                claim.settings({"g": g, "n": n, "eps": eps})
            )
            parameters = plan.cost()["parameters"]
            taken = []
            for turn in range(options.repeat + 1):
                said, start = seconds(parameters), time.process_time()
                network = plan.build()
                write_network(network, file, "float64")
                certified(network, file)
                if turn:
                    taken.append((time.process_time() - start) / said)
            ratios.append(sorted(taken)[len(taken) // 2])
            print(f"{ratios[-1]:5.2f}  {parameters:6} parameters  {claim_id} {g}, eps = {eps}")
    print(f"measured over said: from {min(ratios):.2f} to {max(ratios):.2f}")
    if not 1 / FACTOR <= min(ratios) <= max(ratios) <= FACTOR:
        sys.exit(f"beyond the factor of {FACTOR} that is said")


if __name__ == "__main__":
    main()
