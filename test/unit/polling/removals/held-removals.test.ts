import { describe, expect, test, vi } from "vitest";
import { EngineUnavailableError } from "../../../../shared/kernel/errors.ts";
import { down, gateway } from "../support/answers.ts";
import { at, hour, idsFrom, walkWorld } from "../support/walk-world.ts";

describe("hazard 27: a mass loss", () => {
  const lost = idsFrom(10, 25);
  const lostWorld = async () => {
    const world = walkWorld(60);
    world.lose(...lost);
    expect(await world.poll(500)).toMatchObject({ outcome: "done" });
    expect(world.memory.removedIds).toEqual([]);
    return world;
  };

  test("is held and announced, and stays held until an operator decides, however often walks repeat it", async () => {
    const { fixture, source, memory, held, poll, operator, pollAfter } = await lostWorld();
    const requests = source.requests.length;
    expect(await poll(500)).toEqual({ outcome: "done", idle: true });
    expect(source.requests).toHaveLength(requests);
    expect(held).toMatchObject([{ source: "company", missing: expect.any(Number), known: 60 }]);
    expect(memory.heldIds.size).toBeGreaterThan(20);
    expect(await pollAfter(hour, 500)).toMatchObject({ outcome: "done" });
    expect(await pollAfter(hour, 500)).toMatchObject({ outcome: "done" });
    expect(memory.removedIds).toEqual([]);
    expect(held).toHaveLength(1);
    expect(await operator.list("acme")).toMatchObject([{ source: "company" }]);
    expect(fixture.logger.lines.some(({ event }) => event === "removals.held")).toBe(true);
  });

  test("is published with everything the list lacks, and with enough records to judge by, though a few were lost before", async () => {
    const { memory, held, guard, poll, lose, source } = walkWorld(300);
    await guard.weigh({ instance: "acme", source: "document", ids: Array.from({ length: 20 }, (_, row) => `d${row}`) });
    lose(...source.rows.slice(10, 210).map(({ id }) => id));
    expect(await poll(500)).toMatchObject({ outcome: "done" });
    expect(held).toMatchObject([{ source: "company", missing: 220, known: 300 }]);
    // Each is a request to a source that may have lost them all.
    expect(memory.heldIds.size).toBeGreaterThanOrEqual(50);
    expect(memory.heldIds.size).toBeLessThan(70);
  });

  test("is held after a few visits, however many it misses and however few requests a visit has", async () => {
    const { memory, held, poll, lose, source, fixture } = walkWorld(300);
    lose(...source.rows.slice(10, 299).map(({ id }) => id));
    let visits = 0;
    for (; memory.heldIds.size === 0 && visits < 40; visits += 1) {
      await poll(10);
      fixture.clock.advance(1_000);
    }
    expect(visits).toBeLessThan(20);
    expect(held).toMatchObject([{ source: "company", missing: 289, known: 300 }]);
    expect(memory.heldIds.size).toBeGreaterThanOrEqual(50);
    expect(memory.heldIds.size).toBeLessThan(70);
  });

  test("is held though a gateway responds for the next records", async () => {
    const { memory, held, poll, lose, source, fixture } = walkWorld(100);
    const lost = source.rows.slice(10, 90).map(({ id }) => id);
    lose(...lost);
    while (held.length === 0) {
      await poll(30);
      fixture.clock.advance(1_000);
    }
    const asked = new Set(source.requests.map(({ path }) => path));
    expect(lost.filter((id) => !asked.has(`/company/${id}`)).length).toBeGreaterThan(20);
    source.intercept = ({ path }) =>
      lost.some((id) => path === `/company/${id}`) && !asked.has(path) ? gateway : undefined;
    await poll(500);
    expect(memory.heldIds.size).toBeGreaterThan(20);
  });

  test("marks no record as held once it was dismissed, though a write failed meanwhile", async () => {
    const { fixture, source, memory, poll, operator } = await lostWorld();
    expect(await operator.decide("acme", "company", "dismissed")).toBe("decided");
    source.rows.push(...lost.map((id) => ({ id, at })));
    vi.spyOn(memory, "released").mockRejectedValueOnce(new EngineUnavailableError("throttled"));
    for (let visit = 0; visit < 4; visit += 1) {
      await poll(500).catch(() => undefined);
      fixture.clock.advance(60_000);
    }
    expect([...memory.heldIds]).toEqual([]);
  });

  test("is confirmed when an operator approves it, record by record", async () => {
    const { source, memory, poll, operator, pollAfter } = await lostWorld();
    expect(await operator.decide("acme", "company", "approved")).toBe("decided");
    source.rows.push({ id: "c010", at });
    expect((await poll(500)).outcome).toBe("waiting");
    expect(await pollAfter(60_000, 500)).toMatchObject({ outcome: "done" });
    expect(memory.removedIds.sort()).toEqual(lost.slice(1));
    expect(await operator.list("acme")).toEqual([]);
  });

  test("is confirmed though the approval comes between the guard's verdict and the end of the walk", async () => {
    const { fixture, memory, guard, poll, lose, operator } = walkWorld(60);
    lose(...lost);
    const weigh = guard.weigh.bind(guard);
    vi.spyOn(guard, "weigh").mockImplementation(async (loss) => {
      const verdict = await weigh(loss);
      fixture.clock.advance(1_000);
      await operator.decide("acme", "company", "approved");
      fixture.clock.advance(1_000);
      return verdict;
    });
    await poll(500);
    vi.restoreAllMocks();
    fixture.clock.advance(hour);
    for (let visit = 0; visit < 3; visit += 1) {
      await poll(500);
      fixture.clock.advance(60_000);
    }
    expect(memory.removedIds.toSorted()).toEqual(lost);
  });

  test("is confirmed by a new walk when the last one read an empty list", async () => {
    const { fixture, source, memory, poll, operator, pollAfter } = await lostWorld();
    fixture.clock.advance(hour);
    const rows = source.rows.splice(0);
    expect(await poll(500)).toMatchObject({ outcome: "done" });
    expect(await fixture.checkpoint()).toHaveProperty("heldAt");
    source.rows.push(...rows);
    await operator.decide("acme", "company", "approved");
    for (let visit = 0; visit < 2; visit += 1) await pollAfter(hour, 500);
    expect(memory.removedIds.toSorted()).toEqual(lost);
    expect(await operator.list("acme")).toEqual([]);
  });

  test("removes nothing when an operator dismisses it, and is counted from zero", async () => {
    const { fixture, source, memory, held, poll, operator, pollAfter } = await lostWorld();
    await operator.decide("acme", "company", "dismissed");
    source.rows.push(...lost.slice(5).map((id) => ({ id, at })));
    // It was dismissed, but five are gone: until the next walk is complete, they are undecided.
    await poll(2);
    expect(await fixture.checkpoint()).toMatchObject({ generation: 2, decided: false });
    await poll(500);
    await pollAfter(60_000, 500);
    expect(memory.removedIds.sort()).toEqual(lost.slice(0, 5));
    expect(memory.heldIds.size).toBe(0);
    expect(held).toHaveLength(1);
  });

  test("removes nothing when an operator withdraws an approval before the second read", async () => {
    const { fixture, source, memory, poll, operator } = await lostWorld();
    await operator.decide("acme", "company", "approved");
    expect((await poll(500)).outcome).toBe("waiting");
    await operator.decide("acme", "company", "dismissed");
    fixture.clock.advance(60_000);
    source.rows.push(...lost.map((id) => ({ id, at })));
    await poll(500);
    expect(memory.removedIds).toEqual([]);
    expect(memory.heldIds.size).toBe(0);
  });

  test.each(["approved", "dismissed"] as const)(
    "leaves no hold behind from a visit that couldn't save its walk: %s",
    async (decision) => {
      const { memory, guard, operator, pollAfter } = walkWorld(60);
      expect((await guard.weigh({ instance: "acme", source: "company", ids: lost, known: 60 })).verdict).toBe("held");
      expect(await operator.decide("acme", "company", decision)).toBe("decided");
      for (let walk = 0; walk < 2; walk += 1) await pollAfter(hour, 500);
      expect(await operator.list("acme")).toEqual([]);
      expect(memory.removedIds).toEqual([]);
    },
  );

  test("is confirmed by a later walk that agrees, but only what both missed", async () => {
    const { fixture, source, memory, poll, lose, pollAfter } = await lostWorld();
    fixture.clock.advance(fixture.timings.heldReview);
    source.rows.push({ id: "c010", at });
    lose("c040");
    expect((await poll(500)).outcome).toBe("waiting");
    expect(memory.removedIds).toEqual([]);
    expect(await pollAfter(60_000, 500)).toMatchObject({ outcome: "done" });
    expect(memory.removedIds.sort()).toEqual(lost.slice(1));
  });

  test.each([
    ["a fault", down],
    ["a gateway's response", gateway],
  ] as const)("isn't held again because of %s once a later walk may agree", async (_, answer) => {
    const { fixture, source, poll } = await lostWorld();
    fixture.clock.advance(fixture.timings.heldReview);
    source.answer("/company/c030", answer);
    expect(await poll(500)).toMatchObject({ outcome: "failed" });
  });

  test("is confirmed by a later walk that agrees, though as many rows lack a readable id", async () => {
    const { fixture, source, memory, poll, pollAfter } = await lostWorld();
    fixture.clock.advance(fixture.timings.heldReview);
    source.rows.push(...lost.map((_, row) => ({ id: `d${row}`, at, body: { id: 7 } })));
    expect((await poll(500)).outcome).toBe("waiting");
    expect(await pollAfter(60_000, 500)).toMatchObject({ outcome: "done" });
    expect(memory.removedIds.toSorted()).toEqual(lost);
  });

  test("is counted over a day and across all sources", async () => {
    const { fixture, memory, held, guard, poll, lose } = walkWorld(60);
    const documents = Array.from({ length: 19 }, (_, row) => `d${row}`);
    await guard.weigh({ instance: "acme", source: "document", ids: documents });
    lose("c003", "c004");
    expect(await poll(500)).toMatchObject({ outcome: "done" });
    expect(held).toMatchObject([{ source: "company", missing: 21 }]);
    expect(memory.heldIds).toEqual(new Set(["c003", "c004"]));
    fixture.clock.advance(25 * hour);
    expect(await guard.weigh({ instance: "acme", source: "person", ids: documents, known: 50 })).toEqual({
      verdict: "free",
    });
  });
});
