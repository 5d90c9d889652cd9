import type { Context } from "../../kernel/context.ts";
import { definedJson } from "../../kernel/defined-json.ts";
import type { Draw } from "../../kernel/draw.ts";
import { absent, type Key, type Table } from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";
import { sortableId } from "../../kernel/sortable-id.ts";
import { partnerPartition } from "../../partners/partner-key.ts";
import { subscriptionKey } from "../../subscriptions/subscription.ts";
import { ReplayAdmission, type ReplayRefusal } from "./replay-admission.ts";
import {
  isSending,
  jobKey,
  jobPrefix,
  jobsDue,
  type ReplayCursor,
  type ReplayJob,
  type ReplayRef,
  type ReplayState,
  readJob,
} from "./replay-job.ts";

type Parts = Context & {
  /** The `subscriptions` table. */
  readonly table: Table;
};

export type NewReplay = Pick<ReplayJob, "partner" | "subscription" | "criteria" | "instances" | "perSecond">;

/** `claimedUntil` (unix ms) distinguishes this worker's claim from a later one. */
type ClaimedReplay = ReplayJob & { readonly claimedUntil: number };

/** The progress of a chunk. `done`: no events are left to read. */
type Progress = {
  readonly cursor: ReplayCursor;
  readonly scanned: number;
  readonly sent: number;
  readonly done: boolean;
};

/** After this time (ms), a worker that took a chunk counts as dead. */
const claimLife = 120_000;

/**
 * The share of a chunk's time after which the next chunk may be claimed, because its message may come a little early. A
 * second message of the same replay comes before that, and ends. If it could claim a chunk, it would send another
 * message after it, and the replay would exceed its rate until its end.
 */
const claimableAfter = 0.9;

/** A chunk that isn't claimed within this time (ms) counts as lost, and a sweep sends its message again. */
const lostAfter = 60_000;

/** How long (ms) ended replays are kept. Older ones are removed when their partner starts another replay. */
const kept = 30 * 86_400_000;

/** The most ended replays of a partner that are kept. Each start and each list reads them all, up to 15 KB each. */
const mostEnded = 100;

