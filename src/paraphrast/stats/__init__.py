"""Measuring without models: totals, intervals, paired tests, labels, retrieval, correlation, agreement."""
