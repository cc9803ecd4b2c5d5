"""Skills as context for a planner (reference Wuwe, section 9, planning)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from metier.adapters.boundary import rendered
from metier.adapters.losses import hidden_characters, uncarried
from metier.adapters.projection import Projection, activated_metadata, require_success

if TYPE_CHECKING:
    from metier.activation.activation import Activation
    from metier.activation.tool import ToolDescriptor

__all__ = ["PlanningContext", "project"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanningContext:
    """What a planner is asked with.

    Attributes:
        system_prompt: What it obeys.
        input: What it plans for, with quoted material after it.
        tools: The tools a plan may use: `None` if nobody has chosen yet, empty for none.
    """

    system_prompt: str = ""
    input: str = ""
    tools: tuple[ToolDescriptor, ...] | None = None


def project(activation: Activation, context: PlanningContext) -> Projection[PlanningContext]:
    """Appends the instructions of activated skills to a planning context.

    Trusted instructions go to the end of the system prompt, the others, inside a boundary, to
    the end of the input; a blank line stands before each. The tools become the activated ones;
    if the context has some already, only those of them that are activated, in its order and as
    they were captured by the activation. What already stands at the end is not added again.

    Raises:
        ConfigurationError: `activation_failed` or `invalid_activation`.
    """
    require_success(activation)
    trusted = [each for each in activation.instructions if each.trust.is_instruction_trusted]
    others = [each for each in activation.instructions if not each.trust.is_instruction_trusted]
    activated = {tool.name: tool for tool in activation.tools}
    value = PlanningContext(
        system_prompt=_appended(context.system_prompt, [rendered(each) for each in trusted]),
        input=_appended(context.input, [rendered(each) for each in others]),
        tools=tuple(activated[tool.name] for tool in context.tools if tool.name in activated)
        if context.tools is not None
        else activation.tools,
    )
    hidden = (loss for each in others for loss in hidden_characters(each))
    return Projection(
        value=value,
        losses=(*hidden, *uncarried(activation, carried=("tools",), by="planning contexts")),
        fingerprint=activation.fingerprint,
        metadata=activated_metadata(activation),
    )


def _appended(text: str, parts: list[str]) -> str:
    addition = "\n\n".join(parts)
    if not addition or text == addition or text.endswith("\n\n" + addition):
        return text
    return f"{text}\n\n{addition}" if text else addition
