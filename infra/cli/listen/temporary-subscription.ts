import { hostname } from "node:os";
import type { JsonObject } from "../../../shared/kernel/json.ts";
import type { ApiClient } from "../../api-client/create-api-client.ts";
import { answerOf, done } from "../client/answer-of.ts";
import { subscriptionsOf } from "../client/subscriptions.ts";

export type Wanted = {
  readonly eventTypes: string[];
  readonly instances?: string[];
  readonly filter?: JsonObject;
  readonly baseline: boolean;
};

const marked = (pid: number | string) => `feedhook listen on ${hostname()}, process ${pid}: temporary`;

/** A pull subscription that is deleted when it is disposed of. */
export async function temporarySubscription(api: ApiClient, { filter, ...wanted }: Wanted) {
  await removeAbandoned(api);
  const described = { kind: "pull", ...wanted, description: marked(process.pid) } as const;
  const body = { ...described, ...(filter === undefined ? {} : { filter: { ...filter } }) };
  const { id } = await answerOf(api.POST("/v1/subscriptions", { body }));
  return {
    id,
    [Symbol.asyncDispose]: () => done(api.DELETE("/v1/subscriptions/{id}", { params: { path: { id } } })),
  };
}

/**
 * Deletes the subscriptions of processes that were killed on this machine. Otherwise, their queues would keep
 * collecting events, each for 30 days.
 */
async function removeAbandoned(api: ApiClient): Promise<void> {
  for (const { id, description = "" } of await subscriptionsOf(api)) {
    const [, pid] = /, process (\d+): temporary$/.exec(description) ?? [];
    if (pid === undefined || description !== marked(pid) || isAlive(Number(pid))) continue;
    await api.DELETE("/v1/subscriptions/{id}", { params: { path: { id } } });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process exists, but another user's process can't be signalled.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
