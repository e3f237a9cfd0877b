"""Every claim that takes an instance answers exact data with a verdict or with one line."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from proofs import registry
from proofs.certify import family
from proofs.claims import Claim, Parameter
from proofs.supnorm.networks import NotCertified
from tests.sampling import by_turns, some_of

VERDICTS = {"certified", "refuted", "supported", "open"}
#: few and small, with the extremes: zero, equal, tiny, large, and decimals no double can hold
NUMBERS = (
    "0", "1", "-1", "2", "3", "1/3", "-1/2", "1/10", "0.3", "-0.01", "7/8", "1e-6", "12", "-1000",
)  # fmt: skip
FUNCTIONS = ("x", "1/3", "x**2", "abs(x-1/3)", "sin(2*x)", "min(x, 1/2)", "x**3 - x", "exp(-x)")
ON_CUBES = ("x1", "x1 + x2", "x1*x2", "x1 + x2*x3", "1/3", "abs(x1 - x2)", "x1 - x2")
EXAMPLES = 12  # of each claim
FEW = {"pln": 2, "pln.ridge": 1, "pln.ridge.rms": 1, "layeract.backward": 4}  # they take seconds
TOO_FINE = Fraction(1, 60)  # for an error bound: networks of thousands of units take minutes
TOO_STEEP = 200  # for a Lipschitz constant over an error bound


#: the claims that take an instance, by id
CLAIMS = {c.id: c for name in registry.ids() for c in family(registry.load(name)) if c.run}


def readable(parameter: Parameter, text: str) -> bool:
    try:
        parameter.read(text)
    except ValueError:
        return False
    return True


def evenly(first: Fraction, step: Fraction, length: int) -> str:
    """Numbers at the same distance: of an odd number of them one is their mean."""
    return ", ".join(str(first + step * place) for place in range(length))


def texts(parameter: Parameter, length: int) -> st.SearchStrategy[str]:
    """Texts for a parameter, by what it reads; a vector has this length."""
    one = st.sampled_from(NUMBERS)
    vector = st.lists(one, min_size=length, max_size=length).map(", ".join)
    equal = one.map(lambda text: ", ".join([text] * length))
    even = st.tuples(one, one).map(
        lambda ends: evenly(Fraction(ends[0]), Fraction(ends[1]), length)
    )
    kinds: list[st.SearchStrategy[str]] = []
    if readable(parameter, "sin(x)+1"):
        kinds.append(st.sampled_from(FUNCTIONS))
    if readable(parameter, "x1+x2"):
        kinds.append(st.sampled_from(ON_CUBES))
    if readable(parameter, "1, 1/2"):
        kinds += [vector, equal, even]
    if readable(parameter, "1; 2"):
        kinds.append(st.lists(vector, min_size=1, max_size=3).map("; ".join))
    if any(readable(parameter, text) for text in ("1", "2", "1/3")):
        kinds.append(one)
    return st.one_of(*kinds) if kinds else st.nothing()


def number(text: str) -> Fraction:
    """The number a text writes, and 0 where it is none."""
    try:
        return Fraction(text)
    except ValueError:
        return Fraction(0)


def too_much(name: str, text: str) -> bool:
    return name in ("eps", "eta", "delta") and 0 < number(text) < TOO_FINE


@st.composite
def drawn(draw: st.DrawFn, claim_id: str) -> dict[str, str]:
    """One of the claim's own instances, with some of its settings drawn anew."""
    claim = CLAIMS[claim_id]
    found = dict(draw(st.sampled_from([{}, *claim.instances])))
    length = draw(st.integers(1, 4))
    for parameter in claim.parameters:
        own = [row[parameter.name] for row in claim.instances if parameter.name in row]
        new = texts(parameter, length) | (st.sampled_from(own) if own else st.nothing())
        if not new.is_empty and draw(st.booleans()):
            found[parameter.name] = draw(new)
    if number(found.get("L", "0")) > TOO_STEEP * number(found.get("eps", "1/10")):
        found.pop("L", None)
    return {name: text for name, text in found.items() if not too_much(name, text)}


def answer(claim: Claim, chosen: dict[str, str]) -> str:
    """What came of it: the verdicts, or the line."""
    assert claim.run is not None
    try:
        rows = claim.run(claim.settings(chosen))
    except (ValueError, NotCertified) as error:
        line = str(error)
        assert line, chosen
        assert "\n" not in line, chosen
        return line
    assert rows, chosen
    assert {row.verdict for row in rows} <= VERDICTS
    return ", ".join(row.verdict for row in rows)


@some_of(2)
@pytest.mark.parametrize("claim_id", CLAIMS)
def test_an_answer_is_a_verdict_or_one_line(claim_id: str) -> None:
    paper, _, _ = claim_id.partition(".")

    @settings(
        max_examples=FEW.get(claim_id, FEW.get(paper, EXAMPLES)),
        derandomize=True,
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(drawn(claim_id))
    def answered(chosen: dict[str, str]) -> None:
        answer(CLAIMS[claim_id], chosen)

    answered()


MEANS = "0.1, 0.2, 0.3"  # one is their mean


@by_turns(3)
@some_of(1)
@pytest.mark.parametrize(
    ("claim_id", "chosen"),
    [
        ("layeract.eq9", {"y": "4,-5,1", "noise": "1/100,0,-1/100"}),
        ("layeract.eq9", {"y": "1/3,1/3,1/3", "noise": "0.1,0.1,0.1", "alpha": "0.7"}),
        ("layeract.eq9", {"y": MEANS, "noise": MEANS, "scale": "sigmoid"}),
        ("layeract.eq7", {"y": MEANS, "noise": MEANS, "scale": "sigmoid"}),
        ("layeract.zeromean.layer", {"y": MEANS, "scale": "sigmoid"}),
        ("layeract.backward", {"y": MEANS, "weights": "1,2,3", "scale": "sigmoid"}),
    ],
)
def test_data_that_are_equal_to_their_mean(claim_id: str, chosen: dict[str, str]) -> None:
    """A ball around 0 has no power, and may have no root: these have to be computed exactly."""
    assert set(answer(CLAIMS[claim_id], chosen).split(", ")) <= {"certified", "refuted"}
