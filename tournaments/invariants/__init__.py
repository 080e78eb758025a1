"""What must be true of the rows of events; ``manage.py check_invariants`` looks for what is not.

Each file is one subject. A check yields a plain sentence for each contradiction that it finds.
"""
