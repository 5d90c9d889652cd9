import { unixMs } from "../kernel/instant.ts";
import { type ChangeTimes, changeTimeOf } from "./records/projections.ts";

/**
 * What it means that first contact with an instance or an owner meets something for the first time:
 * - `baseline`: it was there before the connection and hasn't changed since, as far as the source says.
 * - `created`: it came after the connection.
 * - `updated`: it was there before and changed after the connection. What changed isn't known, but an event must say so: the
 *   change lies in the time that subscribers were promised.
 *
 * `connectedAt` is in unix ms of the server's clock.
 */
export function firstSight(times: ChangeTimes, connectedAt: number): "baseline" | "created" | "updated" {
  const changed = unixMs(changeTimeOf(times));
  if (changed === undefined || changed < connectedAt) return "baseline";
  return isOlder(times, connectedAt) ? "updated" : "created";
}

/** Whether the source says that it was created before the connection. */
export function isOlder({ created }: ChangeTimes, connectedAt: number): boolean {
  const createdAt = unixMs(created);
  return createdAt !== undefined && createdAt < connectedAt;
}
