import { describe, expect, it, vi } from "vitest";
import { erasureMessage } from "../../../../shared/publishing/erasure-message.ts";
import { around } from "../../../support/around.ts";
import { endpoint } from "../delivery-world.ts";
import { ann, erasureWorld, values } from "./erasure-world.ts";

describe("hazard 32: an erasure that arrives as an update", () => {
  it("leaves no previous values in any table, and keeps the event that announced it", async () => {
    const { see, deliver, quarantined, work, everything, tables } = erasureWorld();
    await see(ann);
    for (let n = 0; n < 12; n += 1) await see({ ...ann, jobTitle: `Quist ${n}` });
    await see({ id: "p2", firstName: "Bo" });
    await quarantined({ id: "p1", firstName: "Annabel", broken: true });
    await deliver();
    expect(everything()).toMatch(values);
    await see({ id: "p1", firstName: "Deleted user" });
    await work();
    expect(everything()).not.toMatch(values);
    const kept = tables.events.items.flatMap(({ body }) => (typeof body === "string" ? [JSON.parse(body)] : []));
    expect(kept.map(({ subject, redacted }) => [subject.id, redacted]).sort()).toEqual([
      ["p1", true],
      ["p2", undefined],
    ]);
    expect(tables.deliveries.items.filter(({ excerpt }) => excerpt !== undefined)).toHaveLength(1);
  });

  it("leaves nothing in the endpoint's last failure, in notices that repeat it, or in responses to those", async () => {
    const { see, fail, work, everything, tables, circuits } = erasureWorld();
    await see(ann);
    for (let n = 0; n < 3; n += 1) await see({ ...ann, jobTitle: `Quist ${n}` });
    await fail();
    expect((await circuits.find(endpoint)).lastFailure?.excerpt).toMatch(values);
    expect(JSON.stringify(tables.events.items.filter(({ pk }) => pk.startsWith("~prt_1#")))).toMatch(values);
    await see({ id: "p1", firstName: "Deleted user" });
    await work();
    expect(everything()).not.toMatch(values);
    // The failure itself is no secret, only the response.
    expect((await circuits.find(endpoint)).lastFailure).toMatchObject({ status: 500 });
  });

  it("doesn't restore a delivery that expired while its response was removed", async () => {
    const { see, deliver, work, tables } = erasureWorld();
    await see(ann);
    await see({ ...ann, jobTitle: "Quist" });
    await deliver();
    await see({ id: "p1", firstName: "Deleted user" });
    around(tables.deliveries, "update", (update) => async (change) => {
      if (change.remove?.includes("excerpt") === true) await tables.deliveries.remove(change.key);
      return update(change);
    });
    await work();
    expect(tables.deliveries.items.filter(({ rev, event }) => rev !== undefined && event === undefined)).toEqual([]);
  });

  it("only withholds values while the person is still named", async () => {
    const { see, work, everything, recover } = erasureWorld();
    await see(ann);
    await see({ ...ann, primaryEmail: "" });
    expect(recover.sent).toEqual([]);
    await work();
    expect(everything()).toMatch(/Annabel/);
  });
});

describe("a delivery in flight while its event is erased", () => {
  /**
   * Ann was published and erased, and the first run has ended; now an endpoint responds to the event and repeats it.
   */
  async function answeredLate() {
    const world = erasureWorld();
    const { see, tables, recover, erasure, log, clock, circuits } = world;
    await see(ann);
    const stored = tables.events.items.find(({ body }) => body !== undefined)!;
    const [event, excerpt] = [stored.sk, JSON.stringify(stored["body"])];
    await see({ id: "p1", firstName: "Deleted user" });
    for (const first of recover.take()) await erasure.run(erasureMessage.parse(first));
    const message = { ...endpoint, instance: "acme", event, run: "0", attempt: 1 };
    const said = { at: clock.now(), ms: 1, status: 500, excerpt };
    const record = async () => {
      await log.record(message, undefined, { ...said, timing: {}, result: "failed", type: "person.created" });
    };
    const noteFailure = () =>
      circuits.change(endpoint, (circuit) => ({ ...circuit, since: 1 }), { ...said, event, run: "0" });
    return { ...world, record, noteFailure, excerpt };
  }

  it("leaves no response behind", async () => {
    const { record, noteFailure, work, clock, everything, recover } = await answeredLate();
    await record();
    await noteFailure();
    expect(everything()).toMatch(values);
    clock.advance(900_000);
    await work();
    expect(recover.sent).toEqual([]);
    expect(everything()).not.toMatch(values);
  });

  it("leaves no response in the endpoint's last failure, which is written after the row was read", async () => {
    const { record, noteFailure, work, everything, recover, erasure } = await answeredLate();
    await record();
    const messages = recover.take();
    for (const one of messages) await erasure.run(erasureMessage.parse(one));
    expect(everything()).not.toMatch(values);
    await noteFailure();
    for (const one of messages) await erasure.run(erasureMessage.parse(one));
    await work();
    expect(everything()).not.toMatch(values);
  });

  it("gets a second pass that a release without this feature treats as one that removes nothing", async () => {
    const { recover } = await answeredLate();
    const looks = recover.take().map((one) => erasureMessage.parse(one));
    expect(looks.filter(({ events }) => events !== undefined).map(({ below, last }) => [below, last])).toEqual([
      [0, true],
    ]);
  });

  it("leaves no response in a notice published meanwhile, or in a late response to that", async () => {
    const world = await answeredLate();
    const { record, noteFailure, circuits, notices, publish, everything, recover, erasure, tables, log, clock, work } =
      world;
    await record();
    const { after } = await noteFailure();
    await notices.failing(endpoint, after, "failing", (await circuits.find(endpoint)).lastFailure);
    await publish();
    const notice = tables.events.items.find(({ pk, body }) => pk.startsWith("~prt_1#") && body !== undefined)!;
    expect(notice["body"]).toMatch(values);
    for (const second of recover.take()) await erasure.run(erasureMessage.parse(second));
    expect(everything()).not.toMatch(values);
    const message = { partner: "prt_1", subscription: "sub_2", instance: "~prt_1", event: notice.sk, run: "0" };
    const said = { at: clock.now(), ms: 1, status: 500, excerpt: JSON.stringify(notice["body"]) };
    const answer = { ...said, timing: {}, result: "failed", type: "bridge.endpoint_failing" } as const;
    await log.record({ ...message, attempt: 1 }, undefined, answer);
    expect(everything()).toMatch(values);
    await work();
    expect(everything()).not.toMatch(values);
  });
});

