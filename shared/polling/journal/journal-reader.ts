import { defined } from "../../kernel/defined.ts";
import type { Owner } from "../../kernel/envelope.ts";
import { CorruptItemError } from "../../kernel/errors.ts";
import { isRecent } from "../../kernel/is-recent.ts";
import type { Source } from "../../source/source.ts";
import { endBecauseOf, type PassEnd, type Visit } from "../feed-reader.ts";
import { ownerPath } from "../rows/record-row.ts";
import { type JournalCheckpoint, journalCheckpointOf, replayedFromStart } from "./journal-checkpoint.ts";
import { type JournalParts, type JournalStep, journalStep } from "./journal-parts.ts";
import { finishPending, journalPass } from "./journal-pass.ts";

export type JournalReader = { read(visit: Visit): AsyncGenerator<JournalStep, PassEnd, undefined> };

/**
 * Unlike in other feeds, the checkpoint comes first: it counts what was found and lists it as pending. Then the worker
 * that saved the checkpoint puts the entries into the mirror and clears the list. Entries have no id, so two workers
 * that put them there before counting would give one entry two numbers (docs/adr/0005).
 */
export function createJournalReader(parts: JournalParts): JournalReader {
  return {
    async *read(visit) {
      const { feedId, instance, owner, checkpoint } = visit.feed;
      if (owner === undefined) throw new CorruptItemError(`feed ${feedId} has no owner`);
      const start = journalCheckpointOf(checkpoint, feedId, visit.beganAt);
      // A room may be registered again. If its entries were counted from 0, its history would be recorded twice.
      const known = checkpoint === undefined && (await parts.journal.holdsAny(instance, owner));
      if (known) return yield* readToEnd(parts, visit, owner, replayedFromStart(start));
      return yield* readToEnd(parts, visit, owner, start, checkpoint === undefined);
    },
  };
}

async function* readToEnd(
  parts: JournalParts,
  visit: Visit,
  owner: Owner,
  start: JournalCheckpoint,
  nothingKept = false,
): AsyncGenerator<JournalStep, PassEnd, undefined> {
  let checkpoint = start;
  for (let isFirst = nothingKept; ; isFirst = false) {
    const { pending } = checkpoint;
    const passed =
      pending === undefined
        ? yield* journalPass(parts, visit, owner, checkpoint, isFirst)
        : yield* finishPending(parts, visit, owner, checkpoint, pending);
    switch (passed.end.outcome) {
      case "next":
        checkpoint = passed.checkpoint;
        break;
      case "unprocessable":
        return classifyUnresolvedOwner(visit.source, owner);
      case "lostCursor":
        // The source also refused a cursor while the feed was read again from its start. The next visit tries again.
        return { outcome: "failed", reason: "lost_cursor" };
      case "done":
        yield* dropOldBodies(parts, visit, owner, passed.checkpoint);
        return passed.end;
      default:
        return passed.end;
    }
  }
}

/** How many rounds begin during a body's retention. A body is kept at most about a tenth longer than its retention. */
const roundsPerRetention = 10;

/** Drops one portion per visit. An owner is visited as long as it exists, so this needs no index of old entries. */
async function* dropOldBodies(
  { journal, clock, timings: { journalBodyRetention } }: JournalParts,
  visit: Visit,
  owner: Owner,
  checkpoint: JournalCheckpoint,
): AsyncGenerator<JournalStep, void, undefined> {
  const now = clock.now();
  // Until a round ends, its next portion is due, because `checkedAt` still has the time of the previous round's end.
  const { checkedAt, after } = checkpoint.bodies ?? { checkedAt: 0 };
  if (isRecent(checkedAt, journalBodyRetention / roundsPerRetention, now)) return;
  const portion = { storedBefore: now - journalBodyRetention, after };
  const next = await journal.dropBodies(visit.feed.instance, owner, portion);
  const bodies = { checkedAt: next === undefined ? now : checkedAt, ...defined({ after: next }) };
  yield journalStep({ ...checkpoint, bodies }, () => 0);
}

/**
 * Decides what a 422 for a journal means (hazards 51, 68). Rooms and phases can't be read by id. A room counts as
 * unreachable, because lost membership, expiry and nonexistence look alike. A phase counts as gone, and its documents
 * are then read by id.
 */
async function classifyUnresolvedOwner(source: Source, owner: Owner): Promise<PassEnd> {
  if (owner.subOwner === "phase") return { outcome: "parked", reason: "owner_gone" };
  const path = ownerPath(owner);
  if (path === undefined) return { outcome: "parked", reason: "unreachable" };
  const answer = await source.one({ path });
  if (answer.outcome === "ok") return { outcome: "parked", reason: "access_lost" };
  if (answer.outcome === "notFound" && answer.problem) return { outcome: "parked", reason: "owner_gone" };
  return endBecauseOf(answer);
}
