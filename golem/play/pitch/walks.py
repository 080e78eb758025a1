"""Walks, and the paths by which a side can reach the ball: floods over sets of squares."""

from golem.play.pitch.squares import STEP, beside


def walk(start: int, die: int, free: int, ball: int) -> tuple[int, int]:
    """Return where a walk of ``die`` steps from the set ``start`` can lead.

    ``free`` are the squares that may be entered, the walker's own one among them; ``ball`` is
    the ball's square as a set. Gives the squares after exactly ``die`` steps, the ball's not
    among them, and the lengths of kick that are open to a walk onto the ball: bit n-1 is n.
    """
    here, lengths = start, 0
    free &= ~ball
    for left in range(die, 0, -1):
        here = here << 1 | here >> 1 | here << STEP | here >> STEP
        if here & ball:
            lengths |= 1 << left - 1  # left - 1 steps are unused, and a kick has one more
        here &= free
    return here, lengths


def region(start: int, free: int) -> int:
    """Return every square of ``free`` that paths over ``free`` reach, ``start`` being the first."""
    reached, grown = 0, start & free
    while grown != reached:
        reached = grown
        grown |= grown << 1 | grown >> 1 | grown << STEP | grown >> STEP
        grown &= free
    return reached


def shortest_way(ball: int, free: int, goal: int) -> int | None:
    """Return the squares of one shortest path over ``free`` from ``ball`` to a square of ``goal``.

    The square ``ball`` is not among them. ``None`` if there is no path.
    """
    layers, seen, layer = [], ball, ball
    while not layer & goal:
        layers.append(layer)
        layer = beside(layer) & free & ~seen
        if not layer:
            return None
        seen |= layer
    way, place = 0, layer & goal
    for layer in reversed(layers):
        place &= -place
        way |= place
        place = beside(place) & layer
    return way


def open_ends(ends: int, ball: int, free: int, goal: int, way: int | None) -> int:
    """Return those of ``ends`` on which a piece leaves a path from ``ball`` to ``goal``.

    ``free`` are the empty squares before the piece stands on one of ``ends``. ``way`` is a
    known path over them: only a piece that stands in it can be in the way. ``None`` if none is
    known.
    """
    if way is None:
        way = shortest_way(ball, free, goal)
        if way is None:
            return 0
    doubtful = ends & way
    open_ = ends ^ doubtful
    while doubtful:
        end = doubtful & -doubtful
        doubtful ^= end
        if shortest_way(ball, free ^ end, goal) is not None:
            open_ |= end
    return open_
