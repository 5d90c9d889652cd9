import type { Instance as SourceInstance } from "../../../../infra/sandbox/store/instance.ts";
import type { ApiServices } from "../../../../shared/api/api-services.ts";
import { completenessOf } from "../../../../shared/api/completeness/completeness-of.ts";
import type { CompletenessAnswer } from "../../../../shared/api/completeness/completeness-schemas.ts";
import { unixMs } from "../../../../shared/kernel/instant.ts";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import { mirrorItem } from "../../../../shared/mirror/mirror-item.ts";
import { recordKey } from "../../../../shared/mirror/mirror-key.ts";
import { FeedStore } from "../../../../shared/schedule/feeds/feed-store.ts";
import { PlanStore } from "../../../../shared/schedule/wheel/plan.ts";
import { instance as instanceItem } from "../../../../shared/source/instance.ts";
import { resources } from "../../server-state.ts";
import { isShown } from "../../source-sight.ts";
import type { Conditions } from "../conditions.ts";
import { type Written, watchWrites } from "../watch-writes.ts";
import { RoomEntries } from "./room-entries.ts";
import { TemplateStates } from "./template-states.ts";
import type { Watched } from "./watched.ts";

type Resource = (typeof resources)[number];

/** A state that the source began to show at `visibleAt` (unix ms) with the change time `changedAt` (unix ms). */
type Version = {
  readonly resource: Resource;
  readonly id: string;
  readonly changedAt: number;
  readonly visibleAt: number;
};

const keyOf = ({ resource, id }: Version): string => `${resource} ${id}`;

/** How often (ms) the bridge is asked. */
const asked = 6_000;

/**
 * How far (ms) an answer may be behind after a quiet time: the longest period of a list, a heartbeat, the overlap and
 * what is noted late; for removals also `candidateAge` and the time between two requests. After reads by id that lagged,
 * the overlap of the fast pass may be the longest one.
 */
const mostBehind = { changes: 15 * 60_000, removals: 18 * 60_000 };
const longOverlap = defaultTimings.fastOverlapMax - defaultTimings.fastOverlap;

type Judged = Watched & { readonly conditions: Conditions; readonly completeness: CompletenessOracle };

/** An answer that says nothing is never wrong, so the last one must say something about the last minutes. */
export async function judgeCompleteness(world: Judged): Promise<void> {
  const { completeness, conditions, sandbox, witness, ground } = world;
  for (const { name } of sandbox.access) {
    const answer = await completeness.ask(name);
    // Without sweeps and walks, what a slow pass may have missed is never found.
    if (!conditions.healing) continue;
    for (const about of ["changes", "removals"] as const) {
      const { until, reason = "" } = answer?.[about] ?? {};
      const behind = ground.clock.now() - (unixMs(until) ?? 0);
      const most = mostBehind[about] + (about === "changes" && conditions.lag > 0 ? longOverlap : 0);
      if (behind > most) witness.violates(`the ${about} of ${name} are known only until ${until ?? "never"} ${reason}`);
    }
  }
}

/**
 * Asks the bridge again and again up to when its events are complete, and compares each answer with what the source
 * showed by then. An answer is wrong if a change or a removal that it covers has no event on the bus.
 */
export class CompletenessOracle {
  readonly #world: Watched;
  #isExact = false;
  readonly #versions = new Map<string, Version[]>();
  /** Since when (unix ms) a record that the source once showed is no longer shown, by instance, resource and id. */
  readonly #goneSince = new Map<string, Map<string, number>>();
  readonly #shown = new Map<string, Set<string>>();
  readonly #templates: TemplateStates;
  readonly #rooms: RoomEntries;
  /** How many answers had something to say about changes, and about removals. */
  readonly said = { changes: 0, removals: 0, versions: 0, gone: 0 };

  constructor(world: Watched) {
    this.#world = world;
    for (const source of world.sandbox.instances.values()) this.#watch(source);
    this.#templates = new TemplateStates(world);
    this.#rooms = new RoomEntries(world);
    this.#askOn();
  }

