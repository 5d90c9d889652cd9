import { liveChange } from "../../../infra/sandbox/live/live-change.ts";
import { seededRandom } from "../../../infra/sandbox/store/random.ts";
import type { Item } from "../../../shared/kernel/ports/table.ts";
import type { TableName } from "../../../shared/kernel/topology.ts";
import { lastRelease } from "../../last-release/last-release.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { History } from "../history.ts";
import { BridgeWorld } from "./bridge-world.ts";
import { type Conditions, conditionsOf } from "./conditions.ts";
import type { Happening } from "./happening.ts";
import { lagOf } from "./lagging-reads.ts";
import { liveOutage, longOutageDeeds, longOutageOf, outageMinutes, outageTimings } from "./long-outages.ts";
import { MassLoss, massLossDeeds, massLossOf } from "./mass-loss.ts";
import { operatorDeeds } from "./operator-deeds.ts";
import { judge } from "./oracle/judge.ts";
import { partnerDeeds } from "./partner-deeds.ts";
import { roomsOf } from "./rooms.ts";
import { TemplateChanges, templatesOf } from "./template-changes.ts";

const minute = 60_000;

/** The plan of a whole history: what happens when, and under which conditions. */
export type Plan = {
  readonly seed: number;
  readonly conditions: Conditions;
  readonly happenings: readonly Happening[];
};

export type LifeOptions = {
  /** Messages and items that contain this text are followed through queues and tables. */
  readonly watched?: string | undefined;
  /** How another version of the code would have stored an item. */
  readonly storedAs?: ((table: TableName, item: Item) => Item) | undefined;
};

export type Verdict = {
  readonly violations: readonly string[];
  readonly trace: readonly string[];
  readonly reported: number;
  readonly dials: number;
};

export function planOf(seed: number): Plan {
  const randomness = new SeededRandomness(seed * 7_919 + 13);
  const conditions = conditionsOf(randomness);
  const number = () => randomness.fraction();
  // Only some deeds are done in each history, so that others can go on undisturbed for a long time.
  const deeds = [...partnerDeeds, ...operatorDeeds].filter(() => number() < 0.5);
  const happenings = Array.from({ length: 25 + Math.floor(number() * 45) }, (): Happening => {
    const at = Math.floor(number() * conditions.minutes * minute);
    const kind = number();
    if (kind < 0.55 || deeds.length === 0) return { at, what: "source", choice: number(), detail: 0 };
    if (kind < 0.7) return { at, what: "mood", choice: number(), detail: number() };
    return { at, what: deeds[Math.floor(number() * deeds.length)]!, choice: number(), detail: number() };
  });
  const releases = releasesOf(seed, conditions.minutes);
  // Only walks find removals that no journal shows, and the last release let the first owner use up an operator's
  // decision.
  const losses = conditions.healing && releases.length === 0 ? massLossOf(seed, conditions.minutes + 5) : [];
  const minutes = conditions.minutes + (losses.length > 0 ? 5 : 0);
  const outages = longOutageOf(seed, minutes);
  const isLong = outages.length > 0;
  const rooms = roomsOf(seed, minutes);
  return {
    seed,
    conditions: {
      ...conditions,
      minutes: minutes + (isLong ? outageMinutes : 0),
      timings: { ...conditions.timings, ...(isLong && outageTimings) },
      // Without sweeps and walks, a change that the fast pass passed while its read by id lagged is lost.
      lag: conditions.healing ? lagOf(seed) : 0,
      twoVersions: releases.length > 0,
      twoInstances: new SeededRandomness(seed * 15_485_863 + 5).fraction() < tenantShare,
      rooms: rooms.length > 0,
      destination: releases.length === 0 && new SeededRandomness(seed * 32_452_843 + 7).fraction() < destinationShare,
      canary: new SeededRandomness(seed * 49_979_687 + 3).fraction() < canaryShare,
    },
    happenings: [...happenings, ...releases, ...losses, ...outages, ...rooms, ...templatesOf(seed, minutes)].toSorted(
      (one, other) => one.at - other.at,
    ),
  };
}

