import { resourceOf } from "../../schedule/feeds/feed-kinds.ts";
import type { Step, Visit } from "../feed-reader.ts";
import { type Confirming, type WalkCheckpoint, walkCompleted } from "./walk-checkpoint.ts";
import { type WalkParts, type WalkPassed, walkStep } from "./walk-parts.ts";

/**
 * Holds the walk's removals, because so many records are missing that it looks like lost access (hazard 27). The walk
 * counts as complete; the missing records wait, marked as held, until an operator decides or a later walk agrees.
 */
export function* holdWalk(
  { memory, notes, clock }: WalkParts,
  { feed }: Visit,
  before: WalkCheckpoint,
  phase: Confirming,
): Generator<Step, WalkPassed, undefined> {
  const now = clock.now();
  const checkpoint = { ...walkCompleted(before, phase, now), heldAt: before.heldAt ?? now };
  yield walkStep(checkpoint, async () => {
    for await (const { id, missing } of notes.candidates(feed.feedId, before.generation)) {
      if (missing) await memory.held(feed.instance, resourceOf(feed), id);
    }
  });
  return { checkpoint, end: { outcome: "done" } };
}

/**
 * Carries out an operator's decision about a held walk. Undefined while there is no decision: walks then go on as
 * usual.
 */
export async function decidedWalk(
  { memory, notes, guard }: WalkParts,
  { feed }: Visit,
  before: WalkCheckpoint,
): Promise<{ readonly checkpoint: WalkCheckpoint; readonly notes?: () => Promise<void> } | undefined> {
  const resource = resourceOf(feed);
  const { heldAt, completedAt = 0, completedRows: rows = 0, completedArrived: arrived, generation } = before;
  if (heldAt === undefined) return undefined;
  const held = await guard.standing(feed.instance, resource);
  if (held?.verdict === "approved") {
    const phase: Confirming = {
      name: "confirming",
      beganAt: completedAt,
      rows,
      ...(arrived !== undefined && { arrived }),
      round: "first",
      notBefore: 0,
      released: "approved",
    };
    return { checkpoint: { ...before, phase } };
  }
  if (held?.verdict !== "dismissed") return undefined;
  const checkpoint = { ...before };
  delete checkpoint.heldAt;
  return {
    checkpoint,
    notes: async () => {
      for await (const { id } of notes.candidates(feed.feedId, generation)) {
        await memory.released(feed.instance, resource, id);
        await notes.forget(feed.feedId, id);
      }
      await guard.close(feed.instance, resource);
    },
  };
}
