"""H3ROES C4RDS: two players bet on who ends a round of ten turns nearer to 34 points."""