/** Each chunk is claimed and completed by compare-and-set on the number of earlier chunks. */
export class ReplayStore {
  readonly #parts: Parts;
  readonly #admission: ReplayAdmission;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#admission = new ReplayAdmission({ ...parts, undone: (partner) => this.#undone(partner) });
  }

  /**
   * If `draw` repeats an earlier request, returns the job that the earlier request created. `quota`: the deliveries per
   * second that all replays of the partner may send together.
   */
  async create(replay: NewReplay, quota: number, draw: Draw): Promise<ReplayJob | { readonly refusal: ReplayRefusal }> {
    const { clock } = this.#parts;
    const id = sortableId("rpl", draw.at, draw);
    const begun = draw.isRepeat ? await this.find(replay.partner, id) : undefined;
    if (begun !== undefined) return begun;
    await this.#prune(replay.partner, clock.now());
    return this.#admission.admit({ ...replay, id }, quota, () => this.#write(replay, id));
  }

  async #write(replay: NewReplay, id: string): Promise<ReplayJob> {
    const { table, clock } = this.#parts;
    const now = clock.now();
    const start = { state: "running", createdAt: now, cursor: { instance: 0 }, scanned: 0, sent: 0, chunk: 0 } as const;
    const job: ReplayJob = { ...replay, ...start, id };
    const fields = definedJson(job);
    await table.put([{ item: { ...fields, ...jobKey(job.partner, id), due: now, dueShard: jobsDue }, when: absent }]);
    return job;
  }

  async find(partner: string, id: string): Promise<ReplayJob | undefined> {
    const item = await this.#parts.table.get(jobKey(partner, id));
    return item === undefined ? undefined : readJob(item);
  }

  /** Newest first. */
  async list(partner: string, subscription: string): Promise<readonly ReplayJob[]> {
    return (await this.#all(partner)).filter((job) => job.subscription === subscription).reverse();
  }

  async #undone(partner: string): Promise<readonly ReplayJob[]> {
    const now = this.#parts.clock.now();
    return (await this.#all(partner)).filter((job) => job.state === "paused" || isSending(job, now));
  }

  /**
   * Claims the replay's next chunk for this worker. Returns undefined if the replay isn't running, if the chunk isn't
   * due yet, or if another worker has claimed it.
   */
  async claim(partner: string, id: string): Promise<ClaimedReplay | undefined> {
    const { table, clock } = this.#parts;
    const job = await this.find(partner, id);
    if (job === undefined) return undefined;
    const now = clock.now();
    if (job.state !== "running") {
      // If a chunk was under way when the replay was paused or cancelled, the chunk's end made the replay due again.
      await this.#rest(job);
      return undefined;
    }
    const claimedUntil = now + claimLife;
    const outcome = await table.update({
      key: jobKey(partner, id),
      set: { claimedUntil, due: claimedUntil, dueShard: jobsDue },
      when: [
        { attribute: "chunk", is: "equal", value: job.chunk },
        { attribute: "claimedUntil", is: "absentOrAtMost", value: now },
      ],
    });
    return outcome === "written" ? { ...job, claimedUntil } : undefined;
  }

  /** Pauses or cancels a replay whose claimed chunk sends nothing. Ends the claim, which counts toward the quota. */
  async giveUp({ partner, id, claimedUntil }: ClaimedReplay, to: "paused" | "cancelled"): Promise<void> {
    const { key, set, remove, when } = this.#rested({ partner, id }, "running", to);
    const own = { attribute: "claimedUntil", is: "equal", value: claimedUntil } as const;
    await this.#parts.table.update({ key, set, remove: [...remove, "claimedUntil"], when: [...when, own] });
  }

  /**
   * Completes a chunk, whose deliveries are spread out until `sendingUntil` (unix ms). Returns false if another worker
   * has already completed it.
   */
  async advance(job: ReplayJob, { cursor, scanned, sent, done }: Progress, sendingUntil: number): Promise<boolean> {
    const { table, clock } = this.#parts;
    const key = jobKey(job.partner, job.id);
    const chunk = { attribute: "chunk", is: "equal", value: job.chunk } as const;
    const running = { attribute: "state", is: "equal", value: "running" } as const;
    const position = definedJson(cursor);
    const settled = { key, add: { chunk: 1, scanned, sent } };
    if (done) {
      const set = { cursor: position, state: "completed", endedAt: clock.now(), sendingUntil };
      const ended = { ...settled, set, remove: ["due", "dueShard", "claimedUntil"], when: [chunk, running] };
      if ((await table.update(ended)) === "written") return true;
    }
    const now = clock.now();
    const nextAt = now + Math.floor((sendingUntil - now) * claimableAfter);
    const set = { cursor: position, claimedUntil: nextAt, sendingUntil, due: nextAt + lostAfter, dueShard: jobsDue };
    return (await table.update({ ...settled, set, when: [chunk] })) === "written";
  }

  /** Returns false if the replay's state isn't `from`. */
  async change(job: ReplayRef, from: ReplayState, to: ReplayState): Promise<boolean> {
    const { table, clock } = this.#parts;
    const rested = this.#rested(job, from, to);
    const { key, when } = rested;
    const change = to === "running" ? { key, set: { state: to, due: clock.now(), dueShard: jobsDue }, when } : rested;
    return (await table.update(change)) === "written";
  }

  #rested({ partner, id }: ReplayRef, from: ReplayState, to: ReplayState) {
    const set = { state: to, ...(to === "paused" ? {} : { endedAt: this.#parts.clock.now() }) };
    const when = [{ attribute: "state", is: "equal", value: from } as const];
    return { key: jobKey(partner, id), set, remove: ["due", "dueShard"], when };
  }

  /** Returns false if the replay isn't paused. */
  async resume({ partner, id }: ReplayJob, quota: number): Promise<boolean | { readonly refusal: ReplayRefusal }> {
    const job = await this.find(partner, id);
    if (job?.state !== "paused") return false;
    return this.#admission.admit(job, quota, () => this.change(job, "paused", "running"));
  }

  async #rest({ partner, id, state }: ReplayJob): Promise<void> {
    const when = [{ attribute: "state", is: "equal", value: state } as const];
    await this.#parts.table.update({ key: jobKey(partner, id), remove: ["due", "dueShard"], when });
  }

  async #all(partner: string): Promise<readonly ReplayJob[]> {
    const jobs: ReplayJob[] = [];
    const query = { pk: partnerPartition(partner), prefix: jobPrefix };
    for await (const item of queryAll(this.#parts.table, query)) jobs.push(readJob(item));
    return jobs;
  }

  /**
   * Removes ended replays that are too old or exceed `mostEnded`. Cancels paused replays of deleted subscriptions: no
   * request can find them, and they would always count toward the partner's limits.
   */
  async #prune(partner: string, now: number): Promise<void> {
    const before = now - kept;
    const all = await this.#all(partner);
    const ended = all.filter(({ endedAt }) => endedAt !== undefined);
    for (const [at, job] of ended.entries()) {
      const { id, endedAt = before } = job;
      const isLeft = isSending(job, now) || (endedAt >= before && at >= ended.length - mostEnded);
      if (!isLeft) await this.#parts.table.remove(jobKey(partner, id));
    }
    for (const job of all.filter(({ state }) => state === "paused")) {
      const key = subscriptionKey(partner, job.subscription);
      const subscription = await this.#parts.table.get(key);
      if (subscription === undefined) await this.change(job, "paused", "cancelled");
    }
  }
}

export function jobOf({ pk, sk }: Key): { readonly partner: string; readonly job: string } {
  return { partner: pk.slice(partnerPartition("").length), job: sk.slice(jobPrefix.length) };
}
