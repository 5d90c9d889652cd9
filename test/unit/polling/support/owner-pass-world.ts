import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import type { CompletedPass, FolderTree } from "../../../../shared/mirror/documents/owner-read.ts";
import type { DocumentPage } from "../../../../shared/polling/documents/owner-mirror.ts";
import { type Incomplete, type ObserveOutcome } from "../../../../shared/polling/feed-reader.ts";
import {
  ownerDocumentsOf,
  type Snapshot,
  type SnapshotPass,
} from "../../../../shared/polling/owners/owner-checkpoint.ts";
import type { ObservedDocuments } from "../../../../shared/polling/owners/owner-parts.ts";
import { RemovalGuard } from "../../../../shared/polling/removals/removal-guard.ts";
import { WalkNotes } from "../../../../shared/polling/walks/walk-notes.ts";
import { ownerFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import type { Source, SourceAnswer, SourceRequest } from "../../../../shared/source/source.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { faked } from "../../../support/faked.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { acme } from "./owners-fixture.ts";

export const now = Date.UTC(2026, 0, 12, 8);
export const moment = { beganAt: now - 50, asOf: now };
const first = ownerDocumentsOf(undefined, "feed", defaultTimings.snapshotPeriod).snapshot;
export const later: Snapshot = { ...first, completedAt: now - 9 };
export const pass: SnapshotPass = {
  ...{ beganAt: now, generation: 1, dirtyRev: 0, baseline: false, dirty: false, notes: {}, foldersDeleted: false },
  ...{ digests: [], unreadable: false, changed: false, open: false },
};
export const pageOf = (items: readonly unknown[], nextCursor?: string) => ({
  items,
  nextCursor,
  totalItems: undefined,
});
export const ok = (items: readonly unknown[], nextCursor?: string): SourceAnswer<never> => ({
  ...{ outcome: "ok", value: pageOf(items, nextCursor) as never, moment },
});

/** The parts of an owner's reader over a mirror that answers each page of documents or folders with an outcome. */
export function ownerPassWorld(outcome: ObserveOutcome = { outcome: "observed", changed: 0 }) {
  const seen: DocumentPage[] = [];
  const trees: FolderTree[] = [];
  const passes: CompletedPass[] = [];
  const kept: unknown[][] = [];
  const hints: unknown[] = [];
  const reported = { outcome, folders: outcome, missing: [] as string[] };
  const clock = new FakeClock(now);
  const notes = new WalkNotes(new MemoryTable("feeds"), clock);
  const mirror = {
    observeDocuments: async (page: DocumentPage) => (seen.push(page), reported.outcome),
    observeFolders: async (tree: FolderTree) => (trees.push(tree), { outcome: reported.folders, candidates: [] }),
    missingDocuments: async (one: CompletedPass) => (
      passes.push(one), { candidates: [], open: reported.missing, changed: 0 }
    ),
    hintSharers: async (...parameters: unknown[]) => void hints.push(parameters),
  };
  const released: string[] = [];
  const guard = faked(RemovalGuard, {
    count: async () => undefined,
    release: async (_: string, heldAs: string) => void released.push(heldAs),
  });
  const quarantine = { keep: async (...row: unknown[]) => kept.push(row), held: async () => [] };
  const owners = { ownerIsBaseline: async () => false, ownerIsGone: async () => true };
  const parts = { clock, timings: defaultTimings, notes, mirror, guard, quarantine, owners } as never;
  const asked: SourceRequest[] = [];
  /** What the source returns next, by path; then empty pages. */
  const answers: { [path: string]: SourceAnswer<never>[] } = {};
  const source: Source = {
    page: async (request) => {
      asked.push(request);
      return answers[request.path]?.shift() ?? ok([]);
    },
    one: async () => ({ outcome: "ok", value: {}, moment }),
  };
  const feed = ownerFeed("acme", acme);
  const visit = { feed, source, beganAt: now, connectedAt: 1, connect: async () => 1 };
  return { released, seen, trees, passes, kept, hints, reported, clock, parts, asked, answers, visit, feed, notes };
}

/** Takes every step of a pass or a visit. */
export async function taken<O extends { readonly outcome: "observed" } | Incomplete, E>(
  steps: AsyncGenerator<{ observe(): Promise<O> }, E, undefined>,
) {
  const flags: object[] = [];
  const outcomes: O[] = [];
  for (;;) {
    const next = await steps.next();
    if (next.done === true) return { end: next.value, flags, outcomes };
    const step = next.value;
    flags.push(Object.fromEntries(Object.entries(step).filter(([name]) => name !== "observe")));
    const outcome = await step.observe();
    outcomes.push(outcome);
    if (outcome.outcome === "incomplete") return { end: undefined, flags, outcomes };
  }
}

/** The owner's documents after each step. */
export const documentsAfter = (outcomes: readonly (ObservedDocuments | Incomplete)[]) =>
  outcomes.flatMap((outcome) => (outcome.outcome === "observed" ? [outcome.documents] : []));

export const facts = { draining: false, baseline: false, foldersDeleted: false, foldersAdded: [] };
export const row = (id: string) => ({ id, created: "2026-01-05T09:00:00.000Z" });
