"""How events and commands are made: values that do not change, quick to make.

A frozen dataclass sets each field by a call, which takes three to four times as long
as setting it, and a game makes hundreds of these values. So they are frozen for the type
checker, which sees every line of this project, and ordinary at run time.
"""

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def fact(cls: type[T]) -> type[T]:
    """Make a class one of values: made from its fields, compared and hashed by them.

    Args:
        cls: its annotations name the fields.

    Returns:
        The class, with slots.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)
