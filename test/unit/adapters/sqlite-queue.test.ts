import { beforeEach, describe, expect, it, vi } from "vitest";
import { LocalWakeUps } from "../../../shared/adapters/local/local-wake-ups.ts";
import { SqliteQueue } from "../../../shared/adapters/sqlite/sqlite-queue.ts";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import { queues } from "../../../shared/kernel/topology.ts";
import { countedTurns } from "../../support/counted-turns.ts";
import type { FakeClock } from "../../support/fake-clock.ts";
import { queueOfTest } from "./database-of-test.ts";

let opened: ReturnType<typeof queueOfTest>["opened"];
let clock: FakeClock;
let queue: SqliteQueue;
beforeEach(() => {
  ({ opened, clock, queue } = queueOfTest());
});

const send = (group: string, count: number) =>
  queue.send(Array.from({ length: count }, (_, number) => ({ body: `${group}-${number}`, group })));
/** Receives `count` messages, at most `atOnce` at a time. */
const receiveAll = async (count: number, atOnce = 128) => {
  const all: Awaited<ReturnType<SqliteQueue["receive"]>>[number][] = [];
  for (;;) {
    const some = await queue.receive(Math.min(atOnce, count - all.length));
    all.push(...some);
    if (some.length === 0 || all.length === count) return all;
  }
};
const times = <T>(length: number, value: T) => Array.from({ length }, () => value);
const groupsOf = (messages: readonly { group: string }[]) => messages.map(({ group }) => group);

it("thousands of messages that a SqliteQueue sends together take several transactions, between which other work runs", async () => {
  const counts: number[] = [];
  const next = () => {
    counts.push(opened.database.all('SELECT id FROM "queue_deliver"').length);
    turn = setImmediate(next);
  };
  let turn = setImmediate(next);
  await send("busy", 5_000);
  clearImmediate(turn);
  counts.push(opened.database.all('SELECT id FROM "queue_deliver"').length);
  expect(counts.at(-1)).toBe(5_000);
  expect(Math.max(...counts.map((count, at) => count - (counts[at - 1] ?? 0)))).toBe(1_000);
});

it("the depth of a SqliteQueue is counted in slices, between which other work runs", async () => {
  for (let sent = 0; sent < 20_000; sent += 5_000) await send("slow", 5_000);
  let depth: unknown;
  const turns = await countedTurns(async () => {
    depth = await queue.depth();
  });
  expect(depth).toMatchObject({ ready: 20_000 });
  expect(turns).toBeGreaterThanOrEqual(2);
});

