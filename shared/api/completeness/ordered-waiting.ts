import { backlogPartition, backlogRow } from "../../delivery/backlog/backlog.ts";
import { deliveryKey, deliveryShards } from "../../delivery/rows/delivery-row.ts";
import { defined } from "../../kernel/defined.ts";
import { detectedAtOf } from "../../kernel/event-id.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Item, TableReader } from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";

/** A position between two pages of an ordered backlog: the shard and the key of the last row that was read. */
export type BacklogPosition = { readonly shard: number; readonly after: string };

type Asked = {
  readonly subscription: string;
  /** Bounds of the events' detection (unix ms); `to` is excluded. */
  readonly from: number;
  readonly to: number;
  readonly after: BacklogPosition | undefined;
};

/** An event that waits for its first attempt. `sk`: the key that its delivery's row will have. */
type WaitingEvent = { readonly sk: string; readonly outcome: "queue" | "limit" | "endpoint" };

/** Some rows of the backlog. `weight`: how many rows they count as. */
type Portion = {
  readonly waiting: readonly WaitingEvent[];
  readonly position: BacklogPosition;
  readonly weight: number;
};

/** Keys of ordered rows begin with a digest in hex, so each key sorts either before or after all event ids. */
const ranges = [{ to: "evt_" }, { from: "evt`" }] as const;

/** The number of rows that are read at a time. The deliveries of at most this many rows are looked up at a time. */
const portion = 20;
/** A row in the period counts as this many additional rows, because its deliveries are looked up. */
const perLookUp = 20;

const waitingRow = backlogRow.pick({ held: true, postponed: true });

/**
 * The events in an ordered subscription's backlog that were detected in a period and have no recorded delivery. A
 * record's events are adjacent, because the keys begin with the record.
 */
export async function* orderedWaiting(table: TableReader, asked: Asked): AsyncGenerator<Portion> {
  for (let shard = asked.after?.shard ?? 0; shard < deliveryShards; shard += 1) {
    const after = shard === asked.after?.shard ? asked.after.after : undefined;
    let before = after ?? "";
    let rows: Ranked[] = [];
    for await (const item of rowsOf(table, asked.subscription, shard, after)) {
      const isRepeated = deliveryOf(item.sk).event === deliveryOf(before).event;
      rows.push({ item, isFirst: recordOf(item.sk) !== recordOf(before), isRepeated });
      before = item.sk;
      if (rows.length < portion) continue;
      yield await portionOf(table, asked, shard, rows);
      rows = [];
    }
    if (rows.length > 0) yield await portionOf(table, asked, shard, rows);
  }
}

async function* rowsOf(
  table: TableReader,
  subscription: string,
  shard: number,
  after: string | undefined,
): AsyncGenerator<Item> {
  for (const range of ranges) {
    if (after !== undefined && "to" in range && after > range.to) continue;
    // DynamoDB refuses to start outside of a query's range.
    const start = after !== undefined && (!("from" in range) || after > range.from) ? after : undefined;
    const query = { pk: backlogPartition(subscription, shard), limit: portion, ...range, ...defined({ after: start }) };
    yield* queryAll(table, query, { growTo: 200 });
  }
}

/**
 * `isFirst`: whether no earlier event of the record waits. `isRepeated`: whether the previous row has the same event.
 */
type Ranked = { readonly item: Item; readonly isFirst: boolean; readonly isRepeated: boolean };

async function portionOf(
  table: TableReader,
  { subscription, from, to }: Asked,
  shard: number,
  rows: readonly Ranked[],
): Promise<Portion> {
  const inPeriod = rows.flatMap(({ item, isFirst, isRepeated }) => {
    const { event, run } = deliveryOf(item.sk);
    const at = detectedAtOf(event) ?? 0;
    if (isRepeated || at < from || at >= to) return [];
    return [{ ...parseStored(waitingRow, item, `backlog row ${item.pk} ${item.sk}`), event, run, isFirst }];
  });
  const found = await Promise.all(
    inPeriod.map(async ({ event, run, held, postponed, isFirst }): Promise<WaitingEvent | undefined> => {
      const { pk } = deliveryKey({ subscription, event, run });
      const { items } = await table.query({ pk, prefix: `${event}#`, limit: 1 });
      if (items.length > 0) return undefined;
      const outcome = held === true ? "endpoint" : postponed === undefined && isFirst ? "queue" : "limit";
      return { sk: `${event}#${run}`, outcome };
    }),
  );
  const after = rows.at(-1)?.item.sk ?? "";
  const weight = rows.length + perLookUp * inPeriod.length;
  return { waiting: found.flatMap((one) => one ?? []), position: { shard, after }, weight };
}

const recordOf = (sk: string): string => sk.slice(0, sk.indexOf("#"));

/** The end of a key: `<event>#<run>`. */
function deliveryOf(sk: string): { readonly event: string; readonly run: string } {
  const [event = "", run = ""] = sk.split("#").slice(-2);
  return { event, run };
}
