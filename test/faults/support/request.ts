import { call, type Request } from "./client.ts";
import type { UseCase } from "./every-fault.ts";
import type { KnownBridge } from "./known-bridge.ts";

/** Sealed texts and digests of what was made at random. */
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
/** An answer is kept, and an entry of the audit log made, once the change is done; if that fails, the log of the process has it. */
export const afterwards = [
  ...[/^deliveries idempotency#/, /^deliveries audit#/, /^subscriptions (partner|instance)#\w+ \/ datakey/],
  // What a process that ended had taken of a quota is counted again within the hour.
  /\/ quota#/,
];

/** A notice goes out before what it tells of is done, and then may reach subscriptions that won't be served any more. */
export const timely = [
  /^(deliveries|events ledger|the bus|POST).*bridge\.partner_(suspended|deleted)/,
  /^events ledger/,
];

/** A request that a client repeats until it is answered, with the same key where the route takes one. */
export const request = (name: string, of: (bridge: KnownBridge) => Request, more: Partial<UseCase> = {}): UseCase => ({
  name,
  act: async (world, bridge) => {
    const asked = of(bridge);
    const { status } = await call(world, {
      ...asked,
      ...(asked.method === "POST" && { idempotencyKey: "once" }),
    });
    // What was deleted by a request whose answer was lost isn't there any more for the next one.
    const isDone = status < 300 || (asked.method === "DELETE" && status === 404);
    return isDone ? "done" : status;
  },
  canon: { history: random, rows: afterwards, lines: timely },
  ...more,
});
