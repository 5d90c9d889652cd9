import { detectedAtOf, idBoundary } from "../../../shared/kernel/event-id.ts";
import { type IdDigest, noIds, sumOf, withId } from "../../../shared/kernel/id-digest.ts";
import { isoTime } from "../../../shared/kernel/instant.ts";
import type { components } from "../../api-client/api-types.ts";
import type { ApiClient } from "../../api-client/create-api-client.ts";
import { answerOf } from "../client/answer-of.ts";
import { everyPage } from "../client/every-page.ts";
import { type HourItem, subscriptionHours } from "./subscription-hours.ts";

export type Delivery = components["schemas"]["Delivery"];

/** In unix ms; `to` is excluded. */
export type Range = { readonly from: number; readonly to: number };

/**
 * `missing`: Feedhook delivered the event or gave up on it, and the receiver lacks it. `unknown`: the receiver has the
 * event, but Feedhook hasn't recorded that it was delivered.
 */
export type Difference =
  | { readonly kind: "missing"; readonly event: string; readonly delivery: Delivery }
  | { readonly kind: "unknown"; readonly event: string };

/**
 * `range`: the part of the requested range that Feedhook still knows. `hours`: those in which either side has an event,
 * oldest first. `isWhole`: false if there are more differences, in the last of these hours or later.
 */
export type Comparison = Awaited<ReturnType<typeof compareIds>>;

const hourMs = 3_600_000;
/** A range with at most this many events on each side is listed instead of halved. */
const mostListed = 200;
/**
 * Each difference can cost requests for lists and an explanation. This many fit into five replays, the most that a
 * subscription can have at a time. To recover more, replay the whole range.
 */
const mostDifferences = 1_000;

type Said = {
  readonly delivered: IdDigest;
  readonly waiting: number;
  readonly expired: number;
  readonly erased: number;
  readonly settled: boolean;
};
const nothing: Said = { delivered: noIds, waiting: 0, expired: 0, erased: 0, settled: true };

export type Target = { readonly api: ApiClient; readonly subscription: string };

/** A part of the range, and both sides' events in it. */
type Part = Range & {
  readonly received: readonly string[];
  readonly said: Said;
  /** How many differences to find. If there are more, one more is found. */
  readonly room: number;
};

/**
 * Compares a receiver's sorted ids with the deliveries to its subscription. Compares each hour by its digest, halves
 * ranges whose digests differ, and lists only ranges that are short or have events on one side only.
 */
export async function compareIds(target: Target, ids: readonly string[], range: Range, most = mostDifferences) {
  const { hours: items, knownFrom } = await hoursIn(target, range);
  const known = { from: Math.max(range.from, Date.parse(knownFrom)), to: range.to };
  const said = byHour(items);
  const starts = new Set([...said.keys(), ...between(ids, known).map((id) => hourOf(detectedAtOf(id) ?? 0))]);
  const hours = [];
  let room = most;
  for (const start of [...starts].sort((one, other) => one - other)) {
    const span = { from: Math.max(start, known.from), to: Math.min(start + hourMs, known.to) };
    const hour = said.get(start) ?? nothing;
    const received = between(ids, span);
    const found = await differencesIn(target, { ...span, received, said: hour, room });
    const differences = found.slice(0, room);
    const { delivered, ...rest } = hour;
    // `settled`: only a replay can still change the hour.
    hours.push({ ...span, ...rest, received: received.length, delivered: delivered.count, differences });
    if (found.length > room) return { range: known, hours, isWhole: false };
    room -= found.length;
  }
  return { range: known, hours, isWhole: true };
}

async function differencesIn(target: Target, part: Part): Promise<readonly Difference[]> {
  const found = await deliveredDifferences(target, part);
  if (part.said.expired === 0) return found;
  // The digest doesn't contain events that Feedhook gave up on. An event that a replay delivered later has already been
  // compared.
  const known = new Set([...part.received, ...found.map(({ event }) => event)]);
  const givenUp: Difference[] = [];
  for await (const delivery of deliveriesIn(target, part, "expired")) {
    if (known.has(delivery.event)) continue;
    known.add(delivery.event);
    givenUp.push(missing(delivery));
    if (found.length + givenUp.length > part.room) break;
  }
  return inOrder([...found, ...givenUp]);
}

