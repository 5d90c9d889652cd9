import { createTimelineReader } from "../../../../shared/polling/timelines/timeline-reader.ts";
import type { FeedKind } from "../../../../shared/schedule/feeds/feed.ts";
import { FakeRecords } from "./fake-timeline.ts";
import { PollingFixture } from "./polling-fixture.ts";

export const minute = 60_000;
export const hour = 60 * minute;
export const noon = Date.UTC(2026, 0, 5, 12);
/** A time as the source spells it. */
export const at = (ms: number, micros = 0): string =>
  `${new Date(ms).toISOString().slice(0, -1)}${String(micros).padStart(3, "0")}Z`;

/** A timeline's feed at a source without rows, whose clock shows noon. */
export function timelineWorld(kind: FeedKind = "project-timeline", query: { readonly [name: string]: string } = {}) {
  const fixture = new PollingFixture(kind, query);
  const source = new FakeRecords(noon);
  const reader = createTimelineReader(fixture.parts);
  const poll = (requests?: number) => fixture.visit(reader, source, requests);
  const add = (id: string, ms: number, micros?: number) => void source.rows.push({ id, at: at(ms, micros) });
  /** Rows from this time on, one a second. */
  const addMany = (count: number, ms: number) => {
    for (let row = 0; row < count; row += 1) add(`p${row}`, ms + row * 1_000);
  };
  /** Rows of one millisecond. */
  const addTie = (count: number, ms: number, name = "t") => {
    for (let row = 0; row < count; row += 1) add(`${name}${row}`, ms, row);
  };
  const limits = () => source.requests.map(({ query: asked }) => asked?.["limit"]);
  const lastSince = () => Date.parse(source.requests.at(-1)?.query?.["since"] ?? "");
  return { fixture, source, poll, add, addMany, addTie, limits, lastSince };
}
