"""The addresses of the pages of events."""

from django.urls import path

from golem.rest import ids  # noqa: F401  it brings the converter "row"
from tournaments.views import desk, event, groups, lists, making, record, series

app_name = "tournaments"
urlpatterns = [
    path("events/", lists.events, name="events"),
    path("events/calendar/", lists.calendar, name="calendar"),
    path("events/new/", making.new, name="new"),
    path("events/tables/", groups.reading, name="reading_tables"),
    path("events/<row:pk>/", event.event, name="event"),
    path("events/<row:pk>/desk/", desk.desk, name="desk"),
    path("events/<row:pk>/desk/match/", desk.match, name="desk_match"),
    path("events/<row:pk>/desk/do/<slug:act>/", desk.do, name="desk_do"),
    path("events/<row:pk>/teams/<row:team>/lineup/", event.team_lineup, name="team_lineup"),
    path("events/<row:pk>/groups/", groups.index, name="groups"),
    path("events/<row:pk>/groups/<row:number>/", groups.group, name="group"),
    path("events/<row:pk>/groups/<row:number>/what-if/", groups.what_if, name="what_if"),
    path("events/<row:pk>/matches/", groups.matches, name="matches"),
    path("events/<row:pk>/log/", groups.log, name="log"),
    path("players/<str:name>/events/", record.of_player, name="of_player"),
    path("events/<row:pk>/enter/", event.enter, name="enter"),
    path("events/<row:pk>/leave/", event.leave, name="leave"),
    path("events/<row:pk>/ask/", series.ask, name="ladder_ask"),
    path("events/<row:pk>/leagues/<row:level>/", series.league, name="league"),
    path("events/champions/<slug:key>/", series.champions, name="champions"),
    path("events/<row:pk>/cancel/", event.cancel, name="cancel"),
    path("events/<row:pk>/teams/", event.team_new, name="team_new"),
    path("events/<row:pk>/teams/<row:team>/invite/", event.team_invite, name="team_invite"),
    path("events/<row:pk>/teams/<row:team>/agree/", event.team_agree, name="team_agree"),
    path(
        "events/<row:pk>/teams/<row:team>/members/<row:member>/part/",
        event.team_part,
        name="team_part",
    ),
]
