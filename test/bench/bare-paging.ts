import { Agent } from "undici";

type Row = { readonly id: string };
type Page = { readonly items: readonly Row[]; readonly nextCursor?: string };

/**
 * Everything that first contact reads, in the bridge's page sizes. Each row of a list with an `owner` has its own
 * lists.
 */
const lists = [
  { path: "/person/timeline?key=created&view=full&limit=100", owner: "Person" },
  { path: "/company/timeline?key=created&view=full&limit=100", owner: "Company" },
  { path: "/project/timeline?limit=1000", owner: "Project" },
  { path: "/activity/timeline?limit=1000", owner: undefined },
  { path: "/company-template?offset=0&limit=1000", owner: undefined },
  { path: "/project-template?offset=0&limit=1000", owner: undefined },
];

const listsOf = (owner: string, id: string): readonly string[] => {
  const query = `entityType=${owner}&entityId=${encodeURIComponent(id)}`;
  return [`/document/changes?${query}&limit=100`, `/document/folder?${query}`, `/document/cursor?${query}&limit=1000`];
};

/**
 * Pages the lists, and unless `shallow` those of every owner in them, over the given number of connections; parses each
 * page and drops it. Returns the numbers of rows, of records and of owners, each counted once.
 */
export async function barePaging(base: string, token: string, connections: number, shallow = false) {
  const dispatcher = new Agent({ connections, pipelining: 1 });
  const { origin, pathname } = new URL(base);
  const headers = { authorization: `Bearer ${token}` };
  const counts = { rows: 0, records: 0, owners: 0 };

  const pageAll = async (path: string, onRow?: (row: Row) => Promise<void>) => {
    for (let cursor: string | undefined; ; ) {
      const seek = cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const answer = await dispatcher.request({ origin, path: `${pathname}${path}${seek}`, method: "GET", headers });
      const page = JSON.parse(await answer.body.text()) as Page | readonly Row[];
      // The folder list is a bare array.
      const { items, nextCursor } = "items" in page ? page : { items: page };
      if (onRow === undefined) counts.rows += items.length;
      else for (const row of items) await onRow(row);
      cursor = nextCursor;
      if (cursor === undefined) return;
    }
  };

  const owners = bounded(connections);
  await Promise.all(
    lists.map(({ path, owner }) => {
      const isRecord = path.includes("/timeline?");
      // A timeline's page begins with the rows of the moment at which the previous one ended.
      const seen = new Set<string>();
      return pageAll(path, async ({ id }) => {
        if (seen.has(id)) return;
        seen.add(id);
        counts.rows += 1;
        if (isRecord) counts.records += 1;
        if (owner === undefined) return;
        counts.owners += 1;
        if (shallow) return;
        await owners.add(async () => {
          for (const list of listsOf(owner, id)) await pageAll(list);
        });
      });
    }),
  );
  await owners.all();
  await dispatcher.close();
  return counts;
}

/** Runs at most `limit` at once. `add` waits for a place, not for the work. */
function bounded(limit: number) {
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
