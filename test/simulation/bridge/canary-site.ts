import type { CanaryAnswer } from "../../../functions/canary.ts";
import type { Dialer, DialOutcome, DialRequest } from "../../../shared/delivery/attempt/dialer.ts";
import { canarySchedule } from "../../../shared/kernel/topology.ts";
import type { FunctionPool } from "./function-pool.ts";
import type { Ground } from "./ground.ts";

/** The URL at which the canary's own events come back to it. */
export const canaryUrl = "https://bridge.example/canary";

/** A POST that reached the canary's URL, and the canary's response. */
export type CanaryPost = {
  readonly at: number;
  readonly event: string;
  readonly body: string;
  /** Whether somebody forged it. */
  readonly isForged: boolean;
  /** 0 until there is a response. */
  status: number;
};

/** The canary's measurement: how long (ms) one of its events took from the mirror to its return. */
export type Measurement = { readonly at: number; readonly process: string; readonly ms: number };

export type CanarySiteParts = {
  readonly ground: Ground;
  readonly consumer: Pick<FunctionPool, "invoke">;
  /** Receives the POSTs to every other URL. */
  readonly others: Dialer;
};

const timing = {};
/** Probability that somebody else posts to the URL, which is public. */
const forgeries = 0.2;

/** The canary's schedule, and the API's URL in front of it, as with API Gateway. */
export class CanarySite implements Dialer {
  readonly posts: CanaryPost[] = [];
  readonly measurements: Measurement[] = [];
  readonly #parts: CanarySiteParts;

  constructor(parts: CanarySiteParts) {
    this.#parts = parts;
  }

  /** From now on, the canary sends an event on schedule. A schedule may fire twice. */
  begin(): void {
    const { ground, consumer } = this.#parts;
    const { clock } = ground;
    clock.at(clock.now() + canarySchedule.everySeconds * 1_000, () => {
      void consumer.invoke({ time: new Date(clock.now()).toISOString() });
      if (ground.strikes("duplicate")) void consumer.invoke({ time: new Date(clock.now()).toISOString() });
      if (ground.chance(forgeries)) void this.#forge();
      this.begin();
    });
  }

  async post(request: DialRequest): Promise<DialOutcome> {
    if (request.url !== canaryUrl) return this.#parts.others.post(request);
    const { clock } = this.#parts.ground;
    const begun = clock.now();
    const body = Buffer.from(request.body).toString("utf8");
    const status = await Promise.race([
      this.#take({ headers: request.headers, body, isForged: false }),
      clock.sleep(request.deadline),
    ]);
    this.#parts.ground.calls += 1;
    const ms = clock.now() - begun;
    if (status === undefined) return { outcome: "failed", class: "timeout", ms, timing };
    return { outcome: "answered", status, headers: {}, excerpt: "", ms, timing };
  }

  /** A request from outside with the bytes of one of the canary's events, and a fake signature. */
  async #forge(): Promise<void> {
    const seen = this.#parts.ground.pick(this.posts);
    if (seen === undefined) return;
    const signature = `v1,${Buffer.from(this.#parts.ground.randomness.bytes(32)).toString("base64")}`;
    const timestamp = String(Math.floor(this.#parts.ground.clock.now() / 1_000));
    const headers = { "webhook-id": seen.event, "webhook-timestamp": timestamp, "webhook-signature": signature };
    await this.#take({ headers, body: seen.body, isForged: true });
  }

  /** API Gateway responds for a function that fails or is throttled. */
  async #take({
    headers,
    body,
    isForged,
  }: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly isForged: boolean;
  }): Promise<number> {
    const { ground, consumer } = this.#parts;
    await ground.clock.sleep(5 + ground.below(100));
    const at = ground.clock.now();
    const post: CanaryPost = { at, event: headers["webhook-id"] ?? "", body, isForged, status: 0 };
    this.posts.push(post);
    const encoded = Buffer.from(body).toString("base64");
    const event = { version: "2.0", rawPath: "/canary", headers, body: encoded, isBase64Encoded: true };
    const invocation = await consumer.invoke(event);
    const answer = invocation.outcome === "done" ? (invocation.result as CanaryAnswer) : undefined;
    post.status = answer?.statusCode ?? 503;
    ground.trace.note("canary", `answers ${post.status} to ${post.event}${isForged ? " (a forgery)" : ""}`);
    return post.status;
  }
}
