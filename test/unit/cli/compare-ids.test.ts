import fc from "fast-check";
import { expect, test } from "vitest";
import { createApiClient } from "../../../infra/api-client/create-api-client.ts";
import { compareIds, type Difference } from "../../../infra/cli/reconcile/compare-ids.ts";
import { detectedAtOf } from "../../../shared/kernel/event-id.ts";
import { digestText, noIds, withId } from "../../../shared/kernel/id-digest.ts";
import { base32 } from "../../../shared/kernel/sortable-id.ts";

const [hour, begin] = [3_600_000, Date.UTC(2026, 10, 21, 9)];
const range = { from: begin, to: begin + 6 * hour };
const idAt = (ms: number, nth: number) => `evt_${base32((BigInt(ms) << 80n) | BigInt(nth), 26)}`;

type Row = { readonly event: string; readonly state: string; readonly run?: string };

/** A bridge that has these deliveries, and whose pages are short: they end within hours. */
function bridgeWith(rows: readonly Row[], { knownFrom = 0, page = 3 } = {}) {
  const asked: string[] = [];
  const at = ({ event }: Row) => detectedAtOf(event) ?? 0;
  const sorted = [...rows].sort((one, other) => (one.event < other.event ? -1 : 1));
  const answers = (url: URL) => {
    const query = url.searchParams;
    const skipped = Number(query.get("cursor") ?? 0);
    const within = (from: string, to: string) =>
      sorted.filter((row) => at(row) >= Date.parse(query.get(from) ?? "") && at(row) < Date.parse(query.get(to) ?? ""));
    const paged = <T>(all: readonly T[]) => {
      const more = all.length > skipped + page;
      return { items: all.slice(skipped, skipped + page), more, ...(more && { nextCursor: String(skipped + page) }) };
    };
    if (url.pathname.endsWith("/deliveries"))
      return paged(within("since", "until").filter(({ state }) => state === query.get("state")));
    const known = within("from", "to").filter((row) => at(row) >= knownFrom && row.run !== "ping");
    const { items, ...rest } = paged(known);
    const starts = [...new Set(items.map((row) => at(row) - (at(row) % hour)))];
    const hours = starts.map((start) => {
      const own = items.filter((row) => at(row) - (at(row) % hour) === start);
      const delivered = own
        .filter(({ state }) => state === "delivered")
        .reduce((sum, { event }) => withId(sum, event), noIds);
      return {
        ...{ from: new Date(start).toISOString(), to: new Date(start + hour).toISOString() },
        ...{ delivered: delivered.count, digest: digestText(delivered), replayed: 0, erased: 0, settled: true },
        waiting: own.filter(({ state }) => state === "waiting").length,
        expired: own.filter(({ state }) => state === "expired").length,
      };
    });
    return { hours, ...rest, knownFrom: new Date(knownFrom).toISOString() };
  };
  const api = createApiClient({
    ...{ url: "http://feedhook.test", key: "k" },
    fetch: async ({ url }) => {
      asked.push(url);
      return Response.json(answers(new URL(url)));
    },
  });
  return { asked, target: { api, subscription: "sub_1" } };
}

const short = ({ kind, event }: Difference) => `${kind} ${event}`;
async function differences(rows: readonly Row[], ids: readonly string[], options = {}) {
  const { hours } = await compareIds(bridgeWith(rows, options).target, [...ids].sort(), range);
  return hours.flatMap((each) => each.differences.map(short));
}
const delivered = (event: string): Row => ({ event, state: "delivered" });

