"""Interleaved ratios of metier to its peers; `python -m benches` measures and reports them."""
