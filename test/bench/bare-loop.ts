import { Agent } from "undici";

type Row = { readonly id: string };
type Page = { readonly items: readonly Row[]; readonly nextCursor?: string };

const lists = [
  { path: "/person/timeline?key=created&view=full&limit=100", owner: "Person" },
  { path: "/company/timeline?key=created&view=full&limit=100", owner: "Company" },
  { path: "/project/timeline?limit=1000", owner: "Project" },
  { path: "/activity/timeline?limit=1000", owner: undefined },
];

/**
 * The least that could be called a bridge: pages the same lists and change feeds and posts each row, unsigned and
 * unrecorded, with the given number of concurrent feeds and posts. Returns how many rows it posted.
 */
export async function bareLoop(base: string, token: string, target: string, concurrency: number): Promise<number> {
  const dispatcher = new Agent({ connections: concurrency, pipelining: 1 });
  const { origin, pathname } = new URL(target);
  let rows = 0;

  const post = async (row: Row) => {
    const headers = { "content-type": "application/json" };
    const answer = await dispatcher.request({
      origin,
      path: pathname,
      method: "POST",
      headers,
      body: JSON.stringify(row),
    });
    await answer.body.dump();
    rows += 1;
  };
  const pageAll = async (path: string, onRow: (row: Row) => Promise<void>) => {
    for (let cursor: string | undefined; ; ) {
      const seek = cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const { origin: source, pathname: list, search } = new URL(`${base}${path}${seek}`);
      const headers = { authorization: `Bearer ${token}` };
      const answer = await dispatcher.request({ origin: source, path: `${list}${search}`, method: "GET", headers });
      const page = (await answer.body.json()) as Page;
      for (const row of page.items) await onRow(row);
      cursor = page.nextCursor;
      if (cursor === undefined) return;
    }
  };

  const posts = bounded(concurrency);
  const feeds = bounded(concurrency);
  for (const { path, owner } of lists) {
    await pageAll(path, async (row) => {
      await posts.add(() => post(row));
      if (owner === undefined) return;
      const feed = `/document/changes?entityType=${owner}&entityId=${encodeURIComponent(row.id)}&limit=100`;
      await feeds.add(() => pageAll(feed, (entry) => posts.add(() => post(entry))));
    });
  }
  await feeds.all();
  await posts.all();
  await dispatcher.close();
  return rows;
}

/** Runs at most `limit` at once. `add` waits for a place, not for the work. */
export function bounded(limit: number) {
  const running = new Set<Promise<void>>();
  return {
    async add(work: () => Promise<void>): Promise<void> {
      while (running.size >= limit) await Promise.race(running);
      const done: Promise<void> = work().finally(() => running.delete(done));
      running.add(done);
    },
    async all(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
