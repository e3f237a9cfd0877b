"""How the network of a theorem is had, and in words why there is none.

Whether there is a constructor is asked of the claim; only the reason why not is written here, for a
claim or for all whose ids begin alike.  A test holds that no reason is missing and that none stands
where there is a constructor.
"""

from __future__ import annotations

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


def constructor(claim: Claim) -> Json:
    """How the theorem's network is had, or why there is none."""
    if claim.construct is not None:
        return {"made": True, "says": f"verify construct {claim.id}"}
    if claim.kind == "data":
        return {"made": False, "says": PRINTED}
    return {"made": False, "says": reason(claim.id)}


def reason(claim_id: str) -> str:
    """Why there is no constructor: the words for the longest beginning of the id."""
    parts = claim_id.split(".")
    names = (".".join(parts[:n]) for n in range(len(parts), 0, -1))
    found = next((WHY[name] for name in names if name in WHY), "")
    return found or "nothing is said of a network"
