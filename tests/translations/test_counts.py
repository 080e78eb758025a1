"""Sentences that count are right for one, too: "1 match", not "1 matches"."""

import re
from collections.abc import Iterator

from tests.translations.test_catalogue import STORED, entries

NOUNS = (
    "announcements boards bytes cards challenges characters days draws events games goals groups "
    "hours letters matches members minutes moves opponents places players plies points rounds "
    "seats seconds teams times tokens"
)
COUNTS = re.compile(
    r"(?:%\(\w+\)[ds]|\{\w+\}) (?:have|are|go|(?:\w+ )?(?:" + "|".join(NOUNS.split()) + r"))\b"
)
"""A number and then a word in the plural, with another one between perhaps."""
NEVER_ONE = {
    "letters (A to Z), digits": "20",
    "The body is larger than {limit} bytes.": "thousands",
    "{least} are needed": "2 at least",
    "At least {least} have to go on.": "2",
    "the first %(number)s go on": "2 at least",
    "A name has %(shortest)d to %(longest)d characters.": "3 to 20",
    "You have {most} API tokens already.": "20",
    "in one line of at most {most} characters": "200",
    "A password is one line of at most {most} characters.": "64",
    "The name of a team is one line of at most {most} characters.": "60",
    "An announcement has 1 to {most} characters": "2000",
    "There were {most} announcements within a day already.": "10",
    "This has {least} to {most} characters.": "the greater is never 1",
    "You have {most} open challenges already.": "50",
    "You have {most} events already": "10",
    "All {most} places are taken": "an event has two players at least",
    "%(most)s places": "the same",
    "With {players} players": "the same",
    "The team has {most} players": "the same holds for a team",
    "A line-up names {boards} players": "the same",
    "%(players)s boards": "the same",
    "%(number)s teams of": "the same holds for the teams of an event",
    "%(number)s groups": "said of several only",
    "%(days)s vacation days, from": "one day has words of its own",
    "more than {days} days away": "366",
    "opponents who were met most often": "said of a long list only",
    "All %(most)s places": "as above",
    "more than {most} matches would start": "400",
    "Leagues of groups of %(smallest)s to %(largest)s players": "7 to 11",
    "%(number)s times": "said of notices that are told more than once",
    "The same two meet again after %(apart)s days.": "14",
}
"""Parts of sentences whose number is never one, and why."""


def counting() -> Iterator[str]:
    """Yield the sentences of the catalogue that count without a form for one."""
    for entry in entries(STORED):
        text = "".join(re.findall(r'^(?:msgid )?"(.*)"$', entry.partition("msgstr")[0], re.M))
        if "msgid_plural" not in entry and COUNTS.search(text):
            yield text


def test_each_has_a_form_for_one_or_never_needs_it() -> None:
    found = list(counting())
    wrong = [text for text in found if not any(part in text for part in NEVER_ONE)]
    assert wrong == []
    assert len(found) > 10


def test_no_reason_is_left_over() -> None:
    said = list(counting())
    assert [part for part in NEVER_ONE if not any(part in text for text in said)] == []
