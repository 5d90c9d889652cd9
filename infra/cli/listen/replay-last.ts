import type { ApiClient } from "../../api-client/create-api-client.ts";
import { answerOf } from "../client/answer-of.ts";
import { after, everyPage, firstOf } from "../client/every-page.ts";
import { instanceNames } from "../client/instance-names.ts";
import type { Wanted } from "./temporary-subscription.ts";

/** The most events that a single replay accepts. */
export const mostReplayed = 200;

/** Replays the newest events of the wanted types to the subscription. Resolves with their ids. */
export async function replayLast(
  api: ApiClient,
  id: string,
  wanted: Wanted,
  count: number,
): Promise<readonly string[]> {
  const instances = wanted.instances ?? (await instanceNames(api));
  const newest = await Promise.all(instances.map((instance) => newestOf(api, instance, wanted, count)));
  const events = newest
    .flat()
    .sort((one, other) => (one < other ? 1 : -1))
    .slice(0, count);
  if (events.length === 0) return [];
  const body = { events, dryRun: false, perSecond: mostReplayed };
  await answerOf(api.POST("/v1/subscriptions/{id}/replays", { params: { path: { id } }, body }));
  return events;
}

/** Ids increase with the time of detection, so those of several instances can be merged. */
async function newestOf(api: ApiClient, instance: string, wanted: Wanted, count: number): Promise<string[]> {
  // In the future, because by default the list ends a minute ago.
  const until = new Date(Date.now() + 60_000).toISOString();
  const query = { instance, order: "newest", until, limit: mostReplayed } as const;
  const read = (cursor: string | undefined) =>
    answerOf(api.GET("/v1/events", { params: { query: { ...query, ...after(cursor) } } }));
  async function* matching() {
    for await (const event of everyPage(read)) {
      if (event.baseline === true && !wanted.baseline) continue;
      if (wanted.eventTypes.some((pattern) => isOfType(event.type, pattern))) yield event.id;
    }
  }
  return firstOf(matching(), count);
}

export function isOfType(type: string, pattern: string): boolean {
  if (pattern === "*") return !type.startsWith("bridge.");
  return pattern.endsWith(".*") ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
