import { expect, test } from "vitest";
import { FeedTally } from "../../../../shared/polling/visits/feed-tally.ts";
import { newFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";

const counts = { rows: 5, duplicates: 4, missed: 3, quarantined: 2 };
const nothing = { rows: 0, duplicates: 0, missed: 0, quarantined: 0 };
const twice = { rows: 10, duplicates: 8, missed: 6, quarantined: 4 };
const feed = newFeed({ instance: "acme", kind: "person-timeline", query: {} });
const named = (feedId: string) => ({ ...feed, feedId });

test("what visits read is added up until it is written, and to what the feed says already", () => {
  const tally = new FeedTally();
  expect(tally.sum(feed)).toBeUndefined();
  tally.add(feed.feedId, counts);
  tally.add(feed.feedId, { ...counts, pages: 2 });
  expect(tally.sum(feed)).toEqual({ ...twice, pages: 2 });
  expect(tally.sum({ ...feed, stats: { ...nothing, pages: 3 } })).toEqual({ ...twice, pages: 5 });
  tally.written(feed.feedId);
  expect(tally.sum(feed)).toBeUndefined();
  tally.add(feed.feedId, counts);
  expect(tally.sum({ ...feed, stats: counts })).toEqual(twice);
});

test("of the counts of many feeds, the one without a new one for longest is forgotten; visits that read nothing count for none", () => {
  const tally = new FeedTally();
  for (const name of ["first", "second"]) tally.add(name, counts);
  tally.add("first", counts);
  for (let at = 2; at < 10_000; at += 1) tally.add(`f${at}`, { ...nothing, rows: 1 });
  tally.add("idle", nothing);
  expect(tally.sum(named("idle"))).toBeUndefined();
  expect(tally.sum(named("second"))).toEqual(counts);
  tally.add("last", counts);
  expect(tally.sum(named("second"))).toBeUndefined();
  expect(tally.sum(named("first"))).toEqual(twice);
});

test("pages of owners' first visits are counted for their instance, and taken once", () => {
  const tally = new FeedTally();
  tally.addDocumentPages("acme", 2);
  tally.addDocumentPages("acme", 3);
  tally.addDocumentPages("other", 1);
  expect(["acme", "acme", "other"].map((instance) => tally.takeDocumentPages(instance))).toEqual([5, 0, 1]);
});
