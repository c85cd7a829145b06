"""docker/ is right as far as it can be told without an engine; the image was never built here."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from dev import DUMMY_PRODUCTION, ROOT
from tools.supervisor import command_of, processes

DOCKER = ROOT / "docker"
SERVICE_KEYS = {
    "build", "command", "depends_on", "environment", "healthcheck", "image", "init", "ports",
    "read_only", "restart", "stop_grace_period", "tmpfs", "volumes",
}  # fmt: skip
HEALTHCHECK_KEYS = {"test", "interval", "timeout", "retries", "start_period"}
PINNED = re.compile(r"[\w./-]+:\d+\.\d+(\.\d+)?(-[\w.-]+)?")
OWN_IMAGE = "fifteen-two:${VERSION:-dev}"


@pytest.fixture(scope="module")
def compose():
    return yaml.safe_load((DOCKER / "compose.yaml").read_text())


@pytest.fixture(scope="module")
def own(compose):
    return {
        name: service
        for name, service in compose["services"].items()
        if service["image"] == OWN_IMAGE
    }


def instructions(word):
    text = (DOCKER / "Dockerfile").read_text().replace("\\\n", " ")
    return [line.split(maxsplit=1)[1] for line in text.splitlines() if line.startswith(f"{word} ")]


def hadolint(text):
    program = Path(sys.executable).parent / "hadolint"
    return subprocess.run(
        [program, "--failure-threshold", "warning", "-"], input=text, text=True, check=False,
        capture_output=True,
    )  # fmt: skip


def test_hadolint_finds_nothing():
    found = hadolint((DOCKER / "Dockerfile").read_text())

    assert (found.returncode, found.stdout) == (0, "")


def test_hadolint_finds_a_planted_fault():
    assert hadolint("FROM python:latest\nRUN cd /srv && sudo ls\n").returncode == 1


def test_every_process_of_the_table_is_a_service_with_its_command(own):
    table = processes("production")

    assert {name: service["command"].split() for name, service in own.items()} == {
        name: command_of(process, host="0.0.0.0") for name, process in table.items()
    }


def test_only_known_keys_are_used(compose):
    used = {key for service in compose["services"].values() for key in service}
    checks = [service.get("healthcheck", {}) for service in compose["services"].values()]

    assert used - SERVICE_KEYS == set()
    assert {key for check in checks for key in check} - HEALTHCHECK_KEYS == set()


def test_a_service_waits_for_what_can_become_so(compose):
    services = compose["services"]
    waits = [
        (name, other, wait["condition"])
        for name, service in services.items()
        for other, wait in service.get("depends_on", {}).items()
    ]

    assert [wait for wait in waits if wait[1] not in services] == []
    for name, other, condition in waits:
        able = "healthcheck" if condition == "service_healthy" else "restart"
        assert able in services[other], f"{name} waits for {other}"
    assert services["migrate"]["restart"] == "no"


def test_health_checks_ask_the_ready_path_of_the_table(own):
    for name, process in processes("production").items():
        if "ready" in process:
            asked = f"http://127.0.0.1:{process['port']}{process['ready']}"
            assert asked in own[name]["healthcheck"]["test"][-1]


def test_images_are_pinned(compose):
    images = {service["image"] for service in compose["services"].values()} - {OWN_IMAGE}

    assert [
        image for image in images | set(instructions("FROM")) if not PINNED.fullmatch(image)
    ] == []


def test_settings_know_every_variable_and_get_every_needed_one(own):
    settings = (ROOT / "cribbage_site" / "settings.py").read_text()
    known = set(re.findall(r"(?:env\.\w+|_needed|_secret)\(\s*\"([A-Z_]+)\"", settings))
    for service in own.values():
        assert set(service["environment"]) - known == set()
        assert set(DUMMY_PRODUCTION) - set(service["environment"]) == set()


def test_what_is_copied_exists_and_is_in_the_context():
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    allowed = [line[1:] for line in ignored if line.startswith("!")]
    for sources in (line.split()[:-1] for line in instructions("COPY")):
        for source in sources:
            assert (ROOT / source).exists()
            assert any(source == path or source.startswith(f"{path}/") for path in allowed)


def test_every_package_of_the_project_is_copied():
    copied = {source for line in instructions("COPY") for source in line.split()[:-1]}
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "tools"}

    assert packages - copied == set()


def test_the_image_has_the_python_of_the_locks_and_an_ordinary_user():
    assert instructions("FROM")[0].startswith("python:3.11.")
    assert instructions("USER") == ["10001"]


def test_volumes_that_are_named_are_declared(compose):
    named = {
        volume.split(":")[0]
        for service in compose["services"].values()
        for volume in service.get("volumes", [])
        if re.match(r"[a-z]", volume)
    }

    assert named == set(compose["volumes"])


def test_the_proxy_sends_each_path_to_its_process():
    text = (DOCKER / "nginx.conf").read_text()
    sent = dict(re.findall(r"location (\S+) \{\s+proxy_pass http://([\w:]+);", text))

    assert sent == {"/": "web:8000", "/live/": "live:8001"}
