import { engineFaults } from "./conditions.ts";
import { type LifeOptions, live, type Plan, planOf, type Verdict } from "./life.ts";
import { makeDigestsSteady } from "./steady-digest.ts";

/** What a seed's history leaves out: all happenings except some (by number), and some of the faults. */
export type Restriction = {
  readonly only?: readonly number[] | undefined;
  readonly without?: readonly string[] | undefined;
};

/** The possible faults of a plan, by the names that `--without` takes. */
export const troubles = [
  ...engineFaults,
  "source",
  "skew",
  "indexLag",
  "lag",
  "twoVersions",
  "twoInstances",
  "rooms",
  "destination",
  "canary",
] as const;

export function restricted(seed: number, { only, without = [] }: Restriction): Plan {
  const plan = planOf(seed);
  const off = new Set(without);
  const { conditions } = plan;
  const faults = Object.fromEntries(engineFaults.map((name) => [name, off.has(name) ? 0 : conditions.faults[name]]));
  return {
    ...plan,
    happenings: only === undefined ? plan.happenings : only.flatMap((at) => plan.happenings[at] ?? []),
    conditions: {
      ...conditions,
      faults: { ...conditions.faults, ...faults },
      source: off.has("source") ? "" : conditions.source,
      skew: off.has("skew") ? 0 : conditions.skew,
      indexLag: off.has("indexLag") ? 0 : conditions.indexLag,
      lag: off.has("lag") ? 0 : conditions.lag,
      twoVersions: conditions.twoVersions && !off.has("twoVersions"),
      twoInstances: conditions.twoInstances && !off.has("twoInstances"),
      rooms: conditions.rooms && !off.has("rooms"),
      destination: conditions.destination && !off.has("destination"),
      canary: conditions.canary && !off.has("canary"),
    },
  };
}

/** Runs a history. Anything that is thrown, in the world or outside it, is a violation too. */
export async function runPlan(plan: Plan, options: LifeOptions = {}): Promise<Verdict> {
  makeDigestsSteady();
  const beside: string[] = [];
  const unhandled = (reason: unknown) => {
    beside.push(`a rejection that nobody handled: ${String(reason)}`);
  };
  process.on("unhandledRejection", unhandled);
  try {
    const verdict = await live(plan, options);
    return { ...verdict, violations: [...verdict.violations, ...beside] };
  } catch (error) {
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { violations: [`the world broke: ${said}`], trace: [], reported: 0, dials: 0 };
  } finally {
    process.off("unhandledRejection", unhandled);
  }
}

/** The kind of a violation, whichever record and event it is about. */
export function kindOf(violation: string): string {
  return violation
    .replaceAll(/\b[a-z]+_[0-9A-Z]{20,}\b|[\w-]{11,}|\d+/g, "#")
    .split("\n")[0]!
    .slice(0, 80);
}
