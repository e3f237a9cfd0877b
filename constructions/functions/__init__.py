"""The user's function: parsed safely, evaluated in any number system, bounded rigorously."""

from constructions.functions.errors import ConstantTooSmall as ConstantTooSmall
from constructions.functions.errors import FunctionError as FunctionError
from constructions.functions.errors import NotDefined as NotDefined
from constructions.functions.errors import NotLipschitz as NotLipschitz
from constructions.functions.errors import ParseError as ParseError
from constructions.functions.errors import Undecided as Undecided
from constructions.functions.expression import Expression as Expression
from constructions.functions.expression import derivative as derivative
from constructions.functions.function import Function as Function
from constructions.functions.function import parse as parse
from constructions.functions.lipschitz import LipschitzBound as LipschitzBound
from constructions.functions.lipschitz import check_constant as check_constant
from constructions.functions.lipschitz import linear_pieces as linear_pieces
from constructions.functions.lipschitz import lipschitz as lipschitz
from constructions.functions.piecewise import Piece as Piece
from constructions.functions.standard import STANDARD as STANDARD