describe("an erasure with many subscribers", () => {
  const ids = Array.from({ length: 100 }, (_, n) => `sub_${String(n + 1).padStart(3, "0")}`);

  it("reads the subscriptions once, and queries about 32 of them at a time", async () => {
    const { see, deliver, ask, tables, lists, everything } = erasureWorld({ ids, others: [] });
    await see(ann);
    await see({ ...ann, jobTitle: "CEO" });
    await deliver();
    let [underWay, most] = [0, 0];
    around(tables.deliveries, "query", (query) => async (asked) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await Promise.resolve();
      underWay -= 1;
      return query(asked);
    });
    await ask();
    expect(lists()).toBe(1);
    expect(most).toBe(32);
    expect(JSON.stringify(tables.deliveries.items)).not.toMatch(values);
    expect(everything()).toMatch(values);
  });

  it("continues in another message where it stopped when its time is up", async () => {
    const { see, deliver, ask, erasure, clock, tables, recover, stored } = erasureWorld({ ids, others: [] });
    await see(ann);
    await see({ ...ann, jobTitle: "CEO" });
    await deliver();
    const asked = new Map<string, number>();
    around(tables.deliveries, "query", (query) => async (wanted) => {
      const what = `${wanted.pk} ${wanted.prefix}`;
      asked.set(what, (asked.get(what) ?? 0) + 1);
      clock.advance(1_000);
      return query(wanted);
    });
    await ask();
    // Neither the first event nor any of those behind it is done.
    expect(recover.sent).toHaveLength(1);
    expect(asked.size).toBe(32);
    expect(stored()).toHaveLength(2);
    while (recover.sent.length > 0) {
      for (const message of recover.take()) await erasure.run(erasureMessage.parse(message));
    }
    expect([...new Set(asked.values())], "each delivery is looked for once, and once more later").toEqual([2]);
    expect(asked.size).toBe(200);
    expect(stored()).toEqual([]);
    expect(JSON.stringify(tables.deliveries.items)).not.toMatch(values);
  });

  it("hands on within a subscription to which an event was sent again and again", async () => {
    const world = erasureWorld({ ids: ["sub_1", "sub_2"], others: [] });
    const { see, deliver, ask, work, clock, tables, recover, stored } = world;
    await see(ann);
    await deliver();
    const [sent] = tables.deliveries.items.filter(({ pk }) => pk.startsWith("sub_1#"));
    const event = sent?.sk.split("#")[0] ?? "";
    const runs = Array.from({ length: 100 }, (_, n) => ({
      ...sent!,
      sk: `${event}#rpl_${String(n).padStart(3, "0")}`,
    }));
    await tables.deliveries.put(runs.map((item) => ({ item })));
    let updates = 0;
    around(tables.deliveries, "update", (update) => async (change) => {
      updates += 1;
      clock.advance(1_000);
      return update(change);
    });
    const circuits = vi.spyOn(tables.subscriptions, "update");
    await ask();
    // The run makes as many updates as fit into the 20 seconds of a message.
    expect(updates).toBeLessThan(25);
    expect(circuits, "one change of each endpoint's circuit").toHaveBeenCalledTimes(2);
    expect(recover.sent).toHaveLength(1);
    await work();
    expect(updates, "each row is changed once").toBe(102);
    expect(JSON.stringify(tables.deliveries.items)).not.toMatch(values);
    expect(stored()).toEqual([]);
  });

  it("can also continue between two events", async () => {
    const { see, deliver, ask, work, clock, tables, recover, stored } = erasureWorld({ others: [] });
    await see(ann);
    await see({ ...ann, jobTitle: "CEO" });
    await deliver();
    around(tables.deliveries, "query", (query) => async (asked) => {
      clock.advance(20_000);
      return query(asked);
    });
    await ask();
    expect(recover.sent).toMatchObject([{ delaySeconds: 900 }, { delaySeconds: 0 }]);
    expect(stored()).toHaveLength(1);
    await work();
    expect(stored()).toEqual([]);
    expect(JSON.stringify(tables.deliveries.items)).not.toMatch(values);
  });
});

describe("a requested erasure", () => {
  it("erases a record's events, including those published only afterwards", async () => {
    const { see, ask, work, tables, stored, deliver } = erasureWorld();
    await see(ann);
    await see({ ...ann, jobTitle: "CEO" });
    await deliver();
    await ask();
    await ask();
    await work();
    expect(stored()).toEqual([]);
    expect(JSON.stringify(tables.deliveries.items)).not.toMatch(values);
    const [item] = tables.mirror.items;
    expect(item).toMatchObject({ changeLog: [], state: "live", full: { body: { firstName: "Annabel" } } });
  });

  it("erases the events of a record that the mirror doesn't know", async () => {
    const { see, ask, work, tables, stored } = erasureWorld();
    await see(ann);
    for (const { pk, sk } of tables.mirror.items) await tables.mirror.remove({ pk, sk });
    await ask();
    await work();
    expect(stored()).toEqual([]);
  });
});
