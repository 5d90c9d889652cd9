import { kindOf, type Restriction, restricted, runPlan, troubles } from "./run-plan.ts";

/**
 * Leaves out everything in a failing seed's history that isn't needed for a violation of the same kind: first
 * happenings, in ever smaller pieces, then faults. It stops after `longest` ms with what it has.
 */
export async function shrink(seed: number, violation: string, longest: number): Promise<Restriction> {
  const kind = kindOf(violation);
  const end = performance.now() + longest;
  const stillFails = async (restriction: Restriction): Promise<boolean> => {
    if (performance.now() > end) return false;
    const { violations } = await runPlan(restricted(seed, restriction));
    return violations.some((one) => kindOf(one) === kind);
  };
  let without: readonly string[] = [];
  for (const trouble of troubles) {
    if (await stillFails({ without: [...without, trouble] })) without = [...without, trouble];
  }
  let only = restricted(seed, {}).happenings.map((_, at) => at);
  for (let size = Math.ceil(only.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < only.length; ) {
      const fewer = only.toSpliced(from, size);
      if (await stillFails({ only: fewer, without })) only = fewer;
      else from += size;
    }
  }
  return { only, without };
}
