import { Agent } from "undici";

type Page = { readonly items: readonly unknown[]; readonly nextCursor?: string };

const lists = [
  "/person/timeline?key=created&view=full&limit=100",
  "/company/timeline?key=created&view=full&limit=100",
  "/project/timeline?limit=100",
  "/activity/timeline?limit=100",
];

/**
 * The least that could be called a bridge: pages the same lists and posts each row, unsigned and unrecorded, with as
 * many posts at once as asked for. Returns how many rows it posted.
 */
export async function bareLoop(base: string, token: string, target: string, concurrency: number): Promise<number> {
  const dispatcher = new Agent({ connections: concurrency, pipelining: 1 });
  const under = new Set<Promise<void>>();
  let rows = 0;
  const post = async (row: unknown) => {
    const { origin, pathname } = new URL(target);
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
  for (const list of lists) {
    for (let cursor: string | undefined; ; ) {
      const seek = cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const answer = await fetch(`${base}${list}${seek}`, { headers: { authorization: `Bearer ${token}` } });
      const page = (await answer.json()) as Page;
      for (const row of page.items) {
        while (under.size >= concurrency) await Promise.race(under);
        const posting: Promise<void> = post(row).finally(() => under.delete(posting));
        under.add(posting);
      }
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
  }
  await Promise.all(under);
  await dispatcher.close();
  return rows;
}
