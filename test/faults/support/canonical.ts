import { isDeepStrictEqual } from "node:util";
import type { Item } from "../../../shared/kernel/ports/table.ts";
import type { TableName } from "../../../shared/kernel/topology.ts";
import type { FaultWorld, State } from "./fault-world.ts";

/** The end of a run without moments, revisions and random ids, so that equal runs compare equal. */
export type End = readonly string[];

/** Attributes about the history and not the result: times, numbers of attempts, durations. */
const history = new Set([
  ...[
    "rev",
    "parkRev",
    "nowRev",
    "version",
    "claim",
    "claimedAt",
    "attempts",
    "statistics",
    "recent",
    "visits",
    "ms",
    "tried",
    "tries",
  ],
  ...["startedAt", "nonce", "failure", "failureExcerpt", "failedEvent", "healthRev", "slowUntil", "stamp", "stopped"],
]);

/** Counts of attempts: a process that ends loses its unwritten counts, as docs/operator-guide.md says. */
const historyRows = [/^deliveries sub_\w+#statistics /, /^deliveries allowance#/];

/** A healthy endpoint without waiting deliveries may have a row or none. */
const isAtRest = (said: string): boolean =>
  /^\{("health":\{"probes":0,"since":\d+,"state":"healthy"\},)?"partner":"\w+","subscription":"\w+"\}$/.test(said);

export type Canon = {
  /** More attributes that are history here. Their declarations say why. */
  readonly history?: readonly string[];
  /** Rows that are history, by the parts of their keys that name them. */
  readonly rows?: readonly RegExp[];
  /** What else may differ. */
  readonly lines?: readonly RegExp[];
};

export function endOf(world: FaultWorld, since: State, canon: Canon): End {
  const names = new Names(world, since);
  const plain = (value: unknown) => names.plain(value, new Set([...history, ...(canon.history ?? [])]));
  const lines: string[] = [];
  for (const name of Object.keys(world.tables) as TableName[]) {
    const [now, then] = [world.tables[name], since.tables[name]];
    for (const item of now.changedFrom(then)) {
      const { pk, sk, ...attributes } = item;
      // Tables delete it by themselves.
      if (Number(attributes["expiresAt"] ?? Number.POSITIVE_INFINITY) * 1_000 <= world.now) continue;
      const key = names.plainText(`${name} ${name === "events" ? pk.split("#")[0] : pk} / ${sk}`);
      if ([...historyRows, ...(canon.rows ?? [])].some((row) => row.test(`${name} ${pk} / ${sk}`))) continue;
      const said = JSON.stringify(plain(attributes));
      if (!isAtRest(said)) lines.push(`${key} is ${said}`);
    }
    for (const { pk, sk } of then.changedFrom(now).filter((item) => !now.has(item)))
      lines.push(names.plainText(`${name} ${pk} / ${sk} is gone`));
  }
  const posts = world.posts.map(({ url, body }) => `POST ${url} ${JSON.stringify(plain(inJson(body)))}`);
  const mails = world.mails.map((mail) => `mail ${JSON.stringify(plain(mail))}`);
  const events = world.onBus.map((id) => `the bus has ${names.plainText(id)}`);
  const waiting = world.waiting.map((text) => names.plainText(text));
  // The number of rows counts, while a POST, a mail or an event may be repeated.
  const all = [...lines, ...new Set([...posts, ...mails, ...events]), ...waiting].toSorted();
  return all.filter((line) => canon.lines?.some((one) => one.test(line)) !== true);
}

/** What one end has and the other lacks, for people to read. */
export function difference(expected: End, found: End): string | undefined {
  if (isDeepStrictEqual(expected, found)) return undefined;
  const more = (one: End, other: End) => one.filter((line) => count(one, line) > count(other, line));
  const lacks = more(expected, found).map((line) => `  lacks ${line.slice(0, 900)}`);
  const extra = more(found, expected).map((line) => `  has   ${line.slice(0, 900)}`);
  return [...lacks, ...extra].join("\n");
}

const count = (end: End, line: string): number => end.filter((one) => one === line).length;

function inJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The ids that a state has, found once for all ends that are compared with it. */
const knownIds = new WeakMap<State, ReadonlySet<string>>();

function idsIn(state: State): ReadonlySet<string> {
  const known = knownIds.get(state);
  if (known !== undefined) return known;
  const all = Object.values(state.tables).flatMap((table) => table.items);
  const ids = new Set(JSON.stringify(all).match(id));
  knownIds.set(state, ids);
  return ids;
}

/** Events by their row, which never changes, so that the rows of a state are read once for all ends. */
const knownEvents = new WeakMap<Item, readonly (readonly [id: string, name: string])[]>();

function eventIn(row: Item): readonly (readonly [id: string, name: string])[] {
  const known = knownEvents.get(row);
  if (known !== undefined) return known;
  const read: (readonly [string, string])[] = [];
  if (typeof row["body"] === "string") {
    const { id: event, type, subject, seq, partner } = JSON.parse(row["body"]);
    read.push([event, `event(${type} ${subject.type} ${subject.id} ${seq ?? ""} ${partner ?? ""})`]);
  }
  knownEvents.set(row, read);
  return read;
}

class Names {
  readonly #known: ReadonlySet<string>;
  readonly #events = new Map<string, string>();

  constructor(world: FaultWorld, since: State) {
    this.#known = idsIn(since);
    for (const [event, name] of world.tables.events.items.flatMap(eventIn)) this.#events.set(event, name);
  }

  plain(value: unknown, without: ReadonlySet<string>): unknown {
    if (Array.isArray(value)) return value.map((one) => this.plain(one, without));
    if (typeof value === "number") return isMoment(value) ? "<time>" : value;
    if (typeof value === "string") {
      const parsed = value.startsWith("{") ? inJson(value) : value;
      return typeof parsed === "string" ? this.plainText(parsed) : this.plain(parsed, without);
    }
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !without.has(name))
        .map(([name, member]) => [this.plainText(name), this.plain(member, without)])
        .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
    );
  }

  plainText(text: string): string {
    return (
      text
        .replaceAll(/evt_[0-9A-HJKMNP-TV-Z]{26}/g, (event) => this.#events.get(event) ?? "evt_*")
        .replaceAll(id, (one) => (this.#known.has(one) ? one : one.replace(/_.*/, "_*")))
        .replaceAll(/(?<!\w)\d{4}-\d\d-\d\d(T\d\d(:\d\d:\d\d(\.\d+)?Z)?)?/g, "<time>")
        .replaceAll(/\b\d{8}(?= is your confirmation code| within)/g, "<code>")
        // Shards follow from event ids, and those from the detection time.
        .replaceAll(/(?<=<time>#|#backlog#|#bridge#)\d+/g, "*")
        .replaceAll(/(?<=endpoint_disabled:sub_\w+:)\d+/g, "<minute>")
        .replaceAll(/(?<!\d)1[6-9]\d{11}(?!\d)|(?<!\d)1[6-9]\d{8}(?!\d)/g, "<time>")
    );
  }
}

const id = /\b[a-z]{2,8}_[0-9A-HJKMNP-TV-Za-z]{16,}/g;

const isMoment = (value: number): boolean => (value > 1.6e12 && value < 2.2e12) || (value > 1.6e9 && value < 2.2e9);
