import * as z from "zod";
import type { TableContext } from "../kernel/context.ts";
import { type Draw, seededDraw } from "../kernel/draw.ts";
import { sha256Text } from "../kernel/hash.ts";
import { parseStored } from "../kernel/parse.ts";
import { absentOrExpired, type Key } from "../kernel/ports/table.ts";
import type { SecretBox } from "../kernel/secret-box.ts";
import { takeOfDay } from "./day-allowance.ts";
import { partnerPartition } from "./partner-key.ts";

/** A request that its sender can repeat, and its response (`deliveries` table, pk `idempotency#<partner>`). */
const idempotencyItem = z.object({
  /** A digest of method, URL and body. */
  request: z.string(),
  /** Until this time (unix ms), a process may be working on the request. After that, the process must have ended. */
  busyUntil: z.int(),
  /** Unix ms. `begunAt` and `seed` are absent once there is a response, and in rows from an earlier release. */
  begunAt: z.int().exactOptional(),
  /** All random values that the request creates, including secrets, are drawn from this seed, so the seed is sealed. */
  seed: z.string().exactOptional(),
  /** Sealed, because a response may contain a secret that is shown once. Absent if no response is kept. */
  answer: z.string().exactOptional(),
  /**
   * Set if the response isn't kept. `busyUntil` is then the end of the item's life, because an earlier release reads
   * only that.
   */
  done: z.literal(true).exactOptional(),
  /** What the sender could access when the response was made. */
  access: z.string().exactOptional(),
});

const answerShape = z.object({ status: z.int(), body: z.string(), headers: z.record(z.string(), z.string()) });
export type IdempotentAnswer = z.infer<typeof answerShape>;

/** `partner`, `key`: the request's sender. `name`: its `Idempotency-Key`. `request`: a digest of its content. */
export type IdempotentRequest = {
  readonly partner: string;
  readonly key: string;
  readonly name: string;
  readonly request: string;
  /** Describes what the sender can access now. A response is repeated only while this access stays the same. */
  readonly access: string;
};

export type IdempotencyOutcome =
  /** If an earlier process ended or failed before it responded, `draw` repeats that process's values. */
  | { readonly outcome: "ok"; readonly draw: Draw }
  /** `invalid`: the `Idempotency-Key` was used for a different request. `done`: the response can't be repeated. */
  | { readonly outcome: "conflict" | "invalid" | "done" }
  | { readonly outcome: "repeat"; readonly answer: IdempotentAnswer };

type Parts = TableContext & { readonly secrets: SecretBox };

const kept = 86_400_000;

/** The most bytes of a response that is kept. Most responses have one or two thousand bytes. */
const largestAnswer = 8_192;

/** Bytes of stored responses per partner and UTC day, across all the partner's keys. */
const answersPerDay = 16 * 1_024 * 1_024;

/** No API request takes longer than this (ms). */
const longestRequest = 60_000;

/**
 * Remembers for a day which requests with an `Idempotency-Key` were handled, and keeps their responses if they are
 * small and the partner's allowance for the day isn't used up. Callers must not store responses with event data here,
 * because erasures don't search this store. Uses the `deliveries` table, because its items can expire.
 */
export class IdempotencyStore {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A request whose process ended or failed before it responded begins again. */
  async begin(given: IdempotentRequest): Promise<IdempotencyOutcome> {
    const { table, secrets, clock, randomness } = this.#parts;
    const key = keyOf(given);
    const partition = partnerPartition(given.partner);
    const now = clock.now();
    const fresh = Buffer.from(randomness.bytes(32)).toString("base64url");
    const item = {
      ...{ ...key, request: given.request, busyUntil: now + longestRequest, expiresAt: expiryAt(now) },
      ...{ begunAt: now, seed: await secrets.seal(partition, key.sk, fresh) },
    };
    const [created] = await table.put([{ item, when: absentOrExpired(now) }]);
    if (created === "written") return { outcome: "ok", draw: seededDraw(fresh, now, false) };
    const stored = await table.get(key);
    if (stored === undefined) return { outcome: "conflict" };
    const {
      request,
      busyUntil,
      begunAt = now,
      seed,
      answer,
      done,
      access = given.access,
    } = parseStored(idempotencyItem, stored, `request ${key.sk}`);
    if (request !== given.request) return { outcome: "invalid" };
    if (done === true || (answer !== undefined && access !== given.access)) return { outcome: "done" };
    if (answer !== undefined) {
      const opened = await secrets.open(partition, key.sk, answer);
      return { outcome: "repeat", answer: parseStored(answerShape, JSON.parse(opened), `answer ${key.sk}`) };
    }
    if (busyUntil > now) return { outcome: "conflict" };
    // The process that began the request died, or released the request after a failure. This process takes over, unless
    // another process has just done so.
    const when = [{ attribute: "busyUntil", is: "equal", value: busyUntil } as const];
    const isRepeat = seed !== undefined;
    const [taken] = await table.put([{ item: isRepeat ? { ...item, begunAt, seed } : item, when }]);
    if (taken !== "written") return { outcome: "conflict" };
    const draw = isRepeat
      ? seededDraw(await secrets.open(partition, key.sk, seed), begunAt, true)
      : seededDraw(fresh, now, false);
    return { outcome: "ok", draw };
  }

  async finish(given: IdempotentRequest, answer: IdempotentAnswer): Promise<void> {
    const { table, secrets, clock } = this.#parts;
    const key = keyOf(given);
    const now = clock.now();
    const { partner, request, access } = given;
    const text = JSON.stringify(answer);
    const amount = Buffer.byteLength(text);
    const allowance = { partner, of: "answers", amount, most: answersPerDay, now };
    const isKept = amount <= largestAnswer && (await takeOfDay(table, allowance));
    const outcome = isKept
      ? { busyUntil: 0, answer: await secrets.seal(partnerPartition(partner), key.sk, text) }
      : { busyUntil: now + kept, done: true };
    await table.put([{ item: { ...key, request, access, ...outcome, expiresAt: expiryAt(now) } }]);
  }

  /** Lets a request that failed, perhaps partway, be repeated at once with the same random values. */
  async release(given: IdempotentRequest): Promise<void> {
    const when = [{ attribute: "seed", is: "present" } as const];
    await this.#parts.table.update({ key: keyOf(given), set: { busyUntil: 0 }, when });
  }

  /** Forgets a request that changed nothing, so that it can be sent again as if it were new. */
  async forget(given: IdempotentRequest): Promise<void> {
    await this.#parts.table.remove(keyOf(given));
  }
}

/** Two API keys of a partner can use the same `Idempotency-Key` for different requests. */
function keyOf({ partner, key, name }: IdempotentRequest): Key {
  return { pk: `idempotency#${partner}`, sk: sha256Text("base64url", key, name) };
}

function expiryAt(now: number): number {
  return Math.ceil((now + kept) / 1_000);
}
