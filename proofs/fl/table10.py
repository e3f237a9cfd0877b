"""fl.table10.*: sentences of the paper about its Table 10."""

from __future__ import annotations

from proofs.fl.paper import source
from proofs.fl.tables import COLUMNS, TABLE10, TABLE12, place
from proofs.printed import Sentence, fails

FEDAVG = fails(
    Sentence(
        "fl.table10.fedavg",
        "Tables 10 and 12 print the same numbers for FedAvg",
        source("consistency of Tables 3, 4, 10 and 12", ""),
        "FedAvg on CIFAR-10 with the CNN and $E = 10$ has the same accuracies in Table 10 as in "
        "Table 12 (and 3 and 4).",
        "three numbers of Table 10 and of Table 12 can be the same number, rounded",
        (
            "The other two agree to the last digit, as do those of FedYogi. Appendix D: unless "
            "otherwise specified, $E = 10$.",
        ),
    ),
    {
        f"{place(TABLE10, row, f'{column}, E=10')}; {place(TABLE12, row, column)}": TABLE10.at(
            row, f"{column}, E=10"
        ).may_equal(TABLE12.at(row, column))
        for row in ("FedAvg", "FedYogi")
        for column in COLUMNS
    },
)
