import fc from "fast-check";
import { expect, test } from "vitest";
import { Allowance } from "../../../shared/source/allowance.ts";
import { longestHold, SourceHolds } from "../../../shared/source/source-holds.ts";
import type { SourceHttpAnswer } from "../../../shared/source/source-http.ts";
import { VirtualClock } from "../../simulation/virtual-clock.ts";
import { answer, page } from "../../support/scripted-source-http.ts";
import { answering, persons, sourceOf } from "./opened-source.ts";

const refusal = (status: 429 | 503, retryAfter: string, headers = {}) =>
  answer(status, "", { "retry-after": retryAfter, ...headers });
const companies = { path: "/company/timeline" };
const journalOf = (entityId: string, entityType = "Company") => ({
  path: "/document/changes",
  query: { entityType, entityId },
});

/** A source that refuses its first read, and the times (ms after that) of its other requests. */
function refusing(status: 429 | 503, retryAfter: string, headers?: { readonly [name: string]: string }) {
  const sent: number[] = [];
  let refusedAt: number | undefined;
  const scene = answering(() => {
    if (refusedAt !== undefined) {
      sent.push(scene.clock.now() - refusedAt);
      return page();
    }
    refusedAt = scene.clock.now();
    return refusal(status, retryAfter, headers);
  });
  return { ...scene, sent };
}

