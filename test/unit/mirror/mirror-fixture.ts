import type { RecordResource } from "../../../shared/kernel/catalogue.ts";
import type { Envelope, Owner } from "../../../shared/kernel/envelope.ts";
import type { JsonObject } from "../../../shared/kernel/json.ts";
import type { Item } from "../../../shared/kernel/ports/table.ts";
import type { Turns } from "../../../shared/kernel/ports/turns.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { hasChangeLog, type MirrorItem, mirrorItem } from "../../../shared/mirror/mirror-item.ts";
import { type RecordPage } from "../../../shared/polling/observe/observed.ts";
import { RecordSink } from "../../../shared/polling/observe/record-sink.ts";
import { eventsFrom } from "../../../shared/publishing/events-from.ts";
import type { Instance } from "../../../shared/source/instance.ts";
import type { Source, SourceAnswer, SourceRequest } from "../../../shared/source/source.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { testContext } from "../../support/test-context.ts";
import { promptTurns } from "../../support/turns.ts";

const connectedAt = Date.UTC(2026, 0, 5, 7);
export const seqFloor = 1_767_596_400;
export const lateReadMargin = 2_000;

const instance: Instance = {
  name: "acme",
  registeredAt: connectedAt,
  connectedAt,
  seqFloor,
  requestsPerSecond: 5,
  status: "active",
  rev: 1,
};

/** A source with the test's single reads and status counts; it counts its requests. */
class ScriptedSource implements Source {
  readonly asked: SourceRequest[] = [];
  readonly records = new Map<string, JsonObject>();
  readonly inactive = new Map<string, number>();
  readonly active = new Map<string, number>();
  answer: SourceAnswer<never> | undefined;
  onRead: (() => void | Promise<void>) | undefined;
  readonly #clock: FakeClock;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  async one(request: SourceRequest): Promise<SourceAnswer<JsonObject>> {
    this.asked.push(request);
    const moment = { beganAt: this.#clock.now(), asOf: this.#clock.now() };
    const value = this.records.get(decodeURIComponent(request.path));
    await this.onRead?.();
    if (this.answer !== undefined) return this.answer;
    return value === undefined ? { outcome: "notFound", problem: true, moment } : { outcome: "ok", value, moment };
  }

  async page(request: SourceRequest): ReturnType<Source["page"]> {
    this.asked.push(request);
    if (this.answer !== undefined) return this.answer;
    const counts = request.query!["isActive"] === "false" ? this.inactive : this.active;
    const totalItems = counts.get(request.query!["statusId"]!) ?? 0;
    const moment = { beganAt: this.#clock.now(), asOf: this.#clock.now() };
    return { outcome: "ok", value: { items: [], nextCursor: undefined, totalItems }, moment };
  }
}

/** A mirror with its sink, and its stream's events from the images of its items. */
export function mirrorWith(image: (item: Item) => Item = (item) => item, turns: Turns = promptTurns()) {
  const clock = new FakeClock();
  const events: Envelope[] = [];
  const parsed = (item: Item | undefined) => (item && hasChangeLog(item) ? mirrorItem.parse(image(item)) : undefined);
  const mirror = new MemoryTable("mirror", {
    onChange: ({ before, after }) => {
      const item = parsed(after);
      if (item !== undefined) events.push(...eventsFrom(parsed(before), item));
    },
  });
  const feeds = new MemoryTable("feeds");
  const asserted: Owner[] = [];
  const woken: Owner[] = [];
  const hinted: Owner[] = [];
  const walks: RecordResource[] = [];
  const source = new ScriptedSource(clock);
  const instances = { find: async (name: string) => (name === "acme" ? instance : undefined) };
  const sink = new RecordSink({
    mirror,
    instances,
    feeds,
    owners: {
      assert: async (_: string, owners: readonly Owner[]) => void asserted.push(...owners),
      wake: async (_: string, owners: readonly Owner[]) => void woken.push(...owners),
    },
    hints: { requestPoll: async (_: string, owners: readonly Owner[]) => void hinted.push(...owners) },
    walks: { requestWalk: async (_: string, resource: RecordResource) => void walks.push(resource) },
    turns,
    ...testContext({ clock, timings: { ...defaultTimings, lateReadMargin } }),
  });
  const page = (
    resource: RecordResource,
    bodies: readonly JsonObject[],
    rest: Partial<RecordPage> = {},
  ): RecordPage => ({
    instance: "acme",
    resource,
    form: resource === "person" || resource === "company" ? "full" : "lean",
    detectedBy: "timeline",
    moment: { beganAt: clock.now(), asOf: clock.now() },
    draining: false,
    rows: bodies.map((body) => ({ id: body["id"] as string, body })),
    ...rest,
  });
  /** Time passes, so that an observation isn't late, and rows are seen. */
  const see = (resource: RecordResource, bodies: readonly JsonObject[], rest: Partial<RecordPage> = {}) => {
    clock.advance(10_000);
    return sink.observe(page(resource, bodies, rest), source);
  };
  const item = (id: string): MirrorItem => mirrorItem.parse(mirror.items.find(({ sk }) => sk === id));
  return { clock, events, mirror, feeds, asserted, woken, hinted, walks, source, sink, page, see, item, instances };
}
