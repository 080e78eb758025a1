"""The results of a group as the pure tables take them."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.document import has_goals
from tournaments.models import Board, Event, Group, Pairing, Place
from tournaments.pairing.pairs import Pairing as Meeting
from tournaments.scoring import PLAIN, ScoringTable, table_of
from tournaments.standings.rules import Rules
from tournaments.standings.scores import Kind, Score, bye
from tournaments.standings.withdrawal import counted

_KINDS: dict[str, Kind] = {
    Board.Result.PLAYED: Kind.PLAYED,
    Board.Result.FORFEIT: Kind.FORFEIT,
    Board.Result.DOUBLE_FORFEIT: Kind.DOUBLE_FORFEIT,
}
NOBODY = 0
"""Whom one would have met in Swiss rounds that were not paired."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """``scores`` make the table by ``rules``; ``left_out`` are the places whose results left it;
    ``unfinished`` are the matches still open. ``knocked_out``: in a knock-out, the round in which
    a place went out, by its key."""

    rules: Rules
    scores: tuple[Score, ...]
    left_out: frozenset[int]
    unfinished: tuple[Meeting, ...]
    knocked_out: Mapping[int, int] | None = None


def read(event: Event, group: Group, places: Sequence[Place]) -> Sheet:
    """Return the sheet of ``group`` (one query, two in a knock-out)."""
    rules = rules_of(event, group)
    withdrawn = [place.pk for place in places if place.withdrawn_at is not None]
    if event.kind == Event.Kind.TEAM_CUP:
        finished, rest = _team_results(group, withdrawn)
    else:
        finished, rest = _results(group, rules.scoring, withdrawn)
    if group.kind == Group.Kind.KNOCK_OUT:
        return Sheet(rules, tuple(finished), frozenset(), tuple(rest), _knocked_out(group, places))
    known = counted(finished, [*rest, *_never_paired(group, withdrawn)], withdrawn, rules.scoring)
    scores = tuple(score for score in known.scores if score.second != NOBODY)
    return Sheet(rules, scores, known.left_out, _open(rest, withdrawn))


def rules_of(event: Event, group: Group) -> Rules:
    """Return the rules of the group's table; of teams, those of team matches: 2-1-0, with the
    points of the boards in the place of goals."""
    metrics = tuple(event.rules["tie_breaks"])
    if event.kind == Event.Kind.TEAM_CUP:
        return Rules(PLAIN, metrics, goals=True)
    return Rules(table_of(event.rules["scoring"]), metrics, goals=has_goals(event.game))


def _results(
    group: Group, scoring: ScoringTable, withdrawn: Collection[int]
) -> tuple[list[Score], list[Meeting]]:
    """Return what came to an end by itself, and what did not: open, or ended by a withdrawal.

    Who left a match, but not the group, has lost that match, and no more.
    """
    finished, rest = [], []
    for board in _boards(group):
        pairing = board.pairing
        meeting = Meeting(pairing.first_id, pairing.second_id, pairing.round, board.pk)
        if board.result == Board.Result.BYE:
            finished += _bye(group, pairing, scoring)
        elif board.result in _KINDS or _left_alone(board, withdrawn):
            finished.append(_score(board, meeting))
        elif board.result != Board.Result.ANNULLED:
            rest.append(meeting)
    return finished, rest


def _left_alone(board: Board, withdrawn: Collection[int]) -> bool:
    """Tell whether a withdrawal ended the match of two who are both in the group still."""
    sides = {board.pairing.first_id, board.pairing.second_id}
    return board.result == Board.Result.WITHDRAWAL and not sides & {*withdrawn}


def scores_of(pairing: Pairing, boards: Iterable[Board]) -> list[Score]:
    """Return the scores of the boards of a tie; an annulled one is 0 : 0."""
    meeting = Meeting(pairing.first_id, pairing.second_id, pairing.round)
    return [_score(board, meeting) for board in boards]


def rounds_of(event: Event, group: Group) -> list[list[Score]]:
    """Return everything that came of the rounds of a Swiss group so far, round by round.

    What was annulled, or ended by a withdrawal, was a meeting all the same (one query).
    """
    scoring = table_of(event.rules["scoring"])
    rounds: list[list[Score]] = [[] for _ in range(group.round)]
    for board in _boards(group):
        pairing = board.pairing
        if board.result == Board.Result.BYE:
            rounds[pairing.round - 1] += _bye(group, pairing, scoring)
        else:
            meeting = Meeting(pairing.first_id, pairing.second_id, pairing.round, board.pk)
            rounds[pairing.round - 1].append(_score(board, meeting))
    return rounds


def _boards(group: Group) -> Iterable[Board]:
    return Board.objects.filter(pairing__group=group).select_related("pairing").order_by("pk")


def _bye(group: Group, pairing: Pairing, scoring: ScoringTable) -> list[Score]:
    """Return the score of a bye: it has points in Swiss rounds only."""
    swiss = group.kind == Group.Kind.SWISS
    return [bye(pairing.first_id, scoring, pairing.round)] if swiss else []


def _score(board: Board, meeting: Meeting) -> Score:
    first, second = board.first_goals, board.second_goals
    goals = None if first is None or second is None else (first, second)
    points = (board.first_points, board.second_points)
    kind = _KINDS.get(board.result, Kind.FORFEIT if any(points) else Kind.DOUBLE_FORFEIT)
    return Score(meeting.first, meeting.second, points, goals, kind, meeting.round, meeting.key)


def _team_results(group: Group, withdrawn: Collection[int]) -> tuple[list[Score], list[Meeting]]:
    """Return team matches whose boards have all ended, as 2 : 0 or 1 : 1 with board points as
    goals, and the others: those of a team that left before any board was played to its end, too."""
    finished, rest = [], []
    boards: dict[Pairing, list[Board]] = {}
    for board in _boards(group):
        boards.setdefault(board.pairing, []).append(board)
    for pairing, own in boards.items():
        meeting = Meeting(pairing.first_id, pairing.second_id, pairing.round, pairing.pk)
        results = {board.result for board in own}
        if pairing.second_id is None:
            continue
        left = {pairing.first_id, pairing.second_id} & {*withdrawn}
        if "" in results or (left and results == {Board.Result.WITHDRAWAL}):
            rest.append(meeting)
        else:
            finished.append(_team_score(own, meeting))
    return finished, rest


def _team_score(boards: Sequence[Board], meeting: Meeting) -> Score:
    first = sum(board.first_points for board in boards)
    second = sum(board.second_points for board in boards)
    if first == second:
        points = (PLAIN.even, PLAIN.even)
    else:
        points = PLAIN.win if first > second else (PLAIN.win[1], PLAIN.win[0])
    return Score(
        meeting.first,
        meeting.second,
        points,
        (first, second),
        round=meeting.round,
        key=meeting.key,
    )


def _never_paired(group: Group, withdrawn: Collection[int]) -> list[Meeting]:
    """Return a meeting for each Swiss round that who withdrew does not play: the half rule counts
    them, however many of the rounds have been paired since."""
    if group.kind != Group.Kind.SWISS or not withdrawn:
        return []
    sides = group.pairings.values_list("first", "second")
    paired = Counter(place for pairing in sides for place in pairing)
    return [
        Meeting(one, NOBODY)
        for one in withdrawn
        for _ in range(int(group.rules["rounds"]) - paired[one])
    ]


def _open(rest: Iterable[Meeting], withdrawn: Collection[int]) -> tuple[Meeting, ...]:
    gone = {*withdrawn}
    return tuple(one for one in rest if not gone & {one.first, one.second})


def _knocked_out(group: Group, places: Iterable[Place]) -> dict[int, int]:
    """Return the round in which each place went out: it lost its tie, or left. Who left after a
    tie that it won went out in the round behind that."""
    out = {place.pk: 1 for place in places if place.withdrawn_at is not None}
    decided = group.pairings.filter(decided_at__isnull=False).order_by("round")
    for pairing in decided:
        losers = {pairing.first_id, pairing.second_id} - {pairing.winner_id, None}
        out |= {one: pairing.round for one in losers if one is not None}
        if pairing.winner_id in out:
            out[pairing.winner_id] = pairing.round + 1
    return out
