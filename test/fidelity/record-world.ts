import type { FeedKind } from "../../shared/schedule/feeds/feed.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { Bridge } from "./bridge.ts";
import { Dice } from "./generate/dice.ts";
import { transitionOf } from "./generate/record-transitions.ts";
import { closed, newRecord } from "./generate/records.ts";
import type { Failure } from "./oracle/failure.ts";
import { memberOf, type ObjectNode, readObject, textOf } from "./oracle/json-text.ts";
import { judgeRecord } from "./oracle/judge-record.ts";
import { readEvent, type ToldEvent } from "./oracle/told-event.ts";
import { DocumentSource } from "./source/document-source.ts";
import { FakeSource } from "./source/fake-source.ts";
import { fullText, type Resource, resources, type SourceRecord } from "./source/source-record.ts";
import { spelled, valueOf } from "./source/text-body.ts";

export type RecordWorldOptions = {
  readonly seed: number;
  /** Records of each resource. */
  readonly size: number;
  readonly pageLimit: number;
  readonly refuses: boolean;
  /** Reads by id show what was before for so long (ms). */
  readonly lag: number;
};

/** One failure with all that somebody needs to see it. */
export type Finding = Failure & {
  readonly of: string;
  readonly transition: string;
  readonly was: string;
  readonly is: string;
  readonly events: readonly string[];
};

const minute = 60_000;
const hour = 60 * minute;
const timelines: readonly FeedKind[] = ["person-timeline", "company-timeline", "project-timeline", "activity-timeline"];
const walks: readonly FeedKind[] = ["person-walk", "company-walk", "project-walk", "activity-walk"];
const templates: readonly FeedKind[] = ["company-template", "project-template"];
const scrubs: readonly FeedKind[] = ["project-scrub", "activity-scrub"];

/** What happened to a record in a round. */
type Happened = { readonly names: string[]; mustBeTimely: boolean };

/**
 * Records of every resource, and a bridge that reads them. In each round many of them change, then everything is read in the
 * ways that the bridge has, and the oracle looks at what was published of each.
 */
export class RecordWorld {
  readonly findings: Finding[] = [];
  transitions = 0;
  events = 0;
  readonly #options: RecordWorldOptions;
  readonly #dice: Dice;
  readonly #clock = new FakeClock();
  readonly #source: FakeSource;
  readonly #bridge: Bridge;
  /** What the source showed of each record when everything was last read. */
  readonly #seen = new Map<string, ObjectNode>();
  readonly #removed = new Map<string, SourceRecord>();
  readonly #seqs = new Map<string, number>();
  readonly #happened = new Map<string, Happened>();

  constructor(options: RecordWorldOptions) {
    this.#options = options;
    this.#dice = new Dice(options.seed);
    this.#source = new FakeSource(options, new DocumentSource(true), closed, () => this.#clock.now());
    this.#bridge = new Bridge(this.#source, this.#clock, options.seed, { scrubPeriod: 12 * hour, heartbeatLimit: 1e12 });
  }

