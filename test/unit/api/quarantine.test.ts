import { beforeEach, describe, expect, it } from "vitest";
import type { Subject } from "../../../shared/kernel/catalogue.ts";
import type { JsonObject } from "../../../shared/kernel/json.ts";
import { recordKey } from "../../../shared/mirror/mirror-key.ts";
import { fixedFeeds, newFeed } from "../../../shared/schedule/feeds/feeds-of-instance.ts";
import { apiFixture } from "./api-fixture.ts";

const walk = fixedFeeds("acme").find(({ kind }) => kind === "person-walk")!.feedId;

let api: ReturnType<typeof apiFixture>;
beforeEach(async () => {
  api = apiFixture();
  await api.registerInstance();
});

async function putAside(...bodies: object[]): Promise<void> {
  for (const body of bodies) {
    await api.quarantine.keep("acme", walk, [body], "unreadable");
    api.clock.advance(1_000);
  }
}

const pathOf = (row: string, action = "") => `/v1/feeds/${encodeURIComponent(walk)}/quarantine/${row}${action}`;

describe("the quarantine", () => {
  it("lists rows without their content, oldest first", async () => {
    await putAside({ id: "1", name: "Secret One" }, { id: "2" });
    const { body, text } = await api.call("GET", "/v1/quarantine?instance=acme");
    expect(body.items).toMatchObject([{ feed: walk, reason: "unreadable" }, { feed: walk }]);
    expect(text).not.toContain("Secret");
  });

  it("shows a row, retries it, and discards it", async () => {
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

it("refuses to retry an entry of a change feed, whatever the client repeats", async () => {
  const { feedId } = newFeed({ instance: "acme", kind: "room", owner: { type: "Room", id: "r1" }, query: {} });
  await api.quarantine.keep("acme", feedId, [5]);
  const [{ row }] = (await api.call("GET", "/v1/quarantine?instance=acme")).body.items;
  const path = `/v1/feeds/${encodeURIComponent(feedId)}/quarantine/${row}/retry`;
  const { status, body } = await api.call("POST", path);
  expect([status, body.type]).toEqual([409, "urn:feedhook:problem:wrong-state"]);
});

describe("held removals", () => {
  const known = (
    resource: Subject,
    id: string,
    state: JsonObject,
    body: JsonObject = { id, name: `Name of ${id}` },
  ) => {
    const [now, full] = [api.clock.now(), { body, digest: "d" }];
    const times = { asOf: now, observedAt: now, firstSeenAt: now };
    const item = { ...recordKey("acme", resource, id), instance: "acme", resource, id, seq: 1, changeLog: [], full };
    return { item: { ...item, ...times, ...state } };
  };

  it("are listed and decided once, and the walk that applies the decision is woken", async () => {
    await api.removals.open("acme", "person", { since: api.clock.now(), missing: 30, known: 100 });
    const listed = (await api.call("GET", "/v1/removals?instance=acme")).body.items;
    const since = "2026-11-21T12:00:00.000Z";
    expect(listed).toEqual([{ source: "person", since, missing: 30, known: 100, sample: [] }]);
    await api.services.feeds.pause(walk);
    expect((await api.call("POST", "/v1/instances/acme/removals/person/approve")).status).toBe(202);
    expect((await api.call("GET", "/v1/removals?instance=acme")).body.items[0].decision).toBe("approved");
    expect((await api.services.feeds.load(walk))!.wheel).toMatch(/#walks#now#/);
  });

  it("come with a sample of the removals, with the names that the mirror knows", async () => {
    const now = api.clock.now();
    const ids = Array.from({ length: 30 }, (_, at) => `p${String(at).padStart(2, "0")}`);
    await api.removals.note("acme", "person", ids, now);
    await api.removals.note("acme", "document", ["d1"], now);
    for (const source of ["person", "document", "later_kind"]) {
      await api.removals.open("acme", source, { since: now, missing: 31, known: 100 });
    }
    await api.removals.note("acme", "later_kind", ["x"], now);
    const held = { state: "held" };
    await api.tables.mirror.put([
      known("person", "p00", held, { id: "p00", firstName: "Kari", lastName: "Olsen" }),
      known("person", "p01", held, { id: "p01", firstName: "", lastName: null }),
      known("document", "d1", { state: "live", missingAt: now }, { id: "d1", name: "Balance.docx" }),
    ]);
    const { items } = (await api.call("GET", "/v1/removals?instance=acme")).body;
    const of = (source: string) => items.find((one: { source: string }) => one.source === source).sample;
    expect(of("person")).toHaveLength(20);
    expect(of("person").slice(0, 3)).toEqual([
      { type: "person", id: "p00", name: "Kari Olsen" },
      { type: "person", id: "p01" },
      { type: "person", id: "p02" },
    ]);
    expect(of("document")).toEqual([{ type: "document", id: "d1", name: "Balance.docx" }]);
    expect(of("later_kind")).toEqual([{ type: "later_kind", id: "x" }]);
  });

  it("omit from the sample records that came back or were removed before", async () => {
    const now = api.clock.now();
    const back = Array.from({ length: 40 }, (_, at) => `back${at}`);
    await api.removals.note("acme", "company", [...back, "gone", "missing", "unlisted"], now);
    await api.removals.note("acme", "document", ["back", "gone", "missing"], now);
    for (const source of ["company", "document"])
      await api.removals.open("acme", source, { since: now, missing: 46, known: 100 });
    await api.tables.mirror.put([
      ...back.map((id) => known("company", id, { state: "live" })),
      ...[known("company", "gone", { state: "deleted" }), known("company", "missing", { state: "held" })],
      ...[known("company", "unlisted", { state: "unlisted" }), known("document", "back", { state: "live" })],
      ...[
        known("document", "gone", { state: "deleted" }),
        known("document", "missing", { state: "live", missingAt: now }),
      ],
    ]);
    const { items } = (await api.call("GET", "/v1/removals?instance=acme")).body;
    const samples = Object.fromEntries(
      items.map(({ source, sample }: { source: string; sample: unknown }) => [source, sample]),
    );
    expect(samples).toEqual({
      company: [{ type: "company", id: "missing", name: "Name of missing" }],
      document: [{ type: "document", id: "missing", name: "Name of missing" }],
    });
  });

  it("show the ids of losses that were recorded before their items held them", async () => {
    await api.removals.open("acme", "person", { since: api.clock.now(), missing: 30, known: 100 });
    const at = api.clock.now();
    await api.tables.feeds.put([{ item: { pk: "acme#removals", sk: "loss#person#a#b", source: "person", at } }]);
    const { items } = (await api.call("GET", "/v1/removals?instance=acme")).body;
    expect(items[0].sample).toEqual([{ type: "person", id: "a#b" }]);
  });

  it("can't be decided unless they are held", async () => {
    for (const verb of ["approve", "dismiss"]) {
      expect((await api.call("POST", `/v1/instances/acme/removals/person/${verb}`)).status).toBe(404);
    }
  });
});
