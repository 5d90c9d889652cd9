import { defined } from "../../kernel/defined.ts";
import type { Owner } from "../../kernel/envelope.ts";
import { isRecent } from "../../kernel/is-recent.ts";
import type { Visit } from "../feed-reader.ts";
import type { JournalCheckpoint } from "./journal-checkpoint.ts";
import { type JournalParts, type JournalStep, journalStep } from "./journal-parts.ts";

/** A round through an owner's entries begins this often while a body is kept: bodies stay at most a tenth too long. */
const roundsPerRetention = 10;

/**
 * Has the mirror drop the bodies of entries older than `journalBodyRetention`, one portion per visit. Owners are read as long
 * as they are there, so each owner's own visits do it, and no index of what is old is needed.
 */
export async function* dropOldBodies(
  { journal, clock, timings: { journalBodyRetention } }: JournalParts,
  visit: Visit,
  owner: Owner,
  checkpoint: JournalCheckpoint,
): AsyncGenerator<JournalStep, void, undefined> {
  const now = clock.now();
  const { checkedAt, after } = checkpoint.bodies ?? { checkedAt: 0 };
  if (after === undefined && isRecent(checkedAt, journalBodyRetention / roundsPerRetention, now)) return;
  const portion = { storedBefore: now - journalBodyRetention, after };
  const next = await journal.dropBodies(visit.feed.instance, owner, portion);
  const bodies = { checkedAt: next === undefined ? now : checkedAt, ...defined({ after: next }) };
  yield journalStep({ ...checkpoint, bodies }, () => 0);
}
