import { expect, test } from "vitest";
import { definedJson } from "../../../../shared/kernel/defined-json.ts";
import { entry, journalWorld } from "../support/journal-world.ts";

const day = 24 * 3_600_000;

test("the bodies of entries are dropped after their retention, a portion per visit, and the round starts over later", async () => {
  const { clock, journal, sink, poll, pollAfter } = journalWorld();
  journal.append(entry("d1"));
  await poll();
  await pollAfter(8 * day);
  expect(sink.dropped).toEqual([]);
  sink.dropsEndAt = "f#7";
  await pollAfter(day);
  const first = clock.now();
  expect(sink.dropped).toEqual([{ storedBefore: first - 90 * day, after: undefined }]);
  // The round continues at the next visit, however soon it comes, and ends there.
  sink.dropsEndAt = undefined;
  await pollAfter(60_000);
  expect(sink.dropped.slice(1)).toEqual([{ storedBefore: first + 60_000 - 90 * day, after: "f#7" }]);
  journal.append(entry("d2"));
  await pollAfter(8 * day);
  expect(sink.dropped).toHaveLength(2);
  await pollAfter(day);
  expect(sink.dropped.at(2)).toEqual({ storedBefore: clock.now() - 90 * day, after: undefined });
});

test("an owner with an older version's checkpoint starts its first round at the next visit", async () => {
  const { fixture, sink, poll, position } = journalWorld();
  await poll();
  const checkpoint = definedJson({ journal: { ...(await position()), bodies: undefined } });
  await fixture.table.update({ key: { pk: fixture.feed.feedId, sk: "feed" }, set: { checkpoint } });
  sink.dropsEndAt = "f#7";
  await poll();
  sink.dropsEndAt = undefined;
  await poll();
  await poll();
  expect(sink.dropped.map(({ after }) => after)).toEqual([undefined, "f#7"]);
});
