import { describe, expect, it } from "vitest";
import { CorruptItemError, EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import { erasureMessage, erasureOf } from "../../../shared/publishing/erasure-message.ts";
import { storedEventsFrom } from "../../../shared/publishing/events-from.ts";
import { seenHeartbeat } from "../../../shared/publishing/publish-changes.ts";
import { readEvents } from "../../../shared/publishing/read-events.ts";
import { republishMessage } from "../../../shared/publishing/republisher.ts";
import { mirrored, rise } from "./publishing-fixture.ts";

const [event] = storedEventsFrom(undefined, mirrored({ changeLog: [rise(1)] }));
const wanted = (...ids: readonly string[]) => ids.map((id) => ({ instance: "acme", id }));

/** Gives the event for "a", nothing for other ids, and `failure` for what names "bad". */
function storeWith(failure: Error) {
  const asked: string[][] = [];
  const getMany = async (addresses: readonly { readonly id: string }[]) => {
    asked.push(addresses.map(({ id }) => id));
    if (addresses.some(({ id }) => id === "bad")) throw failure;
    return addresses.map(({ id }) => (id === "a" ? event : undefined));
  };
  return { getMany, asked };
}

describe("reading events", () => {
  it("requests each id once, and makes no call for none", async () => {
    const store = storeWith(new Error("unused"));
    expect([...(await readEvents(store, wanted("a", "b", "a")))]).toEqual([
      ["a", { status: "fulfilled", value: event }],
      ["b", { status: "fulfilled", value: undefined }],
    ]);
    expect([...(await readEvents(store, []))]).toEqual([]);
    expect(store.asked).toEqual([["a", "b"]]);
  });

  it("reads each separately if one is invalid", async () => {
    const failure = new CorruptItemError("unknown shape");
    const store = storeWith(failure);
    expect([...(await readEvents(store, wanted("a", "bad")))]).toEqual([
      ["a", { status: "fulfilled", value: event }],
      ["bad", { status: "rejected", reason: failure }],
    ]);
    expect(store.asked).toEqual([["a", "bad"], ["a"], ["bad"]]);
  });

  it.each([
    ["the engine can't answer", new EngineUnavailableError("throttled")],
    ["the failure is a bug", new Error("bug")],
  ])("throws if %s", async (_, failure) => {
    const store = storeWith(failure);
    await expect(readEvents(store, wanted("a", "bad"))).rejects.toBe(failure);
    expect(store.asked).toHaveLength(1);
  });

  it("throws if the engine fails while each is read separately", async () => {
    const failures = [new CorruptItemError("unknown shape"), new EngineUnavailableError("throttled")];
    const getMany = () => Promise.reject(failures.shift() ?? new CorruptItemError("unknown shape"));
    await expect(readEvents({ getMany }, wanted("a", "bad"))).rejects.toThrow("throttled");
  });
});

describe("a heartbeat of the mirror", () => {
  it("is recorded with its shard, over older ones only", () => {
    expect(seenHeartbeat({ pk: "acme#beat#4", sk: "beat", beat: 20 })).toEqual({
      item: { pk: "acme#beats", sk: "4", beat: 20 },
      when: [{ attribute: "beat", is: "absentOrAtMost", value: 20 }],
    });
  });

  it.each(["acme", "acme#beat", "acme#company#4", "acme#company"])("is no item under %s", (pk) => {
    expect(seenHeartbeat({ pk, sk: "beat", beat: 20 })).toBeUndefined();
  });
});

it("messages on the queue `recover` are read as they were written", () => {
  const republish = { kind: "republish", startedAt: 5, after: { pk: "p", sk: "s" } };
  expect(republishMessage.parse(republish)).toEqual(republish);
  const erase = { instance: "acme", subject: "company", id: "c1", below: 3, last: true } as const;
  const { body, ...around } = erasureOf(erase, 30);
  expect(around).toEqual({ group: "acme", delaySeconds: 30 });
  expect(JSON.parse(body)).toEqual({ kind: "erase", ...erase });
  expect(erasureMessage.parse(JSON.parse(body))).toEqual({ kind: "erase", ...erase });
  expect(erasureOf(erase).delaySeconds).toBe(0);
});
