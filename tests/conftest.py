"""Tests decide: what earlier runs have left in the user's store is none of theirs."""

from __future__ import annotations

import os

os.environ["NETPROOF_STORE"] = ""
