import { expect, test } from "vitest";
import { Arrivals } from "../../../../shared/mirror/arrivals.ts";
import type { SourceAnswer, SourceRequest } from "../../../../shared/source/source.ts";
import { refused, unavailable } from "../support/answers.ts";
import { at, hour, walkWorld } from "../support/walk-world.ts";

const isPage = ({ path }: SourceRequest) => path === "/company/cursor";
const isBare = ({ query }: SourceRequest) => query?.["limit"] === "1";
const hasCursor = ({ query }: SourceRequest) => query?.["cursor"] !== undefined;

/** A walk of a list that refuses pages of more than 200 rows, and what it asks for from a time on. */
function largePagesRefused() {
  const world = walkWorld();
  const { source } = world;
  source.intercept = (request) => (isPage(request) && Number(request.query?.["limit"]) > 200 ? refused : undefined);
  const limits = () => source.requests.splice(0).flatMap((one) => (isPage(one) ? [one.query?.["limit"]] : []));
  return { ...world, limits };
}

test("a list that refuses large pages is walked in smaller ones, from the first page on", async () => {
  const { fixture, limits, poll } = largePagesRefused();
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(limits()).toEqual(["1000", "500", "200", "200", "200"]);
  expect(await fixture.checkpoint()).toMatchObject({ generation: 1, completedRows: 7 });
});

test("a walk that continues after more than a day keeps the page size that its cursor came from", async () => {
  const { fixture, limits, poll, pollAfter } = largePagesRefused();
  expect(await poll(4)).toMatchObject({ outcome: "yielded" });
  limits();
  expect(await fixture.checkpoint()).toMatchObject({ generation: 1, phase: { name: "walking", page: 1 } });
  await pollAfter(25 * hour);
  expect(limits()).toEqual(["200", "200"]);
  expect(await fixture.checkpoint()).toMatchObject({ generation: 1 });
});

test("a walk of a list that allows larger pages again has large pages up to its end", async () => {
  const { source, limits, poll, pollAfter } = largePagesRefused();
  await poll();
  limits();
  source.answerAsUsual();
  expect(await pollAfter(25 * hour)).toMatchObject({ outcome: "done" });
  expect(limits()).toEqual(["1000", "1000", "1000"]);
});

test.each<[string, (request: SourceRequest) => SourceAnswer<never> | undefined, object, number]>([
  ["every page but a bare one", (one) => (isBare(one) ? undefined : refused), { reason: "bad_request" }, 1],
  ["every page", () => refused, { outcome: "parked", reason: "bad_request" }, 1],
  [
    "a cursor, and then fails",
    (one) => (isBare(one) ? unavailable(503) : hasCursor(one) ? refused : undefined),
    { reason: "unavailable_503" },
    1,
  ],
  ["every cursor", (one) => (hasCursor(one) ? refused : undefined), { reason: "bad_request" }, 3],
  ["nothing, and fails", () => unavailable(503), { reason: "unavailable_503" }, 1],
])("a walk whose source refuses %s ends", async (_, answer, end, generation) => {
  const { fixture, source, memory, poll } = walkWorld();
  source.intercept = (request) => (isPage(request) ? answer(request) : undefined);
  expect(await poll()).toMatchObject({ outcome: "failed", ...end });
  expect(await fixture.checkpoint()).toMatchObject({ generation, phase: { name: "walking" } });
  expect(memory.removedIds).toEqual([]);
});

test("a list that repeats its cursor isn't read forever", async () => {
  const { source, poll } = walkWorld();
  const value = { items: [], nextCursor: "same", totalItems: undefined };
  source.intercept = (request) =>
    isPage(request) ? ({ outcome: "ok", value, moment: { beganAt: 0, asOf: 0 } } as never) : undefined;
  expect(await poll()).toEqual({ outcome: "failed", reason: "no_progress" });
});

test("a promoted walk that fails backs off like any other", async () => {
  const { fixture, source, poll } = walkWorld();
  await poll(2);
  const feed = await fixture.stands();
  await fixture.store.save(feed, { checkpoint: { ...(feed.checkpoint as object), expired: 2 } });
  source.intercept = () => unavailable(503);
  expect(await poll()).toEqual({ outcome: "failed", reason: "unavailable_503" });
});

test("a walk under way continues while the timelines drain", async () => {
  const { poll, setDrained } = walkWorld();
  await poll(2);
  setDrained(false);
  expect(await poll()).toMatchObject({ outcome: "done", complete: expect.anything() });
});

test("a change counts as missed only once the fast pass no longer looks for it", async () => {
  const { fixture, source, poll } = walkWorld();
  source.rows.push({ id: "c100", at: new Date(source.now - fixture.timings.fastOverlapMax + 1_000).toISOString() });
  await poll();
  expect((await fixture.stands()).stats?.missed).toBe(7);
});

test("a walk notes whether rows lacked an id, and how many records had arrived when it compared them", async () => {
  const { fixture, source, poll, pollAfter } = walkWorld(12);
  await new Arrivals(fixture.table).add("acme", "company", 5);
  await poll(2);
  expect(await fixture.checkpoint()).toMatchObject({ phase: { unidentified: 0, unreadable: false } });
  source.rows.push({ id: "c004a", at, body: { id: 7 } });
  await poll(1);
  expect(await fixture.checkpoint()).toMatchObject({ phase: { unidentified: 1, unreadable: true } });
  await pollAfter(hour);
  expect(await fixture.checkpoint()).toMatchObject({ completedArrived: 5, completedRows: 13 });
});
