import { describe, expect, it } from "vitest";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { MirrorWalkMemory } from "../../../shared/mirror/walk-memory.ts";
import { mirrorWith, seqFloor } from "./mirror-fixture.ts";

const created = "2026-01-05T07:30:00Z";
const ann = { id: "p1", firstName: "Ann", created };

function walking() {
  const parts = mirrorWith();
  const { mirror, sink, clock, instances } = parts;
  const memory = new MirrorWalkMemory({ mirror, records: sink, clock, instances, timings: defaultTimings });
  const live = async (before: number) => {
    const ids: string[] = [];
    for (let shard = 0; shard < 16; shard += 1) {
      for await (const { id } of memory.liveRecords("acme", "person", shard, before)) ids.push(id);
    }
    return ids.sort();
  };
  const now = () => ({ beganAt: clock.now(), asOf: clock.now() });
  return { ...parts, memory, live, now };
}

describe("the mirror as walks see it", () => {
  it("hazard 25: lists what isn't deleted and was seen before the walk", async () => {
    const { see, memory, live, clock, now } = walking();
    await see(
      "person",
      Array.from({ length: 120 }, (_, n) => ({ ...ann, id: `p${n}` })),
    );
    const firstSeen = clock.now();
    await see("person", [{ ...ann, id: "late" }]);
    clock.advance(10_000);
    await memory.removed("acme", "person", "p7", now());
    expect(await live(firstSeen)).toEqual([]);
    const ids = await live(firstSeen + 1);
    expect(ids).toHaveLength(119);
    expect(ids).not.toContain("p7");
  });

  it("hazard 27, 31: a removal is told with the last known state and leaves a tombstone without values", async () => {
    const { see, memory, events, item, clock, now } = walking();
    await see("person", [ann]);
    clock.advance(10_000);
    await memory.removed("acme", "person", "p1", now());
    await memory.removed("acme", "person", "p1", now());
    expect(events).toHaveLength(2);
    expect(events[1]).toMatchObject({
      type: "person.removed",
      reason: "not_found_or_no_access",
      timestampFrom: "detected",
      subject: { seq: seqFloor + 2 },
      data: ann,
    });
    const tombstone = item("p1");
    expect(JSON.stringify(tombstone)).not.toContain("Ann");
    expect(tombstone.full?.digest).not.toBe("");
    expect(tombstone.expiresAt).toBe(Math.floor((clock.now() + defaultTimings.tombstoneRetention) / 1_000));
  });

  it("hazard 31: a late page doesn't bring a tombstone back, a read by id does", async () => {
    const { see, memory, events, item, clock, now, source } = walking();
    await see("person", [ann]);
    clock.advance(10_000);
    await memory.removed("acme", "person", "p1", now());
    await see("person", [ann]);
    expect(item("p1").state).toBe("deleted");
    source.records.set("/person/p1", ann);
    await see("person", [ann]);
    expect(events.at(-1)).toMatchObject({ type: "person.restored", data: ann, subject: { seq: seqFloor + 3 } });
    expect(item("p1")).toMatchObject({ state: "live" });
    expect(item("p1")).not.toHaveProperty("expiresAt");
  });

  it("makes no tombstone of what was seen since the 404", async () => {
    const { see, memory, item, now } = walking();
    const before = now();
    await see("person", [ann]);
    await memory.removed("acme", "person", "p1", before);
    expect(item("p1").state).toBe("live");
  });

  it("tells of an unlisted record only what changed", async () => {
    const { see, memory, events, item, clock, now, source } = walking();
    await see("person", [ann]);
    clock.advance(10_000);
    await memory.unlisted("acme", "person", { id: "p1", body: ann }, now(), source);
    expect(item("p1").state).toBe("unlisted");
    expect(events).toHaveLength(1);
    clock.advance(10_000);
    await memory.unlisted("acme", "person", { id: "p1", body: { ...ann, firstName: "Anna" } }, now(), source);
    expect(events[1]).toMatchObject({ type: "person.updated", detectedBy: "walk" });
  });
});
