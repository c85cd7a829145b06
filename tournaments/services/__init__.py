"""Services of tournaments: each locks its root first, judges, writes and tells."""
