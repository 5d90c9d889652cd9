import type { Range, Statistics } from "../logic/series.ts";
import { api } from "./client.ts";
import { type OwnedEndpoint, ownerOf, type Schemas, type Subscription } from "./reads.ts";
import { type Load, useLoad } from "./use-load.ts";

/** Reads only the first `most` endpoints, because each one costs a request, and the API limits the request rate. */
function useEach<T>(
  name: string,
  ids: readonly string[],
  { most, every, read }: { most: number; every: number; read: (id: string) => Promise<T | undefined> },
): Load<ReadonlyMap<string, T>> {
  const asked = ids.slice(0, most);
  const readAll = async () => {
    const found = await Promise.all(asked.map(async (id) => [id, await read(id)] as const));
    // A request can fail, for example because the endpoint was deleted in the meantime.
    return new Map(found.flatMap(([id, one]) => (one === undefined ? [] : [[id, one] as const])));
  };
  return useLoad(`${name} ${asked.join()}`, readAll, every);
}

export type StatisticsById = ReadonlyMap<string, Statistics>;

/** Pull queues have no statistics. */
export function useStatistics(
  subscriptions: readonly Pick<Subscription, "id" | "kind">[],
  range: Range,
): Load<StatisticsById> {
  const pushed = subscriptions.filter(({ kind }) => kind !== "pull").map(({ id }) => id);
  const read = async (id: string) =>
    (await api.GET("/v1/subscriptions/{id}/statistics", { params: { path: { id }, query: { range } } })).data;
  // Statistics for ranges of up to a day change every minute.
  const every = range === "1h" || range === "24h" ? 60_000 : 600_000;
  return useEach(`statistics ${range}`, pushed, { most: 40, every, read });
}

export function useBacklogs(
  endpoints: readonly OwnedEndpoint[],
): Load<ReadonlyMap<string, Schemas["Endpoint"]["backlog"]>> {
  const owners = new Map(endpoints.map((one) => [one.id, one]));
  const read = async (id: string) =>
    (await api.GET("/v1/subscriptions/{id}", { params: { path: { id }, ...ownerOf(owners.get(id)) } })).data?.endpoint
      .backlog;
  return useEach("backlogs", [...owners.keys()], { most: 10, every: 10_000, read });
}
