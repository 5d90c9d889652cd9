import { expect } from "vitest";
import type { MetricName } from "../../../../shared/kernel/metric-catalogue.ts";
import { createQuarantine } from "../../../../shared/polling/quarantine/quarantine.ts";
import { QuarantineService } from "../../../../shared/polling/quarantine/quarantine-service.ts";
import type { FeedKind } from "../../../../shared/schedule/feeds/feed.ts";
import { testContext } from "../../../support/test-context.ts";
import { FakeRecords } from "./fake-timeline.ts";
import { PollingFixture } from "./polling-fixture.ts";

type Parts = Pick<PollingFixture, "table" | "clock" | "store">;

/** The quarantine of some feeds, and an operator's desk. */
export function deskOf(
  { table, clock, store }: Parts,
  record: (name: MetricName, value: number) => void = () => undefined,
) {
  const quarantine = createQuarantine({ ...testContext({ clock, metrics: { record } }), table });
  return { quarantine, desk: new QuarantineService({ table, feeds: store }) };
}

/** One feed with its quarantine, and an operator's desk. */
export function quarantineWorld(kind: FeedKind = "project-timeline") {
  const fixture = new PollingFixture(kind);
  const { table, clock, records } = fixture;
  const counted: number[] = [];
  const { quarantine, desk } = deskOf(fixture, (name, value) => {
    if (name === "polling.rows_quarantined") counted.push(value);
  });
  const { feedId } = fixture.feed;
  const keep = (...rows: readonly unknown[]) => quarantine.keep("acme", feedId, rows);
  const source = new FakeRecords(clock.now());
  const reader = {
    async *read() {
      return { outcome: "done" } as const;
    },
  };
  const visit = () => fixture.visit(reader, source);
  const hashes = async () => (await desk.list("acme")).entries.map(({ hash }) => hash);
  const poison = () => table.items.filter(({ sk }) => sk.startsWith("poison#"));
  /** Keeps rows of which an operator asks to retry each, and returns the first. */
  const keepAndRetry = async (...rows: readonly unknown[]) => {
    await fixture.stands();
    await keep(...rows);
    const all = await hashes();
    for (const hash of all) expect(await desk.retry(feedId, hash)).toBe("wanted");
    return all[0] ?? "";
  };
  const held = (...rows: readonly unknown[]) => quarantine.held(feedId, rows);
  return {
    ...{ fixture, table, records, counted, desk, feedId, quarantine, keep, held, source, visit, hashes },
    ...{ poison, keepAndRetry },
  };
}
