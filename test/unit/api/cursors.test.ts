import { describe, expect, it, vi } from "vitest";
import { sha256Text } from "../../../shared/kernel/hash.ts";
import { fixedFeeds } from "../../../shared/schedule/feeds/feeds-of-instance.ts";
import { acmeApi, apiFixture, eventAt } from "./api-fixture.ts";

type Api = ReturnType<typeof apiFixture>;

/** What `run` returns, and how often it asked the tables. */
async function counted<T>({ tables }: Api, run: () => Promise<T>): Promise<{ queries: number; answer: T }> {
  const spies = Object.values(tables).flatMap((table) => [vi.spyOn(table, "query"), vi.spyOn(table, "queryIndex")]);
  const answer = await run();
  const queries = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  for (const spy of spies) spy.mockRestore();
  return { queries, answer };
}

const queriesOf = async (api: Api, path: string) => (await counted(api, () => api.call("GET", path))).queries;

/** The items of a list to its end, each of whose pages asks the tables at most so often. */
async function listed(api: Api, target: string, most: number): Promise<{ readonly id: string }[]> {
  const found: { readonly id: string }[] = [];
  for (let cursor = "", pages = 0; pages < 10; pages += 1) {
    const { queries, answer } = await counted(api, () => api.call("GET", `${target}${cursor}`));
    expect(queries).toBeLessThanOrEqual(most);
    found.push(...answer.body.items);
    if (!answer.body.more) return found;
    cursor = `&cursor=${answer.body.nextCursor}`;
  }
  throw new Error(`${target} has no end`);
}

/** A cursor as a release before made it, which anybody could. */
function unsigned(path: string, position: string): string {
  const list = sha256Text("base64url", "prt_operator", path).slice(0, 10);
  return Buffer.from(`2:${list}:${position}`).toString("base64url");
}

const farAway = "Z".repeat(26);

describe("a cursor", () => {
  it.each([
    ["/v1/audit", `aud_7${"Z".repeat(25)}`],
    ["/v1/partners", `prt_${farAway}`],
    ["/v1/operator-keys", `key_${farAway}`],
    ["/v1/subscriptions", `sub_${farAway}`],
    ["/v1/instances", "zzz"],
    ["/v1/events?instance=acme", `evt_${farAway}`],
    ["/v1/feeds?instance=acme", "63:"],
    ["/v1/quarantine?instance=acme", `${"9".repeat(15)}#${"f".repeat(32)}`],
  ])("that a caller forged for %s is refused, and nothing is read for it", async (target, position) => {
    const api = await acmeApi();
    const [path = "", query] = target.split("?");
    const cursor = unsigned(path, position);
    const { queries, answer } = await counted(api, () =>
      api.call("GET", `${path}?${query === undefined ? "" : `${query}&`}cursor=${cursor}`),
    );
    expect([answer.status, answer.body.errors?.[0]]).toEqual([
      400,
      { field: "cursor", message: "must be a cursor from this list" },
    ]);
    expect(queries).toBe(0);
  });

  it("is refused with any changed character, and is the same for the same page", async () => {
    const api = apiFixture();
    for (const name of ["acme", "globex"]) await api.registerInstance(name);
    const { nextCursor } = (await api.call("GET", "/v1/instances?limit=1")).body;
    expect((await api.call("GET", "/v1/instances?limit=1")).body.nextCursor).toBe(nextCursor);
    const bytes = Buffer.from(nextCursor, "base64url");
    for (const [at] of bytes.entries()) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const { status } = await api.call("GET", `/v1/instances?cursor=${changed.toString("base64url")}`);
      expect([at, status]).toEqual([at, 400]);
    }
  });

  it("outlives the process that issued it", async () => {
    const [one, other] = [apiFixture(), apiFixture()];
    await one.registerInstance("acme");
    await one.registerInstance("globex");
    const { nextCursor } = (await one.call("GET", "/v1/instances?limit=1")).body;
    for (const item of one.tables.subscriptions.items) await other.tables.subscriptions.put([{ item }]);
    const { body } = await other.call("GET", `/v1/instances?limit=1&cursor=${nextCursor}`);
    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(["globex"]);
  });
});

const hour = 3_600_000;

describe("a list that skips empty parts", () => {
  it("requests at most fourteen months of the audit log", async () => {
    const api = apiFixture();
    expect(await queriesOf(api, "/v1/audit")).toBeLessThanOrEqual(15);
  });

  it.each(["", "&since=0001-01-01T00:00:00Z&until=9999-12-31T23:59:59Z", "&type=company.updated"])(
    "reads at most 24 non-empty hours of events (%s), and continues there",
    async (query) => {
      const api = await acmeApi();
      const now = api.clock.now();
      const stored = Array.from({ length: 100 }, (_, at) => eventAt(now - 5 * 60_000 - at * 7 * hour, `r${at}`));
      await api.events.put(stored);
      for (const order of ["newest", "oldest"]) {
        // Pages of the table in memory hold three items: some of the queries are for further pages.
        const found = await listed(api, `/v1/events?instance=acme&limit=200&order=${order}${query}`, 24 * 16 + 50);
        const all = stored.map(({ envelope }) => envelope.id);
        const wanted = query.includes("company") ? [] : order === "newest" ? all : all.toReversed();
        expect(found.map(({ id }) => id)).toEqual(wanted);
      }
    },
  );

  it("reads a long hour of events in large pages, however small the requested page", async () => {
    const api = await acmeApi({ pageSize: 1_000 });
    const now = api.clock.now();
    await api.events.put(Array.from({ length: 2_100 }, (_, at) => eventAt(now - 5 * 60_000 - at, `r${at}`)));
    for (const order of ["newest", "oldest"]) {
      const target = `/v1/events?instance=acme&limit=1&type=company.updated&order=${order}`;
      expect(await queriesOf(api, target)).toBeLessThan(700);
    }
  });

  it.each([
    "",
    "?state=expired",
    "?since=0001-01-01T00:00:00Z&until=9999-12-31T23:59:59Z",
    "?day=9999-12-31",
    "?day=0001-01-01",
  ])("requests only the days that deliveries (%s) are kept", async (query) => {
    const api = apiFixture();
    const target = `/v1/subscriptions/${await api.subscribe()}/deliveries${query}`;
    expect(await queriesOf(api, target)).toBeLessThanOrEqual(31 * 16);
  });

  it("requests feeds at most 100 times, and continues from there", async () => {
    const api = await acmeApi();
    const own = fixedFeeds("acme").length;
    await api.tables.mirror.put(
      Array.from({ length: 600 }, (_, at) => ({
        item: { pk: "acme#company#0", sk: `c${String(at).padStart(4, "0")}` },
      })),
    );
    const found = await listed(api, "/v1/feeds?instance=acme&limit=200", 110);
    expect(found.length).toBeGreaterThanOrEqual(own);
  });
});
