import { unixMs } from "../kernel/instant.ts";
import { type ChangeTimes, changeTimeOf } from "./records/projections.ts";

/**
 * Classifies what first contact with an instance or an owner finds:
 * - `baseline`: it existed before the connection and hasn't changed since, according to the source, or it has no change
 *   time.
 * - `created`: it changed after the connection, and the source doesn't say that it was created before the connection.
 * - `updated`: it was created before the connection and changed after it. What changed is unknown, but an event is
 *   published, because subscribers were promised every change since the connection.
 *
 * `connectedAt` is in unix ms of the server's clock.
 */
export function firstSight(times: ChangeTimes, connectedAt: number): "baseline" | "created" | "updated" {
  const changed = unixMs(changeTimeOf(times));
  if (changed === undefined || changed < connectedAt) return "baseline";
  return isOlder(times, connectedAt) ? "updated" : "created";
}

/** Whether something was created before the connection, according to the source. */
export function isOlder({ created }: ChangeTimes, connectedAt: number): boolean {
  const createdAt = unixMs(created);
  return createdAt !== undefined && createdAt < connectedAt;
}
