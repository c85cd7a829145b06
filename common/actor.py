"""Who does something: a value that every service takes and every record keeps.

A *person* has rights by role only; a *token* also needs a scope; a *seat link*
acts for one entry; the *system* acts by itself.
"""

from dataclasses import dataclass
from typing import Literal, Self

# From the least to the most: a scope includes those before it.
SCOPES = ("read", "report", "score", "direct", "admin")
ActorKind = Literal["user", "token", "seat_link", "system"]
Agent = Literal["admin", "api", "web", "worker", "engine", "cli"]


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, through which door.

    ``scopes`` is what a token was given; None is a person, who has rights by
    role only. ``club_id`` is the one club a token is good for. ``is_superuser``
    is true for people only: a token never has more than its club.
    """

    kind: ActorKind
    agent: Agent
    label: str
    user_id: int | None = None
    token_id: int | None = None
    entry_id: int | None = None
    club_id: int | None = None
    request_id: str = ""
    scopes: frozenset[str] | None = None
    is_superuser: bool = False

    @property
    def key(self) -> str:
        """A stable name for records and limits, such as ``user:3``."""
        match self.kind:
            case "user":
                return f"user:{self.user_id}"
            case "token":
                return f"token:{self.token_id}"
            case "seat_link":
                return f"seat:{self.entry_id}"
            case "system":
                return f"system:{self.agent}"

    @classmethod
    def person(
        cls, user_id: int, *, agent: Agent, request_id: str = "", is_superuser: bool = False
    ) -> Self:
        """Return the actor of a signed-in user; records hold his id, not his name."""
        return cls(
            kind="user",
            agent=agent,
            label=f"user {user_id}",
            user_id=user_id,
            request_id=request_id,
            is_superuser=is_superuser,
        )

    @classmethod
    def system(cls, agent: Agent = "worker") -> Self:
        """Return the actor of what the site does by itself."""
        return cls(kind="system", agent=agent, label=agent)

    def may_use(self, scope: str) -> bool:
        """Tell whether the credentials were given a scope; a person's always are."""
        if self.scopes is None:
            return True
        return any(SCOPES.index(held) >= SCOPES.index(scope) for held in self.scopes)
