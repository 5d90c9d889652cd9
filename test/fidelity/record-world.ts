import type { FeedKind } from "../../shared/schedule/feeds/feed.ts";
import { FidelityWorld, hour, minute, type WorldOptions } from "./fidelity-world.ts";
import { transitionOf } from "./generate/record-transitions.ts";
import { closed, newRecord } from "./generate/records.ts";
import type { Failure } from "./oracle/failure.ts";
import { type ObjectNode, textOf } from "./oracle/json-text.ts";
import { judgeRecord } from "./oracle/judge-record.ts";
import type { PublishedEvent } from "./oracle/published-event.ts";
import { keyOf, oddRows, type Stage, shortened, shownBy, stages, viewOf } from "./record-view.ts";
import { type Resource, resources, type SourceRecord } from "./source/source-record.ts";
import { ruleBehind } from "./tally.ts";

type RecordWorldOptions = WorldOptions & {
  /** Records of each resource. */
  readonly size: number;
  /** Reads by id lag this long (ms). */
  readonly lag: number;
  /** A row in every list without a record behind it: nested too deep to be read, or without an id. */
  readonly oddRow: "none" | "too deep" | "no id";
};

const timelines: readonly FeedKind[] = ["person-timeline", "company-timeline", "project-timeline", "activity-timeline"];
const walks: readonly FeedKind[] = ["person-walk", "company-walk", "project-walk", "activity-walk"];
const templates: readonly FeedKind[] = ["company-template", "project-template"];
const scrubs: readonly FeedKind[] = ["project-scrub", "activity-scrub"];

/** A record's change in a round, and the first read that shows it. */
type Happened = { readonly names: string[]; readonly shownBy: Stage };

/**
 * Records of every resource, and a bridge that reads them. In each round many of them change, then everything is read
 * in all of the bridge's ways, and the oracle judges what was published about each.
 */
export class RecordWorld extends FidelityWorld {
  readonly #options: RecordWorldOptions;
  /** What the source showed of each record when everything was last read. */
  readonly #seen = new Map<string, ObjectNode>();
  readonly #removed = new Map<string, SourceRecord>();
  readonly #seqs = new Map<string, number>();
  readonly #happened = new Map<string, Happened>();
  /** Removed records that may wait, because a row without an id may be any of them. */
  readonly #waiting = new Map<Resource, string>();

  constructor(options: RecordWorldOptions) {
    super(options);
    this.#options = options;
  }

  /** First contact: everything is read in all ways, and only the baseline is published. */
  async begin(): Promise<void> {
    for (const resource of resources)
      for (let n = 0; n < this.#options.size; n += 1) this.#add(resource, this.#longAgo());
    const { oddRow } = this.#options;
    if (oddRow !== "none") for (const resource of resources) this.source.oddRows.set(resource, [oddRows[oddRow]]);
    await this.bridge.connect();
    // The first contact reads nothing by id, so fields that only a read by id shows are known after the first scrub.
    for (const stage of [...stages, "reads by id"] as const) await this.#read(stage);
    this.takeBaseline();
    for (const resource of resources)
      for (const record of this.source.all(resource)) this.#seen.set(keyOf(record), viewOf(record));
    this.#happened.clear();
  }

  async round(): Promise<void> {
    this.#change();
    const foundBy = new Map<string, Stage>();
    const byRecord = new Map<string, readonly PublishedEvent[]>();
    for (const stage of stages) {
      await this.#read(stage);
      const reported = Map.groupBy(this.take(), ({ subject, recordId }) => `${subject}#${recordId}`);
      for (const [key, events] of reported) {
        if (!foundBy.has(key)) foundBy.set(key, stage);
        byRecord.set(key, [...(byRecord.get(key) ?? []), ...events]);
      }
    }
    const happened = new Map(this.#happened);
    for (const key of new Set([...byRecord.keys(), ...happened.keys()]))
      this.#judge(key, byRecord.get(key) ?? [], foundBy.get(key));
    for (const key of happened.keys()) this.#happened.delete(key);
  }

  /** Each way of reading, often enough to reach its end. */
  async #read(stage: Stage): Promise<void> {
    switch (stage) {
      case "timelines":
        this.clock.advance(3 * minute);
        return this.bridge.poll(timelines);
      case "lists":
        this.clock.advance(20 * minute);
        await this.bridge.poll([...timelines, ...templates]);
        this.clock.advance(3 * hour);
        await this.bridge.poll([...timelines, ...templates, ...walks]);
        this.clock.advance(2 * minute);
        await this.bridge.poll([...templates, ...walks]);
        this.clock.advance(3 * hour);
        return this.bridge.poll(templates);
      case "reads by id":
        for (const wait of [9 * hour, 14 * hour]) {
          this.clock.advance(wait);
          await this.bridge.poll([...templates, ...scrubs]);
        }
    }
  }

  #change(): void {
    const { size } = this.#options;
    const dice = this.dice;
    const now = () => this.clock.now() * 1_000 + dice.below(1_000);
    for (const resource of resources) {
      for (const record of this.source.all(resource)) {
        if (!dice.happens(0.9)) continue;
        const { name, record: next, isStamped } = transitionOf(record, dice, now());
        const lag =
          this.#options.lag > 0 ? { lagsUntil: this.clock.now() + this.#options.lag, before: record.full } : {};
        this.source.put({ ...next, ...lag });
        this.#note(keyOf(record), name, shownBy(record, next, isStamped));
        this.clock.advance(1 + dice.below(5));
      }
      if (dice.happens(0.3)) this.#add(resource, now(), "new");
      if (dice.happens(0.3) && this.source.all(resource).length > size / 2)
        for (let n = 1 + dice.below(3); n > 0; n -= 1) this.#remove(dice.pick(this.source.all(resource)));
    }
    const [back] = this.#removed.values();
    if (back !== undefined && dice.happens(0.5)) {
      this.#removed.delete(keyOf(back));
      this.source.put(back);
      this.#note(keyOf(back), "there again", "lists");
    }
  }

