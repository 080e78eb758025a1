"""The shared message catalogue: a sentence for each code that the house refuses with.

Games' own codes have their sentences with the game's templates. ``{name}`` stands for an entry
of the refusal's data.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise] = {
    # the request
    "bad_json": _("The body is not valid JSON: {reason}."),
    "too_large": _("The body is larger than {limit} bytes."),
    "invalid": _("Some of the fields are not right."),
    "bad_idempotency_key": _(
        "An Idempotency-Key is 1 to 255 printable ASCII characters without spaces."
    ),
    "key_reused": _("This Idempotency-Key was used for another request."),
    "busy": _("Somebody else is changing this at the moment. Please try again."),
    "database_away": _(
        "The database cannot be reached at the moment. Please try again in a few seconds, and look "
        "first whether the last act was done."
    ),
    "bad_form": _("Something in the form is missing or too long."),
    "not_found": _("There is nothing here."),
    "bad_request": _("The server could not make sense of this request."),
    "bad_cursor": _("There is no such page of this list."),
    "unknown_parameter": _("This list does not take all that stands in the query."),
    "length_required": _("Send the length of the body (Content-Length), not the body in pieces."),
    "internal_error": _("The fault is ours, and it has been noted. Nothing was changed."),
    # accounts
    "address_unconfirmed": _(
        "Confirm your e-mail address first: a mail with a link is on its way to you."
    ),
    "too_many_tokens": _("You have {most} API tokens already. Revoke one first."),
    "no_such_token": _("You have no such token."),
    "no_token": _("This request shows no token that could be revoked."),
    "access_ended": _("The password was changed meanwhile. Please log in again."),
    "staff_stays": _("Accounts of the staff and of the house are not deleted."),
    "has_played": _("This account has had a match already, so it stays what it is."),
    # matches
    "frozen_already": _("The clocks are frozen already."),
    "not_frozen": _("The clocks are not frozen."),
    "bad_gift": _("There is no such seat, or no time to give."),
    "too_much_taken": _("So much time cannot be taken from this clock now."),
    "clocks_braked": _(
        "The clocks are being checked by the operators. Nothing is lost; please come back later."
    ),
    "no_such_match": _("There is no such match."),
    "not_a_player": _("You have no seat in this match."),
    "stale_ply": _("The match has moved on: it is at ply {ply} now."),
    "not_your_turn": _("It is not your turn."),
    "match_over": _("The match is over."),
    "broken_log": _(
        "The record of match {match} cannot be replayed. The fault is ours, and it has been noted."
    ),
    "match_running": _("The match is still running."),
    # operators
    "braked_already": _("The brake is on already."),
    "not_braked": _("The brake is not on."),
    "match_annulled": _("The match is annulled, for good."),
    "ended_on_board": _(
        "The last move ended this match, and moves are not taken back. Annul it instead."
    ),
    "player_gone": _("The account of a player of this match is closed."),
    "later_stage": _("A later stage of the event was made from this result."),
    "bad_decision": _(
        "Give each seat points from 0 to {most}: the winner most, or all the same if nobody wins."
    ),
    "already_seated": _("This player sits in the match already."),
    "other_kind": _("A bot takes over only from a bot, and a person only from a person."),
    "bad_reason": _("Give a reason, in one line of at most {most} characters."),
    "bad_outage": _("An outage lies in the past, and ends after it began."),
    "paused_already": _("No clock ran in that time anyway."),
    # challenges and players
    "no_such_challenge": _("There is no such challenge."),
    "challenge_over": _("This challenge is no longer open ({status})."),
    "own_challenge": _("This is your own challenge."),
    "not_your_challenge": _("This is not yours to answer."),
    "self_challenge": _("You cannot challenge yourself."),
    "self_boundary": _("You cannot mute or block yourself."),
    "blocked": _("This player does not wish to play with you."),
    "bots_do_not_challenge": _("A bot waits to be challenged by a person."),
    "bots_play_unrated": _("A bot plays unrated matches only."),
    "rating_out_of_range": _("Your rating is not in the range that this challenge asks for."),
    "no_such_player": _("There is no player of this name."),
    "too_many_challenges": _("You have {most} open challenges already."),
    "rematch_offered": _("A rematch has been offered already."),
    # terms
    "unknown_game": _("There is no such game here."),
    "unknown_seat": _("This game has no such seat."),
    "unknown_time_control": _("There is no such time control."),
    "unknown_option": _("The game has no option {option}. Its options: {options}."),
    "bad_option": _("The option {option} cannot have this value."),
    "bad_rating_range": _(
        "A range of ratings is for an open challenge, and goes from a number to one no smaller, "
        "at most {most}."
    ),
    "house_does_not_play": _("The house does not play this game."),
    "no_legal_list": _("This game cannot list legal moves for a position."),
    # events
    "no_such_event": _("There is no such event."),
    "no_such_group": _("There is no such group in this event."),
    "no_table": _("Places in this group come from no table of points."),
    "bad_assumption": _(
        "Such a result cannot be supposed: the match is not open here, or it cannot end so."
    ),
    "bad_event": _("The event cannot be as it is written down; see the problems."),
    "server_event": _("Only the server makes events of this kind."),
    "bots_make_bot_events": _("A bot makes events for bots only."),
    "too_many_events": _("You have {most} events already that are to start."),
    "not_the_organiser": _("Only the organiser of an event can do this."),
    "event_started": _("The event has started already."),
    "event_over": _("The event is over."),
    "bad_event_password": _("A password is one line of at most {most} characters."),
    "event_password_needed": _("This event has a password."),
    "wrong_event_password": _("This is not the password of the event."),
    "too_many_passwords": _("Too many tries. Please try again later."),
    "entry_closed": _("The event takes no entries now."),
    "entered_already": _("You have entered already."),
    "not_entered": _("You have not entered."),
    "removed_from_event": _("You were removed from this event."),
    "waits_already": _("You wait for a group already."),
    "not_waiting": _("You do not wait for a group."),
    "not_on_ladder": _("You are not on this ladder. Enter it first."),
    "top_of_ladder": _("Nobody stands above you."),
    "challenge_out": _("A match for which you asked is still running. One at a time."),
    "nobody_available": _(
        "Nobody within reach can be asked now: they have two such matches already, or you met them "
        "less than 14 days ago."
    ),
    "event_full": _("All {most} places are taken."),
    "bots_only": _("This event is for bots."),
    "people_only": _("This event is for people, not for bots."),
    "rating_outside": _("Your rating of {rating} is not among those that may enter."),
    "blocked_by_organiser": _("The organiser does not wish you to enter."),
    "account_closed": _("This account is closed."),
    "teams_enter": _("Here teams enter: make one, or let a captain invite you."),
    "no_teams": _("This event has no teams."),
    "bad_team_name": _("The name of a team is one line of at most {most} characters."),
    "team_name_taken": _("There is a team of this name already."),
    "in_a_team": _("One plays in one team of an event only."),
    "no_such_team": _("There is no such team."),
    "not_the_captain": _("Only the captain of the team can do this."),
    "invited_already": _("This player is in the team, or invited, already."),
    "team_full": _("The team has {most} players, or invitations, already."),
    "not_invited": _("This team has not invited you."),
    "no_such_member": _("There is no such member of this team."),
    "event_not_running": _("The event is not running."),
    "left_already": _("This entry plays no more already."),
    "bad_lineup": _(
        "A line-up names {boards} players of the team, each once; a board stays empty only if "
        "there are too few."
    ),
    "one_exchange": _(
        "Between two team matches one player may be exchanged with a substitute, no more."
    ),
    # the organiser's desk
    "own_match": _(
        "This is about a match that you, or your team, play in: nobody decides about that. "
        "Ask an operator of the server who does not play in it."
    ),
    "entry_open": _("The event takes entries already."),
    "too_few_entered": _("At least {least} are needed to start."),
    "starts_by_itself": _("Events of the server start by themselves."),
    "no_such_entry": _("There is no such entry."),
    "not_of_event": _("There is no such match in this event."),
    "in_the_event": _("This player has, or had, a place in the event already."),
    "not_in_series": _("In events of the server nobody is replaced."),
    "bad_announcement": _("An announcement has 1 to {most} characters that can be printed."),
    "too_many_announcements": _("There were {most} announcements within a day already."),
}


def sentence(code: str, data: Mapping[str, object]) -> str:
    """Return the sentence for ``code``, filled in with ``data``.

    A code without a sentence is spelled out, so that no refusal is ever silent.
    """
    known = SENTENCES.get(code)
    if known is None:
        return capfirst(code.replace("_", " ")) + "."
    said = {name: _listed(value) for name, value in data.items()}
    return str(known).format_map(_Spoken(said))


def _listed(value: object) -> object:
    """Return a list as its items with commas between them, or as the word for none."""
    if not isinstance(value, list):
        return value
    return ", ".join(map(str, value)) or _("none")


class _Spoken(dict[str, object]):
    def __missing__(self, key: str) -> str:
        return "?"