  /** First contact: everything is read in all ways, and nothing is published but the baseline. */
  async begin(): Promise<void> {
    for (const resource of resources) for (let n = 0; n < this.#options.size; n += 1) this.#add(resource, this.#longAgo());
    await this.#bridge.connect();
    await this.#readAll();
    for (const event of this.#take().flatMap(([, its]) => its))
      if (memberOf(event.node, "baseline")?.kind !== "true") this.#fail({ rule: "docs/events.md", what: `${event.type} at first contact` }, [event]);
    for (const resource of resources) for (const record of this.#source.all(resource)) this.#seen.set(keyOf(record), viewOf(record));
    this.#happened.clear();
  }

  async round(): Promise<void> {
    this.#change();
    this.#clock.advance(3 * minute);
    await this.#bridge.poll(timelines);
    const timely = this.#take();
    await this.#readAll();
    const byRecord = new Map(timely);
    for (const [key, events] of this.#take()) byRecord.set(key, [...(byRecord.get(key) ?? []), ...events]);
    const inTime = new Set(timely.map(([key]) => key));
    for (const key of new Set([...byRecord.keys(), ...this.#happened.keys()])) this.#judge(key, byRecord.get(key) ?? [], inTime.has(key));
    this.#happened.clear();
  }

  /** Every way of reading, often enough for each to come to its end. */
  async #readAll(): Promise<void> {
    const { clock } = this.#bridge;
    await this.#bridge.poll([...timelines, ...templates]);
    clock.advance(20 * minute);
    await this.#bridge.poll([...timelines, ...templates]);
    clock.advance(2 * hour);
    await this.#bridge.poll([...timelines, ...templates, ...walks]);
    clock.advance(2 * minute);
    await this.#bridge.poll([...walks, ...templates]);
    clock.advance(10 * hour);
    await this.#bridge.poll([...templates, ...scrubs]);
    clock.advance(14 * hour);
    await this.#bridge.poll([...templates, ...scrubs]);
  }

  #change(): void {
    const { size } = this.#options;
    const dice = this.#dice;
    const now = () => this.#clock.now() * 1_000 + dice.below(1_000);
    for (const resource of resources) {
      for (const record of this.#source.all(resource)) {
        if (!dice.happens(0.7)) continue;
        const { name, record: next, isStamped } = transitionOf(record, dice, now());
        const lag = this.#options.lag > 0 ? { lagsUntil: this.#clock.now() + this.#options.lag, before: record.full } : {};
        this.#source.put({ ...next, ...lag });
        this.#note(keyOf(record), name, isStamped);
        this.#clock.advance(1 + dice.below(5));
      }
      if (dice.happens(0.3)) this.#add(resource, now(), "new");
      if (dice.happens(0.3) && this.#source.all(resource).length > size / 2) this.#remove(dice.pick(this.#source.all(resource)));
    }
    const [back] = this.#removed.values();
    if (back !== undefined && dice.happens(0.5)) {
      this.#removed.delete(keyOf(back));
      this.#source.put(back);
      this.#note(keyOf(back), "there again", false);
    }
  }

  #longAgo(): number {
    return (this.#clock.now() - 30 * 24 * hour) * 1_000 + this.#dice.below(1e9);
  }

  #add(resource: Resource, at: number, name = "first"): void {
    const record = newRecord(resource, this.#dice, at);
    this.#source.put(record);
    this.#note(keyOf(record), name, false);
  }

  #remove(record: SourceRecord): void {
    // One that was changed a moment ago is gone before anybody could read the change.
    if (this.#happened.has(keyOf(record)) || !this.#seen.has(keyOf(record))) return;
    this.#source.remove(record);
    this.#removed.set(keyOf(record), record);
    this.#note(keyOf(record), "removed", false);
  }

  #note(key: string, name: string, mustBeTimely: boolean): void {
    this.transitions += 1;
    const its = this.#happened.get(key) ?? { names: [], mustBeTimely: false };
    its.names.push(name);
    its.mustBeTimely ||= mustBeTimely;
    this.#happened.set(key, its);
  }

  /** What was published since, by record. */
  #take(): readonly (readonly [key: string, events: readonly ToldEvent[]])[] {
    const all = this.#bridge.take().map(({ text }) => readEvent(text));
    this.events += all.length;
    const byRecord = Map.groupBy(all, ({ subject, recordId }) => `${subject}#${recordId}`);
    return [...byRecord].map(([key, events]) => [key, events.toSorted((one, other) => one.seq - other.seq || one.part - other.part)]);
  }

  #judge(key: string, events: readonly ToldEvent[], isInTime: boolean): void {
    const [resource = "", id = ""] = key.split("#");
    const subject = resources.find((one) => one === resource);
    if (subject === undefined) {
      this.#fail({ rule: "docs/feeds.md", what: `${events.map(({ text }) => text).join(" ")}` }, events);
      return;
    }
    const record = this.#source.find(subject, id);
    const was = this.#seen.get(key);
    const is = record && viewOf(record);
    const wasRemoved = was === undefined && this.#seqs.has(key) && this.#happened.get(key)?.names.includes("there again") === true;
    const inParts = this.#options.lag > 0;
    const failures = judgeRecord({ subject, was, is, wasRemoved, events, inParts, closed });
    for (const failure of failures.slice(0, 1)) this.#fail(failure, events, key, was, is);
    const isLate = this.#happened.get(key)?.mustBeTimely === true && events.length > 0 && !isInTime && !inParts;
    if (isLate) this.#fail({ rule: "docs/scheduling.md", what: "the timeline shows it, another reading found it" }, events, key, was, is);
    for (const { seq } of events) {
      const last = this.#seqs.get(key);
      if (last !== undefined && seq !== last && seq !== last + 1) this.#fail({ rule: "docs/events.md", what: `seq ${last} is followed by ${seq}` }, events, key, was, is);
      this.#seqs.set(key, seq);
    }
    if (is === undefined) this.#seen.delete(key);
    else this.#seen.set(key, is);
  }

  #fail(failure: Failure, events: readonly ToldEvent[], key = "", was?: ObjectNode, is?: ObjectNode): void {
    const transition = this.#happened.get(key)?.names.join("; ") ?? "nothing";
    this.findings.push({ ...failure, of: key, transition, ...shortened(was, is), events: events.map(({ text }) => text) });
  }
}

const keyOf = ({ resource, id }: Pick<SourceRecord, "resource" | "id">): string => `${resource}#${id}`;

/** A record as an event shows it: what a read by id does, and an activity's company (docs/partner-api.md#lean-and-full). */
function viewOf(record: SourceRecord): ObjectNode {
  const company = record.resource === "activity" ? valueOf(record.listOnly, "company") : undefined;
  const isAdded = company !== undefined && valueOf(record.full, "company") === undefined;
  return readObject(isAdded ? spelled([...record.full, ["company", company]]) : fullText(record));
}

/** The members that differ in their text, for people to read. */
function shortened(was: ObjectNode | undefined, is: ObjectNode | undefined): { readonly was: string; readonly is: string } {
  const texts = (node: ObjectNode | undefined) => (node?.members ?? []).map(([name, value]) => `${name}: ${textOf(value)}`);
  const [before, after] = [texts(was), texts(is)];
  const cut = (lines: readonly string[], others: readonly string[]) =>
    lines
      .filter((line) => !others.includes(line))
      .map((line) => (line.length > 300 ? `${line.slice(0, 200)}… (${line.length})` : line))
      .join("\n    ");
  return { was: was === undefined ? "(none)" : cut(before, after), is: is === undefined ? "(none)" : cut(after, before) };
}
