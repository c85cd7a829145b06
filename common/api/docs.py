"""The OpenAPI document and its page, which loads nothing from outside."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

urlpatterns = [
    path("schema", SpectacularAPIView.as_view(authentication_classes=()), name="schema"),
    path(
        "docs",
        SpectacularSwaggerSplitView.as_view(
            url_name="schema", template_name="common/api_docs.html", authentication_classes=()
        ),
        name="docs",
    ),
]
