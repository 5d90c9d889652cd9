import type { FaultWorld } from "./fault-world.ts";
import { operatorKey } from "./start-function.ts";

export type Request = {
  readonly method: string;
  readonly path: string;
  /** Absent: the operator's. */
  readonly key?: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
};
// oxlint-disable-next-line typescript/no-explicit-any -- answers are arbitrary JSON, whose shape the use cases know
export type Answer = { readonly status: number; readonly body: any };

const patience = 30;

/**
 * Calls the API like a client over the network: a request without a response, or with a request to wait, is repeated.
 */
export async function call(world: FaultWorld, request: Request): Promise<Answer> {
  const { method, path, key = operatorKey, body, idempotencyKey } = request;
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
  };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  for (let tried = 1; ; tried += 1) {
    const outcome = await world.invoke("api", { path, init });
    const { status, text } = outcome === "failed" ? noAnswer : (outcome.result as typeof noAnswer);
    const isSettled = status >= 200 && status < 500 && status !== 429 && status !== 409;
    // The worker that it would wait for continues only after this one.
    if (isSettled || tried === patience || (world.isBeside && status === 409))
      return { status, body: text === "" ? undefined : JSON.parse(text) };
    await world.run(5_000);
  }
}

const noAnswer = { status: 0, text: "" };
