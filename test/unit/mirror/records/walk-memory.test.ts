import { describe, expect, it } from "vitest";
import type { Owner } from "../../../../shared/kernel/envelope.ts";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import { WalkMemory } from "../../../../shared/mirror/records/walk-memory.ts";
import { testContext } from "../../../support/test-context.ts";
import { mirrorWith, seqFloor } from "../mirror-fixture.ts";

const created = "2026-01-05T07:30:00Z";
const ann = { id: "p1", firstName: "Ann", created };

function walking() {
  const parts = mirrorWith();
  const { mirror, sink, clock, instances, woken, source } = parts;
  const owners = { wake: async (_: string, gone: readonly Owner[]) => void woken.push(...gone) };
  const memory = new WalkMemory({ ...testContext({ clock }), mirror, owners, instances });
  const live = async (before: number) => {
    const ids: string[] = [];
    for (let shard = 0; shard < 16; shard += 1) {
      for await (const { id } of memory.liveRecords("acme", "person", shard, before)) {
        ids.push(id);
      }
    }
    return ids.sort();
  };
  const now = () => ({ beganAt: clock.now(), asOf: clock.now() });
  /** A read by id shows the record, and no list does. */
  const unlisted = (body: typeof ann) => {
    const page = {
      instance: "acme",
      resource: "person",
      form: "full",
      detectedBy: "walk",
      moment: now(),
    } as const;
    return sink.observeUnlisted({ ...page, draining: false, rows: [{ id: body.id, body }] }, source);
  };
  return { ...parts, memory, live, now, unlisted };
}

describe("walks over the mirror", () => {
  it("hazard 25: list what isn't deleted and was seen before the walk", async () => {
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

  it("hazard 27, 31: publish a removal with the last known state and leave a tombstone without values", async () => {
    const { see, memory, events, item, clock, now, woken } = walking();
    await see("person", [ann]);
    clock.advance(10_000);
    await memory.removed("acme", "person", "p1", now());
    expect(woken, "its feed looks for what went with it").toEqual([{ type: "Person", id: "p1" }]);
    await memory.removed("acme", "person", "p1", now());
    expect(events).toHaveLength(2);
    expect(woken, "once").toHaveLength(1);
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

  it("hazard 31: don't restore a tombstone from a late page, but from a read by id", async () => {
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

  it("hazard 27: mark a held record without publishing; a list that shows it again removes the mark", async () => {
    const { see, memory, events, item, live, clock } = walking();
    await see("person", [ann]);
    await memory.held("acme", "person", "p1");
    expect(item("p1").state).toBe("held");
    expect(await live(clock.now() + 1)).toEqual(["p1"]);
    await memory.released("acme", "person", "p1");
    expect(item("p1").state).toBe("live");
    await memory.held("acme", "person", "p1");
    await see("person", [ann]);
    expect(item("p1").state).toBe("live");
    await memory.held("acme", "person", "unknown");
    expect(events).toHaveLength(1);
  });

  it("hazard 27: don't hold or release what is gone or isn't held; held records may have been unlisted", async () => {
    const { see, memory, unlisted, item, clock, now } = walking();
    await see("person", [ann]);
    clock.advance(10_000);
    await unlisted(ann);
    await memory.released("acme", "person", "p1");
    expect(item("p1").state).toBe("unlisted");
    await memory.held("acme", "person", "p1");
    expect(item("p1").state).toBe("held");
    clock.advance(10_000);
    await memory.removed("acme", "person", "p1", now());
    await memory.held("acme", "person", "p1");
    await memory.released("acme", "person", "p1");
    expect(item("p1").state).toBe("deleted");
  });

  it("publish no second removal, and wake no feed for a record without documents", async () => {
    const { see, memory, events, item, clock, now, woken } = walking();
    await see("company_template", [{ id: "a1", name: "Standard" }], { detectedBy: "templates" });
    clock.advance(10_000);
    await memory.removed("acme", "company_template", "a1", now());
    const tombstone = item("a1");
    clock.advance(10_000);
    await memory.removed("acme", "company_template", "a1", now());
    expect(item("a1")).toEqual(tombstone);
    expect(events.map(({ type }) => type)).toEqual(["company_template.created", "company_template.removed"]);
    expect(woken).toEqual([]);
  });

  it("publish one removal, above the instance's floor, and for one that isn't registered any more", async () => {
    const { see, memory, item, clock, now, instances } = walking();
    await see("person", [ann, { ...ann, id: "p2" }]);
    clock.advance(10_000);
    const find = instances.find.bind(instances);
    instances.find = async (name) =>
      name === "acme" ? { ...(await find("acme"))!, seqFloor: seqFloor + 500 } : find(name);
    await memory.removed("acme", "person", "p1", now());
    expect(item("p1")).toMatchObject({ seq: seqFloor + 501 });
    expect(item("p1").changeLog.at(-1)?.facts).toEqual([{ type: "person.removed", key: "" }]);
    instances.find = async () => undefined;
    await memory.removed("acme", "person", "p2", now());
    expect(item("p2")).toMatchObject({ state: "deleted", seq: seqFloor + 2 });
  });

  it("believe a 404 two seconds after the record was last seen, and none before", async () => {
    const { see, memory, item, now } = walking();
    await see("person", [ann]);
    const margin = item("p1").asOf + defaultTimings.lateReadMargin;
    await memory.removed("acme", "person", "p1", { ...now(), beganAt: margin - 1 });
    expect(item("p1").state).toBe("live");
    await memory.removed("acme", "person", "p1", { ...now(), beganAt: margin });
    expect(item("p1").state).toBe("deleted");
  });

  it("keep templates like records: baseline, changes without counts, removal, return", async () => {
    const { see, memory, events, clock, now, source, walks } = walking();
    const standard = { id: "t1", name: "Standard", numCompanies: 3 };
    const templates = { detectedBy: "templates", draining: true } as const;
    await see("company_template", [standard], templates);
    expect(source.asked).toEqual([]);
    const later = { ...templates, draining: false };
    await see("company_template", [{ ...standard, numCompanies: 4 }], later);
    source.records.set("/company-template/t1", { ...standard, name: "Basic", shouldBeRiskAssessed: true });
    await see("company_template", [{ ...standard, name: "Basic" }], later);
    clock.advance(10_000);
    await memory.removed("acme", "company_template", "t1", now());
    await see("company_template", [{ ...standard, name: "Basic" }], later);
    expect(events.map(({ type, baseline, detectedBy }) => [type, baseline, detectedBy])).toEqual([
      ["company_template.created", true, "templates"],
      ["company_template.updated", undefined, "templates"],
      ["company_template.removed", undefined, "walk"],
      ["company_template.restored", undefined, "templates"],
    ]);
    expect(walks).toEqual([]);
  });
});
