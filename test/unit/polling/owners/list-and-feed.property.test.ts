import fc from "fast-check";
import { expect, test } from "vitest";
import type { Envelope, Owner } from "../../../../shared/kernel/envelope.ts";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import type { FakeDocument } from "../support/fake-documents.ts";
import { acme, OwnersFixture, other } from "../support/owners-fixture.ts";

/** The targets of a move, by its number. */
const places: { readonly [size: number]: string } = { 16: "f", 17: "g" };

/** One change at the source. `late`: its entries are committed some steps later. */
type Change = {
  readonly does: "replace" | "rename" | "move" | "remove";
  readonly size: number;
  readonly late: boolean;
};

/** The next step: time passes, the source changes, or a feed is read. */
type Step =
  | { readonly step: "change"; readonly change: Change }
  | { readonly step: "commit" | "lag" | "catchUp" }
  /**
   * A visit of one owner. `during`: a change at the source that happens before its request of this number. `outage`:
   * from this request on nothing responds. `crash`: its saved position is lost, and its writes to the mirror aren't.
   */
  | {
      readonly step: "visit";
      readonly owner: Owner;
      readonly requests: number;
      readonly during: readonly [at: number, change: Change] | undefined;
      readonly outage: number | undefined;
      readonly crash: boolean;
      readonly due: boolean;
    };

const change: fc.Arbitrary<Change> = fc.record({
  does: fc.constantFrom("replace", "replace", "replace", "rename", "move"),
  size: fc.constantFrom(16, 17, 18),
  late: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
});
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const visit: fc.Arbitrary<Step> = fc.record({
  step: fc.constant("visit"),
  owner: fc.constantFrom(acme, other),
  requests: fc.constantFrom(2, 3, 4, 6, 100),
  during: optional(fc.tuple(fc.nat(6), change)),
  outage: optional(fc.nat(6)),
  crash: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
  due: fc.boolean(),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: visit },
  { weight: 3, arbitrary: change.map((one): Step => ({ step: "change", change: one })) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ step: "commit" }, { step: "lag" }, { step: "catchUp" }) },
);
/** The document's end; `removedMeanwhile`: before the last changes were read. */
type Fate = "stays" | "removed" | "removedMeanwhile" | "restored";

const history = fc.record({
  steps: fc.array(step, { minLength: 2, maxLength: 14 }),
  /** How long (ms) each step takes. Two replacements within a second may be one event. */
  gaps: fc.array(fc.integer({ min: 1_100, max: 9_000 }), { minLength: 14, maxLength: 14 }),
  beganEarly: fc.nat(999),
  pageSize: fc.constantFrom(1, 2, 1_000),
  shows: fc.boolean(),
  fate: fc.constantFrom<Fate>("stays", "removed", "removedMeanwhile", "restored"),
});

/** The source's actions on a field, in order. */
type Made = { readonly at: string; readonly from: Value; readonly to: Value; readonly late: boolean };
type Value = string | number | null;

/** The owners, their document, and its history. */
class World {
  readonly fixture = new OwnersFixture();
  readonly made = { content: [] as Made[], name: [] as Made[], folderId: [] as Made[] };
  removedAt: string | undefined;
  #commits: (() => void)[] = [];
  #lagsUntil: number | undefined;
  readonly #document: FakeDocument;

  constructor(shows: boolean, pageSize: number) {
    const { source } = this.fixture;
    source.shows = shows;
    source.pageSize = pageSize;
    for (const id of ["f", "g"]) source.addFolder(id, acme);
    const placements = [
      { owner: acme, folderId: "f" },
      { owner: other, folderId: "h" },
    ];
    source.add("d0", acme, { created: "2026-01-04T08:00:00Z" });
    source.add("d9", other, { created: "2026-01-04T08:00:00Z" });
    this.#document = source.add("d1", acme, { size: 18, placements, created: "2026-01-04T08:00:00Z" });
  }

  /** All of the document's events except its first sight. */
  get events(): readonly Envelope[] {
    return this.fixture.events.filter(({ type, subject }) => subject.id === "d1" && type !== "document.created");
  }