async function deliveredDifferences(target: Target, part: Part): Promise<readonly Difference[]> {
  const { from, to, received, room } = part;
  const [own, delivered] = [received.reduce(withId, noIds), part.said.delivered];
  if (own.count === delivered.count && own.sum === delivered.sum) return [];
  const isShort = Math.max(own.count, delivered.count) <= mostListed || to - from <= 1;
  // If one side has no events, halving finds no equal parts.
  if (isShort || own.count === 0 || delivered.count === 0) return listedDifferences(target, part);
  const middle = from + Math.floor((to - from) / 2);
  const found: Difference[] = [];
  for (const span of [
    { from, to: middle },
    { from: middle, to },
  ]) {
    if (found.length > room) break;
    const { hours } = await hoursIn(target, span);
    const half = { ...span, received: between(received, span), said: hours.reduce(withItem, nothing) };
    found.push(...(await deliveredDifferences(target, { ...half, room: room - found.length })));
  }
  return found;
}

async function listedDifferences(target: Target, part: Part): Promise<readonly Difference[]> {
  const own = new Set(part.received);
  const delivered = new Set<string>();
  const lacking: Difference[] = [];
  for await (const delivery of deliveriesIn(target, part, "delivered")) {
    const { event, run } = delivery;
    const isFirst = !delivered.has(event);
    delivered.add(event);
    // Pings and examples aren't counted, because a receiver may or may not store them.
    if (!isFirst || own.has(event) || run === "ping" || run === "example") continue;
    lacking.push(missing(delivery));
    if (lacking.length > part.room) return inOrder(lacking);
  }
  const unknown = part.received
    .filter((id) => !delivered.has(id))
    .map((event) => ({ kind: "unknown", event }) as const);
  return inOrder([...lacking, ...unknown]);
}

const missing = (delivery: Delivery) => ({ kind: "missing", event: delivery.event, delivery }) as const;
const inOrder = (found: readonly Difference[]) => [...found].sort((one, other) => (one.event < other.event ? -1 : 1));

const hoursIn = ({ api, subscription }: Target, { from, to }: Range) =>
  subscriptionHours(api, subscription, { from: isoTime(from), to: isoTime(to) });

function deliveriesIn({ api, subscription: id }: Target, { from, to }: Range, state: "delivered" | "expired") {
  return everyPage((page) => {
    const query = { state, since: isoTime(from), until: isoTime(to), ...page };
    return answerOf(api.GET("/v1/subscriptions/{id}/deliveries", { params: { path: { id }, query } }));
  });
}

function byHour(items: readonly HourItem[]): ReadonlyMap<number, Said> {
  const hours = new Map<number, Said>();
  for (const item of items) {
    const start = hourOf(Date.parse(item.from));
    hours.set(start, withItem(hours.get(start) ?? nothing, item));
  }
  return hours;
}

function withItem(said: Said, item: HourItem): Said {
  return {
    delivered: sumOf(said.delivered, { count: item.delivered, sum: BigInt(`0x${item.digest}`) }),
    waiting: said.waiting + item.waiting,
    expired: said.expired + item.expired,
    erased: said.erased + item.erased,
    settled: said.settled && item.settled,
  };
}

const hourOf = (ms: number): number => ms - (ms % hourMs);

/** `ids` must be sorted. */
function between(ids: readonly string[], { from, to }: Range): readonly string[] {
  return ids.slice(firstSince(ids, from), firstSince(ids, to));
}

/** The index of the first id whose event was detected at `ms` or later. */
function firstSince(ids: readonly string[], ms: number): number {
  const bound = idBoundary(ms);
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? "") < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
