import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import type { Scene } from "./scene.ts";

/** One kind of work of a bridge, and what it costs. */
export type Arm = {
  readonly name: string;
  /** What a unit of the work is. */
  readonly unit: string;
  /** The records of the source, at full size. By default, four in five own documents. */
  readonly records: number;
  /** Only the fewest owners that a source can have, so that the work is about records. */
  readonly hasFewOwners?: boolean;
  readonly timings?: Readonly<Record<string, number>>;
  /** Does the work, and says how many units it was. */
  run(scene: Scene): Promise<{ readonly units: number; readonly cpuSeconds: number }>;
};

/** From the registration of an instance until every record is delivered and every owner has been read. */
const fanout = (subscriptions: number, records: number): Arm => ({
  ...{ name: `fanout-${subscriptions}`, unit: "delivery", records },
  async run({ subscribe, register, begin, arrived, since, posts, source }) {
    for (let n = 0; n < subscriptions; n += 1) await subscribe({}, `/${n}`);
    begin();
    await register();
    const cpuSeconds = since(await arrived(source.records * subscriptions));
    const { posts: units, distinct } = await posts();
    if (units !== distinct * subscriptions) throw new Error(`${units} deliveries of ${distinct} events`);
    return { units, cpuSeconds };
  },
});

/** First contact, after which every record is an event, delivered once. It isn't measured. */
async function withEvents({ subscribe, register, arrived, source }: Scene): Promise<string> {
  const subscription = await subscribe();
  await register();
  await arrived(source.records);
  return subscription;
}

const pulled = z.object({ items: z.array(z.object({ ackId: z.string() })) });
const page = z.object({ items: z.array(z.unknown()), nextCursor: z.string().optional() });

export const arms: readonly Arm[] = [
  {
    ...{ name: "start", unit: "start", records: 15, hasFewOwners: true },
    run: ({ startSeconds }) => Promise.resolve({ units: 1, cpuSeconds: startSeconds }),
  },
  {
    // Without a subscription.
    ...{ name: "first-contact", unit: "record", records: 100_000 },
    async run({ register, begin, arrived, since, source }) {
      begin();
      await register();
      return { units: source.records, cpuSeconds: since(await arrived(0)) };
    },
  },
  fanout(1, 4_000),
  fanout(20, 1_500),
  {
    ...{ name: "ordered", unit: "delivery", records: 3_000, hasFewOwners: true },
    async run({ subscribe, register, begin, arrived, since, source }) {
      await subscribe({ ordered: true });
      begin();
      await register();
      return { units: source.records, cpuSeconds: since(await arrived(source.records)) };
    },
  },
  {
    ...{ name: "pull", unit: "event", records: 3_000, hasFewOwners: true },
    async run(scene) {
      const id = await scene.subscribe({ kind: "pull" });
      await withEvents(scene);
      scene.begin();
      let units = 0;
      for (;;) {
        const { items } = pulled.parse(await scene.ask("GET", `/v1/subscriptions/${id}/poll?limit=100`));
        if (items.length === 0) break;
        await scene.ask("POST", `/v1/subscriptions/${id}/ack`, { ackIds: items.map(({ ackId }) => ackId) });
        units += items.length;
      }
      if (units !== scene.source.records) throw new Error(`${units} events were pulled of ${scene.source.records}`);
      return { units, cpuSeconds: scene.since() };
    },
  },
  {
    ...{ name: "replay", unit: "delivery", records: 3_000, hasFewOwners: true },
    async run(scene) {
      const id = await withEvents(scene);
      const { records } = scene.source;
      scene.begin();
      await scene.ask("POST", `/v1/subscriptions/${id}/replays`, { dryRun: false, perSecond: 500 });
      return { units: records, cpuSeconds: scene.since(await scene.arrived(2 * records)) };
    },
  },
  {
    // Pages of events and of deliveries, as a partner's program or the portal asks for them.
    ...{ name: "list", unit: "request", records: 1_000, hasFewOwners: true },
    async run(scene) {
      const id = await withEvents(scene);
      // Events of the last minute are listed only on request.
      const until = encodeURIComponent(new Date(Date.now() + 30_000).toISOString());
      const lists = [
        `/v1/events?instance=${scene.source.name}&until=${until}&limit=100`,
        `/v1/subscriptions/${id}/deliveries?limit=100`,
      ];
      const units = scene.source.records;
      scene.begin();
      const cursors: (string | undefined)[] = lists.map(() => undefined);
      for (let n = 0; n < units; n += 1) {
        const at = n % lists.length;
        const from = cursors[at] === undefined ? "" : `&cursor=${encodeURIComponent(cursors[at])}`;
        const { items, nextCursor } = page.parse(await scene.ask("GET", `${lists[at]}${from}`));
        if (items.length === 0 && from === "") throw new Error(`${lists[at]} is empty`);
        // At the end of the list, it begins again.
        cursors[at] = items.length < 100 ? undefined : nextCursor;
      }
      return { units, cpuSeconds: scene.since() };
    },
  },
  {
    // Visits of owners without changes, after first contact.
    ...{
      name: "idle",
      unit: "visit",
      records: 12_500,
      timings: { ownerPeriod: 60_000, dormantPeriod: 60_000, ownerGap: 5_000 },
    },
    async run({ register, begin, since, source }) {
      await register();
      await seen(async () => (await source.counts()).owners >= source.owners);
      await register(300);
      // The last first visits, and visits that were due at the higher rate, end before this.
      await sleep(10_000);
      await source.reset();
      begin();
      const wanted = source.records / 2;
      await seen(async () => (await source.counts()).visits >= wanted);
      const cpuSeconds = since();
      return { units: (await source.counts()).visits, cpuSeconds };
    },
  },
];

/** Waits until it is so, at most ten minutes. */
async function seen(isSo: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + 600_000;
  while (!(await isSo())) {
    if (performance.now() > until) throw new Error("the bridge read too few owners in ten minutes");
    await sleep(100);
  }
}
