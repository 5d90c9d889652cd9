import { unixMs } from "../kernel/instant.ts";
import { type ChangeTimes, changeTimeOf } from "./records/projections.ts";

/**
 * Classifies what first contact with an instance or an owner finds. Anything without a change time is `baseline`.
 * `updated`: what changed is unknown, but an event is published, because subscribers were promised every change since
 * the connection. `connectedAt` is in unix ms of the server's clock.
 */
export function firstContactKind(times: ChangeTimes, connectedAt: number): "baseline" | "created" | "updated" {
  const changed = unixMs(changeTimeOf(times));
  if (changed === undefined || changed < connectedAt) return "baseline";
  return isOlder(times, connectedAt) ? "updated" : "created";
}

export function isOlder({ created }: ChangeTimes, connectedAt: number): boolean {
  const createdAt = unixMs(created);
  return createdAt !== undefined && createdAt < connectedAt;
}
