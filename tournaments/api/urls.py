"""The API's addresses of events, under ``/api/v1/``."""

from django.urls import path

from golem.rest import ids  # noqa: F401  it brings the converter "row"
from tournaments.api import course, desk, entries, events, series

urlpatterns = [
    path("events/", events.EventList.as_view(), name="events"),
    path("events/schema/", events.EventSchema.as_view(), name="event-schema"),
    path("events/plan/", events.TryOut.as_view(), name="event-plan"),
    path("events/<row:pk>/", events.EventDetail.as_view(), name="event"),
    path("events/<row:pk>/document/", events.EventDocument.as_view(), name="event-document"),
    path("events/<row:pk>/clone/", events.Clone.as_view(), name="event-clone"),
    path("events/<row:pk>/cancel/", events.Cancel.as_view(), name="event-cancel"),
    path("events/<row:pk>/groups/", course.GroupList.as_view(), name="event-groups"),
    path("events/<row:pk>/groups/<row:group>/", course.GroupDetail.as_view(), name="event-group"),
    path(
        "events/<row:pk>/groups/<row:group>/what-if/",
        course.WhatIf.as_view(),
        name="event-what-if",
    ),
    path("events/<row:pk>/pairings/", course.PairingList.as_view(), name="event-pairings"),
    path("events/<row:pk>/acts/", course.ActList.as_view(), name="event-acts"),
    path(
        "events/<row:pk>/announcements/",
        desk.Announcements.as_view(),
        name="event-announcements",
    ),
    path("events/<row:pk>/next/", course.Next.as_view(), name="event-next"),
    path("events/<row:pk>/export/json/", course.ExportJSON.as_view(), name="event-export-json"),
    path("events/<row:pk>/export/text/", course.ExportText.as_view(), name="event-export-text"),
    path("events/<row:pk>/entries/", entries.EntryList.as_view(), name="event-entries"),
    path("events/<row:pk>/enter/", entries.Enter.as_view(), name="event-enter"),
    path("events/<row:pk>/withdraw/", entries.Withdraw.as_view(), name="event-withdraw"),
    path("events/<row:pk>/ladder/", series.Ladder.as_view(), name="event-ladder"),
    path("events/<row:pk>/ladder/ask/", series.Ask.as_view(), name="event-ladder-ask"),
    path("events/<row:pk>/levels/", series.Levels.as_view(), name="event-levels"),
    path("events/champions/<slug:key>/", series.ChampionList.as_view(), name="champions"),
    path("events/<row:pk>/teams/", entries.TeamList.as_view(), name="event-teams"),
    path(
        "events/<row:pk>/teams/<row:number>/invite/",
        entries.TeamInvite.as_view(),
        name="team-invite",
    ),
    path(
        "events/<row:pk>/teams/<row:number>/agree/", entries.TeamAgree.as_view(), name="team-agree"
    ),
    path(
        "events/<row:pk>/teams/<row:number>/members/<row:member>/part/",
        entries.TeamPart.as_view(),
        name="team-part",
    ),
    path("events/<row:pk>/idle/", desk.Idle.as_view(), name="event-idle"),
    path("events/<row:pk>/entry/close/", desk.CloseEntry.as_view(), name="event-entry-close"),
    path("events/<row:pk>/entry/open/", desk.OpenEntry.as_view(), name="event-entry-open"),
    path("events/<row:pk>/start/", desk.Start.as_view(), name="event-start"),
    path(
        "events/<row:pk>/entries/<row:number>/remove/", desk.Remove.as_view(), name="entry-remove"
    ),
    path(
        "events/<row:pk>/entries/<row:number>/replace/",
        desk.Replace.as_view(),
        name="entry-replace",
    ),
    path("events/<row:pk>/matches/<row:match>/give/", desk.GiveTime.as_view(), name="event-give"),
    path(
        "events/<row:pk>/matches/<row:match>/adjudicate/",
        desk.Adjudicate.as_view(),
        name="event-adjudicate",
    ),
    path("events/<row:pk>/matches/<row:match>/annul/", desk.Annul.as_view(), name="event-annul"),
    path("events/<row:pk>/teams/<row:number>/lineup/", desk.Lineup.as_view(), name="team-lineup"),
]
