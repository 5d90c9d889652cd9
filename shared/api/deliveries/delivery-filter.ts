import type { z } from "@hono/zod-openapi";
import type { DeliveryRow } from "../../delivery/rows/delivery-row.ts";
import { typeMatches } from "../../fanout/subscription-index.ts";
import { detectedAtOf } from "../../kernel/event-id.ts";
import type { Caller } from "../../partners/authenticator.ts";
import { mayHave } from "../../partners/partner.ts";
import { pseudoInstanceOf } from "../../partners/partner-key.ts";
import type { ApiServices } from "../api-services.ts";
import { recordOf } from "../events/event-criteria.ts";
import type { deliveryQuery } from "./delivery-schemas.ts";

type Query = z.output<typeof deliveryQuery>;

/** Bounds of the detection time (unix ms, both inclusive), and the events of a record; undefined allows all events. */
type Bounds = {
  readonly oldest: number;
  readonly newest: number;
  readonly events: ReadonlySet<string> | undefined;
};

const mostEvents = 1_000;

/** Whether a query excludes deliveries. A day alone doesn't, because it selects whole partitions. */
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

/** The instances whose events the caller may read, and the pseudo-instance of its own endpoints. */
export async function instancesOf({ instances }: ApiServices, { access }: Caller): Promise<readonly string[]> {
  const names = (await instances.list()).map(({ name }) => name);
  return [...names.filter((name) => mayHave(access, name)), pseudoInstanceOf(access.partner)];
}

/** The newest events of a record: up to a thousand from each instance that the caller may read. */
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

/** `*` in a filter matches every type, including operational ones, because those are also sent. */
function isOfType(pattern: string, type: string): boolean {
  return pattern === "*" || typeMatches(pattern, type);
}

function isAnsweredSo(wanted: string, status: number | undefined): boolean {
  if (status === undefined) return false;
  return wanted.endsWith("xx") ? String(status).startsWith(wanted.slice(0, 1)) : String(status) === wanted;
}