  change({ does, size, late }: Change): void {
    const document = this.#document;
    if (this.removedAt !== undefined) return;
    const at = this.fixture.source.at();
    switch (does) {
      case "replace":
        this.made.content.push({ at, from: document.size, to: size, late });
        document.size = size;
        this.#record(late, { changedField: "FILE_CONTENT", size });
        return;
      case "rename": {
        const name = `${document.name}+`;
        this.made.name.push({ at, from: document.name, to: name, late });
        Object.assign(document, { name, modified: at });
        this.#record(late, { changedField: "FILE_NAME", fileName: name });
        return;
      }
      case "move": {
        const folderId = document.placements[0]?.folderId ?? null;
        const to = places[size] ?? null;
        if (to === folderId) return;
        this.made.folderId.push({ at, from: folderId, to, late });
        document.placements = [{ owner: acme, folderId: to }, ...document.placements.slice(1)];
        // A document without a folder is archived, which its owner's feed records as an arrival.
        const entry = folderId === null ? { operation: "DOCUMENT_INSERT" } : { changedField: "FOLDER" };
        this.#record(late, entry, [acme]);
        return;
      }
      case "remove":
        // As canonical instants are spelled.
        this.removedAt = at.replace(/\.?0*Z$/, "Z");
        this.fixture.source.lose("d1");
        this.#record(late, { operation: "DOCUMENT_DELETE" });
        return;
    }
  }

  /** It is back, with everything it had. */
  restore(): void {
    this.fixture.source.documents.set("d1", this.#document);
    this.#record(false, { operation: "DOCUMENT_INSERT" });
  }

  #record(late: boolean, entry: JsonObject, owners: readonly Owner[] = [acme, other]): void {
    const { source } = this.fixture;
    const whole = { operation: "DOCUMENT_UPDATE", documentId: "d1", ...entry };
    for (const owner of owners) {
      if (late) this.#commits.push(source.recordLate(owner, whole));
      else source.record(owner, whole);
    }
  }

  async take(one: Step): Promise<void> {
    const { fixture } = this;
    // Lags are short: after a minute a read by id is taken as true.
    if (this.#lagsUntil !== undefined && fixture.clock.now() > this.#lagsUntil) this.#catchUp();
    switch (one.step) {
      case "change":
        this.change(one.change);
        return;
      case "commit":
        this.commit();
        return;
      case "lag":
        if (this.#lagsUntil !== undefined) return;
        this.#lagsUntil = fixture.clock.now() + 20_000;
        fixture.source.lag();
        return;
      case "catchUp":
        this.#catchUp();
        return;
      case "visit":
        return this.#visit(one);
    }
  }

  async #visit({ owner, requests, during, outage, crash, due }: Extract<Step, { step: "visit" }>): Promise<void> {
    const { fixture } = this;
    let asked = 0;
    fixture.source.intercept = () => {
      if (during?.[0] === asked) this.change(during[1]);
      asked += 1;
      const isOut = outage !== undefined && asked > outage;
      return isOut ? { outcome: "unavailable", status: 503, retryAfterMs: undefined } : undefined;
    };
    if (due) fixture.clock.advance(fixture.timings.snapshotPeriod);
    if (due) this.#catchUp();
    const before = fixture.table.items;
    await fixture.poll(owner, requests);
    if (crash) await fixture.table.put(before.map((item) => ({ item })));
    fixture.source.answerAsUsual();
  }

  #catchUp(): void {
    this.#lagsUntil = undefined;
    this.fixture.source.catchUp();
  }

