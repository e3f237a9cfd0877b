"""fl.table11.*: sentences of the paper about its Table 11."""

from __future__ import annotations

from proofs.fl.paper import source
from proofs.fl.tables import FN_LN, TABLE10, TABLE11, difference, exact, gain
from proofs.printed import Amount, PrintedTable, Sentence, fails, holds, total

STEPS = (1, 10, 20)

_SEVERE = "As label shift becomes more severe, the advantage of FN/LN is clearer."

_SEVERITY = ((TABLE10, "1 class", "2 classes"), (TABLE11, "2 classes", "5 classes"))


def _gains(at: PrintedTable, row: str, skew: str) -> Amount:
    """Three times the mean gain over the numbers of local steps."""
    return total(gain(at, row, f"{skew}, E={E}") for E in STEPS)


SEVERITY = holds(
    Sentence(
        "fl.table11.severity",
        "On average over the local steps, fewer classes mean larger gains",
        source("Appendix E, Tables 10 and 11", ""),
        _SEVERE,
        "the mean over $E$ of the gain over FedAvg, of FedFN and of FedLN: one class against two "
        "(CIFAR-10) and two classes against five (CIFAR-100)",
    ),
    [
        _gains(at, row, heavy) > _gains(at, row, light)
        for at, heavy, light in _SEVERITY
        for row in FN_LN
    ],
    "four means",
)

SEVERITY_EACH = fails(
    Sentence(
        "fl.table11.severity.each",
        "For each number of local steps, fewer classes mean larger gains",
        source("Appendix E, Tables 10 and 11", ""),
        _SEVERE,
        "the gain over FedAvg for each $E$, of FedFN and of FedLN: one class against two and two "
        "classes against five",
        ("On average over $E$ it holds: `fl.table11.severity`.",),
    ),
    {
        f"{row} and FedAvg, {heavy} and {light}, $E = {E}$, Table {at.number}: "
        f"{difference(at, row, f'{heavy}, E={E}')} and {difference(at, row, f'{light}, E={E}')}": (
            gain(at, row, f"{heavy}, E={E}").may_exceed(gain(at, row, f"{light}, E={E}"))
        )
        for at, heavy, light in _SEVERITY
        for row in FN_LN
        for E in STEPS
    },
)

BETA = fails(
    Sentence(
        "fl.table11.beta",
        "The skew of the third column of CIFAR-100 is the same in Tables 1 and 11",
        source("Tables 1 and 11, Appendix C.2", ""),
        "For the CIFAR-100 dataset, we use Dirichlet allocation with $beta = 0.1$, as in Table 1. "
        "The column of Table 11: Dir(0.01).",
        "the number of the column of Table 11 is that of Table 1 and of the text",
        ("Their accuracies with $E = 10$ agree but for rounding in 8 of 9 rows.",),
    ),
    {
        "CIFAR-100: Dir(0.01) in Table 11, Dir(0.1) in Table 1": exact("0.01").may_equal(
            exact("0.1")
        )
    },
)
