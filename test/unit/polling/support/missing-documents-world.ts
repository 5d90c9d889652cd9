import { expect } from "vitest";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import type { CompletedPass } from "../../../../shared/mirror/documents/owner-read.ts";
import { PlacementRows } from "../../../../shared/mirror/documents/placement-rows.ts";
import { type MirrorItem, mirrorItem, storedItem } from "../../../../shared/mirror/mirror-item.ts";
import { type MissingDocuments, missingDocuments } from "../../../../shared/polling/documents/missing-documents.ts";
import { UnfoundDocuments } from "../../../../shared/polling/documents/unfound-documents.ts";
import { type Incomplete } from "../../../../shared/polling/feed-reader.ts";
import type { Candidate } from "../../../../shared/polling/removals/removal-proof.ts";
import type { Source, SourceAnswer } from "../../../../shared/source/source.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { faked } from "../../../support/faked.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";
import { acme, context, listed, now } from "../../mirror/documents/document-parts.ts";

export const confirmGap = 60_000;
export const moment = { beganAt: now, asOf: now + 1_000 };

const { seqFloor, connectedAt } = context;
const instance = {
  ...{ name: "acme", registeredAt: connectedAt, connectedAt, seqFloor, requestsPerSecond: 5, rev: 1 },
  status: "active",
} as const;

/** A mirror with one document and its rows, put an hour ago, and a completed pass's conclusions about it. */
export async function mirrorOf(item: MirrorItem | undefined, rows: { readonly [owner: string]: string[] }) {
  const mirror = new MemoryTable("mirror");
  const clock = new FakeClock(now - 3_600_000);
  const placementRows = new PlacementRows(mirror, clock);
  await placementRows.add("acme", "d1", {}, rows);
  clock.advance(3_600_000);
  if (item !== undefined) await mirror.put([{ item: storedItem(item) }]);
  const dirty: string[] = [];
  const known = { instance: true };
  /** The result of the read by id, and the documents in their own owner's list. */
  const answers: { one: SourceAnswer<JsonObject>; listed: readonly string[]; page?: SourceAnswer<never> } = {
    one: { outcome: "ok", value: { ...listed, entityType: "Company", entityId: "a" }, moment },
    listed: ["d1"],
  };
  const source: Source = {
    one: async () => answers.one,
    page: async () => {
      if (answers.page !== undefined) return answers.page;
      const items = answers.listed.map((id) => ({ id }));
      return { outcome: "ok", value: { items, nextCursor: undefined, totalItems: undefined }, moment };
    },
  };
  const missing = (pass: Partial<CompletedPass> = {}) =>
    missingDocuments(
      {
        mirror,
        rows: placementRows,
        dirty: { markDirty: async (_, owners) => void dirty.push(...owners.map(({ id }) => id)) },
        subOwners: { known: async () => [] },
        unfound: faked(UnfoundDocuments, { isKnown: async () => false, note: async () => undefined }),
        instances: { find: async () => (known.instance ? instance : undefined) },
        ...testContext({
          clock,
          timings: {
            ...defaultTimings,
            lateReadMargin: context.lateReadMargin,
            confirmGap,
            tombstoneRetention: 86_400_000,
          },
        }),
      },
      {
        ...{ instance: "acme", owner: acme, draining: false, baseline: false, notes: {}, foldersDeleted: false },
        ...{ foldersAdded: [], seen: new Set<string>(), beganAt: now, cascade: false, reopened: false },
        unidentified: 0,
        ...pass,
      },
      source,
    );
  const stands = () => {
    const stored = mirror.items.find((one) => one["resource"] === "document");
    return stored && mirrorItem.parse(stored);
  };
  const rowsLeft = () =>
    mirror.items.filter(({ pk }) => pk.includes("#placements#")).map(({ pk, sk }) => `${pk} ${sk}`);
  return { missing, stands, rowsLeft, dirty, known, mirror, answers };
}

export const rows = { "Company#a": ["f1"] };
export const row = "acme#placements#Company#a d1#f1";

export const candidatesOf = (found: MissingDocuments | Incomplete): readonly Candidate[] =>
  "outcome" in found ? [] : found.candidates;

export const nothing = { candidates: [], changed: 0, open: new Set() };
export const open = { open: new Set(["d1"]) };

/** The only candidate of a pass. */
export async function candidateIn(fixture: Awaited<ReturnType<typeof mirrorOf>>, pass: Partial<CompletedPass> = {}) {
  const found = await fixture.missing(pass);
  expect(found).toMatchObject({ changed: 0, candidates: [{ id: "d1", path: "/document/d1" }] });
  return candidatesOf(found)[0]!;
}
