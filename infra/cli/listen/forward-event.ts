import type { Webhook } from "standardwebhooks";
import * as z from "zod";
import { jsonObject } from "../../../shared/kernel/json.ts";
import { reasonOf } from "../client/connect.ts";

const eventHead = z.object({
  id: z.string(),
  type: z.string(),
  subject: z.object({ type: z.string(), id: z.string() }),
});

/** An event as it arrived, with the members that a line shows. */
export const listedEvent = jsonObject.transform((body) => ({ ...eventHead.parse(body), body }));

/** Keeps exact numbers, so that a body equals what the bridge would post. */
export const pulledEvents = z.object({
  items: z.array(
    z.looseObject({
      ackId: z.string(),
      fetched: z.int(),
      leasedUntil: z.string(),
      replay: z.boolean().optional(),
      event: listedEvent,
    }),
  ),
});
export type Pulled = z.infer<typeof pulledEvents>["items"][number];

/** `error`: why there was no response. */
export type Forwarded = { readonly status?: number; readonly error?: string; readonly ms: number };

const timeout = 15_000;

/** Posts an event as the bridge would, but with a local signature and without custom headers. */
export async function forwardEvent(
  to: string,
  webhook: Webhook,
  { event, replay, example }: Pick<Pulled, "event" | "replay"> & { readonly example?: true },
): Promise<Forwarded> {
  const body = JSON.stringify(event.body);
  const at = new Date();
  const headers = {
    "content-type": "application/json",
    "user-agent": "Feedhook/listen",
    "webhook-id": event.id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": webhook.sign(event.id, at, body),
    ...(replay === true ? { "webhook-replay": "true" } : {}),
    ...(example === true ? { "webhook-example": "true" } : {}),
  };
  const began = performance.now();
  const ms = () => Math.round(performance.now() - began);
  try {
    const signal = AbortSignal.timeout(timeout);
    const answer = await fetch(to, { method: "POST", headers, body, redirect: "manual", signal });
    await answer.body?.cancel();
    return { status: answer.status, ms: ms() };
  } catch (error) {
    return { error: reasonOf(error), ms: ms() };
  }
}

export const isTaken = ({ status = 0 }: Forwarded): boolean => status >= 200 && status < 300;
