import type { Statistics } from "../logic/series.ts";
import { api } from "./client.ts";
import type { Subscription } from "./reads.ts";
import { type Load, useLoad } from "./use-load.ts";

/** Each endpoint costs a request, and the API limits the requests of a key. */
const mostEndpoints = 40;

export type StatisticsById = ReadonlyMap<string, Statistics>;

/**
 * The last day's statistics of the first 40 of these endpoints. They change once a minute, so they are read once a
 * minute.
 */
export function useStatistics(subscriptions: readonly Pick<Subscription, "id" | "kind">[]): Load<StatisticsById> {
  const ids = subscriptions
    .filter(({ kind }) => kind !== "pull")
    .slice(0, mostEndpoints)
    .map(({ id }) => id);
  const read = async () => {
    const found = await Promise.all(
      ids.map(async (id) => {
        // Leaves out an endpoint that was deleted meanwhile.
        const { data } = await api.GET("/v1/subscriptions/{id}/statistics", { params: { path: { id } } });
        return data === undefined ? [] : [[id, data] as const];
      }),
    );
    return new Map(found.flat());
  };
  return useLoad(`statistics ${ids.join()}`, read, 60_000);
}
