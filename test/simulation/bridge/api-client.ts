import type { ApiCall } from "./code-version.ts";
import type { FunctionPool } from "./function-pool.ts";
import type { Ground } from "./ground.ts";

export type ApiRequest = {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
};

// oxlint-disable-next-line typescript/no-explicit-any -- answers are arbitrary JSON, whose shape their readers know
export type ApiAnswer = { readonly status: number; readonly body: any; readonly text: string };

/** After this many tries a client gives up. Then neither it nor the oracle knows what happened. */
const patience = 400;

const noAnswer: ApiAnswer = { status: 0, body: undefined, text: "" };

/** Calls the API as a client over the network would. A response may be lost, and then the request is repeated. */
export class ApiClient {
  /** Every response with its request. None of them may contain anything secret. */
  readonly answers: { readonly request: ApiRequest; readonly text: string }[] = [];
  readonly #ground: Ground;
  readonly #pool: Pick<FunctionPool, "invoke">;

  constructor(ground: Ground, pool: Pick<FunctionPool, "invoke">) {
    this.#ground = ground;
    this.#pool = pool;
  }

  async once(request: ApiRequest): Promise<ApiAnswer> {
    const invocation = await this.#pool.invoke(callOf(request));
    if (invocation.outcome === "failed") return noAnswer;
    const { status, text } = invocation.result as { status: number; text: string };
    this.answers.push({ request, text });
    return { status, text, body: text === "" ? undefined : JSON.parse(text) };
  }

  /** Repeats a request until it gets a response that doesn't ask to wait. */
  async call(request: ApiRequest): Promise<ApiAnswer> {
    const { idempotencyKey: given } = request;
    const key = request.method === "POST" ? (given ?? `step-${this.#ground.below(1e9)}`) : undefined;
    for (let tried = 1; ; tried += 1) {
      const answer = await this.once({ ...request, ...(key !== undefined && { idempotencyKey: key }) });
      // Waiting doesn't help if something else has to happen first.
      const isWrongState = answer.text.includes("wrong-state");
      const settled =
        isWrongState || (answer.status >= 200 && answer.status < 500 && answer.status !== 429 && answer.status !== 409);
      if (settled || tried === patience) return answer;
      await this.#ground.clock.sleep(1_000 + this.#ground.below(4_000));
    }
  }
}

function callOf({ method, path, key, body, idempotencyKey }: ApiRequest): ApiCall {
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
  };
  return { path, init: { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) } };
}
