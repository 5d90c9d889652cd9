import type { Owner } from "../../kernel/envelope.ts";
import { CorruptItemError } from "../../kernel/errors.ts";
import type { PassEnd, Visit } from "../feed-reader.ts";
import { dropOldBodies } from "./drop-old-bodies.ts";
import { type JournalCheckpoint, journalCheckpointOf, replayedFromStart } from "./journal-checkpoint.ts";
import type { JournalParts, JournalStep } from "./journal-parts.ts";
import { journalPass } from "./journal-pass.ts";
import { finishPending } from "./pending-entries.ts";
import { classifyUnresolvedOwner } from "./unresolved-owner.ts";

/** A reader of feeds whose steps list the entries that they found. */
export type JournalReader = { read(visit: Visit): AsyncGenerator<JournalStep, PassEnd, undefined> };

/**
 * Reads an owner's document changes. Here, the checkpoint comes first: it counts what was found and lists it as
 * pending. Then the worker that saved the checkpoint puts the entries and clears the list. Entries have no id, so two
 * workers that put before counting would give one entry two numbers (docs/adr/0005).
 */
export function createJournalReader(parts: JournalParts): JournalReader {
  return {
    async *read(visit) {
      const { feedId, instance, owner, checkpoint } = visit.feed;
      if (owner === undefined) throw new CorruptItemError(`feed ${feedId} has no owner`);
      const start = journalCheckpointOf(checkpoint, feedId, visit.beganAt);
      // The room was removed and registered again. If its entries were counted from 0, its history would be recorded
      // twice.
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
        // A cursor was also lost while the feed was read again from its start. The next visit tries again.
        return { outcome: "failed", reason: "lost_cursor" };
      case "done":
        yield* dropOldBodies(parts, visit, owner, passed.checkpoint);
        return passed.end;
      default:
        return passed.end;
    }
  }
}
