import * as z from "zod";
import { sha256Text } from "../kernel/hash.ts";
import { parseStored } from "../kernel/parse.ts";
import type { Clock } from "../kernel/ports/clock.ts";
import { absentOrExpired, type Key, type Table } from "../kernel/ports/table.ts";
import type { SecretBox } from "../kernel/secret-box.ts";
import { partnerPartition } from "./partner-key.ts";

/** A request that its sender may repeat, and what it was answered (`deliveries` table, pk `idempotency#<partner>`). */
const idempotencyItem = z.object({
  /** Digest of method, path and body. */
  request: z.string(),
  /** Unix ms: until then the first one is under way; whoever began it has died after that. */
  busyUntil: z.int(),
  /** Sealed: an answer may hold a secret that is shown once. Absent until the request is answered. */
  answer: z.string().exactOptional(),
});

const answerShape = z.object({ status: z.int(), body: z.string(), headers: z.record(z.string(), z.string()) });
export type IdempotentAnswer = z.infer<typeof answerShape>;

/** Who sends a request, and how it names it. */
export type IdempotentRequest = {
  readonly partner: string;
  readonly key: string;
  readonly name: string;
  readonly request: string;
};

export type IdempotencyOutcome =
  | { readonly outcome: "first" | "busy" | "otherRequest" }
  | { readonly outcome: "repeat"; readonly answer: IdempotentAnswer };

type Parts = {
  /** The `deliveries` table: it is the one whose items expire. */
  readonly table: Pick<Table, "get" | "put" | "remove">;
  readonly secrets: Pick<SecretBox, "seal" | "open">;
  readonly clock: Clock;
};

const kept = 86_400_000;

/** Longer than any request of the API may take. */
const longestRequest = 60_000;

/** Remembers for a day what requests with an `Idempotency-Key` were answered. */
export class IdempotencyStore {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Begins a request, or says what became of the one that had this name first. */
  async begin(given: IdempotentRequest): Promise<IdempotencyOutcome> {
    const { table, secrets, clock } = this.#parts;
    const key = keyOf(given);
    const now = clock.now();
    const item = { ...key, request: given.request, busyUntil: now + longestRequest, expiresAt: expiryAt(now) };
    const [created] = await table.put([{ item, when: absentOrExpired(now) }]);
    if (created === "written") return { outcome: "first" };
    const stored = await table.get(key, { consistent: true });
    if (stored === undefined) return { outcome: "busy" };
    const { request, busyUntil, answer } = parseStored(idempotencyItem, stored, `request ${key.sk}`);
    if (request !== given.request) return { outcome: "otherRequest" };
    if (answer !== undefined) {
      const opened = await secrets.open(partnerPartition(given.partner), key.sk, answer);
      return { outcome: "repeat", answer: parseStored(answerShape, JSON.parse(opened), `answer ${key.sk}`) };
    }
    if (busyUntil > now) return { outcome: "busy" };
    // Whoever began it died: this one takes its place, unless another has just done so.
    const when = [{ attribute: "busyUntil", is: "equal", value: busyUntil } as const];
    const [taken] = await table.put([{ item, when }]);
    return { outcome: taken === "written" ? "first" : "busy" };
  }

  async finish(given: IdempotentRequest, answer: IdempotentAnswer): Promise<void> {
    const { table, secrets, clock } = this.#parts;
    const key = keyOf(given);
    const sealed = await secrets.seal(partnerPartition(given.partner), key.sk, JSON.stringify(answer));
    const rest = { request: given.request, busyUntil: 0, answer: sealed, expiresAt: expiryAt(clock.now()) };
    await table.put([{ item: { ...key, ...rest } }]);
  }

  /** Nothing was done, so it may be tried again. */
  async forget(given: IdempotentRequest): Promise<void> {
    await this.#parts.table.remove(keyOf(given));
  }
}

/** Two keys of a partner may use the same name for different requests. */
function keyOf({ partner, key, name }: IdempotentRequest): Key {
  return { pk: `idempotency#${partner}`, sk: sha256Text("base64url", key, name) };
}

function expiryAt(now: number): number {
  return Math.ceil((now + kept) / 1_000);
}
