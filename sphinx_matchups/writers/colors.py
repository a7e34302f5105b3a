"""Colours that stand out from a light ground and from a dark one."""

from __future__ import annotations

#: The relative luminance between which a colour has a contrast of at least 3 to 1 to the light and
#: the dark grounds of themes (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance).
DARKEST, LIGHTEST = 0.195, 0.245
_WEIGHTS = (0.2126, 0.7152, 0.0722)


def visible_color(digits: str) -> str:
    """The nearest colour of this kind that can be seen on light and dark grounds.

    :param digits: six hexadecimal digits
    """
    channels = _linear_channels(digits)
    luminance = _luminance(channels)
    if luminance > LIGHTEST:
        channels = [channel * LIGHTEST / luminance for channel in channels]
    elif luminance < DARKEST:
        share = (DARKEST - luminance) / (1 - luminance)
        channels = [channel + share * (1 - channel) for channel in channels]
    return ''.join(f'{round(_encoded(channel) * 255):02x}' for channel in channels)


def relative_luminance(digits: str) -> float:
    """How light a colour is, from 0 for black to 1 for white."""
    return _luminance(_linear_channels(digits))


def _linear_channels(digits: str) -> list[float]:
    return [_linear(int(digits[place : place + 2], 16) / 255) for place in (0, 2, 4)]


def _luminance(channels: list[float]) -> float:
    return sum(weight * channel for weight, channel in zip(_WEIGHTS, channels, strict=True))


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _encoded(value: float) -> float:
    return value * 12.92 if value <= 0.0031308 else float(1.055 * value ** (1 / 2.4) - 0.055)
