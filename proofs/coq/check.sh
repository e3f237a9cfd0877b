#!/bin/sh
# Compiles a file (multisymmetric.v unless another is named) in a temporary folder, then asks Coq
# what each of its theorems rests on.  Nothing is installed and nothing is left behind.
#
# Exit status: 0  compiled, and every theorem is closed under the global context
#              1  refused: it does not compile, has no theorem, or a theorem rests on more
#              2  nothing was checked: Coq or a library is not there
set -eu

closed='Closed under the global context'

refuse() { echo "coq: refused: $1" >&2; exit 1; }
absent() { echo "coq: nothing checked: $1 (see proofs/coq/README.md)" >&2; exit 2; }

command -v coqc >/dev/null 2>&1 || absent 'coqc is not installed'
file=${1:-$(dirname "$0")/multisymmetric.v}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$file" "$work/subject.v"
cd "$work"

# multinom_eqMixin is in the library of polynomials for Mathematical Components 1, not 2.
cat > probe.v <<'PROBE'
From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From SsrMultinomials Require Import mpoly.
Check multinom_eqMixin.
PROBE
coqc -q -w none probe.v >/dev/null 2>&1 ||
    absent 'Mathematical Components 1 with its multinomials is not installed'

theorems=$(sed -n 's/^Theorem \([A-Za-z0-9_]*\).*/\1/p' subject.v)
test -n "$theorems" || refuse 'no theorem'
coqc -q -w none -R . Netproof subject.v || refuse 'it does not compile'

# Asked in a file of its own, so that nothing the subject prints can pass for an answer.
echo 'From Netproof Require subject.' > questions.v
: > expected
for theorem in $theorems; do
    echo "Print Assumptions subject.$theorem." >> questions.v
    echo "$closed" >> expected
done
coqc -q -w none -R . Netproof questions.v > found || refuse 'a theorem is missing'
if ! cmp -s expected found; then
    cat found >&2
    refuse 'a theorem rests on more than the rules of Coq'
fi
for theorem in $theorems; do echo "$theorem: $closed"; done