test("hazard 64: a 429 holds every request to its instance, including waiting ones, and none to another instance", async () => {
  const clock = new VirtualClock();
  const began = clock.now();
  const sent: [string, number][] = [];
  const { factory } = answering(
    ({ path }, call) => {
      sent.push([path.split("/")[1] ?? "", clock.now() - began]);
      return call === 1 ? refusal(429, "4") : page();
    },
    { time: clock },
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const ask = (instance: string, perSecond: number) =>
    void factory.open(instance, new Allowance(9, Number.POSITIVE_INFINITY, perSecond)).page(companies);
  // Three in ten seconds: the token's request, the one that is refused, and one more. The others wait for their turn.
  ask("acme", 0.3);
  await settled();
  for (let one = 0; one < 3; one += 1) ask("acme", 0.3);
  ask("other", 0.3);
  do await settled();
  while (clock.step(began + 60_000));
  expect(sent.filter(([instance]) => instance === "other")).toEqual([["other", 0]]);
  const times = sent.flatMap(([instance, at]) => (instance === "acme" ? [at] : []));
  expect(times).toHaveLength(5);
  expect(times.filter((at) => at > 0 && at < 4_000)).toEqual([]);
  expect(times.filter((at) => at === 0)).toHaveLength(1);
});

test("the tick waits for a long Retry-After: requests end as if none were left, and their allowance is returned", async () => {
  const { open, read, factory, http, clock, sent } = refusing(429, "60");
  await read();
  const before = http.requests.length;
  const allowance = new Allowance(10);
  expect(await factory.open("acme", allowance).page(companies)).toEqual({ outcome: "exhausted" });
  expect([http.requests.length, allowance.left, allowance.spent, clock.slept.length]).toEqual([before, 10, 0, 0]);
  clock.advance(59_999);
  expect(await open().page(companies), "waits for the last of it").toMatchObject({ outcome: "ok" });
  expect(Math.min(...sent)).toBeGreaterThanOrEqual(60_000);
});

test("a poll that ends before a short Retry-After also returns its allowance", async () => {
  const { read, factory, clock } = refusing(429, "8");
  void read(2);
  const allowance = new Allowance(10, clock.now() + 5_000);
  await new Promise((resolve) => setImmediate(resolve));
  const slept = clock.slept.length;
  expect(await factory.open("acme", allowance).page(companies)).toEqual({ outcome: "exhausted" });
  expect([allowance.left, clock.slept.length]).toEqual([10, slept]);
});

test("a 503 holds only its list: other lists, other owners' lists and the token endpoint are read", async () => {
  const { open, clock, sent } = refusing(503, "60");
  expect(await open().page(journalOf("c1"))).toMatchObject({ outcome: "unavailable", status: 503 });
  for (const other of [persons, companies, journalOf("c2"), journalOf("c1", "Person")])
    expect(await open().page(other)).toMatchObject({ outcome: "ok" });
  expect(sent).toEqual([0, 0, 0, 0]);
  clock.advance(20_000);
  const withCursor = { ...journalOf("c1"), query: { ...journalOf("c1").query, cursor: "x" } };
  const allowance = new Allowance(5);
  expect(await open().page(withCursor)).toEqual({ outcome: "unavailable", status: 503, retryAfterMs: 40_000 });
  expect(allowance.left).toBe(5);
  expect(sent).toHaveLength(4);
  clock.advance(40_000);
  expect(await open().page(withCursor)).toMatchObject({ outcome: "ok" });
});

test.each([
  ["absurd seconds", "9".repeat(400), longestHold],
  ["a date in a hundred years", "Mon, 05 Jan 2126 08:00:00 GMT", longestHold],
  ["a date that is past", "Mon, 05 Jan 2015 08:00:00 GMT", 0],
  ["no seconds", "0", 0],
  ["negative seconds", "-5", undefined],
  ["words", "soon", undefined],
])("a Retry-After of %s holds for a quarter of an hour at most", async (_, retryAfter, ms) => {
  const { open, read, throttled, clock, sent } = refusing(429, retryAfter);
  await read(2);
  expect(throttled).toEqual([[429, ms]]);
  clock.advance(ms ?? 0);
  await open().page(companies);
  expect(sent).toEqual([ms ?? 0]);
});

test("a Retry-After with a date is measured by the source's clock", async () => {
  const date = "Mon, 05 Jan 2026 13:00:00 GMT";
  const { read, throttled } = refusing(429, "Mon, 05 Jan 2026 13:00:07 GMT", { date });
  await read(2);
  expect(throttled).toEqual([[429, 7_000]]);
});

test("a request that waited for a connection while another one was refused waits again, and costs no more", async () => {
  const asked: boolean[] = [];
  let refused = false;
  const scene = sourceOf({
    send: async ({ method, path, mayBegin }): Promise<SourceHttpAnswer> => {
      if (method === "POST") return answer(200, { access_token: "t", token_type: "Bearer", expires_in: 600 });
      if (path.includes("company") && !refused) {
        refused = true;
        // Meanwhile the other request gets a response.
        await scene.read(1);
        asked.push(mayBegin?.() ?? true);
        return { outcome: "skipped" };
      }
      return path.includes("person") ? refusal(429, "5") : page();
    },
  });
  const allowance = new Allowance(10);
  expect(await scene.factory.open("acme", allowance).page(companies)).toMatchObject({ outcome: "ok" });
  expect([asked, allowance.spent]).toEqual([[false], 2]);
});

test("a shorter Retry-After doesn't end a longer one", () => {
  const holds = new SourceHolds();
  for (const ms of [60_000, 5_000]) holds.note("acme", "/acme/a", { status: 429, ms }, 0);
  expect(holds.of("acme", "/acme/a", 0)).toEqual({ status: 429, ms: 60_000 });
});

test("a hold is over when the clock was set back, and thousands of held lists are dropped from the oldest on", () => {
  const holds = new SourceHolds();
  holds.note("acme", "/acme/a", { status: 429, ms: 60_000 }, 3_600_000);
  expect(holds.of("acme", "/acme/b", 3_630_000)).toEqual({ status: 429, ms: 30_000 });
  expect(holds.of("acme", "/acme/b", 0)).toBeUndefined();
  for (let list = 0; list <= 1_000; list += 1) holds.note("beta", `/beta/${list}`, { status: 503, ms: 60_000 }, 0);
  expect(holds.of("beta", "/beta/0", 0)).toBeUndefined();
  expect(holds.of("beta", "/beta/1000", 0)).toEqual({ status: 503, ms: 60_000 });
});

test("no request starts inside an earlier Retry-After of this process", async () => {
  const oneRefusal = fc.record({
    status: fc.constantFrom(429 as const, 503 as const),
    seconds: fc.integer({ min: 0, max: 30 }),
    share: fc.double({ min: 0.05, max: 0.9, noNaN: true }),
    asDate: fc.boolean(),
  });
  const requests = fc.array(
    fc.record({ at: fc.integer({ min: 0, max: 60_000 }), list: fc.nat(3), ms: fc.nat(2_000) }),
    {
      minLength: 20,
      maxLength: 60,
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(oneRefusal, { minLength: 1, maxLength: 3 }), requests, async (refusals, planned) => {
      const clock = new VirtualClock();
      const begun = clock.now();
      const windows: { readonly from: number; readonly until: number; readonly list: string | undefined }[] = [];
      const inside: unknown[] = [];
      let asked = 0;
      const send = async ({ method, path }: { method: string; path: string }): Promise<SourceHttpAnswer> => {
        if (method === "POST") return answer(200, { access_token: "t", token_type: "Bearer", expires_in: 6_000 });
        const now = clock.now();
        for (const window of windows)
          if (now >= window.from && now < window.until && (window.list ?? path) === path)
            inside.push({ now, path, window });
        asked += 1;
        const { at, ms } = planned[asked % planned.length] ?? { at: 0, ms: 0 };
        await clock.sleep(ms);
        const said = refusals.find(({ share }) => ((at * 7 + asked * 13) % 100) / 100 < share);
        if (said === undefined) return page();
        const receivedAt = clock.now();
        const until = Math.ceil(receivedAt / 1_000) * 1_000 + said.seconds * 1_000;
        const shown = said.asDate ? new Date(until).toUTCString() : String(said.seconds);
        windows.push({
          from: receivedAt,
          until: said.asDate ? until : receivedAt + said.seconds * 1_000,
          list: said.status === 503 ? path : undefined,
        });
        return refusal(said.status, shown);
      };
      const { factory } = sourceOf({ send }, { time: clock });
      for (const { at, list } of planned) {
        const allowance = new Allowance(4, begun + 120_000, 3);
        clock.at(begun + at, () => void factory.open("acme", allowance).page({ path: `/list/${list}` }));
      }
      do await new Promise((resolve) => setImmediate(resolve));
      while (clock.step(begun + 300_000));
      expect(inside).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
