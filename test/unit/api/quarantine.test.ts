import { beforeEach, describe, expect, it } from "vitest";
import type { Metrics } from "../../../shared/kernel/ports/metrics.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { createQuarantine } from "../../../shared/polling/quarantine/quarantine.ts";
import { RemovalLedger } from "../../../shared/polling/removals/removal-ledger.ts";
import { fixedFeeds } from "../../../shared/schedule/feeds/feeds-of-instance.ts";
import { apiFixture } from "./api-fixture.ts";

const noMetrics: Metrics = { record: () => undefined };
const walk = fixedFeeds("acme").find(({ kind }) => kind === "person-walk")!.feedId;

let api: ReturnType<typeof apiFixture>;
beforeEach(async () => {
  api = apiFixture();
  await api.registerInstance();
});

async function putAside(...bodies: object[]): Promise<void> {
  const { clock, logger, tables } = api;
  const quarantine = createQuarantine({
    table: tables.feeds,
    clock,
    logger,
    metrics: noMetrics,
    timings: defaultTimings,
  });
  for (const body of bodies) {
    await quarantine.keep("acme", walk, [body], "unreadable");
    clock.advance(1_000);
  }
}

const pathOf = (row: string, action = "") => `/v1/feeds/${encodeURIComponent(walk)}/quarantine/${row}${action}`;

describe("the quarantine", () => {
  it("lists rows without what they hold, oldest first and page by page", async () => {
    await putAside({ id: "1", name: "Secret One" }, { id: "2" }, { id: "3" });
    const first = await api.call("GET", "/v1/quarantine?instance=acme&limit=2");
    expect(first.body).toMatchObject({ items: [{ feed: walk, reason: "unreadable" }, { feed: walk }], more: true });
    expect(first.text).not.toContain("Secret");
    const second = await api.call("GET", `/v1/quarantine?instance=acme&limit=2&cursor=${first.body.nextCursor}`);
    expect(second.body).toMatchObject({ items: [{ feed: walk }], more: false });
  });

  it("shows one, has it tried again, and throws it away", async () => {
    await putAside({ id: "1", name: "Kari" });
    const [{ row }] = (await api.call("GET", "/v1/quarantine?instance=acme")).body.items;
    expect((await api.call("GET", pathOf(row))).body).toMatchObject({
      body: { id: "1", name: "Kari" },
      waiting: false,
    });
    expect((await api.call("POST", pathOf(row, "/retry"))).status).toBe(202);
    expect((await api.call("GET", pathOf(row))).body.waiting).toBe(true);
    expect((await api.services.feeds.load(walk))!.wheel).toMatch(/#walks#now#/);
    expect((await api.call("DELETE", pathOf(row))).status).toBe(204);
    for (const [method, action] of [
      ["GET", ""],
      ["POST", "/retry"],
      ["DELETE", ""],
    ] as const) {
      expect((await api.call(method, pathOf(row, action))).status).toBe(404);
    }
  });
});

describe("held removals", () => {
  const ledger = () => new RemovalLedger(api.tables.feeds);

  it("are listed and decided once, and the walk that acts on it is woken", async () => {
    await ledger().open("acme", "person", { since: api.clock.now(), missing: 30, known: 100 });
    const listed = (await api.call("GET", "/v1/removals?instance=acme")).body.items;
    expect(listed).toEqual([{ source: "person", since: "2026-11-21T12:00:00.000Z", missing: 30, known: 100 }]);
    await api.services.feeds.pause(walk);
    expect((await api.call("POST", "/v1/instances/acme/removals/person/approve")).status).toBe(202);
    expect((await api.call("GET", "/v1/removals?instance=acme")).body.items[0].decision).toBe("approved");
    expect((await api.services.feeds.load(walk))!.wheel).toMatch(/#walks#now#/);
  });

  it("what isn't held can't be decided", async () => {
    for (const verb of ["approve", "dismiss"]) {
      expect((await api.call("POST", `/v1/instances/acme/removals/person/${verb}`)).status).toBe(404);
    }
  });
});
