"""Which rule an illegal move breaks: a code and its data. Decides nothing about legality."""

from golem.games.golden_goal.field import (
    ASIDE,
    NETS,
    OPEN_TO_KEEPER,
    OPEN_TO_OUTFIELDERS,
    WALKABLE,
)
from golem.games.golden_goal.notation import Intent, Kick, KickOff, Restart, Walk
from golem.games.golden_goal.oracle import (
    Board,
    allowed,
    asides,
    box_is_full,
    kickoff_kicker,
    needs_aside,
    paced,
    up_to,
)
from golem.games.golden_goal.position import Phase, Position
from golem.play.errors import IllegalMove
from golem.play.pitch.kicks import first_kick, kick_ends
from golem.play.pitch.reasons import why_no_kick, why_no_walk
from golem.play.pitch.squares import (
    BIT,
    FIELD,
    KEEPER_SQUARES,
    MOUTH,
    NAMES,
    OTHER,
    squares_of,
)


def refusal(position: Position, board: Board, intent: Intent) -> IllegalMove:
    """Return why ``intent``, which is known to be illegal, is refused."""
    match intent:
        case Walk(start, end) if position.phase is Phase.TURN:
            return _why_walk(board, start, end)
        case Kick(start, end) if position.phase is Phase.TURN:
            return why_before_ball(board, start, end) or _why_kick(board, intent)
        case Restart(keeper, ball) if position.phase is Phase.RESTART:
            if keeper not in KEEPER_SQUARES[board.seat]:
                squares = [NAMES[square] for square in KEEPER_SQUARES[board.seat]]
                return IllegalMove("keeper_start", square=NAMES[keeper], squares=squares)
            return _why_ball(board, board.own[0], keeper, up_to(board.die), ball)
        case KickOff(ball) if position.phase is Phase.KICKOFF:
            kicker = kickoff_kicker(board)
            if BIT[ball] & MOUTH[OTHER[board.seat]]:
                return IllegalMove("kickoff_goal", square=NAMES[ball])
            return _why_ball(board, kicker, kicker, up_to(board.die), ball)
    return IllegalMove("wrong_phase", phase=str(position.phase))


def _why_walk(board: Board, start: int, end: int) -> IllegalMove:
    if start not in board.own:
        return IllegalMove("not_own_player", square=NAMES[start])
    if BIT[end] == board.ball:
        return _why_way(board, start, end) or IllegalMove("must_kick", square=NAMES[end])
    if BIT[end] & NETS:
        return IllegalMove("net", square=NAMES[end])
    if end != start and BIT[end] & board.occupied:
        return IllegalMove("occupied", square=NAMES[end])
    keeper = start == board.own[0]
    open_ = OPEN_TO_KEEPER[board.seat] if keeper else OPEN_TO_OUTFIELDERS
    if not BIT[end] & open_:
        return IllegalMove("front_of_net", square=NAMES[end])
    blocked = _why_way(board, start, end)
    if blocked is None and not BIT[end] & allowed(board, start):
        return IllegalMove("box_limit", square=NAMES[end])
    return blocked or IllegalMove("unreachable_ball", square=NAMES[end])


def _why_way(board: Board, start: int, end: int) -> IllegalMove | None:
    """Return why the player on ``start`` cannot walk to ``end`` with the die, or ``None``."""
    free = WALKABLE & ~(board.occupied ^ BIT[start])
    return why_no_walk(start, end, board.die, free, board.ball)


def why_before_ball(board: Board, start: int, end: int) -> IllegalMove | None:
    """Return why no kick begins with a walk from ``start`` to ``end``; ``None`` if one may."""
    if start not in board.own:
        return IllegalMove("not_own_player", square=NAMES[start])
    if BIT[end] != board.ball:
        return IllegalMove("no_ball", square=NAMES[end])
    return _why_way(board, start, end)


def _why_kick(board: Board, kick: Kick) -> IllegalMove:
    start, kicker, ball, aside = kick
    lengths = paced(board, start)[1]
    if not needs_aside(board, start):
        if aside is not None:
            return IllegalMove("aside_needless", square=NAMES[aside])
        return _why_ball(board, start, kicker, lengths, ball)
    return _why_aside(board, kick) or _why_ball(board, start, kicker, lengths, ball, aside)


def _why_aside(board: Board, kick: Kick) -> IllegalMove | None:
    """Return what is wrong with the square to which a kicker in front of a net goes."""
    open_ = asides(board, kick.start)
    names = [NAMES[square] for square in open_]
    golden_goal = board.golden and kick.ball is None
    if kick.aside is None:
        if golden_goal or (kick.ball is None and board.last and not open_):
            return None
        return IllegalMove("aside_missing", squares=names) if open_ else IllegalMove("no_aside")
    if golden_goal:
        return IllegalMove("aside_needless", square=NAMES[kick.aside])
    if kick.aside in open_ and kick.aside != kick.ball:
        return None
    if kick.aside in squares_of(ASIDE[kick.end]):
        return IllegalMove("occupied", square=NAMES[kick.aside])
    return IllegalMove("aside_wrong", square=NAMES[kick.aside], squares=names)


def _why_ball(
    board: Board,
    start: int,
    kicker: int,
    lengths: int,
    ball: int | None,
    aside: int | None = None,
) -> IllegalMove:
    """Return why the player from ``start`` cannot send the ball from ``kicker`` to ``ball``."""
    goal = MOUTH[OTHER[board.seat]]
    stand = kicker if aside is None else aside
    if ball is not None:
        if BIT[ball] & MOUTH[board.seat]:
            return IllegalMove("own_goal", square=NAMES[ball])
        if not BIT[ball] & FIELD:
            return IllegalMove("off_field", square=NAMES[ball])
        if BIT[ball] & (board.occupied ^ BIT[start] | BIT[stand]):
            return IllegalMove("occupied", square=NAMES[ball])
        if box_is_full(board, start, stand):
            return IllegalMove("box_limit", square=NAMES[stand])

    def search(lengths: int) -> int:
        return _sent(board, start, kicker, lengths, aside)

    targets = goal if ball is None else BIT[ball]
    data = {} if ball is None else {"square": NAMES[ball]}
    return why_no_kick(kicker, lengths, targets, search, data)


def _sent(board: Board, start: int, kicker: int, lengths: int, aside: int | None) -> int:
    """Return where the ball can go, whether or not it may lie there."""
    mates = tuple(mate for mate in board.mates if mate != start)
    if not needs_aside(board, start):
        mates = (*mates, kicker)
        return kick_ends([(kicker, lengths)], mates, mates + board.others)
    first, passes = first_kick(kicker, lengths, mates, mates + board.others)
    for square in asides(board, start) if aside is None else (aside,):
        friends = (*mates, square)
        first |= kick_ends(list(passes), friends, friends + board.others)
    return first
