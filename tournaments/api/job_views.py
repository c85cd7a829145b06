"""Jobs: a draw that a worker makes, to watch and to call off."""

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import base
from tournaments.api.base import ApiView, actor_of, viewer_of
from tournaments.api.outputs import JobOutput
from tournaments.selectors.pairing_jobs import job_by_id
from tournaments.services.pairing_jobs import cancel_job
from tournaments.services.rights import may_direct


class JobView(ApiView):
    """One job."""

    @extend_schema(operation_id="jobs_read", responses=JobOutput)
    def get(self, request: Request, job_id: UUID) -> Response:
        """Show how far a job is; to the staff of its club only."""
        job, _ = job_by_id(viewer_of(request), job_id)
        self.check_parameters(request)
        return Response(JobOutput(job).data)


class CancelJobView(ApiView):
    """Calling a job off."""

    scopes = {"POST": "direct"}

    @extend_schema(operation_id="jobs_cancel", request=None, responses=JobOutput)
    def post(self, request: Request, job_id: UUID) -> HttpResponse:
        """Call a job off: at once before a worker has it, else at the worker's next step."""
        job, stage = job_by_id(viewer_of(request), job_id)
        may_direct(actor_of(request), stage.event.tournament.club)
        self.check_parameters(request)
        base.without_body(self)

        def run() -> Response:
            return Response(JobOutput(cancel_job(job=job, actor=actor_of(request))).data)

        return self.idempotent(run)
