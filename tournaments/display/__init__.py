"""What doors say and draw alike: sentences and pictures made of values."""
