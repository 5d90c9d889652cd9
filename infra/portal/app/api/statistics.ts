import type { Statistics } from "../logic/series.ts";
import { api } from "./client.ts";
import type { Schemas, Subscription } from "./reads.ts";
import { type Load, useLoad } from "./use-load.ts";

/**
 * What the API returns about each of the first `most` endpoints. Each costs a request, and the API limits the requests
 * of a key.
 */
function useEach<T>(
  name: string,
  ids: readonly string[],
  { most, every, read }: { most: number; every: number; read: (id: string) => Promise<T | undefined> },
): Load<ReadonlyMap<string, T>> {
  const asked = ids.slice(0, most);
  const readAll = async () => {
    const found = await Promise.all(asked.map(async (id) => [id, await read(id)] as const));
    // Leaves out an endpoint that was deleted in the meantime.
    return new Map(found.flatMap(([id, one]) => (one === undefined ? [] : [[id, one] as const])));
  };
  return useLoad(`${name} ${asked.join()}`, readAll, every);
}

export type StatisticsById = ReadonlyMap<string, Statistics>;

/** The last day's statistics, which change once a minute, of the first 40 of these endpoints. */
export function useStatistics(subscriptions: readonly Pick<Subscription, "id" | "kind">[]): Load<StatisticsById> {
  const pushed = subscriptions.filter(({ kind }) => kind !== "pull").map(({ id }) => id);
  const read = async (id: string) =>
    (await api.GET("/v1/subscriptions/{id}/statistics", { params: { path: { id } } })).data;
  return useEach("statistics", pushed, { most: 40, every: 60_000, read });
}

/** The backlogs of the first ten of these endpoints. */
export function useBacklogs(ids: readonly string[]): Load<ReadonlyMap<string, Schemas["Endpoint"]["backlog"]>> {
  const read = async (id: string) =>
    (await api.GET("/v1/subscriptions/{id}", { params: { path: { id } } })).data?.endpoint.backlog;
  return useEach("backlogs", ids, { most: 10, every: 10_000, read });
}
