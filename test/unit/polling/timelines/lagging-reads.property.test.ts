import fc from "fast-check";
import { expect, test } from "vitest";
import { unixMs } from "../../../../shared/kernel/instant.ts";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { createTimelineReader } from "../../../../shared/polling/timelines/timeline-reader.ts";
import { mirrorWith } from "../../mirror/mirror-fixture.ts";
import { FakeRecords } from "../support/fake-timeline.ts";
import { PollingFixture } from "../support/polling-fixture.ts";
import { at, minute, noon } from "../support/timeline-world.ts";

/** `shownAt`: when the read by id begins to show the change; the timeline shows it at once. */
type Version = { readonly changedAt: number; readonly shownAt: number; readonly body: JsonObject };

/** A source with a few projects. A read by id may show an older version than the timeline. */
function laggingSource() {
  const versions = new Map<string, Version[]>();
  const source = new FakeRecords(noon);
  const one = source.one.bind(source);
  source.one = async (request) => {
    const answer = await one(request);
    const id = request.path.split("/").at(-1) ?? "";
    const shown = versions.get(id)?.findLast(({ shownAt }) => shownAt <= source.now);
    return answer.outcome === "ok" && shown !== undefined ? { ...answer, value: { id, ...shown.body } } : answer;
  };
  const change = (number: number, lag: number) => {
    const id = `p${number}`;
    const known = versions.get(id) ?? [];
    const changedAt = source.now;
    const first = known[0]?.changedAt ?? changedAt;
    const body = { created: at(first), modified: at(changedAt), name: `${id} ${known.length}` };
    // The read by id knows a new project.
    versions.set(id, [...known, { changedAt, shownAt: changedAt + (known.length === 0 ? 0 : lag), body }]);
    const row = { id, at: at(changedAt), body };
    const place = source.rows.findIndex((standing) => standing.id === id);
    source.rows.splice(place < 0 ? source.rows.length : place, place < 0 ? 0 : 1, row);
  };
  return { source, versions, change };
}

const step = fc.record({
  /** Minutes before the step. */
  after: fc.constantFrom(0.5, 0.5, 0.5, 3, 20, 70),
  changed: fc.option(fc.nat(9), { nil: undefined }),
  /** Minutes. */
  lag: fc.constantFrom(0, 0, 1, 10, 90, 2_000),
  requests: fc.constantFrom(2, 5, 100),
});

/** `RUNS=1000 npx vitest run test/unit/polling/timelines/lagging-reads.property.test.ts` tests more. */
const runs = Number(process.env["RUNS"] ?? 15);

test("no change counts as published while the mirror lacks it, however long reads by id lag", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 120 }), async (steps) => {
      const { sink, clock, mirror } = mirrorWith();
      const { source, versions, change } = laggingSource();
      const fixture = new PollingFixture("project-timeline", {});
      const reader = createTimelineReader({ ...fixture.parts, records: { observe: sink.observe.bind(sink) } });
      const knownUntil = async () => {
        const reads = (await fixture.stands()).completeReads ?? [];
        const { fastOverlap } = fixture.timings;
        return Math.max(...reads.map(({ from, lateness }) => from - Math.max(2 * lateness, fastOverlap)));
      };
      const visit = async (after: number, requests: number) => {
        for (const one of [clock, fixture.clock]) one.advance(after * minute);
        source.now += after * minute;
        await fixture.visit(reader, source, requests);
        const until = await knownUntil();
        for (const [id, known] of versions) {
          const last = known.findLast(({ changedAt }) => changedAt <= until);
          const held = mirror.items.find(({ sk }) => sk === id);
          if (last !== undefined)
            expect(unixMs(held?.["modified"]), `${id} until ${at(until)}`).toBeGreaterThanOrEqual(last.changedAt);
        }
      };
      for (const { after, changed, lag, requests } of steps) {
        if (changed !== undefined) change(changed, lag * minute);
        await visit(after, requests);
      }
      for (let hours = 0; hours < 60; hours += 1) await visit(60, 100);
      expect(await knownUntil(), "when nothing lags any more").toBeGreaterThan(source.now - 70 * minute);
    }),
    { numRuns: runs, endOnFailure: true },
  );
});
