"""The rules told a second time, slowly and without any code of the engine, for comparison."""

from typing import Any

ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]


def higher(one: str, other: str) -> str | None:
    """Return the higher of two cards, or ``None`` if they tie."""
    if one == other:
        return None
    if "A" in (one, other):
        plain = other if one == "A" else one
        return "A" if plain in ("J", "Q", "K") else plain
    return max(one, other, key=ORDER.index)


def tell(distance: int, pairs: list[tuple[str, str]]) -> dict[str, Any]:
    """Return chip, goals, cards left and result after ``pairs`` (hearts, spades), all of them
    written out, those that nobody chooses as well."""
    place, goals = 0, [0, 0]
    left = [set("23456789TJQKA"), set("23456789TJQKA")]
    rounds_done = 0
    result: tuple[str, str | None] | None = None
    for number, (hearts, spades) in enumerate(pairs, 1):
        assert result is None
        left[0].remove(hearts)
        left[1].remove(spades)
        best = higher(hearts, spades)
        if best is not None and best == hearts:
            place = place + 1
        if best is not None and best == spades:
            place = place - 1
        if place == distance:
            goals[0] = goals[0] + 1
            place = 0
            if rounds_done >= 2:
                result = ("tie_break", "hearts")
        if place == -distance:
            goals[1] = goals[1] + 1
            place = 0
            if rounds_done >= 2:
                result = ("tie_break", "spades")
        if number % 13 == 0 and result is None:
            rounds_done = rounds_done + 1
            place = 0
            if rounds_done == 2 and goals[0] != goals[1]:
                result = ("normal_time", "hearts" if goals[0] > goals[1] else "spades")
            if rounds_done == 7:
                result = ("draw", None)
            if result is None:
                left = [set("23456789TJQKA"), set("23456789TJQKA")]
    return {"chip": place, "goals": tuple(goals), "left": left, "result": result}
