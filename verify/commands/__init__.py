"""The commands of ``verify``, a module each; :mod:`verify.cli` imports one when it is asked for."""
