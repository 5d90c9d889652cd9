import type * as z from "zod";
import type { Envelope } from "../kernel/envelope.ts";
import { type OperationalPayload, operationalPayloads } from "../kernel/operational-payloads.ts";
import { parseStored } from "../kernel/parse.ts";
import type { AlertKind } from "./alert-settings.ts";

/** A state change of an endpoint that its partner may be alerted of. */
export type Alert = {
  readonly kind: AlertKind;
  readonly subscription: string;
  /** Unix ms; with kind and subscription it names the state change, so that two events about it make one message. */
  readonly at: number;
  readonly title: string;
  /** What happened, and what to do: one sentence each. Nothing in them is secret or personal, since mails and chats are neither. */
  readonly happened: string;
  readonly toDo: string;
};

const day = 86_400_000;

/** The alert that an event is about; undefined for an event of which nobody is alerted. */
export function alertOf({ id, type, data, detectedAt }: Envelope): Alert | undefined {
  const read = <S extends z.ZodType>(payload: S) => parseStored(payload, data, `event ${id}`);
  const now = Date.parse(detectedAt);
  switch (type) {
    case "bridge.endpoint_failing":
      return failing(read(operationalPayloads.endpoint_failing));
    case "bridge.endpoint_paused":
      return paused(read(operationalPayloads.endpoint_paused));
    case "bridge.endpoint_disabled":
      return disabled(read(operationalPayloads.endpoint_disabled), now);
    case "bridge.endpoint_recovered":
      return recovered(read(operationalPayloads.endpoint_recovered));
    case "bridge.delivery_exhausted":
      return expired(read(operationalPayloads.delivery_exhausted), now);
    default:
      return undefined;
  }
}

/** The warning before the pause tells of the same outage, so it makes no second message: this one says when the pause comes. */
export function failing({
  subscription,
  failingSince,
  pausesAt,
}: OperationalPayload<"bridge.endpoint_failing">): Alert {
  return {
    ...{ kind: "endpoint_failing", subscription, at: Date.parse(failingSince) },
    title: "A webhook endpoint is failing",
    happened: `The endpoint of subscription ${subscription} has been failing since ${instant(failingSince)}; its deliveries wait until it answers.`,
    toDo: `Make it answer with a 2xx status before ${instant(pausesAt)}, when it is paused.`,
  };
}

export function paused({
  subscription,
  pausedAt,
  disablesAt,
}: Omit<OperationalPayload<"bridge.endpoint_paused">, "failingSince">): Alert {
  return {
    ...{ kind: "endpoint_paused", subscription, at: Date.parse(pausedAt) },
    title: "A webhook endpoint is paused",
    happened: `The endpoint of subscription ${subscription} was paused at ${instant(pausedAt)} because it had failed for days: it is tried every few hours only.`,
    toDo: `Make it answer with a 2xx status and send it a ping, which ends the pause, before ${instant(disablesAt)}, when the subscription is disabled.`,
  };
}

function disabled({ subscription, reason }: OperationalPayload<"bridge.endpoint_disabled">, now: number): Alert {
  const causes = new Map([
    ["gone", "its endpoint answered 410"],
    ["requested", "its endpoint asked for it in an answer"],
    ["unreachable", "its endpoint was paused for too long"],
  ]);
  return {
    ...{ kind: "endpoint_disabled", subscription, at: now },
    title: "A webhook subscription was disabled",
    happened: `Subscription ${subscription} was disabled because ${causes.get(reason) ?? reason}; nothing is sent to it any more.`,
    toDo: "If you still want its events, mend the endpoint, enable the subscription, and replay what it missed.",
  };
}

export function recovered({ subscription, since }: OperationalPayload<"bridge.endpoint_recovered">): Alert {
  return {
    ...{ kind: "endpoint_recovered", subscription, at: Date.parse(since) },
    title: "A webhook endpoint works again",
    happened: `The endpoint of subscription ${subscription} answers again; what has waited since ${instant(since)} is being sent.`,
    toDo: "There is nothing to do, unless deliveries expired meanwhile: replay those.",
  };
}

/** One message a day, however many deliveries expire. */
function expired({ subscription }: OperationalPayload<"bridge.delivery_exhausted">, now: number): Alert {
  return {
    ...{ kind: "deliveries_expired", subscription, at: now - (now % day) },
    title: "Webhook deliveries expired",
    happened: `Deliveries to the endpoint of subscription ${subscription} failed for so long that they are no longer tried.`,
    toDo: "Mend the endpoint, then replay what wasn't delivered, while its events are still kept.",
  };
}

/** `2026-11-21 09:12 UTC` */
function instant(iso: string): string {
  return `${iso.slice(0, 16).replace("T", " ")} UTC`;
}
