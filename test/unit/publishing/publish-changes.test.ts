import { describe, expect, it } from "vitest";
import { before } from "../../support/around.ts";
import { company, heartbeat, mirrored, publisher, record } from "./publishing-fixture.ts";

describe("the publish handler", () => {
  it("stores events, then puts the same bytes on the bus, in the order of the stream", async () => {
    const { handle, published, events, order } = publisher();
    const answer = await handle({
      Records: [record(1, company("c1")), record(2, company("c2"), mirrored({ seq: 0 }))],
    });
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(published.map(({ type, detail }) => [type, JSON.parse(detail).subject.id])).toEqual([
      ["company.updated", "c1"],
      ["company.updated", "c2"],
    ]);
    const bodies = events.items.flatMap(({ body }) => body ?? []);
    expect(new Set(bodies)).toEqual(new Set(published.map(({ detail }) => detail)));
    expect(order).toEqual(["bus after events"]);
  });

  it("republishes what is redelivered, because the bus may not have it", async () => {
    const { handle, published } = publisher();
    const batch = { Records: [record(1, company("c1"))] };
    await handle(batch);
    await handle(batch);
    expect(published[0]).toEqual(published[1]);
  });

  it("ignores removals, expiry and items without a change log; records heartbeats and never sets one back", async () => {
    const { handle, published, feeds } = publisher();
    const placement = { pk: "acme#placements#Company#c1", sk: "d1#f1" };
    await handle({ Records: [record(1, undefined, company("c1")), record(2, placement), record(3, heartbeat(4, 20))] });
    await handle({ Records: [record(4, heartbeat(4, 10), heartbeat(4, 5)), record(5, heartbeat(5, 10))] });
    expect(published).toEqual([]);
    expect(feeds.items).toEqual([
      { pk: "acme#beats", sk: "4", beat: 20 },
      { pk: "acme#beats", sk: "5", beat: 10 },
    ]);
  });

  it("stops at the first record the bus refused, and records no heartbeat behind it", async () => {
    const { handle, refused, beats } = publisher();
    refused.add("c2").add("c3");
    const Records = [
      record(1, company("c1")),
      record(2, heartbeat(1, 1)),
      record(3, company("c2")),
      record(4, heartbeat(2, 1)),
      record(5, company("c3")),
    ];
    expect(await handle({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: "3" }] });
    expect(beats().map(({ sk }) => sk)).toEqual(["1"]);
  });

  it.each([
    ["a mirror item of unknown shape", { pk: "acme#company#1", sk: "x", changeLog: "?" }],
    ["an item without keys", { changeLog: [] }],
  ])("stops before %s, after publishing what came before", async (_, broken) => {
    const { handle, published } = publisher();
    const Records = [record(1, company("c1")), record(2, broken), record(3, company("c3"))];
    expect(await handle({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: "2" }] });
    expect(published).toHaveLength(1);
  });

  it("names the record that a table refuses, and those before it are done", async () => {
    const { handle, events, published } = publisher();
    before(events, "put", (writes) => {
      if (JSON.stringify(writes).includes(String.raw`"c3\"`)) throw new Error("refused");
    });
    const Records = ["c1", "c2", "c3", "c4"].map((id, position) => record(position + 1, company(id)));
    expect(await handle({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: "3" }] });
    expect(published.map(({ detail }) => JSON.parse(detail).subject.id)).toEqual(["c1", "c2"]);
  });
});
