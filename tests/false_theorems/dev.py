import sys, time, json, importlib, argparse
from . import attacks
from .attacks import *
mods = sys.argv[1].split(',')
only = sys.argv[2] if len(sys.argv) > 2 else ''
import os
USEP = os.environ.get('PROVE')
for mod in mods:
    M = importlib.import_module('tests.false_theorems.pairs_' + mod)
    names=set(); bad=0
    for p in M.PAIRS:
        if p.name in names: print('DUP', p.name)
        names.add(p.name)
        if only not in p.name: continue
        t0 = time.time(); msg = []
        try:
            s = seen_false(p)
            if not s[0]: msg.append('ORACLE NOT FALSE')
        except Exception as e: msg.append(f'ORACLE {e!r}')
        try:
            for goal, r in zip(negated(p), refutation(p)):
                if r is None:
                    msg.append('NO REFUTATION ' + json.dumps(goal))
                    if only: elaborate(goal, (p.refute or (lambda: attacks._refuter(goal["show"], p.hints, ())))())
                elif not accepted(goal, r): msg.append('REFUTATION REJECTED')
        except Exception as e: msg.append(f'REFUTATION {type(e).__name__} {e}')
        t1=time.time()
        try:
            sc = p.script or (lambda: every_case())
            pr = by_script(p.true, sc)
            if pr is None and USEP:
                pr = search(p.true)
            if pr is None:
                msg.append('TRUE NOT PROVED')
                if only: 
                    elaborate(p.true, sc())
            elif not accepted(p.true, pr): msg.append('TRUE REJECTED')
            if p.true["vars"] == p.false["vars"]:
              try:
                o = Oracle(p.witness.functions, p.hints)
                if o.false(p.true, {k: as_json(v) for k, v in p.witness.values.items()}) and o.exact: msg.append('TRUE FALSE AT WITNESS')
              except Exception as e: pass
        except Exception as e:
            msg.append(f'TRUE {type(e).__name__} {e}')
        t2=time.time()
        if msg or t2-t0 > 3: print(f'{p.name}: {"; ".join(msg)}  [{t1-t0:.1f} {t2-t1:.1f}]'); bad += bool(msg)
    print(mod, len(M.PAIRS), 'bad', bad)