  #askOn(): void {
    const { clock } = this.#world.ground;
    clock.at(clock.now() + asked, () => {
      this.#isExact = !this.#isExact;
      for (const { name } of this.#world.sandbox.access) void this.ask(name, this.#isExact);
      this.#askOn();
    });
  }

  /** Records everything that the source begins or ceases to show. */
  #watch(source: SourceInstance): void {
    this.#versions.set(source.name, this.#allVersions(source));
    this.#goneSince.set(source.name, new Map());
    this.#shown.set(source.name, this.#shownBy(source));
    const put: Version[] = [];
    const see = ({ table, row }: Written): undefined => {
      const resource = resources.find((one) => one === table);
      if (resource === undefined) return;
      const { created = 0, modified } = row as { readonly created?: number; readonly modified?: number };
      const changedAt = Math.floor((modified ?? created) / 1_000);
      const id = source.ids.mask(resource, row.id);
      put.push({ resource, id, changedAt, visibleAt: this.#world.ground.clock.now() });
    };
    watchWrites(source, see, () => {
      this.#compareShown(source, put.splice(0));
    });
  }

  #allVersions(source: SourceInstance): Version[] {
    return resources.flatMap((resource) =>
      [...source.tables[resource].all()].map(({ id, created, modified }) => {
        const changedAt = Math.floor((modified ?? created) / 1_000);
        return { resource, id: source.ids.mask(resource, id), changedAt, visibleAt: changedAt };
      }),
    );
  }

