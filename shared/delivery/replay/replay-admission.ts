import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { parseStored } from "../../kernel/parse.ts";
import { absent, type Condition, type Key, type Table } from "../../kernel/ports/table.ts";
import { retryOnConflict } from "../../kernel/retry-on-conflict.ts";
import { partnerPartition } from "../../partners/partner-key.ts";
import { isSending, type ReplayJob } from "./replay-job.ts";

/** The most unfinished replays. Each keeps a worker busy for up to 20 s at a time if it searches for rare events. */
const mostOfSubscription = 5;
const mostOfPartner = 10;

/** A replay that is about to run. `until`: when the claim expires (unix ms). */
const claim = z.object({ id: z.string(), subscription: z.string(), perSecond: z.int(), until: z.int() });
type Claim = z.infer<typeof claim>;

const claimsItem = z.object({ claims: z.array(claim), rev: z.int() });

/** In ms; longer than any request takes. */
const claimLife = 60_000;

/** `free`: only this many deliveries per second are left in the partner's quota. */
export type ReplayRefusal = "tooMany" | "tooManyOfPartner" | { readonly free: number };

type Candidate = Pick<ReplayJob, "partner" | "subscription" | "id" | "perSecond">;

type Parts = Context & {
  /** The `subscriptions` table. */
  readonly table: Table;
  /** Reads a partner's replays that are sending or paused. The read must be consistent. */
  readonly undone: (partner: string) => Promise<readonly ReplayJob[]>;
};

/**
 * Enforces the limits on a partner's replays, even if several start at the same time. Before its job is written, a
 * replay claims a place (`subscriptions` table, under the partner, sk `replay-claims`), which counts as a running
 * replay. If a process dies between the two writes, its claim expires.
 */
export class ReplayAdmission {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Runs `begin`, which writes the job as running, unless a limit forbids it. `quota`: the deliveries per second that
   * all replays of the partner may send together.
   */
  async admit<T>(
    candidate: Candidate,
    quota: number,
    begin: () => Promise<T>,
  ): Promise<T | { readonly refusal: ReplayRefusal }> {
    const { partner, id, subscription, perSecond } = candidate;
    const { clock, undone } = this.#parts;
    const refusal = await retryOnConflict(`the replays of ${partner}`, async () => {
      const now = clock.now();
      // The claims are read before the jobs: if a claim is removed between the reads, its job already exists.
      const { claims, rev } = await this.#read(partner);
      const live = claims.filter(({ until }) => until > now && until <= now + claimLife);
      const refused = refusalOf(candidate, quota, { undone: await undone(partner), claims: live, now });
      if (refused !== undefined) return refused;
      const own = { id, subscription, perSecond, until: now + claimLife };
      return (await this.#write(partner, [...live, own], rev)) ? undefined : "conflict";
    });
    if (refusal !== undefined) return { refusal };
    const begun = await begin();
    try {
      await this.#end(partner, id);
    } catch {
      // The job has already been written, and a claim that can't be removed expires.
    }
    return begun;
  }

  async #end(partner: string, id: string): Promise<void> {
    await retryOnConflict(`the replays of ${partner}`, async () => {
      const { claims, rev } = await this.#read(partner);
      const rest = claims.filter((one) => one.id !== id);
      if (rest.length === claims.length) return "ended";
      return (await this.#write(partner, rest, rev)) ? "ended" : "conflict";
    });
  }

  async #read(partner: string): Promise<z.infer<typeof claimsItem>> {
    const item = await this.#parts.table.get(keyOf(partner));
    return item === undefined ? { claims: [], rev: 0 } : parseStored(claimsItem, item, `replay claims of ${partner}`);
  }

  async #write(partner: string, claims: readonly Claim[], rev: number): Promise<boolean> {
    const when: Condition = rev === 0 ? absent : [{ attribute: "rev", is: "equal", value: rev }];
    const item = { ...keyOf(partner), claims: [...claims], rev: rev + 1 };
    const [outcome] = await this.#parts.table.put([{ item, when }]);
    return outcome === "written";
  }
}

function refusalOf(
  { id, subscription, perSecond }: Candidate,
  quota: number,
  {
    undone,
    claims,
    now,
  }: { readonly undone: readonly ReplayJob[]; readonly claims: readonly Claim[]; readonly now: number },
): ReplayRefusal | undefined {
  const claimed = new Set(claims.map((one) => one.id));
  const unclaimed = undone.filter((job) => !claimed.has(job.id));
  const running = [...claims, ...unclaimed.filter((job) => isSending(job, now))];
  const others = [...claims, ...unclaimed].filter((one) => one.id !== id);
  if (others.filter((one) => one.subscription === subscription).length >= mostOfSubscription) return "tooMany";
  if (others.length >= mostOfPartner) return "tooManyOfPartner";
  const inUse = running.reduce((sum, one) => sum + (one.id === id ? 0 : one.perSecond), 0);
  return inUse + perSecond > quota ? { free: Math.max(quota - inUse, 0) } : undefined;
}

function keyOf(partner: string): Key {
  return { pk: partnerPartition(partner), sk: "replay-claims" };
}