test("finds exactly what only one side has, wherever it is", async () => {
  // Many in one millisecond, many at the ends of hours, and some outside the range.
  const times = fc.oneof(
    fc.constantFrom(begin, begin + hour - 1, begin + hour, range.to - 1, begin - 1, range.to),
    fc.integer({ min: begin, max: range.to }),
  );
  const some = fc.uniqueArray(
    fc.record({ at: times, on: fc.constantFrom("both", "both", "both", "bridge", "receiver"), nth: fc.nat(1e6) }),
    { selector: ({ at, nth }) => `${at} ${nth}`, maxLength: 60 },
  );
  await fc.assert(
    fc.asyncProperty(some, async (all) => {
      const own = all.filter(({ on }) => on !== "bridge").map(({ at, nth }) => idAt(at, nth));
      const rows = all.filter(({ on }) => on !== "receiver").map(({ at, nth }) => delivered(idAt(at, nth)));
      const expected = all
        .filter(({ at, on }) => on !== "both" && at >= range.from && at < range.to)
        .map(({ at, nth, on }) => `${on === "bridge" ? "missing" : "unknown"} ${idAt(at, nth)}`);
      const found = await differences(rows, own);
      expect(found.toSorted()).toEqual(expected.toSorted());
    }),
    { numRuns: 60 },
  );
});

test("halves a long hour, so that one lost event costs few requests, and equal hours cost none", async () => {
  const ids = Array.from({ length: 5_000 }, (_, nth) => idAt(begin + nth * 700, nth));
  const { asked, target } = bridgeWith(ids.map(delivered), { page: 5_000 });
  const lost = ids[3_333]!;
  const { hours } = await compareIds(
    target,
    ids.filter((id) => id !== lost),
    range,
  );
  expect(hours.flatMap((each) => each.differences.map(short))).toEqual([`missing ${lost}`]);
  // One page of hours, two halves for each of five steps, and one list.
  expect(asked).toHaveLength(12);
  const equal = bridgeWith(ids.map(delivered), { page: 5_000 });
  await compareIds(equal.target, ids, range);
  expect(equal.asked).toHaveLength(1);
});

test("more events in a millisecond than a list should have are listed all the same", async () => {
  const ids = Array.from({ length: 450 }, (_, nth) => idAt(begin + 5, nth));
  expect(await differences(ids.map(delivered), ids.slice(1), { page: 200 })).toEqual([`missing ${ids[0]}`]);
});

test("what was given up is missing unless a replay delivered it; what waits isn't", async () => {
  const [one, two, three, four] = [1, 2, 3, 4].map((nth) => idAt(begin + nth, nth)) as [string, string, string, string];
  const rows = [
    { event: one, state: "expired" },
    { event: two, state: "expired" },
    { event: two, state: "delivered", run: "rpl_1" },
    { event: three, state: "waiting" },
    { event: four, state: "expired" },
  ];
  // The last one arrived, but its response was lost.
  expect(await differences(rows, [two, four])).toEqual([`missing ${one}`, `unknown ${four}`]);
});

test("a ping is no difference, whether the receiver keeps it or not", async () => {
  const [ping, event] = [idAt(begin + 1, 1), idAt(begin + 2, 2)];
  const rows = [{ ...delivered(ping), run: "ping" }, delivered(event)];
  for (const own of [[event], [event, ping]]) expect(await differences(rows, own)).toEqual([]);
  expect(await differences(rows, [])).toEqual([`missing ${event}`]);
});

test("nothing is compared from before the deliveries that Feedhook still has", async () => {
  const [old, young] = [idAt(begin + 1, 1), idAt(begin + 2 * hour, 2)];
  expect(await differences([delivered(young)], [old], { knownFrom: begin + hour })).toEqual([`missing ${young}`]);
});

test("ends after the most differences", async () => {
  const ids = Array.from({ length: 30 }, (_, nth) => idAt(begin + nth * 600_000, nth));
  for (const [rows, own] of [
    [ids.map(delivered), []],
    [[], ids],
    [ids.map((event) => ({ event, state: "expired" })), []],
  ] as const) {
    const { hours, isWhole } = await compareIds(bridgeWith(rows).target, own, range, 8);
    expect([hours.flatMap((each) => each.differences).length, isWhole]).toEqual([8, false]);
    expect((await compareIds(bridgeWith(rows).target, own, range, 30)).isWhole).toBe(true);
  }
});
