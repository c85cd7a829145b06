"""Who meets whom: charts, sit-outs, first deals, and the checks on them."""
