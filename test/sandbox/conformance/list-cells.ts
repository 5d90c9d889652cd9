import { expect } from "vitest";
import { type Cells, expectProblem, type World } from "./world.ts";

type PathOf = (world: World) => Promise<string> | string;

const query = (path: string, parameters: string): string => `${path}${path.includes("?") ? "&" : "?"}${parameters}`;

/** The rules of every offset list. `path` names a list with at least three rows. */
export const offsetCells = (path: PathOf, sorts: readonly string[]): Cells => ({
  "200 offset envelope": async (world) => {
    const at = await path(world);
    const { body } = await world.get(query(at, "limit=2&offset=1"));
    expect(body).toMatchObject({ items: { length: 2 }, size: 2, page: 0, totalPages: Math.ceil(body.totalItems / 2) });
    expect(body.links).toMatchObject({ self: expect.any(String), first: expect.any(String), last: expect.any(String) });
    const { body: last } = await world.get(query(at, `limit=1&offset=${body.totalItems - 1}`));
    expect(last.links.next).toBeUndefined();
    expect(last.items).toHaveLength(1);
  },
  ...(sorts.length > 0 && {
    "200 sort, both directions": async (world) => {
      const at = await path(world);
      for (const sort of sorts) {
        const up = await world.get(query(at, `limit=1000&sort=${sort}`));
        const down = await world.get(query(at, `limit=1000&sort=-${sort}`));
        const ids = up.body.items.map(({ id }: { id: string }) => id);
        expect(down.body.items.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
      }
    },
    "400 unknown sort": async (world) => {
      expectProblem(await world.get(query(await path(world), "sort=shoeSize")), 400, "sort");
    },
  }),
  "400 invalid paging": async (world) => {
    const at = await path(world);
    expectProblem(await world.get(query(at, "limit=0")), 400, "limit");
    for (const limit of ["many", "", "0x10", "1e1", "1.0", "%2B5"]) {
      expectProblem(await world.get(query(at, `limit=${limit}`)), 400, "limit");
    }
    expectProblem(await world.get(query(at, "offset=-1")), 400, "offset");
  },
});

/** The rules of every cursor list. */
export const cursorCells = (path: PathOf, foreign: PathOf): Cells => ({
  "200 cursor envelope, ascending, complete, and back again": async (world) => {
    const at = await path(world);
    const all = await world.get(query(at, "limit=1000"));
    expect(all.body.nextCursor).toBeUndefined();
    expect(all.body.prevCursor).toBeUndefined();
    const walked = await world.client.walk(query(at, "limit=2"));
    expect(walked.map(({ id }) => id)).toEqual(all.body.items.map(({ id }: { id: string }) => id));
    const first = await world.get(query(at, "limit=2"));
    const second = await world.get(query(at, `limit=2&cursor=${first.body.nextCursor}`));
    const back = await world.get(query(at, `limit=2&cursor=${second.body.prevCursor}`));
    expect(back.body.items).toEqual(first.body.items);
    expect(back.body.prevCursor).toBeUndefined();
  },
  ...cursorErrors(path, foreign),
});

const cursorErrors = (path: PathOf, foreign: PathOf): Cells => ({
  "400 invalid cursor": async (world) => {
    expectProblem(await world.get(query(await path(world), "cursor=nonsense")), 400, "cursor");
    expectProblem(await world.get(query(await path(world), "cursor=")), 400, "cursor");
  },
  "400 cursor minted for another list": async (world) => {
    const other = await world.get(query(await foreign(world), "limit=1"));
    expect(other.body.nextCursor).toEqual(expect.any(String));
    expectProblem(await world.get(query(await path(world), `cursor=${other.body.nextCursor}`)), 400, "cursor");
  },
  "400 expired cursor": async (world) => {
    const at = await path(world);
    const { nextCursor } = (await world.get(query(at, "limit=1"))).body;
    const credential = world.sandbox.access[0]!;
    await world.sandbox.clock.sleep(901_000);
    const client = await world.clientWith(credential, "read");
    expectProblem(await client.get(query(at, `limit=1&cursor=${nextCursor}`)), 400, "cursor");
  },
  "400 limit out of range": async (world) => {
    const at = await path(world);
    expectProblem(await world.get(query(at, "limit=0")), 400, "limit");
    expectProblem(await world.get(query(at, "limit=1001")), 400, "limit");
  },
});

/** The rules of every timeline. `keys` are the values of `key`, if it is offered. */
export const timelineCells = (path: PathOf, foreign: PathOf, keys?: readonly ["created", "modified"]): Cells => ({
  "200 ascending change time, nothing omitted, rows may repeat": async (world) => {
    for (const key of keys ?? [undefined]) {
      const at = key === undefined ? await path(world) : query(await path(world), `key=${key}`);
      const all: { id: string; created: string; modified?: string }[] = (await world.get(query(at, "limit=1000"))).body
        .items;
      const times = all.map((row) => (key === undefined ? (row.modified ?? row.created) : row[key]!));
      expect(times).toEqual(times.toSorted());
      const walked = await world.client.walk(query(at, "limit=5"));
      expect([...new Set(walked.map(({ id }) => id))]).toEqual(all.map(({ id }) => id));
    }
  },
  "200 since is inclusive": async (world) => {
    const at = keys === undefined ? await path(world) : query(await path(world), "key=created");
    const rows = (await world.get(query(at, "limit=1000"))).body.items;
    const since = rows[1].modified && keys === undefined ? rows[1].modified : rows[1].created;
    const later = (await world.get(query(at, `limit=1000&since=${encodeURIComponent(since)}`))).body.items;
    expect(later.map(({ id }: { id: string }) => id)).toEqual(rows.slice(1).map(({ id }: { id: string }) => id));
  },
  "400 malformed since": async (world) => {
    const at = await path(world);
    for (const since of ["", "yesterday", "2026-02-30T00:00:00Z", "2026-02-03T24:00:00Z", "2026-02-03T10:60:00Z"]) {
      expectProblem(await world.get(query(at, `since=${since}`)), 400, "since");
    }
  },
  ...(keys && {
    "400 unknown key": async (world: World) => {
      expectProblem(await world.get(query(await path(world), "key=deleted")), 400, "key");
    },
    "400 cursor minted for another key": async (world: World) => {
      const at = await path(world);
      const { nextCursor } = (await world.get(query(at, "key=created&limit=1"))).body;
      expectProblem(await world.get(query(at, `key=modified&cursor=${nextCursor}`)), 400, "cursor");
    },
  }),
  ...cursorErrors(
    async (world) => (keys === undefined ? path(world) : query(await path(world), "key=created")),
    foreign,
  ),
});

/** `view` on person and company lists. */
export const viewCells = (path: PathOf, one: string, fullOnly: string): Cells => ({
  "200 view=full gives the single-record body": async (world) => {
    const { body } = await world.get(query(await path(world), "view=full&limit=1"));
    const [item] = body.items;
    expect((await world.get(`${one}/${item.id}`)).body).toEqual(item);
    expect(item).toHaveProperty(fullOnly);
    const lean = await world.get(query(await path(world), "limit=1"));
    expect(lean.body.items[0]).not.toHaveProperty(fullOnly);
  },
  "400 limit above 100 with view=full": async (world) => {
    expectProblem(await world.get(query(await path(world), "view=full&limit=101")), 400, "limit");
  },
  "404 a row vanished between query and read (injected)": async (world) => {
    await world.sandbox.app.request("/__sandbox/faults", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"spec":"full-view-404=1"}',
    });
    expectProblem(await world.get(query(await path(world), "view=full")), 404);
    expect((await world.get(await path(world))).status).toBe(200);
  },
});

/** Each filter: a value of one row keeps it and drops others. */
export function filterCell(
  path: PathOf,
  filters: (world: World) => Promise<Record<string, [value: string, id: string]>>,
): Cells {
  return {
    "200 filters": async (world) => {
      for (const [name, [value, id]] of Object.entries(await filters(world))) {
        const at = await path(world);
        const { body } = await world.get(query(at, `${name}=${encodeURIComponent(value)}&limit=1000`));
        const ids = body.items.map((item: { id: string }) => item.id);
        expect(ids, name).toContain(id);
        const all = (await world.get(query(at, "limit=1000"))).body.items;
        expect(ids.length, `${name} narrows`).toBeLessThan(all.length);
      }
    },
  };
}

export const badFilterCell = (path: PathOf, name: string): Cells => ({
  "400 bad filter id": async (world) => {
    expectProblem(await world.get(query(await path(world), `${name}=not-an-id`)), 400, name);
  },
});
