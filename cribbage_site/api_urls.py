"""The API, version 1: every resource of the apps under one root."""

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []
