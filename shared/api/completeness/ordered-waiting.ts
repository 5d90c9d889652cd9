import { backlogPartition, backlogRow } from "../../delivery/backlog/backlog.ts";
import { deliveryKey, deliveryShards } from "../../delivery/rows/delivery-row.ts";
import { defined } from "../../kernel/defined.ts";
import { detectedAtOf } from "../../kernel/event-id.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Item, TableReader } from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";

export type BacklogPosition = { readonly shard: number; readonly after: string };

type Asked = {
  readonly subscription: string;
  /** Bounds of the events' detection (unix ms); `to` is excluded. */
  readonly from: number;
  readonly to: number;
  readonly after: BacklogPosition | undefined;
};

/** `sk`: the key of the row that the first attempt will write. */
type WaitingEvent = { readonly sk: string; readonly outcome: "queue" | "limit" | "endpoint" };

/** `weight`: how many rows the portion counts as. */
type Portion = {
  readonly waiting: readonly WaitingEvent[];
  readonly position: BacklogPosition;
  readonly weight: number;
};

/** Keys of ordered rows begin with a digest in hex, so each key sorts either before or after all event ids. */
const ranges = [{ to: "evt_" }, { from: "evt`" }] as const;

/** Rows per read. Their deliveries are looked up together. */
const portion = 20;
/** A row in the period counts as this many additional rows, because its deliveries are looked up. */
const perLookUp = 20;

const waitingRow = backlogRow.pick({ held: true, postponed: true });

/**
 * Yields the events without a recorded delivery. A record's events are adjacent, because the keys begin with the
 * record.
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

/** `isFirst`: no earlier event of the record waits. `isRepeated`: the previous row has the same event. */
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

/** A key ends with `<event>#<run>`. */
function deliveryOf(sk: string): { readonly event: string; readonly run: string } {
  const [event = "", run = ""] = sk.split("#").slice(-2);
  return { event, run };
}
