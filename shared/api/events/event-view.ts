import type { z } from "@hono/zod-openapi";
import type { StoredEvent } from "../../publishing/event-store.ts";
import type { eventAnswer } from "./event-schemas.ts";

export function eventView({ envelope }: StoredEvent): z.input<typeof eventAnswer> {
  return envelope;
}
