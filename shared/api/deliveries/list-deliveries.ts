import type { z } from "@hono/zod-openapi";
import { type DeliveryRow, deliveriesOfDay, deliveryRow } from "../../delivery/rows/delivery-row.ts";
import { typeMatches } from "../../kernel/catalogue.ts";
import { detectedAtOf } from "../../kernel/event-id.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { TableReader } from "../../kernel/ports/table.ts";
import { WorkTurn } from "../../kernel/work-turn.ts";
import type { Caller } from "../../partners/authenticator.ts";
import { mayHave } from "../../partners/partner.ts";
import { pseudoInstanceOf } from "../../partners/partner-key.ts";
import type { ApiServices } from "../api-services.ts";
import { recordOf } from "../events/event-criteria.ts";
import type { deliveryQuery } from "./delivery-schemas.ts";

type Asked = {
  readonly subscription: string;
  /** The sort key of the previous page's last row. */
  readonly after: string | undefined;
  readonly limit: number;
  readonly isWanted: ((row: DeliveryRow) => boolean) | undefined;
  /** The newest and the oldest day to list, each as a time (unix ms) within that day. */
  readonly newestMs: number;
  readonly oldestMs: number;
};

/** `next`: the sort key after which the next page begins. */
type Listed = { readonly rows: readonly DeliveryRow[]; readonly next: string | undefined };

const day = 86_400_000;

/**
 * The maximum sum of the weights (`weightOf`) of the rows that one request reads, including rows that the filter leaves
 * out. A busy subscription has a million rows, too many for one request.
 */
export const mostScanned = 5_000;

/** How many rows a stored response counts as: a response takes up to 6 KB, and the rest of a row 0.8 KB. */
const rowsPerFailure = 7;

export const weightOf = ({ failures = [] }: DeliveryRow): number => 1 + rowsPerFailure * failures.length;

/**
 * The number of rows to read before yielding to other work. On one machine, reads are synchronous, and all requests
 * share this thread.
 */
export const rowsPerTurn = 100;

/** Goes back day by day, and merges each day's shards. */
export async function listDeliveries(
  table: TableReader,
  { subscription, after, limit, isWanted, newestMs, oldestMs }: Asked,
): Promise<Listed> {
  const rows: DeliveryRow[] = [];
  const turn = new WorkTurn(rowsPerTurn);
  let counted = 0;
  const begin = Math.min(newestMs, detectedAtOf((after ?? "").split("#")[0] ?? "") ?? newestMs);
  for (let at = startOfDay(begin); at >= startOfDay(oldestMs); at -= day) {
    for await (const item of deliveriesOfDay(table, {
      subscription,
      at,
      after,
      few: isWanted === undefined ? limit : mostScanned / 10,
    })) {
      const row = parseStored(deliveryRow, item, `delivery at ${item.pk} ${item.sk}`);
      const isListed = isWanted === undefined || isWanted(row);
      if (isListed && rows.length === limit) return { rows, next: rows.at(-1)?.sk };
      if (isListed) rows.push(row);
      counted += weightOf(row);
      await turn.spend(1);
      if (counted >= mostScanned) return { rows, next: row.sk };
    }
  }
  return { rows, next: undefined };
}

function startOfDay(ms: number): number {
  return ms - (ms % day);
}

type Query = z.output<typeof deliveryQuery>;

/** Bounds of the detection time (unix ms, both inclusive). `events`: those of a record; undefined allows all events. */
type Bounds = {
  readonly oldest: number;
  readonly newest: number;
  readonly events: ReadonlySet<string> | undefined;
};

const mostEvents = 1_000;

/** A day alone doesn't filter, because it selects whole partitions. */
export function isFiltered({ state, type, subject: about, status, error, since, until }: Query): boolean {
  return [state, type, about, status, error, since, until].some((one) => one !== undefined);
}

export function deliveryFilter({ state, type, status, error, oldest, newest, events }: Query & Bounds) {
  return (row: DeliveryRow): boolean => {
    const last = row.attempts.at(-1);
    const detectedAt = detectedAtOf(row.event) ?? 0;
    return (
      (state === undefined || row.state === state) &&
      (type === undefined || (row.type !== undefined && isOfType(type, row.type))) &&
      (status === undefined || isAnsweredSo(status, last?.status)) &&
      (error === undefined || last?.error === error) &&
      (events === undefined || events.has(row.event)) &&
      detectedAt >= oldest &&
      detectedAt <= newest
    );
  };
}

export async function instancesOf({ instances }: ApiServices, { access }: Caller): Promise<readonly string[]> {
  const names = (await instances.list()).map(({ name }) => name);
  return [...names.filter((name) => mayHave(access, name)), pseudoInstanceOf(access.partner)];
}

export async function eventsOf(services: ApiServices, caller: Caller, text: string): Promise<ReadonlySet<string>> {
  const record = recordOf(text);
  if (record === undefined) return new Set();
  const found = await Promise.all(
    (await instancesOf(services, caller)).map((instance) =>
      services.events.idsBySubject(instance, record.type, record.id, mostEvents),
    ),
  );
  return new Set(found.flat());
}

/** `*` in a filter also matches operational types, because their events are also sent. */
function isOfType(pattern: string, type: string): boolean {
  return pattern === "*" || typeMatches(pattern, type);
}

function isAnsweredSo(wanted: string, status: number | undefined): boolean {
  if (status === undefined) return false;
  return wanted.endsWith("xx") ? String(status).startsWith(wanted.slice(0, 1)) : String(status) === wanted;
}
