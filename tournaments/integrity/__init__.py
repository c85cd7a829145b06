"""What must always hold, looked for in what is stored: ``manage.py check_integrity``."""
