"""fl.table9.*: sentences of the paper about its Table 9."""

from __future__ import annotations

from proofs.fl.paper import source
from proofs.printed import Amount, Sentence, fails, printed_value

RATE = fails(
    Sentence(
        "fl.table9.rate",
        "Table 9 has the learning rates of the text",
        source("Table 9, Appendix C.3", ""),
        "We use SGD with a 0.01 learning rate (lr) and batch size of 32 for all of the experiments "
        "except for $E = 1$ experiments in CIFAR-100 in which we take lr $= 0.1$ as the learning "
        "rate and lr $= 0.001$ for PACS. Our hyperparameter choices are summarized in Table 9.",
        "what Table 9 has for a dataset is what the text has for $E > 1$",
        ("For $E = 1$ on CIFAR-100 both have 0.1.",),
    ),
    {
        f"{dataset}, $E > 1$: {text} in the text, {row} in Table 9": Amount(
            printed_value(text), printed_value(text)
        ).may_equal(Amount(printed_value(row), printed_value(row)))
        for dataset, text, row in (
            ("CIFAR-10 (CNN)", "0.01", "0.01"),
            ("CIFAR-10 (ResNet)", "0.01", "0.01"),
            ("CIFAR-100", "0.01", "0.1"),
            ("PACS", "0.001", "0.001"),
            ("TinyImageNet", "0.01", "0.01"),
        )
    },
)