describe("a fair SqliteQueue", () => {
  it("serves a late group with one message next, whatever waits before it", async () => {
    await send("noisy", 1_000);
    await queue.acknowledge(await queue.receive(5));
    await send("quiet", 1);
    expect(groupsOf(await queue.receive(2))).toContain("quiet");
  });

  it("takes turns among groups", async () => {
    await send("a", 10);
    await send("b", 10);
    await send("c", 10);
    const served = groupsOf(await queue.receive(9));
    for (const group of ["a", "b", "c"]) expect(served.filter((name) => name === group)).toHaveLength(3);
  });

  it("takes turns among owners, however many groups they have", async () => {
    for (let group = 0; group < 50; group += 1) await send(`a/${group}`, 5);
    await send("b/only", 5);
    expect(groupsOf(await queue.receive(20)).filter((group) => group === "b/only")).toHaveLength(5);
  });

  it("makes an owner with too much in flight across its groups wait while others have work", async () => {
    for (let group = 0; group < 50; group += 1) await send(`a/${group}`, 1);
    await queue.receive(40);
    await send("b/only", 1);
    expect(groupsOf(await queue.receive(1))).toEqual(["b/only"]);
    expect(await queue.receive(20)).toHaveLength(10);
  });

  it("gives a silent group no extra turns", async () => {
    await send("busy", 100);
    for (let round = 0; round < 5; round++) await queue.acknowledge(await queue.receive(10));
    await send("silent", 50);
    const served = groupsOf(await queue.receive(20));
    expect(served.filter((name) => name === "busy").length).toBeGreaterThanOrEqual(9);
  });

  it.each([
    ["a group", "slow", "quick", 10],
    ["an owner's group", "a/slow", "a/quick", 5],
  ])(
    "makes %s with too much in flight wait while others have work, and serves it otherwise",
    async (_, slow, quick, atOnce) => {
      await send(slow, 60);
      await queue.receive(40);
      await send(quick, 5);
      expect(groupsOf(await queue.receive(atOnce))).toEqual(times(5, quick));
      expect(groupsOf(await queue.receive(30))).toEqual(times(20, slow));
    },
  );

  describe("for polls", () => {
    beforeEach(() => {
      queue = new SqliteQueue(opened.database, queues.poll, clock, new LocalWakeUps());
    });

    it("leaves half of the places to other instances, however many messages and groups one has", async () => {
      for (const name of ["timelines", "owners", "walks", "small"]) await send(`hangs#${name}`, 100);
      const held = await queue.receive(50);
      expect(held).toHaveLength(25);
      expect(await queue.receive(25)).toEqual([]);
      await send("other#timelines", 3);
      expect(groupsOf(await queue.receive(25))).toEqual(times(3, "other#timelines"));
      // The instance has more than it leaves free until two of its messages have ended.
      await queue.acknowledge(held.slice(0, 1));
      expect(await queue.receive(23)).toEqual([]);
      await queue.acknowledge(held.slice(1, 2));
      expect(groupsOf(await queue.receive(24))).toHaveLength(1);
    });

    it("frees places for failed messages too, and each one's place once", async () => {
      await send("hangs#owners", 60);
      const held = await queue.receive(50);
      await queue.release(held, 0);
      expect(await queue.receive(50)).toHaveLength(25);
    });
  });

  it("leaves half of the places to other owners, however many groups one has and however long it holds them", async () => {
    for (let group = 0; group < 50; group += 1) await send(`a/${group}`, 50);
    expect(await receiveAll(2_000)).toHaveLength(1_000);
    expect(await queue.receive(1_000)).toEqual([]);
    await send("b/only", 3);
    expect(groupsOf(await queue.receive(1_000))).toEqual(["b/only", "b/only", "b/only"]);
  });

  it("doesn't limit messages without a group", async () => {
    await send("", 2_000);
    expect(await receiveAll(2_000)).toHaveLength(2_000);
  });

  it("keeps serving others, whatever an owner with all its places has waiting", async () => {
    await send("a/only", 2_600);
    await receiveAll(1_000);
    for (let round = 0; round < 1_200; round += 1) {
      await send("b/only", 1);
      const served = await queue.receive(10);
      expect(groupsOf(served)).toEqual(["b/only"]);
      await queue.acknowledge(served);
    }
  });

  it("serves another owner soon, although a noisy owner's delayed messages return with old ranks", async () => {
    const delayed = Array.from({ length: 1_000 }, () => ({ body: "{}", group: "a/only", delaySeconds: 10 }));
    await queue.send(delayed);
    await send("c/only", 1_200);
    for (let round = 0; round < 2; round += 1) await queue.acknowledge(await receiveAll(600));
    clock.advance(10_000);
    await queue.receive(128);
    await send("b/only", 1);
    expect(groupsOf(await queue.receive(10))).toEqual(["b/only"]);
  });

  it("takes turns among the owners that wait beside one with all its places", async () => {
    await send("a/only", 1_600);
    await receiveAll(1_000);
    for (const owner of ["B", "C", "D"]) for (const group of ["1", "2"]) await send(`${owner}/${group}`, 4);
    const one = groupsOf(await receiveAll(6, 1));
    expect(one.map((group) => group.slice(0, 1))).toEqual(["B", "C", "D", "B", "C", "D"]);
    const many = groupsOf(await queue.receive(9));
    for (const owner of ["B", "C", "D"]) expect(many.filter((group) => group.startsWith(owner))).toHaveLength(3);
  });

  it("keeps the order of a single group", async () => {
    await send("a", 50);
    expect((await queue.receive(50)).map(({ body }) => body)).toEqual(Array.from({ length: 50 }, (_, n) => `a-${n}`));
  });
});