  commit(): void {
    for (const commit of this.#commits.splice(0)) commit();
  }

  /** Everything is committed, and read until nothing new comes of it. */
  async settle(): Promise<void> {
    const { fixture } = this;
    this.#catchUp();
    this.commit();
    for (let round = 0; round < 5; round += 1) {
      fixture.clock.advance(round < 3 ? 61_000 : fixture.timings.snapshotPeriod * 30);
      for (const owner of [acme, other]) await fixture.poll(owner);
    }
  }
}

/**
 * The mistakes in the events of one kind, given the source's actions: each shows the changes since the previous one.
 */
function wrongWith(
  made: readonly Made[],
  reported: readonly Envelope[],
  field: string,
  isTimed: boolean,
): readonly string[] {
  const wrong: string[] = [];
  let begin = 0;
  for (const { timestamp, timestampFrom, detectedAt, changes } of reported) {
    const limit = Date.parse(timestampFrom === "source" ? timestamp : detectedAt);
    const shown = changes?.find((one) => one.field === field);
    // The changes in the event: up to its time or, without one, up to one that leads to its state.
    const isShown = ({ at, to }: Made, position: number) =>
      position >= begin && to === (shown?.to ?? null) && Date.parse(at) <= limit;
    const isUntimed = timestampFrom !== "source";
    const untimedEnd = field === "size" ? made.findLastIndex(isShown) + 1 : made.findIndex(isShown) + 1;
    const end = isUntimed ? untimedEnd : made.findLastIndex(({ at }) => Date.parse(at) <= limit) + 1;
    const run = made.slice(begin, Math.max(begin, end));
    const last = run.at(-1);
    if (last === undefined) {
      wrong.push(`${field}: an event at ${timestamp} (${timestampFrom}) shows no change of its own`);
      continue;
    }
    if (timestampFrom === "source" && Date.parse(last.at) !== limit)
      wrong.push(`${field}: nothing happened at ${timestamp}`);
    if (isTimed && isUntimed && !run.some(({ late }) => late)) wrong.push(`${field}: its time is known, ${last.at}`);
    if (shown !== undefined) {
      // The last read, which may be within the run if entries came late.
      if (!run.some(({ from }) => from === (shown.from ?? null)))
        wrong.push(`${field}: ${JSON.stringify(shown)} doesn't begin where something was`);
      if (!run.some(({ to }) => to === (shown.to ?? null)))
        wrong.push(`${field}: ${JSON.stringify(shown)} leads where nothing was`);
    }
    begin = Math.max(begin, end);
  }
  const left = made.slice(begin);
  // A move and its reversal leave no trace without a read in between; replaced content does.
  const isUndone = field === "folderId" && left[0]?.from === left.at(-1)?.to;
  if (left.length > 0 && !isUndone)
    wrong.push(`${field}: ${left.length} changes from ${String(left[0]?.at)} on are lost`);
  return wrong;
}

test("list and change feed, read in any order, with outages and crashes, publish each change once at its own time", async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ steps, gaps, beganEarly, pageSize, shows, fate }) => {
      const world = new World(shows, pageSize);
      const { fixture } = world;
      for (const owner of [acme, other]) await fixture.see(owner);
      fixture.clock.advance(61_000);
      fixture.source.beganEarly = beganEarly;
      for (const [position, one] of steps.entries()) {
        fixture.clock.advance(gaps[position] ?? 1_100);
        await world.take(one);
      }
      if (fate !== "removedMeanwhile") await world.settle();
      if (fate !== "stays") {
        world.change({ does: "remove", size: 0, late: false });
        await world.settle();
      }
      if (fate === "restored") {
        world.restore();
        await world.settle();
      }
      const reported = (type: string) => world.events.filter((event) => event.type === type);
      const isLost = fate === "removedMeanwhile";
      const wrong = isLost
        ? []
        : [
            ...wrongWith(world.made.content, reported("document.content_replaced"), "size", true),
            ...wrongWith(world.made.name, reported("document.renamed"), "name", true),
            ...wrongWith(world.made.folderId, reported("document.moved"), "folderId", false),
          ];
      expect(wrong).toEqual([]);
      expect(reported("document.removed").map(({ timestamp, reason }) => [timestamp, reason])).toEqual(
        fate === "stays" ? [] : [[world.removedAt, "journal"]],
      );
      expect(reported("document.restored")).toHaveLength(fate === "restored" ? 1 : 0);
      expect(reported("document.placement_removed")).toEqual([]);
    }),
    { numRuns: Number(process.env["RUNS"] ?? 30), seed: Number(process.env["SEED"] ?? 1) },
  );
}, 600_000);
