"""Receives Feedhook's webhooks and bus events: verifies webhooks, parses events, and handles each event once."""

from .event import Event, UnreadableEventError, parse_event
from .event_memory import EventMemory, Verdict, create_memory
from .handle_once import Delivery
from .id_digest import NO_EVENTS, add_digests, hour_of, id_digest
from .receiver import LONGEST_BODY, Receipt, Receiver, create_receiver
from .signature import WebhookVerificationError

__all__ = [
    "LONGEST_BODY",
    "NO_EVENTS",
    "Delivery",
    "Event",
    "EventMemory",
    "Receipt",
    "Receiver",
    "UnreadableEventError",
    "Verdict",
    "WebhookVerificationError",
    "add_digests",
    "create_memory",
    "create_receiver",
    "hour_of",
    "id_digest",
    "parse_event",
]