/** In a third of the seeds the history begins with the last release, and deployments and rollbacks follow. */
function releasesOf(seed: number, minutes: number): readonly Happening[] {
  const randomness = new SeededRandomness(seed * 104_729 + 11);
  if (randomness.fraction() >= releasingShare) return [];
  return Array.from({ length: 1 + Math.floor(randomness.fraction() * 4) }, () => ({
    at: Math.floor(randomness.fraction() * 0.8 * minutes * minute),
    what: randomness.fraction() < 0.65 ? "deploy" : "roll back",
    choice: 0,
    detail: 0,
  }));
}

const releasingShare = 0.35;
/** A second instance makes a seed nearly twice as slow. */
const tenantShare = 0.2;
const destinationShare = 0.3;
const canaryShare = 0.3;

/** Runs a history to its end and judges it. Equal plans have equal verdicts. */
export async function live(plan: Plan, { watched, storedAs }: LifeOptions = {}): Promise<Verdict> {
  const world = new BridgeWorld(plan.seed, plan.conditions, {
    storedAs,
    ...(plan.conditions.twoVersions && { lastRelease: await lastRelease() }),
  });
  const { ground, people, witness, subscribers } = world;
  ground.watched = watched;
  await liveThrough(world, plan);
  world.spare();
  world.releases.settle();
  // Whoever still waits for a response gets it.
  await ground.run(2 * minute);
  await ground.during(people.mend(), 30 * minute);
  for (let third = 0; third < 2; third += 1) {
    await ground.run(7 * minute);
    await ground.during(people.mend(), 30 * minute);
  }
  await ground.run(4 * minute);
  await ground.during(people.pullAll(), 20 * minute);
  await judge(world);
  return {
    violations: witness.violations,
    trace: ground.trace.lines,
    reported: witness.reported.size,
    dials: subscribers.dials.length,
  };
}

/** The history itself, up to the time at which everything is repaired. */
export async function liveThrough(world: BridgeWorld, plan: Plan): Promise<void> {
  const { ground, people } = world;
  await ground.during(people.begin(), 10 * minute);
  world.unleash();
  const begun = ground.clock.now();
  const history = new History(world.sandbox, plan.seed);
  const sources = [...world.sandbox.instances.values()];
  const loss = new MassLoss(sources[0]!);
  const templates = sources.map((source) => new TemplateChanges(source));
  for (const happening of plan.happenings) {
    ground.clock.at(begun + happening.at, () => {
      if (happening.what === "source") {
        ground.trace.note("source", "changes");
        const source = sources[Math.floor(happening.choice * 1e6) % sources.length];
        if (happening.choice < 0.8) void liveChange(source!, seededRandom(Math.floor(happening.choice * 1e9)));
        else {
          // A request that gets no response from the source is given up.
          history.peculiar(Math.floor(happening.choice * 1e6), plan.conditions.healing).catch(() => undefined);
        }
      } else if (happening.what === "templates") {
        ground.trace.note("source", "changes templates");
        templates[Math.floor(happening.choice * 1e6) % templates.length]!.do(happening.choice, happening.detail);
      } else if (happening.what === "rooms") {
        ground.trace.note("source", "changes a room");
        void world.rooms[Math.floor(happening.choice * 1e6) % sources.length]?.do(happening.choice, happening.detail);
      } else if (isMassLoss(happening.what)) {
        ground.trace.note("source", happening.what);
        loss.do(happening.what, happening.choice);
      } else if (isLongOutage(happening.what)) {
        liveOutage(world, happening.what, happening.choice);
      } else if (happening.what === "deploy") world.releases.change("today");
      else if (happening.what === "roll back") world.releases.change("last");
      else void people.do(happening);
    });
  }
  await ground.run(plan.conditions.minutes * minute + 30_000);
}

const longOutages: ReadonlySet<string> = new Set(longOutageDeeds);
const isLongOutage = (what: string): what is (typeof longOutageDeeds)[number] => longOutages.has(what);

const massLoss: ReadonlySet<string> = new Set(massLossDeeds);
const isMassLoss = (what: string): what is (typeof massLossDeeds)[number] => massLoss.has(what);
