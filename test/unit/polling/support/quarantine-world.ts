import { createQuarantine } from "../../../../shared/polling/quarantine/quarantine.ts";
import { QuarantineService } from "../../../../shared/polling/quarantine/quarantine-service.ts";
import type { FeedKind } from "../../../../shared/schedule/feeds/feed.ts";
import { testContext } from "../../../support/test-context.ts";
import { FakeRecords } from "./fake-timeline.ts";
import { PollingFixture } from "./polling-fixture.ts";

/** One feed with its quarantine, and an operator's desk. */
export function quarantineWorld(kind: FeedKind = "project-timeline") {
  const fixture = new PollingFixture(kind);
  const { table, clock, store, records } = fixture;
  const counted: number[] = [];
  const metrics = {
    record: (name: string, value: number) => void (name === "polling.rows_quarantined" && counted.push(value)),
  };
  const quarantine = createQuarantine({ ...testContext({ clock, metrics }), table });
  const desk = new QuarantineService({ table, feeds: store });
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
  const held = (...rows: readonly unknown[]) => quarantine.held(feedId, rows);
  return { fixture, table, records, counted, desk, feedId, quarantine, keep, held, source, visit, hashes };
}
