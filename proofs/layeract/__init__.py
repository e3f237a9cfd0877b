"""LayerAct, claim by claim."""
