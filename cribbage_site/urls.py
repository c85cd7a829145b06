"""Addresses of the site. Those of the API have no trailing slash."""

from django.contrib import admin
from django.urls import include, path

from cribbage_site import health, live

urlpatterns = [
    path("health/live", health.live),
    path("health/ready", health.ready),
    path("live/events/<uuid:event_id>", live.event_stream),
    path("admin/", admin.site.urls),
    path("api/v1/", include("cribbage_site.api_urls")),
    path("", include("tournaments.web.urls")),
]

handler400 = "common.api.pages.problem_400"
handler403 = "common.api.pages.problem_403"
handler404 = "common.api.pages.problem_404"
handler500 = "common.api.pages.problem_500"
