import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { defined } from "../../kernel/defined.ts";
import { type Json, json } from "../../kernel/json.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Arrivals } from "../../mirror/arrivals.ts";
import type { WalkMemory } from "../../mirror/records/walk-memory.ts";
import type { OwnerFeeds } from "../../schedule/feeds/owner-feeds.ts";
import type { SubOwners } from "../../schedule/feeds/sub-owners.ts";
import type { Moment } from "../../source/source.ts";
import { type Passed, type Step, stepTo } from "../feed-reader.ts";
import type { RecordSink } from "../observe/record-sink.ts";
import type { RowSinks } from "../observe/row-sinks.ts";
import type { RemovalGuard } from "../removals/removal-guard.ts";
import type { WalkNotes } from "./walk-notes.ts";

const probing = z.object({ name: z.literal("probing"), totals: z.array(z.int()) });
const walking = z.object({
  name: z.literal("walking"),
  /** When the walk began (unix ms, our clock). */
  beganAt: z.int(),
  /** The index of the list that is being read. There is one list, or one of active rows and one of inactive rows. */
  part: z.int(),
  cursor: z.string().optional(),
  page: z.int(),
  rows: z.int(),
  /**
   * When the source was first asked for the list (unix ms, its clock). Absent before the first page, and if an earlier
   * version began the walk.
   */
  listedFrom: z.int().optional(),
  /** The number of rows without a readable id. Earlier versions store only `unreadable`. */
  unidentified: z.int().optional(),
  unreadable: z.boolean(),
  /** For offset lists: the number of rows read in this part so far, and the sum of the earlier parts' totals. */
  offset: z.int().optional(),
  totals: z.int().optional(),
  /** For offset lists: a digest of the ids that the previous pass saw, and the number of the current pass. */
  mark: z.string().optional(),
  pass: z.int().optional(),
});
const comparing = z.object({
  name: z.literal("comparing"),
  beganAt: z.int(),
  rows: z.int(),
  shard: z.int(),
  unidentified: z.int().optional(),
  listedFrom: z.int().optional(),
  /**
   * At shard 0: the number of the walk's owners whose feeds have been asserted; absent if none have. At later shards,
   * all have been, and no number is stored.
   */
  asserted: z.int().optional(),
  /** The number of records that had arrived in the mirror when the comparison began. */
  arrived: z.int().optional(),
});
const confirming = z.object({
  name: z.literal("confirming"),
  beganAt: z.int(),
  rows: z.int(),
  listedFrom: z.int().optional(),
  arrived: z.int().optional(),
  unidentified: z.int().optional(),
  round: z.enum(["first", "second"]),
  /** The earliest time (unix ms) at which the second round can begin. */
  notBefore: z.int(),
});
const reading = z.object({ name: z.literal("reading"), position: z.int() });

const walkCheckpoint = z.object({
  /** The number of the running walk, or of the last one. A walk that starts over gets a new number. */
  generation: z.int(),
  phase: z.discriminatedUnion("name", [
    z.object({ name: z.literal("idle") }),
    probing,
    walking,
    comparing,
    confirming,
    reading,
  ]),
  /** Whether lists hide inactive rows unless a request filters for them (hazard 28); absent until that is known. */
  hidesInactive: z.boolean().optional(),
  /**
   * When the last walk was completed (unix ms, our clock), how many rows it had, and how many records had arrived in
   * the mirror when its comparison began.
   */
  completedAt: z.int().optional(),
  completedRows: z.int().optional(),
  completedArrived: z.int().optional(),
  /** Whether the last walk decided on every record that it didn't show. Earlier versions don't store it. */
  decided: z.boolean().optional(),
  /** Whether a read by id lagged behind the running walk or, if none is running, behind the last one. */
  lagged: z.literal(true).optional(),
  /** When the walk's removals were held because too many records were missing (unix ms). */
  heldAt: z.int().optional(),
  /** How many cursors have expired since the last completed walk. */
  expired: z.int().optional(),
  /** For templates: a digest of the last complete list. */
  digest: z.string().optional(),
  /** For templates: when (unix ms, our clock) to observe the list again even if it hasn't changed. */
  askAgainAt: z.int().optional(),
  /**
   * For templates: when all of them were last read by id or, before that, when their list was first complete (unix ms).
   */
  readAt: z.int().optional(),
});
export type WalkCheckpoint = z.infer<typeof walkCheckpoint>;
export type Probing = z.infer<typeof probing>;
export type Walking = z.infer<typeof walking>;
export type Comparing = z.infer<typeof comparing>;
export type Confirming = z.infer<typeof confirming>;

export function walkCheckpointOf(stored: Json | undefined, feedId: string): WalkCheckpoint {
  if (stored === undefined) return { generation: 0, phase: { name: "idle" } };
  return parseStored(walkCheckpoint, stored, `checkpoint of ${feedId}`);
}

export function withUnidentified(phase: Walking, count: number): Pick<Walking, "unidentified" | "unreadable"> {
  // An earlier version noted no number, so any row that its walk read may have lacked an id.
  const unidentified = (phase.unidentified ?? (phase.unreadable ? phase.rows : 0)) + count;
  return { unidentified, unreadable: unidentified > 0 };
}

export function listedFromOf({ page, listedFrom }: Walking, { beganAt }: Moment): number | undefined {
  return page === 0 ? Math.floor(beganAt) : listedFrom;
}

export const storedWalk = (checkpoint: WalkCheckpoint): Json => json.parse(checkpoint);

export function walkBegun(before: WalkCheckpoint, now: number): WalkCheckpoint & { readonly phase: Walking } {
  const phase: Walking = { name: "walking", beganAt: now, part: 0, page: 0, rows: 0, unreadable: false };
  return { ...before, phase };
}

/** A caller adds `heldAt` if the walk is held, and sets `decided` if every record has a decision. */
export function walkCompleted(before: WalkCheckpoint, { rows, arrived }: Confirming, now: number): WalkCheckpoint {
  const completed: WalkCheckpoint = {
    ...before,
    phase: { name: "idle" },
    completedAt: now,
    completedRows: rows,
    decided: false,
    ...defined({ completedArrived: arrived }),
  };
  delete completed.heldAt;
  delete completed.expired;
  return completed;
}

/** Two expired cursors show that this walk's visits are too far apart, so it takes precedence (hazard 14). */
export const isPromoted = ({ expired = 0 }: WalkCheckpoint): boolean => expired >= 2;

export type WalkParts = Context &
  RowSinks & {
    readonly records: Pick<RecordSink, "observe" | "observeUnlisted">;
    readonly memory: Pick<WalkMemory, keyof WalkMemory>;
    readonly notes: WalkNotes;
    readonly owners: Pick<OwnerFeeds, "assert">;
    readonly subOwners: SubOwners;
    readonly guard: RemovalGuard;
    readonly arrivals: Arrivals;
  };

/** `next` means that the following phase begins. */
export type WalkPassed = Passed<WalkCheckpoint>;

/** A step that reads no page. `notes` makes the step's writes other than its checkpoint. */
export function walkStep(checkpoint: WalkCheckpoint, notes?: () => Promise<void>): Step {
  return stepTo({ checkpoint: storedWalk(checkpoint) }, async () => {
    await notes?.();
    return { outcome: "observed", changed: 0 };
  });
}

/** The lists that together show every row. */
export function wholeLists({ hidesInactive }: WalkCheckpoint): readonly { isActive?: string }[] {
  return hidesInactive === true ? [{ isActive: "true" }, { isActive: "false" }] : [{}];
}
