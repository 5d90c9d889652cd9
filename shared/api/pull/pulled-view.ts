import type { z } from "@hono/zod-openapi";
import type { Fetched } from "../../delivery/pull/pull-consumer.ts";
import { ackIdOf } from "../../delivery/pull/pull-row.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import { eventView } from "../events/event-view.ts";
import type { pollAnswer } from "./pull-schemas.ts";

export function pulledView(
  { row, event }: Fetched,
  { payload }: Pick<Subscription, "payload">,
): z.input<typeof pollAnswer>["items"][number] {
  const { data, ...thin } = eventView(event);
  return {
    ackId: ackIdOf(row),
    fetched: row.fetched,
    leasedUntil: new Date(row.leasedUntil ?? 0).toISOString(),
    replay: row.run === "0" ? undefined : true,
    event: payload === "thin" ? thin : { ...thin, data },
  };
}
