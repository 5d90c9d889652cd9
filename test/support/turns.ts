import { FairTurns } from "../../shared/adapters/http/fair-turns.ts";

/** Turns in which no time passes, so that all work is done in one piece. */
export function promptTurns(): FairTurns {
  return new FairTurns({ cpu: () => 0 });
}

/** Turns in which each step takes so long that other work has its turn after it. */
export function slowTurns(): FairTurns {
  let now = 0;
  return new FairTurns({ cpu: () => 0, now: () => (now += 1) });
}
