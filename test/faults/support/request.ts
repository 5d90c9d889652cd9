import { call, type Request } from "./client.ts";
import type { UseCase } from "./every-fault.ts";
import type { KnownBridge } from "./known-bridge.ts";

/** Sealed texts, and digests of random values. */
export const random = [
  "sealed",
  "secret",
  "hash",
  "key",
  "salt",
  "body",
  "digest",
  "token",
  "answer",
  "claims",
  "wrapped",
  "busyUntil",
  "access",
];
/** A response is saved, and an audit entry made, once the change is done. If that fails, it is in the process's log. */
export const afterwards = [
  ...[/^deliveries idempotency#/, /^deliveries audit#/, /^subscriptions (partner|instance)#\w+ \/ datakey/],
  // The quota share of an ended process is recounted within the hour.
  /\/ quota#/,
];

/** A notice is sent before its change is done, and may then reach subscriptions that are no longer served. */
export const timely = [
  /^(deliveries|events ledger|the bus|POST).*bridge\.partner_(suspended|deleted)/,
  /^events ledger/,
];

/** A request that a client repeats until it gets a response, with the same key if the route accepts one. */
export const request = (name: string, of: (bridge: KnownBridge) => Request, more: Partial<UseCase> = {}): UseCase => ({
  name,
  act: async (world, bridge) => {
    const asked = of(bridge);
    const { status } = await call(world, {
      ...asked,
      ...(asked.method === "POST" && { idempotencyKey: "once" }),
    });
    // An object that a request without a response deleted no longer exists for the next one.
    const isDone = status < 300 || (asked.method === "DELETE" && status === 404);
    return isDone ? "done" : status;
  },
  canon: { history: random, rows: afterwards, lines: timely },
  ...more,
});
