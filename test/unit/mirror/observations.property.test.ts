import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RecordResource } from "../../../shared/kernel/catalogue.ts";
import type { JsonObject } from "../../../shared/kernel/json.ts";
import { mirrorWith } from "./mirror-fixture.ts";

type Version = { readonly name: string; readonly isActive: boolean; readonly listOnly: number };

const version: fc.Arbitrary<Version> = fc.record({
  name: fc.constantFrom("A", "B", "C"),
  isActive: fc.boolean(),
  listOnly: fc.nat(1),
});

const history = fc.array(version, { minLength: 1, maxLength: 6 });
const resource = fc.constantFrom<RecordResource>("person", "company", "project");

const stamp = (position: number) => `2026-01-05T07:3${position}:00Z`;

/** The source's list row and its single read for one version. */
const listed = (kind: RecordResource, { listOnly, ...rest }: Version, at: number): JsonObject => ({
  id: "r1",
  ...rest,
  created: stamp(0),
  modified: stamp(at),
  ...(kind === "project" ? { listOnly } : { note: `n${listOnly}` }),
});
const single = ({ listOnly, ...rest }: Version, at: number): JsonObject => ({
  id: "r1",
  ...rest,
  created: stamp(0),
  modified: stamp(at),
  note: `n${listOnly}`,
});

/** `RUNS=300 npx vitest run test/unit/mirror/observations.property.test.ts` tests more. */
const runs = Number(process.env["RUNS"] ?? 100);

describe("any sequence of observations", () => {
  it("publishes nothing twice, and folding its events by seq rebuilds the record", async () => {
    await fc.assert(
      fc.asyncProperty(resource, history, async (kind, versions) => {
        const { see, source, events, item } = mirrorWith();
        for (const [at, one] of versions.entries()) {
          source.records.set(`/${kind}/r1`, single(one, at));
          await see(kind, [listed(kind, one, at)]);
          const before = events.length;
          expect(await see(kind, [listed(kind, one, at)])).toEqual({ outcome: "observed", changed: 0 });
          expect(events).toHaveLength(before);
        }
        const last = single(versions.at(-1)!, versions.length - 1);
        const newest = [...events].sort((one, other) => one.subject.seq - other.subject.seq).at(-1)!;
        const untimed = (body: JsonObject) => ({ ...body, created: 0, modified: 0 });
        expect(untimed(newest.data!)).toEqual(untimed(last));
        expect(item("r1").full?.body).toEqual(last);
        const folded: Record<string, unknown> = { ...events[0]!.data };
        for (const { changes = [] } of events) for (const { field, to } of changes) folded[field] = to;
        expect({ ...folded, created: 0, modified: 0 }).toEqual(untimed(last));
      }),
      { numRuns: runs },
    );
  });

  it("raises seq by one per change and observedAt with it; event ids are unique and sort as the changes", async () => {
    await fc.assert(
      fc.asyncProperty(resource, history, async (kind, versions) => {
        const { see, source, events, clock } = mirrorWith();
        for (const [at, one] of versions.entries()) {
          source.records.set(`/${kind}/r1`, single(one, at));
          await see(kind, [listed(kind, one, at)]);
          clock.advance(-10_000);
        }
        const ids = events.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        const seqs = [...new Set(events.map(({ subject }) => subject.seq))];
        expect(seqs).toEqual(seqs.map((_, step) => seqs[0]! + step));
        for (const [position, { subject, id }] of events.entries()) {
          const next = events[position + 1];
          if (next !== undefined && next.subject.seq > subject.seq) expect(next.id > id).toBe(true);
        }
      }),
      { numRuns: runs },
    );
  });

  it("lets no late read win: whatever old pages come after, the item ends as the source is", async () => {
    await fc.assert(
      fc.asyncProperty(resource, history, fc.array(fc.nat(5), { maxLength: 8 }), async (kind, versions, stale) => {
        const { page, sink, source, item, clock } = mirrorWith();
        const pages = versions.map((one, at) => {
          clock.advance(10_000);
          return page(kind, [listed(kind, one, at)]);
        });
        const at = versions.length - 1;
        source.records.set(`/${kind}/r1`, single(versions[at]!, at));
        await sink.observe(pages[at]!, source);
        for (const which of stale) await sink.observe(pages[which % pages.length]!, source);
        expect(item("r1").full?.body).toEqual(single(versions[at]!, at));
      }),
      { numRuns: runs },
    );
  });

  it("gives the same item and one entry for any order and repetition of one version", async () => {
    const lanes = fc.array(fc.constantFrom("timeline", "sweep", "walk"), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(resource, version, lanes, async (kind, one, seenBy) => {
        const { see, source, item, events } = mirrorWith();
        source.records.set(`/${kind}/r1`, single(one, 1));
        for (const detectedBy of seenBy) {
          await see(kind, [listed(kind, one, 1)], { detectedBy: detectedBy as "walk" });
        }
        const { full, lean, seq } = item("r1");
        expect({ full: full?.body, lean: lean?.body, seq }).toEqual({
          full: single(one, 1),
          lean: kind === "project" ? listed(kind, one, 1) : undefined,
          seq: events[0]!.subject.seq,
        });
        expect(events).toHaveLength(1);
      }),
      { numRuns: runs },
    );
  });
});