it("a delayed message stays hidden for its delay, even if the visibility is shorter", async () => {
  const delaySeconds = queues.deliver.visibilitySeconds + 60;
  await queue.send([{ body: "late", delaySeconds }]);
  await queue.receive(1);
  clock.advance(delaySeconds * 1_000 - 1);
  expect(await queue.receive(1)).toEqual([]);
  clock.advance(1);
  expect(await queue.receive(1)).toHaveLength(1);
});

describe("messages that become ready together", () => {
  const visible = () => opened.database.first(`SELECT count(*) AS count FROM queue_deliver WHERE hidden_until IS NULL`);

  it("surface at most a thousand per receive, the earliest first", async () => {
    const delayed = (body: string, count: number, delaySeconds: number) =>
      queue.send(Array.from({ length: count }, () => ({ body, delaySeconds })));
    await delayed("later", 1_500, 6);
    await delayed("earlier", 1_000, 5);
    clock.advance(10_000);
    expect((await queue.receive(50)).map(({ body }) => body)).toEqual(times(50, "earlier"));
    expect(visible()).toEqual({ count: 950 });
    expect(await queue.depth()).toMatchObject({ ready: 2_450, delayed: 0, inFlight: 50 });
    expect(await queue.receive(50)).toHaveLength(50);
    expect(visible()).toEqual({ count: 1_900 });
    expect(await receiveAll(2_400)).toHaveLength(2_400);
  });

  it("surface at most a thousand per receive after the clock was set back", async () => {
    clock.advance(7_200_000);
    await queue.send(Array.from({ length: 1_500 }, () => ({ body: "late", delaySeconds: 600 })));
    clock.advance(-7_200_000);
    await queue.receive(1);
    const latest = clock.now() + 900_000;
    const beyond = () =>
      opened.database.first(`SELECT count(*) AS n FROM queue_deliver WHERE hidden_until > ?`, latest);
    expect(beyond()).toEqual({ n: 500 });
    await queue.receive(1);
    expect(beyond()).toEqual({ n: 0 });
  });
});

/** Consumers hold `places` messages: quick ones for a step, those of the noisy group for 30. Gives each one's wait in steps. */
const waitsBeside = async (noisyPerStep: number) => {
  const places = 200;
  const inHand: { readonly message: Awaited<ReturnType<typeof queue.receive>>[number]; readonly doneAt: number }[] = [];
  const waits: number[] = [];
  for (let step = 0; step < 200; step += 1) {
    await send("noisy", noisyPerStep);
    for (let group = 0; group < 10; group += 1) await send(`quiet-${group}`, 2);
    const done = inHand.filter(({ doneAt }) => doneAt <= step);
    for (const one of done) inHand.splice(inHand.indexOf(one), 1);
    await queue.acknowledge(done.map(({ message }) => message));
    for (const message of await queue.receive(places - inHand.length)) {
      const isNoisy = message.group === "noisy";
      if (!isNoisy) waits.push(Math.round((clock.now() - message.sentAt) / 1_000));
      inHand.push({ message, doneAt: step + (isNoisy ? 30 : 1) });
    }
    clock.advance(1_000);
  }
  return waits;
};

it("a fair SqliteQueue under load makes quiet groups wait no longer beside one that sends more than can be done", async () => {
  const beside = await waitsBeside(30);
  expect(beside).toHaveLength(200 * 20);
  expect(Math.max(...beside)).toBe(0);
});

it("a SqliteQueue that couldn't write its file stops counting a message as in flight after a failed acknowledgement", async () => {
  await send("unlucky", 40);
  const held = await queue.receive(40);
  vi.spyOn(opened.database, "commit").mockRejectedValueOnce(new EngineUnavailableError("disk full"));
  await expect(queue.acknowledge(held)).rejects.toThrow(EngineUnavailableError);
  clock.advance(queues.deliver.visibilitySeconds * 1_000);
  await queue.acknowledge(await queue.receive(40));
  await send("unlucky", 1);
  await send("other", 1);
  expect(groupsOf(await queue.receive(2)).sort()).toEqual(["other", "unlucky"]);
});