  #longAgo(): number {
    return (this.clock.now() - 30 * 24 * hour) * 1_000 + this.dice.below(1e9);
  }

  #add(resource: Resource, at: number, name = "first"): void {
    const record = newRecord(resource, this.dice, at);
    this.source.put(record);
    this.#note(keyOf(record), name, "lists");
  }

  #remove(record: SourceRecord): void {
    // A record that was just changed is removed before the change could be read.
    if (this.#happened.has(keyOf(record)) || !this.#seen.has(keyOf(record))) return;
    this.source.remove(record);
    this.#removed.set(keyOf(record), record);
    this.#note(keyOf(record), "removed", "lists");
  }

  #note(key: string, name: string, shownBy: Stage): void {
    // Simultaneous changes are joined by a plus.
    this.transitions += name.split(" + ").length;
    this.#happened.set(key, { names: [...(this.#happened.get(key)?.names ?? []), name], shownBy });
  }

  #judge(key: string, events: readonly PublishedEvent[], foundBy: Stage | undefined): void {
    const [resource = "", id = ""] = key.split("#");
    const subject = resources.find((one) => one === resource);
    if (subject === undefined) {
      this.#fail({ kind: "invented", rule: "docs/feeds.md", what: events.map(({ text }) => text).join(" ") }, events);
      return;
    }
    const record = this.source.find(subject, id);
    const was = this.#seen.get(key);
    const is = record && viewOf(record);
    const wasRemoved =
      was === undefined && this.#seqs.has(key) && this.#happened.get(key)?.names.includes("there again") === true;
    const inParts = this.#options.lag > 0;
    if (is === undefined && was !== undefined && events.length === 0 && this.#mayWait(subject, key)) return;
    const failures = judgeRecord({ subject, was, is, wasRemoved, events, inParts, closed });
    for (const failure of failures.slice(0, 1)) this.#fail(failure, events, key, was, is);
    if (failures.length === 0) this.tally.note(ruleBehind(was && textOf(was), is && textOf(is), events));
    if (foundBy !== undefined) this.#judgeDelay(key, foundBy, events, was, is);
    for (const { seq } of events) {
      const last = this.#seqs.get(key);
      if (last !== undefined && seq !== last && seq !== last + 1)
        this.#fail(
          { kind: "order", rule: "docs/events.md#rules-for-all-of-them", what: `seq ${last} is followed by ${seq}` },
          events,
          key,
          was,
          is,
        );
      this.#seqs.set(key, seq);
    }
    if (is === undefined) this.#seen.delete(key);
    else this.#seen.set(key, is);
  }

  /** One record for each list with a row without an id (docs/feeds.md#quarantine). */
  #mayWait(resource: Resource, key: string): boolean {
    if (this.#options.oddRow !== "no id") return false;
    const waiting = this.#waiting.get(resource);
    const isBack = this.source.all(resource).some((record) => keyOf(record) === waiting);
    const isFree = waiting === undefined || waiting === key || isBack || !this.#seen.has(waiting);
    if (isFree) this.#waiting.set(resource, key);
    if (isFree) this.tally.note("docs/feeds.md#quarantine");
    return isFree;
  }

  /**
   * A lagging read by id may delay a timeline's row, but only until the lists are read. Lists show a delayed removal.
   */
  #judgeDelay(key: string, foundBy: Stage, events: readonly PublishedEvent[], was?: ObjectNode, is?: ObjectNode): void {
    const hasWaited = [...this.#waiting.values()].includes(key);
    const { shownBy = hasWaited ? "lists" : "timelines" } = this.#happened.get(key) ?? {};
    const due = shownBy === "timelines" && this.#options.lag > 0 ? "lists" : shownBy;
    if (stages.indexOf(foundBy) <= stages.indexOf(due)) return;
    this.#fail(
      { kind: "late", rule: "docs/feeds.md#where-to-look", what: `shown by ${due}, found by ${foundBy}` },
      events,
      key,
      was,
      is,
    );
  }

  #fail(failure: Failure, events: readonly PublishedEvent[], key = "", was?: ObjectNode, is?: ObjectNode): void {
    const transition = this.#happened.get(key)?.names.join("; ") ?? "nothing";
    this.findings.push({
      ...failure,
      of: key,
      transition,
      ...shortened(was, is),
      events: events.map(({ text }) => text),
    });
  }
}
