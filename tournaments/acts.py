"""The log of an event in words: a sentence for each kind of act."""

from datetime import timedelta

from django.db.models import BigIntegerField, OuterRef, QuerySet, Subquery
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from golem.matches import spans
from golem.matches.wording import say
from tournaments.messages import why_cancelled
from tournaments.models import Event, EventAct

Kind = EventAct.Kind

BY_SOMEBODY: dict[str, Promise] = {
    Kind.CREATED: _("{by} made the event."),
    Kind.ENTRY_CLOSED: _("{by} closed entry."),
    Kind.ENTRY_OPENED: _("{by} opened entry again."),
    Kind.CANCELLED: _("{by} cancelled the event."),
    Kind.STARTED: _("{by} started the event."),
    Kind.ENDED: _("{by} ended the event."),
    Kind.WITHDREW: _("{who} withdrew."),
    Kind.REMOVED: _("{by} took {who} out of the event."),
    Kind.REPLACED: _("{by} let {user} play on for {who}."),
    Kind.TIME_GIVEN: _("{by} gave {seat} {time} in match {match}."),
    Kind.ADJUDICATED: _("{by} decided the result of match {match}."),
    Kind.ANNULLED: _("{by} annulled match {match}."),
    Kind.LINEUP: _("{by} changed the line-up of {who}."),
}
BY_THE_SERVER: dict[str, Promise] = {
    Kind.CREATED: _("The event was made."),
    Kind.ENTRY_CLOSED: _("Entry ended."),
    Kind.ENTRY_OPENED: _("Entry is open again."),
    Kind.STARTED: _("The event started."),
    Kind.ENDED: _("The event ended."),
    Kind.WITHDREW: _("{who} withdrew."),
    Kind.REMOVED: _("{who} was taken out of the event."),
    Kind.REPLACED: _("{user} plays on for {who}."),
    Kind.TIME_GIVEN: _("{seat} was given {time} in match {match}."),
    Kind.ADJUDICATED: _("The result of match {match} was decided."),
    Kind.ANNULLED: _("Match {match} was annulled."),
    Kind.LINEUP: _("The line-up of {who} changed."),
}


LEFT_A_TEAM = _("{user} left {who}.")


def acts(event: Event) -> QuerySet[EventAct]:
    """Return the acts on an event, the last first, with those whom they name at hand."""
    rows = event.acts.select_related("event", "entry__user", "user", "by")
    before = Cast(KeyTextTransform("old", "data"), BigIntegerField())
    named = User.objects.filter(pk=OuterRef("before")).values("username")[:1]
    rows = rows.annotate(before=before).annotate(old=Subquery(named))  # who was replaced
    return rows.order_by("-at", "-pk")


def words(act: EventAct) -> str:
    """Return an act of :func:`acts` in words (no query)."""
    if act.kind == Kind.CANCELLED and act.by is None:
        return why_cancelled(act)
    sentence = (BY_SOMEBODY if act.by is not None else BY_THE_SERVER)[act.kind]
    who = str(act.entry or act.user or _("somebody"))
    if act.kind == Kind.REPLACED:
        who = str(getattr(act, "old", None) or _("somebody"))
    if act.kind == Kind.WITHDREW and act.user is not None and act.entry is not None:
        sentence = sentence if act.entry.user_id is not None else LEFT_A_TEAM
    return str(sentence).format(
        by=act.by,
        who=who,
        user=act.user or _("somebody"),
        match=act.match_id or "?",
        seat=_seat(act),
        time=spans.words(timedelta(seconds=act.data.get("seconds", 0))),
    )


def _seat(act: EventAct) -> str:
    """Return the seat that an act is about, in the words of the game."""
    seat = act.data.get("seat")
    return say(act.event.game, "seat", seat) if seat else str(_("somebody"))
