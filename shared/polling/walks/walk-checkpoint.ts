import * as z from "zod";
import { type Json, json } from "../../kernel/json.ts";
import { parseStored } from "../../kernel/parse.ts";

const probing = z.object({ name: z.literal("probing"), totals: z.array(z.int()) });
const walking = z.object({
  name: z.literal("walking"),
  /** Unix ms, our clock. */
  beganAt: z.int(),
  /** Which of the walk's lists is read: one, or active and inactive rows apart. */
  part: z.int(),
  cursor: z.string().optional(),
  /** Pages noted so far. */
  page: z.int(),
  /** Rows seen so far. */
  rows: z.int(),
  /** A row had no readable id: then nothing may be missed in this walk. */
  unreadable: z.boolean(),
  /** Of offset lists: rows of this part read so far, and the totals of the parts before. */
  offset: z.int().optional(),
  totals: z.int().optional(),
  /** Of offset lists: what the pass before saw, and how many passes there were. */
  mark: z.string().optional(),
  pass: z.int().optional(),
});
const comparing = z.object({
  name: z.literal("comparing"),
  beganAt: z.int(),
  rows: z.int(),
  shard: z.int(),
  /** Records that had arrived in the mirror when the last page stood there. */
  arrived: z.int().optional(),
});
const confirming = z.object({
  name: z.literal("confirming"),
  beganAt: z.int(),
  rows: z.int(),
  arrived: z.int().optional(),
  round: z.enum(["first", "second"]),
  /** Unix ms: the second round asks no earlier. */
  notBefore: z.int(),
  /** A mass loss may be confirmed: all of it, or what two walks missed. */
  released: z.enum(["approved", "agreed"]).optional(),
});
const reading = z.object({ name: z.literal("reading"), position: z.int() });

export const walkCheckpoint = z.object({
  /** Number of the walk that is under way or was the last; a walk that begins anew is another one. */
  generation: z.int(),
  limit: z.int().optional(),
  phase: z.discriminatedUnion("name", [
    z.object({ name: z.literal("idle") }),
    probing,
    walking,
    comparing,
    confirming,
    reading,
  ]),
  /** Lists show active rows only unless asked (hazard 28); absent until there was an inactive row to tell by. */
  hidesInactive: z.boolean().optional(),
  /** Unix ms, our clock, and rows of the last completed walk; records that had arrived in the mirror by then. */
  completedAt: z.int().optional(),
  completedRows: z.int().optional(),
  completedArrived: z.int().optional(),
  /** When the walk missed so much that it was held back (unix ms). */
  heldAt: z.int().optional(),
  /** Cursors refused since the last completed walk: with two, the walk goes ahead of everything. */
  expired: z.int().optional(),
  /** Of templates: names the content of the last complete list. */
  digest: z.string().optional(),
  /** Of templates: when each was last read by id (unix ms). */
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

export const storedWalk = (checkpoint: WalkCheckpoint): Json => json.parse(checkpoint);

export function walkBegun(before: WalkCheckpoint, now: number): WalkCheckpoint {
  const phase: Walking = { name: "walking", beganAt: now, part: 0, page: 0, rows: 0, unreadable: false };
  return { ...before, phase };
}

/** The walk is complete, and what it missed is settled. */
export function walkCompleted(before: WalkCheckpoint, { rows, arrived }: Confirming, now: number): WalkCheckpoint {
  const completed: WalkCheckpoint = {
    ...before,
    phase: { name: "idle" },
    completedAt: now,
    completedRows: rows,
    ...(arrived !== undefined && { completedArrived: arrived }),
  };
  delete completed.heldAt;
  delete completed.expired;
  return completed;
}

/** Two expired cursors say that visits come too far apart for this walk: it goes ahead until it is done (hazard 14). */
export const isPromoted = ({ expired = 0 }: WalkCheckpoint): boolean => expired >= 2;
