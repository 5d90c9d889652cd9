import type * as z from "zod";
import type { Envelope } from "../kernel/envelope.ts";
import { type OperationalPayload, operationalPayloads } from "../kernel/operational-payloads.ts";
import { parseStored } from "../kernel/parse.ts";
import type { AlertKind } from "./alert-settings.ts";

export type Alert = {
  readonly kind: AlertKind;
  readonly subscription: string;
  /**
   * When the endpoint's state changed (for a recovery, when the previous state began), or the start of the day on which
   * deliveries expired (unix ms). Two events about one change have the same `at`, so they lead to only one message.
   */
  readonly at: number;
  readonly title: string;
  /** `happened` and `toDo` contain nothing secret or personal, because emails and chats aren't private. */
  readonly happened: string;
  readonly toDo: string;
};

const day = 86_400_000;

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

/** The event that later warns about the pause has the same `failingSince`, so it leads to no second alert. */
export function failing({
  subscription,
  failingSince,
  pausesAt,
}: OperationalPayload<"bridge.endpoint_failing">): Alert {
  return {
    ...{ kind: "endpoint_failing", subscription, at: Date.parse(failingSince) },
    title: "A webhook endpoint is failing",
    happened: `The endpoint of subscription ${subscription} has been failing since ${instant(failingSince)}. Its deliveries are held until it returns a 2xx status.`,
    toDo: `Make the endpoint return a 2xx status before ${instant(pausesAt)}. Otherwise, Feedhook will pause it.`,
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
    happened: `The endpoint of subscription ${subscription} failed for three days and was paused on ${instant(pausedAt)}. Feedhook now tries it only once every six hours.`,
    toDo: `Make the endpoint return a 2xx status, then send a ping to end the pause. Otherwise, Feedhook will disable the subscription on ${instant(disablesAt)}.`,
  };
}

function disabled({ subscription, reason }: OperationalPayload<"bridge.endpoint_disabled">, now: number): Alert {
  const causes = new Map([
    ["gone", "its endpoint returned 410 Gone"],
    ["requested", "its endpoint asked Feedhook to stop"],
    ["unreachable", "its endpoint was paused for too long"],
  ]);
  return {
    ...{ kind: "endpoint_disabled", subscription, at: now },
    title: "A webhook subscription was disabled",
    happened: `Subscription ${subscription} was disabled because ${causes.get(reason) ?? reason}. It no longer receives deliveries.`,
    toDo: "If you still want its events, fix the endpoint, enable the subscription, and replay the missed events.",
  };
}

export function recovered({ subscription, since }: OperationalPayload<"bridge.endpoint_recovered">): Alert {
  return {
    ...{ kind: "endpoint_recovered", subscription, at: Date.parse(since) },
    title: "A webhook endpoint has recovered",
    happened: `The endpoint of subscription ${subscription} is responding again. Feedhook is sending the deliveries that have been waiting since ${instant(since)}.`,
    toDo: "If any deliveries have expired, replay them. Otherwise, you don't need to do anything.",
  };
}

/** `at` is the start of the day, so there is only one message a day, no matter how many deliveries expire. */
function expired({ subscription }: OperationalPayload<"bridge.delivery_exhausted">, now: number): Alert {
  return {
    ...{ kind: "deliveries_expired", subscription, at: now - (now % day) },
    title: "Deliveries expired",
    happened: `Deliveries of subscription ${subscription} expired: all their retries failed, or they weren't acknowledged in time. Feedhook won't try them again.`,
    toDo: "Fix the receiver, then replay the undelivered events while they are still stored.",
  };
}

/** Formats an instant as `2026-11-21 at 09:12 UTC`. */
function instant(iso: string): string {
  return `${iso.slice(0, 16).replace("T", " at ")} UTC`;
}