  #shownBy(source: SourceInstance): Set<string> {
    return new Set(
      resources.flatMap((resource) =>
        [...source.tables[resource].all()]
          .map(({ id }) => source.ids.mask(resource, id))
          .filter((id) => isShown(this.#world.sandbox, { type: resource, id }, source.name))
          .map((id) => `${resource} ${id}`),
      ),
    );
  }

  /** A record that is shown again after it was gone counts as shown from then on, whatever its change time. */
  #compareShown(source: SourceInstance, put: readonly Version[]): void {
    const at = this.#world.ground.clock.now();
    const before = this.#shown.get(source.name)!;
    const now = this.#shownBy(source);
    const gone = this.#goneSince.get(source.name)!;
    for (const key of before) if (!now.has(key)) gone.set(key, at);
    for (const key of now) gone.delete(key);
    this.#shown.set(source.name, now);
    const versions = [...this.#versions.get(source.name)!, ...put].filter((version) => now.has(keyOf(version)));
    const known = new Set(versions.map(keyOf));
    const back = this.#allVersions(source).filter((version) => now.has(keyOf(version)) && !known.has(keyOf(version)));
    this.#versions.set(source.name, [...versions, ...back.map((version) => ({ ...version, visibleAt: at }))]);
  }

  /** `isExact`: the bridge knows what is published from its stream, as on one machine, and not from heartbeats. */
  async ask(name: string, isExact = false): Promise<CompletenessAnswer | undefined> {
    const { tables, ground, timings, stream } = this.#world;
    const published = (stream.waitingSince ?? ground.clock.now()) - ground.skew;
    const feedTable = tables.feeds.memory;
    const stored = await tables.subscriptions.memory.get({ pk: "registry", sk: `instance#${name}` });
    if (stored === undefined) return undefined;
    const instance = instanceItem.parse(stored);
    const nothing = { of: () => Promise.resolve(undefined), list: () => Promise.resolve([]) };
    const services = {
      ...{ feedTable, timings, clock: ground.clock, outages: nothing, removals: nothing },
      ...{ feeds: new FeedStore(feedTable), plans: new PlanStore(feedTable) },
      probe: isExact ? { publishedUntil: () => Promise.resolve(published) } : {},
      instances: { roomsOf: () => Promise.resolve(this.#roomsOf(name)) },
      quarantine: { list: () => Promise.resolve({ entries: [], next: undefined }) },
      stalledOwners: { list: () => Promise.resolve({ owners: [], more: false }) },
      // The answer depends on nothing else of the API.
    } as unknown as ApiServices;
    const answer = await completenessOf(services, instance, {});
    await this.#judge(name, answer);
    await this.#templates.judge(name, answer);
    this.#rooms.judge(name, answer);
    return answer;
  }

  #roomsOf(name: string): readonly string[] {
    return this.#world.rooms.find(({ instance }) => instance === name)?.ids ?? [];
  }

  async #judge(name: string, { kinds }: CompletenessAnswer): Promise<void> {
    for (const { kind, changes, withinSeconds = 0, listed, removals } of kinds) {
      const resource = resources.find((one) => one === kind);
      if (resource === undefined) continue;
      const [until, listedUntil, removedUntil] = [changes, listed, removals].map((known) => unixMs(known?.until));
      if (until !== undefined) {
        this.said.changes += 1;
        const covered = this.#versions.get(name)!.filter((version) => {
          const { changedAt, visibleAt } = version;
          const isInTime = visibleAt - changedAt <= withinSeconds * 1_000 && changedAt <= visibleAt;
          return version.resource === resource && changedAt <= until && isInTime;
        });
        this.said.versions += covered.length;
        for (const version of covered) await this.#judgeVersion(name, version, until);
      }
      if (listedUntil !== undefined) {
        const shown = this.#versions.get(name)!.filter(({ visibleAt }) => visibleAt <= listedUntil);
        for (const version of shown)
          if (version.resource === resource) await this.#judgeVersion(name, version, listedUntil);
      }
      if (removedUntil !== undefined) {
        this.said.removals += 1;
        for (const [key, since] of this.#goneSince.get(name)!) {
          const [type = "", id = ""] = key.split(" ");
          if (type === resource && since <= removedUntil) await this.#judgeRemoval(name, resource, id, since);
        }
      }
    }
  }

  async #itemOf(name: string, resource: Resource, id: string) {
    const item = await this.#world.tables.mirror.memory.get(recordKey(name, resource, id));
    return item === undefined ? undefined : mirrorItem.parse(item);
  }

  async #judgeVersion(name: string, version: Version, until: number): Promise<void> {
    const { witness, stream } = this.#world;
    const { resource, id } = version;
    // A later change may be backdated. The record then shows an older time.
    const later = this.#versions.get(name)!.filter((one) => one.id === id && one.resource === resource);
    const from = later.indexOf(version);
    const changedAt = Math.min(...later.slice(from).map((one) => one.changedAt));
    if (!this.#shown.get(name)!.has(`${resource} ${id}`)) return;
    const item = await this.#itemOf(name, resource, id);
    const what = `changes of ${resource} count as complete until ${new Date(until).toISOString()}, but ${id} of ${new Date(changedAt).toISOString()}`;
    const held = Math.max(unixMs(item?.modified) ?? 0, unixMs(item?.created) ?? 0);
    if (item === undefined || held < changedAt) {
      witness.violates(`${what} isn't read`);
      return;
    }
    // An erasure forgets the entries of earlier changes, which were published.
    const { forgetBelow = 0 } = item;
    const entry = item.changeLog.find(({ timestamp }) => (unixMs(timestamp) ?? 0) >= changedAt);
    const isForgotten = entry !== undefined && entry.seq === forgetBelow;
    if (entry !== undefined && !isForgotten && !stream.hasLost && !this.#isOnBus(name, resource, id, entry.seq))
      witness.violates(`${what} isn't published`);
  }

  async #judgeRemoval(name: string, resource: Resource, id: string, since: number): Promise<void> {
    const item = await this.#itemOf(name, resource, id);
    if (item === undefined) return;
    this.said.gone += 1;
    const what = `removals of ${resource} count as complete, but that of ${id} at ${new Date(since).toISOString()}`;
    const { witness, stream } = this.#world;
    if (item.state !== "deleted") witness.violates(`${what} isn't found`);
    else if (!stream.hasLost && !this.#isOnBus(name, resource, id, item.seq))
      witness.violates(`${what} isn't published`);
  }

  #isOnBus(name: string, resource: Resource, id: string, seq: number): boolean {
    const published = this.#world.witness.publishedOf(name);
    return published.some(
      ({ subject: { type, ...about } }) => type === resource && about.id === id && about.seq === seq,
    );
  }
}
