import type { z } from "@hono/zod-openapi";
import type { Instance } from "../../source/instance.ts";
import { isoTime } from "../http/iso-time.ts";
import type { instanceAnswer, instanceState } from "./instance-schemas.ts";

/** An instance as operators see it. Credentials are write-only. */
export function instanceView(one: Instance, rooms: readonly string[]): z.input<typeof instanceAnswer> {
  const { name, parkedReason, requestsPerSecond, connectedAt } = one;
  return {
    name,
    status: instanceStatus(one),
    parkedReason,
    requestsPerSecond,
    rooms: [...rooms],
    registeredAt: isoTime(one.registeredAt),
    connectedAt: isoTime(connectedAt),
  };
}

export function instanceStatus({ status, paused, connectedAt }: Instance): z.input<typeof instanceState> {
  if (paused === true) return "paused";
  return status === "active" && connectedAt === undefined ? "connecting" : status;
}
