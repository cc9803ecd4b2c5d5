"""Skills as messages of a conversation (spec 05, messages; reference Wuwe, section 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from metier._core import Diagnostic, Severity
from metier.adapters.boundary import rendered
from metier.adapters.budget import Budget, Usage, chosen_within
from metier.adapters.losses import hidden_characters, uncarried
from metier.adapters.projection import Projection, activated_metadata, require_success
from metier.errors import ConfigurationError

if TYPE_CHECKING:
    from metier.activation.activation import Activation
    from metier.activation.instruction import Instruction

__all__ = ["Message", "project"]

Message = dict[str, object]
"""`role` and `content`; messages of skills have `source`, `skill` and `resource` besides."""

_MESSAGE_TOKENS = 4
"""What the frame of one message costs by upstream's estimate."""


def project(
    activation: Activation,
    conversation: Sequence[Mapping[str, object]],
    *,
    budget: Budget | int | None = None,
) -> Projection[list[Message]]:
    """Adds the instructions of activated skills to a conversation.

    Instructions of system- and application-trusted packages become system messages, byte for
    byte. All others become user messages inside a `<wuwe-context …>` boundary, as data. They
    stand after the leading system messages: first the trusted ones, then the others, each in
    the order of the activation. Applying an activation to its own result adds nothing.

    Under a budget whole instructions are kept or dropped, never cut: trusted before others,
    roots before dependencies, then in the order of the activation, each that still fits.

    Args:
        activation: A successful activation.
        conversation: Messages with at least a `role`; they are copied, not changed.
        budget: Bound on the tokens of all skill messages; an integer is `Budget(skills=…)`.

    Returns:
        The messages; `losses` names each instruction that was dropped
        (`instruction_dropped`, a warning) or shown with hidden characters written out
        (`characters_made_visible`), and what messages can't carry (`tools_not_carried`,
        `knowledge_not_carried`, `capabilities_not_carried`); `usage` says what it costs.

    Raises:
        ConfigurationError: `activation_failed`, `invalid_activation`, `invalid_conversation` or
            `invalid_budget`.
    """
    require_success(activation)
    limits = budget if isinstance(budget, Budget) else Budget(skills=budget)
    instructions = sorted(
        activation.instructions, key=lambda each: not each.trust.is_instruction_trusted
    )
    offered = [_message(instruction) for instruction in instructions]
    costs = [_cost(message, limits) for message in offered]
    kept = chosen_within(limits.skills, costs, _preference(instructions))
    messages = [message for index, message in enumerate(offered) if index in kept]
    return Projection(
        value=_inserted(messages, _without(offered, _checked(conversation))),
        losses=(
            *_instruction_losses(instructions, costs, kept, limits),
            *uncarried(activation, by="messages"),
        ),
        fingerprint=activation.fingerprint,
        usage=Usage(
            characters=sum(len(str(message["content"])) for message in messages),
            tokens=sum(costs[index] for index in kept),
            offered_tokens=sum(costs),
            counter=limits.counter.name,
            approximate=limits.counter.approximate,
        ),
        metadata=activated_metadata(activation),
    )


def _message(instruction: Instruction) -> Message:
    return {
        "role": "system" if instruction.trust.is_instruction_trusted else "user",
        "content": rendered(instruction),
        "source": "skill",
        "skill": instruction.skill,
        "resource": instruction.resource,
    }


def _cost(message: Message, budget: Budget) -> int:
    count = budget.counter.count
    return _MESSAGE_TOKENS + count(str(message["role"])) + count(str(message["content"]))


def _preference(instructions: Sequence[Instruction]) -> list[int]:
    """The indices, most wanted first; `sorted` keeps the order of equals."""

    def rank(index: int) -> tuple[bool, bool]:
        instruction = instructions[index]
        return not instruction.trust.is_instruction_trusted, not instruction.root

    return sorted(range(len(instructions)), key=rank)


def _checked(conversation: object) -> list[Message]:
    if isinstance(conversation, str | bytes) or not isinstance(conversation, Sequence):
        raise ConfigurationError(
            f"a conversation is a sequence of messages, got {type(conversation).__name__}",
            code="invalid_conversation",
        )
    for index, message in enumerate(conversation):
        if not isinstance(message, Mapping) or not isinstance(message.get("role"), str):
            raise ConfigurationError(
                f"message {index} of the conversation is no mapping with a role",
                code="invalid_conversation",
            )
    return [dict(message) for message in conversation]


def _without(offered: Sequence[Message], conversation: list[Message]) -> list[Message]:
    """Takes out what an earlier application of this activation put in."""
    return [
        message
        for message in conversation
        if message.get("source") != "skill"
        or not any(all(message.get(key) == own[key] for key in own) for own in offered)
    ]


def _inserted(messages: list[Message], conversation: list[Message]) -> list[Message]:
    start = 0
    while start < len(conversation) and conversation[start]["role"] == "system":
        start += 1
    return [*conversation[:start], *messages, *conversation[start:]]


def _instruction_losses(
    instructions: Sequence[Instruction], costs: Sequence[int], kept: set[int], budget: Budget
) -> list[Diagnostic]:
    losses = []
    for index, instruction in enumerate(instructions):
        if index not in kept:
            message = (
                f"instruction {instruction.resource!r} needs {costs[index]} tokens and does not "
                f"fit into what is left of {budget.skills}"
            )
            losses.append(
                Diagnostic(Severity.WARNING, "instruction_dropped", message, path=instruction.skill)
            )
        elif not instruction.trust.is_instruction_trusted:
            losses += hidden_characters(instruction)
    return losses
