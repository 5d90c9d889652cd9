import { expect, test } from "vitest";
import type { Envelope } from "../../../../shared/kernel/envelope.ts";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import type { Item } from "../../../../shared/kernel/ports/table.ts";
import { storedEntry } from "../../../../shared/mirror/journal/bare-entry.ts";
import { JournalSink } from "../../../../shared/mirror/journal/journal-sink.ts";
import { hasChangeLog, mirrorItem } from "../../../../shared/mirror/mirror-item.ts";
import { fingerprintOf } from "../../../../shared/polling/journal/fingerprint-counts.ts";
import { journalLimits } from "../../../../shared/polling/journal/journal-limits.ts";
import { createJournalReader } from "../../../../shared/polling/journal/journal-reader.ts";
import { eventsFrom } from "../../../../shared/publishing/events-from.ts";
import { readStoredState } from "../../../stored-rows/stored-state.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";
import { FakeJournal } from "../support/fake-journal.ts";
import { PollingFixture } from "../support/polling-fixture.ts";

const { at, tables } = readStoredState();

/** An owner's journal as the last release left it: its feed, its entries, and the source that has them all. */
async function leftByTheLastRelease(ownerId: string) {
  const events: Envelope[] = [];
  const mirror = new MemoryTable("mirror", {
    onChange: ({ after }) => {
      if (after !== undefined && hasChangeLog(after)) events.push(...eventsFrom(undefined, mirrorItem.parse(after)));
    },
  });
  const fixture = new PollingFixture("owner", {}, { type: "Company", id: ownerId });
  const { clock, quarantine, timings, table } = fixture;
  clock.advance(at - clock.now() + 60_000);
  const partition = `acme#document_change#Company#${ownerId}`;
  const rows: readonly Item[] = tables.mirror.filter(({ pk }) => pk === partition);
  await mirror.put(rows.map((item) => ({ item })));
  await table.put(tables.feeds.filter(({ pk }) => pk === fixture.feed.feedId).map((item) => ({ item })));
  events.length = 0;
  const journal = new FakeJournal({ pageSize: 1_000, now: () => clock.now() });
  journal.append(...rows.map((row) => storedEntry(row).full?.body ?? {}));
  const entries = new JournalSink({ ...testContext({ clock }), mirror });
  const reader = createJournalReader({
    journal: entries,
    schema: fixture.schema,
    quarantine,
    clock,
    timings,
    limits: journalLimits,
  });
  const poll = () => fixture.visit(reader, journal);
  return { fixture, journal, mirror, events, rows, poll };
}

const owners = new Set(
  tables.mirror.filter(({ pk }) => pk.includes("#document_change#Company#")).map(({ pk }) => pk.split("#")[3] ?? ""),
);

test.each([...owners])(
  "no entry of %s that the last release stored is published again, however it is rendered now",
  async (owner) => {
    const { fixture, journal, mirror, events, rows, poll } = await leftByTheLastRelease(owner);
    for (const row of rows)
      expect(row.sk).toBe(`${fingerprintOf(storedEntry(row).full?.body ?? {})}#${"0".repeat(12)}`);
    await poll();
    for (const rendering of [
      (body: JsonObject) => ({ ...body, changedBy: "Ann Dahl" }),
      (body: JsonObject) => ({ ...body, changedBy: { id: "p1", name: "Ann Dahl" }, documentName: "A" }),
    ]) {
      journal.render(rendering);
      await poll();
      // Read from the feed's start, against the stored entries.
      await fixture.table.remove({ pk: fixture.feed.feedId, sk: "feed" });
      await poll();
    }
    expect(events).toEqual([]);
    journal.append({ operation: "DOCUMENT_INSERT", changed: "2026-01-05T08:30:00Z", documentId: "new" });
    await poll();
    expect(events.map(({ data }) => data?.["documentId"])).toEqual(["new"]);
    expect(mirror.items.filter((item) => hasChangeLog(item))).toHaveLength(rows.length + 1);
  },
);
