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
});
const comparing = z.object({ name: z.literal("comparing"), beganAt: z.int(), rows: z.int(), shard: z.int() });
const confirming = z.object({
  name: z.literal("confirming"),
  rows: z.int(),
  round: z.enum(["first", "second"]),
  /** Unix ms: the second round asks no earlier. */
  notBefore: z.int(),
});

export const walkCheckpoint = z.object({
  /** Number of the walk that is under way or was the last; a walk that begins anew is another one. */
  generation: z.int(),
  limit: z.int().optional(),
  phase: z.discriminatedUnion("name", [z.object({ name: z.literal("idle") }), probing, walking, comparing, confirming]),
  /** Lists show active rows only unless asked (hazard 28); absent until there was an inactive row to tell by. */
  hidesInactive: z.boolean().optional(),
  /** Unix ms, our clock, and rows of the last completed walk. */
  completedAt: z.int().optional(),
  completedRows: z.int().optional(),
  /** The walk that missed so many records that a second one must agree. */
  heldBy: z.int().optional(),
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
