import { gapOf, type OwnerCaps } from "../../../shared/schedule/rates/owner-levels.ts";

/** The compared values of a policy: detection delays in ms. */
export type Figures = { readonly mean: number; readonly p99: number };

/** Below this rate (per ms) an owner has the cap of a dormant one, where the slowest active level ends. */
const dormantBelow = 1 / 60_000 / (384 * 512);

/**
 * The least mean delay of any schedule of fixed periods that knows the true rates: τ = v/√λ between gap and caps, with
 * v so that it makes as many polls per ms as `budget` (water-filling). Caps are stretched as ours were.
 */
export function optimum(rates: Float64Array, budget: number, caps: OwnerCaps, stretch: number): Figures {
  const gap = gapOf(caps);
  const periods = new Float64Array(rates.length);
  const fill = (speed: number): number => {
    let polls = 0;
    for (let owner = 0; owner < rates.length; owner += 1) {
      const rate = rates[owner] ?? 0;
      const cap = stretch * (rate < dormantBelow ? caps.dormantPeriod : caps.ownerPeriod);
      const period = Math.max(gap, Math.min(speed / Math.sqrt(rate), cap));
      periods[owner] = period;
      polls += 1 / period;
    }
    return polls;
  };
  let [fast, slow] = [1e-6, 1e12];
  for (let step = 0; step < 60; step += 1) {
    const middle = Math.sqrt(fast * slow);
    if (fill(middle) > budget) fast = middle;
    else slow = middle;
  }
  fill(slow);
  let delay = 0;
  let changes = 0;
  for (let owner = 0; owner < rates.length; owner += 1) {
    delay += ((rates[owner] ?? 0) * (periods[owner] ?? 0)) / 2;
    changes += rates[owner] ?? 0;
  }
  return { mean: delay / changes, p99: quantile(rates, periods, changes * 0.99) };
}

/** A change waits for a time that is uniform over its owner's period. */
function quantile(rates: Float64Array, periods: Float64Array, within: number): number {
  let [low, high] = [0, 1e10];
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    let found = 0;
    for (let owner = 0; owner < rates.length; owner += 1) {
      found += (rates[owner] ?? 0) * Math.min(1, middle / (periods[owner] ?? 1));
    }
    if (found < within) low = middle;
    else high = middle;
  }
  return high;
}
