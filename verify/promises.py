"""How the network of a theorem is had, and in words why there is none, or why there is no sweep.

Whether there is a constructor is asked of the claim, whether there is a sweep of the sweeps; only
the reason why not is written here, for a claim or for all whose ids begin alike.  Tests hold that
no reason is missing and that none stands where it is not used.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofs.claims import Claim

Json = Any
GIVEN = "about a layer that is given: no network is promised"
COUNTED = "counts sizes: no network is promised"
FACTOR = "about a function of one number: no network is promised"
WHY = {
    "pln.lemma3": "rewrites a network that is given",
    "pln.thm4": "promises a network without a number of units; pln.ridge builds one",
    "pln.thm2": "promises a network without a number of units; pln.ridge builds one",
    "pln.thm3.density": "promises a network without a number of units; pln.ridge.rms builds one",
    "pln.affine": "about lines: no network is promised",
    "pln.lemma4.almost": "the unit is that of pln.lemma4",
    "pln.table1": "its rows are theorems with networks of their own",
    "fl.eq5": GIVEN,
    "fl.assumption1": "about every network of a kind: none is promised",
    "fl.lemma1": "about activations: no network is promised",
    "fl.absorb.slope": "the network is that of fl.absorb",
    "fl.prop1.maxeps": "the network is that of fl.prop1",
    "fl.prop1.training": "about networks after training: no network is promised",
    "fl.eq15": "the networks are those of fl.prop1",
    "fl.maxeps": "the networks are those of fl.prop3a",
    "fl.prop3b.post.rows": "the network is that of fl.prop3b.post",
    "fl.cor1": "about least errors over all networks: none is promised",
    "fl.vit": "about every layer of attention: no network is promised",
    "fl.thm1.limits": "the networks are those of fl.thm1",
    "layeract": GIVEN,
    "sumformer.definitions": "definitions: no network is promised",
    "sumformer.lemma2_9": "about functions: no network is promised",
    "sumformer.thm2_12": "about polynomials; sumformer.thm2_12 itself writes them",
    "sumformer.thm2_13": "the sums of phi are those of sumformer.code",
    "sumformer.thmC_1": "promises phi and psi without a size; sumformer.thm4_1.continuous has one",
    "sumformer.thm4_1.bernstein": "about polynomials; sumformer.thm4_1.continuous builds with them",
    "sumformer.thm4_1.one_latent": "says that such networks fail: none is promised",
    "sumformer.thm4_3.one_latent": "says that such networks fail: none is promised",
    "sumformer.thm4_4.one_token": "the head is that of sumformer.thm4_4",
    "sumformer.dprime": COUNTED,
    "sumformer.sizes": COUNTED,
    "weierstrass": FACTOR,
}
PRINTED = "about printed numbers: no network is promised"

EQUAL = "an equality of two formulas: there is no bound to measure"
LIMIT = "a limit or a density: without a number of units there is no bound to measure"
EXISTS = "says that something exists: the data that the proof names decide it"
ANALYTIC = "about every derivative at a point: no finite sample shows it"
EXACT = "counts that are computed without error: nothing is measured"
#: why there is no sweep: for a claim, or for all whose ids begin alike
WHY_NO_SWEEP = {
    "pln.lemma1": "a limit for delta to 0: pln.thm1 sweeps these networks at one delta",
    "pln.lemma3": EQUAL,
    "pln.thm4": LIMIT,
    "pln.thm2": LIMIT,
    "pln.thm3.density": LIMIT,
    "pln.ridge": "along each direction the networks are those of pln.thm1, which is swept",
    "pln.ridge.rms": "along each direction the networks are those of pln.thm3, which is swept",
    "pln.affine": "a bound that one function attains: both ends are exact",
    "pln.prop2.lower": "a bound on every ReLU network: samples of networks cannot come near it",
    "pln.lemma4": "a unit with two steps: its values are exact",
    "fl.eq5": EQUAL,
    "fl.assumption1": "an equality for every scale: fl.prop1 and fl.prop2 sweep what rests on it",
    "fl.assumption1.activation": "names all activations of a kind: there is no bound",
    "fl.lemma1": "names all activations of a kind: there is no bound",
    "fl.absorb": EQUAL,
    "fl.prop1.training": "an equality at every step of descent: there is no bound to measure",
    "fl.resnet": "an equality for every scale: fl.resnet.replace sweeps these blocks",
    "fl.cor1": "about least errors over all networks: no sample of networks has a least error",
    "fl.vit": EXISTS,
    "layeract.eq4": "verify sweep layeract.eq7 measures its bound, too",
    "layeract.eq8": "verify sweep layeract.eq9 measures its bound, too",
    "layeract.eq9.euclid": "verify sweep layeract.eq9 measures its bound, too",
    "layeract.eq9.scales": EXISTS,
    "layeract.eq9.smaller": EXISTS,
    "layeract.eq9.lipschitz": "says that no constant bounds: the proof names inputs for each",
    "layeract.eq2": EQUAL,
    "layeract.def2_1": "limits at infinity: layeract.saturation.sharpened sweeps finite inputs",
    "layeract.def2_3": EQUAL,
    "layeract.backward": EQUAL,
    "layeract.continuity": "verify sweep layeract.eq7 measures its modulus, too",
    "layeract.def3_1": "a function of one number, decided on all of the line",
    "layeract.zeromean.layer": EXISTS,
    "layeract.appC": EQUAL,
    "layeract.appD": EQUAL,
    "sumformer.definitions": EQUAL,
    "sumformer.lemma2_9": EQUAL,
    "sumformer.thm2_12": "polynomials without error; sumformer.dprime sweeps how many there are",
    "sumformer.thm2_13": EQUAL,
    "sumformer.thmC_1": LIMIT,
    "sumformer.thm4_1.continuous": "its networks are in those that sumformer.thm4_3 sweeps",
    "sumformer.thm4_1.discontinuous": "exact at rational tokens, as instances have it",
    "sumformer.thm4_1.one_latent": "a bound on every such network: samples cannot come near it",
    "sumformer.thm4_3.one_latent": "a bound on every such network: samples cannot come near it",
    "sumformer.code": EXACT,
    "sumformer.dprime": EXACT,
    "sumformer.sizes": EXACT,
    "sumformer.sizes.attention_matrix.weights": "verify sweep sumformer.dprime counts it, too",
    "weierstrass.newton.polynomial": EQUAL,
    "weierstrass.newton.goldschmidt": EQUAL,
    "weierstrass.newton.guesses": "ends of ranges to five places: weierstrass.newton.precision has "
    "the errors within them",
    "weierstrass.newton.precision.basin": "refuted at the v of its instances; "
    "weierstrass.newton.precision has the errors after range reduction",
    "weierstrass.closed_form": "an equality of two formulas, in instances to fifty digits",
    "weierstrass.weber": EQUAL,
    "weierstrass.entire": ANALYTIC,
    "weierstrass.weber.entire": ANALYTIC,
    "weierstrass.randomized.entire": ANALYTIC,
    "weierstrass.limit.closer": "compares two distances; weierstrass.limit.sharpened sweeps them",
    "weierstrass.branch_points": ANALYTIC,
    "weierstrass.branch_points.worse": "compares two distances that are exact",
    "weierstrass.ghost_distance": "a distance that is exact",
    "weierstrass.ghost_distance.path": ANALYTIC,
    "weierstrass.ghost_distance.radius": ANALYTIC,
    "weierstrass.ghost_distance.positive": "v >= eps > 0, without a bound that data could pass",
}


def constructor(claim: Claim) -> Json:
    """How the theorem's network is had, or why there is none."""
    if claim.construct is not None:
        return {"made": True, "says": f"verify construct {claim.id}"}
    if claim.kind == "data":
        return {"made": False, "says": PRINTED}
    return {"made": False, "says": reason(claim.id)}


def reason(claim_id: str) -> str:
    """Why there is no constructor: the words for the longest beginning of the id."""
    return WHY.get(_beginning(claim_id, WHY), "nothing is said of a network")


def no_sweep(claim: Mapping[str, Any]) -> str:
    """Why there is no sweep for a claim of a record."""
    if claim["kind"] == "data":
        return "about printed numbers: nothing varies"
    if claim["verdict"] == "refuted" and not claim["instances"]:
        return "refuted: one exact counterexample decides it"
    return why_no_sweep(claim["id"]) or "nothing is said of a sweep"


def why_no_sweep(claim_id: str) -> str:
    """The words for the longest beginning of the id, or nothing."""
    return WHY_NO_SWEEP.get(_beginning(claim_id, WHY_NO_SWEEP), "")


def _beginning(claim_id: str, table: Mapping[str, str]) -> str:
    """The longest beginning of the id that stands in the table."""
    parts = claim_id.split(".")
    names = (".".join(parts[:n]) for n in range(len(parts), 0, -1))
    return next((name for name in names if name in table), "")
