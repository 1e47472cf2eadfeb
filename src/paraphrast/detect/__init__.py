"""Find what a text took from other texts: index, retrieve, align, report; and measure how well that works."""
