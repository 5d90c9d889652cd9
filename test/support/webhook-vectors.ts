import { readFileSync } from "node:fs";
import type { Receipt } from "../../infra/receiver/receiver.ts";

/** A webhook that arrives at a receiver with these secrets at `now` (Unix seconds), and the receiver's outcome. */
export type WebhookVector = {
  readonly name: string;
  readonly now: number;
  readonly secrets: readonly string[];
  readonly headers: {
    readonly "webhook-id": string;
    readonly "webhook-timestamp": string;
    readonly "webhook-signature": string;
  };
  readonly body: string;
  readonly receipt: Receipt;
  /** The event that the handler gets. Absent if only the receipt matters. */
  readonly event?: object;
};

/** One vector a line. The tests of every receiver kit read them; the first one is the specification's own. */
export const webhookVectors: readonly WebhookVector[] = readFileSync(
  new URL("./webhook-vectors.jsonl", import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as WebhookVector);
