"""Receives Feedhook's webhooks and bus events: verifies and parses them, and handles each event once."""

from .event import Event, UnreadableEventError, parse_event
from .event_memory import EventMemory, Verdict, create_memory
from .handle_once import Delivery
from .receiver import LONGEST_BODY, Receipt, Receiver, create_receiver
from .signature import WebhookVerificationError

__all__ = [
    "LONGEST_BODY",
    "Delivery",
    "Event",
    "EventMemory",
    "Receipt",
    "Receiver",
    "UnreadableEventError",
    "Verdict",
    "WebhookVerificationError",
    "create_memory",
    "create_receiver",
    "parse_event",
]
