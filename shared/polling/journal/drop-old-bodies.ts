import { defined } from "../../kernel/defined.ts";
import type { Owner } from "../../kernel/envelope.ts";
import { isRecent } from "../../kernel/is-recent.ts";
import type { Visit } from "../feed-reader.ts";
import type { JournalCheckpoint } from "./journal-checkpoint.ts";
import { type JournalParts, type JournalStep, journalStep } from "./journal-parts.ts";

/**
 * How many rounds through an owner's entries begin while a body is kept, so bodies stay about a tenth too long at most.
 */
const roundsPerRetention = 10;

/**
 * Lets the mirror drop the bodies of entries older than `journalBodyRetention`, one portion per visit. An owner is
 * visited for as long as it exists, so its visits can do this without an index of old entries.
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
