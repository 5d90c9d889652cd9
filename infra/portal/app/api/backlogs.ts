import { api } from "./client.ts";
import type { Schemas } from "./reads.ts";
import { type Load, useLoad } from "./use-load.ts";

/** Each costs a request of the key's budget. */
const mostEndpoints = 10;

export type Backlog = Schemas["Endpoint"]["backlog"];

/** What waits for the first ten of these endpoints. */
export function useBacklogs(ids: readonly string[]): Load<ReadonlyMap<string, Backlog>> {
  const asked = ids.slice(0, mostEndpoints);
  const read = async () => {
    const found = await Promise.all(
      asked.map(async (id) => {
        // One that was deleted meanwhile is left out.
        const { data } = await api.GET("/v1/subscriptions/{id}", { params: { path: { id } } });
        return data === undefined ? [] : [[id, data.endpoint.backlog] as const];
      }),
    );
    return new Map(found.flat());
  };
  return useLoad(`backlogs ${asked.join()}`, read, 10_000);
}
