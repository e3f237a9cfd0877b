"""Renderers of a run's record: terminal, JUnit, HTML and PDF.

They read the record (:mod:`reports.record`), never live objects, and import nothing else of
this distribution.
"""
