import { beforeAll, expect, it } from "vitest";
import { statisticsKeys } from "../../shared/delivery/statistics/statistics-item.ts";
import { mostPartnerSteps } from "../../shared/fanout/subscription-index.ts";
import type { Item } from "../../shared/kernel/ports/table.ts";
import { maxSteps } from "../../shared/subscriptions/patterns/match-pattern.ts";
import { dataWithSkills, dearFilter } from "../support/dear-filters.ts";
import { fullStatistics } from "../support/full-statistics.ts";
import { stepsPerTurn } from "../support/steps-per-turn.ts";
import { apiFixture, eventAt } from "../unit/api/api-fixture.ts";
import { FanoutWorld } from "../unit/fanout/fanout-world.ts";

/*
 * What many inputs at their limits take together in one turn of the event loop, counted rather than timed: a partner has
 * as many subscriptions as it may, with filters that are as complex as they may be, and full statistics.
 */

const subscriptions = 100;
/** A match that starts in a turn ends in it. */
const mostInTurn = 2 * maxSteps;

let api: ReturnType<typeof apiFixture>;
let as: Record<string, string>;
const ids: string[] = [];

beforeAll(async () => {
  api = apiFixture({ pageSize: 200 });
  await api.registerInstance("acme");
  ({ as } = await api.addPartner({ instances: ["acme"] }));
  for (let at = 0; at < subscriptions; at += 1) {
    const settings = { url: "https://hooks.example.com/", eventTypes: ["person.*"], filter: dearFilter(at) };
    const { status, body } = await api.call("POST", "/v1/subscriptions", settings, as);
    expect(status, JSON.stringify(body)).toBe(201);
    ids.push(body.id);
    // Requests are spread over time, or the limit would respond for the routes.
    api.clock.advance(1_000);
  }
  const items = ids.flatMap((id) => fullStatistics(id, api.clock.now()));
  await api.tables.deliveries.put(items.map((item) => ({ item })));
});
it.each([20, 200, 2_000])(
  "fan-out of a batch to one partner, on records with a list of %s objects",
  async (objects) => {
    const world = new FanoutWorld();
    for (const [at, id] of ids.entries()) world.subscribe({ id, filter: dearFilter(at) });
    const batch = Array.from({ length: 20 }, (_, n) => world.event(n, { data: dataWithSkills(objects) }));
    const steps = await stepsPerTurn(async () => world.fanOut().run(batch));
    expect(steps.total / batch.length).toBeLessThanOrEqual(mostPartnerSteps + maxSteps);
    expect(steps.longestTurn).toBeLessThanOrEqual(mostInTurn);
  },
);

it.each([20, 300])("GET /v1/explain of events with a list of %s objects", async (objects) => {
  const subject = String(objects);
  const events = Array.from({ length: 8 }, (_, at) => {
    const { envelope } = eventAt(api.clock.now() + at, subject);
    const event = { ...envelope, data: { ...envelope.data, ...dataWithSkills(objects) } };
    return { envelope: event, body: JSON.stringify(event) };
  });
  await api.services.events.put(events);
  api.clock.advance(1_000);
  const path = `/v1/explain?instance=acme&subject=person/${subject}`;
  let outcomes: string[] = [];
  const steps = await stepsPerTurn(async () => {
    const { body } = await api.call("GET", path, undefined, as);
    outcomes = body.events.flatMap((one: { deliveries: { outcome: string }[] }) =>
      one.deliveries.map(({ outcome }) => outcome),
    );
  });
  expect(outcomes).toHaveLength(events.length * subscriptions);
  expect(new Set(outcomes)).toEqual(new Set(["filtered"]));
  expect(steps.longestTurn).toBeLessThanOrEqual(mostInTurn);
});

/** The most statistics read in one turn of the event loop. `work` gets what makes an item count its reads. */
async function mostReadInTurn(work: (counting: (item: object) => Item) => Promise<unknown>): Promise<number> {
  let [ofTurn, most, isOver] = [0, 0, false];
  const get = () => {
    ofTurn += 1;
    most = Math.max(most, ofTurn);
    return 40;
  };
  const turn = () => {
    ofTurn = 0;
    if (!isOver) setImmediate(turn);
  };
  turn();
  await work((item) => Object.defineProperty({ ...item } as Item, "ok7", { enumerable: true, get }));
  isOver = true;
  return most;
}

it("GET /v1/subscriptions with full statistics adds up at most three endpoints in a turn", async () => {
  const { deliveries } = api.tables;
  const getAll = deliveries.getAll.bind(deliveries);
  const most = await mostReadInTurn(async (counting) => {
    deliveries.getAll = async (keys) => (await getAll(keys)).map((item) => item && counting(item));
    const { items } = (await api.call("GET", "/v1/subscriptions?limit=200", undefined, as)).body;
    const full = items.filter(({ endpoint }: { endpoint: { lastDay?: object } }) => endpoint.lastDay !== undefined);
    expect(full).toHaveLength(subscriptions);
  });
  deliveries.getAll = getAll;
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(3 * statisticsKeys("sub_1", api.clock.now()).length);
});

it("statistics of thirty full days add up eight items in a turn", async () => {
  const now = api.clock.now();
  const items = fullStatistics("sub_1", now, now - 30 * 86_400_000);
  const { deliveries } = api.tables;
  const getAll = deliveries.getAll.bind(deliveries);
  const most = await mostReadInTurn(async (counting) => {
    const counted = items.map(counting);
    let at = 0;
    deliveries.getAll = async ({ length }) => counted.slice(at, (at += length));
    const { slots } = await api.services.statistics.seriesOf({ id: "sub_1", createdAt: 0 }, "30d");
    expect(slots).toHaveLength(120);
  });
  deliveries.getAll = getAll;
  expect(most).toBeLessThanOrEqual(8);
});

it("GET /v1/status reads no statistics", async () => {
  const read: string[] = [];
  const getAll = api.tables.deliveries.getAll.bind(api.tables.deliveries);
  api.tables.deliveries.getAll = async (keys) => {
    read.push(...keys.map(({ pk }) => pk));
    return getAll(keys);
  };
  expect((await api.call("GET", "/v1/status")).status).toBe(200);
  api.tables.deliveries.getAll = getAll;
  expect(read.filter((pk) => pk.endsWith("#statistics"))).toEqual([]);
});
